"""``wengert.distributions.inverse_gamma``: where PyTorch keeps ``InverseGamma``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.gamma_family import InverseGamma

__all__ = ["InverseGamma"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
