"""Elementary functions of float32 numbers, made of functions for which NumPy has vector instructions.

For ``log1p``, ``expm1`` and ``arctan2`` NumPy calls the C library once per number on most processors, which takes five
to ten times as long. In float32 their values are composed here, accurate to 4 units in the last place. Other dtypes, and
arrays of CuPy, have the library's functions. Kernels call these, and they can be part of programs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import dtypes

LEAST = 1e-45  # the smallest positive number
# The coefficients begin with the highest power. They make the largest relative error as small as possible.
EXPM1 = (2.75042526e-07, 2.89290787e-06, 2.48392393e-05, 0.000198159546, 0.00138880911, 0.00833351481, 0.0416667185,
         0.166666627, 0.499999992, 1.0)  # of expm1(x) / x, for x from -1.5 to 1.5  # fmt: skip
ATAN = (0.00284988974, -0.0160686294, 0.04269152, -0.075042946, 0.106409341, -0.142036445, 0.199926194,
        -0.333330733)  # of (atan(x) - x) / x³ in x², for x from 0 to 1  # fmt: skip


def composed(xp: Any, x: Any) -> bool:
    """Whether a function of ``x`` is composed."""
    return xp is np and x.dtype == dtypes.F32


def polynomial(coefficients: Sequence[float], x: Any) -> Any:
    """The value of a polynomial, by Horner's rule: in a program it is one step."""
    return functools.reduce(lambda value, c: value * x + c, coefficients[1:], coefficients[0])


def log1p(xp: Any, x: Any) -> Any:
    """``xp.log1p(x)``."""
    if not composed(xp, x):
        return xp.log1p(x)
    above = 1 + x
    lost = xp.fmax(x - (above - 1), -1)  # by the rounding of the sum; fmax drops the NaN of infinite numbers
    return xp.copysign(xp.log(above) + lost / xp.fmax(above, LEAST), x)


def log1p_of_positive(xp: Any, x: Any) -> Any:
    """``xp.log1p(x)`` of numbers that are not negative, nor -0.0."""
    if not composed(xp, x):
        return xp.log1p(x)
    above = 1 + x
    return xp.log(above) + xp.fmax(x - (above - 1), -1) / above


def expm1(xp: Any, x: Any) -> Any:
    """``xp.expm1(x)``."""
    if not composed(xp, x):
        return xp.expm1(x)
    return xp.where(xp.abs(x) < 1.5, polynomial(EXPM1, x) * x, xp.exp(x) - 1)


def arctan(xp: Any, x: Any) -> Any:
    """``xp.arctan(x)``."""
    if not composed(xp, x):
        return xp.arctan(x)
    size = xp.abs(x)
    angle = _first_half(xp.minimum(size, 1 / xp.maximum(size, 1)))
    return xp.copysign(xp.where(size > 1, math.pi / 2 - angle, angle), x)


def arctan2(xp: Any, y: Any, x: Any) -> Any:
    """``xp.arctan2(y, x)``."""
    if not (hasattr(x, "dtype") and hasattr(y, "dtype") and composed(xp, x) and composed(xp, y)):
        return xp.arctan2(y, x)
    down, up = xp.abs(x), xp.abs(y)
    near = xp.minimum(down, up)
    angle = _first_half(xp.where(near == math.inf, 1, near / xp.fmax(xp.maximum(down, up), LEAST)))
    angle = xp.where(up > down, math.pi / 2 - angle, angle)
    return xp.copysign(xp.where(xp.signbit(x), math.pi - angle, angle), y)


def _first_half(x: Any) -> Any:
    """The inverse tangent of numbers from 0 to 1."""
    square = x * x
    return polynomial(ATAN, square) * square * x + x
