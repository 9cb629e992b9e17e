"""``autograd.test_util``: derivatives compared with finite differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.hips.finite_differences import check_equivalent, check_grads, combo_check, scalar_close

__all__ = [
    "check_equivalent", "check_grads", "combo_check", "scalar_close",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
