"""``wengert.distributions.chi2``: where PyTorch keeps ``Chi2``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.gamma_family import Chi2

__all__ = ["Chi2"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
