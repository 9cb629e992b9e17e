"""``autograd.numpy.numpy_vjps``: what rules of elementwise functions need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.broadcasting import unbroadcast, unbroadcast_f

__all__ = [
    "unbroadcast", "unbroadcast_f",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
