"""``wengert.distributions.normal``: where PyTorch keeps ``Normal``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.location_scale import Normal

__all__ = ["Normal"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
