"""``wengert.utils``: what is useful beside the operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..utils import _pytree as _pytree
from ..utils import checkpoint, hooks

__all__ = [
    "checkpoint", "hooks",
]  # fmt: skip

if not TYPE_CHECKING:  # to checkers a name that is not there is an error
    __getattr__, __dir__ = public.surface(__name__)
