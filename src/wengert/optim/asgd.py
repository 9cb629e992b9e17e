"""``wengert.optim.asgd``: where PyTorch keeps ``ASGD``, which is :class:`wengert.optim.ASGD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.descent import ASGD

__all__ = ["ASGD"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
