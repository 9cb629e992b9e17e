"""``wengert.distributions.multivariate_normal``: where PyTorch keeps ``MultivariateNormal``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.multivariate import MultivariateNormal

__all__ = ["MultivariateNormal"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
