"""``autograd.numpy.linalg``: NumPy's linear algebra, whose functions take boxes, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ..._core.api import public
from ..._core.modules.hips.numpy_names import MATRICES, names_of

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, names_of(numpy.linalg), MATRICES)
