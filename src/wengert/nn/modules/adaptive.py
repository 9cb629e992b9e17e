"""``wengert.nn.modules.adaptive``: a softmax over many classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.adaptive_softmax import AdaptiveLogSoftmaxWithLoss

__all__ = [
    "AdaptiveLogSoftmaxWithLoss",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
