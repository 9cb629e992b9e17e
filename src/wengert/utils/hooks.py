"""``wengert.utils.hooks``: handles of hooks, and the pickling of tensors with hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.tape.hooks import RemovableHandle, unserializable_hook, warn_if_has_hooks

__all__ = [
    "RemovableHandle", "unserializable_hook", "warn_if_has_hooks",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
