"""``wengert.profiler``: :mod:`wengert.autograd.profiler` with PyTorch's newer interface, for the steps of a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._core.api import public
from ._core.tools.profiler.steps import (
    ProfilerAction,
    ProfilerActivity,
    kineto_available,
    profile,
    schedule,
    supported_activities,
    tensorboard_trace_handler,
)
from .autograd.profiler import DeviceType, record_function

__all__ = [
    "DeviceType", "ProfilerAction", "ProfilerActivity", "kineto_available", "profile", "record_function", "schedule",
    "supported_activities", "tensorboard_trace_handler",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
