"""``wengert.nn.attention.bias``: causal masks for sequences of two lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.layers.causal_bias import CausalBias, CausalVariant, causal_lower_right, causal_upper_left

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
