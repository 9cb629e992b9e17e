"""Bessel functions and the Airy function."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from ...declare.families import pointwise
from .complex import abs, sgn
from .elementary import cos, exp
from .pointwise import elementary, where
from .special import scipy

special = partial(pointwise, promote="float", namespace="special", method=False)

# The coefficients of the power series of I1(x) / x in x². The series of J1(x) / x is the same with alternating signs.
HALVES = tuple(0.5 / (4**k * math.factorial(k) * math.factorial(k + 1)) for k in range(7, -1, -1))


def _over_argument(x: Any, value: Any, sign: int) -> Any:
    """``value / x`` for a first-order Bessel function. Near 0 its series is used, whose derivatives are all right."""
    near = abs(x) < 0.05
    square, series = sign * x * x, 0.0
    for c in HALVES:
        series = series * square + c
    return where(near, series, value / where(near, 1.0, x))


# -- modified, of the first kind


@elementary("i0(input, *, out=None)", x=lambda g, x: g * i1(x), aliases="special.i0", real_only="i0")
def i0(xp, x):
    """The modified Bessel function of the first kind and order 0.

    >>> wengert.i0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    return scipy(xp, "i0", x)


@special("i1(input, *, out=None)", x=lambda g, x, out: g * (i0(x) - _over_argument(x, out, 1)),
         node="SpecialI1Backward0", real_only="special_i1")  # fmt: skip
def i1(xp, x):
    """The modified Bessel function of the first kind and order 1.

    >>> wengert.special.i1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])
    """
    return scipy(xp, "i1", x)


@special(
    "i0e(input, *, out=None)",
    x=lambda g, x, out: g * (i1e(x) - sgn(x) * out),
    node="SpecialI0EBackward0",
    real_only="special_i0e",
)
def i0e(xp, x):
    """The modified Bessel function of the first kind and order 0, times ``exp(-abs(input))``.

    >>> wengert.special.i0e(wengert.tensor([0.0, 1.0, 1000.0]))
    tensor([1.0000, 0.4658, 0.0126])
    """
    return scipy(xp, "i0e", x)


def _i1e(g, x, out):
    near = abs(x) < 0.05
    scaled = exp(-abs(where(near, x, 0.0)))
    ratio = where(near, scaled * _over_argument(where(near, x, 0.0), 0.0, 1), out / where(near, 1.0, x))
    return g * (i0e(x) - sgn(x) * out - ratio)


@special("i1e(input, *, out=None)", x=_i1e, node="SpecialI1EBackward0", real_only="special_i1e")
def i1e(xp, x):
    """The modified Bessel function of the first kind and order 1, times ``exp(-abs(input))``.

    >>> wengert.special.i1e(wengert.tensor([0.0, 1.0, 1000.0]))
    tensor([0.0000, 0.2079, 0.0126])
    """
    return scipy(xp, "i1e", x)


@special(
    "modified_bessel_i0(input, *, out=None)",
    x=lambda g, x: g * modified_bessel_i1(x),
    real_only="modified_bessel_i0_cpu",
)
def modified_bessel_i0(xp, x):
    """The modified Bessel function of the first kind and order 0. The same as :func:`wengert.special.i0`.

    >>> wengert.special.modified_bessel_i0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.2661])
    """
    return scipy(xp, "i0", x)


@special("modified_bessel_i1(input, *, out=None)",
         x=lambda g, x, out: g * (modified_bessel_i0(x) - _over_argument(x, out, 1)), real_only="modified_bessel_i1_cpu")  # fmt: skip
def modified_bessel_i1(xp, x):
    """The modified Bessel function of the first kind and order 1. The same as :func:`wengert.special.i1`.

    >>> wengert.special.modified_bessel_i1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.5652])
    """
    return scipy(xp, "i1", x)


# -- modified, of the second kind


@special(
    "modified_bessel_k0(input, *, out=None)",
    x=lambda g, x: -g * modified_bessel_k1(x),
    real_only="modified_bessel_k0_cpu",
)
def modified_bessel_k0(xp, x):
    """The modified Bessel function of the second kind and order 0. It is infinite at 0 and NaN for negative numbers.

    >>> wengert.special.modified_bessel_k0(wengert.tensor([0.0, 1.0]))
    tensor([   inf, 0.4210])
    """
    return scipy(xp, "k0", x)


@special(
    "modified_bessel_k1(input, *, out=None)",
    x=lambda g, x, out: -g * (modified_bessel_k0(x) + out / x),
    real_only="modified_bessel_k1_cpu",
)
def modified_bessel_k1(xp, x):
    """The modified Bessel function of the second kind and order 1. It is infinite at 0 and NaN for negative numbers.

    >>> wengert.special.modified_bessel_k1(wengert.tensor([0.0, 1.0]))
    tensor([   inf, 0.6019])
    """
    return scipy(xp, "k1", x)


@special(
    "scaled_modified_bessel_k0(x, *, out=None)",
    x=lambda g, x, out: g * (out - scaled_modified_bessel_k1(x)),
    real_only="scaled_modified_bessel_k0_cpu",
)
def scaled_modified_bessel_k0(xp, x):
    """The modified Bessel function of the second kind and order 0, times ``exp(x)``.

    >>> wengert.special.scaled_modified_bessel_k0(wengert.tensor([1.0, 1000.0]))
    tensor([1.1445, 0.0396])
    """
    return scipy(xp, "k0e", x)


@special("scaled_modified_bessel_k1(x, *, out=None)",
         x=lambda g, x, out: g * (out - out / x - scaled_modified_bessel_k0(x)), real_only="scaled_modified_bessel_k1_cpu")  # fmt: skip
def scaled_modified_bessel_k1(xp, x):
    """The modified Bessel function of the second kind and order 1, times ``exp(x)``.

    >>> wengert.special.scaled_modified_bessel_k1(wengert.tensor([1.0, 1000.0]))
    tensor([1.6362, 0.0396])
    """
    return scipy(xp, "k1e", x)


# -- of the first and second kind


@special("bessel_j0(input, *, out=None)", x=lambda g, x: -g * bessel_j1(x), real_only="bessel_j0_cpu")
def bessel_j0(xp, x):
    """The Bessel function of the first kind and order 0.

    >>> wengert.special.bessel_j0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.7652])
    """
    return scipy(xp, "j0", x)


@special(
    "bessel_j1(input, *, out=None)",
    x=lambda g, x, out: g * (bessel_j0(x) - _over_argument(x, out, -1)),
    real_only="bessel_j1_cpu",
)
def bessel_j1(xp, x):
    """The Bessel function of the first kind and order 1.

    >>> wengert.special.bessel_j1(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.4401])
    """
    return scipy(xp, "j1", x)


@special("bessel_y0(input, *, out=None)", x=lambda g, x: -g * bessel_y1(x), real_only="bessel_y0_cpu")
def bessel_y0(xp, x):
    """The Bessel function of the second kind and order 0. It is minus infinity at 0 and NaN for negative numbers.

    >>> wengert.special.bessel_y0(wengert.tensor([0.0, 1.0]))
    tensor([  -inf, 0.0883])
    """
    return scipy(xp, "y0", x)


@special("bessel_y1(input, *, out=None)", x=lambda g, x, out: g * (bessel_y0(x) - out / x), real_only="bessel_y1_cpu")
def bessel_y1(xp, x):
    """The Bessel function of the second kind and order 1. It is minus infinity at 0 and NaN for negative numbers.

    >>> wengert.special.bessel_y1(wengert.tensor([0.0, 1.0]))
    tensor([   -inf, -0.7812])
    """
    return scipy(xp, "y1", x)


# The coefficients of the power series of the derivative of sin(x) / x, divided by x.
SPHERICAL = tuple((-1) ** k * 2 * k / math.factorial(2 * k + 1) for k in range(6, 0, -1))


def _spherical(g, x):
    near = abs(x) < 0.15
    square, series = x * x, 0.0
    for c in SPHERICAL:
        series = series * square + c
    return g * where(near, x * series, (cos(x) - spherical_bessel_j0(x)) / where(near, 1.0, x))


@special("spherical_bessel_j0(x, *, out=None)", x=_spherical, real_only="spherical_bessel_j0_cpu")
def spherical_bessel_j0(xp, x):
    """The spherical Bessel function of the first kind and order 0: ``sin(x) / x``, which is 1 at 0.

    >>> wengert.special.spherical_bessel_j0(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 0.8415])
    """
    far = x != 0
    return xp.where(
        xp.isinf(x), x.dtype.type(0), xp.where(far, xp.sin(x) / xp.where(far, x, x.dtype.type(1)), x.dtype.type(1))
    )


# -- the Airy function


FAR = 1e6  # beyond, SciPy gives NaN


def _airy(xp: Any, x: Any) -> tuple[Any, Any]:
    """Ai and its derivative."""
    near = scipy(xp, "airy", x)[:2]
    far = xp.isfinite(x) & (xp.abs(x) > FAR)
    if not far.any():
        return near
    outside = _far_from_zero(xp, xp.where(far, x, FAR).astype(np.float64))
    return tuple([xp.where(far, a.astype(x.dtype), b) for a, b in zip(outside, near, strict=True)])


def _far_from_zero(xp: Any, x: Any) -> tuple[Any, Any]:
    """The first terms of the asymptotic expansions (NIST Handbook of Mathematical Functions, 2010, 9.7.9 and 9.7.10)."""
    z = xp.where(x < 0, -x, 1)  # both are 0 for positive numbers, however large
    phase = z * xp.sqrt(z) * (2 / 3)
    cosine, sine, size = xp.cos(phase - math.pi / 4), xp.sin(phase - math.pi / 4), math.pi**-0.5 * (x < 0)
    return size * z**-0.25 * (cosine + sine * (5 / 72) / phase), size * z**0.25 * (sine + cosine * (7 / 72) / phase)


@special("airy_ai(x, *, out=None)", x=lambda g, x: g * _airy_slope(x), real_only="airy_ai_cpu")
def airy_ai(xp, x):
    """The Airy function Ai: the solution of ``y'' = x * y`` that vanishes as x goes to infinity.

    >>> wengert.special.airy_ai(wengert.tensor([0.0, 1.0]))
    tensor([0.3550, 0.1353])
    """
    return _airy(xp, x)[0]


@pointwise(x=lambda g, x: g * x * airy_ai(x))
def _airy_slope(xp, x):
    return _airy(xp, x)[1]
