"""``wengert.nn.modules.fold``: patches of images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.shape_layers import Fold, Unfold

__all__ = [
    "Fold", "Unfold",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
