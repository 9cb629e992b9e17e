"""Functions of NumPy that call a method of their argument: sums, extremes, scans and the like, as operations.

Each has the parameters of its namesake in NumPy, as far as it means the same.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import dtypes
from ..tape.tensor import wrap
from .generated import functions


class Otherwise(Exception):  # noqa: N818  # it is not an error
    """Raised where an operation does not mean the same as a function of NumPy for these arguments."""


def _masked(a: Any, where: Any, neutral: Any) -> Any:
    """``a`` with a neutral element where a sum, or the like, leaves elements out."""
    if where is True:
        return a
    return functions.where(functions.as_tensor(where), a, functions.as_tensor(neutral, dtype=a.dtype))


def _counted(a: Any, axis: Any, where: Any) -> Any:
    """How many elements a mean is of."""
    return functions.sum(functions.broadcast_to(functions.as_tensor(where), a.shape), axis, True)


def _sum(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    found = functions.sum(_masked(a, where, 0), axis, keepdims, dtype=dtype)
    return found if initial is None else found + initial


def _prod(
    a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False, initial: Any = None, where: Any = True
) -> Any:
    a = _masked(a, where, 1)
    found = functions.prod(a, dtype=dtype) if axis is None else a
    for d in [] if axis is None else sorted([d % a.ndim for d in (axis if isinstance(axis, tuple) else (axis,))])[::-1]:
        found = functions.prod(found, d, keepdims, dtype=dtype)
    found = functions.reshape(found, (1,) * a.ndim) if keepdims and axis is None else found
    return found if initial is None else found * initial


def _mean(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False, where: Any = True) -> Any:
    if where is True:
        return functions.mean(inexact(a), axis, keepdims, dtype=dtype)
    found = functions.sum(_masked(inexact(a), where, 0), axis, True, dtype=dtype) / _counted(a, axis, where)
    return found if keepdims else _dropped(found, axis)


def _dropped(found: Any, axis: Any) -> Any:
    """A result without the dimensions that a reduction kept."""
    return functions.reshape(found, ()) if axis is None else functions.squeeze(found, axis)


def _extreme(operation: Any, between: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
        if initial is None:
            return operation(a, () if axis is None else axis, keepdims) if where is True else _otherwise()
        initial = functions.as_tensor(initial, dtype=a.dtype)
        return between(operation(_masked(a, where, initial), () if axis is None else axis, keepdims), initial)

    return reduce


def _otherwise() -> Any:
    raise Otherwise


def _ptp(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    axis = () if axis is None else axis
    return functions.sub(functions.amax(a, axis, keepdims), functions.amin(a, axis, keepdims))


def _test(operation: Any, neutral: bool) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False, where: Any = True) -> Any:
        return operation(_masked(functions.ne(a, 0), where, neutral), axis, keepdims)

    return reduce


def _position(operation: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return operation(a, axis, keepdims)

    return reduce


def _spread(operation: Any, of_variance: Any) -> Callable[..., Any]:
    def reduce(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        *,
        ddof: float = 0,
        keepdims: bool = False,
        where: Any = True,
        mean: Any = None,
        correction: Any = None,
    ) -> Any:
        a, ddof = inexact(a) if dtype is None else a.to(dtypes.of(np.dtype(dtype))), correction or ddof
        if where is True and mean is None:
            return operation(a, axis, correction=ddof, keepdim=keepdims)
        mean = _mean(a, axis, keepdims=True, where=where) if mean is None else functions.as_tensor(mean)
        off = _masked(a - mean, where, 0)
        squares = functions.sum((off * off.conj()).real if a.is_complex() else functions.square(off), axis, True)
        found = of_variance(squares / (_counted(a, axis, where) - ddof))
        return found if keepdims else _dropped(found, axis)

    return reduce


def _scan(operation: Any) -> Callable[..., Any]:
    def scan(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
        return operation(a.reshape(-1) if axis is None else a, 0 if axis is None else axis, dtype=dtype)

    return scan


def _from_one(operation: Any, first: Any) -> Callable[..., Any]:
    """``numpy.cumulative_sum``, which can start with the sum of nothing."""

    def scan(x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False) -> Any:
        if axis is None and x.ndim != 1:
            raise Otherwise  # NumPy says what is wrong
        axis = 0 if axis is None else axis
        found = operation(x, axis, dtype=dtype)
        return functions.cat([first(found.narrow(axis, 0, 1)), found], axis) if include_initial else found

    return scan


def inexact(a: Any) -> Any:
    """Of integers NumPy takes the mean in double precision."""
    return a if dtypes.is_inexact(dtypes.as_numpy(a.dtype)) else a.to(dtypes.float64)


def _squeeze(a: Any, axis: Any = None) -> Any:
    dims = () if axis is None else axis if isinstance(axis, tuple) else (axis,)
    if any(a.shape[d] != 1 for d in dims):
        raise Otherwise  # NumPy says what is wrong
    return functions.squeeze(a) if axis is None else functions.squeeze(a, axis)


def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:  # noqa: A002
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    if low is None and high is None:
        return functions.clone(a)
    return functions.clamp(a, *[wrap(v) if isinstance(v, np.ndarray) else v for v in (low, high)])


def _round(a: Any, decimals: int = 0) -> Any:
    if not a.is_floating_point():
        raise Otherwise
    return functions.round(a, decimals=decimals)


def _swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    return functions.swapaxes(a, axis1, axis2)


def _transpose(a: Any, axes: Any = None) -> Any:
    return functions.permute(a, tuple(reversed(range(a.ndim))) if axes is None else tuple(axes))


def _reshape(a: Any, shape: Any, order: str = "C") -> Any:
    if shape is None or order not in ("C", "F"):
        raise Otherwise
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if order == "F":  # the first index runs fastest
        return _transpose(functions.reshape(_transpose(a), sizes[::-1]))
    return functions.reshape(a, sizes)


def _real(val: Any) -> Any:
    return functions.real(val)


def _imag(val: Any) -> Any:
    return functions.imag(val) if val.is_complex() else functions.zeros_like(val)


def _shape(a: Any) -> Any:
    return a.shape


def _ndim(a: Any) -> int:
    return int(a.ndim)


def _size(a: Any, axis: Any = None) -> int:
    dims = range(a.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return math.prod([a.shape[d] for d in dims])


@functools.cache
def of_methods() -> dict[Any, Callable[..., Any]]:
    """By function of NumPy: the same in operations. Its parameters are those for which it is the same."""
    largest, smallest = _extreme(functions.amax, functions.maximum), _extreme(functions.amin, functions.minimum)
    scans = {"cumulative_sum": (functions.cumsum, functions.zeros_like),
             "cumulative_prod": (functions.cumprod, functions.ones_like)}  # fmt: skip
    return {
        **{getattr(np, name): _from_one(*parts) for name, parts in scans.items() if hasattr(np, name)},
        np.sum: _sum, np.prod: _prod, np.mean: _mean,
        np.max: largest, np.min: smallest, np.amax: largest, np.amin: smallest, np.ptp: _ptp,
        np.any: _test(functions.any, False), np.all: _test(functions.all, True),
        np.argmax: _position(functions.argmax), np.argmin: _position(functions.argmin),
        np.std: _spread(functions.std, functions.sqrt), np.var: _spread(functions.var, functions.positive),
        np.cumsum: _scan(functions.cumsum),
        np.cumprod: _scan(functions.cumprod), np.squeeze: _squeeze, np.clip: _clip, np.round: _round,
        np.around: _round, np.swapaxes: _swapaxes, np.transpose: _transpose, np.reshape: _reshape,
        np.real: _real, np.imag: _imag, np.shape: _shape, np.ndim: _ndim, np.size: _size,
    }  # fmt: skip
