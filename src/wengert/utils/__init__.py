"""``wengert.utils``: timing and counting, checkpointing, data, hooks and DLPack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from . import _pytree as _pytree
from . import hooks

if TYPE_CHECKING:
    from . import benchmark, checkpoint, data, dlpack, flop_counter

__all__ = ["benchmark", "checkpoint", "data", "dlpack", "flop_counter", "hooks"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__, submodules=("benchmark", "checkpoint", "data", "dlpack", "flop_counter")
    )
