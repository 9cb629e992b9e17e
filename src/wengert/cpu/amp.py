"""``wengert.cpu.amp``: :class:`wengert.amp.autocast` for the CPU, by its old name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.autocast import autocast_cpu as autocast

__all__ = ["autocast"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
