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
    get_device_properties,
    get_rng_state,
    get_rng_state_all,
    init,
    initial_seed,
    is_available,
    is_bf16_supported,
    is_initialized,
    is_tf32_supported,
    manual_seed,
    manual_seed_all,
    max_memory_allocated,
    max_memory_reserved,
    mem_get_info,
    memory_allocated,
    memory_reserved,
    reset_peak_memory_stats,
    seed,
    seed_all,
    set_device,
    set_rng_state,
    set_rng_state_all,
    synchronize,
)
from .._core.errors.text import OutOfMemoryError

__all__ = [
    "OutOfMemoryError", "current_device", "device", "device_count", "empty_cache", "get_device_capability",
    "get_device_name", "get_device_properties", "get_rng_state", "get_rng_state_all", "init", "initial_seed",
    "is_available", "is_bf16_supported", "is_initialized", "is_tf32_supported", "manual_seed", "manual_seed_all",
    "max_memory_allocated", "max_memory_reserved", "mem_get_info", "memory_allocated", "memory_reserved",
    "reset_peak_memory_stats", "seed", "seed_all", "set_device", "set_rng_state", "set_rng_state_all", "synchronize",
]  # fmt: skip

if TYPE_CHECKING:
    from . import amp as amp
    from . import nvtx as nvtx
    from . import profiler as profiler

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("amp", "nvtx", "profiler"))
