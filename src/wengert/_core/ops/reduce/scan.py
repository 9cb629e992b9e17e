"""Cumulative operations (sums, products, extremes), differences, bins and counts, distinct values."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, reductions
from ...arrays.batched import batch_dims, move_axis, physical, repeat_first, together
from ...declare.families import composite, constant, general, linear, selecting
from ...tape.tensor import is_real, payload_of
from ..elementwise.clamping import clamp_max
from ..elementwise.compare import isinf
from ..elementwise.complex import COMPLEX, conj, real
from ..elementwise.elementary import exp, log_of_sum
from ..elementwise.pointwise import _castable, _to, clone, eq, le, lt, ne, where
from ..index.gather import At, gather, scatter_add
from ..index.index import _refused, index_select
from ..results import named
from ..shape.join import cat
from ..shape.shape import narrow, reshape, select, unsqueeze, wrap_dim
from . import order_loops
from .extreme import amax, amin
from .reduce import accumulate, along_axis, need_array, sum

Cummax = named("cummax")
Cummin = named("cummin")


def _head(x: Any, dim: int) -> Any:
    """All entries along ``dim`` but the last."""
    return narrow(x, dim, 0, x.shape[dim] - 1)


def _tail(x: Any, dim: int) -> Any:
    """All entries along ``dim`` but the first."""
    return narrow(x, dim, 1, x.shape[dim] - 1)


def _no_scan(x: Any, dim: int) -> bool:
    """True if ``x`` is 0-d or empty. Its scan is ``x`` itself."""
    return not x.ndim or not x.shape[dim]


def _cumulate(xp: Any, combine: Any, x: Any, dim: int) -> Any:
    """Apply ``combine`` to every prefix along ``dim``."""
    if isinstance(combine, np.ufunc) and x.ndim:
        return combine.accumulate(x, axis=dim)
    out = copies.copied(x)
    prefix = xp.moveaxis(xp.atleast_1d(out), dim, 0)
    step = 1
    while step < len(prefix):  # each round doubles the length of the combined parts
        prefix[step:] = combine(prefix[:-step], prefix[step:])
        step *= 2
    return out


def _scanned(ufunc: Any, x: Any, dim: int, dtype: Any = None) -> Any:
    """The running sums or products, in torch's accumulation dtype."""
    dim = wrap_dim(dim, x.ndim)
    if dtype is None and x.ndim and x.dtype.kind == "f":
        return reductions.running(x, ufunc, dim)
    return accumulate(reductions.running, x if x.ndim else x.reshape(1), dtype, ufunc, dim).reshape(x.shape)


def _positions(xp: Any, x: Any, dim: int) -> Any:
    """The index along ``dim``, in a shape that broadcasts against ``x``."""
    return xp.arange(x.shape[dim]).reshape((-1,) + (1,) * (x.ndim - 1 - dim % x.ndim))


# -- Running sums and products -----------------------------------------------------------------------------------------


@linear("cumsum(input, dim, *, dtype=None, out=None)", x=lambda g, dim: _cumsum_back(g, dim=dim), batch=batch_dims,
        inplace=True, out="asked over", row_major=True)  # fmt: skip
def cumsum(xp, x, *, dim, dtype=None):
    """The cumulative sum along ``dim``: ``y[i] = x[0] + … + x[i]``.

    >>> wengert.cumsum(wengert.tensor([1, 2, 3]), 0)
    tensor([1, 3, 6])
    """
    if dim is None:  # NumPy would flatten x
        raise errors.calls.wrong_type("cumsum", "dim", "int", dim)
    return _scanned(xp.add, x, dim, dtype)


@linear(x=lambda g, dim: cumsum(g, dim=dim), batch=batch_dims, node="CumsumBackward0", row_major=True)
def _cumsum_back(xp, x, *, dim):
    """The sum from each element to the end, the adjoint of ``cumsum``."""
    if not x.ndim:
        return copies.copied(x)
    back = (slice(None),) * wrap_dim(dim, x.ndim) + (slice(None, None, -1),)
    return _scanned(xp.add, x[back], dim)[back]


TOGETHER = 1500  # a step costs as much as a pass over so many elements


def _link_gradient(d_b, out, dim, reverse):
    if reverse:
        return _head(d_b, dim) * conj(_tail(out, dim))
    return _tail(d_b, dim) * conj(_head(out, dim))


@general(b=lambda g, a, dim, reverse: _recur(conj(a), g, dim=dim, reverse=not reverse), a=_link_gradient,
         batch=batch_dims)  # fmt: skip
def _recur(xp, a, b, *, dim, reverse):
    """The linear recurrence ``r[k] = b[k] + a[k - 1] * r[k - 1]`` along ``dim``. ``reverse`` starts at the far end.

    ``a`` is one shorter than ``b``, because each entry links two neighbours. The adjoint is the recurrence in the other
    direction. If there are many recurrences, each step is taken for all of them at once. If there are few, they are
    computed by recursive doubling (Kogge and Stone 1973). Links may have twice the precision of ``b``.
    """
    dim, way = wrap_dim(dim, b.ndim), slice(None, None, -1 if reverse else 1)
    found = order_loops.recurrence(a, b, dim, reverse)
    if found is not None:
        return found
    wide = reductions.twice(b.dtype)
    links = move_axis(a, dim, 0)[way].astype(wide)
    r = move_axis(b, dim, 0)[way].astype(wide)
    n = len(r)
    if xp is np and r.size * n.bit_length() > TOGETHER * n:
        for k in range(1, n):
            r[k] += links[k - 1] * r[k - 1]
    else:
        step = 1
        while step < n:
            r[step:] += links * r[:-step]
            links = links[:-step] * links[step:]
            step *= 2
    return move_axis(r[way].astype(b.dtype, copy=False), 0, dim)


def _times_previous(v: Any, product: Any, dim: int) -> Any:
    """``v[k] * product[k - 1]``, where ``product[-1]`` is the empty product."""
    return cat(narrow(v, dim, 0, 1), _tail(v, dim) * _head(product, dim), dim=dim)


def _multiplied(x: Any, out: Any) -> Any:
    """What was multiplied: of a complex ``x`` that became real (``dtype=``), the real part."""
    return real(x) if is_real(out) and not is_real(x) else x


def _cumprod_gradient(g, x, out, dim):
    if _no_scan(g, dim):
        return g
    x = _multiplied(x, out)
    # r[k] = sum over i >= k of g[i] x[k + 1] ... x[i]. Nothing is divided by x, so zeros are right at every order.
    r = _recur(conj(_tail(x, dim)), g, dim=dim, reverse=True)
    return _times_previous(r, conj(out), dim)


def _cumprod_tangent(t_x, x, out, dim):
    if _no_scan(x, dim):
        return t_x
    x, t_x = _multiplied(x, out), _multiplied(t_x, out)
    return _recur(_tail(x, dim), _times_previous(t_x, out, dim), dim=dim, reverse=False)


@general("cumprod(input, dim, *, dtype=None, out=None)", x=_cumprod_gradient, jvp=_cumprod_tangent, batch=batch_dims,
         inplace=True, out="asked over")  # fmt: skip
def cumprod(xp, x, *, dim, dtype=None):
    """The cumulative product along ``dim``: ``y[i] = x[0] * … * x[i]``.

    >>> wengert.cumprod(wengert.tensor([1, 2, 3]), 0)
    tensor([1, 2, 6])
    """
    if dim is None:  # NumPy would flatten x
        raise errors.calls.wrong_type("cumprod", "dim", "int", dim)
    return _scanned(xp.multiply, x, dim, dtype)


# The derivative of out[k] by x[i] is exp(x[i] - out[k]) = exp(x[i] - out[i]) exp(out[i] - out[i + 1]) ..., again a
# recurrence. For real numbers no factor exceeds 1.


def _decay(out: Any, dim: int) -> Any:
    """The links. Their rounding would add up over the elements, so they have twice the precision."""
    out = _to(out, dtype=reductions.twice(out.dtype))
    head, tail = _head(out, dim), _tail(out, dim)
    return exp(where(isinf(head) & (head == tail), 0, head - tail))  # behind an infinity, nothing changes


def _logcumsumexp_gradient(g, x, out, dim):
    if _no_scan(g, dim):
        return g
    return conj(exp(x - out)) * _recur(conj(_decay(out, dim)), g, dim=dim, reverse=True)


def _logcumsumexp_tangent(t_x, x, out, dim):
    if _no_scan(x, dim):
        return t_x
    return _recur(_decay(out, dim), exp(x - out) * t_x, dim=dim, reverse=False)


@general("logcumsumexp(input, dim, *, out=None)", x=_logcumsumexp_gradient, jvp=_logcumsumexp_tangent,
         batch=batch_dims, out="over")  # fmt: skip
def logcumsumexp(xp, x, *, dim):
    """``log(cumsum(exp(input)))`` along ``dim``, computed without overflow.

    >>> wengert.logcumsumexp(wengert.tensor([0.0, 0.0, 1000.0]), 0)
    tensor([0.0000e+00, 6.9315e-01, 1.0000e+03])
    """

    if not dtypes.is_inexact(x.dtype):
        raise errors.calls.not_implemented("logcumsumexp_out_cpu", x.dtype)
    if x.dtype in COMPLEX:
        return _cumulate(xp, partial(log_of_sum, xp), x, wrap_dim(dim, x.ndim))
    return _scanned(np.logaddexp, x, dim) if xp is np else _cumulate(xp, xp.logaddexp, x, wrap_dim(dim, x.ndim))


# -- Running extremes --------------------------------------------------------------------------------------------------


def _held(indices, x, dim):
    return At(indices, dim, x.shape)  # PyTorch saves x, too


def _records(xp: Any, extreme: Any, x: Any, dim: int) -> tuple[Any, Any]:
    """The extreme of every prefix and its last index. From the first NaN on, it is the last NaN."""
    found = order_loops.records(copies.in_row_major(x), dim, extreme is np.maximum)
    if found is not None:
        return found
    values = _cumulate(xp, extreme, x, dim)
    held = (x == values) | xp.isnan(x)
    return values, _cumulate(xp, xp.maximum, xp.where(held, _positions(xp, x, dim), 0), dim)


@selecting(x=_held, outputs="values indices", nondiff="indices", batch=batch_dims, node="CummaxBackward0")
def _cummax(xp, x, *, dim):
    return _records(xp, xp.maximum, x, dim)


@selecting(x=_held, outputs="values indices", nondiff="indices", batch=batch_dims, node="CumminBackward0")
def _cummin(xp, x, *, dim):
    return _records(xp, xp.minimum, x, dim)


@composite("cummax(input, dim, *, out=None)")
def cummax(input: Any, dim: int) -> Cummax:
    """The cumulative maximum along ``dim``: the largest element so far, and the last index at which it stands.

    >>> wengert.cummax(wengert.tensor([1, 3, 2]), 0)
    wengert.return_types.cummax(
    values=tensor([1, 3, 3]),
    indices=tensor([0, 1, 1]))
    """
    errors.calls.refuse_complex("cummax", (input,))
    return Cummax(*along_axis(_cummax, input, dim))


@composite("cummin(input, dim, *, out=None)")
def cummin(input: Any, dim: int) -> Cummin:
    """The cumulative minimum along ``dim``: the smallest element so far, and the last index at which it stands.

    >>> wengert.cummin(wengert.tensor([3, 1, 2]), 0)
    wengert.return_types.cummin(
    values=tensor([3, 1, 1]),
    indices=tensor([0, 1, 1]))
    """
    errors.calls.refuse_complex("cummin", (input,))
    return Cummin(*along_axis(_cummin, input, dim))


# -- Differences and areas ---------------------------------------------------------------------------------------------


@composite("diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None)", out="cast")
def diff(input: Any, n: int = 1, dim: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """The ``n``-th difference of neighbours along ``dim``, after ``prepend`` and ``append`` are joined to ``input``.

    Args:
        n: how many times differences are taken

    >>> wengert.diff(wengert.tensor([1, 4, 9]))
    tensor([3, 5])
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    dim = wrap_dim(dim, input.ndim)
    parts = [input] if prepend is append is None else [part for part in (prepend, input, append) if part is not None]
    for part in parts:
        if part is not input:
            need_array("diff", "prepend or append", part)
            if part.ndim != input.ndim:
                raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    if not n:
        return clone(input)
    out = cat(*parts, dim=dim) if len(parts) > 1 else input
    for _ in range(n):
        if not out.shape[dim]:
            break
        later, earlier = _tail(out, dim), _head(out, dim)
        out = ne(later, earlier) if out.dtype == dtypes.BOOLEAN else later - earlier
    return clone(input) if out is input else out


def _samples(name: str, y: Any, x: Any, dx: Any, dim: int) -> tuple[int, Any]:
    """The dimension of the samples, and their distance: a number, or a tensor of one less than samples."""
    need_array(name, "y", y)
    if not y.ndim:
        raise errors.shapes.no_dimensions(dim)
    if x is not None and dx is not None:
        raise TypeError(f"{name}(): got both x and dx; give one of them")
    dim = wrap_dim(dim, y.ndim)
    if isinstance(dx, (bool, complex)):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number, got {dx}")
    if x is None:
        return dim, 1 if dx is None else dx
    n = y.shape[dim]
    need_array(name, "x", x)
    if not x.ndim:
        raise RuntimeError(f"{name}: There must be one `x` value for each sample point, but x has no dimensions")
    if x.ndim == 1:
        if x.shape[0] != n:
            raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
        x = reshape(x, (n,) + (1,) * (y.ndim - 1 - dim))
    along = dim - y.ndim
    return dim, x if not n else _tail(x, along) - _head(x, along)


def _pairs(y: Any, dim: int) -> Any:
    """The sum of each two neighbouring samples."""
    return _tail(y, dim) + _head(y, dim) if y.shape[dim] else y


@composite("trapezoid(y, x=None, *, dx=None, dim=-1)", method=False, aliases="trapz")
def trapezoid(y: Any, x: Any = None, *, dx: Any = None, dim: int = -1) -> Any:
    """The area under the samples ``y`` by the trapezoidal rule.

    The samples are at the points ``x``, or at a distance of ``dx`` (default 1).

    Args:
        y: the samples
        x: the points at which the samples were taken, in any order: of shape (n,) or the shape of ``y``

    >>> wengert.trapezoid(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(4.)
    """
    dim, width = _samples("trapezoid", y, x, dx, dim)
    if x is not None:
        return sum(_pairs(y, dim) * width, dim) / 2.0
    whole = sum(y, dim)
    return (
        whole - (select(y, dim=dim, index=0) + select(y, dim=dim, index=-1)) * 0.5 if y.shape[dim] else whole / 2.0
    ) * width


@composite("cumulative_trapezoid(y, x=None, *, dx=None, dim=-1)", method=False)
def cumulative_trapezoid(y: Any, x: Any = None, *, dx: Any = None, dim: int = -1) -> Any:
    """The area from the first sample up to each later one, by the trapezoidal rule; see :func:`trapezoid`.

    Args:
        y: the samples
        x: the points at which the samples were taken, in any order: of shape (n,) or the shape of ``y``

    >>> wengert.cumulative_trapezoid(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([1.5000, 4.0000])
    """
    dim, width = _samples("cumulative_trapezoid", y, x, dx, dim)
    pairs = _pairs(y, dim)
    return cumsum(pairs * (width / 2.0), dim=dim) if x is None else cumsum(pairs * width, dim=dim) / 2.0


# -- Bins --------------------------------------------------------------------------------------------------------------


def _batch_search(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    edges, values = together(size, args, flags)
    if not hasattr(values, "shape"):
        values = arrays.xp_of(edges).full(size, values)
    if edges.ndim > 2:
        return op(edges, values, **params)
    return reshape(op(edges, reshape(values, (size, math.prod(values.shape[1:]))), **params), values.shape)


@constant(batch=_batch_search, real_only="searchsorted_out_cpu")
def _searchsorted(xp, edges, values, *, right, dtype):
    """Search rows of ``values`` in the rows of ``edges``. If ``edges`` has one row, it is used for all values."""
    found = order_loops.searched(edges, values, right)
    if found is not None:
        return found if dtype is dtypes.I64 else found.astype(dtype)
    side = "right" if right else "left"
    if edges.ndim == 1:
        return xp.asarray(edges.searchsorted(values, side), dtype)
    out = xp.empty(values.shape, dtype)
    for i in np.ndindex(edges.shape[:-1]):
        out[i] = xp.searchsorted(edges[i], values[i], side)
    return out


@composite("searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None, out=None)",
           method=False)  # fmt: skip
def searchsorted(sorted_sequence: Any, input: Any, *, out_int32: bool = False, right: bool = False,
                 side: str | None = None, sorter: Any = None) -> Any:  # fmt: skip
    """The indices at which to insert ``input`` into the sorted last dimension of ``sorted_sequence``.

    An element is inserted before equal ones, or after them with ``right=True``.

    Args:
        input: the values to insert: a tensor or a number

    >>> wengert.searchsorted(wengert.tensor([1, 3, 5]), wengert.tensor([3, 6]))
    tensor([1, 3])
    """
    edges = sorted_sequence
    sorted_values, values = payload_of(edges), payload_of(input)
    if type(sorted_values) is not np.ndarray and not hasattr(sorted_values, "dtype"):
        raise errors.calls.not_an_array("searchsorted", "sorted_sequence", edges)
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True. "
            "Give one of the two."
        )
    if input is None:  # NumPy would convert None to NaN
        raise errors.calls.not_an_array("searchsorted", "input", input)
    own, is_array = sorted_values.dtype, type(values) is np.ndarray or hasattr(values, "dtype")
    given = values.dtype if is_array else None
    common, rank = own if given is own else dtypes.result_type([sorted_values, values]), sorted_values.ndim
    if common.kind in "bc":
        raise errors.calls.not_implemented("searchsorted_out_cpu", common)
    if is_array:
        if not rank:
            raise RuntimeError(
                "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension"
            )
        if rank != 1 and (input.ndim != edges.ndim or input.shape[:-1] != edges.shape[:-1]):
            raise RuntimeError(
                "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of "
                "boundaries tensor and input value tensor must match, but we got boundaries tensor "
                f"{list(edges.shape)} and input value tensor {list(input.shape)}"
            )
    elif rank != 1:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({edges.ndim})"
        )
    if sorter is not None:
        if sorter.dtype != dtypes.I64:
            raise RuntimeError(
                "torch.searchsorted(): sorter must be a tensor of long dtype but got dtype "
                + errors.text.type_name(dtypes.as_numpy(sorter.dtype))
            )
        if tuple(sorter.shape) != tuple(edges.shape):
            raise RuntimeError(
                "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor "
                f"{list(edges.shape)} and got sorter tensor {list(sorter.shape)}"
            )
        edges = gather(edges, sorter, dim=-1)
    dtype = dtypes.int32.dtype if out_int32 else dtypes.I64
    if own is not common:
        edges = _to(edges, dtype=common)
    if not is_array:
        input = arrays.xp_of(sorted_values).asarray(input).astype(common)
    elif given is not common:
        input = _to(input, dtype=common)
    return _searchsorted.on(edges, input, {"right": right or side == "right", "dtype": dtype})


@composite("bucketize(input, boundaries, *, out_int32=False, right=False, out=None)", method=False)
def bucketize(input: Any, boundaries: Any, *, out_int32: bool = False, right: bool = False) -> Any:
    """The index of the bin of each element, where ``boundaries`` are sorted: :func:`searchsorted` with arguments
    swapped.

    Args:
        input: the values, a tensor of any shape or a number

    >>> wengert.bucketize(wengert.tensor([3, 6]), wengert.tensor([1, 3, 5]))
    tensor([1, 3])
    """
    need_array("bucketize", "boundaries", boundaries)
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


def edges_between(low: Any, high: Any, bins: int) -> Any:
    """The edges of equal bins in a new last dimension, rounded as ``numpy.linspace`` rounds them."""
    low, high = unsqueeze(low, dim=-1), unsqueeze(high, dim=-1)
    steps = arrays.xp_of(low).arange(bins).astype(low.dtype)
    return cat(low + steps * ((high - low) / bins), high, dim=-1)


def bin_of(x: Any, edges: Any) -> Any:
    """For each element of a row, the bin between ``edges`` that holds it, or -1. The last bin includes both edges."""
    last = edges.shape[-1] - 1
    bins = clamp_max(_searchsorted(edges, x, right=True, dtype=dtypes.I64) - 1, last - 1)
    return where(le(x, narrow(edges, -1, last, 1)), bins, -1)


def counted(bins: Any, weights: Any, count: int) -> Any:
    """The sum of the weights in each of ``count`` bins, per row. Weights of bin -1 are left out."""
    zeros = arrays.xp_of(bins).zeros((*bins.shape[:-1], count + 1), weights.dtype)
    return narrow(scatter_add(zeros, where(lt(bins, 0), count, bins), weights, dim=-1), -1, 0, count)


SORTED = 1 << 16  # the number of elements sorted at once: they should fit in the cache


def between(xp: Any, x: Any, edges: Any) -> Any:
    """The number of elements of a vector between each two neighbours of ascending edges. The last edge is included."""
    if xp is not np or x.size > SORTED:
        return arrays.silently(xp.histogram, x, edges)[0]
    ordered = np.sort(x)
    ends = ordered.searchsorted(edges)
    ends[-1] = ordered.searchsorted(edges[-1], "right")
    return ends[1:] - ends[:-1]


def _check_histc(bins: int, low: Any, high: Any) -> None:
    """Raise if an example has no valid bins."""
    ranges = list(zip(np.ravel(low).tolist(), np.ravel(high).tolist(), strict=True))
    for ends in ranges:
        if not all(map(math.isfinite, ends)):
            raise RuntimeError(
                f"range of [{ends[0]}, {ends[1]}] is not finite. "
                "Give finite ends, or remove infinite elements from the input."
            )
    if bins <= 0:
        raise RuntimeError("bins must be > 0")
    if any([least > most for least, most in ranges]):
        raise RuntimeError("max must be larger than min")


def _batch_histc(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    bins, low, high = params["bins"], params["min"], params["max"]
    (x,) = args
    errors.calls.refuse_complex("histc", (x,))
    dtype = x.dtype
    x = reshape(x, (size, math.prod(x.shape[1:])))
    wide = _to(x, dtype=dtypes.F64)
    if low == high and x.shape[1]:
        low, high = amin(wide, dim=(1,)), amax(wide, dim=(1,))
        low, high = where(eq(low, high), low - 1, low), where(eq(low, high), high + 1, high)
    else:
        if low == high:
            low, high = low - 1, high + 1
        ones = arrays.xp_of(x).ones(size)
        low, high = ones * low, ones * high
    _check_histc(bins, arrays.move(physical(low), "cpu"), arrays.move(physical(high), "cpu"))
    edges = edges_between(low, high, bins)
    if dtypes.is_inexact(dtype):
        edges = _to(_to(edges, dtype=dtype), dtype=dtypes.F64)  # rounded to the dtype of the elements
    return counted(bin_of(wide, edges), _to(eq(wide, wide), dtype=dtype), bins)


@constant("histc(input, bins=100, min=0, max=0, *, out=None)", batch=_batch_histc, rounded="min max", real_only="histc")
def histc(xp, x, *, bins=100, min=0, max=0):
    """A histogram: the number of elements in each of ``bins`` equal bins from ``min`` to ``max``.

    If ``min`` and ``max`` are both 0, the range of ``input`` is used.

    Args:
        min: the lower edge of the first bin
        max: the upper edge of the last bin

    >>> wengert.histc(wengert.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    if min == max and x.size:
        min, max = float(x.min()), float(x.max())
    if min == max:
        min, max = min - 1, max + 1
    _check_histc(bins, min, max)
    edges = arrays.silently(xp.linspace, min, max, bins + 1)
    return between(xp, x.reshape(-1), edges.astype(x.dtype) if x.dtype.kind == "f" else edges).astype(x.dtype)


def _check_counts(x: Any, weights: Any = None, *, minlength: int) -> None:
    values = physical(x)
    if x.dtype.kind not in "iu":
        raise errors.calls.not_implemented("bincount_cpu", x.dtype, "Cast the tensor to integers first.")
    if x.ndim != 1 or (values.size and values.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and x.size and weights.shape != x.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")


def _batch_bincount(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """The length of a result depends on the values. Examples can only be batched if all have the same length."""
    x, weights = (*args, None)[:2]
    values = physical(x)
    furthest = (values.max(axis=-1) + 1).ravel().tolist() if values.size else [0] * math.prod(values.shape[:-1])
    lengths = {max(n, params["minlength"]) for n in furthest}
    if not lengths and params["minlength"]:
        lengths = {params["minlength"]}  # there are no examples
    if len(lengths) != 1:
        raise errors.vmap.dynamic_shape("bincount")
    x = x if flags[0] else repeat_first(x, size)
    if weights is None:
        weights = eq(x, x)
    weights = _to(weights, dtype=_counted(args))
    zeros = arrays.xp_of(x).zeros((size, *lengths), weights.dtype)
    weights = weights if weights.ndim == 2 else repeat_first(weights, size)
    return scatter_add(zeros, x, weights, dim=1)


def _counted(args: Any) -> Any:
    """The dtype of the counts."""
    x, weights = (*args, None)[:2]
    return (
        dtypes.I64 if weights is None or not x.shape[-1] else dtypes.F32 if weights.dtype == dtypes.F32 else dtypes.F64
    )


@linear("bincount(input, weights=None, minlength=0)", weights=lambda g, x: gather(g, _to(x, dtype=dtypes.I64), dim=0),
        moves=True, batch=_batch_bincount, check=_check_counts)  # fmt: skip
def bincount(xp, x, weights=None, *, minlength=0):
    """How often each of 0, 1, 2, ... occurs in ``input``. With ``weights``, the sum of the weights of each.

    Args:
        input: a vector of non-negative integers

    >>> wengert.bincount(wengert.tensor([0, 1, 1, 3]))
    tensor([1, 2, 0, 1])
    """
    _check_counts(x, weights, minlength=minlength)
    if not x.size:
        return xp.zeros(minlength, dtypes.I64)
    out = xp.bincount(x, weights if weights is None else _castable(weights, dtypes.F64), minlength)
    return out if weights is None or weights.dtype != dtypes.F32 else out.astype(dtypes.F32)


# -- Distinct values ---------------------------------------------------------------------------------------------------


def _shared(g_values: Any, inverse: Any, counts: Any, dim: int | None) -> Any:
    """The gradient of a distinct value, shared by the elements that are equal to it."""
    each = (-1, *(1 for _ in range(g_values.ndim - 1 - (0 if dim is None else wrap_dim(dim, g_values.ndim)))))
    share = g_values / reshape(counts, each)
    flat = gather(share, reshape(inverse, -1), dim=0) if dim is None else index_select(share, inverse, dim=dim)
    return reshape(flat, inverse.shape) if dim is None else flat


def _runs(xp: Any, lines: Any) -> Any:
    """The first of each run of equal lines, the number of the run that a line is in, and the lengths of the runs."""
    n = len(lines)
    new = xp.empty(n, bool)
    new[:1] = True
    changed = lines[1:] != lines[:-1]
    new[1:] = changed.any(axis=tuple(range(1, lines.ndim))) if lines.ndim > 1 else changed
    starts = new.nonzero()[0]
    counts = xp.full(len(starts), n, dtypes.I64)
    counts[:-1] = starts[1:]
    counts -= starts
    # CuPy repeats all as often as each other; NumPy's sum of bools takes longer
    inverse = (
        np.repeat(np.arange(len(starts), dtype=dtypes.I64), counts) if xp is np else new.cumsum(dtype=dtypes.I64) - 1
    )
    return lines[starts], inverse, counts


@general(x=_shared, outputs="values inverse counts", nondiff="inverse counts", batch=_refused("unique"))
def _unique(xp, x, *, dim):
    if dim is not None:
        values, inverse, counts = xp.unique(x, return_inverse=True, return_counts=True, axis=dim, equal_nan=False)
        return values, inverse.reshape(-1), counts
    flat = x.reshape(-1)
    order = flat.argsort()  # NumPy's unique of single elements does the same, and asks much before
    values, of_sorted, counts = _runs(xp, flat[order])
    inverse = xp.empty_like(of_sorted)
    inverse[order] = of_sorted
    return values, inverse.reshape(x.shape), counts


@general(x=_shared, outputs="values inverse counts", nondiff="inverse counts", batch=_refused("unique_consecutive"))
def _unique_consecutive(xp, x, *, dim):
    values, inverse, counts = _runs(xp, x.reshape(-1) if dim is None else xp.moveaxis(x, dim, 0))
    if dim is None:
        return values, inverse.reshape(x.shape), counts
    return xp.moveaxis(values, 0, dim), inverse, counts


def _distinct(row: Any, x: Any, dim: int | None, with_inverse: bool, with_counts: bool) -> Any:
    if dim is not None:
        if not x.ndim:
            raise errors.shapes.no_dimensions(dim)
        dim = wrap_dim(dim, x.ndim)
    values, inverse, counts = row(x, dim=dim)
    asked = (values, *([inverse] if with_inverse else []), *([counts] if with_counts else []))
    return asked if len(asked) > 1 else values


@composite("unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None)")
def unique(input: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
           dim: int | None = None) -> Any:  # fmt: skip
    """The distinct elements, or the distinct slices along ``dim``. They are always sorted.

    Optionally also the position of each input element among them, and how often each occurs. Elements that are equal
    share the gradient evenly.

    Args:
        dim: compare slices along this dimension; None means single elements

    >>> wengert.unique(wengert.tensor([3, 1, 3]))
    tensor([1, 3])
    >>> wengert.unique(wengert.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    return _distinct(_unique, input, dim, return_inverse, return_counts)


@composite("unique_consecutive(input, return_inverse=False, return_counts=False, dim=None)")
def unique_consecutive(input: Any, return_inverse: bool = False, return_counts: bool = False,
                       dim: int | None = None) -> Any:  # fmt: skip
    """Keeps one element of each run of equal elements, or one slice of each run along ``dim``; see :func:`unique`.

    Args:
        dim: compare slices along this dimension; None means single elements

    >>> wengert.unique_consecutive(wengert.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    return _distinct(_unique_consecutive, input, dim, return_inverse, return_counts)
