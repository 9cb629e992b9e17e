"""``wengert.autograd.profiler``: what a program runs, for how long, and what it costs (``docs/profiler.md``)."""

from __future__ import annotations

from ..profiler.events import (
    DeviceType,
    EventList,
    FunctionEvent,
    FunctionEventAvg,
    Interval,
    Kernel,
)
from ..profiler.profile import _ExperimentalConfig, profile
from ..profiler.scopes import record_function

__all__ = [
    "DeviceType", "EventList", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel", "_ExperimentalConfig",
    "profile", "record_function",
]  # fmt: skip
