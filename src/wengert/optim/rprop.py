"""``wengert.optim.rprop``: where PyTorch keeps ``Rprop``, which is :class:`wengert.optim.Rprop`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.descent import Rprop

__all__ = ["Rprop"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
