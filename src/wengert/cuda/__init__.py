"""``wengert.cuda``: query the GPU, and seed its random numbers. There are no streams or pinned memory yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.cuda import device_count, is_available, manual_seed, manual_seed_all

__all__ = [
    "device_count", "is_available", "manual_seed", "manual_seed_all",
]  # fmt: skip

if TYPE_CHECKING:
    from . import amp as amp

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("amp",))
