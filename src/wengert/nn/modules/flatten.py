"""``wengert.nn.modules.flatten``: dimensions made one, and one made several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.shape_layers import Flatten, Unflatten

__all__ = [
    "Flatten", "Unflatten",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
