"""``wengert.optim.adagrad``: where PyTorch keeps ``Adagrad``, which is :class:`wengert.optim.Adagrad`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adaptive import Adagrad

__all__ = ["Adagrad"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
