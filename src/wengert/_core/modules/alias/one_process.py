"""What packages import for several processes or GPUs, as PyTorch has it where there is one process and no GPU.

``torch.distributed`` says that it is not available. What needs a group of processes raises PyTorch's error of a group
that was not made, and making one is refused.
"""

from __future__ import annotations

import enum
from typing import Any

from ... import errors
from ..layers.module import Module
from ..optim.optimizer import Optimizer
from .refusals import functions, types

OF_A_GROUP = """
    all_gather all_gather_into_tensor all_gather_object all_reduce all_to_all all_to_all_single barrier
    batch_isend_irecv broadcast broadcast_object_list destroy_process_group gather gather_object get_backend
    get_process_group_ranks get_rank get_world_size irecv isend monitored_barrier recv reduce reduce_scatter
    reduce_scatter_tensor scatter scatter_object_list send
"""
REMOTE_CALLS = "get_worker_info init_rpc remote rpc_async rpc_sync shutdown"
MAKES_ONE = "init_device_mesh init_process_group new_group new_subgroups"


def _no() -> bool:
    return False


class ReduceOp(enum.Enum):
    """How the values of processes are combined."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = range(8)


class group:  # noqa: N801  (torch's name)
    """The group of all processes. There is none."""

    WORLD = NON_GROUP_MEMBER = None


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


PARALLEL: dict[str, Any] = {
    "DataParallel": DataParallel,
    **types("DistributedDataParallel", errors.alias.no_process_group, Module),
}
SHARDED_STATE = types("ZeroRedundancyOptimizer", errors.alias.no_process_group, Optimizer)
BACKENDS = ("gloo", "mpi", "nccl", "ucc", "xccl")  # what carries tensors from process to process
STORE = types("Store", errors.alias.one_process)  # what processes keep together
DISTRIBUTED: dict[str, Any] = {
    **{name: _no for name in ("is_available", "is_initialized", "is_torchelastic_launched")},
    **{f"is_{name}_available": _no for name in BACKENDS},
    **functions(OF_A_GROUP, errors.alias.no_process_group),
    **functions(MAKES_ONE, errors.alias.one_process),
    **STORE,
    **types("FileStore HashStore TCPStore", errors.alias.one_process, *STORE.values()),
    **types("ProcessGroup", errors.alias.one_process),
    "Backend": str, "GroupMember": group, "ReduceOp": ReduceOp, "group": group,
}  # fmt: skip
MESHES = types("DeviceMesh", errors.alias.one_process) | functions("init_device_mesh", errors.alias.one_process)
PLACEMENTS = "DTensor Partial Placement Replicate Shard"
SHARDED = MESHES | types(PLACEMENTS, errors.alias.one_process)
SHARDED |= functions("distribute_module distribute_tensor", errors.alias.one_process)
SHARDED_CALLS = functions("context_parallel implicit_replication local_map register_sharding", errors.alias.one_process)
SHARDED_MODULES = types(
    """
    BackwardPrefetch CPUOffload CPUOffloadPolicy FullOptimStateDictConfig FullStateDictConfig
    LocalOptimStateDictConfig LocalStateDictConfig MixedPrecision MixedPrecisionPolicy OffloadPolicy
    OptimStateDictConfig OptimStateKeyType ShardedOptimStateDictConfig ShardedStateDictConfig ShardingStrategy
    StateDictConfig StateDictSettings StateDictType UnshardHandle
    """,
    errors.alias.one_process,
)
SHARDED_MODULES |= types("FSDPModule FullyShardedDataParallel", errors.alias.one_process, Module)
SHARDED_MODULES |= functions("fully_shard register_fsdp_forward_method", errors.alias.one_process)
REMOTE: dict[str, Any] = {
    "is_available": _no,
    **types("RRef", errors.alias.one_process),
    **functions(REMOTE_CALLS, errors.alias.one_process),
}
AUTOGRAD: dict[str, Any] = {
    "is_available": _no,
    **functions("backward context get_gradients", errors.alias.one_process),
}
COLLECTIVES = functions(
    "all_gather all_reduce all_to_all broadcast gather reduce reduce_scatter scatter", errors.alias.no_process_group
)
SCATTERED = functions("gather scatter scatter_kwargs", errors.alias.one_device)
