"""``wengert.amp``: computing in half types: :class:`autocast`, and scaling of gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.autocast import autocast, custom_bwd, custom_fwd, is_autocast_available
from .._core.modules.switches.gradient_scaling import GradScaler

if TYPE_CHECKING:
    from . import autocast_mode as autocast_mode
    from . import grad_scaler as grad_scaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("autocast_mode", "grad_scaler"))
