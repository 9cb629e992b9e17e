"""``wengert.distributions.exp_family``: where PyTorch keeps ``ExponentialFamily``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.distribution import ExponentialFamily

__all__ = ["ExponentialFamily"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
