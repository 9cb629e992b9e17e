"""``wengert.optim.adam``: where PyTorch keeps ``Adam``, which is :class:`wengert.optim.Adam`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import Adam

__all__ = ["Adam"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
