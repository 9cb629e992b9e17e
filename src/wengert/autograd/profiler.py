"""``wengert.autograd.profiler``: what a program runs, for how long, and what it costs (``docs/profiler.md``)."""

from __future__ import annotations

from ..profiler.diff import Diff, diff
from ..profiler.events import (
    DeviceType,
    EventList,
    FunctionEvent,
    FunctionEventAvg,
    Interval,
    Kernel,
)
from ..profiler.nvprof import load_nvprof, parse_nvprof_trace
from ..profiler.profile import _ExperimentalConfig, profile
from ..profiler.ranges import emit_itt, emit_nvtx
from ..profiler.scopes import record_function
from ..profiler.timeline import timeline

__all__ = [
    "DeviceType", "Diff", "EventList", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel", "_ExperimentalConfig",
    "diff", "emit_itt", "emit_nvtx", "load_nvprof", "parse_nvprof_trace", "profile", "record_function", "timeline",
]  # fmt: skip
