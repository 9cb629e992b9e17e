"""Indexing with arrays: everything that gathers from, or scatters to, places given by integers or masks.

Two rows carry most of it. ``_index`` takes index arrays for some dimensions of a tensor: masks and integers, broadcast
together; the dimensions they make stand where the indexed ones stood if those were neighbours, else in front.
``_index_put`` writes there. The gather family instead has an index of the rank of its result. Python's brackets are
taken apart at the end of this file.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from operator import index as as_int
from typing import Any

import numpy as np

from .. import arrays, dtypes, errors
from ..batched import Batched, batch_pointwise, insert_axes, repeat_first, shift, together
from ..families import composite, constant, general, linear
from .complex import conj
from .join import stack, unbind
from .pointwise import _copy, add, div, eq, logical_and, mul, ne, where
from .shape import (
    _getitem,
    as_sizes,
    broadcast_shape,
    expand,
    flatten,
    permute,
    reshape,
    select,
    unsqueeze,
    view,
    wrap_dim,
)

# -- Places ------------------------------------------------------------------------------------------------------------


def _is_mask(index: Any) -> bool:
    return getattr(index, "_data", index).dtype.kind == "b"


def _spans(indices: Sequence[Any], dims: Sequence[int]) -> list[int]:
    """All dimensions that are indexed: a mask covers as many as it has."""
    return [d + i for index, d in zip(indices, dims, strict=True) for i in range(index.ndim if _is_mask(index) else 1)]


def _key(indices: Sequence[Any], dims: Sequence[int]) -> tuple[Any, ...]:
    """The NumPy index that has ``indices`` at ``dims``."""
    key: list[Any] = []
    at = 0
    for index, d in zip(indices, dims, strict=True):
        key += [slice(None)] * (d - at) + [index]
        at = d + (index.ndim if _is_mask(index) else 1)
    return tuple(key)


def _in_front(ndim: int, spans: Sequence[int]) -> tuple[list[int], int]:
    """The permutation that brings the indexed dimensions to the front, and where the result has theirs."""
    neighbours = list(spans) == list(range(spans[0], spans[0] + len(spans)))
    return [*spans, *(d for d in range(ndim) if d not in spans)], spans[0] if neighbours else 0


def _inverse(order: Sequence[int]) -> list[int]:
    return sorted(range(len(order)), key=order.__getitem__)


def _result_order(rank: int, made: int, start: int) -> list[int]:
    """The permutation that brings the ``made`` dimensions at ``start``, those of the indices, to the front."""
    return [*range(start, start + made), *range(start), *range(start + made, rank)]


def _integers(xp: Any, indices: Sequence[Any]) -> list[Any]:
    """Index arrays with every mask replaced by the places where it is true."""
    return [i for index in indices for i in (xp.nonzero(index) if _is_mask(index) else (index,))]


def _explain(shape: Sequence[int], indices: Sequence[Any], dims: Sequence[int]) -> None:
    """Raise what torch raises where NumPy refuses to index."""
    for index, d in zip(indices, dims, strict=True):
        if _is_mask(index) and index.shape != tuple(shape[d : d + index.ndim]):
            raise IndexError(
                f"The shape of the mask {list(index.shape)} at index {d} does not match the shape of the indexed tensor "
                f"{list(shape)} at index {d}"
            )
    places = _integers(arrays.xp_of(*indices), indices)
    try:
        np.broadcast_shapes(*(i.shape for i in places))
    except ValueError:
        shapes = ", ".join(str(list(i.shape)) for i in places)
        raise IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        ) from None
    for index, d in zip(places, _spans(indices, dims), strict=True):
        check_bounds(index, shape[d], d, -shape[d])


def check_bounds(index: Any, n: int, dim: int, least: int = 0, error: type[Exception] = IndexError) -> None:
    """Refuse an index outside [least, n), in torch's words."""
    for i in (int(index.min()), int(index.max())) if index.size else ():
        if not least <= i < n:
            raise error(f"index {i} is out of bounds for dimension {dim} with size {n}")


# Note [Adding up at places]
# --------------------------
# ``ufunc.at`` is fast for one row of numbers at one row of places and slow for everything else, so what is combined at
# repeated places is flattened first: places become positions in the flattened result, by Horner's rule.


def _combine(ufunc: Any, out: Any, key: Sequence[Any], values: Any) -> None:
    """``out[key] = ufunc(out[key], values)`` for every repetition of a place; ``key`` has an index per dimension."""
    at: Any = 0
    for n, places in zip(out.shape, key, strict=True):
        at = at * n + places
    ufunc.at(out.reshape(-1), at.reshape(-1), values.reshape(-1))


def _accumulated(xp: Any, out: Any, values: Any, indices: Sequence[Any], dims: Sequence[int]) -> Any:
    """``out``, which is ours, with ``values`` added where the indices point."""
    if len(indices) == 1 and _is_mask(indices[0]):
        out[_key(indices, dims)] += values  # a mask points nowhere twice
        return out
    spans = _spans(indices, dims)
    order, start = _in_front(out.ndim, spans)
    places = _integers(xp, indices)
    made = np.broadcast_shapes(*(i.shape for i in places))
    rest = [out.shape[d] for d in order[len(spans) :]]
    values = xp.broadcast_to(values, (*rest[:start], *made, *rest[start:]))
    values = values.transpose(_result_order(values.ndim, len(made), start))
    front = xp.ascontiguousarray(out.transpose(order))
    flat = front.reshape(*front.shape[: len(spans)], math.prod(rest))
    key = [xp.where(i < 0, i + n, i)[..., None] for i, n in zip(places, front.shape, strict=False)]
    _combine(xp.add, flat, [*key, xp.arange(flat.shape[-1])], values)
    return flat.reshape(front.shape).transpose(_inverse(order))


# -- Index arrays for some dimensions ----------------------------------------------------------------------------------


def _aligned(x: Any, indices: Sequence[Any], flags: Sequence[bool], dims: Sequence[int]) -> tuple[Any, ...]:
    """What the batch rules share, for one example ``x``: integer indices of one rank behind the batch; which of them
    are batched; their rank; the permutation that brings the indexed dimensions to the front; and where the result has
    the dimensions that the indices make."""
    if any(f and _is_mask(i) for i, f in zip(indices, flags, strict=True)):
        raise _different_shapes()
    order, start = _in_front(x.ndim, _spans(indices, dims))
    places, batched = [], []
    for index, f in zip(indices, flags, strict=True):
        found = _unbind(_nonzero(index), dim=1) if _is_mask(index) else (index,)
        places += found
        batched += [f] * len(found)
    rank = max(p.ndim - f for p, f in zip(places, batched, strict=True))
    places = [insert_axes(p, 1, rank - p.ndim + 1) if f else p for p, f in zip(places, batched, strict=True)]
    return places, batched, rank, order, start


def _different_shapes() -> RuntimeError:
    return RuntimeError(
        "vmap: what a mask selects has another shape for every example. Use where() or masked_fill() instead."
    )


def _behind_batch(order: Sequence[int]) -> tuple[int, ...]:
    return (0, *(d + 1 for d in order))


def _examples(x: Any, size: int, rank: int) -> Any:
    """An index that takes every example of the batch, to stand before indices of the given rank."""
    return arrays.xp_of(x).arange(size).reshape(size, *(1,) * rank)


def _batched_index(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x, *indices = args
    example = select(x, dim=0, index=0) if flags[0] and size else x
    places, batched, rank, order, start = _aligned(example, indices, flags[1:], params["dims"])
    if not flags[0]:
        x, first = permute(x, dims=order), 0
    else:
        x, first = permute(x, dims=_behind_batch(order)), 1
        if any(batched):
            places, first = [_examples(x, size, rank), *places], 0
    out = op(x, *places, dims=tuple(range(first, first + len(places))))
    return permute(out, dims=_behind_batch(_inverse(_result_order(out.ndim - 1, rank, start))))
