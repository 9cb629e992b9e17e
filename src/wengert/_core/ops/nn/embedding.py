"""Embeddings: rows of a table looked up by index, one by one or summed up in bags."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, reductions
from ...arrays.batched import Batched, batch_together, physical, repeat_first
from ...declare.families import composite, constant, linear, selecting
from ...tape.tensor import payload_of
from ..elementwise.clamping import clamp_min
from ..elementwise.pointwise import _to, div, logical_and, lt, mul, ne, sub, where
from ..index import index_loops
from ..index.gather import _ungather, gather
from ..index.index import _index_put, index_add, index_select, put_back
from ..index.positions import taken, within
from ..reduce.norm import vector_norm
from ..reduce.scan import _searchsorted
from ..shape.arrange import expand
from ..shape.shape import reshape, unsqueeze
from ..sparse.sparse import at
from .activation import F

# -- Single rows -------------------------------------------------------------------------------------------------------


def _batched_one_hot(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    if params["num_classes"] == -1:
        raise RuntimeError("vmap: one_hot needs num_classes, which else depends on the values. Pass it.")
    return op(*args, **params)


@constant(
    "one_hot(tensor, num_classes=-1)", also={"tensor": "input"}, namespace=F, method=False, batch=_batched_one_hot
)
def one_hot(xp, tensor, *, num_classes=-1):
    """One-hot encoding: a vector per class that is 1 at the index of the class and 0 elsewhere, in a new last
    dimension.

    Args:
        tensor: the classes: int64, not negative

    >>> F.one_hot(wengert.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    if tensor.dtype != dtypes.I64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor. Use x.long().")
    if not tensor.size and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor. Give num_classes.")
    if num_classes == -1:
        num_classes = int(reductions.largest(tensor, None)) + 1
    if not within(tensor, num_classes):
        if reductions.smallest(tensor, None) < 0:
            raise RuntimeError(
                f"Class values must be non-negative. (one_hot: got {int(reductions.smallest(tensor, None))}.)"
            )
        raise RuntimeError(
            f"Class values must be smaller than num_classes. (one_hot: got {int(reductions.largest(tensor, None))}, "
            f"num_classes={num_classes}.)"
        )
    out = copies.zeros(xp, (*tensor.shape, num_classes), dtypes.I64)
    if out.size:
        out.put(tensor.reshape(-1) + xp.arange(0, out.size, num_classes), 1)
    return out


def _embedding_slope(g, indices, weight_meta, padding_idx, scale_grad_by_freq, sparse):
    index = reshape(indices, (-1,))
    rows = reshape(g, (index.shape[0], weight_meta.shape[1]))
    if padding_idx >= 0:
        rows = where(unsqueeze(ne(index, padding_idx), dim=1), rows, 0)
    if scale_grad_by_freq:
        ones = index_select(weight_meta.zeros(), index, dim=0) + 1
        rows = rows / index_select(index_add(weight_meta.zeros(), index, ones, dim=0), index, dim=0)
    places = payload_of(index)
    if sparse and Batched not in (type(payload_of(rows)), type(places)):
        if padding_idx >= 0:
            kept = arrays.xp_of(places).flatnonzero(places != padding_idx)
            places, rows = places[kept], index_select(rows, kept, dim=0)
        return at(places.reshape(1, -1).astype("int64"), rows, weight_meta.shape)
    return put_back(rows, (index,), weight_meta, (0,))


def _batched_embedding(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    indices, weight = args
    if not flags[1]:
        return op(indices, weight, **params)
    if not flags[0]:
        indices = repeat_first(indices, size)
    width = weight.shape[2]
    index = reshape(indices, (size, math.prod(indices.shape[1:]), 1))
    rows = gather(weight, expand(index, shape=(*index.shape[:2], width)), dim=1)
    return reshape(rows, (*indices.shape, width))


def _check_embedding(indices: Any, weight: Any, **how: Any) -> None:
    if weight.ndim != 2:
        raise errors.shapes.embedding_weight(weight.ndim)
    if indices.dtype is not dtypes.I64 and indices.dtype not in (dtypes.I64, dtypes.int32.dtype):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{errors.text.type_name(indices.dtype)}Tensor instead (while checking arguments for embedding). "
            "Use x.long()."
        )
    places = physical(indices)
    if not within(places, weight.shape[0]):
        raise errors.elements.beyond("embedding", "rows of weight", places.min(), places.max(), weight.shape[0])


@linear(weight=_embedding_slope, moves=True, batch=_batched_embedding, check=_check_embedding)
def _embedding(xp, indices, weight, *, padding_idx, scale_grad_by_freq, sparse=False):
    _check_embedding(indices, weight)
    return taken(weight, indices, 0)


def _shorten(weight: Any, indices: Any, max_norm: float, norm_type: float) -> None:
    """Scale the rows that are used down to the largest allowed norm. It works in place and is not recorded."""
    rows = weight.detach()
    norm = vector_norm(rows, norm_type, 1, True)
    unused = arrays.xp_of(physical(payload_of(weight))).zeros((weight.shape[0], 1), bool)
    used = _index_put(unused, True, indices, dims=(0,), accumulate=False)
    rows.mul_(where(logical_and(used, norm > max_norm), max_norm / (norm + 1e-7), 1))


@composite(
    "embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)",
    namespace=F, method=False,
)  # fmt: skip
def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Looks up the rows of ``weight`` at the indices in ``input``.

    Args:
        input: an integer tensor of any shape
        weight: the table of rows: shape (V, D)

    Returns:
        a tensor of the shape of ``input`` plus a last dimension of size D

    >>> F.embedding(wengert.tensor([2, 0]), wengert.tensor([[1.0], [2.0], [3.0]]))
    tensor([[3.],
            [1.]])
    """
    if padding_idx is None:
        padding_idx = -1
    else:
        if weight.ndim != 2:
            raise errors.shapes.embedding_weight(weight.ndim)
        if not -weight.shape[0] <= padding_idx < weight.shape[0]:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= weight.shape[0]
    if max_norm is not None:
        _check_embedding(payload_of(input), payload_of(weight))  # before the rows are written
        _shorten(weight, input, max_norm, norm_type)
    how = {"padding_idx": padding_idx, "scale_grad_by_freq": scale_grad_by_freq, "sparse": sparse}
    return _embedding.apply((input, weight), how)


# -- Bags --------------------------------------------------------------------------------------------------------------
#
# ``bags`` has the bag of each row, in ascending order. Rows of bag ``count`` belong to no bag.


def _slots(xp: Any, bags: Any, count: int) -> Any:
    """Number the bags of all examples consecutively. Each example has one more, for rows that belong to no bag."""
    lead = bags.shape[:-1]
    first = xp.arange(math.prod(lead)) * (count + 1)
    return (bags + first.reshape(*lead, 1)).reshape(-1)


def _runs(ufunc: Any, rows: Any, starts: Any) -> Any:
    """The same as ``ufunc.reduceat`` along the first axis, but several times as fast."""
    lengths = np.concatenate((starts[1:], (len(rows),))) - starts
    longest = int(lengths.max())
    if longest == lengths.min():
        return ufunc.reduce(rows.reshape(len(starts), longest, rows.shape[1]), axis=1)
    if longest > len(starts):
        return np.stack([ufunc.reduce(rows[a : a + n], axis=0) for a, n in zip(starts, lengths)])
    order = np.argsort(-lengths, kind="stable")  # the longer runs come first, so the runs that continue are a slice
    starts, going = starts[order], len(starts) - np.cumsum(np.bincount(lengths))
    summed = rows.take(starts, axis=0)
    for k in range(1, longest):
        longer = summed[: going[k]]
        ufunc(longer, rows.take(starts[: going[k]] + k, axis=0), out=longer)
    out = np.empty_like(summed)
    out[order] = summed
    return out


def _combined(xp: Any, ufunc: Any, x: Any, bags: Any, count: int, start: Any) -> Any:
    """The rows of (..., M, D) reduced per bag: (..., count + 1, D)."""
    lead, width = x.shape[:-2], x.shape[-1]
    out = xp.full((math.prod(lead) * (count + 1), width), start, x.dtype)
    slots, rows = _slots(xp, bags, count), x.reshape(math.prod(x.shape[:-1]), width)
    if xp is not np:
        where_to = slots[:, None] * width + xp.arange(width)
        arrays.combine_at(ufunc, out.reshape(-1), where_to.reshape(-1), rows.reshape(-1))
    elif slots.size and not (ufunc is np.add and index_loops.add_rows(out, slots, rows, 1, width)):
        starts = np.flatnonzero(np.concatenate(([True], slots[1:] != slots[:-1])))
        out[slots[starts]] = _runs(ufunc, rows, starts)
    return out.reshape(*lead, count + 1, width)


@linear(x=lambda g, bags: _unbagged(g, bags), batch=batch_together, node="EmbeddingBagBackward0")
def _bag_sums(xp, x, bags, *, count, each=None):
    """The sums of the rows of each bag, or of every ``each`` rows: (..., M, D) to (..., count, D)."""
    if each is not None:
        return xp.einsum("...nld->...nd", x.reshape(*x.shape[:-2], count, each, x.shape[-1]))
    return _combined(xp, xp.add, x, bags, count, 0)[..., :count, :].copy()


@linear(y=lambda g, bags, y_meta: _bag_sums(g, bags, count=y_meta.shape[-2]), batch=batch_together)
def _unbagged(xp, y, bags):
    """The transpose of ``_bag_sums``: give each row the value of its bag."""
    *lead, count, width = y.shape
    padded = copies.zeros(xp, (*lead, count + 1, width), y.dtype)
    padded[..., :count, :] = y
    rows = padded.reshape(math.prod(padded.shape[:-1]), width)
    return rows.take(_slots(xp, bags, count), axis=0).reshape(*lead, bags.shape[-1], width)


@constant(batch=batch_together)
def _bag_sizes(xp, bags, counted, *, count):
    """The number of rows of each bag that count: (..., M) to (..., count, 1)."""
    lead = bags.shape[:-1]
    sizes = xp.bincount(_slots(xp, bags, count)[counted.reshape(-1)], minlength=math.prod(lead) * (count + 1))
    return sizes.reshape(*lead, count + 1, 1)[..., :count, :].copy()


class _Rows(NamedTuple):
    """The choice of elements by the numbers of their rows. -1 chooses none."""

    indices: Any
    x_meta: Any

    def take(self, t: Any, shape: Any) -> Any:
        if not self.x_meta.shape[-2]:
            return self.indices * 0.0
        return where(lt(self.indices, 0), 0, gather(t, clamp_min(self.indices, 0), dim=-2))

    def put(self, g: Any) -> Any:
        if not self.x_meta.shape[-2]:
            return self.x_meta.zeros()
        g, rows = where(lt(self.indices, 0), 0, g), clamp_min(self.indices, 0)
        return _ungather(g, rows, shape=self.x_meta.shape, dim=-2)


@selecting(
    x=lambda indices, x_meta: _Rows(indices, x_meta), outputs="out indices", nondiff="indices",
    batch=batch_together, node="EmbeddingBagBackward0", saved="x_meta= indices=result3",
)  # fmt: skip
def _bag_maxima(xp, x, bags, counted, *, count):
    """The largest elements of the rows of each bag that count, and their first rows. Empty bags get 0 and -1.

    NaN counts as larger than all numbers.
    """
    marked = counted[..., None]
    out = _combined(xp, xp.maximum, xp.where(marked, x, -math.inf), bags, count, -math.inf)
    rows = out.reshape(math.prod(out.shape[:-1]), out.shape[-1])
    best = rows.take(_slots(xp, bags, count), axis=0).reshape(x.shape)
    here = marked & ((x == best) | (x != x))
    numbers = xp.arange(x.shape[-2])[:, None]
    first = _combined(xp, xp.minimum, xp.where(here, numbers, x.shape[-2]), bags, count, x.shape[-2])[..., :count, :]
    nonempty = first < x.shape[-2]
    return xp.where(nonempty, out[..., :count, :], 0).astype(x.dtype), xp.where(nonempty, first, -1)


MODES = ("sum", "mean", "max")


def _check_bag(input: Any, weight: Any, offsets: Any, per_sample_weights: Any, mode: str, sparse: bool,
               scale_grad_by_freq: bool) -> None:  # fmt: skip
    """Raise for shapes and combinations of arguments that PyTorch refuses."""
    if per_sample_weights is not None and tuple(per_sample_weights.shape) != tuple(input.shape):
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({errors.text.size(per_sample_weights.shape)}) is not None, then it "
            f"must have the same shape as the input ({errors.text.size(input.shape)})"
        )
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if input.ndim not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if input.ndim == 2 and offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. "
            f"However, found offsets of type {type(offsets)}"
        )
    if input.ndim == 1 and (offsets is None or offsets.ndim != 1):
        but = " but got None" if offsets is None else ""
        raise ValueError(f"offsets has to be a 1D Tensor{but}")
    if mode not in MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError(
            "max mode does not support scaling the gradient by the frequency. "
            "Leave out scale_grad_by_freq, or choose mode 'sum' or 'mean'."
        )
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights. Leave out sparse, or choose mode 'sum' or 'mean'.")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' (got "
            f"mode='{mode}')."
        )


def _check_bag_dtypes(input: Any, weight: Any, offsets: Any, per_sample_weights: Any) -> None:
    integers = dtypes.result_type([payload_of(x) for x in (input, offsets) if x is not None])
    if integers not in (dtypes.I64, np.dtype(np.int32)):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{errors.text.type_name(integers)}Tensor instead (while checking arguments for embedding_bag)"
        )
    table = dtypes.as_numpy(weight.dtype)
    if dtypes.category(table) != dtypes.FLOAT:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, "
            f"Double; but got torch.{errors.text.type_name(table)}Tensor instead (while checking arguments for embedding_bag)"
        )
    if per_sample_weights is not None and dtypes.as_numpy(per_sample_weights.dtype) != table:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 "
            f"'per_sample_weights'; but type torch.{errors.text.type_name(table)}Tensor does not equal "
            f"torch.{errors.text.type_name(dtypes.as_numpy(per_sample_weights.dtype))}Tensor (while checking arguments for "
            "embedding_bag)"
        )


def _check_bag_places(indices: Any, offsets: Any, rows: int, include_last_offset: bool) -> None:
    places = physical(indices).reshape(-1)
    if not within(places, rows):
        i = int(np.flatnonzero(arrays.move((places < 0) | (places >= rows), "cpu"))[0])
        raise RuntimeError(f"Index {i} of input takes value {places[i]} which is not in the valid range [0, {rows})")
    if offsets is None:
        return
    starts, length = arrays.move(physical(offsets), "cpu"), indices.shape[0]
    if not starts.shape[-1] and include_last_offset:
        raise RuntimeError("include_last_offset: number of offset should be at least 1")
    if not starts.size:
        return
    if starts[..., 0].any():
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got "
            f"{starts[..., 0].max()}"
        )
    if starts[..., -1].max() > length:
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {length} but got offsets[-1] of {starts[..., -1].max()}. "
            "Give offsets that count within the input."
        )
    if (starts[..., 1:] < starts[..., :-1]).any():
        raise RuntimeError("embedding_bag: expected offsets in ascending order, but one is smaller than that before it")


def _bags_of(input: Any, offsets: Any, include_last_offset: bool) -> tuple[Any, int]:
    """The bag of each index, and the number of bags."""
    xp = arrays.xp_of(physical(payload_of(input)))
    if offsets is None:
        return xp.arange(input.shape[0]).repeat(input.shape[1]), input.shape[0]
    count, total = offsets.shape[0] - bool(include_last_offset), math.prod(input.shape)
    numbers = xp.arange(total)
    if not offsets.shape[0]:
        return numbers * 0, 0
    if type(offsets) is np.ndarray:
        starts = offsets.astype(dtypes.I64, copy=False)
        ends = np.empty_like(starts)
        ends[:-1], ends[-1] = starts[1:], total
        return np.arange(len(starts)).repeat(ends - starts), count
    return sub(_searchsorted(_to(offsets, dtype=dtypes.I64), numbers, right=True, dtype=dtypes.I64), 1), count


@composite(
    "embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, "
    'mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None)',
    namespace=F, method=False,
)  # fmt: skip
def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean",
                  sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):  # fmt: skip
    """Sums, means or maxima of bags of rows of ``weight``.

    A bag is a row of ``input``. If ``input`` is a vector, a bag is the part between two offsets.

    The result for an empty bag is 0.

    Args:
        input: the indices of rows: integers of shape (N, L), or (M,) with ``offsets``
        weight: the table of rows: shape (V, D)
        offsets: the start of each bag: ascending, and 0 first
        mode: ``'sum'``, ``'mean'`` or ``'max'``
        padding_idx: the row of ``weight`` that does not count

    Returns:
        a tensor of shape (N, D), where N is the number of bags

    >>> weight = wengert.tensor([[1.0], [2.0], [4.0]])
    >>> F.embedding_bag(wengert.tensor([0, 1, 2, 2]), weight, wengert.tensor([0, 3]), mode="sum")
    tensor([[7.],
            [4.]])
    """
    if dtypes.as_numpy(weight.dtype) == dtypes.I64 and dtypes.is_inexact(dtypes.as_numpy(input.dtype)):
        errors.text.warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is deprecated, "
            "and should now be `embedding_bag(input, weight, ...)`."
        )
        input, weight = weight, input
    _check_bag(input, weight, offsets, per_sample_weights, mode, sparse, scale_grad_by_freq)
    _check_bag_dtypes(input, weight, offsets, per_sample_weights)
    rows, dtype = weight.shape[0], dtypes.as_numpy(weight.dtype)
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, {-rows} through {rows - 1}, but got {padding_idx}"
        )
    padding = -1 if padding_idx is None else padding_idx % rows
    starts = None if offsets is None else payload_of(offsets)
    _check_bag_places(payload_of(input), starts, rows, include_last_offset)
    bags, count = _bags_of(input, starts, include_last_offset)
    if max_norm is not None:
        _shorten(weight, input, max_norm, norm_type)
    indices = _to(reshape(payload_of(input), (math.prod(input.shape),)), dtype=dtypes.I64)
    how = {"padding_idx": padding, "scale_grad_by_freq": scale_grad_by_freq, "sparse": sparse}
    entries = _embedding(indices, weight, **how)
    if dtypes.is_half(dtype):
        entries = _to(entries, dtype=dtypes.F32)
    counted = ne(indices, padding)
    if mode == "max":
        out = _bag_maxima(entries, bags, counted, count=count)[0]
    else:
        if per_sample_weights is not None:
            entries = mul(entries, unsqueeze(_to(reshape(per_sample_weights, (-1,)), dtype=entries.dtype), dim=1))
        if padding >= 0:
            entries = where(unsqueeze(counted, dim=1), entries, 0)
        each = input.shape[1] if offsets is None else None
        out = _bag_sums(entries, bags, count=count, each=each)
        if mode == "mean":
            plain = each is not None and padding < 0
            out = div(out, max(each, 1) if plain else clamp_min(_bag_sizes(bags, counted, count=count), 1))
    return _to(out, dtype=dtype) if dtypes.is_half(dtype) else out
