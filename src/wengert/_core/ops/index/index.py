"""Indexing with arrays: reading from and writing to positions that are given by integers or masks.

There are two main rows. ``_index`` takes index arrays (masks and integers, broadcast together) for some dimensions of a
tensor. The dimensions of the indices replace the indexed ones if those are neighbours, and come first otherwise.
``_index_put`` writes to such positions. An index with as many dimensions as the tensor is in ``gather``. Python's brackets
are taken apart in ``brackets``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, layouts, objects
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import Batched, insert_axes, physical, repeat_first
from ...declare.families import composite, constant, linear
from ...dispatch.inplace import apply_inplace
from ...dispatch.part_gradients import part_gradient
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import _where, add, mul
from ..shape.arrange import expand
from ..shape.join import unbind
from ..shape.shape import permute, reshape, wrap_dim
from . import index_loops
from .positions import (
    add_at,
    check_bounds,
    check_masks,
    check_places,
    check_source_shape,
    explain,
    inverse,
    is_mask,
    key_of,
    made_to_front,
    spans_of,
    taken,
    to_front,
    within,
    without,
)

Rule = Callable[[Any, int, Any, Any, dict[str, Any]], Any]

# -- Index arrays for some dimensions ----------------------------------------------------------------------------------


def _refused(what: str) -> Rule:
    """The batch rule of operations whose result has a different shape for each example."""

    def rule(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
        raise errors.vmap.dynamic_shape(what)

    return rule


MANY = 1 << 13  # elements of the smallest mask that a loop searches


@constant(layout="free", batch=_refused("nonzero"))  # one column after the other, as in PyTorch
def _nonzero(xp, x):
    if not x.ndim:
        return xp.zeros((int(bool(x)), 0), dtypes.I64)
    if xp is not np:
        return xp.argwhere(x)
    dense = x.dtype == dtypes.BOOLEAN and x.flags.c_contiguous
    found = index_loops.marked(x if dense or x.size < MANY else np.not_equal(x, 0, order="C"))
    return (np.array(x.nonzero()) if found is None else found).T


def _behind_batch(order: Sequence[int]) -> tuple[int, ...]:
    return (0, *(d + 1 for d in order))


class _Aligned:
    """Indices with the batch dimension in front, for batch rules. Masks become integers; all indices get the same rank.

    ``order`` is the permutation of an example that brings the indexed dimensions to the front. ``start`` is the
    position in a result of the dimensions of the indices.
    """

    def __init__(self, ndim: int, indices: Sequence[Any], flags: Sequence[bool], dims: Sequence[int]) -> None:
        if any(f and is_mask(i) for i, f in zip(indices, flags, strict=True)):
            raise errors.vmap.dynamic_shape("indexing with a boolean mask")
        self.order, self.start = to_front(ndim, spans_of(indices, dims))
        places: list[Any] = []
        self.flags: list[bool] = []
        for index, f in zip(indices, flags, strict=True):
            parts = unbind(_nonzero(index), 1) if is_mask(index) else (index,)
            places += parts
            self.flags += [f] * len(parts)
        self.rank = max(p.ndim - f for p, f in zip(places, self.flags, strict=True))
        self.places = [
            insert_axes(p, 1, self.rank - p.ndim + 1) if f else p for p, f in zip(places, self.flags, strict=True)
        ]

    def at_examples(self, x: Any, size: int) -> tuple[list[Any], tuple[int, ...]]:
        """The indices, and the dimensions that they index, for an ``x`` that has its batch dimension in front."""
        if not any(self.flags):
            return self.places, tuple(range(1, len(self.places) + 1))
        examples = arrays.xp_of(x).arange(size).reshape(size, *(1,) * self.rank)
        return [examples, *self.places], tuple(range(len(self.places) + 1))


def _add_at(out: Any, values: Any, indices: Any, dims: Any) -> None:
    """Add to a NumPy array in place."""
    add_at(np, out, values, indices, dims)


def put_back(g: Any, indices: Any, x_meta: Any, dims: Any) -> Any:
    """The gradient of what is indexed."""
    if arrays.are_numpy(g, *indices):
        return part_gradient(x_meta.shape, (indices, dims), g, _add_at)
    return _unindex(g, *indices, shape=x_meta.shape, dims=dims)


def _batched_index(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x, *indices = args
    to = _Aligned(x.ndim - flags[0], indices, flags[1:], params["dims"])
    if flags[0]:
        places, dims = to.at_examples(x, size)
        out = op(permute(x, dims=_behind_batch(to.order)), *places, dims=dims)
    else:
        out = op(permute(x, dims=to.order), *to.places, dims=tuple(range(len(to.places))))
    return permute(out, dims=_behind_batch(inverse(made_to_front(out.ndim - 1, to.rank, to.start))))


@linear(
    x=put_back,
    moves=True,
    layout="free",
    batch=_batched_index,
    saved="dims=",
    check=lambda x, *indices, dims: check_masks(x.shape, indices, dims),
)
def _index(xp, x, *indices, dims):
    if xp is not np:
        check_places(x.shape, indices, dims)
    try:
        if len(indices) == 1 and not is_mask(indices[0]):
            out = taken(x, indices[0], dims[0])
        else:
            check_masks(x.shape, indices, dims)  # NumPy takes an empty mask of any shape
            out = index_loops.chosen(x, indices[0])
            if out is None:
                out = x[key_of(indices, dims)]
    except IndexError:
        explain(x.shape, indices, dims)
        raise
    if out.ndim < 2 or out.flags.c_contiguous and x.flags.c_contiguous:
        return out
    if out.flags.c_contiguous and objects.descends(x) and all([objects.in_rows(i) for i in indices]):
        return out  # all are in the order of rows, maybe with gaps
    return _in_order_of(out, x, indices, dims)


def _in_order_of(out, x, indices, dims):
    """The axes of a result are ordered as those that ``x`` keeps, and those of the indices as in the first index."""
    order, start = to_front(x.ndim, spans_of(indices, dims))
    indexed = sum(i.ndim if is_mask(i) else 1 for i in indices)
    kept = [x.strides[d] for d in order[indexed:]]
    made = out.ndim - len(kept)
    shape = out.shape[start : start + made]
    strides = [[*kept[:start], *[0] * made, *kept[start:]]]
    for index in indices:
        if not is_mask(index) and index.shape == shape:
            strides.append([*[0] * start, *index.strides, *[0] * (len(kept) - start)])
    order = layouts.common_order(out.shape, strides)
    return out if layouts.lies_in(out, order) else layouts.in_order(out, order)


def _batched_unindex(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    g, *indices = args
    zeros = arrays.xp_of(g).zeros((size, *params["shape"]), g.dtype)
    return _batched_put(_index_put, size, (zeros, *args), (True, *flags), {"dims": params["dims"], "accumulate": True})


@linear(x=lambda g, indices, dims: _index(g, *indices, dims=dims), batch=_batched_unindex, node="IndexPutBackward0",
        saved="dims=")  # fmt: skip
def _unindex(xp, x, *indices, shape, dims):
    """Zeros of the given shape, with ``x`` added at the indices."""
    return add_at(xp, copies.zeros(xp, shape, x.dtype), x, indices, dims)


def _batched_put(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x, values, *indices = args
    if not flags[0]:
        x = repeat_first(x, size)
    one_value = getattr(values, "ndim", 0) == flags[1]
    # the number of True elements does not matter then
    if one_value and len(indices) == 1 and flags[2] and is_mask(indices[0]):
        return _put_value(x, values, indices[0], flags[1], **params)
    to = _Aligned(x.ndim - 1, indices, flags[2:], params["dims"])
    order = _behind_batch(to.order)
    x = permute(x, dims=order)
    if hasattr(values, "ndim"):
        made = broadcast_shape(*(p.shape[f:] for p, f in zip(to.places, to.flags, strict=True)))
        rest = x.shape[1 + len(to.places) :]
        shape = (*rest[: to.start], *made, *rest[to.start :])
        if not flags[1]:
            values = repeat_first(values, size)
        # drop leading dimensions of size 1
        values = reshape(values, (size, *values.shape[max(values.ndim - len(shape), 1) :]))
        values = expand(insert_axes(values, 1, len(shape) - values.ndim + 1), shape=(size, *shape))
        values = permute(values, dims=_behind_batch(made_to_front(len(shape), to.rank, to.start)))
    places, dims = to.at_examples(x, size)
    out = op(x, values, *places, dims=dims, accumulate=params["accumulate"])
    return permute(out, dims=inverse(order))


def _put_value(x: Any, value: Any, mask: Any, batched: bool, dims: Any, accumulate: bool) -> Any:
    """``index_put`` of a single value with a batched mask."""
    (dim,) = dims
    mask = insert_axes(insert_axes(mask, 1, dim), mask.ndim + dim, x.ndim - mask.ndim - dim)
    if batched:
        value = insert_axes(value, 1, x.ndim - 1)
    return _where(mask, add(x, value) if accumulate else value, x)


def _put_gradient(g: Any, indices: Any, dims: Any, accumulate: bool) -> Any:
    return g if accumulate else _index_put(g, 0, *indices, dims=dims, accumulate=False)


def _put_onto(xp, x, values, *indices, dims, accumulate):
    if accumulate:
        explain(x.shape, indices, dims)
        add_at(xp, x, values, indices, dims)
        return
    if xp is not np:
        check_places(x.shape, indices, dims)
    check_masks(x.shape, indices, dims)  # NumPy takes an empty mask of any shape
    if len(indices) == 1 and index_loops.put_chosen(x, indices[0], values, False):
        return
    key = key_of(indices, dims)
    try:
        x[key] = values
    except IndexError:
        explain(x.shape, indices, dims)
        raise
    except (ValueError, TypeError):  # a TypeError where a mask of all dimensions gets values of more than one
        explain(x.shape, indices, dims)
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to indexing result of "
            f"shape {list(x[key].shape)}. "
            "Give a value of this shape, or one that broadcasts to it."
        ) from None


@linear(
    x=_put_gradient,
    values=lambda g, indices, dims: _index(g, *indices, dims=dims),
    batch=_batched_put,
    check=lambda x, values, *indices, dims, accumulate: check_masks(x.shape, indices, dims),
    moves=True,
    onto=_put_onto,
    layout="first",
    node="IndexPutBackward0",
    saved="dims=",
)
def _index_put(xp, x, values, *indices, dims, accumulate):
    out = copies.copied(x)
    _put_onto(xp, out, values, *indices, dims=dims, accumulate=accumulate)
    return out


def refuse_other_dtype(x: Any, values: Any) -> None:
    """Raise if ``values`` do not have the dtype of ``x``."""
    if x.dtype != values.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{type_of(x)} for the destination and {type_of(values)} for the source."
        )


def check_one_fits(x: Any, value: Any) -> None:
    """Raise if the dtype of ``x`` does not hold the value of a tensor with one element."""
    a, dtype = payload_of(value), payload_of(x).dtype
    if hasattr(a, "dtype") and a.dtype != dtype and type(a) is not Batched:
        dtypes.fitting(dtypes.number(a.reshape(-1)[0].item()), dtype)


def type_of(x: Any) -> str:
    """torch's name of the dtype of ``x``: ``Float``."""
    return errors.text.type_name(dtypes.as_numpy(x.dtype))


# -- One dimension -----------------------------------------------------------------------------------------------------


def _one_entry(p: Any, batched: bool) -> Any:
    """Turn a 0-d payload into a vector with one element."""
    return insert_axes(p, int(batched)) if getattr(p, "ndim", None) == batched else p


def _batched_select(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x, index = map(_one_entry, args, flags)
    dims = (wrap_dim(params["dim"], x.ndim - flags[0]),)
    out = _batched_index(_index, size, (x, index), flags, {"dims": dims})
    return reshape(out, (size,)) if args[0].ndim == flags[0] else out


def _select_gradient(g: Any, x_meta: Any, index: Any, dim: int) -> Any:
    if not x_meta.ndim:
        return g
    return put_back(g, (index if index.ndim == 1 else reshape(index, -1),), x_meta, (wrap_dim(dim, x_meta.ndim),))


def _check_select(x: Any, index: Any, *, dim: int) -> None:
    places, n = physical(index), x.shape[wrap_dim(dim, x.ndim)] if x.ndim else 1
    if not within(places, n):
        raise errors.elements.beyond("index_select", f"places of dimension {dim}", places.min(), places.max(), n)


@linear(name="_index_select", x=_select_gradient, moves=True, batch=_batched_select, check=_check_select)
def index_select(xp, x, index, *, dim):
    _check_select(x, index, dim=dim)
    if not x.ndim:
        return copies.copied(x)
    return taken(x, index.reshape(-1), wrap_dim(dim, x.ndim))


def _check_vector(name: str, x: Any, dim: int, index: Any) -> None:
    places = payload_of(index)
    if type(places) is not np.ndarray and not hasattr(places, "dtype"):
        raise errors.calls.not_an_array(name, "index", index)
    wrap_dim(dim, x.ndim)
    if places.ndim > 1:
        raise IndexError(f"{name}(): Index is supposed to be a vector")
    if places.dtype is not dtypes.I64 and places.dtype not in (dtypes.I64, dtypes.int32.dtype):
        raise RuntimeError(
            f"{name}(): Expected dtype int32 or int64 for index, got {errors.text.describe(index)}. Use index.long()."
        )


@composite("index_select(input, dim, index, *, out=None)", name="index_select", out="apart")
def _index_select(input: Any, dim: int, index: Any) -> Any:
    """Selects the entries of ``input`` along ``dim`` at the positions in the vector ``index``.

    Args:
        index: an integer vector of positions along ``dim``

    >>> wengert.index_select(wengert.tensor([[1, 2], [3, 4]]), 1, wengert.tensor([1, 1, 0]))
    tensor([[2, 2, 1],
            [4, 4, 3]])
    """
    _check_vector("index_select", input, dim, index)
    if not input.ndim and math.prod(index.shape) != 1:
        raise RuntimeError(
            f"index_select(): Index to scalar can have only 1 value, got {math.prod(index.shape)} value(s)"
        )
    return index_select(input, index, dim=dim)


def _batched_as_put(accumulate: bool) -> Rule:
    """The batch rule of operations that write ``source`` to the positions of an index vector along one dimension."""

    def rule(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
        x, index, source = map(_one_entry, args, flags)
        dims = (wrap_dim(params["dim"], x.ndim - flags[0]),)
        if params.get("alpha", 1) != 1:
            source = mul(source, dtypes.fitting(params["alpha"], source.dtype))
        places = (flags[0], flags[2], flags[1])
        out = _batched_put(_index_put, size, (x, source, index), places, {"dims": dims, "accumulate": accumulate})
        return reshape(out, (size,)) if args[0].ndim == flags[0] else out

    return rule


def _outside(ndim: int) -> type[Exception]:
    """What PyTorch raises for an index of ``index_add`` that is out of bounds."""
    return IndexError if ndim <= 1 else RuntimeError


def _within(least: int = 0, error: type[Exception] = IndexError) -> Rule:
    """The check of rows whose second argument is an index along ``dim``. The lowest valid index is ``least * size``."""

    def check(x: Any, index: Any, *others: Any, dim: int, **params: Any) -> None:
        shape = tuple(params.get("shape", x.shape)) or (1,)
        at = wrap_dim(dim, len(shape))
        check_bounds(index, shape[at], at, least * shape[at], error)

    return check


def _put_along(x: Any, index: Any, source: Any, dim: int, least: int = 0) -> None:
    """Set the entries of ``dim`` at the positions ``index`` to those of ``source``, or to a single value."""
    out = _one_entry(x, False)
    dim = wrap_dim(dim, out.ndim)
    check_bounds(index, out.shape[dim], dim, least * out.shape[dim])
    out[(slice(None),) * dim + (index.reshape(-1),)] = source


def _add_onto(xp, x, index, source, *, dim, alpha=1):
    out = _one_entry(x, False)
    dim, shape = wrap_dim(dim, out.ndim), out.shape
    source = _one_entry(source if alpha == 1 else source * dtypes.fitting(alpha, source.dtype), False)
    if not index_loops.add_rows(out, index, source, math.prod(shape[:dim]), math.prod(shape[dim + 1 :])):
        check_bounds(index, shape[dim], dim, error=_outside(out.ndim))
        add_at(xp, out, source, (index if index.ndim == 1 else index.reshape(-1),), (dim,))


@linear(
    name="_index_add",
    x=lambda g: g,
    source=lambda g, index, dim, alpha: index_select(g, index, dim=dim) * conj(alpha),
    batch=_batched_as_put(True),
    check=lambda x, index, source, **params: _within(error=_outside(x.ndim))(x, index, source, **params),
    onto=_add_onto,
)
def index_add(xp, x, index, source, *, dim, alpha=1):
    out = copies.copied(x)
    _add_onto(xp, out, index, source, dim=dim, alpha=alpha)
    return out


@composite("index_add(input, dim, index, source, *, alpha=1, out=None)", name="index_add", out="first")
def _index_add(input: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    """A copy of ``input``, with ``alpha * source`` added to the entries along ``dim`` at the positions in ``index``.

    Args:
        index: an integer vector of positions along ``dim``
        source: the values to add: the shape of ``input``, but the length of ``index`` along ``dim``
        alpha: the factor by which ``source`` is multiplied

    >>> wengert.index_add(wengert.zeros(3), 0, wengert.tensor([0, 2, 2]), wengert.tensor([1.0, 2.0, 3.0]))
    tensor([1., 0., 5.])
    """
    check_source("index_add", input, dim, index, source)
    return index_add.apply((input, index, source), {"dim": dim, "alpha": alpha})


@composite("index_add_(input, dim, index, source, *, alpha=1)")
def index_add_(input: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    """In-place version of ``index_add``.

    Args:
        index: an integer vector of positions along ``dim``
        source: the values to add: the shape of the tensor, but the length of ``index`` along ``dim``
        alpha: the factor by which ``source`` is multiplied

    >>> wengert.zeros(3).index_add_(0, wengert.tensor([0, 2]), wengert.tensor([1.0, 2.0]), alpha=10)
    tensor([10.,  0., 20.])
    """
    check_source("index_add", input, dim, index, source)
    return apply_inplace(index_add, (input, index, source), {"dim": dim, "alpha": alpha})


def check_source(name: str, input: Any, dim: int, index: Any, source: Any) -> None:
    """Raise unless ``source`` has the shape of ``input``, except that along ``dim`` it is as long as ``index``."""
    _check_vector(name, input, dim, index)
    x, values = payload_of(input), payload_of(source)
    if x.dtype is not values.dtype and x.dtype != values.dtype:
        raise RuntimeError(
            f"{name}_(): self ({type_of(input)}) and source ({type_of(source)}) must have the same scalar type"
        )
    check_source_shape(name, wrap_dim(dim, x.ndim), x.shape, payload_of(index).shape, values.shape)


def _copy_onto(xp, x, index, source, *, dim):
    _put_along(x, index, source, dim)


@linear(
    name="_index_copy",
    x=lambda g, index, dim: index_fill(g, index, 0, dim=dim),
    source=lambda g, index, dim: index_select(g, index, dim=dim),
    moves=True,
    batch=_batched_as_put(False),
    check=_within(),
    onto=_copy_onto,
)
def index_copy(xp, x, index, source, *, dim):
    out = copies.copied(x)
    _copy_onto(xp, out, index, source, dim=dim)
    return out


@composite("index_copy(input, dim, index, source, *, out=None)", name="index_copy", out="first")
def _index_copy(input: Any, dim: int, index: Any, source: Any) -> Any:
    """A copy of ``input``, with the entries along ``dim`` at the positions in ``index`` replaced by those of
    ``source``.

    Args:
        index: an integer vector of positions along ``dim``
        source: the values to write: the shape of ``input``, but the length of ``index`` along ``dim``

    >>> wengert.index_copy(wengert.zeros(3), 0, wengert.tensor([2, 0]), wengert.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    _check_copy(input, dim, index, source)
    return index_copy(input, index, source, dim=dim)


@composite("index_copy_(input, dim, index, source)")
def index_copy_(input: Any, dim: int, index: Any, source: Any) -> Any:
    """In-place version of ``index_copy``.

    Args:
        index: an integer vector of positions along ``dim``
        source: the values to write: the shape of the tensor, but the length of ``index`` along ``dim``

    >>> wengert.zeros(3).index_copy_(0, wengert.tensor([2, 0]), wengert.tensor([1.0, 2.0]))
    tensor([2., 0., 1.])
    """
    _check_copy(input, dim, index, source)
    return apply_inplace(index_copy, (input, index, source), {"dim": dim})


def _check_copy(input: Any, dim: int, index: Any, source: Any) -> None:
    wrap_dim(dim, input.ndim)
    if index.ndim > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if index.dtype != dtypes.I64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {type_of(index)}")
    if input.dtype != source.dtype:
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, "
            f"but got (self) {type_of(input)} and (source) {type_of(source)}"
        )
    if input.ndim and source.ndim and input.ndim != source.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must match. Source "
            f"dimensionality ({source.ndim}), destination dimensionality ({input.ndim})"
        )
    at = wrap_dim(dim, input.ndim)
    if input.ndim and not source.ndim and math.prod(index.shape) != 1:
        raise IndexError(
            f"index_copy_(): When source is scalar, index should have one element (got {math.prod(index.shape)})"
        )
    if without(source.shape, at) != without(input.shape, at):
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: "
            f"{list(without(input.shape, at))} at dimension {at} and source slice shape: "
            f"{list(without(source.shape, at))} at dimension 0."
        )
    count, length = math.prod(index.shape), source.shape[at] if source.ndim else 1
    if count != length:
        raise IndexError(f"index_copy_(): Number of indices ({count}) should be equal to source.size(dim) ({length})")


def _fill_onto(xp, x, index, value, *, dim):
    _put_along(x, index, value if hasattr(value, "dtype") else dtypes.fitting(value, x.dtype), dim, least=-1)


@linear(
    name="_index_fill",
    x=lambda g, index, dim: index_fill(g, index, 0, dim=dim),
    # index_fill, because an index that appears twice fills only once
    value=lambda g, index, dim: g - index_fill(g, index, 0, dim=dim),
    moves=True, batch=_batched_as_put(False), check=_within(least=-1), onto=_fill_onto, layout="first",
    node="IndexFillBackward1 value=IndexFillBackward0",
)  # fmt: skip
def index_fill(xp, x, index, value, *, dim):
    out = layouts.copied(x)
    _fill_onto(xp, out, index, value, dim=dim)
    return out


@composite("index_fill(input, dim, index, value)", name="index_fill")
def _index_fill(input: Any, dim: int, index: Any, value: Any) -> Any:
    """A copy of ``input``, with the entries along ``dim`` at the positions in ``index`` set to one value.

    Args:
        index: an integer vector of positions along ``dim``

    >>> wengert.index_fill(wengert.zeros(3), 0, wengert.tensor([0, 2]), 5)
    tensor([5., 0., 5.])
    """
    _check_fill(input, dim, index, value)
    return index_fill(input, index, value, dim=dim)


@composite("index_fill_(input, dim, index, value)")
def index_fill_(input: Any, dim: int, index: Any, value: Any) -> Any:
    """In-place version of ``index_fill``.

    Args:
        index: an integer vector of positions along ``dim``

    >>> wengert.zeros(3).index_fill_(0, wengert.tensor([0, 2]), 5)
    tensor([5., 0., 5.])
    """
    _check_fill(input, dim, index, value)
    return apply_inplace(index_fill, (input, index, value), {"dim": dim})


def _check_fill(input: Any, dim: int, index: Any, value: Any) -> None:
    wrap_dim(dim, input.ndim)
    if index.dtype != dtypes.I64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.ndim > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if getattr(value, "ndim", 0):
        raise RuntimeError(
            f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    if dtypes.category(dtypes.result_type([payload_of(value)])) == dtypes.COMPLEX and not input.dtype.is_complex:
        raise RuntimeError(
            "index_fill_(): Converting complex Scalar to non-complex type is not supported. "
            "Give a real value, or cast the tensor to a complex dtype first."
        )
    check_one_fits(input, value)
