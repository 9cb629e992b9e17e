"""``wengert.distributions.weibull``: where PyTorch keeps ``Weibull``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.positive import Weibull

__all__ = ["Weibull"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
