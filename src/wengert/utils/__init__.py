"""``wengert.utils``: checkpointing and hooks."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .._core.api import public
from . import _pytree as _pytree
from . import hooks

if TYPE_CHECKING:
    from . import checkpoint

__all__ = ["checkpoint", "hooks"]

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    _absent, __dir__ = public.surface(__name__)

    def __getattr__(name: str) -> Any:
        """Checkpointing is imported when it is first used, so that programs without it start faster."""
        if name == "checkpoint":
            return importlib.import_module(f"{__name__}.checkpoint")
        return _absent(name)
