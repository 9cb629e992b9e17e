"""``wengert.autograd.functional``: Jacobians, Hessians and products with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.api.functional import hessian, jacobian
from .._core.api.products import hvp, jvp, vhp, vjp

__all__ = [
    "hessian", "hvp", "jacobian", "jvp", "vhp", "vjp",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
