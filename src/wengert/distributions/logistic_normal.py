"""``wengert.distributions.logistic_normal``: where PyTorch keeps ``LogisticNormal``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.positive import LogisticNormal

__all__ = ["LogisticNormal"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
