"""``wengert.utils``: what is useful beside the operations."""

from __future__ import annotations

from . import _pytree as _pytree
from . import checkpoint, hooks

__all__ = ["checkpoint", "hooks"]
