"""``wengert.nn.utils.parametrizations``: orthogonal weights, and weights of limited norms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.parametrizations import orthogonal, spectral_norm, weight_norm

__all__ = [
    "orthogonal", "spectral_norm", "weight_norm",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
