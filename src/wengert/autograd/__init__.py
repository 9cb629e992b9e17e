"""``wengert.autograd``: file for file as torch has it."""

from __future__ import annotations

from . import forward_ad, function, functional, grad_mode
from .backward import backward, grad
from .function import Function
from .grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from .gradcheck import gradcheck, gradgradcheck

__all__ = [
    "Function", "backward", "enable_grad", "forward_ad", "function", "functional", "grad", "grad_mode", "gradcheck",
    "gradgradcheck", "is_grad_enabled", "no_grad", "set_grad_enabled",
]  # fmt: skip
