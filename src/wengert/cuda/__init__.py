"""``wengert.cuda``: query the GPU and its memory, choose one, and seed its random numbers. Streams are CuPy's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.cuda import (
    current_device,
    device,
    device_count,
    empty_cache,
    get_device_capability,
    get_device_name,
    is_available,
    is_initialized,
    manual_seed,
    manual_seed_all,
    max_memory_allocated,
    max_memory_reserved,
    memory_allocated,
    memory_reserved,
    set_device,
    synchronize,
)

__all__ = [
    "current_device", "device", "device_count", "empty_cache", "get_device_capability", "get_device_name",
    "is_available", "is_initialized", "manual_seed", "manual_seed_all", "max_memory_allocated",
    "max_memory_reserved", "memory_allocated", "memory_reserved", "set_device", "synchronize",
]  # fmt: skip

if TYPE_CHECKING:
    from . import amp as amp

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("amp",))
