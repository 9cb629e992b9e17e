"""``wengert.utils``: what is useful beside the operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import errors
from . import _pytree as _pytree
from . import checkpoint, hooks

__all__ = ["checkpoint", "hooks"]

if not TYPE_CHECKING:
    __getattr__ = errors.absent.looked_up_in(__name__)
