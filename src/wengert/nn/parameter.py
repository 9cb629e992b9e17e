"""``wengert.nn.parameter``: parameters and buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.layers.parameter import Buffer, Parameter, is_lazy

if TYPE_CHECKING:
    from .._core.modules.layers.uninitialized import (
        UninitializedBuffer,
        UninitializedParameter,
        UninitializedTensorMixin,
    )

__all__ = [
    "Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "UninitializedTensorMixin", "is_lazy",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        late={
            "UninitializedBuffer": "modules.layers.uninitialized",
            "UninitializedParameter": "modules.layers.uninitialized",
            "UninitializedTensorMixin": "modules.layers.uninitialized",
        },
    )
