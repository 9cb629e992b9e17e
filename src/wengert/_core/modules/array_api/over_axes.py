"""One number of many: sums, moments, extremes, truth values; and sums so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...api.generated import functions
from ...arrays import dtypes
from .arrangement import axes_of, concat, only_axis

Axis = int | tuple[int, ...] | None


def _over(name: str, reduce: Callable[..., Any], x: Any, axis: Axis, keepdims: bool) -> Any:
    """A reduction along the axes that are named. Along none, it is that of each element by itself."""
    axes = axes_of(name, x, axis)
    return reduce(x, axes, keepdims) if axes else reduce(x[..., None], -1)


def _deviation(name: str, reduce: Callable[..., Any], x: Any, axis: Axis, correction: float, keepdims: bool) -> Any:
    axes = axes_of(name, x, axis)
    if axes:
        return reduce(x, axes, correction=correction, keepdim=keepdims)
    return functions.var(x[..., None], -1, correction=0) / (1 - correction)  # its root would have no gradient at 0


def _wide(x: Any, dtype: Any) -> Any:
    """The dtype of a sum: that of ``x``, or the widest of its kind if it is an integer."""
    if dtype is not None or x.dtype.is_floating_point or x.dtype.is_complex:
        return dtype
    return dtypes.uint64 if x.dtype in (dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64) else dtypes.int64


def sum(x: Any, /, *, axis: Axis = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The sum along axes.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None for all
        dtype: the dtype of the result; by default that of ``x``, or the widest of its kind if it is an integer
        keepdims: whether the axes stay, with size one

    >>> import wengert
    >>> wengert.array_api.sum(wengert.ones(2, 3), axis=1)
    tensor([3., 3.])
    """
    axes, dtype = axes_of("sum", x, axis), _wide(x, dtype)
    if not axes:
        return x.to(dtype, copy=True)
    return functions.sum(x, axes, keepdims, dtype=dtype)


def prod(x: Any, /, *, axis: Axis = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The product along axes. The other arguments are those of :func:`sum`.

    >>> import wengert
    >>> wengert.array_api.prod(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), axis=1)
    tensor([ 2., 12.])
    """
    x = x.to(_wide(x, dtype), copy=True)
    for one in sorted(axes_of("prod", x, axis), reverse=True):
        x = functions.prod(x, one, keepdims, dtype=x.dtype)
    return x


def mean(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """The mean along axes.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None for all
        keepdims: whether the axes stay, with size one

    >>> import wengert
    >>> wengert.array_api.mean(wengert.tensor([1.0, 2.0]))
    tensor(1.5000)
    """
    return _over("mean", functions.mean, x, axis, keepdims)


def var(x: Any, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The variance along axes.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None for all
        correction: what is subtracted from the number of elements before the sum of squares is divided by it
        keepdims: whether the axes stay, with size one

    >>> import wengert
    >>> wengert.array_api.var(wengert.tensor([1.0, 3.0]), correction=1)
    tensor(2.)
    """
    return _deviation("var", functions.var, x, axis, correction, keepdims)


def std(x: Any, /, *, axis: Axis = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The standard deviation along axes: the root of :func:`var`, with the other arguments of it.

    >>> import wengert
    >>> wengert.array_api.std(wengert.tensor([1.0, 3.0]))
    tensor(1.)
    """
    return _deviation("std", functions.std, x, axis, correction, keepdims)


def max(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """The largest element along axes. Where several are equal, they share the gradient.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None for all
        keepdims: whether the axes stay, with size one

    >>> import wengert
    >>> wengert.array_api.max(wengert.tensor([[1, 5], [3, 2]]), axis=0)
    tensor([3, 5])
    """
    return _over("max", functions.amax, x, axis, keepdims)


def min(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """The smallest element along axes. The other arguments are those of :func:`max`.

    >>> import wengert
    >>> wengert.array_api.min(wengert.tensor([[1, 5], [3, 2]]), axis=0)
    tensor([1, 2])
    """
    return _over("min", functions.amin, x, axis, keepdims)


def all(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """Whether all elements along axes are true, or not zero.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None for all
        keepdims: whether the axes stay, with size one

    >>> import wengert
    >>> wengert.array_api.all(wengert.tensor([[True, False], [True, True]]), axis=1)
    tensor([False,  True])
    """
    return _over("all", functions.all, x.to(dtypes.bool_), axis, keepdims)


def any(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """Whether an element along axes is true, or not zero. The other arguments are those of :func:`all`.

    >>> import wengert
    >>> wengert.array_api.any(wengert.tensor([[True, False], [False, False]]), axis=1)
    tensor([ True, False])
    """
    return _over("any", functions.any, x.to(dtypes.bool_), axis, keepdims)


def count_nonzero(x: Any, /, *, axis: Axis = None, keepdims: bool = False) -> Any:
    """How many elements along axes are not zero. The other arguments are those of :func:`all`.

    >>> import wengert
    >>> wengert.array_api.count_nonzero(wengert.tensor([0, 3, 0, 1]))
    tensor(2)
    """
    return sum((x != 0).to(dtypes.int64), axis=axis, keepdims=keepdims)


def _so_far(name: str, one: Callable[..., Any], x: Any, axis: int | None, dtype: Any, start: Any) -> Any:
    """A running sum or product, with what it starts from in front if there is such."""
    axis = only_axis(name, x, axis)
    out = one(x, axis, dtype=_wide(x, dtype))
    if start is None:
        return out
    shape = list(x.shape)
    shape[axis] = 1
    return concat([functions.full(shape, start, dtype=out.dtype, device=out.device), out], axis=axis)


def cumulative_sum(x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """The sums of the elements so far, along an axis.

    Args:
        x: the array
        axis: the axis; it may be None if there is only one
        dtype: the dtype of the result, as in :func:`sum`
        include_initial: whether a zero is put in front: the result is longer by one then

    >>> import wengert
    >>> wengert.array_api.cumulative_sum(wengert.tensor([1.0, 2.0]), include_initial=True)
    tensor([0., 1., 3.])
    """
    return _so_far("cumulative_sum", functions.cumsum, x, axis, dtype, 0 if include_initial else None)


def cumulative_prod(x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """The products of the elements so far, along an axis. The other arguments are those of :func:`cumulative_sum`.

    >>> import wengert
    >>> wengert.array_api.cumulative_prod(wengert.tensor([2.0, 3.0]))
    tensor([2., 6.])
    """
    return _so_far("cumulative_prod", functions.cumprod, x, axis, dtype, 1 if include_initial else None)


def diff(x: Any, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None) -> Any:
    """The differences of neighbours along an axis.

    Args:
        x: the array
        axis: the axis
        n: how many times differences are taken
        prepend: what is put in front first: an array
        append: what is put behind first: an array

    >>> import wengert
    >>> wengert.array_api.diff(wengert.tensor([1.0, 4.0, 9.0]))
    tensor([3., 5.])
    """
    return functions.diff(x, n, axis, prepend, append)
