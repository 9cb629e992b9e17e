"""``wengert.autograd``: automatic differentiation, with the modules of ``torch.autograd``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.backward import backward, grad
from . import anomaly_mode, forward_ad, function, functional, grad_mode, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .function import Function
from .grad_mode import (
    enable_grad,
    enforce_grad_layout_policy,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    is_multithreading_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from .gradcheck import gradcheck, gradgradcheck
from .variable import Variable, variable

if TYPE_CHECKING:
    from . import profiler, profiler_util

__all__ = [
    "Function", "Variable", "anomaly_mode", "backward", "detect_anomaly", "enable_grad", "enforce_grad_layout_policy",
    "forward_ad", "function", "functional", "grad", "grad_mode", "gradcheck", "gradgradcheck", "graph",
    "inference_mode", "is_grad_enabled", "is_inference_mode_enabled", "is_multithreading_enabled", "no_grad",
    "profiler", "profiler_util", "set_detect_anomaly", "set_grad_enabled", "set_multithreading_enabled", "variable",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__, submodules=("profiler", "profiler_util"))
