"""The gamma function's relatives: its logarithm and the derivatives of that, the zeta function, incomplete integrals."""

from __future__ import annotations

import math
from operator import index as as_int
from typing import Any

import numpy as np

from ...arrays import dtypes
from ...declare.families import composite, pointwise
from .elementary import exp, log
from .pointwise import _dtype as number_dtype
from .pointwise import elementary
from .special import libm, refuse_complex, scipy

# -- the logarithm of the gamma function, and its derivatives


def _log_gamma(x: float) -> float:
    return math.inf if x <= 0 and x == math.floor(x) else math.lgamma(x)


_lgamma = libm("gammaln", _log_gamma)


@elementary("lgamma(input, *, out=None)", x=lambda g, x: g * digamma(x), aliases="special.gammaln")
def lgamma(xp, x):
    """The logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on.

    >>> wengert.lgamma(wengert.tensor([1.0, 5.0]))
    tensor([0.0000, 3.1781])
    """
    refuse_complex("lgamma", x)
    return _lgamma(xp, x)


@elementary("digamma(input, *, out=None)", x=lambda g, x: g * _polygamma(x, n=1), aliases="special.digamma special.psi")
def digamma(xp, x):
    """The derivative of the logarithm of the gamma function.

    >>> wengert.digamma(wengert.tensor([1.0, 0.5]))
    tensor([-0.5772, -1.9635])
    """
    refuse_complex("digamma", x)
    out = scipy(xp, "psi", x)
    return xp.where(x == 0, xp.copysign(x.dtype.type(math.inf), -x), out)  # the side of the pole that the sign tells


@elementary(x=lambda g, x, n: g * _polygamma(x, n=n + 1), node="PolygammaBackward0")
def _polygamma(xp, x, *, n):
    refuse_complex("polygamma", x)
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    if n == 0:
        return digamma.kernel(xp, x)
    size = math.factorial(n) if n < 171 else math.inf
    return (size if n % 2 else -size) * scipy(xp, "zeta", x.dtype.type(n + 1), x)


@composite("polygamma(n, input, *, out=None)", aliases="special.polygamma", method=False)
def polygamma(n: int, input: Any) -> Any:
    """The ``n``-th derivative of the digamma function; for ``n`` = 0 that function itself.

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


@elementary(x=_mvlgamma_slope, node="MvlgammaBackward0")
def _mvlgamma(xp, x, *, p):
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    refuse_complex("mvlgamma", x)
    out = p * (p - 1) / 4 * math.log(math.pi) + _lgamma(xp, x)
    for j in range(1, p):
        out = out + _lgamma(xp, x - j / 2)
    return out


@composite("mvlgamma(input, p, *, out=None)", inplace=True, aliases="special.multigammaln")
def mvlgamma(input: Any, p: int) -> Any:
    """The logarithm of the multivariate gamma function of dimension ``p``.

    It is that of ``input``, ``input - 1/2``, … summed, plus ``p * (p - 1) / 4 * log(pi)``.

    Args:
        p: the dimension, at least 1

    >>> wengert.mvlgamma(wengert.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    if input.dtype == dtypes.bool_:
        raise RuntimeError("mvlgamma: The input tensor may not be a boolean tensor.")
    return _mvlgamma(input, p=as_int(p))


# -- the zeta function

# B(2j) / (2j)!, by which the Euler-Maclaurin formula weighs derivatives (Abramowitz and Stegun, 1964, 23.1.30)
BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600)
TERMS = 12  # so many are added one by one, the rest by the formula


def _zeta_exponent(g, x, y):
    """The derivative of the sum of (y + k) ** -x by x: that of each term, and of the Euler-Maclaurin formula's rest."""
    total = 0
    for k in range(TERMS):
        total = total - log(y + k) * (y + k) ** -x
    end = y + TERMS
    size, power = log(end), end**-x
    rest = -size * (end / (x - 1) + 0.5) - end / (x - 1) ** 2
    rising, slope = x, 1  # x (x + 1) … (x + 2j - 2), and its derivative
    for j, weight in enumerate(BERNOULLI):
        if j:
            for i in (2 * j - 1, 2 * j):
                rising, slope = rising * (x + i), slope * (x + i) + rising
        rest = rest + weight * (slope - size * rising) * end ** (-2 * j - 1)
    return g * (total + power * rest)


@pointwise("zeta(input, other, *, out=None)", x=_zeta_exponent, y=lambda g, x, y: -g * x * zeta(x + 1, y),
           promote="float", namespace="special", method=False, node="SpecialZetaBackward0")  # fmt: skip
def zeta(xp, x, y):
    """The Hurwitz zeta function, the sum of ``(other + k) ** -input`` over all integers k from 0 on.

    Args:
        input: the exponent, more than 1: a tensor or a number
        other: where the sum begins: a tensor or a number

    >>> wengert.special.zeta(wengert.tensor([2.0]), 1.0)
    tensor([1.6449])
    """
    refuse_complex("zeta", x, y)
    return scipy(xp, "zeta", x, y)


# -- incomplete gamma functions


def _density(x, y):
    """What the incomplete integrals integrate, divided by the whole."""
    return exp((x - 1) * log(y) - y - lgamma(x))


@pointwise(x=lambda g, x, y, m: g * (_log_moment(x, y, m=m + 1) - digamma(x) * _log_moment(x, y, m=m)),
           y=lambda g, x, y, m: g * log(y) ** m * _density(x, y), promote="float")  # fmt: skip
def _log_moment(xp, x, y, *, m):
    """The integral of log(t)**m over the gamma density of shape ``x``, from 0 to ``y``; where that is most of it, less
    the whole: minus the integral from ``y`` on, which is exact when it is small.

    Derivatives by the shape are made of these. Double exponential quadrature (Takahasi and Mori, 1974): below, in the
    variable (t / y) ** x, in which the pole at 0 is none; above, in the logarithm of t - y.
    """
    dtype = number_dtype(x, y)
    a, top = xp.asarray(x, "d")[..., None], xp.asarray(y, "d")[..., None]
    h = 1 / 32
    u = xp.arange(-5, 5, h)
    w, dw = math.pi / 2 * xp.sinh(u), h * math.pi / 2 * xp.cosh(u)
    with np.errstate(all="ignore"):
        whole = _lgamma(xp, a)
        part = -xp.logaddexp(0, -2 * w)  # the logarithm of (t / y) ** a
        size = xp.log(top) + part / a
        weight = xp.exp(part - xp.logaddexp(0, 2 * w) + a * xp.log(top) - xp.exp(size) - xp.log(a) - whole) * 2
        below = (size**m * weight * dw).sum(-1)
        v = xp.exp(w)
        size = xp.log(top + v)
        weight = xp.exp(w + (a - 1) * size - top - v - whole)
        above = (xp.where(weight > 0, size**m * weight, 0) * dw).sum(-1)
    return xp.where(a[..., 0] > top[..., 0], below, -above).astype(dtype)


def _by_shape(g, x, y):
    return g * (_log_moment(x, y, m=1) - digamma(x) * _log_moment(x, y, m=0))


@pointwise("igamma(input, other, *, out=None)", x=_by_shape, y=lambda g, x, y: g * _density(x, y), promote="float",
           inplace=True, aliases="special.gammainc")  # fmt: skip
def igamma(xp, x, y):
    """The regularised lower incomplete gamma function: which part of the gamma integral lies below ``other``.

    Differentiable in both, to every order.

    Args:
        input: the shape, not negative
        other: where the integral ends, not negative

    >>> wengert.igamma(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.6321, 0.2642])
    """
    refuse_complex("igamma", x, y)
    return scipy(xp, "gammainc", x, y)


@pointwise("igammac(input, other, *, out=None)", x=lambda g, x, y: _by_shape(-g, x, y),
           y=lambda g, x, y: -g * _density(x, y), promote="float", inplace=True,
           aliases="special.gammaincc")  # fmt: skip
def igammac(xp, x, y):
    """The regularised upper incomplete gamma function: which part of the gamma integral lies above ``other``.

    Differentiable in both, to every order.

    Args:
        input: the shape, not negative
        other: where the integral begins, not negative

    >>> wengert.igammac(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor([0.3679, 0.7358])
    """
    refuse_complex("igammac", x, y)
    return scipy(xp, "gammaincc", x, y)
