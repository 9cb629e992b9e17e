"""``wengert.optim.nadam``: where PyTorch keeps ``NAdam``, which is :class:`wengert.optim.NAdam`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import NAdam

__all__ = ["NAdam"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
