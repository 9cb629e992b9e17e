"""``wengert.distributions.geometric``: where PyTorch keeps ``Geometric``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.two_outcomes import Geometric

__all__ = ["Geometric"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
