"""``wengert.nn.modules.conv``: convolutions and their transposes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.conv_layers import (
    Conv1d,
    Conv2d,
    Conv3d,
    ConvTranspose1d,
    ConvTranspose2d,
    ConvTranspose3d,
)
from ..._core.modules.layers.conv_layers import _ConvNd as _ConvNd
from ..._core.modules.layers.conv_layers import _ConvTransposeNd as _ConvTransposeNd

if TYPE_CHECKING:
    from ..._core.modules.layers.lazy_layers import (
        LazyConv1d,
        LazyConv2d,
        LazyConv3d,
        LazyConvTranspose1d,
        LazyConvTranspose2d,
        LazyConvTranspose3d,
    )

__all__ = [
    "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "LazyConv1d",
    "LazyConv2d", "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        late={
            "LazyConv1d": "modules.layers.lazy_layers",
            "LazyConv2d": "modules.layers.lazy_layers",
            "LazyConv3d": "modules.layers.lazy_layers",
            "LazyConvTranspose1d": "modules.layers.lazy_layers",
            "LazyConvTranspose2d": "modules.layers.lazy_layers",
            "LazyConvTranspose3d": "modules.layers.lazy_layers",
        },
    )
