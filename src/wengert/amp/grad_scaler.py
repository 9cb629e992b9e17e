"""``wengert.amp.grad_scaler``: where PyTorch keeps :class:`wengert.amp.GradScaler`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.gradient_scaling import GradScaler

__all__ = ["GradScaler"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
