"""``wengert.distributions.wishart``: where PyTorch keeps ``Wishart``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.distributions.random_matrices import Wishart

__all__ = ["Wishart"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
