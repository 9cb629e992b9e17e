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


def _sum(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    return functions.sum(a, axis, keepdims, dtype=dtype)


def _prod(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    if isinstance(axis, tuple):
        raise Otherwise
    if axis is not None:
        return functions.prod(a, axis, keepdims, dtype=dtype)
    out = functions.prod(a, dtype=dtype)
    return functions.reshape(out, (1,) * a.ndim) if keepdims else out


def _mean(a: Any, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
    return functions.mean(inexact(a), axis, keepdims, dtype=dtype)


def _extreme(operation: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return operation(a, () if axis is None else axis, keepdims)

    return reduce


def _ptp(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    axis = () if axis is None else axis
    return functions.sub(functions.amax(a, axis, keepdims), functions.amin(a, axis, keepdims))


def _test(operation: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return operation(functions.ne(a, 0), axis, keepdims)

    return reduce


def _position(operation: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return operation(a, axis, keepdims)

    return reduce


def _spread(operation: Any) -> Callable[..., Any]:
    def reduce(a: Any, axis: Any = None, dtype: Any = None, *, ddof: float = 0, keepdims: bool = False) -> Any:
        if dtype is not None:
            raise Otherwise
        return operation(inexact(a), axis, correction=ddof, keepdim=keepdims)

    return reduce


def _scan(operation: Any) -> Callable[..., Any]:
    def scan(a: Any, axis: int | None = None, dtype: Any = None) -> Any:
        return operation(a.reshape(-1) if axis is None else a, 0 if axis is None else axis, dtype=dtype)

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
        return functions.positive(a)
    return functions.clamp(a, *[wrap(v) if isinstance(v, np.ndarray) else v for v in (low, high)])


def _round(a: Any, decimals: int = 0) -> Any:
    if not a.is_floating_point():
        raise Otherwise
    return functions.round(a, decimals=decimals)


def _swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    return functions.swapaxes(a, axis1, axis2)


def _transpose(a: Any, axes: Any = None) -> Any:
    return functions.permute(a, tuple(reversed(range(a.ndim))) if axes is None else tuple(axes))


def _reshape(a: Any, shape: Any) -> Any:
    if shape is None:
        raise Otherwise
    return functions.reshape(a, shape if isinstance(shape, (tuple, list)) else (shape,))


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
    return {
        np.sum: _sum, np.prod: _prod, np.mean: _mean,
        np.max: _extreme(functions.amax), np.min: _extreme(functions.amin), np.amax: _extreme(functions.amax),
        np.amin: _extreme(functions.amin), np.ptp: _ptp, np.any: _test(functions.any), np.all: _test(functions.all),
        np.argmax: _position(functions.argmax), np.argmin: _position(functions.argmin),
        np.std: _spread(functions.std), np.var: _spread(functions.var), np.cumsum: _scan(functions.cumsum),
        np.cumprod: _scan(functions.cumprod), np.squeeze: _squeeze, np.clip: _clip, np.round: _round,
        np.around: _round, np.swapaxes: _swapaxes, np.transpose: _transpose, np.reshape: _reshape,
        np.real: _real, np.imag: _imag, np.shape: _shape, np.ndim: _ndim, np.size: _size,
    }  # fmt: skip
