"""Writes to all elements of a tensor: one value, another tensor, zeros."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...arrays import copies, dtypes
from ...arrays.batched import batch_pointwise
from ...declare.families import composite, linear, pointwise
from ...dispatch.inplace import apply_inplace
from ..elementwise.pointwise import _castable


def _fill_onto(xp, x, value):
    if hasattr(value, "dtype"):
        try:
            copies.put(x, _castable(value, x.dtype))
        except ValueError as e:
            raise errors.calls.broadcast("copy", x.shape, value.shape) or errors.writes.output_shape(
                "copy", x.shape, value.shape
            ) from e
        return
    copies.fill(x, dtypes.fitting(value, x.dtype))


def _filled(xp, x, value):
    """``value`` in the shape and dtype of ``x``. If ``value`` is batched and ``x`` is not, in their common shape."""
    try:
        out = xp.empty(xp.broadcast(x, value).shape if getattr(value, "ndim", 0) else x.shape, x.dtype)
    except ValueError as e:
        raise errors.calls.broadcast("fill", x.shape, value.shape) or e from None
    _fill_onto(xp, out, value)
    return out


def _check_one(value: Any, batched: bool = False) -> None:
    if (ndim := getattr(value, "ndim", 0) - batched) > 0:
        raise errors.elements.one_value(ndim)


def _fill_by_one(xp, x, value):
    _check_one(value)
    _fill_onto(xp, x, value)


def _batched_fill(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    _check_one(args[1], flags[1])
    return batch_pointwise(_copy, size, args, flags, params)


@pointwise("fill(input, value)", x=lambda x_meta: x_meta.zeros(), value=lambda g: g, promote=None, moves=True,
           method=False, inplace=True, onto=_fill_by_one, layout="first", batch=_batched_fill,
           node="FillBackward1 value=FillBackward0", saved="x_meta=")  # fmt: skip
def fill(xp, x, value):
    """A tensor of the shape and dtype of ``input``, with all elements set to one value.

    >>> wengert.fill(wengert.tensor([1.0, 2.0]), 7)
    tensor([7., 7.])
    """
    _check_one(value)
    return _filled(xp, x, value)


@linear(x=lambda x_meta: x_meta.zeros(), src=lambda g: g, moves=True, batch=batch_pointwise, onto=_fill_onto,
        node="CopyBackwards")  # fmt: skip
def _copy(xp, x, src):
    return _filled(xp, x, src)


def _zero_onto(xp, x):
    copies.fill(x, 0)


@linear(x=lambda x_meta: x_meta.zeros(), moves=True, batch=batch_pointwise, onto=_zero_onto, node="ZeroBackward0")
def _zero(xp, x):
    return copies.zeros(xp, x.shape, x.dtype)


@composite("zero_(input)", function=True)
def zero_(input: Any) -> Any:
    """Sets all elements of ``input`` to zero.

    >>> wengert.zero_(wengert.tensor([1.0, 2.0]))
    tensor([0., 0.])
    """
    return apply_inplace(_zero, (input,), None)
