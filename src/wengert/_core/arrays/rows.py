"""Sums, moments and products of rows, most of which the pure build leaves to NumPy: see ``rows.pyx``.

NumPy spends most of the time around short rows. A product with ones adds them in a fraction of it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
FEW = 64  # terms that may be added one after the other
ONES: Any = {dtype: [np.ones(FEW, dtype)[:n] for n in range(FEW + 1)] for dtype in (F32, F64)}


def by_row(a: Any, axis: Any, keepdims: bool, squares: bool = False) -> Any:
    """The sums of short rows, along the last axes or of all elements; None if NumPy has to compute them."""
    dtype = a.dtype
    if squares or (dtype is not F32 and dtype is not F64) or not a.flags.c_contiguous:
        return None
    found = last_axes(a.shape, axis, keepdims)
    if found is None or not 0 < found[0] <= FEW or not a.size:
        return None
    n, kept = found
    return a.reshape(-1, n).dot(ONES[dtype][n]).reshape(kept)


def last_axes(shape: tuple[int, ...], axis: Any, keepdims: bool) -> tuple[int, tuple[int, ...]] | None:
    """The length of the rows that a reduction is over, and the shape of its result; None if they are not rows."""
    last = len(shape) - 1
    if axis is None:
        return math.prod(shape), (1,) * len(shape) if keepdims else ()
    if last >= 0 and (axis == -1 or axis == last or axis == (-1,) or axis == (last,)):
        return shape[last], (*shape[:last], 1) if keepdims else shape[:last]
    if type(axis) is tuple and (last in axis or -1 in axis):
        at = last + 1 - len(axis)
        if sorted([a % (last + 1) for a in axis]) == list(range(at, last + 1)):
            return math.prod(shape[at:]), (*shape[:at], *(1,) * len(axis)) if keepdims else shape[:at]
    return None


def by_column(a: Any, axis: Any, keepdims: bool, wide: bool = False, product: bool = False) -> Any:
    """The sums or products of columns; None, since NumPy has to compute them."""
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
