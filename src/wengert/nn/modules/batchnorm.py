"""``wengert.nn.modules.batchnorm``: normalisation over the batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.norm_layers import BatchNorm1d, BatchNorm2d, BatchNorm3d, SyncBatchNorm
from ..._core.modules.layers.norm_layers import _BatchNorm as _BatchNorm
from ..._core.modules.layers.norm_layers import _NormBase as _NormBase

if TYPE_CHECKING:
    from ..._core.modules.layers.lazy_layers import LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d",
    "SyncBatchNorm",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        late={
            "LazyBatchNorm1d": "modules.layers.lazy_layers",
            "LazyBatchNorm2d": "modules.layers.lazy_layers",
            "LazyBatchNorm3d": "modules.layers.lazy_layers",
        },
    )
