"""Tests of numbers and operations on their bits: closeness, infinities, common divisors, steps, mantissas.

The six comparisons and the logical operations are in ``pointwise``, because formulas use them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import Batched, batch_pointwise
from ...declare.families import composite, pointwise, sloped
from ...tape.tensor import payload_of
from ..results import named
from .complex import COMPLEX
from .elementary import ldexp
from .pointwise import eq, in_pairs, where

# -- kinds of numbers


@pointwise("isinf(input)")
def isinf(xp, x):
    """True where an element is plus or minus infinity.

    >>> wengert.isinf(wengert.tensor([1.0, -wengert.inf]))
    tensor([False,  True])
    """
    return xp.isinf(x)


@pointwise("isposinf(input, *, out=None)", real_only="isposinf", out="exact")
def isposinf(xp, x):
    """True where an element is plus infinity.

    >>> wengert.isposinf(wengert.tensor([wengert.inf, -wengert.inf]))
    tensor([ True, False])
    """
    return xp.isposinf(x)


@pointwise("isneginf(input, *, out=None)", real_only="isneginf", out="exact")
def isneginf(xp, x):
    """True where an element is minus infinity.

    >>> wengert.isneginf(wengert.tensor([wengert.inf, -wengert.inf]))
    tensor([False,  True])
    """
    return xp.isneginf(x)


@pointwise("isreal(input)", layout="first")
def isreal(xp, x):
    """True where the imaginary part is 0.

    >>> wengert.isreal(wengert.tensor([1 + 0j, 1j]))
    tensor([ True, False])
    """
    return xp.isreal(x)


@pointwise("signbit(input, *, out=None)", out="exact")
def signbit(xp, x):
    """True where an element is negative. Negative zero counts as negative.

    >>> wengert.signbit(wengert.tensor([1.0, -0.0]))
    tensor([False,  True])
    """
    return xp.signbit(x)


# -- equality


def _tolerance(name: str, value: float) -> None:
    if value < 0:
        raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value}")


@pointwise("isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)", promote=None, rounded="atol")
def isclose(xp, x, y, *, rtol=1e-05, atol=1e-08, equal_nan=False):
    """True where ``|input - other| <= atol + rtol * |other|``.

    >>> wengert.isclose(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 2.1]))
    tensor([ True, False])
    """
    if x.dtype != y.dtype:
        raise RuntimeError(f"{errors.text.type_name(x.dtype)} did not match {errors.text.type_name(y.dtype)}")
    _tolerance("rtol", rtol)
    _tolerance("atol", atol)
    close = x == y  # infinities of one sign are close; their difference would be NaN
    if equal_nan:
        close = close | (xp.isnan(x) & xp.isnan(y))
    if rtol == atol == 0:  # equality, of integers that floats do not hold, too
        return close
    if x.dtype.kind in "biu":
        x, y = x.astype(dtypes.F64), y.astype(dtypes.F64)
    distance = xp.abs(x - y)
    return close | (xp.isfinite(distance) & (distance <= atol + xp.abs(rtol * y)))


@composite("allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False)")
def allclose(input: Any, other: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool:
    """True if ``|input - other| <= atol + rtol * |other|`` holds for all elements. Returns a Python bool.

    >>> wengert.allclose(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 2.00001]))
    True
    """
    return bool(isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).all())


@composite("equal(input, other)")
def equal(input: Any, other: Any) -> bool:
    """True if two tensors have the same shape and the same elements. Returns a Python bool.

    >>> wengert.equal(wengert.tensor([1, 2]), wengert.tensor([1, 2]))
    True
    """
    a, b = payload_of(input), payload_of(other)
    if a.shape != b.shape:
        return False
    same = eq(a, b)
    return bool(same if type(same) is Batched else same.all())


# -- bits and integers


bitwise = partial(pointwise, inplace=True)


@bitwise("bitwise_and(input, other, *, out=None)", dunders="__and__ __rand__")
def bitwise_and(xp, x, y):
    """The bitwise and of two integers; for bools, the logical and.

    >>> wengert.bitwise_and(wengert.tensor([5, 3]), 6)
    tensor([4, 2])
    """
    return xp.bitwise_and(x, y)


@bitwise("bitwise_or(input, other, *, out=None)", dunders="__or__ __ror__")
def bitwise_or(xp, x, y):
    """The bitwise or of two integers; for bools, the logical or.

    >>> wengert.bitwise_or(wengert.tensor([5, 3]), 6)
    tensor([7, 7])
    """
    return xp.bitwise_or(x, y)


@bitwise("bitwise_xor(input, other, *, out=None)", dunders="__xor__ __rxor__")
def bitwise_xor(xp, x, y):
    """The bitwise exclusive or of two integers; for bools, the logical exclusive or.

    >>> wengert.bitwise_xor(wengert.tensor([5, 3]), 6)
    tensor([3, 5])
    """
    return xp.bitwise_xor(x, y)


@bitwise("bitwise_not(input, *, out=None)", dunders="__invert__", out="exact")
def bitwise_not(xp, x):
    """Inverts all bits of the integers; for bools, the logical not.

    >>> wengert.bitwise_not(wengert.tensor([0, 5]))
    tensor([-1, -6])
    """
    return xp.invert(x)


@bitwise("bitwise_left_shift(input, other, *, out=None)", dunders="__lshift__ __rlshift__")
def bitwise_left_shift(xp, x, y):
    """Shifts the bits of ``input`` to the left by ``other`` places: ``input * 2**other``.

    >>> wengert.bitwise_left_shift(wengert.tensor([1, 3]), 2)
    tensor([ 4, 12])
    """
    return xp.left_shift(x, y)


@bitwise("bitwise_right_shift(input, other, *, out=None)", dunders="__rshift__ __rrshift__")
def bitwise_right_shift(xp, x, y):
    """Shifts the bits of ``input`` to the right by ``other`` places, keeping the sign: ``input / 2**other`` rounded
    down.

    >>> wengert.bitwise_right_shift(wengert.tensor([8, -8]), 1)
    tensor([ 4, -4])
    """
    return xp.right_shift(x, y)


@bitwise("gcd(input, other, *, out=None)")
def gcd(xp, x, y):
    """The greatest common divisor of two integers. It is never negative.

    >>> wengert.gcd(wengert.tensor([12, 18]), 8)
    tensor([4, 2])
    """
    arrays.refuse(xp, "gcd", "b", x, y)
    return xp.gcd(x, y)


@bitwise("lcm(input, other, *, out=None)")
def lcm(xp, x, y):
    """The least common multiple of two integers. It is never negative.

    >>> wengert.lcm(wengert.tensor([4, 6]), 10)
    tensor([20, 30])
    """
    arrays.refuse(xp, "lcm", "b", x, y)
    return xp.lcm(x, y)


# -- steps and neighbours


@pointwise("heaviside(input, values, *, out=None)", values=lambda g, x: where(eq(x, 0), g, 0), promote=None,
           inplace=True, out="exact")  # fmt: skip
def heaviside(xp, x, values):
    """The Heaviside step function: 0 for negative elements, 1 for positive ones, and ``values`` at zero.

    Args:
        values: the result where ``input`` is zero; broadcast against ``input``

    >>> wengert.heaviside(wengert.tensor([-1.0, 0.0, 2.0]), wengert.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    if not hasattr(x, "dtype"):
        raise errors.calls.not_an_array("heaviside", "input", x)
    if x.dtype in COMPLEX or isinstance(values, complex) or getattr(values, "dtype", x.dtype) in COMPLEX:
        raise RuntimeError("heaviside is not yet implemented for complex tensors. Give it the real part.")
    if not hasattr(values, "dtype"):
        values = xp.asarray(values, x.dtype)
    if x.dtype != values.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes. Cast both to one dtype first."
        )
    return xp.where(x == 0, values, x > 0)


@pointwise("nextafter(input, other, *, out=None)", x=lambda g, x, y: where(x == y, 0, g),
           y=lambda y_meta: y_meta.zeros(), moves=True, inplace=True)  # fmt: skip
def nextafter(xp, x, y):
    """The next representable number after ``input`` in the direction of ``other``.

    >>> wengert.nextafter(wengert.tensor([1.0]), wengert.tensor([2.0])) > 1
    tensor([True])
    """
    if x.dtype.kind in "biu":
        raise NotImplementedError(f"nextafter: expected floating point numbers, got {x.dtype}.")
    arrays.refuse(xp, "nextafter", "c", x, y)
    return in_pairs(xp, "nextafter", x, y)


Frexp = named("frexp", "mantissa exponent")


@sloped(
    x=lambda g, exponent: ldexp(g, -exponent), outputs="mantissa exponent", nondiff="exponent", batch=batch_pointwise
)
def _frexp(xp, x):
    if x.dtype.kind != "f":
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    return xp.frexp(x)


@composite("frexp(input, *, out=None)")
def frexp(input: Any) -> Frexp:
    """Splits each element into mantissa and exponent, so that ``input = mantissa * 2**exponent``.

    The mantissa has a magnitude of at least 1/2 and less than 1. The exponent is int32.

    >>> wengert.frexp(wengert.tensor([8.0, 0.75]))
    wengert.return_types.frexp(
    mantissa=tensor([0.5000, 0.7500]),
    exponent=tensor([4, 0], dtype=wengert.int32))
    """
    return Frexp(*_frexp(input))
