"""``wengert.nn.init``: first values of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.layers.init import _calculate_correct_fan as _calculate_correct_fan
from .._core.modules.layers.init import _calculate_fan_in_and_fan_out as _calculate_fan_in_and_fan_out
from .._core.modules.layers.init import (
    calculate_gain,
    constant,
    constant_,
    dirac,
    dirac_,
    eye,
    eye_,
    kaiming_normal,
    kaiming_normal_,
    kaiming_uniform,
    kaiming_uniform_,
    normal,
    normal_,
    ones_,
    orthogonal,
    orthogonal_,
    sparse,
    sparse_,
    trunc_normal_,
    uniform,
    uniform_,
    xavier_normal,
    xavier_normal_,
    xavier_uniform,
    xavier_uniform_,
    zeros_,
)

__all__ = [
    "calculate_gain", "constant", "constant_", "dirac", "dirac_", "eye", "eye_", "kaiming_normal",
    "kaiming_normal_", "kaiming_uniform", "kaiming_uniform_", "normal", "normal_", "ones_", "orthogonal",
    "orthogonal_", "sparse", "sparse_", "trunc_normal_", "uniform", "uniform_", "xavier_normal", "xavier_normal_",
    "xavier_uniform", "xavier_uniform_", "zeros_",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
