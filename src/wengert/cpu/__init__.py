"""``wengert.cpu``: what programs ask of the CPU as of other devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import cpu_count, cpu_is_available, cpu_synchronize

if TYPE_CHECKING:
    from . import amp as amp

device_count, is_available, synchronize = cpu_count, cpu_is_available, cpu_synchronize

__all__ = ["device_count", "is_available", "synchronize"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("amp",))
