"""``wengert.cuda.nvtx``: ranges and marks for NVIDIA's profilers. ``emit_nvtx`` makes one of every operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.tools.profiler.nvtx_calls import mark, range, range_pop, range_push

__all__ = ["mark", "range", "range_pop", "range_push"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
