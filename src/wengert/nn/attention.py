"""``wengert.nn.attention``: the choice of a kernel of attention, which changes nothing: there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.hardware import SDPBackend, sdpa_kernel

__all__ = ["SDPBackend", "sdpa_kernel"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
