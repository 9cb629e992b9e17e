"""``wengert.autograd.profiler``: measure what ran, its time and its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.tools.profiler.diff import Diff, diff
from .._core.tools.profiler.events import (
    DeviceType,
    EventList,
    FunctionEvent,
    FunctionEventAvg,
    Interval,
    Kernel,
    Scope,
)
from .._core.tools.profiler.nvprof import load_nvprof, parse_nvprof_trace
from .._core.tools.profiler.profile import _ExperimentalConfig, profile
from .._core.tools.profiler.scopes import record_function
from .._core.tools.profiler.timeline import timeline
from .._core.tools.profiler.vendor_ranges import emit_itt, emit_nvtx

__all__ = [
    "DeviceType", "Diff", "EventList", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel", "Scope",
    "_ExperimentalConfig",
    "diff", "emit_itt", "emit_nvtx", "load_nvprof", "parse_nvprof_trace", "profile", "record_function", "timeline",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
