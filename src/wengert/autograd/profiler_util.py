"""``wengert.autograd.profiler_util``: what a profile consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.tools.profiler.records import MemRecordsAcc, StringTable
from .profiler import DeviceType, EventList, FunctionEvent, FunctionEventAvg, Interval, Kernel

__all__ = [
    "DeviceType", "EventList", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel", "MemRecordsAcc",
    "StringTable",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
