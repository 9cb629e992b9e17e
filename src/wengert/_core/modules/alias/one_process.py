"""What packages import for several processes or GPUs, as PyTorch has it where there is one process and no GPU.

``torch.distributed`` says that it is not available. What needs a group of processes raises PyTorch's error of a group
that was not made, and making one is refused.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, NoReturn

from ... import errors
from ..layers.module import Module
from ..optim.optimizer import Optimizer

OF_A_GROUP = """
    all_gather all_gather_into_tensor all_gather_object all_reduce all_to_all all_to_all_single barrier
    batch_isend_irecv broadcast broadcast_object_list destroy_process_group gather gather_object get_backend
    get_process_group_ranks get_rank get_world_size irecv isend monitored_barrier recv reduce reduce_scatter
    reduce_scatter_tensor scatter scatter_object_list send
"""
REMOTE_CALLS = "get_worker_info init_rpc remote rpc_async rpc_sync shutdown"
OF_GPUS = "gather scatter scatter_kwargs"
MAKES_ONE = "init_device_mesh init_process_group new_group new_subgroups"


def _no() -> bool:
    return False


def _raises(name: str, error: Callable[[str], Exception]) -> Callable[..., NoReturn]:
    def refused(*args: Any, **kwargs: Any) -> NoReturn:
        raise error(name)

    refused.__name__ = refused.__qualname__ = name
    return refused


class ReduceOp(enum.Enum):
    """How the values of processes are combined."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = range(8)


class ProcessGroup:
    """Processes that work together. There is none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.one_process("ProcessGroup")


class group:  # noqa: N801  (torch's name)
    """The group of all processes. There is none."""

    WORLD = NON_GROUP_MEMBER = None


class Store:
    """What processes keep together. There is one process, so none can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.one_process(type(self).__name__)


class DataParallel(Module):
    """Calls a module on the parts of a batch, one a GPU. Without GPUs, as here, it calls it on the batch.

    Args:
        module: the module.
        device_ids: accepted and ignored.
        output_device: accepted and ignored.
        dim: accepted and ignored.
    """

    def __init__(self, module: Any, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[int] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        return self.module(*inputs, **kwargs)


class DistributedDataParallel(Module):
    """A module whose gradients are averaged over processes. There is one process, so none can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.no_process_group("DistributedDataParallel")


class ZeroRedundancyOptimizer(Optimizer):
    """An optimiser whose state is spread over processes. There is one process, so none can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.no_process_group("ZeroRedundancyOptimizer")


class RRef:
    """A value that another process holds. There is one process, so none can be made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise errors.alias.one_process("RRef")


PARALLEL: dict[str, Any] = {"DataParallel": DataParallel, "DistributedDataParallel": DistributedDataParallel}
DISTRIBUTED: dict[str, Any] = {
    **{name: _no for name in ("is_available", "is_initialized", "is_torchelastic_launched")},
    **{name: _raises(name, errors.alias.no_process_group) for name in OF_A_GROUP.split()},
    **{name: _raises(name, errors.alias.one_process) for name in MAKES_ONE.split()},
    **{name: type(name, (Store,), {}) for name in ("FileStore", "HashStore", "TCPStore")},
    "Backend": str, "GroupMember": group, "Store": Store, "ReduceOp": ReduceOp, "ProcessGroup": ProcessGroup,
    "group": group,
}  # fmt: skip
REMOTE: dict[str, Any] = {
    "RRef": RRef,
    "is_available": _no,
    **{name: _raises(name, errors.alias.one_process) for name in REMOTE_CALLS.split()},
}
AUTOGRAD: dict[str, Any] = {
    name: _raises(name, errors.alias.one_process) for name in ("backward", "context", "get_gradients")
}
SCATTERED: dict[str, Any] = {name: _raises(name, errors.alias.one_device) for name in OF_GPUS.split()}
