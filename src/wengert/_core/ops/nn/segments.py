"""Reductions of the segments of a dimension."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import dtypes
from ...arrays.batched import physical
from ...declare.families import composite, constant
from ...tape.tensor import payload_of
from ..create.create import full
from ..elementwise.clamping import clamp_min
from ..elementwise.pointwise import div, eq, ge, where
from ..index.places import scatter_add, scatter_reduce
from ..reduce.reduce import sum as sum_of
from ..shape.arrange import expand
from ..shape.shape import contiguous, narrow, reshape, wrap_dim
from .layer import leading

STARTS = {"sum": 0.0, "mean": 0.0, "max": -math.inf, "min": math.inf, "prod": 1.0}


@constant(batch=leading)
def _segment_of(xp, cuts, *, size, lengths):
    """The segment of each position. Positions in no segment get the number of segments."""
    ends = xp.cumsum(cuts, axis=-1) if lengths else cuts[..., 1:]
    *lead, count = ends.shape
    rows = math.prod(lead)
    # count the segments that end at each position; their cumulative sum is the segment of a position
    at = xp.clip(ends, 0, size).reshape(rows, count) + xp.arange(rows)[:, None] * (size + 1)
    ending = xp.bincount(at.reshape(-1), minlength=rows * (size + 1)).reshape(*lead, size + 1)
    segments = xp.cumsum(ending[..., :size], axis=-1)
    return segments if lengths else xp.where(xp.arange(size) < cuts[..., :1], count, segments)


def _check_cuts(cuts: Any, lengths: bool, shape: tuple[int, ...], axis: int, unsafe: bool) -> None:
    name = "lengths" if lengths else "offsets"
    if dtypes.as_numpy(cuts.dtype).kind not in "iu":
        raise errors.calls.not_implemented("_segment_reduce_lengths_cpu_kernel1", dtypes.as_numpy(cuts.dtype))
    if not shape:
        raise RuntimeError("segment_reduce(): data has no dimensions, and so no segments. Give it at least one.")
    if axis != cuts.ndim - 1:
        raise RuntimeError(
            f"segment_reduce(): Expected axis to be the last dimension of {name} but got {axis}. Give {name} of shape "
            "(*data.shape[:axis], S)."
        )
    if tuple(cuts.shape[:-1]) != shape[:axis]:
        raise RuntimeError(
            f"segment_reduce(): expected {name} for each of {list(shape[:axis])}, got {list(cuts.shape[:-1])}"
        )
    if lengths and not unsafe:
        if (physical(cuts) < 0).any():
            raise RuntimeError("lengths contains negative value! Give how long each segment is.")
        if (physical(sum_of(cuts, -1)) != shape[axis]).any():
            raise RuntimeError(
                "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) when "
                f"!unsafe. Have them sum to {shape[axis]}, or give unsafe=True."
            )


@composite(
    "segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None)",
    method=False,
)  # fmt: skip
def segment_reduce(
    data: Any, reduce: str, *, lengths: Any = None, indices: Any = None, offsets: Any = None, axis: int = 0,
    unsafe: bool = False, initial: float | None = None,
) -> Any:  # fmt: skip
    """The sum, mean, product or extreme of each segment of a dimension.

    The result for an empty segment is ``initial``; if it is None, 0 for a sum, NaN for a mean, 1 for a product, and
    minus infinity or infinity for a maximum or minimum.

    Args:
        data: floating-point numbers, of any shape
        reduce: ``'sum'``, ``'mean'``, ``'max'``, ``'min'`` or ``'prod'``
        lengths: the length of each segment: shape (*data.shape[:axis], S)
        indices: ignored; PyTorch does not support it either
        offsets: instead of ``lengths``, the start of each segment and the end of the last: shape (*data.shape[:axis], S
            + 1)
        axis: the dimension of the segments
        unsafe: whether to skip the checks of the lengths
        initial: the initial value of each reduction

    Returns:
        a tensor of the shape of ``data``, but with size S along ``axis``

    >>> x = wengert.tensor([1.0, 2.0, 3.0, 4.0])
    >>> wengert.segment_reduce(x, "max", lengths=wengert.tensor([3, 1]))
    tensor([3., 4.])
    """
    kind = {"amax": "max", "amin": "min"}.get(reduce, reduce)
    if kind not in STARTS:
        raise RuntimeError(f"segment_reduce(): expected reduce to be sum, mean, max, min or prod, got {reduce}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet. Give lengths or offsets.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    dtype = dtypes.as_numpy(data.dtype)
    if dtypes.category(dtype) != dtypes.FLOAT:
        raise errors.calls.not_implemented("_segment_reduce_cpu", dtype)
    axis = wrap_dim(axis, data.ndim)
    shape = tuple(data.shape)
    by_length = offsets is None
    cuts = payload_of(lengths if by_length else offsets)
    _check_cuts(cuts, by_length, shape, axis, unsafe)
    count = cuts.shape[-1] - (not by_length)
    behind = shape[axis + 1 :]
    ones = tuple(1 for _ in behind)
    segments = _segment_of(cuts, size=shape[axis], lengths=by_length)
    index = expand(reshape(segments, (*segments.shape, *ones)), shape=shape)
    begun = STARTS[kind] if initial is None or kind in ("max", "min") else float(initial)
    start = full((*shape[:axis], count + 1, *behind), begun, dtype=dtype, device=data.device)
    if kind in ("sum", "mean"):
        out = scatter_add(start, index, data, dim=axis)
    else:
        out = scatter_reduce(start, axis, index, data, {"max": "amax", "min": "amin"}.get(kind, kind))
    out = narrow(out, axis, 0, count)
    if kind == "mean":
        none = full((*shape[:axis], count + 1), 0, dtype=dtypes.int64, device=data.device)
        sizes = narrow(
            scatter_add(none, segments, expand(none.new_ones(()), shape=segments.shape), dim=axis), axis, 0, count
        )
        members = reshape(sizes, (*sizes.shape, *ones))
        empty = math.nan if initial is None else float(initial)
        out = where(eq(members, 0), empty, div(out, clamp_min(members, 1)))
    if kind in ("max", "min") and initial is not None:
        out = where(ge(out, initial) if kind == "max" else ge(initial, out), out, float(initial))
    return contiguous(out)
