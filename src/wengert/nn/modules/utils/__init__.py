"""``wengert.nn.modules.utils``: sizes for each dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._core.api import public
from ...._core.modules.layers.sizes import _ntuple as _ntuple
from ...._core.modules.layers.sizes import _pair as _pair
from ...._core.modules.layers.sizes import _quadruple as _quadruple
from ...._core.modules.layers.sizes import _reverse_repeat_tuple as _reverse_repeat_tuple
from ...._core.modules.layers.sizes import _single as _single
from ...._core.modules.layers.sizes import _triple as _triple
from ...._core.modules.layers.sizes import consume_prefix_in_state_dict_if_present

__all__ = [
    "consume_prefix_in_state_dict_if_present",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
