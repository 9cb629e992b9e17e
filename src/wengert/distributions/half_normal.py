"""``wengert.distributions.half_normal``: where PyTorch keeps ``HalfNormal``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.location_scale import HalfNormal

__all__ = ["HalfNormal"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
