"""``wengert.optim.adamax``: where PyTorch keeps ``Adamax``, which is :class:`wengert.optim.Adamax`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import Adamax

__all__ = ["Adamax"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
