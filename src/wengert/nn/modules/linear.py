"""``wengert.nn.modules.linear``: linear layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.linear_layers import Bilinear, Identity, Linear, NonDynamicallyQuantizableLinear

if TYPE_CHECKING:
    from ..._core.modules.layers.lazy_layers import LazyLinear

__all__ = [
    "Bilinear", "Identity", "LazyLinear", "Linear", "NonDynamicallyQuantizableLinear",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, late={"LazyLinear": "modules.layers.lazy_layers"})
