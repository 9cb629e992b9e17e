"""Clamping, the greater or smaller of two elements, and finite numbers in place of NaN and infinities."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ...arrays import dtypes
from ...declare.families import composite, pointwise
from ...tape.tensor import payload_of
from .pointwise import _ordered, clone, isfinite, isnan, where

MANY = 1024  # elements from which on it takes less time to call NumPy's clip


def _limited(xp, x, low, high):
    """``xp.minimum(xp.maximum(x, low), high)``; None is no bound."""
    if type(x) is np.ndarray and x.dtype.kind in "iu" and x.size >= MANY and _is_number(low) and _is_number(high):
        ends = np.iinfo(x.dtype)  # of integers and a number NumPy compares one at a time, but for this
        bounds = ends.min if low is None else low, ends.max if high is None else high
        return np.clip(x, *[np.asarray(bound, x.dtype) for bound in bounds])
    if low is not None:
        x = xp.maximum(x, low)
    return x if high is None else xp.minimum(x, high)


def _is_number(bound):
    return type(bound) in (int, type(None)) or type(bound) is np.ndarray and not bound.ndim


def _within(g, x, min, max):
    inside = x >= min if max is None else x <= max if min is None else (x >= min) & (x <= max)
    return where(inside, g, 0)


def _lifted(g, x, min, max):
    return where(x < min if max is None else (x < min) & (min < max), g, 0)


def _lowered(g, x, min, max):
    return where(x > max if min is None else (x > max) | (max < min), g, 0)


@pointwise("clamp(input, min=None, max=None, *, out=None)", x=_within, min=_lifted, max=_lowered, inplace=True,
           node="ClampBackward0 min=ClampBackward1 max=ClampBackward1", fits="min max", aliases="clip")  # fmt: skip
def clamp(xp, x, min=None, max=None):
    """Limits each element to the range from ``min`` to ``max``. Where ``min`` is greater than ``max``, the result is
    ``max``.

    Args:
        min: the lower bound: a number or a tensor; None means no lower bound
        max: the upper bound: a number or a tensor; None means no upper bound

    >>> wengert.clamp(wengert.tensor([-2.0, 0.5, 2.0]), min=-1, max=1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    _ordered("clamp", x, min, max)
    return _limited(xp, x, min, max)


@pointwise("clamp_min(input, min, *, out=None)", x=lambda g, x, min: where(x >= min, g, 0),
           min=lambda g, x, min: where(x < min, g, 0), inplace=True,
           node="ClampMinBackward1 min=ClampMinBackward0", fits="min")  # fmt: skip
def clamp_min(xp, x, min):
    """The larger of ``input`` and ``min``, elementwise.

    >>> wengert.clamp_min(wengert.tensor([-2.0, 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    _ordered("clamp_min", x, min)
    return _limited(xp, x, min, None)


@pointwise("clamp_max(input, max, *, out=None)", x=lambda g, x, max: where(x <= max, g, 0),
           max=lambda g, x, max: where(x > max, g, 0), inplace=True,
           node="ClampMaxBackward1 max=ClampMaxBackward0", fits="max")  # fmt: skip
def clamp_max(xp, x, max):
    """The smaller of ``input`` and ``max``, elementwise.

    >>> wengert.clamp_max(wengert.tensor([-2.0, 0.5]), 0)
    tensor([-2.,  0.])
    """
    _ordered("clamp_max", x, max)
    return _limited(xp, x, None, max)


def _shared(g, lost, tied):
    return where(tied, g / 2, where(lost, 0, g))


@pointwise("maximum(input, other, *, out=None)", x=lambda g, x, y: _shared(g, x < y, x == y),
           y=lambda g, x, y: _shared(g, y < x, x == y))  # fmt: skip
def maximum(xp, x, y):
    """The larger of two elements. It is NaN if one of them is NaN. Equal elements share the gradient.

    >>> wengert.maximum(wengert.tensor([1.0, 5.0]), wengert.tensor([3.0, 4.0]))
    tensor([3., 5.])
    """
    _ordered("maximum", x, y)
    return xp.maximum(x, y)


@pointwise("minimum(input, other, *, out=None)", x=lambda g, x, y: _shared(g, x > y, x == y),
           y=lambda g, x, y: _shared(g, y > x, x == y))  # fmt: skip
def minimum(xp, x, y):
    """The smaller of two elements. It is NaN if one of them is NaN. Equal elements share the gradient.

    >>> wengert.minimum(wengert.tensor([1.0, 5.0]), wengert.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    _ordered("minimum", x, y)
    return xp.minimum(x, y)


# a tie goes to x; where one argument is NaN, the other gets the gradient
@pointwise("fmax(input, other, *, out=None)", x=lambda g, x, y: where((x >= y) | isnan(y), g, 0),
           y=lambda g, x, y: where((x >= y) | isnan(y), 0, g))  # fmt: skip
def fmax(xp, x, y):
    """The larger of two elements. If one of them is NaN, the result is the other. On a tie ``input`` gets the gradient.

    >>> wengert.fmax(wengert.tensor([1.0, wengert.nan]), wengert.tensor([3.0, 4.0]))
    tensor([3., 4.])
    """
    _ordered("fmax", x, y)
    return xp.fmax(x, y)


@pointwise("fmin(input, other, *, out=None)", x=lambda g, x, y: where((x <= y) | isnan(y), g, 0),
           y=lambda g, x, y: where((x <= y) | isnan(y), 0, g))  # fmt: skip
def fmin(xp, x, y):
    """The smaller of two elements. If one of them is NaN, the result is the other. On a tie ``input`` gets the
    gradient.

    >>> wengert.fmin(wengert.tensor([1.0, wengert.nan]), wengert.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    _ordered("fmin", x, y)
    return xp.fmin(x, y)


@pointwise(x=lambda g, x: where(isfinite(x), g, 0), node="NanToNumBackward0",
           saved="nan= posinf= neginf=")  # fmt: skip
def _nan_to_num(xp, x, *, nan, posinf, neginf):
    if x.dtype.kind == "c":  # real and imaginary part
        return xp.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)
    most = dtypes.LARGEST.get(x.dtype, sys.float_info.max)
    if posinf == most and neginf == -most:  # true for the defaults
        return xp.where(xp.isnan(x), nan, xp.minimum(xp.maximum(x, neginf), posinf))
    return xp.where(xp.isnan(x), nan, xp.where(x == np.inf, posinf, xp.where(x == -np.inf, neginf, x)))


def _replaced(input: Any, nan: Any = None, posinf: Any = None, neginf: Any = None) -> tuple[Any, ...]:
    """The row of ``nan_to_num``, its array and its parameters."""
    dtype = payload_of(input).dtype
    if not dtypes.is_inexact(dtype):
        return clone, (input,), {"memory_format": None}
    top = dtypes.LARGEST.get(dtype, sys.float_info.max)
    ends = {
        "nan": 0.0 if nan is None else float(nan),
        "posinf": top if posinf is None else float(posinf),
        "neginf": -top if neginf is None else float(neginf),
    }
    return _nan_to_num, (input,), ends


@composite("nan_to_num(input, nan=None, posinf=None, neginf=None, *, out=None)", inplace=_replaced, out="over")
def nan_to_num(input: Any, nan: Any = None, posinf: Any = None, neginf: Any = None) -> Any:
    """Replaces NaN by ``nan`` (default 0), and infinities by ``posinf`` and ``neginf`` (default: the dtype's limits).

    >>> wengert.nan_to_num(wengert.tensor([wengert.nan, wengert.inf, 1.0]), posinf=9.0)
    tensor([0., 9., 1.])
    """
    row, arrays, params = _replaced(input, nan, posinf, neginf)
    return row.apply(arrays, params)
