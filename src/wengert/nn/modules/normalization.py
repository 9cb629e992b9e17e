"""``wengert.nn.modules.normalization``: normalisation over features and channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.norm_layers import GroupNorm, LayerNorm, LocalResponseNorm, RMSNorm

__all__ = [
    "GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
