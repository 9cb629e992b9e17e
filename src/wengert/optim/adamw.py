"""``wengert.optim.adamw``: where PyTorch keeps ``AdamW``, which is :class:`wengert.optim.AdamW`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import AdamW

__all__ = ["AdamW"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
