"""``torch.utils.tensorboard``: files of events, which TensorBoard shows. The package ``tensorboardX`` writes them."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from ... import errors
from ...api.trees import tree_map
from ...tape.tensor import Tensor

REFUSED = {"add_graph": errors.files.no_graph_of_a_model}


def _as_array(value: Any) -> Any:
    return value.detach().cpu().resolve_conj().numpy() if isinstance(value, Tensor) else value


@functools.cache
def summary_writer() -> Any:
    """The class of ``tensorboardX``, whose arguments are those of PyTorch's, with methods that are given arrays."""
    try:
        base: Any = importlib.import_module("tensorboardX").SummaryWriter
    except ModuleNotFoundError as error:
        if error.name != "tensorboardX":
            raise
        raise errors.files.no_tensorboardx() from None

    class SummaryWriter(base):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if name in REFUSED:
                raise REFUSED[name]()
            found = super().__getattribute__(name)
            if not name.startswith("add_"):
                return found

            @functools.wraps(found)
            def call(*args: Any, **kwargs: Any) -> Any:
                return found(*tree_map(_as_array, args), **tree_map(_as_array, kwargs))

            return call

    return SummaryWriter


def named(name: str) -> Any:
    """A name of the module. Where ``tensorboardX`` is missing, the import fails: packages do without it then."""
    if name != "SummaryWriter":
        raise AttributeError(f"module 'torch.utils.tensorboard' has no attribute '{name}'")
    return summary_writer()


def of_summaries(name: str) -> Any:
    """A function that makes one event, such as ``hparams``, which loggers write themselves."""
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        module = importlib.import_module("tensorboardX.summary")
    except ModuleNotFoundError as error:
        raise errors.files.no_tensorboardx() from error
    found = getattr(module, name)

    @functools.wraps(found)
    def call(*args: Any, **kwargs: Any) -> Any:
        return found(*tree_map(_as_array, args), **tree_map(_as_array, kwargs))

    return call


TENSORBOARD: dict[str, Any] = {"__getattr__": named}
SUMMARIES: dict[str, Any] = {"__getattr__": of_summaries}
