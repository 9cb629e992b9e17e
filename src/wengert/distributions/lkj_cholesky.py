"""``wengert.distributions.lkj_cholesky``: where PyTorch keeps ``LKJCholesky``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.random_matrices import LKJCholesky

__all__ = ["LKJCholesky"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
