"""Operations on elements that are given by their position in the flattened tensor, or by a mask."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import arrays, copies, dtypes
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import batch_pointwise, physical
from ...arrays.fused import in_one_pass
from ...declare.families import composite, constant, linear
from ...tape.tensor import payload_of
from ..elementwise.pointwise import _to, _where
from ..shape.arrange import expand
from ..shape.shape import reshape, view, wrap_dim
from .gather import gather
from .index import _batched_index, _batched_put, _index, _index_put, _unindex, check_one_fits, type_of
from .positions import all_below, from_front, is_mask

# -- The flattened tensor ----------------------------------------------------------------------------------------------


def _flat(p: Any, batched: bool) -> Any:
    """A payload as one row per example."""
    return reshape(p, (*p.shape[:batched], math.prod(p.shape[batched:])))


def _batched_take(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    x, index = args
    return _batched_index(_index, size, (_flat(x, flags[0]), index), flags, {"dims": (0,)})


def _take_gradient(g: Any, x_meta: Any, index: Any) -> Any:
    flat = _unindex(reshape(g, -1), reshape(index, -1), shape=(x_meta.numel,), dims=(0,))
    return view(flat, shape=x_meta.shape)


def _check_flat_index(name: str, x: Any, index: Any) -> None:
    if index.dtype != dtypes.I64:
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {type_of(index)}")
    places = physical(index)
    if all_below(places, x.size):
        return
    for i in (int(places.min()), int(places.max())) if places.size else ():
        if not x.size and name == "take":
            raise IndexError("take(): tried to take from an empty tensor")
        if not -x.size <= i < x.size:
            raise IndexError(
                f"out of range: tried to access index {i} on a tensor of {x.size} elements. "
                "Give indices that count within the flattened tensor."
            )


def _check_take(x: Any, index: Any) -> None:
    _check_flat_index("take", x, index)


@linear("take(input, index)", x=_take_gradient, moves=True, batch=_batched_take, check=_check_take, saved="x_meta=")
def take(xp, x, index):
    """The elements of the flattened ``input`` at the positions in ``index``.

    Args:
        index: an integer tensor of positions; the result has its shape

    >>> wengert.take(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([3, 0]))
    tensor([4, 1])
    """
    _check_take(x, index)
    return x.take(index)


def _batched_flat_put(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x, index, source = map(_flat, args, flags)
    shape = args[0].shape[flags[0] :]
    places = (flags[0], flags[2], flags[1])
    return reshape(_batched_put(_index_put, size, (x, source, index), places, {"dims": (0,), **params}), (size, *shape))


def _check_put(x: Any, index: Any, source: Any, *, accumulate: bool = False) -> None:
    if x.dtype != source.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{type_of(x)} and source.dtype = {type_of(source)}"
        )
    if index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.size}, index.numel() = {index.size}"
        )
    _check_flat_index("put_", x, index)


def _put_onto(xp, x, index, source, *, accumulate=False):
    _check_put(x, index, source)
    flat, at = x.reshape(-1), from_front(xp, index, x.size).reshape(-1)
    if accumulate:
        arrays.combine_at(xp.add, flat, at, source.reshape(-1))
    else:
        flat[at] = source.reshape(-1)


@linear(
    "put(input, index, source, accumulate=False)",
    x=lambda g, index, source_meta, accumulate: g if accumulate else put(g, index, source_meta.zeros()),
    source=lambda g, index, source_meta: reshape(take(g, index), source_meta.shape),
    inplace=True,
    batch=_batched_flat_put,
    check=_check_put,
    onto=_put_onto,
    layout="first",
)
def put(xp, x, index, source, *, accumulate=False):
    """A copy of ``input``, with the elements of ``source`` written or added at positions of the flattened tensor.

    Args:
        index: an integer tensor of positions in the flattened tensor
        source: the values, as many as ``index`` has elements

    >>> wengert.zeros(2, 2).put(wengert.tensor([3, 0]), wengert.tensor([5.0, 7.0]))
    tensor([[7., 0.],
            [0., 5.]])
    """
    out = copies.copied(x)
    _put_onto(xp, out, index, source, accumulate=accumulate)
    return out


@constant(batch=lambda op, size, args, flags, params: op(*args, **params))
def _from_front(xp, index, *, n):
    """Convert negative indices to non-negative ones, in a dimension of size ``n``."""
    return xp.where(index < 0, index + n, index)


@composite("take_along_dim(input, indices, dim=None, *, out=None)", out="apart")
def take_along_dim(input: Any, indices: Any, dim: int | None = None) -> Any:
    """The elements of ``input`` at the positions ``indices`` along ``dim``.

    Both tensors are broadcast together in all dimensions but ``dim``.

    Args:
        indices: an integer tensor that can be broadcast with ``input`` in all dimensions but ``dim``
        dim: the dimension; None means the flattened tensor

    >>> x = wengert.tensor([[3, 1], [2, 4]])
    >>> wengert.take_along_dim(x, x.argsort(1), 1)
    tensor([[1, 3],
            [2, 4]])
    """
    if indices.dtype != dtypes.I64 and (dim is not None or 0 not in indices.shape):
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {type_of(indices)}")
    if dim is None:
        input, indices, dim = reshape(input, -1), reshape(indices, -1), 0
    if input.ndim != indices.ndim:
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {input.ndim} dimensions for input, and {indices.ndim} dimensions for indices"
        )
    dim = wrap_dim(dim, input.ndim)
    n, count = input.shape[dim], indices.shape[dim]
    if not all_below(physical(payload_of(indices)), n):
        indices = _from_front(indices, n=n)
    around, others = ((*s[:dim], 1, *s[dim + 1 :]) for s in (input.shape, indices.shape))
    if around != others:
        sizes = broadcast_shape(around, others)
        input = expand(input, shape=(*sizes[:dim], n, *sizes[dim + 1 :]))
        indices = expand(indices, shape=(*sizes[:dim], count, *sizes[dim + 1 :]))
    return gather(input, indices, dim=dim)


# -- Masks -------------------------------------------------------------------------------------------------------------


def _batched_fill(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    x, mask, value = args
    value = _to(value, dtype=x.dtype) if hasattr(value, "dtype") else arrays.xp_of(x).asarray(value, x.dtype)
    return batch_pointwise(_where, size, (mask, value, x), (flags[1], flags[2], flags[0]), None)


def _check_mask(name: str, mask: Any) -> None:
    if not is_mask(mask):
        raise RuntimeError(f"{name} only supports boolean masks, but got mask with dtype {type_of(mask).lower()}")


def _check_fill(x: Any, mask: Any, value: Any) -> None:
    _check_mask("masked_fill_", mask)
    if getattr(value, "ndim", 0):
        raise RuntimeError(
            f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    if hasattr(value, "dtype"):
        check_one_fits(x, value)
    else:
        dtypes.fitting(value, x.dtype)


@in_one_pass
def _filled(xp: Any, mask: Any, value: Any, x: Any) -> Any:
    return xp.where(mask, value if getattr(value, "dtype", None) == x.dtype else xp.asarray(value).astype(x.dtype), x)


@linear(
    "masked_fill(input, mask, value)",
    x=lambda g, mask: masked_fill(g, mask, 0),
    value=lambda g, mask: _where(mask, g, 0),
    moves=True,
    inplace=True,
    batch=_batched_fill,
    check=_check_fill,
    node="MaskedFillBackward1 value=MaskedFillBackward0",
)
def masked_fill(xp, x, mask, value):
    """A copy of ``input``, with the elements set to ``value`` where ``mask`` is True.

    >>> wengert.masked_fill(wengert.tensor([1.0, 2.0]), wengert.tensor([True, False]), 0)
    tensor([0., 2.])
    """
    _check_fill(x, mask, value)
    if mask.shape != x.shape:
        broadcast_shape(mask.shape, x.shape)
    return _filled(xp, mask, value, x)
