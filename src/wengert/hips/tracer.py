"""``autograd.tracer``: boxes, and functions that see what is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from .._core.modules.hips.boxes import ArrayBox as Box
from .._core.modules.hips.boxes import getval, isbox
from .._core.modules.hips.custom_rules import notrace_primitive, primitive

__all__ = [
    "Box", "getval", "isbox", "notrace_primitive", "primitive",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
