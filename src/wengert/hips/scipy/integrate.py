"""``autograd.scipy.integrate``: ordinary differential equations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.scipy_functions import odeint

__all__ = [
    "odeint",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
