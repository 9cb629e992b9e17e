"""``wengert.distributions.von_mises``: where PyTorch keeps ``VonMises``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.circle import VonMises

__all__ = ["VonMises"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
