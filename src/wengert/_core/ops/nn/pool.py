"""Pooling: one number per window."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import NoneType
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes, layouts, planning
from ...declare.families import composite, linear, selecting
from ...tape.tensor import payload_of
from ..elementwise.complex import abs
from ..elementwise.pointwise import div, mul, sign
from ..index.gather import At, scatter
from ..shape.dims import as_int
from ..shape.shape import reshape
from . import sliding, window_loops
from .activation import F, relu
from .conv import constant_pad_nd
from .layer import leading
from .sliding import Sizes, check_entries, cuts, inner, spans, surrounded

Index = tuple[Any, ...]
PLAIN = frozenset((int, NoneType))

# -- Positions of windows ----------------------------------------------------------------------------------------------


def _setting(name: str, what: str, value: int | Sequence[int], count: int) -> Sizes:
    given = (as_int(value),) if dtypes.is_integer(value) else tuple(map(as_int, value))
    if len(given) not in (1, count):
        words = {1: "one int", 2: "a tuple of two ints", 3: "a tuple of three ints"}[count]
        raise RuntimeError(f"{name}: {what} must either be a single int, or {words}")
    return given if len(given) == count else given * count


def _overhang(space: Sizes, span: Sizes, padding: Sizes, stride: Sizes, size: Sizes) -> Sizes:
    """How far the last windows reach beyond the input; at least the padding."""
    return tuple(max(p, (out - 1) * s + k - n - p) for n, k, p, s, out in zip(space, span, padding, stride, size))


def _settings(input: Any, count: int, padded: bool | None, ceil_mode: bool, kernel_size: Any, stride: Any, padding: Any,
              dilation: Any = 1, divisor: Any = None) -> dict[str, Any]:  # fmt: skip
    """The parameters of a pooling: see :func:`_settings_of`."""
    plain = type(kernel_size) is int and type(padding) is int  # a cache must not keep tensors
    plain = plain and (stride is None or type(stride) is int) and type(dilation) is int and type(ceil_mode) is bool
    plan = _plain_settings if plain and (divisor is None or type(divisor) is int) else _settings_of
    return plan(payload_of(input).shape, count, padded, ceil_mode, kernel_size, stride, padding, dilation, divisor)


def _settings_of(shape: Sizes, count: int, padded: bool | None, ceil_mode: bool, kernel_size: Any, stride: Any,
                 padding: Any, dilation: Any, divisor: Any) -> dict[str, Any]:  # fmt: skip
    """Check the settings of a pooling, and return its parameters, which nobody changes.

    ``padded``: whether averages count the padding; None for maxima.
    """
    name = f"{'max' if padded is None else 'avg'}_pool{count}d"
    kernel = _setting(name, "kernel_size", kernel_size, count)
    none = stride is None or (isinstance(stride, (tuple, list)) and not stride)
    stride = kernel if none else _setting(name, "stride", stride, count)
    padding = _setting(name, "padding", padding, count)
    dilation = _setting(name, "dilation", dilation, count)
    if len(shape) not in (count + 1, count + 2):
        raise RuntimeError(
            f"{name}: Expected {count + 1}D or {count + 2}D (batch mode) tensor with optional 0 dim batch size for input, "
            f"but got:{list(shape)}"
        )
    check_entries(name, shape, count)
    if min(kernel) <= 0:
        raise errors.shapes.no_kernel(name, kernel)
    if min(stride) <= 0:
        raise RuntimeError("stride should not be zero")
    if min(dilation) <= 0:
        raise RuntimeError(f"dilation should be greater than zero, but got {dilation}")
    if min(padding) < 0:
        raise RuntimeError(f"pad must be non-negative, but got pad: {min(padding)}")
    span, space = spans(kernel, dilation), shape[-count:]
    for k, s, p, d in zip(kernel, span, padding, dilation):
        if p > s // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation={d}"
            )
    size = tuple(sliding.pooled_count(n, k, p, s, ceil_mode) for n, k, p, s in zip(space, span, padding, stride))
    if min(size) < 1:
        channels = shape[-count - 1]
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, (channels, *space)))}). Calculated output size: "
            f"({'x'.join(map(str, (channels, *(max(n, 0) for n in size))))}). Output size is too small. Use a smaller kernel, or a larger input."
        )
    found = {"size": size, "kernel": kernel, "stride": stride, "padding": padding}
    found |= {"dilation": dilation} if padded is None else {"count_include_pad": padded, "divisor": divisor}
    if type(divisor) in PLAIN:
        windows = sliding.regular_windows(space, size, kernel, stride, padding, dilation, bool(padded), divisor)
        found["windows"] = None if windows is None else sliding.Windows(*windows)
    return found


_plain_settings = planning.cached(_settings_of)


# -- Maximum -----------------------------------------------------------------------------------------------------------


def _flat_space(x: Any, count: int) -> Any:
    """Merge the last ``count`` dimensions of ``x`` into one."""
    return reshape(x, (*x.shape[: x.ndim - count], math.prod(x.shape[x.ndim - count :])))


def _in_windows(indices, x_meta, size):
    """The choice of entries in windows. Windows may share entries."""
    return At(_flat_space(indices, len(size)), -1, x_meta.shape)


CHOICE = {"x": _in_windows, "outputs": "out indices", "nondiff": "indices", "batch": leading}


def _lowest(dtype: Any) -> Any:
    if dtype == dtypes.BOOLEAN:
        raise errors.calls.not_implemented("max_pool", dtype)
    return -math.inf if dtypes.is_inexact(dtype) else int(np.iinfo(dtype).min)


@planning.cached
def _lines(size: Sizes, kernel: Sizes, stride: Sizes, dilation: Sizes) -> list[list[Index]]:
    """For each dimension, the last one first: the index of the entries at each position of the windows.

    Windows are processed one dimension after the other. So the number of steps is the sum of their sizes, not the
    product.
    """
    rest: Index = ()
    indices: list[list[Index]] = []
    for line in reversed(cuts(size, kernel, stride, dilation)):
        indices.append([(..., cut, *rest) for cut in line])
        rest = (slice(None), *rest)
    return indices


def _numbers(xp: Any, space: Sizes, before: Sizes, after: Sizes, dilation: Sizes) -> Any:
    """The positions in the flattened space, also in the padding around it. A position before the space is that of the
    first entry inside that the same window contains, because the padding must not win if no entry is larger."""
    integer = np.int32 if math.prod(space) < 2**31 else np.int64
    out = None
    for n, b, a, d in zip(space, before, after, dilation):
        line = xp.arange(-b, n + a, dtype=integer)
        if b:
            line[:b] %= d
        out = line if out is None else out[..., None] * n + line
    return out


def _largest(xp: Any, x: Any, at: Any, lines: Sequence[Sequence[Index]]) -> tuple[Any, Any]:
    """The largest entry of each window and its position. As in torch, the first of equal entries wins, and a NaN wins.

    Positions are chosen by arithmetic: choosing by a random mask takes ten times as long. The entries at each position
    of the windows are copied first: NumPy would step over the others in every operation.
    """
    for line in lines:
        seen, places = x, at
        x, at = seen[line[0]].copy(order="K"), places[line[0]].copy(order="K")
        for index in line[1:]:
            value = seen[index].copy(order="K")
            better = value > x
            if x.dtype.kind == "f":
                better |= xp.isnan(value)
            xp.maximum(x, value, out=x)
            at = better * (places[index].copy(order="K") - at) + at
    out = xp.empty(x.shape, dtypes.I64)
    out[...] = at
    return x, out


SMALL = 1 << 14  # elements: with more, NumPy is faster where windows are all alike


def _channels_as(x: Any, out: Any, count: int, volumes: bool = False) -> Any:
    """A result with its channels last, if a batch ``x`` with ``count`` space dimensions has them so; else row-major.

    As in PyTorch, only the maxima of volumes keep channels last.
    """
    last = x.ndim == count + 2 and (count < 3 or volumes)
    return layouts.laid((layouts.LINES << count - 1) if last else layouts.ROWS, out, (x,))


@selecting(
    **CHOICE, layout="free", node="MaxPool2DWithIndicesBackward0", saved="indices=result1 x_meta= size= windows=",
    real_only="max_pool2d",
)  # fmt: skip
def _max_pool(xp, x, *, size, kernel, stride, padding, dilation, windows=None):
    # Where windows are large, one dimension after the other takes fewer steps.
    looped = windows is not None and (x.size <= SMALL or math.prod(kernel) <= 4 * sum(kernel))
    order = layouts.channels_order(x) if looped and x.ndim == len(size) + 2 else None
    if order is not None:
        x = x.transpose(order)
    found = None
    if looped:
        x = copies.in_row_major(x)
        found = window_loops.largest(x, windows.lines, order is not None)
    if found is not None:
        return found if order is None else tuple([layouts.turned_back(part, order) for part in found])
    x = x if order is None else layouts.turned_back(x, order)
    space = x.shape[x.ndim - len(size) :]
    after = _overhang(space, spans(kernel, dilation), padding, stride, size)
    padded = surrounded(xp, x, padding, _lowest(x.dtype), after)
    numbers = _numbers(xp, space, padding, after, dilation)
    out = _largest(xp, padded, numbers, _lines(size, kernel, stride, dilation))
    return _channels_as(x, out, len(size), True)


def _max_pool_of(count: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
                 return_indices: bool) -> Any:  # fmt: skip
    params = _settings(input, count, None, ceil_mode, kernel_size, stride, padding, dilation)
    found = _max_pool.apply((input,), params)
    return found if return_indices else found[0]


@composite("max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool1d")  # fmt: skip
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """One-dimensional max pooling: the largest element of each window.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    return _max_pool_of(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@composite("max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool2d")  # fmt: skip
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Two-dimensional max pooling: the largest element of each window.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[3.]]])
    """
    return _max_pool_of(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@composite("max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool3d")  # fmt: skip
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Three-dimensional max pooling: the largest element of each window.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    return _max_pool_of(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _unpooled_to(wanted: Sizes, usual: Sizes, stride: Sizes) -> Sizes:
    """The requested output size. Raises if pooling could not have started from it."""
    count = len(usual)
    if len(wanted) not in (count, count + 2):
        raise ValueError(
            f"output_size should be a sequence containing {count} or {count + 2} elements, but it has a length of "
            f"'{len(wanted)}'"
        )
    size = wanted[-count:]
    for d, (n, m, s) in enumerate(zip(size, usual, stride)):
        if not m - s < n < m + s:
            raise ValueError(f'invalid output_size "{size}" (dim {d} must be between {m - s} and {m + s})')
    return size


def _max_unpool(
    count: int, input: Any, indices: Any, kernel_size: Any, stride: Any, padding: Any, output_size: Any
) -> Any:
    name = f"max_unpool{count}d"
    kernel = _setting(name, "kernel_size", kernel_size, count)
    stride = kernel if stride is None else _setting(name, "stride", stride, count)
    padding = _setting(name, "padding", padding, count)
    given, space = tuple(input.shape), tuple(input.shape[-count:])
    size = tuple((n - 1) * s - 2 * p + k for n, s, p, k in zip(space, stride, padding, kernel))
    if min(size, default=0) < 0:
        raise ValueError(f"{name}: output_size must contain non-negative spatial dimensions, but got {size}")
    if output_size is not None:
        size = _unpooled_to(tuple(output_size), size, stride)
    if len(given) not in (count + 1, count + 2):
        raise RuntimeError(
            f"Input to {name} should be a {count + 1}d or {count + 2}d Tensor, but got a tensor with {len(given)} "
            "dimensions."
        )
    check_entries(name, tuple(input.shape), count, 1)
    if tuple(indices.shape) != given:
        raise RuntimeError(
            f"Expected shape of indices to be same as that of the input tensor ({list(input.shape)}) but got indices tensor "
            f"with shape: {list(indices.shape)}"
        )
    if dtypes.as_numpy(indices.dtype) != dtypes.I64:
        raise RuntimeError(f"elements in indices should be type int64 but got: {indices.dtype}")
    lead = given[: len(given) - count]
    empty = input.new_zeros((*lead, math.prod(size)))
    return reshape(scatter(empty, _flat_space(indices, count), _flat_space(input, count), dim=-1), (*lead, *size))


@composite("max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", namespace=F)
def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """A partial inverse of :func:`max_pool1d`: puts each maximum at its position, and 0 elsewhere.

    Args:
        indices: the positions that :func:`max_pool1d` returned
        output_size: the size before pooling, if there are several possibilities
        stride: the distance from one window to the next; None means the size of the window

    >>> y, places = F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2, return_indices=True)
    >>> F.max_unpool1d(y, places, 2)
    tensor([[0., 3., 2., 0.]])
    """
    return _max_unpool(1, input, indices, kernel_size, stride, padding, output_size)


@composite("max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", namespace=F)
def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """A partial inverse of :func:`max_pool2d`: puts each maximum at its position, and 0 elsewhere.

    Args:
        indices: the positions that :func:`max_pool2d` returned
        output_size: the size before pooling, if there are several possibilities
        stride: the distance from one window to the next; None means the size of the window

    >>> y, places = F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2, return_indices=True)
    >>> F.max_unpool2d(y, places, 2)
    tensor([[[0., 3.],
             [0., 0.]]])
    """
    return _max_unpool(2, input, indices, kernel_size, stride, padding, output_size)


@composite("max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", namespace=F)
def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """A partial inverse of :func:`max_pool3d`: puts each maximum at its position, and 0 elsewhere.

    Args:
        indices: the positions that :func:`max_pool3d` returned
        output_size: the size before pooling, if there are several possibilities
        stride: the distance from one window to the next; None means the size of the window

    >>> y, places = F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2, return_indices=True)
    >>> F.max_unpool3d(y, places, 2).sum()
    tensor(1.)
    """
    return _max_unpool(3, input, indices, kernel_size, stride, padding, output_size)


# -- Average -----------------------------------------------------------------------------------------------------------


def _check_means(name: str, input: Any, also: Any = None) -> None:
    """Means of integers are no integers: refused as in PyTorch, which rounds those of int64 in some of its functions."""
    dtype = payload_of(input).dtype
    if not dtypes.is_inexact(dtype) and dtype != also:
        raise errors.calls.means_of_integers(name, input.dtype)


@planning.cached
def _counted(
    space: Sizes, size: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, count_include_pad: bool
) -> list[Any]:
    """The number of entries that each window counts, as factors. Entries beyond the padding never count."""
    factors: list[Any] = [1]
    for i, (n, count, k, s, p) in enumerate(zip(space, size, kernel, stride, padding)):
        start = np.arange(count) * s - p
        end = np.minimum(start + k, n + (p if count_include_pad else 0))
        inside = end - (start if count_include_pad else np.maximum(start, 0))
        if (inside == inside[0]).all():
            factors[0] *= int(inside[0])
        else:
            factors.append(inside.reshape(-1, *(1 for _ in size[i + 1 :])))
    return factors


def _averaged(xp: Any, sums: Any, divisors: Sequence[Any]) -> Any:
    for divisor in divisors:
        sums = sums / (divisor if type(divisor) is int else xp.asarray(divisor, sums.dtype))
    return sums


def _summed(x: Any, lines: Sequence[Sequence[Index]]) -> Any:
    """The sum of each window. If windows have one entry, the result is ``x`` or a view of it."""
    for first, *others in lines:
        seen = x
        x = seen[first]
        for k, index in enumerate(others):
            if k:
                x += seen[index]
            else:
                x = x + seen[index]
    return x


@linear(
    x=lambda g, x_meta, size, kernel, stride, padding, count_include_pad, divisor, windows: _avg_unpool(
        g, space=x_meta.shape[x_meta.ndim - len(size) :], size=size, kernel=kernel, stride=stride, padding=padding,
        count_include_pad=count_include_pad, divisor=divisor, windows=windows,
    ),
    node="AvgPool2DBackward0", batch=leading, layout="free", saved="x_meta= size= divisor= windows=",
)  # fmt: skip
def _avg_pool(xp, x, *, size, kernel, stride, padding, count_include_pad, divisor, windows=None):
    found = window_loops.average(x, windows.lines) if windows is not None and x.size <= SMALL else None
    if found is not None:
        return found
    space, each = x.shape[x.ndim - len(size) :], (1,) * len(size)
    padded = surrounded(xp, x, padding, 0, _overhang(space, kernel, padding, stride, size))
    divisors = [divisor] if divisor else _counted(space, size, kernel, stride, padding, count_include_pad)
    out = _averaged(xp, _summed(padded, _lines(size, kernel, stride, each)), divisors)
    return _channels_as(x, out.astype(x.dtype, copy=False), len(size))


@linear(
    y=lambda g, size, kernel, stride, padding, count_include_pad, divisor, windows: _avg_pool(
        g, size=size, kernel=kernel, stride=stride, padding=padding, count_include_pad=count_include_pad,
        divisor=divisor, windows=windows,
    ),
    node="AvgPool2DBackwardBackward0", batch=leading,
)  # fmt: skip
def _avg_unpool(xp, y, *, space, size, kernel, stride, padding, count_include_pad, divisor, windows=None):
    found = window_loops.spread(y, windows.lines, space) if windows is not None and y.size <= SMALL else None
    if found is not None:
        return found
    divisors = [divisor] if divisor else _counted(space, size, kernel, stride, padding, count_include_pad)
    y = _averaged(xp, y, divisors)
    after = _overhang(space, kernel, padding, stride, size)
    shape = list(y.shape)
    for i, line in enumerate(_lines(size, kernel, stride, (1,) * len(size)), 1):
        shape[-i] = padding[-i] + space[-i] + after[-i]
        out = copies.zeros(xp, shape, y.dtype)
        for index in line:
            out[index] += y
        y = out
    return inner(y, padding, space)


def _avg_pool_of(count: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
                 count_include_pad: bool, divisor_override: int | None) -> Any:  # fmt: skip
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    if divisor_override is not None:
        divisor_override = as_int(divisor_override)
    padded = bool(count_include_pad)
    params = _settings(input, count, padded, ceil_mode, kernel_size, stride, padding, 1, divisor_override)
    if payload_of(input).dtype is not dtypes.F32:
        _check_means(f"avg_pool{count}d", input, dtypes.I64)
    return _avg_pool.on(input, None, params)


@composite("avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)", namespace=F,
           aliases="avg_pool1d")  # fmt: skip
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """One-dimensional average pooling: the mean of each window.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    return _avg_pool_of(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@composite("avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
           "divisor_override=None)", namespace=F)  # fmt: skip
def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):  # fmt: skip
    """Two-dimensional average pooling: the mean of each window.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.avg_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[1.5000]]])
    """
    return _avg_pool_of(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@composite("avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
           "divisor_override=None)", namespace=F)  # fmt: skip
def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):  # fmt: skip
    """Three-dimensional average pooling: the mean of each window.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.avg_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    return _avg_pool_of(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@composite("local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0)", namespace=F)
def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Local response normalization: divides each element by a power of the mean square over neighbouring channels.

    It computes ``input / (k + alpha * mean of squares)**beta``. Krizhevsky, Sutskever and Hinton, "ImageNet
    classification", 2012.

    Args:
        input: shape (N, C, ...)
        size: the number of channels in the mean
        alpha: the factor of the mean
        beta: the exponent
        k: a number added to the mean

    >>> F.local_response_norm(wengert.ones(1, 2, 1), 2)
    tensor([[[1.0000],
             [0.9999]]])
    """
    errors.calls.refuse_complex("local_response_norm", (input,))
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    if not math.prod(input.shape):
        return input
    shape = tuple(input.shape)
    rows = reshape(mul(input, input), (shape[0], shape[1], math.prod(shape[2:])))
    rows = constant_pad_nd(rows, pad=(0, 0, size // 2, (size - 1) // 2), value=0)
    power = reshape(avg_pool2d(rows, (size, 1), 1), shape)
    return div(input, (power * alpha + k) ** beta)


# -- Norms of windows --------------------------------------------------------------------------------------------------


def _lp_pool(count: int, input: Any, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool) -> Any:
    kernel = _setting(f"lp_pool{count}d", "kernel_size", kernel_size, count)
    if norm_type == 0:
        raise RuntimeError(f"lp_pool{count}d: norm_type must not be 0, since a root of it is taken")
    pool = (avg_pool1d, avg_pool2d, avg_pool3d)[count - 1]
    out = pool(input**norm_type, kernel, stride, 0, ceil_mode)
    return mul(mul(sign(out), relu(abs(out))), math.prod(kernel)) ** (1.0 / norm_type)


LP = "(input, norm_type, kernel_size, stride=None, ceil_mode=False)"


@composite(f"lp_pool1d{LP}", namespace=F)
def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """One-dimensional power-average pooling: the root of the sum of powers in each window. It takes no absolute values.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.lp_pool1d(wengert.tensor([[3.0, 4.0, 0.0, 2.0]]), 2, 2)
    tensor([[5., 2.]])
    """
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


@composite(f"lp_pool2d{LP}", namespace=F)
def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """Two-dimensional power-average pooling: the root of the sum of powers in each window. It takes no absolute values.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.lp_pool2d(wengert.ones(1, 2, 2), 2, 2)
    tensor([[[2.]]])
    """
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


@composite(f"lp_pool3d{LP}", namespace=F)
def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """Three-dimensional power-average pooling: the root of the sum of powers in each window. No absolute values.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the distance from one window to the next; None means the size of the window

    >>> F.lp_pool3d(wengert.ones(1, 2, 2, 4), 2, (2, 2, 4))
    tensor([[[[4.]]]])
    """
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)
