"""The positions that index arrays stand for: bounds, indexed dimensions, positions in the flattened tensor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, layouts, planning
from ...arrays.batched import physical
from ...tape.tensor import payload_of
from . import index_loops

Shape = tuple[int, ...]
UNSIGNED = np.dtype(np.uint64)
FEW = 4  # one index to so many positions, or fewer, are few

# -- Index arrays and dimensions ---------------------------------------------------------------------------------------


def is_mask(index: Any) -> bool:
    """True if an index array is a mask of bools, False if it holds integers."""
    return bool(payload_of(index).dtype == dtypes.BOOLEAN)


def spans_of(indices: Sequence[Any], dims: Sequence[int]) -> list[int]:
    """All indexed dimensions. A mask indexes as many dimensions as it has itself."""
    spans = []
    for index, d in zip(indices, dims, strict=True):
        spans += range(d, d + index.ndim) if is_mask(index) else (d,)
    return spans


def key_of(indices: Sequence[Any], dims: Sequence[int]) -> tuple[Any, ...]:
    """The NumPy key with ``indices`` at the dimensions ``dims``."""
    if len(indices) == 1 and not dims[0]:
        return tuple(indices)
    key: list[Any] = []
    at = 0
    for index, d in zip(indices, dims, strict=True):
        key += [slice(None)] * (d - at) + [index]
        at = d + (index.ndim if is_mask(index) else 1)
    return tuple(key)


def to_front(ndim: int, spans: Sequence[int]) -> tuple[list[int], int]:
    """The permutation that brings indexed dimensions to the front, and where a result has the indices' dimensions."""
    neighbours = list(spans) == list(range(spans[0], spans[0] + len(spans)))
    return [*spans, *(d for d in range(ndim) if d not in spans)], spans[0] if neighbours else 0


def made_to_front(ndim: int, made: int, start: int) -> list[int]:
    """The permutation of a result that brings the ``made`` dimensions of the indices, from ``start`` on, to the
    front.
    """
    return [*range(start, start + made), *range(start), *range(start + made, ndim)]


def inverse(order: Sequence[int]) -> list[int]:
    return sorted(range(len(order)), key=order.__getitem__)


def as_integers(xp: Any, indices: Sequence[Any]) -> list[Any]:
    """Index arrays with each mask replaced by the indices where it is True."""
    return [i for index in indices for i in (places_of(xp, index) if is_mask(index) else (index,))]


def places_of(xp: Any, mask: Any) -> Any:
    """The indices of the True elements of a mask, an array for each dimension."""
    found = index_loops.marked(mask)
    return xp.nonzero(mask) if found is None else found


def beside(x: Any, index: Any) -> Any:
    """Move an index to the device of the tensor that it indexes. Only indices on the CPU are moved."""
    memory, payload = payload_of(x), payload_of(index)
    if type(memory) is type(payload) is np.ndarray:
        return index
    xp = arrays.xp_of(memory)
    if payload is index:
        return xp.asarray(index)
    if xp is (np if isinstance(payload, np.ndarray) else arrays.xp_of(payload)):
        return index
    if xp is np:
        raise errors.elements.index_device()
    return index.to(arrays.device_of(memory))


def all_below(places: Any, n: int) -> bool:
    """True if there are indices and all are in [0, n). As unsigned integers, negative ones are large."""
    below = index_loops.all_below(places, n)
    if below is None:
        if places.dtype != dtypes.I64 or not places.size:
            return False
        seen = places.view(UNSIGNED)
        return bool(seen.reshape(-1)[seen.argmax()] < n)  # NumPy finds the place in less time than the number
    return bool(below)


def within(places: Any, n: int) -> bool:
    """Whether all indices, of which there may be none, are in [0, n)."""
    return all_below(places, n) or not places.size or bool(0 <= places.min() <= places.max() < n)


def check_bounds(index: Any, n: int, dim: int, least: int = 0, error: type[Exception] = IndexError) -> None:
    """Raise torch's error for an index outside [least, n)."""
    places = physical(index)
    if least == 0 and all_below(places, n):
        return
    for i in (int(places.min()), int(places.max())) if places.size else ():
        if not least <= i < n:
            raise errors.elements.index_range(error, i, dim, n, least)


def check_places(shape: Sequence[int], indices: Sequence[Any], dims: Sequence[int]) -> None:
    """Check bounds. NumPy does this itself; CuPy uses indices modulo the size instead."""
    for index, d in zip(indices, dims, strict=True):
        if not is_mask(index):
            check_bounds(index, shape[d], d, -shape[d])


def check_masks(shape: Sequence[int], indices: Sequence[Any], dims: Sequence[int]) -> None:
    for index, d in zip(indices, dims, strict=True):
        if is_mask(index) and index.shape != tuple(shape[d : d + index.ndim]):
            raise IndexError(
                f"The shape of the mask {list(index.shape)} at index {d} does not match the shape of the indexed "
                f"tensor {list(shape)} at index {d}. "
                "Make the mask of the tensor itself, as x > 0 does."
            )


def check_selected(x: Any, indices: Sequence[Any], values: Any) -> None:
    """Raise if ``index_put`` gets more indices than ``x`` has dimensions, or values of more than what is selected."""
    if len(indices) > x.ndim:
        raise IndexError(
            f"too many indices for tensor of dimension {x.ndim} (got {len(indices)}). "
            "Leave out an index, or unsqueeze the tensor first."
        )
    selected = x.ndim - sum(i.ndim if is_mask(i) else 1 for i in indices)
    selected += max((1 if is_mask(i) else i.ndim for i in indices), default=0)
    if values.ndim > selected:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing result of "
            f"{selected} dimensions. "
            "Give a value of this shape, or one that broadcasts to it."
        )


def explain(shape: Sequence[int], indices: Sequence[Any], dims: Sequence[int]) -> None:
    """Raise torch's error where NumPy refused to index."""
    check_masks(shape, indices, dims)
    places = as_integers(arrays.xp_of(*indices), indices)
    mismatch = ""
    try:
        np.broadcast_shapes(*(i.shape for i in places))
    except ValueError:
        mismatch = ", ".join(str(list(i.shape)) for i in places)
    if mismatch:
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {mismatch}. "
            "Give index tensors of one shape, or of shapes that broadcast."
        )
    for index, d in zip(places, spans_of(indices, dims), strict=True):
        check_bounds(index, shape[d], d, -shape[d])


# -- Shapes, checked once each -----------------------------------------------------------------------------------------


@planning.cached
def check_index_shape(name: str, at: int, own: Shape, shape: Shape, src: Shape | None) -> None:
    """Check the shape of an index against the tensor that it indexes along ``at``, and what is scattered with it."""
    if 0 in own:
        return
    for what, other in (("input" if name == "gather" else "self", shape), ("src", src)):
        if other is not None and max(len(other), 1) != max(len(own), 1):
            raise RuntimeError(f"Index tensor must have the same number of dimensions as {what} tensor")
    beyond = [d for d, (n, m) in enumerate(zip(own, shape, strict=False)) if n > m and d != at]
    if name == "gather" and beyond:
        raise RuntimeError(
            f"Size does not match at dimension {beyond[0]} expected index {list(own)} to be no larger than self "
            f"{list(shape)} apart from dimension {at}"
        )
    if beyond or (src is not None and _exceeds(own, src or (1,)) and shape):
        beside = "" if src is None else f" and to be no larger size than src {list(src)}"
        raise RuntimeError(
            f"Expected index {list(own)} to be no larger than self {list(shape)} apart from dimension {at}" + beside
        )


def _exceeds(shape: Sequence[int], other: Sequence[int]) -> bool:
    """True if a size in ``shape`` is larger than the one in ``other``."""
    return any(n > m for n, m in zip(shape, other, strict=False))


@planning.cached
def check_source_shape(name: str, at: int, shape: Shape, index: Shape, source: Shape) -> None:
    """Check the shape of what is written to the entries along one dimension that a vector of indices names."""
    count, length = math.prod(index), source[at] if len(source) > at else 1
    if count != length:
        raise RuntimeError(
            f"{name}_(): Number of indices ({count}) should be equal to source.size(dim): ({length}), for dim: {at}"
        )
    if without(source, at) != without(shape, at) or len(source) != len(shape):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(shape)} source.shape = {list(source)}"
        )


def without(shape: Sequence[int], dim: int) -> tuple[int, ...]:
    return (*shape[:dim], *shape[dim + 1 :])


# Note [Flat places]
# ------------------
# If an index applies to one dimension and all other dimensions keep their positions, each element has one position in
# the flattened tensor. So one array of integers replaces one per dimension. NumPy reads and writes twice as fast that
# way, and ``ufunc.at`` is fast only for one-dimensional numbers at one-dimensional positions.


def flat_places(xp: Any, shape: Sequence[int], index: Any, dim: int, sizes: Sequence[int] | None = None) -> Any:
    """The positions in the flattened ``shape`` of the non-negative ``index`` along ``dim``.

    ``sizes`` are the sizes of the other dimensions to cover (default: the sizes of ``index``).
    """
    sizes = index.shape if sizes is None else sizes
    small = xp is np and math.prod(sizes) <= SMALL
    inner, offsets = (_small_offsets if small else _offsets)(xp, tuple(shape), int(dim), tuple(sizes))
    if inner > 1:
        index = xp.multiply(index, inner, dtype=dtypes.I64)
    return index if offsets is None else index + offsets


def _offsets(xp: Any, shape: tuple[int, ...], dim: int, sizes: tuple[int, ...]) -> tuple[int, Any]:
    """The distance between two neighbours along ``dim``, and the offset of each element due to the other dimensions."""
    offsets: Any = None
    step = inner = 1
    for d in range(len(shape) - 1, -1, -1):
        if d == dim:
            inner = step
        elif step and sizes[d] > 1:
            own = xp.arange(0, sizes[d] * step, step)
            behind = len(shape) - 1 - d
            own = own.reshape(-1, *(1,) * behind) if behind else own
            offsets = own if offsets is None else own + offsets
        step *= shape[d]
    return inner, offsets


SMALL = 1024  # for indices up to this size, the offsets are kept for the next index of that shape
_small_offsets = planning.cached(_offsets)


def taken(x: Any, index: Any, axis: int) -> Any:
    """``x.take(index, axis=axis)``."""
    if index.size >= 32 and x.ndim > 1:
        shape = x.shape
        found = index_loops.take_rows(x, index, math.prod(shape[:axis]), math.prod(shape[axis + 1 :]))
        if found is not None:
            return found.reshape(*shape[:axis], *index.shape, *shape[axis + 1 :])
    if not x.flags.c_contiguous and FEW * index.size <= x.shape[axis]:  # ``take`` would copy all of it first
        return arrays.xp_of(x).ascontiguousarray(x[(*[slice(None)] * axis, index)])
    return x.take(index, axis=axis)


def taken_along(xp: Any, x: Any, index: Any, dim: int) -> Any:
    """The elements of ``x`` at the positions ``index`` along ``dim``, all of which are in bounds."""
    found = index_loops.taken(x, index, dim)
    if found is not None:
        return found
    if x.flags.c_contiguous:
        return x.reshape(-1).take(flat_places(xp, x.shape, index, dim))
    grid = own_places(xp, index.shape) or [index]
    grid[dim] = index
    return x[tuple(grid)]


def own_places(xp: Any, shape: Sequence[int]) -> list[Any]:
    """For each dimension of ``shape``, the index of each element."""
    return [xp.arange(n).reshape(-1, *(1,) * (len(shape) - d - 1)) for d, n in enumerate(shape)]


def from_front(xp: Any, index: Any, n: int) -> Any:
    """Convert an index in [-n, n) to one in [0, n)."""
    return index if all_below(index, n) else xp.where(index < 0, index + n, index)


def add_at(xp: Any, out: Any, values: Any, indices: Sequence[Any], dims: Sequence[int]) -> Any:
    """Add ``values`` to ``out`` at the indices. ``out`` is contiguous and not shared."""
    if dtypes.is_half(out.dtype):  # several values may meet, which are added before they are rounded
        wide = add_at(xp, layouts.cast(out, dtypes.F32), layouts.cast(values, dtypes.F32), indices, dims)
        copies.put(out, layouts.cast(wide, out.dtype))
        return out
    if len(indices) == 1 and is_mask(indices[0]):
        if not index_loops.put_chosen(out, indices[0], values, True):
            out[key_of(indices, dims)] += values  # a mask selects each position once
        return out
    if len(indices) == 1:
        before, at, behind = out.shape[: dims[0]], indices[0], out.shape[dims[0] + 1 :]
        if values.shape == (*before, *at.shape, *behind):
            if index_loops.add_rows(out, at, values, math.prod(before), math.prod(behind)):
                return out
    spans = spans_of(indices, dims)
    places = as_integers(xp, indices)
    start, end = spans[0], spans[-1] + 1
    if end - start > len(spans):  # other dimensions lie between them, so the indices' dimensions come first
        order, _ = to_front(out.ndim, spans)
        front = xp.ascontiguousarray(out.transpose(order))
        out[...] = add_at(xp, front, values, places, range(len(places))).transpose(inverse(order))
        return out
    shape = out.shape
    at: Any = None
    for n, index in zip(shape[start:], places, strict=False):
        index = from_front(xp, index, n)
        at = index if at is None else at * n + index
    made = (*shape[:start], *at.shape, *shape[end:])
    if values.shape != made:
        values = xp.broadcast_to(values, made)
    if values.size:
        sizes = math.prod(shape[:start]), math.prod(shape[start:end]), math.prod(shape[end:])
        if index_loops.add_rows(out, at, values, sizes[0], sizes[2]):
            return out
        at, values = at.reshape(1, -1, 1), values.reshape(sizes[0], at.size, sizes[2])
        step = max(1, PIECE // (sizes[0] * sizes[2])) if xp is np else at.size
        for part in (slice(i, i + step) for i in range(0, at.size, step)):
            _add_piece(xp, out, at[:, part], values[:, part], sizes)
    return out


PIECE = 1 << 16  # positions in the flattened tensor that are computed at once


def _add_piece(xp: Any, out: Any, at: Any, values: Any, sizes: tuple[int, int, int]) -> None:
    """Add (outer, ..., inner) values at some indices along the dimension between."""
    values = xp.ascontiguousarray(values)
    if not index_loops.add_rows(out, at, values, sizes[0], sizes[2]):
        at = flat_places(xp, sizes, at, 1, (sizes[0], at.size, sizes[2]))
        arrays.combine_at(xp.add, out.reshape(-1), at.reshape(-1), values.reshape(-1))
