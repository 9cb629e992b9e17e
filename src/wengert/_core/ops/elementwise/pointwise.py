"""Elementwise operations that formulas use: arithmetic, signs and rounding, ``where``, comparison, casts and copies.

Rows do not sum gradients over broadcast axes. The caller and the engine do.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes, layouts, pair_loops
from ...arrays.batched import batch_pointwise, repeat_first
from ...declare.families import composite, linear, pointwise
from .complex import COMPLEX, conj, one_over, sgn
from .single import between

elementary = partial(pointwise, promote="float", inplace=True)
step = partial(pointwise, x=lambda x_meta: x_meta.zeros())  # constant between jumps, so the gradient is 0


def _dtype(x: Any, y: Any) -> Any:
    """The common dtype of promoted arguments. A Python number has no dtype, but then the other argument has one."""
    return x.dtype if hasattr(x, "dtype") else y.dtype


def _is_integer(x: Any) -> bool:
    """True if the promoted arguments are integers. ``x`` is any one of them; integer arguments are always arrays."""
    return getattr(x, "dtype", dtypes.F32).kind in "iu"


PAIRED = frozenset({dtypes.F32, dtypes.F64, np.dtype("i4"), np.dtype("i8")})


def in_pairs(xp: Any, name: str, x: Any, y: Any) -> Any:
    """A function of two numbers, by its loop in ``pair_loops`` if the dtype has one."""
    return getattr(pair_loops if xp is np and _dtype(x, y) in PAIRED else xp, name)(x, y)


def _ordered(op: str, *values: Any) -> None:
    for v in values:
        if getattr(v, "dtype", None) in COMPLEX or type(v) is complex:
            raise NotImplementedError(
                f"{op} not implemented for complex tensors: complex numbers have no order. Compare real, imag or abs of "
                "them."
            )


# -- arithmetic

BOOL_SUB = (
    "Subtraction, the `-` operator, with two bool tensors is not supported. "
    "Use the `^` or `logical_xor()` operator instead."
)
BOOL_NEG = (
    "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
    "use the `~` or `logical_not()` operator instead."
)


def _scaled(x: Any, y: Any, alpha: Any) -> Any:
    """``alpha * y`` in the common dtype. Raises if ``alpha`` would widen it."""
    if type(alpha) is int and alpha == 1:
        return y
    dtype = _dtype(x, y)
    no_wider("alpha", alpha, dtype)
    return y if alpha == 1 else y * dtype.type(dtypes.fitting(alpha, dtype))


def no_wider(name: str, factor: Any, dtype: Any) -> None:
    """Refuse a factor of a higher category than the dtype that it scales, and a bool as that of anything else."""
    if type(factor) is bool and dtype.kind != "b":
        raise RuntimeError(f"Boolean {name} only supported for Boolean results. Give a number.")
    given, have = dtypes.category(dtypes.of_number(type(factor))), dtypes.category(dtype)
    if given > have and given == dtypes.COMPLEX:
        raise RuntimeError(f"For non-complex input tensors, argument {name} must not be a complex number.")
    if given > have and given == dtypes.FLOAT:
        raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")


def _times(g, alpha):
    return g if alpha == 1 else g * conj(alpha)


@pointwise("add(input, other, *, alpha=1, out=None)", x=lambda g: g, y=_times, inplace=True,
           older=True, dunders="__add__ __radd__", mirrored="add")  # fmt: skip
def add(xp, x, y, *, alpha=1):
    """Adds ``other``, multiplied by ``alpha``, to ``input``: ``input + alpha * other``.

    Args:
        alpha: the factor by which ``other`` is multiplied

    >>> wengert.add(wengert.tensor([1.0, 2.0]), 10, alpha=2)
    tensor([21., 22.])
    """
    return x + _scaled(x, y, alpha)


@pointwise("sub(input, other, *, alpha=1, out=None)", x=lambda g: g, y=lambda g, alpha: -_times(g, alpha),
           inplace=True, older=True, aliases="subtract", dunders="__sub__ __rsub__", mirrored="rsub")  # fmt: skip
def sub(xp, x, y, *, alpha=1):
    """Subtracts ``other``, multiplied by ``alpha``, from ``input``: ``input - alpha * other``.

    Args:
        alpha: the factor by which ``other`` is multiplied

    >>> wengert.sub(wengert.tensor([5, 6]), wengert.tensor([1, 2]))
    tensor([4, 4])
    """
    try:
        return x - _scaled(x, y, alpha)
    except TypeError as e:
        raise RuntimeError(BOOL_SUB) from e


@pointwise("rsub(input, other, *, alpha=1)", x=lambda g, alpha: -_times(g, alpha), y=lambda g: g, method=False,
           layout="last", node="RsubBackward0 y=RsubBackward1")  # fmt: skip
def rsub(xp, x, y, *, alpha=1):
    """Subtraction with the operands reversed: ``other - alpha * input``.

    Args:
        alpha: the factor by which ``input`` is multiplied

    >>> wengert.rsub(wengert.tensor([1.0, 2.0]), 10)
    tensor([9., 8.])
    """
    return sub.kernel(xp, y, x, alpha=alpha)


@pointwise("mul(input, other, *, out=None)", x=lambda g, y: g * conj(y), y=lambda g, x: g * conj(x), inplace=True,
           aliases="multiply", dunders="__mul__ __rmul__", mirrored="mul", unrounded="x y")  # fmt: skip
def mul(xp, x, y):
    """Multiplies ``input`` by ``other``.

    >>> wengert.mul(wengert.tensor([1.0, 2.0]), wengert.tensor([[3.0], [4.0]]))
    tensor([[3., 6.],
            [4., 8.]])
    """
    return x * y


@elementary("true_divide(input, other, *, out=None)", x=lambda g, y: g / conj(y),
            y=lambda g, x, y: -g * conj(x / y / y), dunders="__truediv__ __rtruediv__ __div__ __rdiv__", node="DivBackward0",
            unrounded="x y")  # fmt: skip
def true_divide(xp, x, y):
    """Divides ``input`` by ``other``. Integers are divided as floats.

    >>> wengert.true_divide(wengert.tensor([1, 2]), 2)
    tensor([0.5000, 1.0000])
    """
    return xp.true_divide(x, y)


def _can_divide(op: str, x: Any, y: Any) -> None:
    """Refuse to divide integers by zero, and bools, of which NumPy would make int8."""
    kind = getattr(y, "dtype", dtypes.F32).kind
    if kind == "b":
        raise errors.calls.not_implemented(op, y.dtype)
    if kind in "iu" and not (y.all() if y.ndim else y) and getattr(x, "size", 1):
        raise RuntimeError("ZeroDivisionError. Replace the zeros in the divisor, or divide floating point numbers.")


@pointwise("floor_divide(input, other, *, out=None)", inplace=True, dunders="__floordiv__ __rfloordiv__", unrounded="y",
           real_only="div_floor")  # fmt: skip
def floor_divide(xp, x, y):
    """Divides ``input`` by ``other`` and rounds down.

    >>> wengert.floor_divide(wengert.tensor([7, -7]), 2)
    tensor([ 3, -4])
    """
    _can_divide("floor_divide", x, y)
    return in_pairs(xp, "floor_divide", x, y)


@step(y=lambda y_meta: y_meta.zeros(), node="DivBackward2", unrounded="y")
def _floor_quotient(xp, x, y):
    # a row of its own: the gradient of torch's div is 0 here, while floor_divide has none
    return floor_divide.kernel(xp, x, y)


@step(y=lambda y_meta: y_meta.zeros(), node="DivBackward2", unrounded="y")
def _trunc_quotient(xp, x, y):
    _can_divide("div", x, y)
    if _is_integer(x):
        return in_pairs(
            xp, "floor_divide", x - in_pairs(xp, "fmod", x, y), y
        )  # this division is exact, so that rounding down changes nothing
    return xp.trunc(xp.true_divide(x, y))


def _division(input: Any, other: Any, *, rounding_mode: str | None = None) -> tuple[Any, ...]:
    """The row of this division, its arrays and its parameters."""
    if rounding_mode is None:
        return true_divide, (input, other), None
    if rounding_mode == "floor":
        return _floor_quotient, (input, other), None
    if rounding_mode == "trunc":
        return _trunc_quotient, (input, other), None
    raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")


@composite("div(input, other, *, rounding_mode=None, out=None)", inplace=_division, aliases="divide", out="cast over")
def div(input: Any, other: Any, *, rounding_mode: str | None = None) -> Any:
    """Divides ``input`` by ``other``. ``rounding_mode="floor"`` rounds down, ``"trunc"`` rounds towards zero.

    >>> wengert.div(wengert.tensor([7.0, -7.0]), 2)
    tensor([ 3.5000, -3.5000])
    >>> wengert.div(wengert.tensor([7.0, -7.0]), 2, rounding_mode="trunc")
    tensor([ 3., -3.])
    """
    row, operands, _ = _division(input, other, rounding_mode=rounding_mode)
    return row(*operands)


@pointwise("remainder(input, other, *, out=None)", x=lambda g: g, y=lambda g, x, y: -g * floor_divide(x, y),
           inplace=True, dunders="__mod__ __rmod__", node="RemainderBackward1 y=RemainderBackward0")  # fmt: skip
def remainder(xp, x, y):
    """The remainder of the division that rounds down. It has the sign of ``other``, as ``%`` in Python.

    >>> wengert.remainder(wengert.tensor([5.0, -5.0]), 3)
    tensor([2., 1.])
    """
    _can_divide("remainder", x, y)
    return in_pairs(xp, "remainder", x, y)


@pointwise("fmod(input, other, *, out=None)", x=lambda g: g, y=lambda g, x, y: -g * _trunc_quotient(x, y), inplace=True,
           node="FmodBackward1 y=FmodBackward0")  # fmt: skip
def fmod(xp, x, y):
    """The remainder of the division that rounds towards zero. It has the sign of ``input``, as ``fmod`` in C.

    >>> wengert.fmod(wengert.tensor([5.0, -5.0]), 3)
    tensor([ 2., -2.])
    """
    _can_divide("fmod", x, y)
    return in_pairs(xp, "fmod", x, y)


@pointwise("neg(input, *, out=None)", x=lambda g: -g, inplace=True, aliases="negative", dunders="__neg__", out="exact",
           moves=True)  # fmt: skip
def neg(xp, x):
    """Negates each element.

    >>> wengert.neg(wengert.tensor([1.0, -2.0]))
    tensor([-1.,  2.])
    """
    if x.dtype.kind == "b":
        raise RuntimeError(BOOL_NEG)
    if dtypes.is_half(x.dtype):
        return xp.bitwise_xor(x.view("uint16"), 0x8000).view(x.dtype)  # the bit of the sign
    if type(x) is np.ndarray and x.dtype.kind == "c" and x.flags.c_contiguous and x.ndim:
        return np.negative(x.view(dtypes.real_of(x.dtype))).view(x.dtype)  # NumPy negates complex numbers one by one
    return xp.negative(x)


@composite("positive(input)", dunders="__pos__")
def positive(input: Any) -> Any:
    """Returns ``input`` itself.

    >>> wengert.positive(wengert.tensor([1.0, -2.0]))
    tensor([ 1., -2.])
    """
    if input.dtype == dtypes.bool_:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported. Leave the `+` out, or cast the tensor to integers first.")  # fmt: skip
    return input


@elementary("reciprocal(input, *, out=None)", x=lambda g, out: -g * conj(out * out))
def reciprocal(xp, x):
    """The reciprocal of each element, ``1 / input``.

    >>> wengert.reciprocal(wengert.tensor([2.0, -4.0]))
    tensor([ 0.5000, -0.2500])
    """
    return one_over(xp, x)


# -- signs and rounding


@step("sign(input, *, out=None)", inplace=True, out="exact")
def sign(xp, x):
    """The sign of each element: -1, 0 or 1. The gradient is 0.

    >>> wengert.sign(wengert.tensor([-2.0, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    if x.dtype in COMPLEX:
        raise NotImplementedError(
            "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."
        )
    return sgn.kernel(xp, x)


def _rounded(function: Any, x: Any) -> Any:
    return layouts.copied(x) if _is_integer(x) else function(x)  # NumPy before 2.1 turns integers into float64


@step("floor(input, *, out=None)", inplace=True, out="exact")
def floor(xp, x):
    """Rounds each element down to an integer. The gradient is 0.

    >>> wengert.floor(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    return _rounded(xp.floor, x)


@step("ceil(input, *, out=None)", inplace=True, out="exact")
def ceil(xp, x):
    """Rounds each element up to an integer. The gradient is 0.

    >>> wengert.ceil(wengert.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    return _rounded(xp.ceil, x)


@step("trunc(input, *, out=None)", inplace=True, aliases="fix", out="exact")
def trunc(xp, x):
    """Rounds each element towards zero to an integer. The gradient is 0.

    >>> wengert.trunc(wengert.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    return _rounded(xp.trunc, x)


MOST_DECIMALS = 1000  # more than there are in any dtype: what a power of ten overflows is NaN


@step("round(input, *, decimals=0, out=None)", inplace=True, aliases="special.round",
      node="RoundBackward0 decimals=RoundBackward1", saved="decimals=", real_only="round_vml_cpu", out="exact")  # fmt: skip
def round(xp, x, *, decimals=0):
    """Rounds each element to the nearest integer; halves go to the even one. The gradient is 0.

    >>> wengert.round(wengert.tensor([0.5, 1.5]))
    tensor([0., 2.])
    >>> wengert.round(wengert.tensor([3.14159]), decimals=2)
    tensor([3.1400])
    """
    if decimals == 0:
        return _rounded(xp.rint, x)
    return arrays.silently(xp.round, x, max(-MOST_DECIMALS, min(decimals, MOST_DECIMALS)))


@pointwise("frac(input, *, out=None)", x=lambda g: g, inplace=True, out="exact")
def frac(xp, x):
    """The fractional part of each element: ``input - trunc(input)``.

    >>> wengert.frac(wengert.tensor([1.5, -2.25]))
    tensor([ 0.5000, -0.2500])
    """
    return x - xp.trunc(x)


@elementary("copysign(input, other, *, out=None)", x=lambda g, x, out: where(x == x, g * sgn(x) * sgn(out), x),
            y=lambda y_meta: y_meta.zeros(), node="CopysignBackward0 y=CopysignBackward1")  # fmt: skip
def copysign(xp, x, y):
    """The magnitude of ``input`` with the sign of ``other``.

    >>> wengert.copysign(wengert.tensor([1.0, 2.0]), wengert.tensor([-1.0, 1.0]))
    tensor([-1.,  2.])
    """
    arrays.refuse(xp, "copysign", "c", x, y)
    return xp.copysign(x, y)


# -- selection


def _promoted(xp: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Convert two arrays or numbers to their common dtype."""
    a, b = getattr(x, "dtype", None), getattr(y, "dtype", None)
    if a == b:
        return x, y
    number, dtype = (x, b) if a is None else (y, a) if b is None else (None, None)
    if type(number) in (int, float) and dtype.kind in "fc":
        return x, y  # the number takes the dtype of the array, in NumPy too
    target = dtypes.result_type((x, y))
    return (x if a == target else xp.asarray(x, target)), (y if b == target else xp.asarray(y, target))


MANY = 1024  # elements from which on it takes less time to mask bits
BITS = {dtypes.F32: np.int32, dtypes.F64: np.int64}


def _masked(condition: Any, x: Any, y: Any) -> Any:
    """``np.where(condition, x, y)``, if one of them is 0 and the other an array; None if NumPy has to choose.

    NumPy branches at each element. The processor guesses wrong half of the time if a mask has no order.
    """
    value, zero = (x, y) if type(x) is np.ndarray else (y, x)
    if type(zero) is not int or zero or type(value) is not np.ndarray or value.size < MANY:
        return None
    bits = BITS.get(value.dtype)
    if bits is None or value.shape != condition.shape or not value.flags.c_contiguous:
        return None
    ones = condition.view(np.int8)
    mask = np.negative(ones, dtype=bits) if value is x else np.subtract(ones, 1, dtype=bits)
    mask &= value.view(bits)
    return mask.view(value.dtype)


@pointwise(x=lambda g, condition: _where(condition, g, 0), y=lambda g, condition: _where(condition, 0, g),
           promote=None, moves=True, fits="x y")  # fmt: skip
def _where(xp, condition, x, y):
    if condition.dtype.kind != "b":
        if condition.dtype.kind != "u":
            raise RuntimeError(
                "where expected condition to be a boolean tensor, but got a tensor with dtype "
                f"{errors.text.type_name(condition.dtype)}. Write a comparison, such as x > 0, or x.bool()."
            )
        errors.deprecated.byte_condition()
        condition = condition.astype(dtypes.BOOLEAN)
    found = _masked(condition, x, y) if type(condition) is np.ndarray else None
    return xp.where(condition, *_promoted(xp, x, y)) if found is None else found


def _batched_choice(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    # the batched result has the batched parts' shape
    condition = repeat_first(args[0], size) if not flags[0] else args[0]
    return batch_pointwise(op, size, (condition, *args[1:]), (True, *flags[1:]), params)


@pointwise(x=lambda g, condition: _where(condition, g, 0), y=lambda g, condition: _where(condition, 0, g),
           chosen_by=lambda chosen_by_meta: chosen_by_meta.zeros(), node="WhereBackward0", batch=_batched_choice,
           promote=None, moves=True)  # fmt: skip
def _chosen(xp, condition, x, y, chosen_by):
    """``where`` with a condition that is computed from ``chosen_by``.

    It holds the slopes left and right of a kink. They are constant, but they must be recorded as a function of the
    tensor that decides between them, as in PyTorch.
    """
    return _where.kernel(xp, condition, x, y)


@composite("where(condition, input=None, other=None, *, out=None)", method=False, out="over")
def where(condition: Any, input: Any = None, other: Any = None) -> Any:
    """Takes elements of ``input`` where ``condition`` is True, and of ``other`` where it is False.

    With ``condition`` alone, returns the indices of its True elements, one tensor per dimension.

    Args:
        input: the values used where ``condition`` is True: a tensor or a number
        other: the values used where ``condition`` is False: a tensor or a number

    >>> wengert.where(wengert.tensor([True, False]), wengert.tensor([1.0, 2.0]), 0.0)
    tensor([1., 0.])
    """
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    if input is None or other is None:
        raise errors.elements.one_choice("input" if input is None else "other")
    out = _where(condition, input, other)
    if type(input) in dtypes.PYTHON and type(other) in dtypes.PYTHON:  # NumPy's default dtype is wider
        return _to(out, dtype=dtypes.result_type((input, other)))
    return out


# -- three arguments


@pointwise("lerp(input, end, weight, *, out=None)", x=lambda g, weight: g * conj(1 - weight),
           end=lambda g, weight: g * conj(weight), weight=lambda g, x, end: g * conj(end - x), inplace=True,
           node="LerpBackward1 weight=LerpBackward0", unrounded="weight", fits="weight")  # fmt: skip
def lerp(xp, x, end, weight):
    """Linear interpolation from ``input`` to ``end``: ``input + weight * (end - input)``.

    Args:
        weight: the position on the line, a tensor or a number; 0 gives ``input``, 1 gives ``end``

    >>> wengert.lerp(wengert.tensor([0.0, 10.0]), wengert.tensor([1.0, 20.0]), 0.5)
    tensor([ 0.5000, 15.0000])
    """
    if getattr(end, "dtype", dtypes.F64).kind == "b":  # then all of them are
        raise errors.calls.not_implemented("lerp", end.dtype)
    return between(xp, x, end, weight)


@pointwise("addcmul(input, tensor1, tensor2, *, value=1, out=None)", x=lambda g: g,
           tensor1=lambda g, tensor2, value: g * conj(tensor2 if value == 1 else tensor2 * value),
           tensor2=lambda g, tensor1, value: g * conj(tensor1 if value == 1 else tensor1 * value),
           inplace=True, older=True)  # fmt: skip
def addcmul(xp, x, tensor1, tensor2, *, value=1):
    """Adds a product to ``input``: ``input + value * tensor1 * tensor2``.

    Args:
        value: the factor by which the product is multiplied

    >>> wengert.addcmul(wengert.tensor([1.0]), wengert.tensor([2.0]), wengert.tensor([3.0]), value=10)
    tensor([61.])
    """
    if getattr(x, "dtype", dtypes.F32).kind == "b":
        raise errors.calls.not_implemented("addcmul_cpu_out", x.dtype)
    value = dtypes.fitting(value, _dtype(x, tensor1))
    product = tensor1 * tensor2
    return x + (product if value == 1 else value * product)


@pointwise("addcdiv(input, tensor1, tensor2, *, value=1, out=None)", x=lambda g: g,
           tensor1=lambda g, tensor2, value: g * conj(value / tensor2),
           tensor2=lambda g, tensor1, tensor2, value: -g * conj(value * tensor1 / (tensor2 * tensor2)),
           inplace=True, older=True)  # fmt: skip
def addcdiv(xp, x, tensor1, tensor2, *, value=1):
    """Adds a quotient to ``input``: ``input + value * tensor1 / tensor2``.

    Args:
        value: the factor by which the quotient is multiplied

    >>> wengert.addcdiv(wengert.tensor([1.0]), wengert.tensor([6.0]), wengert.tensor([3.0]), value=10)
    tensor([21.])
    """
    if x.dtype.kind in "biu":
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported. "
            "Use (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype), or float inputs."
        )
    return x + dtypes.fitting(value, _dtype(x, tensor1)) * (tensor1 / tensor2)


# -- comparison and logic: elementwise, without gradient


@pointwise("eq(input, other, *, out=None)", inplace=True, dunders="__eq__")
def eq(xp, x, y):
    """True where ``input`` and ``other`` are equal.

    >>> wengert.eq(wengert.tensor([1, 2]), 2)
    tensor([False,  True])
    """
    return xp.equal(x, y)


@pointwise("ne(input, other, *, out=None)", inplace=True, aliases="not_equal", dunders="__ne__")
def ne(xp, x, y):
    """True where ``input`` and ``other`` differ.

    >>> wengert.ne(wengert.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    return xp.not_equal(x, y)


@pointwise("lt(input, other, *, out=None)", inplace=True, aliases="less", dunders="__lt__")
def lt(xp, x, y):
    """True where ``input`` is less than ``other``.

    >>> wengert.lt(wengert.tensor([1, 2]), 2)
    tensor([ True, False])
    """
    _ordered("lt", x, y)
    return xp.less(x, y)


@pointwise("le(input, other, *, out=None)", inplace=True, aliases="less_equal", dunders="__le__")
def le(xp, x, y):
    """True where ``input`` is less than or equal to ``other``.

    >>> wengert.le(wengert.tensor([1, 2]), 1)
    tensor([ True, False])
    """
    _ordered("le", x, y)
    return xp.less_equal(x, y)


@pointwise("gt(input, other, *, out=None)", inplace=True, aliases="greater", dunders="__gt__")
def gt(xp, x, y):
    """True where ``input`` is greater than ``other``.

    >>> wengert.gt(wengert.tensor([1, 2]), 1)
    tensor([False,  True])
    """
    _ordered("gt", x, y)
    return xp.greater(x, y)


@pointwise("ge(input, other, *, out=None)", inplace=True, aliases="greater_equal", dunders="__ge__")
def ge(xp, x, y):
    """True where ``input`` is greater than or equal to ``other``.

    >>> wengert.ge(wengert.tensor([1, 2]), 2)
    tensor([False,  True])
    """
    _ordered("ge", x, y)
    return xp.greater_equal(x, y)


@pointwise("isnan(input)")
def isnan(xp, x):
    """True where an element is NaN.

    >>> wengert.isnan(wengert.tensor([1.0, wengert.nan]))
    tensor([False,  True])
    """
    return xp.isnan(x)


@pointwise("isfinite(input)")
def isfinite(xp, x):
    """True where an element is neither infinite nor NaN.

    >>> wengert.isfinite(wengert.tensor([1.0, wengert.inf]))
    tensor([ True, False])
    """
    return xp.isfinite(x)


def _truths(xp: Any, *values: Any) -> Any:
    """The arguments of a logical function. Floats become bools, because NumPy compares them in a tenth of the time, and
    complex numbers, because CuPy's functions refuse them."""
    return [v != 0 if getattr(v, "dtype", dtypes.F32).kind in "fc" else v for v in values]


@pointwise("logical_and(input, other, *, out=None)", inplace=True)
def logical_and(xp, x, y):
    """The logical and: True where both elements are nonzero.

    >>> wengert.logical_and(wengert.tensor([0, 1, 2]), wengert.tensor([1, 0, 3]))
    tensor([False, False,  True])
    """
    return xp.logical_and(*_truths(xp, x, y))


@pointwise("logical_or(input, other, *, out=None)", inplace=True)
def logical_or(xp, x, y):
    """The logical or: True where at least one of the elements is nonzero.

    >>> wengert.logical_or(wengert.tensor([0, 1, 0]), wengert.tensor([1, 0, 0]))
    tensor([ True,  True, False])
    """
    return xp.logical_or(*_truths(xp, x, y))


@pointwise("logical_xor(input, other, *, out=None)", inplace=True)
def logical_xor(xp, x, y):
    """The logical exclusive or: True where exactly one of the elements is nonzero.

    >>> wengert.logical_xor(wengert.tensor([0, 1, 2]), wengert.tensor([1, 0, 3]))
    tensor([ True,  True, False])
    """
    return xp.logical_xor(*_truths(xp, x, y))


@pointwise("logical_not(input, *, out=None)", inplace=True)
def logical_not(xp, x):
    """The logical not: True where an element is 0.

    >>> wengert.logical_not(wengert.tensor([0, 1, 2]))
    tensor([ True, False, False])
    """
    return xp.logical_not(*_truths(xp, x))


# -- casts and copies


def _castable(x: Any, dtype: Any) -> Any:
    """``x``, or its real part if ``dtype`` is real."""
    if x.dtype.kind != "c" or dtype.kind in "bc":
        return x
    errors.deprecated.imaginary_part()
    return x.real


def _batched_copy(op, size, args, flags, params):
    """A memory format of images or volumes is that of each example. The batch is the slowest axis."""
    (x,) = args
    if layouts.format_order(op.name, params["memory_format"], x.ndim - 1) is None:
        return op(x, **params)
    return layouts.in_format(op(x, **{**params, "memory_format": None}), params["memory_format"], 1)


@linear(x=lambda g: g, moves=True, layout="free", batch=_batched_copy, node="ToCopyBackward0")
def _to(xp, x, *, dtype, memory_format=None):
    target = dtypes.as_numpy(dtype)
    x = _castable(x, target)
    return layouts.copied(x, target) if memory_format is None else layouts.in_format(x, memory_format, dtype=target)


@linear("clone(input, *, memory_format=None)", x=lambda g: g, moves=True, layout="free", batch=_batched_copy)
def clone(xp, x, *, memory_format=None):
    """Returns a copy. Gradients flow through it to ``input``.

    Args:
        memory_format: the order of the elements in memory; by default, that of ``input``

    >>> x = wengert.tensor([1.0, 2.0])
    >>> y = x.clone().mul_(10)
    >>> x
    tensor([1., 2.])
    """
    return layouts.copied(x) if memory_format is None else layouts.in_format(x, memory_format)
