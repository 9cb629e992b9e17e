"""``wengert.distributions.mixture_same_family``: where PyTorch keeps ``MixtureSameFamily``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.mixture import MixtureSameFamily

__all__ = ["MixtureSameFamily"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
