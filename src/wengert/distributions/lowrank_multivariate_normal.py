"""``wengert.distributions.lowrank_multivariate_normal``: where PyTorch keeps ``LowRankMultivariateNormal``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.multivariate import LowRankMultivariateNormal

__all__ = ["LowRankMultivariateNormal"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
