"""``wengert.distributions.cauchy``: where PyTorch keeps ``Cauchy``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.location_scale import Cauchy

__all__ = ["Cauchy"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
