"""``wengert.utils.benchmark``: how long statements take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.timing.comparison import Compare
from .._core.modules.timing.measurements import Measurement, TaskSpec, select_unit, unit_to_english
from .._core.modules.timing.timers import Timer, timer

__all__ = ["Compare", "Measurement", "TaskSpec", "Timer", "select_unit", "timer", "unit_to_english"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
