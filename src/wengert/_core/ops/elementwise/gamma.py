"""Relatives of the gamma function: its logarithm and derivatives, the zeta function, incomplete gamma functions."""

from __future__ import annotations

import math
from operator import index as as_int
from typing import Any

import numpy as np

from ...arrays import dtypes, function_loops, reductions
from ...declare.families import composite, pointwise
from .elementary import exp, log
from .pointwise import _dtype as number_dtype
from .pointwise import elementary
from .special import libm, scipy

# -- the logarithm of the gamma function, and its derivatives


# The Taylor series at 2. There, and at 1, libm and SciPy lose digits, because the result is near 0. The factor of z, then
# (-1)**k (zeta(k) - 1) / k for k = 2, 3, ...
AT_TWO = (
    0.42278433509846713, 0.3224670334241132, -0.0673523010531981, 0.020580808427784546, -0.007385551028673986,
    0.0028905103307415234, -0.001192753911703261, 0.0005096695247430425, -0.00022315475845357939,
    9.945751278180853e-05, -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06,
    4.374866789907488e-06, -2.039215753801366e-06, 9.55141213040742e-07, -4.492469198764566e-07,
    2.1207184805554665e-07, -1.0043224823968099e-07, 4.7698101693639804e-08, -2.2711094608943164e-08,
    1.0838659214896955e-08, -5.183475041970047e-09,
)  # fmt: skip


def _log_gamma(x: float) -> float:
    if x > 2.5e305 or (x <= 0 and x == math.floor(x)):  # Python's raises an error where it overflows, and at a pole
        return math.inf
    return math.lgamma(x)


def _corrected(x: Any, found: Any) -> Any:
    """The logarithm, corrected for NumPy arrays: where it is near 0, around 1 and 2, and where SciPy overflows."""
    if not reductions.every(np.isfinite(found), None):
        tiny = np.isinf(found) & (x != 0) & (np.abs(x) < 1)  # numbers below the normal ones
        found = np.where(tiny, -np.log(np.abs(x)), found)
    away = np.abs(x - 1.5)
    near = (away > 0.25) & (away <= 0.75)
    if not reductions.some(near, None):
        return found
    first = x[near] < 1.5
    z = x[near] - np.where(first, 1.0, 2.0)
    series = np.zeros_like(z)
    for c in reversed(AT_TWO):
        series = (series + c) * z
    found = np.array(found)
    found[near] = np.where(first, series - np.log1p(z), series)  # gamma(x + 1) is x gamma(x)
    return found


_lgamma = libm("gammaln", _log_gamma)


@elementary("lgamma(input, *, out=None)", x=lambda g, x: g * digamma(x), aliases="special.gammaln", real_only="lgamma")
def lgamma(xp, x):
    """The logarithm of the absolute value of the gamma function. It is infinite at 0, -1, -2 and so on.

    >>> wengert.lgamma(wengert.tensor([1.0, 5.0]))
    tensor([0.0000, 3.1781])
    """
    if function_loops.lgamma is not None and xp is np and x.dtype in (dtypes.F32, dtypes.F64):
        return function_loops.lgamma(x)
    found = _lgamma(xp, xp.where(x == -math.inf, x.dtype.type(math.inf), x))  # as in C; SciPy's is -inf
    return _corrected(x, found) if xp is np and x.dtype == dtypes.F64 else found


@elementary(
    "digamma(input, *, out=None)",
    x=lambda g, x: g * _polygamma(x, n=1),
    aliases="special.digamma special.psi",
    real_only="digamma",
)
def digamma(xp, x):
    """The digamma function: the derivative of the logarithm of the gamma function.

    >>> wengert.digamma(wengert.tensor([1.0, 0.5]))
    tensor([-0.5772, -1.9635])
    """
    if function_loops.digamma is not None and xp is np and x.dtype in (dtypes.F32, dtypes.F64):
        return function_loops.digamma(x)
    out = scipy(xp, "psi", x)
    # the sign of zero tells on which side of the pole x is
    return xp.where(x == 0, xp.copysign(x.dtype.type(math.inf), -x), out)


@elementary(x=lambda g, x, n: g * _polygamma(x, n=n + 1), node="PolygammaBackward0", real_only="polygamma")
def _polygamma(xp, x, *, n):
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n. Give n of at least 0.")
    if n == 0:
        return digamma.kernel(xp, x)
    if n == 1 and function_loops.trigamma is not None and xp is np and x.dtype in (dtypes.F32, dtypes.F64):
        return function_loops.trigamma(x)
    size = math.factorial(n) if n < 171 else math.inf
    out = (size if n % 2 else -size) * scipy(xp, "zeta", x.dtype.type(n + 1), x)
    return xp.where(x == -math.inf, x.dtype.type(math.nan), out)  # poles all the way: there is no limit


@composite("polygamma(n, input, *, out=None)", aliases="special.polygamma", method=False, out="cast over")
def polygamma(n: int, input: Any) -> Any:
    """The ``n``-th derivative of the digamma function. For ``n = 0`` it is the digamma function itself.

    Args:
        n: the order of the derivative, not negative

    >>> wengert.polygamma(1, wengert.tensor([1.0, 0.5]))
    tensor([1.6449, 4.9348])
    """
    return _polygamma(input, n=n)


def _mvlgamma_slope(g, x, p):
    slope = digamma(x)
    for j in range(1, p):
        slope = slope + digamma(x - j / 2)
    return g * slope


@elementary(x=_mvlgamma_slope, layout="rows", node="MvlgammaBackward0", real_only="mvlgamma")
def _mvlgamma(xp, x, *, p):
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    if function_loops.lgamma is None:  # a call of SciPy's takes longer than its numbers
        terms = lgamma.kernel(xp, x - xp.arange(p, dtype=x.dtype).reshape(p, *(1,) * x.ndim) / 2)
    else:
        terms = [lgamma.kernel(xp, x - j / 2) for j in range(p)]
    out = p * (p - 1) / 4 * math.log(math.pi)
    for term in terms:
        out = out + term
    return out


@composite("mvlgamma(input, p, *, out=None)", inplace=True, aliases="special.multigammaln", out="cast")
def mvlgamma(input: Any, p: int) -> Any:
    """The logarithm of the multivariate gamma function of dimension ``p``.

    It is ``lgamma(input) + lgamma(input - 1/2) + … + lgamma(input - (p - 1)/2) + p * (p - 1) / 4 * log(pi)``.

    Args:
        p: the dimension, at least 1

    >>> wengert.mvlgamma(wengert.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if input.dtype == dtypes.bool_:
        raise RuntimeError(
            "mvlgamma: The input tensor may not be a boolean tensor. Cast it to a floating point dtype first."
        )
    return _mvlgamma(input, p=as_int(p))


# -- the zeta function

# B(2j) / (2j)!, the weights of derivatives in the Euler-Maclaurin formula (Abramowitz and Stegun, 1964, 23.1.30)
BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600)
TERMS = 12  # this many terms are added one by one, the rest by the formula


def _zeta_exponent(g, x, y):
    """The derivative of the sum of (y + k) ** -x by x: of each term, and of the Euler-Maclaurin remainder."""
    total = 0
    for k in range(TERMS):
        total = total - log(y + k) * (y + k) ** -x
    end = y + TERMS
    size, power = log(end), end**-x
    rest = -size * (end / (x - 1) + 0.5) - end / (x - 1) ** 2
    rising, slope = x, 1  # the product x (x + 1) … (x + 2j - 2) and its derivative
    for j, weight in enumerate(BERNOULLI):
        if j:
            for i in (2 * j - 1, 2 * j):
                rising, slope = rising * (x + i), slope * (x + i) + rising
        rest = rest + weight * (slope - size * rising) * end ** (-2 * j - 1)
    return g * (total + power * rest)


@pointwise("zeta(input, other, *, out=None)", x=_zeta_exponent, y=lambda g, x, y: -g * x * zeta(x + 1, y),
           promote="float", namespace="special", method=False, node="SpecialZetaBackward0", real_only="zeta")  # fmt: skip
def zeta(xp, x, y):
    """The Hurwitz zeta function: the sum of ``(other + k) ** -input`` over k = 0, 1, 2, ...

    Args:
        input: the exponent, greater than 1: a tensor or a number
        other: the first base: a tensor or a number

    >>> wengert.special.zeta(wengert.tensor([2.0]), 1.0)
    tensor([1.6449])
    """
    return scipy(xp, "zeta", x, y)


# -- incomplete gamma functions


def _density(x, y):
    """The density of the gamma distribution of shape ``x``, at ``y``."""
    return exp((x - 1) * log(y) - y - lgamma(x))


@pointwise(x=lambda g, x, y, m: g * (_log_moment(x, y, m=m + 1) - digamma(x) * _log_moment(x, y, m=m)),
           y=lambda g, x, y, m: g * log(y) ** m * _density(x, y), promote="float")  # fmt: skip
def _log_moment(xp, x, y, *, m):
    """The integral of log(t)**m over the gamma density of shape ``x``, from 0 to ``y``.

    Where ``x <= y``, the whole integral is subtracted: the result is minus the integral from ``y`` to infinity, which
    is accurate when it is small.

    The derivatives with respect to the shape are made of these integrals. The method is double exponential quadrature
    (Takahasi and Mori, 1974). The lower integral runs over (t / y) ** x, which removes the pole at 0. The upper
    integral runs over the logarithm of t - y.
    """
    dtype = number_dtype(x, y)
    a, top = xp.asarray(x, "d")[..., None], xp.asarray(y, "d")[..., None]
    h = 1 / 32
    u = xp.arange(-5, 5, h)
    w, dw = math.pi / 2 * xp.sinh(u), h * math.pi / 2 * xp.cosh(u)
    with np.errstate(all="ignore"):
        log_gamma = _lgamma(xp, a)
        part = -xp.logaddexp(0, -2 * w)  # the logarithm of (t / y) ** a
        size = xp.log(top) + part / a
        weight = xp.exp(part - xp.logaddexp(0, 2 * w) + a * xp.log(top) - xp.exp(size) - xp.log(a) - log_gamma) * 2
        below = (size**m * weight * dw).sum(-1)
        v = xp.exp(w)
        size = xp.log(top + v)
        weight = xp.exp(w + (a - 1) * size - top - v - log_gamma)
        above = (xp.where(weight > 0, size**m * weight, 0) * dw).sum(-1)
    return xp.where(a[..., 0] > top[..., 0], below, -above).astype(dtype)


def _by_shape(g, x, y):
    return g * (_log_moment(x, y, m=1) - digamma(x) * _log_moment(x, y, m=0))


@pointwise("igamma(input, other, *, out=None)", x=_by_shape, y=lambda g, x, y: g * _density(x, y), promote="float",
           inplace=True, aliases="special.gammainc", real_only="igamma")  # fmt: skip
def igamma(xp, x, y):
    """The regularized lower incomplete gamma function: the integral of the gamma density from 0 to ``other``.

    It is differentiable in both arguments, to every order.

    Args:
        input: the shape parameter, not negative
        other: the upper limit of the integral, not negative

    >>> wengert.igamma(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.6321, 0.2642])
    """
    return scipy(xp, "gammainc", x, y)


@pointwise("igammac(input, other, *, out=None)", x=lambda g, x, y: _by_shape(-g, x, y),
           y=lambda g, x, y: -g * _density(x, y), promote="float", inplace=True,
           aliases="special.gammaincc", real_only="igammac")  # fmt: skip
def igammac(xp, x, y):
    """The regularized upper incomplete gamma function: the integral of the gamma density from ``other`` to infinity.

    It is differentiable in both arguments, to every order.

    Args:
        input: the shape parameter, not negative
        other: the lower limit of the integral, not negative

    >>> wengert.igammac(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.3679, 0.7358])
    """
    return scipy(xp, "gammaincc", x, y)
