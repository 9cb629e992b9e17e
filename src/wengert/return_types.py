"""``wengert.return_types``: the named tuples that operations return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._core import ops
from ._core.api import public
from ._core.ops.results import RESULTS
from ._core.tape.tensor import Tensor as Tensor  # annotations of fields name it

ops.declare_all()
globals().update(RESULTS)
__all__ = list(RESULTS)

if TYPE_CHECKING:

    def __getattr__(name: str) -> type[tuple[Any, ...]]: ...

else:
    __getattr__, __dir__ = public.surface(__name__)
