"""Maxima and minima, most of which the pure build leaves to NumPy: see ``extremes.pyx``.

NumPy spends most of the time around short rows. Their maxima are found side by side, in a copy that has the rows as
columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .rows import F32, F64, last_axes

NARROW, MANY = 32, 64  # elements of the longest row, and the number of rows, that are compared side by side
PIECE = 1 << 15  # elements that are copied at once


def of(a: Any, axis: Any, smallest: bool, keepdims: bool) -> Any:
    """The maxima or minima of short rows, along the last axes or of all elements; None if NumPy has to compute them."""
    dtype = a.dtype
    if a.size < MANY or (dtype is not F32 and dtype is not F64) or not a.flags.c_contiguous:
        return None  # the first, not even if a row were one element
    least = a.shape[-1]  # rows are this long or longer
    found = last_axes(a.shape, axis, keepdims) if least <= NARROW and a.size >= MANY * least else None
    if found is None or not 0 < found[0] <= NARROW or a.size < MANY * found[0]:
        return None
    n, kept = found
    return _side_by_side(a.reshape(-1, n), np.minimum if smallest else np.maximum).reshape(kept)


def _side_by_side(x: Any, over: Any) -> Any:
    """The maxima or minima of rows."""
    out = np.empty(len(x), x.dtype)
    step = PIECE // x.shape[1]
    for i in range(0, len(x), step):
        over.reduce(np.ascontiguousarray(x[i : i + step].T), 0, out=out[i : i + step])
    return out


def with_places(a: Any, axis: Any, smallest: bool, keepdims: bool) -> Any:
    """The maxima or minima, and the indices where they first occur; None, since NumPy has to find them."""
    return None
