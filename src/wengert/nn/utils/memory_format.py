"""``wengert.nn.utils.memory_format``: weights in a memory format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.parameter_vectors import (
    convert_conv2d_weight_memory_format,
    convert_conv3d_weight_memory_format,
)

__all__ = [
    "convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
