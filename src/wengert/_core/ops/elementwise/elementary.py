"""Elementary functions: powers, exponentials and logarithms, trigonometric and hyperbolic functions."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from ...arrays import arrays, dtypes, layouts
from ...declare.families import composite, pointwise
from ...tape.tensor import payload_of
from . import single
from .complex import COMPLEX, conj, joined, one_over, real
from .pointwise import _dtype, _is_integer, _ordered, _to, elementary, in_pairs, where

LN2, LN10 = math.log(2), math.log(10)
TINY = 1e-37  # has a finite reciprocal in every float dtype

# -- powers


def _log(x: Any) -> Any:
    """The logarithm of an array or a Python number. NumPy would turn the number into float64 and so widen float32."""
    if hasattr(x, "dtype"):
        return log(x)
    if x == 0:
        return -math.inf
    if isinstance(x, complex):
        return cmath.log(x)
    return math.log(x) if x > 0 else math.nan


@pointwise(x=lambda g, x_meta: x_meta.zeros())
def _two(xp, x):
    """The constant 2, recorded as a function of ``x``: the second derivative of a square has a graph, as in PyTorch."""
    return xp.full(x.shape, 2, x.dtype)


@pointwise(x=lambda g, x: g * (2 if payload_of(x) is x else _two(x)))  # plain arrays record nothing
def _twice(xp, x):
    """``2 * x``, the derivative of a square, as one operation."""
    return x + x


def _pow_base(g, x, y, x_meta):
    # The result is constant at exponent 0, even where 0 ** -1 would make the product NaN. A zero is put in only where x
    # is 0: elsewhere the derivative depends on the exponent. torch puts it in everywhere and loses the mixed derivative
    # 1 / x.
    if hasattr(y, "dtype"):
        return where((y == 0) & ~(abs(x) > TINY), 0, g * conj(y * x ** (y - 1)))
    if y == 0:
        return x_meta.zeros()
    return g * conj(_twice(x) if y == 2 else y * pow(x, y - 1))


def _pow_exponent(g, x, y, out):
    # At base 0 the formula would be 0 * log(0), which is NaN. There the gradient is 0 for exponents from 0 up. It has no
    # limit where the exponent is imaginary; the power itself is NaN.
    if not hasattr(x, "dtype") and x == 0:
        return _put_out((real(y) > 0) | (y == 0), g, out * (math.nan if out.dtype in COMPLEX else -math.inf))
    if out.dtype in COMPLEX:  # a complex power of a negative number needs its complex logarithm
        x = _to(x, dtype=out.dtype) if hasattr(x, "dtype") else complex(x)
        return _put_out((x == 0) & ((real(y) > 0) | (y == 0)), g, conj(out * _log(x)))
    return _put_out((x == 0) & (real(y) >= 0), g, conj(out * _log(x)))


def _put_out(holes: Any, g: Any, slope: Any) -> Any:
    """``g * slope``, and 0 in the holes, where the slope is not finite.

    The slope itself is 0 there, too: the derivative in ``g`` is the slope, and zero times infinity would be NaN.
    """
    return where(holes, 0, g * where(holes, 0, slope))


def _power(xp: Any, x: Any, y: Any) -> Any:
    """``x**y``. Integer powers are computed from ``abs(x)``: NumPy is a hundred times slower for negative bases."""
    if type(y) in (float, int) and y not in (-1, 0, 1, 2) and float(y).is_integer() and x.dtype not in COMPLEX:
        if y == 3:
            return x * x * x
        size = xp.power(xp.abs(x), y)
        return xp.copysign(size, x) if y % 2 else size
    if type(y) in (float, int, complex) and y == 2 and x.dtype in COMPLEX:  # for floats NumPy does that itself
        return xp.square(x)
    return xp.positive(x) if type(y) in (float, int) and y == 1 else x**y


def _fitting_exponent(value: Any, dtype: Any) -> Any:
    """A number as the exponent of powers in ``dtype``; numbers that float32 does not hold give 0, 1 or infinity."""
    if dtypes.category(dtype) == dtypes.INT and value < 0:
        raise RuntimeError(NEGATIVE)
    return value if dtype == dtypes.F32 else dtypes.fitting(value, dtype)


NEGATIVE = "Integers to negative integer powers are not allowed. Use x.float()."


@pointwise("pow(input, exponent, *, out=None)", x=_pow_base, y=_pow_exponent, inplace=True,
           dunders="__pow__ __rpow__", saved="y=exponent", layout="free",
           node="PowBackward1 y=PowBackward0 x=PowBackward2", fits={"y": _fitting_exponent})  # fmt: skip
def pow(xp, x, y):
    """Each element of ``input`` to the power of ``exponent``.

    The gradient of ``input`` is 0 where the exponent is 0. The gradient of ``exponent`` is 0 where ``input`` is 0 and
    the exponent is not negative.

    >>> wengert.pow(wengert.tensor([1.0, 2.0, 3.0]), 2)
    tensor([1., 4., 9.])
    >>> wengert.pow(2, wengert.tensor([0.5, 2.0]))
    tensor([1.4142, 4.0000])
    """
    if type(x) is type(y) is np.ndarray and x.dtype.kind == "f":
        out = x**y
    elif getattr(x, "dtype", dtypes.F32).kind == "b":
        out = x | ~y
    else:
        out = _integer_power(xp, x, y) if _is_integer(x) else _power(xp, x, y)
    if not getattr(y, "ndim", 0):
        return out
    # powers of one number are in row-major order, as in PyTorch
    return layouts.laid(layouts.COMMON if hasattr(x, "ndim") else layouts.ROWS, out, (x, y))


def _integer_power(xp: Any, x: Any, y: Any) -> Any:
    if type(y) is np.ndarray and not y.ndim and y >= 0:
        return xp.square(x) if y == 2 else xp.power(x, y)
    return xp.where((y < 0) & (xp.abs(x) != 1), 0, xp.power(x, xp.abs(y)))


@composite("float_power(input, exponent, *, out=None)", inplace="exact", out="over")
def float_power(input: Any, exponent: Any) -> Any:
    """``input`` to the power of ``exponent``, computed in float64 or complex128.

    >>> wengert.float_power(wengert.tensor([1, 2]), -1)
    tensor([1.0000, 0.5000], dtype=wengert.float64)
    """
    pair = (input, exponent)
    wide = dtypes.C128 if any(getattr(v, "dtype", type(v)) in (*COMPLEX, complex) for v in pair) else dtypes.F64
    return pow(*(_to(v, dtype=wide) if hasattr(v, "dtype") else v for v in pair))


def _second_power(input: Any) -> tuple[Any, ...]:
    """The row of ``square``, its arrays and its parameters."""
    return pow, (input, 2), None


@composite("square(input, *, out=None)", inplace=_second_power, out="cast over")
def square(input: Any) -> Any:
    """The square of each element.

    >>> wengert.square(wengert.tensor([1.0, -3.0]))
    tensor([1., 9.])
    """
    return pow(input, 2)


@elementary("sqrt(input, *, out=None)", x=lambda g, out: g / conj(2 * out))
def sqrt(xp, x):
    """The square root; NaN for negative real numbers.

    >>> wengert.sqrt(wengert.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """
    return xp.sqrt(x)


@elementary("rsqrt(input, *, out=None)", x=lambda g, out: -0.5 * g * conj(out * out * out))
def rsqrt(xp, x):
    """The reciprocal of the square root, ``1 / sqrt(input)``.

    >>> wengert.rsqrt(wengert.tensor([4.0, 16.0]))
    tensor([0.5000, 0.2500])
    """
    return one_over(xp, xp.sqrt(x))


@elementary("hypot(input, other, *, out=None)", x=lambda g, x, out: g * (x / out), y=lambda g, y, out: g * (y / out))
def hypot(xp, x, y):
    """The length of the hypotenuse, ``sqrt(input**2 + other**2)``. Intermediate results do not overflow.

    >>> wengert.hypot(wengert.tensor([3.0]), wengert.tensor([4.0]))
    tensor([5.])
    """
    arrays.refuse(xp, "hypot", "c", x, y)
    return in_pairs(xp, "hypot", x, y)


# -- exponentials and logarithms


@elementary("exp(input, *, out=None)", x=lambda g, out: g * conj(out))
def exp(xp, x):
    """The exponential function: e to the power of each element.

    >>> wengert.exp(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    return single.exp(xp, x)


@elementary("exp2(input, *, out=None)", x=lambda g, out: g * conj(out) * LN2, aliases="special.exp2")
def exp2(xp, x):
    """Two to the power of each element.

    >>> wengert.exp2(wengert.tensor([3.0, -1.0]))
    tensor([8.0000, 0.5000])
    """
    return single.exp2(xp, x)


@elementary("expm1(input, *, out=None)", x=lambda g, out: g * conj(out + 1), aliases="special.expm1")
def expm1(xp, x):
    """``exp(input) - 1``, accurate for small elements, too.

    >>> wengert.expm1(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    return single.expm1(xp, x)


@elementary("log(input, *, out=None)", x=lambda g, x: g / conj(x))
def log(xp, x):
    """The natural logarithm. It is minus infinity at 0 and NaN for negative real numbers.

    >>> wengert.log(wengert.tensor([1.0, wengert.e]))
    tensor([0., 1.])
    """
    return single.log(xp, x)


@elementary("log2(input, *, out=None)", x=lambda g, x: g / conj(x * LN2))
def log2(xp, x):
    """The logarithm to base 2.

    >>> wengert.log2(wengert.tensor([1.0, 8.0]))
    tensor([0., 3.])
    """
    return single.log2(xp, x)


@elementary("log10(input, *, out=None)", x=lambda g, x: g / conj(x * LN10))
def log10(xp, x):
    """The logarithm to base 10.

    >>> wengert.log10(wengert.tensor([1.0, 2.0]))
    tensor([0.0000, 0.3010])
    """
    return single.log10(xp, x)


@elementary("log1p(input, *, out=None)", x=lambda g, x: g / conj(x + 1), aliases="special.log1p", layout="common",
            node="Log1PBackward0")  # fmt: skip
def log1p(xp, x):
    """``log(1 + input)``, accurate for small elements, too.

    >>> wengert.log1p(wengert.tensor([0.0, 1e-8]))
    tensor([0.0000e+00, 1.0000e-08])
    """
    return _complex_log1p(xp, x) if x.dtype in COMPLEX else single.log1p(xp, x)


def _complex_log1p(xp: Any, z: Any) -> Any:
    """``log(1 + z)``. NumPy adds the 1 before it takes the modulus, which drops small real parts."""
    x, y = z.real, z.imag
    excess = x * (x + 2) + y * y  # |1 + z|**2 - 1
    near = xp.abs(excess) < 0.5
    modulus = xp.where(near, xp.log1p(xp.where(near, excess, 0)) / 2, xp.log(xp.hypot(1 + x, y)))
    return joined(xp, modulus, single.arctan2(xp, y, 1 + x))


def log_of_sum(xp: Any, a: Any, b: Any) -> Any:
    """``log(exp(a) + exp(b))`` of complex arrays, which NumPy's ``logaddexp`` refuses."""
    first = a.real >= b.real
    large, small = xp.where(first, a, b), xp.where(first, b, a)
    out = large + _complex_log1p(xp, xp.exp(small - large))
    tied = xp.isinf(large.real) & (large.real == small.real)  # the difference is NaN
    if tied.any():
        out = xp.where(tied, xp.where(large.real < 0, small, xp.log(xp.exp(large) + xp.exp(small))), out)
    return xp.where(xp.isnan(a) | xp.isnan(b), complex(math.nan, math.nan), out)


@pointwise("logaddexp(input, other, *, out=None)", x=lambda g, x, y: g * conj(sigmoid(x - y)),
           y=lambda g, x, y: g * conj(sigmoid(y - x)), promote="float")  # fmt: skip
def logaddexp(xp, x, y):
    """``log(exp(input) + exp(other))``, computed without overflow. It adds numbers that are given as logarithms.

    >>> wengert.logaddexp(wengert.tensor([0.0]), wengert.tensor([1000.0]))
    tensor([1000.])
    """
    if _dtype(x, y) in COMPLEX:
        return log_of_sum(xp, x, y)
    return single.logaddexp(xp, x, y)


@pointwise("logaddexp2(input, other, *, out=None)", x=lambda g, x, y: g * sigmoid((x - y) * LN2),
           y=lambda g, x, y: g * sigmoid((y - x) * LN2), promote="float")  # fmt: skip
def logaddexp2(xp, x, y):
    """``log2(2**input + 2**other)``, computed without overflow.

    >>> wengert.logaddexp2(wengert.tensor([3.0]), wengert.tensor([3.0]))
    tensor([4.])
    """
    return single.logaddexp2(xp, x, y)


@elementary("xlogy(input, other, *, out=None)", x=lambda g, x, y: where((x == 0) & (y <= 0), 0, xlogy(g, y)),
            y=lambda g, x, y: g * x / y, aliases="special.xlogy",
            node="XlogyBackward0 x=XlogyBackward1 y=XlogyBackward2", real_only="xlogy_cpu")  # fmt: skip
def xlogy(xp, x, y):
    """``input * log(other)``. It is 0 where ``input`` is 0, even if the logarithm is infinite.

    >>> wengert.xlogy(wengert.tensor([0.0, 2.0]), wengert.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    dtype = _dtype(x, y)
    return xp.where((x == 0) & ~xp.isnan(y), dtype.type(0), x * xp.log(y, dtype=dtype))


@elementary("ldexp(input, other, *, out=None)", x=lambda g, y: ldexp(g, conj(y)), y=lambda g, out: g * conj(out) * LN2)
def ldexp(xp, x, y):
    """``input * 2**other``.

    >>> wengert.ldexp(wengert.tensor([1.0, 3.0]), wengert.tensor([4, -1]))
    tensor([16.0000,  1.5000])
    """
    # In two steps: 2**y may overflow where the product does not. The first is finite: what is left of infinity is not NaN.
    if hasattr(y, "dtype"):
        half = xp.minimum(xp.maximum(xp.trunc(y.real / 2), -1100.0), 1100.0)
    else:
        half = math.trunc(max(-1100.0, min(y.real / 2, 1100.0)))
    return x * 2.0**half * 2.0 ** (y - half)


# Gradients are operations of their own where programs often differentiate them once more: each is one node then.


@pointwise(t=lambda g, y: _sigmoid_backward(g, conj(y)), y=lambda g, t, y: g * conj(t * (1 - 2 * y)),
           node="SigmoidBackwardBackward0")  # fmt: skip
def _sigmoid_backward(xp, t, y):
    return t * ((1 - y) * y)


@elementary("sigmoid(input, *, out=None)", x=lambda g, out: _sigmoid_backward(g, conj(out)),
            aliases="special.expit nn.functional.sigmoid")  # fmt: skip
def sigmoid(xp, x):
    """The logistic function ``1 / (1 + exp(-input))``.

    >>> wengert.sigmoid(wengert.tensor([0.0, 2.0]))
    tensor([0.5000, 0.8808])
    """
    return single.sigmoid(xp, x)


def _logit(g, x, eps):
    inside = (x >= (eps or 0)) & (x <= 1 - (eps or 0))
    return where(inside, g / (x * (1 - x)), math.nan if eps is None else 0)


@elementary("logit(input, eps=None, *, out=None)", x=_logit, aliases="special.logit", rounded="eps")
def logit(xp, x, *, eps=None):
    """The inverse of the sigmoid function, ``log(input / (1 - input))``.

    Args:
        eps: if given, ``input`` is first clamped to the range from ``eps`` to ``1 - eps``

    >>> wengert.logit(wengert.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    _ordered("logit", x)
    if eps is not None:
        x = xp.clip(x, eps, 1 - eps)
    return single.log(xp, x / (1 - x))


# -- trigonometric and hyperbolic functions


@elementary("sin(input, *, out=None)", x=lambda g, x: g * conj(cos(x)))
def sin(xp, x):
    """The sine of angles in radians.

    >>> wengert.sin(wengert.tensor([0.0, wengert.pi / 2]))
    tensor([0., 1.])
    """
    return single.sin(xp, x)


@elementary("cos(input, *, out=None)", x=lambda g, x: -g * conj(sin(x)))
def cos(xp, x):
    """The cosine of angles in radians.

    >>> wengert.cos(wengert.tensor([0.0, wengert.pi]))
    tensor([ 1., -1.])
    """
    return single.cos(xp, x)


@elementary("tan(input, *, out=None)", x=lambda g, out: g * conj(1 + out * out))
def tan(xp, x):
    """The tangent of angles in radians.

    >>> wengert.tan(wengert.tensor([0.0, wengert.pi / 4]))
    tensor([0., 1.])
    """
    return single.tan(xp, x)


@elementary("asin(input, *, out=None)", x=lambda g, x: g * conj(rsqrt(1 - x * x)), aliases="arcsin")
def asin(xp, x):
    """The inverse sine, between -pi/2 and pi/2. It is NaN for real numbers outside -1 to 1.

    >>> wengert.asin(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.5708])
    """
    return single.arcsin(xp, x)


@elementary("acos(input, *, out=None)", x=lambda g, x: -g * conj(rsqrt(1 - x * x)), aliases="arccos")
def acos(xp, x):
    """The inverse cosine, between 0 and pi. It is NaN for real numbers outside -1 to 1.

    >>> wengert.acos(wengert.tensor([1.0, 0.0]))
    tensor([0.0000, 1.5708])
    """
    return single.arccos(xp, x)


@elementary("atan(input, *, out=None)", x=lambda g, x: g / conj(1 + x * x), aliases="arctan")
def atan(xp, x):
    """The inverse tangent, between -pi/2 and pi/2.

    >>> wengert.atan(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7854])
    """
    return single.arctan(xp, x)


def _over_square(g, side, x, y):
    square = x * x + y * y
    return _put_out(square == 0, g, side / square)


@elementary("atan2(input, other, *, out=None)", x=lambda g, x, y: _over_square(g, y, x, y),
            y=lambda g, x, y: _over_square(-g, x, x, y), aliases="arctan2")  # fmt: skip
def atan2(xp, x, y):
    """The angle of the point (``other``, ``input``) as seen from the origin, between -pi and pi.

    At the origin the gradients are 0.

    Args:
        input: the y coordinate
        other: the x coordinate, a tensor or a number

    >>> wengert.atan2(wengert.tensor([1.0, -1.0]), wengert.tensor([1.0, -1.0]))
    tensor([ 0.7854, -2.3562])
    """
    arrays.refuse(xp, "atan2", "c", x, y)
    return single.arctan2(xp, x, y)


@elementary("sinh(input, *, out=None)", x=lambda g, x: g * conj(cosh(x)))
def sinh(xp, x):
    """The hyperbolic sine.

    >>> wengert.sinh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 1.1752])
    """
    return single.sinh(xp, x)


@elementary("cosh(input, *, out=None)", x=lambda g, x: g * conj(sinh(x)))
def cosh(xp, x):
    """The hyperbolic cosine.

    >>> wengert.cosh(wengert.tensor([0.0, 1.0]))
    tensor([1.0000, 1.5431])
    """
    return single.cosh(xp, x)


@pointwise(t=lambda g, y: _tanh_backward(g, conj(y)), y=lambda g, t, y: g * conj(t * y * -2),
           node="TanhBackwardBackward0")  # fmt: skip
def _tanh_backward(xp, t, y):
    return t * (1 - y * y)


@elementary("tanh(input, *, out=None)", x=lambda g, out: _tanh_backward(g, conj(out)), aliases="nn.functional.tanh")
def tanh(xp, x):
    """The hyperbolic tangent, between -1 and 1.

    >>> wengert.tanh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    return single.tanh(xp, x)


@elementary("asinh(input, *, out=None)", x=lambda g, x: g * conj(rsqrt(x * x + 1)), aliases="arcsinh")
def asinh(xp, x):
    """The inverse hyperbolic sine.

    >>> wengert.asinh(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8814])
    """
    return xp.arcsinh(x)


# rsqrt(x * x - 1) would be on the wrong branch in the left half of the complex plane
@elementary("acosh(input, *, out=None)", x=lambda g, x: g * conj(rsqrt(x - 1) * rsqrt(x + 1)), aliases="arccosh")
def acosh(xp, x):
    """The inverse hyperbolic cosine. It is NaN for real numbers below 1.

    >>> wengert.acosh(wengert.tensor([1.0, 2.0]))
    tensor([0.0000, 1.3170])
    """
    return xp.arccosh(x)


@elementary("atanh(input, *, out=None)", x=lambda g, x: g / conj(1 - x * x), aliases="arctanh")
def atanh(xp, x):
    """The inverse hyperbolic tangent. It is infinite at -1 and 1, and NaN for real numbers beyond.

    >>> wengert.atanh(wengert.tensor([0.0, 0.5]))
    tensor([0.0000, 0.5493])
    """
    return single.arctanh(xp, x)


SINC = tuple((-1) ** k * math.pi ** (2 * k) * 2 * k / math.factorial(2 * k + 1) for k in range(6, 0, -1))


def _sinc(g, x):
    # Near 0 the formula is 0 / 0, or all rounding error. The series is right there, and so are its derivatives of all
    # orders.
    near = abs(x) < 0.05
    square, series = x * x, 0.0
    for c in SINC:
        series = series * square + c
    return g * conj(where(near, x * series, (cos(math.pi * x) - sinc(x)) / where(near, 1.0, x)))


@elementary("sinc(input, *, out=None)", x=_sinc, aliases="special.sinc")
def sinc(xp, x):
    """The normalized sinc function, ``sin(pi * input) / (pi * input)``. It is 1 at 0.

    >>> wengert.sinc(wengert.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    angle = math.pi * xp.where(x == 0, x.dtype.type(1e-20), x)  # 1e-20 stands for 0: its sine is itself
    return single.sin(xp, angle) / angle


@elementary(
    "deg2rad(input, *, out=None)", x=lambda g: g * (math.pi / 180), node="Deg2RadBackward0", real_only="deg2rad"
)
def deg2rad(xp, x):
    """Converts degrees to radians.

    >>> wengert.deg2rad(wengert.tensor([180.0, -90.0]))
    tensor([ 3.1416, -1.5708])
    """
    return x * (math.pi / 180)


@elementary(
    "rad2deg(input, *, out=None)", x=lambda g: g * (180 / math.pi), node="Rad2DegBackward0", real_only="rad2deg"
)
def rad2deg(xp, x):
    """Converts radians to degrees.

    >>> wengert.rad2deg(wengert.tensor([wengert.pi]))
    tensor([180.])
    """
    return x * (180 / math.pi)
