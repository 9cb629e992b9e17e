"""``autograd.scipy.linalg``: SciPy's linear algebra, which takes boxes where it has derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import scipy.linalg

from ..._core.api import public
from ..._core.modules.hips.numpy_names import names_of
from ..._core.modules.hips.scipy_functions import OF_SCIPY

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, names_of(scipy.linalg), OF_SCIPY)
