"""``wengert.optim.adadelta``: where PyTorch keeps ``Adadelta``, which is :class:`wengert.optim.Adadelta`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adaptive import Adadelta

__all__ = ["Adadelta"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
