"""``wengert.utils.hooks``: handles of hooks, and which hooks may stay behind when a tensor is pickled."""

from __future__ import annotations

from ..hooks import RemovableHandle, unserializable_hook, warn_if_has_hooks

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]
