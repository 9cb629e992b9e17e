"""``autograd.numpy``: NumPy, whose functions take boxes, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ..._core.api import public
from ..._core.modules.hips.numpy_names import ARRAYS, names_of
from . import fft, linalg, numpy_boxes, random

INNER = {"fft": fft, "linalg": linalg, "numpy_boxes": numpy_boxes, "random": random}

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, {**names_of(numpy), **INNER}, ARRAYS)
