"""``wengert.optim.radam``: where PyTorch keeps ``RAdam``, which is :class:`wengert.optim.RAdam`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import RAdam

__all__ = ["RAdam"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
