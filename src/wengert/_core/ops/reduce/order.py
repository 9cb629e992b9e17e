"""Order: sorting, argmax and argmin, medians and quantiles."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, reductions
from ...arrays.batched import batch_dims, physical
from ...declare.families import composite, constant, selecting
from ...tape.tensor import payload_of
from ..elementwise.pointwise import _to, ceil, floor, isnan, lerp, logical_not, round, where
from ..index.gather import gather
from ..index.positions import taken_along
from ..results import named, of_kind
from ..shape.dims import as_int
from ..shape.shape import movedim, reshape, squeeze, unsqueeze, wrap_dim
from . import order_loops
from .extreme import along, one_along, picked, tied
from .reduce import along_axis, axes, refuse_empty, refuse_keepdim, sum
from .scan import _cumulate, _positions

Kthvalue = named("kthvalue")
Median = named("median")
Mode = named("mode")
Nanmedian = named("nanmedian")
Sort = named("sort")
Topk = named("topk")

MIDDLE, MIDDLE_NUMBER = -1, -2  # ranks: the lower median, or the first NaN if there is one, and that of the others
LONG = frozenset(np.dtype(name) for name in ("f4", "f8", "i4", "i8"))  # the dtypes that have loops
SHORT = frozenset(np.dtype(name) for name in ("?", "i1", "u1", "i2"))  # those whose numbers int32 has
FEW = 32  # sorting so few is as fast as a partition


def _by_rows(loop: Any, x: Any, dim: int, *how: Any) -> Any:
    """``loop(x, *how)`` along any dimension; None if NumPy has to compute it.

    A loop takes dense rows. Where they lie otherwise in memory, a copy takes little beside the sorting. It takes short
    integers as int32.
    """
    if type(x) is not np.ndarray:
        return None
    dtype = x.dtype
    if dtype in SHORT:
        found = _by_rows(loop, x.astype(np.int32), dim, *how)
        return (found[0].astype(dtype), found[1]) if type(found) is tuple else found
    if dtype not in LONG:
        return None
    if dim == -1 or dim == x.ndim - 1:
        return loop(copies.in_row_major(x), *how)
    found = loop(copies.copied(x.swapaxes(dim, -1)), *how)
    if type(found) is tuple:
        return tuple([copies.copied(a.swapaxes(dim, -1)) for a in found])
    return found if found is None else copies.copied(found.swapaxes(dim, -1))


# -- Sorting -----------------------------------------------------------------------------------------------------------


def _order(xp: Any, x: Any, dim: int, descending: bool = False) -> Any:
    """The indices that sort ``x``, stably in both directions. NaN counts as larger than all numbers."""
    found = _by_rows(order_loops.argsorted, x, dim, descending)
    if found is not None:
        return found
    if not descending:
        return x.argsort(axis=dim, kind="stable")
    back = slice(None, None, -1)
    return x.shape[dim] - 1 - _part(_part(x, dim, back).argsort(axis=dim, kind="stable"), dim, back)


def _part(x: Any, dim: int, part: slice) -> Any:
    return x[(slice(None),) * (dim % x.ndim) + (part,)]


@selecting(x=along, outputs="values indices", nondiff="indices", layout="first", batch=batch_dims,
           node="SortBackward0 stable=SortBackward1", saved="descending= stable=", real_only="sort")  # fmt: skip
def _sort(xp, x, *, dim, descending=False, stable=False):
    indices = _order(xp, x, dim, descending)
    return taken_along(xp, x, indices, dim), indices


@composite("sort(input, dim=-1, descending=False, stable=False, *, out=None)")
def sort(input: Any, dim: int = -1, descending: bool = False, stable: bool = False) -> Sort:
    """Sorts the elements along ``dim``. The sort is always stable. NaN counts as larger than all numbers.

    >>> wengert.sort(wengert.tensor([3, 1, 2]))
    wengert.return_types.sort(
    values=tensor([1, 2, 3]),
    indices=tensor([1, 2, 0]))
    """
    return of_kind(Sort, along_axis(_sort, input, dim, descending=descending, stable=stable))


@composite("argsort(input, dim=-1, descending=False, stable=False)")
def argsort(input: Any, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """The indices that sort ``input`` along ``dim``; see :func:`sort`.

    >>> wengert.argsort(wengert.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    return sort(input, dim, descending).indices


@composite("msort(input, *, out=None)", out="over")
def msort(input: Any) -> Any:
    """Sorts the elements along the first dimension.

    >>> wengert.msort(wengert.tensor([[3, 1], [2, 4]]))
    tensor([[2, 1],
            [3, 4]])
    """
    return sort(input, 0).values


def _alike(xp: Any, a: Any, b: Any) -> Any:
    return (a == b) | ((a != a) & (b != b))


def _of_rank(xp: Any, x: Any, k: int, dim: int) -> Any:
    """The index of the element of rank ``k`` along ``dim``, which is kept. Equal elements rank by their indices."""
    at = _part(x.argpartition(k, axis=dim), dim, slice(k, k + 1))
    if (_alike(xp, x, taken_along(xp, x, at, dim)).sum(dim) > 1).any():
        return _part(_order(xp, x, dim), dim, slice(k, k + 1))
    return at


@selecting(x=along, outputs="values indices", nondiff="indices", batch=batch_dims,
           node="TopkBackward0", saved="k= largest=", real_only="topk")  # fmt: skip
def _topk(xp, x, *, k, dim, largest):
    n = x.shape[dim]
    if k == 1 and largest:
        indices = reductions.place(x, dim, False, True)
        return taken_along(xp, x, indices, dim), indices
    found = _by_rows(order_loops.first_few, x, dim, k, largest)
    if found is not None:
        return found
    if not 0 < k < n or n <= FEW:
        indices = _part(_order(xp, x, dim, largest), dim, slice(k))
        return taken_along(xp, x, indices, dim), indices
    # A partition finds the elements in linear time. Only they are sorted, equal ones by index.
    if largest:
        candidates = _part(x.argpartition(n - k, axis=dim), dim, slice(n - k, None))
    else:
        candidates = _part(x.argpartition(k - 1, axis=dim), dim, slice(k))
    candidates = xp.sort(candidates, axis=dim)
    values = taken_along(xp, x, candidates, dim)
    by = _order(xp, values, dim, largest)
    indices = taken_along(xp, candidates, by, dim)
    last = taken_along(xp, x, _part(indices, dim, slice(k - 1, k)), dim)
    if (_alike(xp, x, last).sum(dim) > _alike(xp, values, last).sum(dim)).any():  # some that are equal were left out
        indices = _part(_order(xp, x, dim, largest), dim, slice(k))
    return taken_along(xp, x, indices, dim), indices


@composite("topk(input, k, dim=-1, largest=True, sorted=True, *, out=None)")
def topk(input: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Topk:
    """The ``k`` largest (or smallest) elements along ``dim`` and their indices. They are always sorted.

    Args:
        k: the number of elements

    >>> wengert.topk(wengert.tensor([3, 1, 2]), 2)
    wengert.return_types.topk(
    values=tensor([3, 2]),
    indices=tensor([0, 2]))
    """
    if type(k) is not int:
        k = as_int(k)
    shape = payload_of(input).shape or (1,)
    at = wrap_dim(dim, len(shape))
    n = shape[at]
    if not 0 <= k <= n:
        raise RuntimeError(
            f"selected index k out of range (topk: k is {k}, dimension {dim} has size {n}). "
            "Choose k from 1 to the size of the dimension."
        )
    return of_kind(Topk, along_axis(_topk, input, at, k=k, largest=largest))


# -- Argmax and argmin -------------------------------------------------------------------------------------------------


def _batch_place(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    if params["dim"] is not None:
        return batch_dims(op, size, args, flags, params)
    (x,) = args
    at = op(reshape(x, (size, math.prod(x.shape[1:]))), dim=1)
    return reshape(at, (size,) + (1,) * (x.ndim - 1)) if params["keepdim"] else at


@constant(batch=_batch_place, real_only="argmax")
def _argmax(xp, x, *, dim, keepdim=False):
    return reductions.place(x, dim, False, keepdim)


@constant(batch=_batch_place, real_only="argmin")
def _argmin(xp, x, *, dim, keepdim=False):
    return reductions.place(x, dim, True, keepdim)


def _place(row: Any, name: str, x: Any, dim: int | None, keepdim: bool) -> Any:
    payload = payload_of(x)
    if payload.dtype is dtypes.BOOLEAN:
        raise RuntimeError(f"{name}(): does not support bool input. Cast it to integers first.")
    refuse_empty(name, x, dim, IndexError)
    if dim is not None:
        dim = wrap_dim(dim, payload.ndim) if payload.ndim else axes(payload, dim)
    return row(x, dim=dim, keepdim=keepdim)


@composite("argmax(input, dim=None, keepdim=False, *, out=None)")
def argmax(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The first index of the largest element, in the flattened tensor or along ``dim``.

    Args:
        dim: the dimension to reduce; None means the flattened tensor

    >>> wengert.argmax(wengert.tensor([[1, 5], [3, 2]]), dim=1)
    tensor([1, 0])
    """
    return _place(_argmax, "argmax", input, dim, keepdim)


@composite("argmin(input, dim=None, keepdim=False, *, out=None)")
def argmin(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The first index of the smallest element, in the flattened tensor or along ``dim``.

    Args:
        dim: the dimension to reduce; None means the flattened tensor

    >>> wengert.argmin(wengert.tensor([[1, 5], [3, 2]]), dim=1)
    tensor([0, 1])
    """
    return _place(_argmin, "argmin", input, dim, keepdim)


# -- Order statistics --------------------------------------------------------------------------------------------------


def _taken(xp: Any, x: Any, at: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at the indices ``at``, one along ``dim``, and the indices."""
    values = taken_along(xp, x, at, dim)
    return (values, at) if keepdim else (values.squeeze(dim), at.squeeze(dim))


def _ranked(xp: Any, x: Any, rank: int, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements of a rank along ``dim``, counted from 0, or those of ``MIDDLE``, and their indices."""
    found = _by_rows(order_loops.of_rank, x, dim, rank)
    if found is not None:
        return found if keepdim else tuple([a.squeeze(dim) for a in found])
    at = _of_rank(xp, x, rank, dim) if rank >= 0 else _middle(xp, x, dim, rank == MIDDLE_NUMBER)
    return _taken(xp, x, at, dim, keepdim)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims,
           node="KthvalueBackward0", saved="k=", real_only="kthvalue")  # fmt: skip
def _kthvalue(xp, x, *, k, dim, keepdim):
    return _ranked(xp, x, k - 1, dim, keepdim)


@composite("kthvalue(input, k, dim=-1, keepdim=False, *, out=None)")
def kthvalue(input: Any, k: int, dim: int = -1, keepdim: bool = False) -> Kthvalue:
    """The ``k``-th smallest element along ``dim``, counted from 1, and its index.

    Args:
        k: the rank of the element, counted from 1

    >>> wengert.kthvalue(wengert.tensor([3, 1, 2]), 2)
    wengert.return_types.kthvalue(
    values=tensor(2),
    indices=tensor(2))
    """
    k, dim = as_int(k), wrap_dim(dim, input.ndim)
    n = input.shape[dim] if input.ndim else 1
    if n and not 1 <= k <= n:
        raise RuntimeError(
            f"kthvalue(): selected number k out of range for dimension {dim}. "
            "Choose k from 1 to the size of the dimension."
        )
    return picked(Kthvalue, _kthvalue, "kthvalue", input, dim, k=k, keepdim=keepdim)


def _middle(xp: Any, x: Any, dim: int, skip_nan: bool) -> Any:
    """The index of the lower median along ``dim``. Without ``skip_nan``, the first NaN if there is one."""
    n = x.shape[dim]
    nan = xp.isnan(x)
    if n and not nan.any():
        return _of_rank(xp, x, (n - 1) // 2, dim)
    numbers = n - nan.sum(axis=dim, keepdims=True)
    middle = xp.maximum(numbers - 1, 0) // 2 if skip_nan else xp.where(numbers < n, numbers, (n - 1) // 2)
    return taken_along(xp, _order(xp, x, dim), middle, dim)


def _whole_middle(xp: Any, x: Any, rank: int) -> Any:
    return _ranked(xp, x.reshape(-1), rank, 0, False)[0] if x.size else xp.asarray(math.nan).astype(x.dtype)


def _batch_whole(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    (x,) = args
    flat = reshape(x, (size, math.prod(x.shape[1:])))
    if not flat.shape[1]:
        return arrays.xp_of(x).full(size, math.nan).astype(x.dtype)
    row = _median_dim if op is _median else _nanmedian_dim
    return row(flat, dim=1, keepdim=False)[0]


@selecting(x=tied, batch=_batch_whole, node="MedianBackward0", real_only="median")
def _median(xp, x):
    return _whole_middle(xp, x, MIDDLE)


@selecting(x=tied, batch=_batch_whole, node="NanmedianBackward0", real_only="nanmedian")
def _nanmedian(xp, x):
    return _whole_middle(xp, x, MIDDLE_NUMBER)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims, node="MedianBackward1",
           real_only="median")  # fmt: skip
def _median_dim(xp, x, *, dim, keepdim):
    return _ranked(xp, x, MIDDLE, dim, keepdim)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims, node="NanmedianBackward1",
           real_only="nanmedian")  # fmt: skip
def _nanmedian_dim(xp, x, *, dim, keepdim):
    return _ranked(xp, x, MIDDLE_NUMBER, dim, keepdim)


@composite("median(input, dim=None, keepdim=False, *, out=None)")
def median(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median: of an even number of elements, the lower of the middle two. It is NaN if any element is NaN.

    With ``dim``, the medians along it and their indices.

    >>> wengert.median(wengert.tensor([3, 1, 2, 4]))
    tensor(2)
    >>> wengert.median(wengert.tensor([[3, 1, 2]]), 1)
    wengert.return_types.median(
    values=tensor([2]),
    indices=tensor([2]))
    """
    if dim is None:
        refuse_keepdim("median", keepdim)
        return _median(input)
    return picked(Median, _median_dim, "median", input, dim, keepdim=keepdim)


@composite("nanmedian(input, dim=None, keepdim=False, *, out=None)")
def nanmedian(input: Any, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median of the elements that are not NaN; see :func:`median`.

    >>> wengert.nanmedian(wengert.tensor([3.0, wengert.nan, 1.0]))
    tensor(1.)
    """
    if dim is None:
        refuse_keepdim("nanmedian", keepdim)
        return _nanmedian(input)
    return picked(Nanmedian, _nanmedian_dim, "nanmedian", input, dim, keepdim=keepdim)


@selecting(x=one_along, outputs="values indices", nondiff="indices", batch=batch_dims, node="ModeBackward0",
           real_only="mode")  # fmt: skip
def _mode(xp, x, *, dim, keepdim):
    by = _order(xp, x, dim)
    ordered = taken_along(xp, x, by, dim)
    at = _positions(xp, x, dim)
    later, earlier = slice(1, None), slice(-1)
    starts = xp.zeros(x.shape, dtypes.I64)
    _part(starts, dim, later)[...] = (_part(ordered, dim, later) != _part(ordered, dim, earlier)) * at[later]
    length = at - _cumulate(xp, xp.maximum, starts, dim)
    # the first longest run belongs to the smallest of the most frequent elements; its end is the last index
    longest = length.argmax(axis=dim, keepdims=True)
    return _taken(xp, x, taken_along(xp, by, longest, dim), dim, keepdim)


@composite("mode(input, dim=-1, keepdim=False, *, out=None)")
def mode(input: Any, dim: int = -1, keepdim: bool = False) -> Mode:
    """The most frequent element along ``dim`` and its last index. On a tie, the smallest of them.

    >>> wengert.mode(wengert.tensor([1, 2, 2, 3]))
    wengert.return_types.mode(
    values=tensor(2),
    indices=tensor(2))
    """
    return picked(Mode, _mode, "mode", input, dim, keepdim=keepdim)


_ROUNDED = {"lower": floor, "higher": ceil, "nearest": round}  # picks one of two neighbours; the other modes mix them


def _check_quantile(name: str, x: Any, q: Any, interpolation: str) -> None:
    if not math.prod(x.shape):
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if x.dtype not in (dtypes.F32, dtypes.F64):
        given = errors.text.type_name(dtypes.as_numpy(x.dtype))
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype, but got {given}")
    if interpolation not in (*_ROUNDED, "linear", "midpoint"):
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}"
        )
    if not hasattr(q, "dtype"):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
    elif q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    elif q.dtype != x.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    else:
        values = physical(payload_of(q))
        if isinstance(values, np.ndarray) and not ((values >= 0) & (values <= 1)).all():  # a GPU is not waited for
            raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _quantile(name: str, x: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str, skip_nan: bool) -> Any:
    _check_quantile(name, x, q, interpolation)
    rank = x.ndim
    axis = None if dim is None else wrap_dim(dim, rank)
    if not rank:
        axis = None
    ordered = sort(reshape(x, (-1,)) if axis is None else movedim(x, axis, -1)).values
    numbers = _to(sum(logical_not(isnan(ordered)), -1, keepdim=True), dtype=dtypes.as_numpy(x.dtype))
    place = where(numbers > 0, numbers - 1, 0) * q
    if not skip_nan:  # sorting puts NaN last
        n = ordered.shape[-1]
        place = where(numbers < n, n - 1, place)

    def at(place: Any) -> Any:
        return gather(ordered, _to(place, dtype=dtypes.I64), dim=-1)

    if interpolation in _ROUNDED:
        out = at(_ROUNDED[interpolation](place))
    else:
        below = floor(place)
        weight = place - below if interpolation == "linear" else 0.5 + 0 * place
        out = lerp(at(below), at(ceil(place)), weight)
    several = getattr(q, "ndim", 0) == 1
    out = movedim(out, -1, 0) if several else squeeze(out, dim=-1)
    if not keepdim:
        return out
    return reshape(out, (*out.shape, *(1,) * rank)) if axis is None else unsqueeze(out, dim=axis + several)


@composite('quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None)')
def quantile(input: Any, q: Any, dim: int | None = None, keepdim: bool = False, *,
             interpolation: str = "linear") -> Any:  # fmt: skip
    """The ``q``-th quantiles of the whole tensor or along ``dim``. Several ``q`` give a new first dimension.

    Args:
        dim: the dimension to reduce; None means the flattened tensor

    >>> wengert.quantile(wengert.tensor([0.0, 1.0, 2.0]), wengert.tensor([0.25, 0.5]))
    tensor([0.5000, 1.0000])
    """
    return _quantile("quantile", input, q, dim, keepdim, interpolation, False)


@composite('nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None)')
def nanquantile(input: Any, q: Any, dim: int | None = None, keepdim: bool = False, *,
                interpolation: str = "linear") -> Any:  # fmt: skip
    """The quantiles of the elements that are not NaN; see :func:`quantile`.

    Args:
        dim: the dimension to reduce; None means the flattened tensor

    >>> wengert.nanquantile(wengert.tensor([0.0, wengert.nan, 2.0]), 0.5)
    tensor(1.)
    """
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)
