"""``wengert.cuda.profiler``: which part of a program NVIDIA's profilers look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.tools.profiler.collection import profile, start, stop

__all__ = ["profile", "start", "stop"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
