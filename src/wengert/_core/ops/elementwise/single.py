"""Elementary functions of float32 numbers, by the loops of ``function_loops`` or composed of functions with such loops.

For most of the composed functions NumPy calls the C library once per number, which takes three to ten times as long. In
float32 their values are composed here, accurate to 8 units in the last place, and most of them to 4. Other dtypes, and
arrays of CuPy, have the library's functions. Kernels call these, and they can be part of programs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arrays import dtypes, function_loops, pair_loops

BITS, SIGN = np.int32, np.int32(-(2**31))  # of float32 numbers
FAR = 10.0  # from here on exp(-x) is nothing beside exp(x)
MANY = 4096  # elements from which on it takes less time to fill an array with a number
LEAST = 1e-45  # the smallest positive number
# The coefficients begin with the highest power. They make the largest relative error as small as possible.
ATAN = (0.00284988974, -0.0160686294, 0.04269152, -0.075042946, 0.106409341, -0.142036445, 0.199926194,
        -0.333330733)  # of (atan(x) - x) / x³ in x², for x from 0 to 1  # fmt: skip


def composed(xp: Any, x: Any) -> bool:
    """Whether a function of ``x`` is composed."""
    return xp is np and x.dtype == dtypes.F32


def _alike(x: Any, *others: Any) -> bool:
    """Whether numbers or arrays are all float32, or all float64."""
    dtype = getattr(x, "dtype", None)
    return (dtype == dtypes.F32 or dtype == dtypes.F64) and all([getattr(v, "dtype", None) == dtype for v in others])


def polynomial(coefficients: Sequence[float], x: Any) -> Any:
    """The value of a polynomial, by Horner's rule: in a program it is one step."""
    return functools.reduce(lambda value, c: value * x + c, coefficients[1:], coefficients[0])


def exp(xp: Any, x: Any) -> Any:
    """``xp.exp(x)``."""
    return function_loops.exp(x) if xp is np else xp.exp(x)


def exp2(xp: Any, x: Any) -> Any:
    """``xp.exp2(x)``."""
    return function_loops.exp2(x) if xp is np else xp.exp2(x)


def expm1(xp: Any, x: Any) -> Any:
    """``xp.expm1(x)``."""
    return function_loops.expm1(x) if xp is np else xp.expm1(x)


def log(xp: Any, x: Any) -> Any:
    """``xp.log(x)``."""
    return function_loops.log(x) if xp is np else xp.log(x)


def log1p(xp: Any, x: Any) -> Any:
    """``xp.log1p(x)``."""
    return function_loops.log1p(x) if xp is np else xp.log1p(x)


def log2(xp: Any, x: Any) -> Any:
    """``xp.log2(x)``."""
    return (function_loops.log2 if composed(xp, x) else xp.log2)(x)


def log10(xp: Any, x: Any) -> Any:
    """``xp.log10(x)``."""
    return (function_loops.log10 if composed(xp, x) else xp.log10)(x)


def sin(xp: Any, x: Any) -> Any:
    """``xp.sin(x)``."""
    return function_loops.sin(x) if xp is np else xp.sin(x)


def cos(xp: Any, x: Any) -> Any:
    """``xp.cos(x)``."""
    return function_loops.cos(x) if xp is np else xp.cos(x)


def tanh(xp: Any, x: Any) -> Any:
    """``xp.tanh(x)``."""
    return function_loops.tanh(x) if xp is np else xp.tanh(x)


def sigmoid(xp: Any, x: Any) -> Any:
    """``1 / (1 + xp.exp(-x))``."""
    if function_loops.sigmoid is not None and xp is np and _alike(x):
        return function_loops.sigmoid(x)
    return 1.0 / (1.0 + exp(xp, -x))  # NumPy reads a float in less time than an integer


def positive_part(xp: Any, x: Any) -> Any:
    """``xp.maximum(x, 0)``."""
    if type(x) is not np.ndarray or x.size < MANY:
        return xp.maximum(x, 0)
    out = np.zeros_like(x)  # NumPy compares two arrays in a third of the time
    return np.maximum(x, out, out=out)


def between(xp: Any, x: Any, end: Any, weight: Any) -> Any:
    """``x + weight * (end - x)``. The span is added to the nearer end, so that both ends are exact."""
    if function_loops.between is not None and xp is np:
        if _alike(x, end, weight) if hasattr(weight, "dtype") else _alike(x, end):
            return function_loops.between(x, end, weight)
    if not hasattr(weight, "dtype"):
        return x + weight * (end - x) if abs(weight) < 0.5 else end + (weight - 1) * (end - x)
    far = xp.abs(weight) >= 0.5
    return xp.where(far, end, x) + (weight - far) * (end - x)


# log(2 Φ(-x)) / x in x, for x from 0 on: it makes the largest error of Φ as small as possible.
LOG_CDF = (-1.96511021e-06, 2.72955221e-05, -0.000129054182, -9.49094624e-05, 0.00489598187, -0.0363875738,
           -0.318298868, -0.797885328)  # fmt: skip


def normal_cdf(x: Any) -> Any:
    """The normal distribution function Φ of float32 numbers, accurate to the digits that a sum with 1 keeps."""
    if function_loops.normal_cdf is not None:
        return function_loops.normal_cdf(x)
    size = np.abs(x)
    power = size * LOG_CDF[0]
    for c in LOG_CDF[1:]:  # in place: new memory would take as long as the arithmetic
        power += c
        power *= size
    near = exp(np, power)
    near *= -0.5
    near += 0.5
    near = (near.view(BITS) | x.view(BITS) & SIGN).view(x.dtype)  # copysign, in half the time
    near += 0.5
    return near


def gelu(x: Any) -> Any:
    """``x * normal_cdf(x)``."""
    return x * normal_cdf(x) if function_loops.gelu is None else function_loops.gelu(x)


def logaddexp(xp: Any, x: Any, y: Any) -> Any:
    """``xp.logaddexp(x, y)``."""
    if xp is not np or not all([v.dtype in (dtypes.F32, dtypes.F64) for v in (x, y) if hasattr(v, "dtype")]):
        return xp.logaddexp(x, y)
    return xp.maximum(x, y) + log1p(xp, exp(xp, -_apart(xp, x, y)))


def logaddexp2(xp: Any, x: Any, y: Any) -> Any:
    """``xp.logaddexp2(x, y)``."""
    if not all([composed(xp, v) for v in (x, y) if hasattr(v, "dtype")]):
        return xp.logaddexp2(x, y)
    return xp.maximum(x, y) + log1p(xp, exp(xp, _apart(xp, x, y) * -math.log(2))) * (1 / math.log(2))


def _apart(xp: Any, x: Any, y: Any) -> Any:
    """The distance of two numbers. Of two equal infinite numbers the difference is NaN, which fmax drops."""
    return xp.fmax(xp.abs(x - y), 0)


def sinh(xp: Any, x: Any) -> Any:
    """``xp.sinh(x)``."""
    if not composed(xp, x):
        return function_loops.sinh(x) if xp is np else xp.sinh(x)
    size = xp.abs(x)
    grown, half = expm1(xp, xp.minimum(size, FAR)), exp(xp, size * 0.5)
    return xp.copysign(xp.where(size < FAR, (grown + grown / (grown + 1)) * 0.5, half * (half * 0.5)), x)


def cosh(xp: Any, x: Any) -> Any:
    """``xp.cosh(x)``."""
    if not composed(xp, x):
        return function_loops.cosh(x) if xp is np else xp.cosh(x)
    half = exp(xp, xp.abs(x) * 0.5)
    return half * (half * 0.5) + 0.5 / (half * half)


def tan(xp: Any, x: Any) -> Any:
    """``xp.tan(x)``."""
    if xp is np and function_loops.tan is not None:
        return function_loops.tan(x)
    return sin(xp, x) / cos(xp, x) if composed(xp, x) else xp.tan(x)


def arcsin(xp: Any, x: Any) -> Any:
    """``xp.arcsin(x)``."""
    if xp is np and function_loops.arcsin is not None:
        return function_loops.arcsin(x)
    return arctan2(xp, x, xp.sqrt((1 - x) * (1 + x))) if composed(xp, x) else xp.arcsin(x)


def arccos(xp: Any, x: Any) -> Any:
    """``xp.arccos(x)``."""
    if xp is np and function_loops.arccos is not None:
        return function_loops.arccos(x)
    return arctan2(xp, xp.sqrt((1 - x) * (1 + x)), x) if composed(xp, x) else xp.arccos(x)


def arctan(xp: Any, x: Any) -> Any:
    """``xp.arctan(x)``."""
    if xp is np and function_loops.arctan is not None:
        return function_loops.arctan(x)
    if not composed(xp, x):
        return xp.arctan(x)
    size = xp.abs(x)
    angle = _first_half(xp.minimum(size, 1 / xp.maximum(size, 1)))
    return xp.copysign(xp.where(size > 1, math.pi / 2 - angle, angle), x)


def arctanh(xp: Any, x: Any) -> Any:
    """``xp.arctanh(x)``."""
    return function_loops.arctanh(x) if xp is np else xp.arctanh(x)


def arctan2(xp: Any, y: Any, x: Any) -> Any:
    """``xp.arctan2(y, x)``."""
    if xp is np and pair_loops.arctan2 is not None and _alike(x, y):
        return pair_loops.arctan2(y, x)
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


# Giles, "Approximating the erfinv function", 2010: of erfinv(x) / x in -log(1 - x²), up to 5 and beyond.
NEAR = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503, -0.00417768164,
        0.246640727, 1.50140941)  # fmt: skip
OUTER = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047,
         1.00167406, 2.83297682)  # fmt: skip


def erfinv(xp: Any, x: Any) -> Any:
    """The inverse of the error function, of float32 numbers."""
    w = -log(xp, (1 - x) * (1 + x))
    slope = xp.where(w < 5, polynomial(NEAR, w - 2.5), polynomial(OUTER, xp.sqrt(xp.maximum(w, 5)) - 3))
    return xp.copysign(slope * x, x)
