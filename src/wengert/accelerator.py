"""``wengert.accelerator``: the GPU, if there is one, whatever it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.api.cuda import (
    current_accelerator,
    device_count,
    empty_cache,
    is_available,
    max_memory_allocated,
    max_memory_reserved,
    memory_allocated,
    memory_reserved,
    reset_peak_memory_stats,
    synchronize,
)
from ._core.api.cuda import current_device as current_device_index
from ._core.api.cuda import device as device_index
from ._core.api.cuda import mem_get_info as get_memory_info
from ._core.api.cuda import set_device as set_device_index

__all__ = [
    "current_accelerator", "current_device_index", "device_count", "device_index", "empty_cache", "get_memory_info",
    "is_available", "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved",
    "reset_peak_memory_stats", "set_device_index", "synchronize",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
