"""Sums, maxima and scans of rows, most of which the pure build leaves to NumPy: see ``rows.pyx``.

NumPy spends most of the time around short rows. A product with ones adds them in a fraction of it; their maxima are
found side by side, in a copy that has the rows as columns.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
FEW = 64  # terms that may be added one after the other
ONES: Any = {dtype: [np.ones(FEW, dtype)[:n] for n in range(FEW + 1)] for dtype in (F32, F64)}
NARROW, MANY = 32, 64  # elements of the longest row, and the number of rows, whose maxima are found side by side
PIECE = 1 << 15  # elements that are copied at once
SHORT = 128  # elements of the longest row for which the compiled build has the place of the maximum, too
LARGE = 1 << 62  # elements from which on the compiled build shares a sum between threads


def by_row(a: Any, axis: Any, largest: bool, keepdims: bool, squares: bool = False) -> Any:
    """The sums or maxima of short rows, along the last axes or of all elements; None if NumPy has to compute them."""
    dtype = a.dtype
    if squares or (dtype is not F32 and dtype is not F64) or not a.flags.c_contiguous:
        return None
    if largest and a.size < MANY:
        return None  # not even if a row were one element
    shape = a.shape
    last = len(shape) - 1
    if axis is None:
        n, kept = a.size, (1,) * len(shape) if keepdims else ()
    elif last >= 0 and (axis == -1 or axis == last or axis == (-1,) or axis == (last,)):
        n, kept = shape[last], (*shape[:last], 1) if keepdims else shape[:last]
    elif type(axis) is tuple and (last in axis or -1 in axis) and _are_last(axis, last + 1):
        at = last + 1 - len(axis)
        n, kept = math.prod(shape[at:]), (*shape[:at], *(1,) * len(axis)) if keepdims else shape[:at]
    else:
        return None
    if largest:
        return _side_by_side(a.reshape(-1, n)).reshape(kept) if 0 < n <= NARROW and a.size >= MANY * n else None
    return a.reshape(-1, n).dot(ONES[dtype][n]).reshape(kept) if 0 < n <= FEW and a.size else None


def _are_last(axes: tuple[int, ...], ndim: int) -> bool:
    """Whether these are the last axes."""
    return sorted([a % ndim for a in axes]) == list(range(ndim - len(axes), ndim))


def _side_by_side(x: Any) -> Any:
    """The maxima of rows."""
    out = np.empty(len(x), x.dtype)
    step = PIECE // x.shape[1]
    for i in range(0, len(x), step):
        np.maximum.reduce(np.ascontiguousarray(x[i : i + step].T), 0, out=out[i : i + step])
    return out


def add_groups(a: Any, count: int, group: int, n: int) -> Any:
    """``a[:count * group * n].reshape(count, group, n).sum(1)`` in float64; None, since NumPy has to compute it."""
    return None


def moments_by_row(a: Any, axis: Any) -> Any:
    """The moments of rows; None, since NumPy has to compute them."""
    return None


def variances_by_row(a: Any, axis: Any, divisor: float, keepdims: bool, roots: bool) -> Any:
    """The variances of rows or their square roots, and the means; None, since NumPy has to compute them."""
    return None


def product_by_row(a: Any, axis: Any, keepdims: bool) -> Any:
    """The products of rows; None, since NumPy has to compute them."""
    return None


def others_by_row(a: Any, axis: Any) -> Any:
    """For each element, the product of all others of its row; None, since NumPy has to compute it."""
    return None


def places_by_row(x: Any, found: Any) -> Any:
    """The index in each row of ``x`` where its maximum ``found`` first occurs."""
    return x.argmax(-1).reshape(found.shape)


def running(a: Any, axis: int, product: bool, backwards: bool) -> Any:
    """The cumulative sums or products of float32 numbers; None, since NumPy has to compute them."""
    return None
