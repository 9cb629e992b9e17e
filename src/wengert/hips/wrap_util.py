"""``autograd.wrap_util``: operators for functions of several arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.hips.derivatives import unary_to_nary

__all__ = [
    "unary_to_nary",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
