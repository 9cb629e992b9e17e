"""Writes at positions, scatter operations that reduce, and operations on the elements where a mask is True."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import Batched, batch_together, physical, together
from ...declare.families import composite, constant, general, linear
from ...dispatch.inplace import apply_inplace
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import _to, _where, clone, div, eq, floor_divide, logical_and, lt, ne, remainder, where
from ..shape.arrange import expand
from ..shape.dims import as_int
from ..shape.join import stack, unbind
from ..shape.shape import flatten, narrow, reshape, unsqueeze, view, wrap_dim
from . import index_loops
from .brackets import as_index, check_values
from .flat import _check_mask, masked_fill
from .gather import _batched_along, _check_index, _overwritten, _scattered, _ungather, gather, scatter, scatter_add
from .index import _index, _index_put, _nonzero, _within, check_source, index_select, type_of
from .positions import beside, check_bounds, check_selected, is_mask

# -- Positions ---------------------------------------------------------------------------------------------------------


@composite("index_put(input, indices, values, accumulate=False)")
def index_put(input: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    """A copy of ``input``, with ``values`` written or added at the positions of a tuple of index tensors.

    Args:
        indices: a tuple of index tensors or masks, one for each of the first dimensions; None selects a whole dimension
        values: the values, broadcast to the shape that the indices select

    >>> wengert.index_put(wengert.zeros(3), (wengert.tensor([0, 2]),), wengert.tensor([5.0, 7.0]))
    tensor([5., 0., 7.])
    """
    places, dims = _checked_put(input, indices, values, accumulate)
    return _index_put(input, values, *places, dims=dims, accumulate=accumulate)


@composite("index_put_(input, indices, values, accumulate=False)", function=True)
def index_put_(input: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> Any:
    """In-place version of ``index_put``.

    Args:
        indices: a tuple of index tensors or masks, one for each of the first dimensions; None selects a whole dimension
        values: the values, broadcast to the shape that the indices select

    >>> wengert.zeros(3).index_put_((wengert.tensor([1, 1]),), wengert.tensor([5.0, 7.0]), accumulate=True)
    tensor([ 0., 12.,  0.])
    """
    places, dims = _checked_put(input, indices, values, accumulate)
    return apply_inplace(_index_put, (input, values, *places), {"dims": dims, "accumulate": accumulate})


def _checked_put(
    input: Any, indices: Sequence[Any], values: Any, accumulate: bool
) -> tuple[list[Any], tuple[int, ...]]:
    """Check the arguments of ``index_put``. Returns the index tensors and the dimensions that they index."""
    for i, index in enumerate(indices):
        if not hasattr(index, "dtype"):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(index).__name__}")
    if not hasattr(values, "dtype"):
        raise errors.calls.not_an_array("index_put", "values", values)
    places = [beside(input, as_index(index)) for index in indices]
    if accumulate and any(is_mask(p) and not p.ndim for p in places):
        raise RuntimeError("index_put: a mask without dimensions selects no elements to add to. Use add() or where().")
    check_values(input, places, values, accumulate)
    check_selected(input, places, values)
    taken = [i.ndim if is_mask(i) else 1 for i in places]
    return places, tuple(itertools.accumulate(taken[:-1], initial=0))


# -- Scatter operations that reduce ------------------------------------------------------------------------------------


def _cleared(xp: Any, x: Any, index: Any, dim: int, include_self: bool, neutral: Any) -> Any:
    """A copy of ``x``. Without ``include_self``, the positions that are written to are set to the neutral element."""
    return copies.copied(x) if include_self else _overwritten(xp, copies.copied(x), index, neutral, dim)


def _gradient_of_old(g: Any, index: Any, dim: int, include_self: bool) -> Any:
    """The gradient of ``x``. Without ``include_self`` it is zero at the positions that are written to."""
    return g if include_self else scatter(g, index, 0, dim=dim)


# The product of all factors but one is the product divided by that factor. If the factor is zero, it is the product
# with that zero left out. If there are two zeros, it is zero.


def _prod_x(g: Any, x: Any, index: Any, src: Any, dim: int, include_self: bool) -> Any:
    factor = _where(eq(x, 0), 1, x)
    others = _scatter_prod(factor, index, src, dim=dim, include_self=include_self) / factor
    return _gradient_of_old(g * conj(others), index, dim, include_self)


def _prod_src(g: Any, x: Any, index: Any, src: Any, out: Any, dim: int, include_self: bool) -> Any:
    zero = eq(src, 0)
    zeros = gather(scatter_add(_zeros_at(x), index, _to(zero, dtype=src.dtype), dim=dim), index, dim=dim)
    single = logical_and(zero, eq(zeros, 1))
    left_out = _scatter_prod(x, index, _where(single, 1, src), dim=dim, include_self=include_self)
    others = _where(single, gather(left_out, index, dim=dim), gather(out, index, dim=dim) / _where(zero, 1, src))
    return gather(g, index, dim=dim) * conj(_once(others, zeros))


@general(x=_prod_x, src=_prod_src, batch=_batched_along,
         check=_within(error=RuntimeError), node="ScatterReduceBackward0")  # fmt: skip
def _scatter_prod(xp, x, index, src, *, dim, include_self):
    return _scattered(xp, xp.multiply, _cleared(xp, x, index, dim, include_self, 1), index, src, dim)


@constant(batch=batch_together)
def _zeros_at(xp, x):
    return copies.zeros(xp, x.shape, x.dtype)


@linear(x=lambda g, zeros: _fail_at_zeros(g, zeros), moves=True, batch=batch_together)
def _once(xp, x, zeros):
    """A copy of ``x``, which is right where several factors are zero. Its derivative there is not, and raises."""
    return copies.copied(x)


@linear(x=lambda g, zeros: _fail_at_zeros(g, zeros), moves=True, batch=batch_together)
def _fail_at_zeros(xp, x, zeros):
    if (zeros > 1).any():
        raise RuntimeError(
            "scatter_reduce(): Double backward is unsupported for src when >1 zeros in src are scattered to the same "
            "position in self. "
            "Replace those zeros by small numbers, or differentiate once."
        )
    return copies.copied(x)


def _extreme_share(g: Any, x: Any, index: Any, src: Any, out: Any, dim: int, include_self: bool) -> tuple[Any, ...]:
    """Each extreme element's share of the gradient, and masks of the extreme elements of ``x`` and ``src``."""
    mine = _gradient_of_old(_to(eq(x, out), dtype=x.dtype), index, dim, include_self)
    theirs = _to(eq(src, gather(out, index, dim=dim)), dtype=src.dtype)
    count = scatter_add(mine, index, theirs, dim=dim)
    return g / _where(eq(count, 0), 1, count), mine, theirs


def _extreme_x(g: Any, x: Any, index: Any, src: Any, out: Any, dim: int, include_self: bool) -> Any:
    share, mine, _ = _extreme_share(g, x, index, src, out, dim, include_self)
    return share * mine


def _extreme_src(g: Any, x: Any, index: Any, src: Any, out: Any, dim: int, include_self: bool) -> Any:
    share, _, theirs = _extreme_share(g, x, index, src, out, dim, include_self)
    return gather(share, index, dim=dim) * theirs


@general(x=_extreme_x, src=_extreme_src, batch=_batched_along,
         check=_within(error=RuntimeError), node="ScatterReduceBackward0", saved="largest=",
         real_only="scatter_reduce")  # fmt: skip
def _scatter_extreme(xp, x, index, src, *, dim, include_self, largest):
    if x.dtype.kind in "iu":
        ends = xp.iinfo(x.dtype)
        neutral = ends.min if largest else ends.max
    else:
        neutral = False if x.dtype.kind == "b" else -math.inf
        neutral = neutral if largest else not neutral if x.dtype.kind == "b" else math.inf
    out = _cleared(xp, x, index, dim, include_self, neutral)
    return _scattered(xp, xp.maximum if largest else xp.minimum, out, index, src, dim)


@constant(batch=_batched_along, check=_within(error=RuntimeError))
def _counts(xp, x, index, *, dim, include_self):
    """The number of values that are reduced at each position of ``x``, at least 1."""
    out = _cleared(xp, xp.ones(x.shape, x.dtype), index, dim, include_self, 0)
    out = _scattered(xp, xp.add, out, index, xp.ones(index.shape, x.dtype), dim)
    return xp.maximum(out.real, 1)


@composite("scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None)", inplace=True, out="first")
def scatter_reduce(input: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True) -> Any:
    """Reduces the elements of ``src`` into ``input`` at the positions ``index`` along ``dim``.

    With ``include_self=False``, the previous value at a position that is written to is left out of the reduction.

    Args:
        index: an integer tensor with as many dimensions as ``input``, no larger than ``src``
        src: the values to reduce
        reduce: ``'sum'``, ``'prod'``, ``'mean'``, ``'amax'`` or ``'amin'``

    >>> x, index = wengert.tensor([1.0, 2.0, 3.0]), wengert.tensor([0, 0, 1])
    >>> wengert.scatter_reduce(wengert.zeros(2), 0, index, x, "amax")
    tensor([2., 3.])
    """
    src = _check_index("scatter_reduce", input, dim, index, src)
    if reduce == "prod":
        return _scatter_prod(input, index, src, dim=dim, include_self=include_self)
    if reduce in ("amax", "amin"):
        return _scatter_extreme(input, index, src, dim=dim, include_self=include_self, largest=reduce == "amax")
    if reduce not in ("sum", "mean"):
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    start = input if include_self else scatter(input, index, 0, dim=dim)
    total = scatter_add(start, index, src, dim=dim)
    if reduce == "sum":
        return total
    counts = _counts(input, index, dim=dim, include_self=include_self)
    return div(total, counts) if dtypes.is_inexact(dtypes.as_numpy(input.dtype)) else floor_divide(total, counts)


def _scatter_call(input: Any, dim: int, index: Any, src: Any, value: Any, reduce: str | None) -> tuple[Any, ...]:
    """The row of this scatter operation, its arrays and its parameters."""
    if (src is None) == (value is None):
        raise TypeError("scatter(): expected one of src and value")
    src = value if src is None else src
    array = hasattr(src, "dtype")
    found = _check_index("scatter", input, dim, index, src if array else None)
    src = found if array else dtypes.fitting(src, dtypes.as_numpy(input.dtype))
    if reduce is None:
        return scatter, (input, index, src), {"dim": dim}
    if reduce not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    if array:
        errors.deprecated.reduce_of_scatter()
    src = src if array else _filled_like(input, index, value=src)
    if reduce == "add":
        return scatter_add, (input, index, src), {"dim": dim}
    return _scatter_prod, (input, index, src), {"dim": dim, "include_self": True}


@composite("scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None)", name="scatter", out="first")
def _scatter(input: Any, dim: int, index: Any, src: Any = None, *, value: Any = None, reduce: str | None = None) -> Any:
    """A copy of ``input``, with the elements of ``src``, or a single value, written at the positions ``index`` along
    ``dim``.

    Args:
        index: an integer tensor with as many dimensions as ``input``
        src: the values to write: a tensor at least as large as ``index``, or a number
        value: a number to write, instead of ``src``
        reduce: ``'add'`` or ``'multiply'`` to combine with the value that is there

    >>> wengert.scatter(wengert.zeros(3), 0, wengert.tensor([2, 0]), wengert.tensor([5.0, 7.0]))
    tensor([7., 0., 5.])
    """
    row, args, params = _scatter_call(input, dim, index, src, value, reduce)
    return row.apply(args, params)


@composite("scatter_(input, dim, index, src=None, *, value=None, reduce=None)")
def scatter_(input: Any, dim: int, index: Any, src: Any = None, *, value: Any = None, reduce: str | None = None) -> Any:
    """In-place version of ``scatter``.

    Args:
        index: an integer tensor with as many dimensions as the tensor
        src: the values to write: a tensor at least as large as ``index``, or a number
        value: a number to write, instead of ``src``
        reduce: ``'add'`` or ``'multiply'`` to combine with the value that is there

    >>> wengert.zeros(3).scatter_(0, wengert.tensor([1]), value=5)
    tensor([0., 5., 0.])
    """
    row, args, params = _scatter_call(input, dim, index, src, value, reduce)
    return apply_inplace(row, args, params)


@constant(batch=batch_together)
def _filled_like(xp, x, index, *, value):
    """``value`` in the shape of ``index`` and the dtype of ``x``."""
    return xp.full(index.shape, value, x.dtype)


def _spread(index: Any, dim: int, shape: Sequence[int]) -> Any:
    """Expand an index vector along ``dim`` to an index for every element of ``shape``."""
    dim = wrap_dim(dim, len(shape))
    return expand(view(index, shape=(1,) * dim + (-1,) + (1,) * (len(shape) - dim - 1)), shape=tuple(shape))


@composite("index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None)", inplace=True, out="first")
def index_reduce(input: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    """Reduces the entries of ``source`` into ``input`` at the positions ``index`` along ``dim``.

    Args:
        index: an integer vector of positions along ``dim``
        source: the values to reduce: the shape of ``input``, but the length of ``index`` along ``dim``
        reduce: ``'prod'``, ``'mean'``, ``'amax'`` or ``'amin'``

    >>> wengert.ones(2).index_reduce(0, wengert.tensor([0, 0]), wengert.tensor([2.0, 3.0]), "prod")
    tensor([6., 1.])
    """
    check_source("index_reduce", input, dim, index, source)
    check_bounds(payload_of(index), input.shape[wrap_dim(dim, input.ndim)] if input.ndim else 1, dim)
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    if not input.ndim:  # treat it as a vector with one element
        row = index_reduce(view(input, shape=(1,)), dim, reshape(index, -1), reshape(source, -1), reduce,
                           include_self=include_self)  # fmt: skip
        return view(row, shape=())
    return scatter_reduce(input, dim, _spread(index, dim, source.shape), source, reduce, include_self=include_self)


# -- Masks and nonzero elements ----------------------------------------------------------------------------------------


@composite("masked_select(input, mask, *, out=None)", out="apart")
def masked_select(input: Any, mask: Any) -> Any:
    """The elements of ``input`` where ``mask`` is True, as a vector. Both tensors are broadcast together.

    >>> wengert.masked_select(wengert.tensor([1, 2, 3]), wengert.tensor([True, False, True]))
    tensor([1, 3])
    """
    if not is_mask(mask):
        raise RuntimeError(
            f"masked_select: expected BoolTensor for mask, got {errors.text.describe(mask)}. Comparisons give masks."
        )
    shape = broadcast_shape(input.shape, mask.shape, (1,))
    return _index(expand(input, shape=shape), expand(mask, shape=shape), dims=(0,))


@composite("fill_diagonal_(input, fill_value, wrap=False)")
def fill_diagonal_(input: Any, fill_value: Any, wrap: bool = False) -> Any:
    """Sets the elements of the main diagonal to a number. Works in place and returns the tensor.

    Args:
        input: a tensor with at least two dimensions; if it has more than two, their sizes must be equal
        wrap: whether the diagonal starts again below, where a tall matrix has no more columns

    >>> wengert.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])
    """
    shape = tuple(input.shape)
    if len(shape) < 2:
        raise RuntimeError("dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    mask = np.zeros(shape, bool)
    np.fill_diagonal(mask, True, wrap)
    return apply_inplace(masked_fill, (input, arrays.move(mask, input.device), fill_value), None)


def _check_enough(elements: int, ones: Any) -> None:
    if ones > elements:
        raise RuntimeError(
            "Number of elements of source < number of ones in mask. "
            "Give a source with at least as many elements as the mask has True."
        )


@constant(batch=lambda op, size, args, flags, params: op(*args, **params))
def _ranks(xp, mask, *, ndim, limit):
    """For each element of the last ``ndim`` dimensions, the number of True elements before it, up to a limit."""
    flat = mask.reshape(*mask.shape[: mask.ndim - ndim], -1) if mask.size else mask
    if mask.size:
        _check_enough(limit, flat.sum(axis=-1).max())
    counts = xp.cumsum(flat, axis=-1) - 1 if mask.size else xp.zeros(mask.shape, dtypes.I64)
    return xp.clip(counts, 0, max(limit - 1, 0)).reshape(mask.shape)


def _batched_masked(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    x, mask, source = together(size, args, flags)
    limit = math.prod(source.shape[1:])
    ranks = _ranks(mask, ndim=mask.ndim - 1, limit=limit)
    if not limit:
        return clone(x)
    values = gather(reshape(source, (size, limit)), reshape(ranks, (size, math.prod(mask.shape[1:]))), dim=1)
    return _where(mask, reshape(values, mask.shape), x)


def _masked_onto(xp, x, mask, source):
    count = int(xp.count_nonzero(mask))
    _check_enough(source.size, count)
    values = source.reshape(-1)[:count]
    if not index_loops.put_chosen(x, mask, values, False):
        x[mask] = values


@linear(
    x=lambda g, mask: masked_fill(g, mask, 0),
    source=lambda g, mask, source_meta: _masked_first(g, mask, shape=source_meta.shape),
    moves=True,
    batch=_batched_masked,
    onto=_masked_onto,
    node="MaskedScatterBackward0",
    saved="source_meta=source_sym_sizes",
)
def _masked_scatter(xp, x, mask, source):
    """``masked_scatter`` where ``x`` and ``mask`` have the same shape."""
    out = copies.copied(x)
    _masked_onto(xp, out, mask, source)
    return out


def _batched_first(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    x, mask = together(size, args, flags)
    shape = params["shape"]
    limit = math.prod(shape)
    ranks = _ranks(mask, ndim=mask.ndim - 1, limit=limit)
    if not limit:
        return arrays.xp_of(x).zeros((size, *shape), x.dtype)
    flat = (size, math.prod(mask.shape[1:]))
    values = _ungather(reshape(_where(mask, x, 0), flat), reshape(ranks, flat), shape=(size, limit), dim=1)
    return reshape(values, (size, *shape))


@linear(x=lambda g, mask, x_meta: _masked_scatter(x_meta.zeros(), mask, g), moves=True, batch=_batched_first)
def _masked_first(xp, x, mask, *, shape):
    """Zeros of the given shape, whose first elements are those of ``x`` where ``mask`` is True."""
    out = copies.zeros(xp, shape, x.dtype)
    values = x[mask]
    out.reshape(-1)[: values.size] = values
    return out


def _masked_put(input: Any, mask: Any, source: Any) -> tuple[Any, ...]:
    """The row of ``masked_scatter``, its arrays and its parameters."""
    _check_mask("masked_scatter_", mask)
    if input.dtype != source.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{type_of(input)} and {type_of(source)}"
        )
    if input.shape != mask.shape:
        shape = broadcast_shape(input.shape, mask.shape)
        if input.shape != shape:
            raise errors.writes.output_shape("masked_scatter", input.shape, shape)
        mask = expand(mask, shape=shape)
    return _masked_scatter, (input, mask, source), None


@composite("masked_scatter(input, mask, source)", inplace=_masked_put)
def masked_scatter(input: Any, mask: Any, source: Any) -> Any:
    """A copy of ``input``, with the elements of ``source`` written, in order, where ``mask`` is True.

    Args:
        source: the values; at least as many as there are True elements in ``mask``

    >>> wengert.masked_scatter(wengert.zeros(3), wengert.tensor([True, False, True]), wengert.tensor([5.0, 7.0]))
    tensor([5., 0., 7.])
    """
    if is_mask(mask) and input.shape != mask.shape:
        input = expand(input, shape=broadcast_shape(input.shape, mask.shape))
    row, arrays, _ = _masked_put(input, mask, source)
    return row(*arrays)


@composite("nonzero(input, *, as_tuple=False, out=None)")
def nonzero(input: Any, *, as_tuple: bool = False) -> Any:
    """The indices of the nonzero elements: a matrix with one row per element.

    With ``as_tuple=True``, a tuple with one vector per dimension instead.

    >>> wengert.nonzero(wengert.tensor([[1, 0], [0, 2]]))
    tensor([[0, 0],
            [1, 1]])
    >>> wengert.nonzero(wengert.tensor([[1, 0], [0, 2]]), as_tuple=True)
    (tensor([0, 1]), tensor([0, 1]))
    """
    if not as_tuple:
        return _nonzero(input)
    return unbind(_nonzero(input if input.ndim else view(input, shape=(1,))), 1)


def _batched_static(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    """Write each nonzero element to the row of its rank. Elements of too high a rank go to a row that is dropped."""
    rows, fill = params["size"], params["fill_value"]
    (x,) = args
    shape = x.shape[1:]
    n = math.prod(shape)
    xp = arrays.xp_of(x)
    mask = ne(reshape(x, (size, n)), 0)
    ranks = _ranks(mask, ndim=1, limit=n)
    row = where(logical_and(mask, lt(ranks, rows)), ranks, rows)
    positions = scatter(xp.full((size, rows + 1), -1), row, expand(xp.arange(n), shape=(size, n)), dim=1)
    positions = narrow(positions, 1, 0, rows)
    parts = [where(lt(positions, 0), fill, p) for p in _unravel(positions, shape=shape)]
    return stack(*parts, dim=2) if parts else xp.empty((size, rows, 0), dtypes.I64)


def _check_rows(x: Any, *, size: int, fill_value: int = -1) -> None:
    as_int(fill_value)
    if as_int(size) < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")


@constant(
    "nonzero_static(input, *, size, fill_value=-1, out=None)", batch=_batched_static, check=_check_rows, out="apart"
)
def nonzero_static(xp, x, *, size, fill_value=-1):
    """The indices of the first ``size`` nonzero elements, one row per element. Missing rows are filled with
    ``fill_value``.

    Args:
        size: the number of rows

    >>> wengert.nonzero_static(wengert.tensor([0.0, 3.0, 4.0]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    _check_rows(x, size=size, fill_value=fill_value)
    indices = xp.argwhere(x)[:size]
    return xp.concatenate([indices, xp.full((size - len(indices), x.ndim), fill_value, indices.dtype)])


@composite("argwhere(input)")
def argwhere(input: Any) -> Any:
    """The indices of the nonzero elements: a matrix with one row per element.

    >>> wengert.argwhere(wengert.tensor([0, 3, 4]))
    tensor([[1],
            [2]])
    """
    return _nonzero(input)


@constant(outputs="*", batch=lambda op, size, args, flags, params: op(*args, **params))
def _unravel(xp, indices, *, shape):
    parts = []
    for n in reversed(shape):
        parts.append(indices % n)
        indices = indices // n
    return tuple(reversed(parts))


@composite("unravel_index(indices, shape)", method=False)
def unravel_index(indices: Any, shape: Any) -> tuple[Any, ...]:
    """Converts positions in the flattened tensor to coordinates, one tensor per dimension of ``shape``.

    Args:
        indices: integers, not negative and smaller than the number of elements
        shape: the shape of the tensor that was flattened

    >>> wengert.unravel_index(wengert.tensor([3, 5]), (2, 3))
    (tensor([1, 1]), tensor([0, 2]))
    """
    if dtypes.category(dtypes.as_numpy(indices.dtype)) != dtypes.INT:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if hasattr(shape, "dtype") and shape.ndim:
        raise errors.calls.wrong_type("unravel_index", "shape", "int or tuple of ints", shape)
    shape = (as_int(shape),) if dtypes.is_integer(shape) else tuple(map(as_int, shape))
    if min(shape, default=0) < 0:
        raise ValueError(f"'shape' cannot have negative values, but got {shape}. Give sizes of at least 0.")
    parts = _unravel(indices, shape=shape)
    return tuple(p.to(dtypes.int64) if hasattr(p, "to") else p for p in parts)


def _batched_repeats(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """Repeat the numbers of all examples one after the other. Examples must have the same number of entries."""
    (repeats,) = args
    length, total = params["length"], params["total"]
    counts = set(physical(repeats).sum(-1).ravel().tolist())
    if not counts and total is not None:
        counts = {total}  # there are no examples
    if len(counts) != 1:
        raise errors.vmap.dynamic_shape("repeat_interleave")
    (count,) = counts
    each = op(reshape(repeats, (size * length,)), length=size * length, total=None if total is None else size * total)
    return remainder(reshape(each, (size, count)), max(length, 1))


@constant(batch=_batched_repeats)
def _each_repeated(xp, repeats, *, length, total=None):
    """Each number below ``length``, repeated as often as ``repeats`` says."""
    if repeats.dtype not in (dtypes.I64, dtypes.int32):
        raise errors.calls.not_implemented("repeat_interleave_cpu", repeats.dtype, "Cast the repeats to int64 first.")
    if repeats.size and repeats.min() < 0:
        raise RuntimeError("repeats can not be negative. Give counts of at least 0.")
    if total is not None and repeats.sum() != total:
        raise RuntimeError(
            "allocated size does not match required size. Leave output_size out, or give the sum of repeats."
        )
    return xp.repeat(xp.arange(length), repeats)


@composite("repeat_interleave(input, repeats=None, dim=None, *, output_size=None)")
def repeat_interleave(
    input: Any, repeats: Any = None, dim: int | None = None, *, output_size: int | None = None
) -> Any:
    """Repeats each entry of ``input`` along ``dim``. Each entry can have its own number of repetitions.

    Called with ``input`` alone, it takes the numbers of repetitions and returns the indices of the repeated entries. If
    ``output_size`` is given, it must be the number of entries of the result.

    Args:
        repeats: the number of repetitions, for all entries, or an integer vector with one number per entry
        dim: the dimension; None means the flattened tensor

    >>> wengert.repeat_interleave(wengert.tensor([1, 2]), wengert.tensor([1, 3]))
    tensor([1, 2, 2, 2])
    """
    total = None if output_size is None else as_int(output_size)
    if repeats is None:
        return _each_repeated(input, length=input.shape[0], total=total)
    if dim is None:
        input, dim = flatten(input if input.ndim else view(input, shape=(1,))), 0
    at, dim = dim, wrap_dim(dim, input.ndim)
    if not input.ndim:
        raise errors.shapes.no_dimensions(at)
    length = input.shape[dim]
    if dtypes.is_integer(repeats) and type(payload_of(repeats)) is not Batched:
        if isinstance(repeats, (bool, np.bool_)):  # a tensor may have one number per example
            repeats = as_int(repeats)
        if repeats < 0:
            raise RuntimeError("Repeats must be non-negative")
        if output_size is not None and output_size != length * repeats:
            raise RuntimeError(
                f"repeat_interleave: Invalid output_size, expected {length * repeats} but got {output_size}"
            )
        shape = (*input.shape[: dim + 1], repeats, *input.shape[dim + 1 :])
        repeated = clone(expand(unsqueeze(input, dim=dim + 1), shape=shape), memory_format="contiguous_format")
        return reshape(repeated, (*input.shape[:dim], length * repeats, *input.shape[dim + 1 :]))
    if repeats.ndim > 1 or repeats.ndim and repeats.shape[0] not in (1, length):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {repeats.shape[0]} and input.size({dim}) = {length}"
        )
    places = _each_repeated(expand(repeats, shape=(length,)), length=length, total=total)
    return index_select(input, places, dim=dim)


@composite("combinations(input, r=2, with_replacement=False)")
def combinations(input: Any, r: int = 2, with_replacement: bool = False) -> Any:
    """All combinations of ``r`` entries of a vector, one per row, in the order of :mod:`itertools`.

    Args:
        input: a vector

    >>> wengert.combinations(wengert.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    if input.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return input.new_empty((0,))
    n = input.shape[0]
    rows = np.arange(n)[:, None]
    for _ in range(r - 1):  # each row is followed by all that may come behind its last entry
        first = rows[:, -1] + (not with_replacement)
        counts = n - first
        behind = np.arange(counts.sum()) - np.repeat(counts.cumsum() - counts - first, counts)
        rows = np.column_stack((np.repeat(rows, counts, axis=0), behind))
    return _index(input, arrays.xp_of(getattr(input, "_wg_data", input)).asarray(rows), dims=(0,))
