"""Sums, products and maxima, for kernels. Short rows along the last axis have loops of our own (``rows``)."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from . import rows

Axes = int | tuple[int, ...] | None
_add: Any = np.add.reduce  # the ufunc that ``ndarray.sum`` calls from Python
_multiply: Any = np.multiply.reduce
_maximum: Any = np.maximum.reduce


def _is_last(axis: Axes, ndim: int) -> bool:
    return axis == -1 or axis == ndim - 1 or axis == (-1,) or axis == (ndim - 1,)


def total(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.sum(axis, keepdims=keepdims)``."""
    if type(x) is not np.ndarray:
        return x.sum(axis=axis, keepdims=keepdims)
    found = rows.by_row(x, False) if _is_last(axis, x.ndim) else None
    if found is None:
        return _add(x, axis, keepdims=keepdims)
    return found[..., None] if keepdims else found


def largest(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.max(axis, keepdims=keepdims)``."""
    if type(x) is not np.ndarray:
        return x.max(axis=axis, keepdims=keepdims)
    found = rows.by_row(x, True) if _is_last(axis, x.ndim) else None
    if found is None:
        return _maximum(x, axis, keepdims=keepdims)
    return found[..., None] if keepdims else found


def adder(x: Any) -> Any:
    """``x.sum``, but by the ufunc alone, so that it does not warn as NumPy's module (Note [Silent kernels])."""
    return partial(_add, x, axis=None) if type(x) is np.ndarray else x.sum


def multiplier(x: Any) -> Any:
    """``x.prod``, like :func:`adder`."""
    return partial(product, x) if type(x) is np.ndarray else x.prod


FOLDED = 4096  # from this length on, halves of a row are multiplied: NumPy multiplies one number after the other


def product(x: Any, axis: Axes = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """``x.prod(axis, dtype, keepdims=keepdims)`` of a NumPy array."""
    if axis is None and x.flags.c_contiguous and not keepdims:
        x, axis = x.reshape(-1), -1
    if x.dtype.kind in "fc" and dtype is None and x.ndim and _is_last(axis, x.ndim):
        while (n := x.shape[-1]) >= FOLDED:
            odd, x = x[..., n - n % 2 :], x[..., : n // 2] * x[..., n // 2 : n - n % 2]
            if n % 2:
                x[..., :1] *= odd
    return _multiply(x, axis, dtype, keepdims=keepdims)


def _with_place(x: Any, axis: Any, keepdims: bool) -> Any:
    """The maximum of each short row and the index where it first occurs; None if NumPy has to compute them."""
    found = rows.by_row(x, True) if _is_last(axis, x.ndim) else None
    if found is None:
        return None
    at = rows.places_by_row(x, found)
    return (found[..., None], at[..., None]) if keepdims else (found, at)


def place_of_largest(x: Any, axis: int | None, keepdims: bool = False) -> Any:
    """``x.argmax(axis, keepdims=keepdims)``."""
    found = _with_place(x, axis, keepdims)
    return x.argmax(axis=axis, keepdims=keepdims) if found is None else found[1]


def largest_and_place(x: Any, axis: int, keepdims: bool = False) -> Any:
    """``x.max(axis, keepdims=keepdims)`` and ``x.argmax(axis, keepdims=keepdims)``."""
    found = _with_place(x, axis, keepdims)
    return (largest(x, axis, keepdims), x.argmax(axis=axis, keepdims=keepdims)) if found is None else found
