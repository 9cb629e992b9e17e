"""``wengert.accelerator``: the GPU, if there is one, by the names that PyTorch has for any kind of accelerator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.modules.switches.accelerators import (
    current_accelerator,
    current_device_index,
    device_count,
    device_index,
    empty_cache,
    is_available,
    memory_allocated,
    memory_reserved,
    set_device_index,
    synchronize,
)

__all__ = [
    "current_accelerator", "current_device_index", "device_count", "device_index", "empty_cache", "is_available",
    "memory_allocated", "memory_reserved", "set_device_index", "synchronize",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
