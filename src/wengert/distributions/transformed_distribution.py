"""``wengert.distributions.transformed_distribution``: where PyTorch keeps ``TransformedDistribution``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.transformed import TransformedDistribution

__all__ = ["TransformedDistribution"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
