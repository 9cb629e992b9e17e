"""``wengert.optim.rmsprop``: where PyTorch keeps ``RMSprop``, which is :class:`wengert.optim.RMSprop`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adaptive import RMSprop

__all__ = ["RMSprop"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
