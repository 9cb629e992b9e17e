"""``autograd.scipy.special``: functions of SciPy that take boxes. Derivatives are those of DLMF, chapters 5 to 10."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as theirs

from .boxes import call, getval, holds_box
from .broadcasting import elementwise
from .numpy_names import taking_boxes

Function = Callable[..., Any]
HALF_ROOT_PI = math.sqrt(math.pi) / 2


def logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False) -> Any:
    """``scipy.special.logsumexp``: the logarithm of a sum of exponentials.

    Args:
        a: an array.
        axis: the dimension or dimensions to sum over. Default: all.
        b: factors of the exponentials.
        keepdims: whether to keep the dimensions, with size one.
        return_sign: whether to return the sign of the sum, too.
    """
    if not holds_box((a, b)):
        return theirs.logsumexp(a, axis=axis, b=b, keepdims=keepdims, return_sign=return_sign)
    a = call(np.asarray, (a,)) if isinstance(a, (list, tuple)) and holds_box(a) else a
    largest = np.max(np.real(getval(a)), axis=axis, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    parts = np.exp(a - largest) if b is None else b * np.exp(a - largest)
    total = np.sum(parts, axis=axis, keepdims=keepdims)  # type: ignore[call-overload]  # NumPy 2.5 declares True alone
    shift = largest if keepdims else np.reshape(largest, np.shape(total))
    if return_sign:
        return np.log(np.abs(total)) + shift, np.sign(total)
    return np.log(total) + shift


gammaln, psi = taking_boxes(theirs.gammaln), taking_boxes(theirs.psi)
polygamma: Function = elementwise(theirs.polygamma, None, lambda ans, n, x: polygamma(n + 1, x))
beta = elementwise(
    theirs.beta, lambda ans, a, b: ans * (psi(a) - psi(a + b)), lambda ans, a, b: ans * (psi(b) - psi(a + b))
)
betaln = elementwise(theirs.betaln, lambda ans, a, b: psi(a) - psi(a + b), lambda ans, a, b: psi(b) - psi(a + b))
betainc = elementwise(
    theirs.betainc, None, None,
    lambda ans, a, b, x: np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - betaln(a, b)),
)  # fmt: skip
jn: Function = elementwise(theirs.jn, None, lambda ans, n, x: (jn(n - 1, x) - jn(n + 1, x)) / 2)
yn: Function = elementwise(theirs.yn, None, lambda ans, n, x: (yn(n - 1, x) - yn(n + 1, x)) / 2)
iv: Function = elementwise(theirs.iv, None, lambda ans, n, x: (iv(n - 1, x) + iv(n + 1, x)) / 2)
SPECIAL: dict[str, Function] = {
    "beta": beta, "betainc": betainc, "betaln": betaln, "iv": iv, "jn": jn, "logsumexp": logsumexp,
    "polygamma": polygamma, "yn": yn,
    "erfcinv": elementwise(theirs.erfcinv, lambda ans, x: -HALF_ROOT_PI * np.exp(ans**2)),
    "gammasgn": elementwise(theirs.gammasgn, lambda ans, x: np.zeros(np.shape(ans))),
    "ive": elementwise(
        theirs.ive, None, lambda ans, n, x: (SPECIAL["ive"](n - 1, x) + SPECIAL["ive"](n + 1, x)) / 2 - np.sign(x) * ans
    ),
    "multigammaln": elementwise(
        theirs.multigammaln, lambda ans, a, d: np.sum(psi(np.reshape(a, (*np.shape(a), 1)) - np.arange(d) / 2), axis=-1)
    ),
    "rgamma": elementwise(theirs.rgamma, lambda ans, x: -psi(x) * ans),
}  # fmt: skip
