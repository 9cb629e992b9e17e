"""``wengert.autograd.forward_ad``: forward mode with dual tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.dual_levels import (
    UnpackedDualTensor,
    dual_level,
    enter_dual_level,
    exit_dual_level,
    make_dual,
    unpack_dual,
)
from .._core.api.dual_levels import _is_fwd_grad_enabled as _is_fwd_grad_enabled
from .._core.api.dual_levels import _set_fwd_grad_enabled as _set_fwd_grad_enabled

__all__ = [
    "UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
