"""``wengert.cuda.amp``: :mod:`wengert.amp` for a GPU, by its old names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.switches.autocast import autocast_cuda as autocast
from .._core.modules.switches.autocast import custom_bwd_cuda as custom_bwd
from .._core.modules.switches.autocast import custom_fwd_cuda as custom_fwd
from .._core.modules.switches.gradient_scaling import GradScalerCuda as GradScaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
