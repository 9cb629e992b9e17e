"""``wengert.autograd.gradcheck``: derivatives compared with finite differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.gradcheck.gradcheck import gradcheck, gradgradcheck

if TYPE_CHECKING:  # imported when first touched
    from .._core.api.gradcheck.legacy import (
        get_analytical_jacobian,
        get_numerical_jacobian,
        get_numerical_jacobian_wrt_specific_input,
    )
    from .._core.api.gradcheck.report import Entry, GradcheckError

__all__ = [
    "Entry", "GradcheckError", "get_analytical_jacobian", "get_numerical_jacobian",
    "get_numerical_jacobian_wrt_specific_input", "gradcheck", "gradgradcheck",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(
        __name__,
        late={
            "Entry": "api.gradcheck.report",
            "GradcheckError": "api.gradcheck.report",
            "get_analytical_jacobian": "api.gradcheck.legacy",
            "get_numerical_jacobian": "api.gradcheck.legacy",
            "get_numerical_jacobian_wrt_specific_input": "api.gradcheck.legacy",
        },
    )
