"""``wengert.nn.attention``: attention by functions of scores, causal masks, and the choice of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.switches.hardware import SDPBackend, sdpa_kernel

if TYPE_CHECKING:
    from . import bias as bias
    from . import flex_attention as flex_attention

SUBMODULES = ("bias", "flex_attention")

__all__ = ["SDPBackend", "sdpa_kernel", *SUBMODULES]

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=SUBMODULES)
