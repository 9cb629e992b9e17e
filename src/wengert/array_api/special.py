"""Special functions under SciPy's names. They are not in the standard: SciPy looks for them here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..special import (
    bessel_j0 as j0, bessel_j1 as j1, bessel_y0 as y0, bessel_y1 as y1, digamma, entr, erf, erfc, erfcx, erfinv, exp2,
    expit, expm1, gammaln, i0, i0e, i1, i1e, log1p, log_ndtr, logit, modified_bessel_k0 as k0, modified_bessel_k1 as k1,
    multigammaln, ndtr, ndtri, psi, scaled_modified_bessel_k0 as k0e, scaled_modified_bessel_k1 as k1e,
)  # fmt: skip
from .._core.modules.array_api.elementwise import gammainc, gammaincc, xlog1py, xlogy, zeta

__all__ = [
    "digamma", "entr", "erf", "erfc", "erfcx", "erfinv", "exp2", "expit", "expm1", "gammainc", "gammaincc", "gammaln",
    "i0", "i0e", "i1", "i1e", "j0", "j1", "k0", "k0e", "k1", "k1e", "log1p", "log_ndtr", "logit", "multigammaln",
    "ndtr", "ndtri", "psi", "xlog1py", "xlogy", "y0", "y1", "zeta",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
