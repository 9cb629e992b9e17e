"""``autograd.numpy.fft``: NumPy's Fourier transforms, whose functions take boxes, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ..._core.api import public
from ..._core.modules.hips.numpy_names import names_of

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, names_of(numpy.fft), {})
