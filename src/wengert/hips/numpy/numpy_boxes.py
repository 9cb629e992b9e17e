"""``autograd.numpy.numpy_boxes``: the boxes of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.api import public
from ..._core.modules.hips.boxes import ArrayBox

__all__ = [
    "ArrayBox",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
