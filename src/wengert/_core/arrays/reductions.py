"""Sums, moments, scans, products and maxima, for kernels. Some have loops of our own: see ``rows.pyx``,
``scan_loops.pyx`` and ``extremes.pyx``.

Note [Long sums]. NumPy adds pairwise along the axis that is last in memory. Along any other axis it adds one row after
the other, and rounds each time: in float32 the mean of a column of 10⁶ numbers has two correct digits. So long sums are
computed in blocks here. Blocks of a few rows are added in the given precision, and what they give, which is little, in
twice the precision. Variances, scans and products, whose errors grow faster, are in twice the precision throughout, a
piece that fits the cache at a time. The order depends on shape and strides alone: an array whose axes lie in
another order, or that has gaps, is added in the order of its memory.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import compiled
from . import copies, extremes, few, objects, rows, scan_loops
from .arrays import silently

Axes = int | tuple[int, ...] | None
_add, _maximum, _minimum, _or, _and = few.total, few.largest, few.smallest, few.some, few.every
_multiply: Any = np.multiply.reduce  # the ufunc that ``ndarray.prod`` calls from Python; it does not warn as NumPy does
TWICE = {np.dtype("f4"): np.dtype("f8"), np.dtype("c8"): np.dtype("c16")}  # the dtypes of twice the precision
FLOATS = (np.dtype("f4"), np.dtype("f8"))
PARTS = {np.dtype("c8"): np.dtype("f4"), np.dtype("c16"): np.dtype("f8")}  # what complex numbers are of
INEXACT = (*FLOATS, *PARTS)
PIECE = 1 << 15  # elements that are computed at once in twice the precision


def twice(dtype: Any) -> Any:
    """The dtype of twice the precision, if there is one that NumPy computes in."""
    return TWICE.get(dtype, dtype)


def _is_last(axis: Axes, ndim: int) -> bool:
    return axis == -1 or axis == ndim - 1 or axis == (-1,) or axis == (ndim - 1,)


def _axes(axis: Axes, ndim: int) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(ndim))
    return tuple([a % ndim for a in axis]) if isinstance(axis, tuple) else (axis % ndim,)


def _parts(x: Any, axis: int) -> list[tuple[Any, ...]]:
    """Indices of parts along an axis. Each part is about a piece."""
    n = x.shape[axis]
    step = max(1, PIECE * n // x.size)
    return [(*[slice(None)] * axis, slice(i, i + step)) for i in range(0, n, step)]


# -- Short rows --------------------------------------------------------------------------------------------------------

SHORT = 8  # elements of the longest row whose first, second, … elements are combined as columns


def _as_columns(ufunc: Any, x: Any, axis: Axes, keepdims: bool) -> Any:
    """``ufunc.reduce(x, axis, keepdims=keepdims)`` of many short rows, which NumPy reduces one by one; else None.

    Rows may overlap, as those of ``unfold`` do.
    """
    if x.size < PIECE or axis is None:
        return None
    over = _axes(axis, x.ndim)
    if not over or not all(1 < x.shape[a] <= SHORT for a in over):
        return None
    for a in sorted(over, reverse=True):
        columns = [x[(*[slice(None)] * a, i)] for i in range(x.shape[a])]
        x = ufunc(columns[0], columns[1])
        for column in columns[2:]:
            ufunc(x, column, out=x)
    return np.expand_dims(x, over) if keepdims else x


# -- Sums --------------------------------------------------------------------------------------------------------------

FEW = 64  # terms that may be added one after the other
BLOCK = 16  # terms of a block
WIDE = 2048  # elements of the rows that are added, at least


def total(x: Any, axis: Axes, keepdims: bool = False, dtype: Any = None) -> Any:
    """``x.sum(axis, dtype, keepdims=keepdims)``, by Note [Long sums]."""
    if type(x) is not np.ndarray:
        return x.sum(axis=axis, keepdims=keepdims) if dtype is None else x.sum(axis, dtype, keepdims=keepdims)
    if dtype is not None and (dtype != x.dtype or dtype.kind not in "fc"):
        if dtype not in TWICE:
            return _add(x, axis, dtype, keepdims=keepdims)
        x = x.astype(dtype)
    if not objects.in_rows(x) and (repeated := _repeated(x)):
        return _of_once(total, x, repeated, axis, keepdims, True)
    found = rows.by_row(x, axis, keepdims)
    if found is not None:
        return found
    if x.size <= FEW:
        return _add(x, axis, keepdims=keepdims)
    found = rows.by_column(x, axis, keepdims)
    if found is not None:
        return found
    if x.dtype in PARTS and x.flags.c_contiguous and (over := _axes(axis, x.ndim)) and max(over) < len(over):
        return _as_complex(total(_parts_of(x), over, keepdims), x.dtype)  # along the first axes
    if not x.flags.c_contiguous:
        found = _as_columns(np.add, x, axis, keepdims) if x.dtype.kind in "fc" else None
        if found is not None:
            return found
        turned = None if x.ndim < 2 else _in_memory(x, axis)
        if turned is not None:
            dense, over, back = turned
            return _turned_back(total(dense, over, True), back, axis, keepdims)
    if type(axis) is tuple and len(axis) > 1:
        found = _rows_first(x, _axes(axis, x.ndim))
        if found is not None:
            return _with_axes(found, x, axis) if keepdims else found
    if x.ndim > 1 and x.size <= PIECE and not x.flags.c_contiguous:
        return total(copies.copied(x), axis, keepdims)
    if x.dtype.kind not in "fc" or x.flags.c_contiguous and (axis is None or _is_last(axis, x.ndim)):
        return _add(x, axis, keepdims=keepdims)
    n = 1
    for a in range(x.ndim) if axis is None else axis if type(axis) is tuple else (axis,):
        n *= x.shape[a]
    if n <= FEW:
        return _add(x, axis, keepdims=keepdims)
    over, dense = _axes(axis, x.ndim), x.flags.c_contiguous
    near = _first_near(over, x.ndim) if dense else x.ndim
    if n <= FEW * math.prod(x.shape[near:]):
        return _add(x, axis, keepdims=keepdims)
    if dense and max(over) < len(over):
        found = _columns(x.reshape(1, n, -1)).reshape(x.shape[len(over) :])
    else:
        found = _long_total(x, over)
    found = found.astype(x.dtype, copy=False)
    return _with_axes(found, x, axis) if keepdims else found


def _repeated(x: Any) -> list[bool]:
    """Along which axes an array repeats its elements; empty if along none."""
    if 0 not in x.strides:
        return []
    found = [s == 0 and n > 1 for s, n in zip(x.strides, x.shape, strict=True)]
    return found if any(found) else []


def _of_once(reduce: Any, x: Any, repeated: list[bool], axis: Axes, keepdims: bool, adds: bool = False) -> Any:
    """A reduction of an expanded array. What is repeated is read once; with ``adds`` the result is multiplied."""
    over = _axes(axis, x.ndim)
    found = reduce(x[tuple([slice(1) if again else slice(None) for again in repeated])], axis, True)
    times = math.prod([x.shape[a] for a in over if repeated[a]]) if adds else 1
    if times > 1:
        found = found * found.dtype.type(times)
    found = copies.copied(np.broadcast_to(found, [1 if a in over else n for a, n in enumerate(x.shape)]))
    return found if keepdims else found.reshape(()) if axis is None else found.squeeze(axis)


def _parts_of(x: Any) -> Any:
    """The real and the imaginary parts of dense complex numbers, along one more axis."""
    return x.view(PARTS[x.dtype]).reshape(*x.shape, 2)


def _as_complex(parts: Any, dtype: Any) -> Any:
    """The complex numbers of such parts."""
    return parts.view(dtype).reshape(parts.shape[:-1])


def _in_memory(x: Any, axis: Axes) -> Any:
    """An array with its axes in the order of memory, those of them that ``axis`` means, and the way back. None if they
    are in that order."""
    shape = x.shape
    steps = [-abs(s) if n != 1 else -math.inf for n, s in zip(shape, x.strides, strict=True)]
    order = sorted(range(x.ndim), key=steps.__getitem__)  # axes of length one first: those that count are neighbours
    if order == list(range(x.ndim)):
        return None
    over, back = _axes(axis, x.ndim), [0] * x.ndim
    for i, a in enumerate(order):
        back[a] = i
    return x.transpose(order), tuple([i for i, a in enumerate(order) if a in over and shape[a] > 1]), back


def _turned_back(found: Any, back: Sequence[int], axis: Axes, keepdims: bool) -> Any:
    """What a reduction in the order of memory found, which kept its axes, in row-major order."""
    found = found.transpose(back)
    if not found.flags.c_contiguous:
        found = copies.copied(found)
    return found if keepdims else found.reshape(()) if axis is None else found.squeeze(axis)


def _first_near(over: tuple[int, ...], ndim: int) -> int:
    """The first of the last axes, if a sum is over these: NumPy adds along them pairwise."""
    near = ndim
    while near - 1 in over:
        near -= 1
    return near


def _with_axes(found: Any, x: Any, axis: Axes) -> Any:
    """What a reduction of ``x`` found, with its axes kept."""
    over = _axes(axis, x.ndim)
    return found.reshape([1 if a in over else n for a, n in enumerate(x.shape)])


def _rows_first(x: Any, over: tuple[int, ...]) -> Any:
    """The sum over several axes, the last of which are rows that are added first; None if none are."""
    near = _first_near(over, x.ndim)
    found = rows.by_row(x, tuple(range(near, x.ndim)), False) if near < x.ndim else None
    return None if found is None else total(found, tuple([a for a in over if a < near]))


def squares(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``total(x * x, axis, keepdims)``."""
    found = rows.by_row(x, axis, keepdims, True)
    return total(x * x, axis, keepdims) if found is None else found


def _columns(x: Any) -> Any:
    """The sum over the second of three axes, the last two of which are dense; perhaps in twice the precision."""
    found = rows.by_column(x, 1, False, True)
    if found is not None:
        return found
    some, n, width = x.shape
    if n <= FEW:
        return _add(x, 1)
    side = max(1, min(WIDE // width, n // BLOCK))  # rows that are added as one row first
    step = side if side > 1 else BLOCK
    end = n - n % step
    if side > 1:
        part = _columns(x[:, :end].reshape(some, n // side, side * width)).reshape(some, side, width)
    else:
        part = _add(x[:, :end].reshape(some, n // BLOCK, BLOCK, width), 2)
    found = _columns(_doubled(part))
    return found if end == n else found + _columns(x[:, end:])


def _long_total(x: Any, over: Sequence[int]) -> Any:
    """The sum over the axes ``over``, perhaps in twice the precision."""
    order = sorted([a for a, n in enumerate(x.shape) if n != 1], key=lambda a: -abs(x.strides[a]))
    shape: list[int] = []  # in the order of memory; neighbours that lie there as one axis are merged
    summed: list[bool] = []
    step = 0
    for a in order:
        if shape and summed[-1] == (a in over) and step == x.strides[a] * x.shape[a]:
            shape[-1] *= x.shape[a]
        else:
            shape.append(x.shape[a])
            summed.append(a in over)
        step = x.strides[a]
    single = [a for a, n in enumerate(x.shape) if n == 1]
    found = _in_blocks(x.transpose(order + single).reshape(shape), summed)
    kept = [a for a in order if a not in over]
    found = found.reshape([x.shape[a] for a in kept]).transpose(sorted(range(len(kept)), key=kept.__getitem__))
    return found.reshape([n for a, n in enumerate(x.shape) if a not in over])


def _in_blocks(x: Any, summed: list[bool]) -> Any:
    """The sum over the axes that are ``summed``, of an array whose axes are in the order of memory."""
    last = x.ndim - 1
    slow = [a for a in range(last) if summed[a]]  # NumPy does not add pairwise along them
    if math.prod([x.shape[a] for a in slow]) <= FEW:
        return _add(x, tuple([a for a in range(x.ndim) if summed[a]]))
    if summed[last] and x.shape[last] >= BLOCK:
        part = rows.by_row(x, -1, False)
        return _in_blocks(_doubled(_add(x, last) if part is None else part), summed[:last])
    axis = max(slow, key=lambda a: x.shape[a])
    n, before, after = x.shape[axis], x.shape[:axis], x.shape[axis + 1 :]
    if slow == [last - 1] and not summed[last] and x.strides[axis] == x.strides[last] * after[0] and last < 3:
        return _columns(x.reshape(math.prod(before), n, *after)).reshape(*before, *after)
    inner = (x.ndim,) if summed[last] else ()  # the last axis is summed at once, so that less is left
    block = min(BLOCK, n)
    count, rest = divmod(n, block)
    head, tail = (x[(*[slice(None)] * axis, part)] for part in (slice(n - rest), slice(n - rest, None)))
    part = _add(head.reshape(*before, count, block, *after), (axis + 1, *inner))
    found = _in_blocks(_doubled(part), summed[: x.ndim - len(inner)])
    return found + _in_blocks(tail, summed) if rest else found


def _doubled(x: Any) -> Any:
    return x.astype(twice(x.dtype), copy=False)


def moments(x: Any, axis: Axes) -> tuple[Any, Any]:
    """The means, and the sums of the squared distances from them, in twice the precision. Dimensions are kept."""
    found = rows.moments_by_row(x, axis)
    if found is not None:
        return found  # type: ignore[no-any-return]
    over = _axes(axis, x.ndim)
    last = len(over)
    if last > 1 and x.size and type(x) is np.ndarray and x.flags.c_contiguous and min(over) == x.ndim - last:
        kept = x.shape[: x.ndim - last] + (1,) * last  # the last axes lie in memory as one
        mean, squares = moments(x.reshape(*x.shape[: x.ndim - last], math.prod(x.shape[x.ndim - last :])), -1)
        return mean.reshape(kept), squares.reshape(kept)
    n = math.prod([x.shape[a] for a in over]) or math.nan
    if x.size <= PIECE or type(x) is not np.ndarray:
        wide = x.astype(twice(x.dtype))
        mean = total(wide, over, True) / n
        wide -= mean
        return mean, total(_squares(wide), over, True)
    mean = _in_pieces(x, over, None) / n
    return mean, _in_pieces(x, over, mean)


def variances(x: Any, axis: Axes, divisor: float, keepdims: bool = False, roots: bool = False) -> tuple[Any, Any]:
    """The sums of :func:`moments` over ``divisor``, in the dtype of ``x``, and the means as they are.

    With ``roots`` it is their square roots, which the dtype holds where the sums are too small or large for it.
    """
    found = rows.variances_by_row(x, axis, divisor, keepdims, roots)
    if found is not None:
        return found  # type: ignore[no-any-return]
    if compiled.active and type(x) is np.ndarray and x.ndim > 1 and x.size <= PIECE and x.dtype in FLOATS:
        over = _axes(axis, x.ndim)
        turned = copies.copied(x.transpose([a for a in range(x.ndim) if a not in over] + list(over)))
        found = rows.variances_by_row(turned, tuple(range(x.ndim - len(over), x.ndim)), divisor, False, roots)
        if found is not None:
            var, mean = found[0], _with_axes(found[1], x, axis)
            return _with_axes(var, x, axis) if keepdims else var, mean
    mean, squares = moments(x, axis)
    var = squares / divisor
    var = (var**0.5 if roots else var).astype(x.real.dtype)
    return var if keepdims else var.reshape(()) if axis is None else var.squeeze(axis), mean


def _squares(x: Any) -> Any:
    """The squared absolute values. ``x`` may be written over."""
    if x.dtype.kind == "c":
        return x.real**2 + x.imag**2
    x *= x
    return x


def _in_pieces(x: Any, over: tuple[int, ...], mean: Any) -> Any:
    """The sums of ``x``, or of the squared distances from ``mean``, in twice the precision."""
    if x.size <= PIECE:
        wide = x.astype(twice(x.dtype))
        if mean is not None:
            wide -= mean
            wide = _squares(wide)
        return total(wide, over, True)
    axis = max([a for a, n in enumerate(x.shape) if n > 1], key=lambda a: abs(x.strides[a]))
    if axis in over:
        return sum([_in_pieces(x[part], over, mean) for part in _parts(x, axis)])
    pieces = [_in_pieces(x[part], over, mean if mean is None else mean[part]) for part in _parts(x, axis)]
    return np.concatenate(pieces, axis)


# -- Scans -------------------------------------------------------------------------------------------------------------


def running(x: Any, ufunc: Any, axis: int, dtype: Any = None) -> Any:
    """``ufunc.accumulate(x, axis, dtype)``, by Note [Long sums]."""
    dtype = x.dtype if dtype is None else dtype
    if type(x) is not np.ndarray:
        return ufunc.accumulate(x, axis, dtype)
    if dtype in INEXACT and ufunc in (np.add, np.multiply) and dtype == x.dtype:
        back = (*[slice(None)] * (axis % x.ndim), slice(None, None, -1)) if x.strides[axis] < 0 else ()
        found = scan_loops.running(copies.in_row_major(x[back]), axis, ufunc is np.multiply, bool(back))
        if found is not None:
            return found[back]
    if dtype not in TWICE:
        return ufunc.accumulate(x, axis, dtype)
    if x.size <= PIECE:
        return ufunc.accumulate(x, axis, twice(dtype)).astype(dtype)
    out = np.empty(x.shape, dtype)
    _run(ufunc, np.moveaxis(x, axis, -1), np.moveaxis(out, axis, -1), twice(dtype))
    return out


def _run(ufunc: Any, x: Any, out: Any, wide: Any) -> None:
    """Accumulate along the last axis."""
    if x.ndim > 1 and x.size > PIECE:
        for part in _parts(x, 0) if len(x) > 1 else (0,):
            _run(ufunc, x[part], out[part], wide)
        return
    carry = None
    for part in _parts(x, x.ndim - 1):
        piece = x[part].astype(wide, order="C")
        if carry is not None:
            ufunc(carry, piece[..., :1], piece[..., :1])
        ufunc.accumulate(piece, -1, out=piece)
        carry = piece[..., -1:]
        out[part] = piece


# -- Products ----------------------------------------------------------------------------------------------------------

LANES = 16  # products that are computed side by side: NumPy multiplies one number after the other
LONG = 256  # a row of so many numbers has twice as many


def product(x: Any, axis: Axes = None, keepdims: bool = False, dtype: Any = None) -> Any:
    """``x.prod(axis, dtype, keepdims=keepdims)``, by Note [Long sums]."""
    if type(x) is not np.ndarray:
        return x.prod(axis, dtype, keepdims=keepdims)
    result = x.dtype if dtype is None else dtype
    if x.ndim > 1 and not x.flags.c_contiguous and (turned := _in_memory(x, axis)) is not None:
        dense, over, back = turned
        if axis is None:
            return product(dense, None, keepdims, dtype)
        return _turned_back(product(dense, over, True, dtype), back, axis, keepdims)
    if axis is None and not keepdims:
        x, axis = x.reshape(-1), -1
    last = x.ndim > 0 and _is_last(axis, x.ndim)
    if result == x.dtype:
        found = rows.product_by_row(x, axis, keepdims) if last else rows.by_column(x, axis, keepdims, product=True)
        if found is not None:
            return found
    if x.dtype.kind in "fc" and (dtype is None or dtype in TWICE) and last:
        if (n := x.shape[-1]) >= LANES:
            half = LANES if n < LONG else 2 * LANES
            rest = x[..., n - n % half :]
            x = _multiply(x[..., : n - n % half].reshape(*x.shape[:-1], n // half, half), -2, twice(result))
            x[..., : n % half] *= rest
            while (half := half // 2) > 1:
                x = x[..., :half] * x[..., half:]
    if result in TWICE:
        return _multiply(x, axis, twice(result), keepdims=keepdims).astype(result)
    return _multiply(x, axis, dtype, keepdims=keepdims)


def others(x: Any, axis: int) -> Any:
    """For each element, the product of all others along an axis: the product of all over the element, in twice the
    precision. None if a product is zero or out of range, so that dividing is not safe."""
    found = rows.others_by_row(x, axis)
    if found is not None:
        return found
    wide = x.astype(twice(x.dtype), copy=False)
    whole = product(wide, axis, keepdims=True)
    size, limits = np.abs(whole), np.finfo(wide.dtype)
    if ((size >= limits.tiny) & (size <= limits.max)).all():
        return silently((whole / wide).astype, x.dtype, copy=False)
    return None


# -- Maxima ------------------------------------------------------------------------------------------------------------

SOME = 4096  # elements from which on an array is not copied to row-major order first


def largest(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.max(axis, keepdims=keepdims)``."""
    return extreme(x, axis, False, keepdims)


def smallest(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.min(axis, keepdims=keepdims)``."""
    return extreme(x, axis, True, keepdims)


def extreme(x: Any, axis: Axes, smallest: bool, keepdims: bool = False) -> Any:
    """The maximum or the minimum."""
    if type(x) is not np.ndarray:
        return (x.min if smallest else x.max)(axis=axis, keepdims=keepdims)
    if not objects.in_rows(x) and (repeated := _repeated(x)):
        return _of_once(lambda part, over, kept: extreme(part, over, smallest, kept), x, repeated, axis, keepdims)
    found = extremes.of(x, axis, smallest, keepdims)
    if found is None and x.ndim > 1 and x.dtype in FLOATS and not x.flags.c_contiguous:
        if x.size < SOME:
            return extreme(copies.copied(x), axis, smallest, keepdims)
        found = _as_columns(np.minimum if smallest else np.maximum, x, axis, keepdims)
        if found is not None:
            return found
        dense, over, back = _in_memory(x, axis) or (x, _axes(axis, x.ndim), range(x.ndim))
        return _turned_back(extreme(copies.in_row_major(dense), over, smallest, True), back, axis, keepdims)
    return (_minimum if smallest else _maximum)(x, axis, keepdims=keepdims) if found is None else found


def some(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.any(axis, keepdims=keepdims)``."""
    if type(x) is not np.ndarray:
        return x.any(axis=axis, keepdims=keepdims)
    found = _as_columns(np.logical_or, x, axis, keepdims)
    return _or(x, axis, keepdims=keepdims) if found is None else found


def every(x: Any, axis: Axes, keepdims: bool = False) -> Any:
    """``x.all(axis, keepdims=keepdims)``."""
    if type(x) is not np.ndarray:
        return x.all(axis=axis, keepdims=keepdims)
    found = _as_columns(np.logical_and, x, axis, keepdims)
    return _and(x, axis, keepdims=keepdims) if found is None else found


def nonzeros(xp: Any, x: Any, axis: Axes) -> Any:
    """``xp.count_nonzero(x, axis)``."""
    marks = x != 0
    found = _as_columns(np.add, marks.view(np.uint8), axis, False) if type(x) is np.ndarray else None
    return xp.count_nonzero(marks, axis=axis) if found is None else found.astype(np.int64)


def place(x: Any, axis: int | None, smallest: bool, keepdims: bool = False) -> Any:
    """``x.argmax(axis, keepdims=keepdims)``, or ``argmin``."""
    found = extremes.with_places(x, axis, smallest, keepdims)
    if found is not None:
        return found[1]
    return (x.argmin if smallest else x.argmax)(axis=axis, keepdims=keepdims)


def extreme_and_place(x: Any, axis: int, smallest: bool, keepdims: bool) -> Any:
    """The maximum or the minimum, and the index where it first occurs."""
    found = extremes.with_places(x, axis, smallest, keepdims)
    if found is not None:
        return found
    return extreme(x, axis, smallest, keepdims), (x.argmin if smallest else x.argmax)(axis=axis, keepdims=keepdims)
