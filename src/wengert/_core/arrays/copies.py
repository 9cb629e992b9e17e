"""Copies in another order, triangles and joined arrays, which the pure build leaves to NumPy: see ``copies.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

LEAST = SOME = 1 << 62  # elements from which on the compiled build copies


def write(out: Any, x: Any) -> bool:
    """``out[...] = x``; False, since NumPy has to do it."""
    return False


def joined(parts: tuple[Any, ...], axis: int, stacked: bool = False) -> Any:
    """Small dense arrays, one after the other along an axis or a new one; None if they are to be joined otherwise."""
    if type(parts[0]) is not np.ndarray or (stacked and axis):
        return None
    for part in parts:
        if not part.flags.c_contiguous:
            return None
    try:  # of small arrays numpy.array makes one in a fraction of the time
        return np.array(parts) if stacked else np.concatenate(parts, axis=axis)
    except ValueError:  # their shapes differ
        return None


def put(out: Any, x: Any) -> None:
    """``out[...] = x``."""
    out[...] = x


def put_at(out: Any, key: Any, x: Any) -> None:
    """``out[key] = x``, for a basic index."""
    out[key] = x


def fill(out: Any, value: Any) -> None:
    """``out[...] = value``, for a number of any type."""
    out[...] = value


def zeros(xp: Any, shape: Any, dtype: Any) -> Any:
    """``xp.zeros(shape, dtype)``."""
    return xp.zeros(shape, dtype)


def filled(xp: Any, shape: Any, dtype: Any, value: Any) -> Any:
    """An array with one value, a number of any type, everywhere."""
    out = xp.empty(shape, dtype)
    out[...] = value
    return out


def counted(xp: Any, n: int, start: Any, step: Any, dtype: Any) -> Any:
    """The ``n`` numbers ``start``, ``start + step``, ``start + 2 * step``, …; None, since NumPy has to make them."""
    return None


def copied(x: Any) -> Any:
    """``x.copy()``: a copy in row-major order."""
    return x.copy()


def in_row_major(x: Any) -> Any:
    """An array in row-major order: itself, or a copy. What is no array of NumPy's is returned as it is."""
    return x.copy() if type(x) is np.ndarray and not x.flags.c_contiguous else x


def in_same_order(x: Any, dtype: Any) -> Any:
    """A copy in the same memory order, perhaps in another dtype; None, since NumPy has to make it."""
    return None


def triangle(x: Any, diagonal: int, upper: bool, rest: float, out: Any = None) -> Any:
    """The triangle of each matrix, and ``rest`` elsewhere; None, since NumPy has to copy it."""
    return None
