"""``autograd.scipy.special``: SciPy's special functions, which take boxes where they have derivatives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import scipy.special

from ..._core.api import public
from ..._core.modules.hips.numpy_names import names_of
from ..._core.modules.hips.special_names import SPECIAL

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
else:
    __dir__ = public.mirror(__name__, names_of(scipy.special), SPECIAL)
