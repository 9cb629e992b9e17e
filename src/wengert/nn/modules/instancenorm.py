"""``wengert.nn.modules.instancenorm``: normalisation over each example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.norm_layers import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from ..._core.modules.layers.norm_layers import _InstanceNorm as _InstanceNorm

if TYPE_CHECKING:
    from ..._core.modules.layers.lazy_layers import LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d

__all__ = [
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        late={
            "LazyInstanceNorm1d": "modules.layers.lazy_layers",
            "LazyInstanceNorm2d": "modules.layers.lazy_layers",
            "LazyInstanceNorm3d": "modules.layers.lazy_layers",
        },
    )
