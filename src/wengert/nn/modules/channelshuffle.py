"""``wengert.nn.modules.channelshuffle``: channels in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.shape_layers import ChannelShuffle

__all__ = [
    "ChannelShuffle",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
