"""``wengert.optim.sgd``: where PyTorch keeps ``SGD``, which is :class:`wengert.optim.SGD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.descent import SGD

__all__ = ["SGD"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
