"""``wengert.optim.sparse_adam``: where PyTorch keeps ``SparseAdam``, which is :class:`wengert.optim.SparseAdam`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.optim.adam import SparseAdam

__all__ = ["SparseAdam"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
