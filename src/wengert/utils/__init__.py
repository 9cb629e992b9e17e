"""``wengert.utils``: checkpointing and hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..utils import _pytree as _pytree
from ..utils import checkpoint, hooks

__all__ = [
    "checkpoint", "hooks",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
