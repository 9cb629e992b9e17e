"""``wengert.autograd.grad_mode``: enable or disable recording."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.grad_mode import (
    enable_grad,
    enforce_grad_layout_policy,
    inference_mode,
    is_grad_enabled,
    is_inference,
    is_inference_mode_enabled,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)

__all__ = [
    "enable_grad", "enforce_grad_layout_policy", "inference_mode", "is_grad_enabled", "is_inference",
    "is_inference_mode_enabled", "is_multithreading_enabled", "no_grad", "set_grad_enabled",
    "set_multithreading_enabled",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
