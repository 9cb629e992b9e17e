"""``wengert.utils.flop_counter``: how many floating point operations a program takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.timing.flop_counter import FlopCounterMode

__all__ = ["FlopCounterMode"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
