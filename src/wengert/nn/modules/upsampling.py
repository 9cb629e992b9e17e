"""``wengert.nn.modules.upsampling``: images in another size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.shape_layers import Upsample, UpsamplingBilinear2d, UpsamplingNearest2d

__all__ = [
    "Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
