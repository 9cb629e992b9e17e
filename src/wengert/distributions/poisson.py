"""``wengert.distributions.poisson``: where PyTorch keeps ``Poisson``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.two_outcomes import Poisson

__all__ = ["Poisson"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
