"""Pooling: one number for each window."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from wengert import dtypes
from wengert.families import composite, general, linear

from .complex import abs
from .index import gather, scatter, scatter_add
from .nn_activation import F, relu
from .nn_conv import Sizes, constant_pad_nd, inner, part, places, spans, surrounded
from .nn_layer import leading
from .pointwise import div, mul, sign
from .reduce import mean as mean_of
from .shape import reshape

# -- Where windows lie -------------------------------------------------------------------------------------------------


def _setting(name: str, what: str, value: int | Sequence[int], count: int) -> Sizes:
    given = (value,) if dtypes.is_whole(value) else tuple(value)
    if len(given) not in (1, count):
        words = {1: "one int", 2: "a tuple of two ints", 3: "a tuple of three ints"}[count]
        raise RuntimeError(f"{name}: {what} must either be a single int, or {words}")
    return given if len(given) == count else given * count


def _pooled(length: int, span: int, padding: int, stride: int, ceil_mode: bool) -> int:
    """How many windows fit; with ``ceil_mode`` one that overhangs counts if it starts in the input or the padding before it."""
    room = length + 2 * padding - span
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= length + padding else count


def _overhang(space: Sizes, span: Sizes, padding: Sizes, stride: Sizes, size: Sizes) -> Sizes:
    """How far the last windows reach beyond the input, at least the padding."""
    return tuple(max(p, (out - 1) * s + k - n - p) for n, k, p, s, out in zip(space, span, padding, stride, size))


def _layout(name: str, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
            count: int) -> dict[str, Sizes]:  # fmt: skip
    """The settings of a pooling as its rows take them, checked."""
    kernel = _setting(name, "kernel_size", kernel_size, count)
    none = stride is None or (isinstance(stride, (tuple, list)) and not stride)
    stride = kernel if none else _setting(name, "stride", stride, count)
    padding = _setting(name, "padding", padding, count)
    dilation = _setting(name, "dilation", dilation, count)
    if input.ndim not in (count + 1, count + 2):
        raise RuntimeError(
            f"{name}: Expected {count + 1}D or {count + 2}D (batch mode) tensor with optional 0 dim batch size for input, "
            f"but got:{list(input.shape)}"
        )
    if min(kernel) <= 0:
        raise RuntimeError(f"{name}: kernel size should be greater than zero, but got {kernel}")
    if min(stride) <= 0:
        raise RuntimeError("stride should not be zero")
    if min(dilation) <= 0:
        raise RuntimeError(f"dilation should be greater than zero, but got {dilation}")
    if min(padding) < 0:
        raise RuntimeError(f"pad must be non-negative, but got pad: {min(padding)}")
    span, space = spans(kernel, dilation), tuple(input.shape[-count:])
    for k, s, p, d in zip(kernel, span, padding, dilation):
        if p > s // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation={d}"
            )
    size = tuple(_pooled(n, k, p, s, ceil_mode) for n, k, p, s in zip(space, span, padding, stride))
    if min(size) < 1:
        channels = input.shape[-count - 1]
        raise RuntimeError(
            f"Given input size: ({'x'.join(map(str, (channels, *space)))}). Calculated output size: "
            f"({'x'.join(map(str, (channels, *(max(n, 0) for n in size))))}). Output size is too small"
        )
    return {"size": size, "kernel": kernel, "stride": stride, "padding": padding, "dilation": dilation}


# -- Maximum -----------------------------------------------------------------------------------------------------------


def _flat_space(x: Any, count: int) -> Any:
    """``x`` with its last ``count`` dimensions made one."""
    return reshape(x, (*x.shape[: x.ndim - count], math.prod(x.shape[x.ndim - count :])))


def _returned(g_out, indices, x_meta, size):
    """Every chosen entry gets the cotangents of the windows that it was chosen in."""
    count = len(size)
    space = x_meta.shape[x_meta.ndim - count :]
    zeros = reshape(x_meta.zeros(), (*x_meta.shape[: x_meta.ndim - count], math.prod(space)))
    return reshape(scatter_add(zeros, _flat_space(indices, count), _flat_space(g_out, count), dim=-1), x_meta.shape)


def _chosen(t_x, indices, size):
    count = len(size)
    picked = gather(_flat_space(t_x, count), _flat_space(indices, count), dim=-1)
    return reshape(picked, indices.shape), None


CHOICE = {"x": _returned, "jvp": _chosen, "outputs": "out indices", "nondiff": "indices", "batch": leading}


def _lowest(dtype: Any) -> Any:
    return -math.inf if dtypes.is_inexact(dtype) else int(np.iinfo(dtype).min)


@general(**CHOICE, node="MaxPool2DWithIndicesBackward0", saved="indices=result1 x_meta= size=")
def _max_pool(xp, x, *, size, kernel, stride, padding, dilation):
    """The first largest entry of each window wins, and a later NaN wins against anything, as in torch."""
    space = x.shape[x.ndim - len(size) :]
    lowest = _lowest(x.dtype)
    after = _overhang(space, spans(kernel, dilation), padding, stride, size)
    padded = surrounded(xp, x, padding, lowest, after)
    best = xp.full((*x.shape[: x.ndim - len(size)], *size), lowest, x.dtype)

    def seen(place: Sizes | None) -> Any:
        """Where in the flattened input each window has this place; None for the first place inside the input."""
        flat: Any = 0
        for i, (n, count, s, p, d) in enumerate(zip(space, size, stride, padding, dilation)):
            at = xp.arange(count) * s - p
            at = at + (-(xp.minimum(at, 0) // d) * d if place is None else place[i] * d)
            flat = flat * n + at.reshape(-1, *(1 for _ in size[i + 1 :]))
        return flat

    indices = xp.empty(best.shape, dtypes.I64)
    indices[...] = seen(None)
    for place in places(kernel):
        value = padded[part(place, size, stride, dilation)]
        better = (value > best) | (value != value)
        xp.copyto(best, value, where=better)
        xp.copyto(indices, xp.broadcast_to(seen(place), indices.shape), where=better)
    return best, indices


def _max_pool_of(count: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
                 return_indices: bool) -> Any:  # fmt: skip
    layout = _layout(f"max_pool{count}d", input, kernel_size, stride, padding, dilation, ceil_mode, count)
    out, indices = _max_pool(input, **layout)
    return (out, indices) if return_indices else out


@composite("max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool1d")  # fmt: skip
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the step from one window to the next; None means the size of the window

    >>> F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    return _max_pool_of(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@composite("max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool2d")  # fmt: skip
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[3.]]])
    """
    return _max_pool_of(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


@composite("max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False)",
           namespace=F, aliases="max_pool3d")  # fmt: skip
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    return _max_pool_of(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def _unpooled_to(wanted: Sizes, usual: Sizes, stride: Sizes) -> Sizes:
    """The size asked for, which pooling must be able to have come from."""
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
    if output_size is not None:
        size = _unpooled_to(tuple(output_size), size, stride)
    if len(given) not in (count + 1, count + 2):
        raise RuntimeError(
            f"Input to {name} should be a {count + 1}d or {count + 2}d Tensor, but got a tensor with {len(given)} "
            "dimensions."
        )
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
    """The inverse of :func:`max_pool1d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        indices: the places that :func:`max_pool1d` returned
        output_size: the size of what was pooled, if several are possible
        stride: the step from one window to the next; None means the size of the window

    >>> y, places = F.max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2, return_indices=True)
    >>> F.max_unpool1d(y, places, 2)
    tensor([[0., 3., 2., 0.]])
    """
    return _max_unpool(1, input, indices, kernel_size, stride, padding, output_size)


@composite("max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", namespace=F)
def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The inverse of :func:`max_pool2d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        indices: the places that :func:`max_pool2d` returned
        output_size: the size of what was pooled, if several are possible
        stride: the step from one window to the next; None means the size of the window

    >>> y, places = F.max_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2, return_indices=True)
    >>> F.max_unpool2d(y, places, 2)
    tensor([[[0., 3.],
             [0., 0.]]])
    """
    return _max_unpool(2, input, indices, kernel_size, stride, padding, output_size)


@composite("max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None)", namespace=F)
def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    """The inverse of :func:`max_pool3d` as far as there is one: each maximum at its place, zeros elsewhere.

    Args:
        indices: the places that :func:`max_pool3d` returned
        output_size: the size of what was pooled, if several are possible
        stride: the step from one window to the next; None means the size of the window

    >>> y, places = F.max_pool3d(wengert.ones(1, 1, 2, 2, 2), 2, return_indices=True)
    >>> F.max_unpool3d(y, places, 2).sum()
    tensor(1.)
    """
    return _max_unpool(3, input, indices, kernel_size, stride, padding, output_size)


# -- Average -----------------------------------------------------------------------------------------------------------


def _averaged(xp: Any, sums: Any, space: Sizes, size: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes,
              count_include_pad: bool, divisor: int | None) -> Any:  # fmt: skip
    """Sums over windows divided by how many entries each counts: never what lies beyond the padding."""
    if divisor is not None:
        return sums / divisor
    for i, (n, count, k, s, p) in enumerate(zip(space, size, kernel, stride, padding)):
        start = xp.arange(count) * s - p
        end = xp.minimum(start + k, n + (p if count_include_pad else 0))
        inside = end - (start if count_include_pad else xp.maximum(start, 0))
        sums = sums / inside.astype(sums.dtype).reshape(-1, *(1 for _ in size[i + 1 :]))
    return sums


@linear(
    x=lambda g, x_meta, size, kernel, stride, padding, count_include_pad, divisor: _avg_unpool(
        g, space=x_meta.shape[x_meta.ndim - len(size) :], size=size, kernel=kernel, stride=stride, padding=padding,
        count_include_pad=count_include_pad, divisor=divisor,
    ),
    node="AvgPool2DBackward0", batch=leading, saved="x_meta= size= divisor=",
)  # fmt: skip
def _avg_pool(xp, x, *, size, kernel, stride, padding, count_include_pad, divisor):
    lead, space, each = x.shape[: x.ndim - len(size)], x.shape[x.ndim - len(size) :], (1,) * len(size)
    padded = surrounded(xp, x, padding, 0, _overhang(space, kernel, padding, stride, size))
    sums = xp.zeros((*lead, *size), x.dtype)
    for place in places(kernel):
        sums += padded[part(place, size, stride, each)]
    out = _averaged(xp, sums, space, size, kernel, stride, padding, count_include_pad, divisor)
    return out.astype(x.dtype, copy=False)


@linear(
    y=lambda g, size, kernel, stride, padding, count_include_pad, divisor: _avg_pool(
        g, size=size, kernel=kernel, stride=stride, padding=padding, count_include_pad=count_include_pad, divisor=divisor
    ),
    node="AvgPool2DBackwardBackward0", batch=leading,
)  # fmt: skip
def _avg_unpool(xp, y, *, space, size, kernel, stride, padding, count_include_pad, divisor):
    lead, each = y.shape[: y.ndim - len(size)], (1,) * len(size)
    y = _averaged(xp, y, space, size, kernel, stride, padding, count_include_pad, divisor)
    after = _overhang(space, kernel, padding, stride, size)
    out = xp.zeros((*lead, *(p + n + a for p, n, a in zip(padding, space, after))), y.dtype)
    for place in places(kernel):
        out[part(place, size, stride, each)] += y
    return inner(out, padding, space)


def _avg_pool_of(count: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool,
                 count_include_pad: bool, divisor_override: int | None) -> Any:  # fmt: skip
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    layout = _layout(f"avg_pool{count}d", input, kernel_size, stride, padding, 1, ceil_mode, count)
    del layout["dilation"]
    return _avg_pool(input, **layout, count_include_pad=count_include_pad, divisor=divisor_override)


@composite("avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True)", namespace=F,
           aliases="avg_pool1d")  # fmt: skip
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of each window.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the step from one window to the next; None means the size of the window

    >>> F.avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    return _avg_pool_of(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@composite("avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
           "divisor_override=None)", namespace=F)  # fmt: skip
def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The mean of each window.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.avg_pool2d(wengert.tensor([[[1.0, 3.0], [2.0, 0.0]]]), 2)
    tensor([[[1.5000]]])
    """
    return _avg_pool_of(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@composite("avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, "
           "divisor_override=None)", namespace=F)  # fmt: skip
def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The mean of each window.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.avg_pool3d(wengert.ones(1, 1, 2, 2, 2), 2)
    tensor([[[[[1.]]]]])
    """
    return _avg_pool_of(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@composite("local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0)", namespace=F)
def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Each element divided by a power of the mean square over neighbouring channels.

    ``input / (k + alpha * mean of squares)**beta``: Krizhevsky, Sutskever and Hinton, "ImageNet classification",
    2012.

    Args:
        input: shape (N, C, ...)
        size: over how many channels the mean goes
        alpha: the factor of the mean
        beta: the exponent
        k: what is added to the mean

    >>> F.local_response_norm(wengert.ones(1, 2, 1), 2)
    tensor([[[1.0000],
             [0.9999]]])
    """
    if input.ndim < 3:
        raise ValueError(
            f"Expected 3D or higher dimensionality                          input (got {input.ndim} dimensions)"
        )
    shape = tuple(input.shape)
    rows = reshape(mul(input, input), (shape[0], shape[1], math.prod(shape[2:])))
    rows = constant_pad_nd(rows, pad=(0, 0, size // 2, (size - 1) // 2), value=0)
    power = reshape(avg_pool2d(rows, (size, 1), 1), shape)
    return div(input, (power * alpha + k) ** beta)


# -- Norms of windows --------------------------------------------------------------------------------------------------


def _lp_pool(count: int, input: Any, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool) -> Any:
    kernel = _setting(f"lp_pool{count}d", "kernel_size", kernel_size, count)
    pool = (avg_pool1d, avg_pool2d, avg_pool3d)[count - 1]
    out = pool(input**norm_type, kernel, stride, 0, ceil_mode)
    return mul(mul(sign(out), relu(abs(out))), math.prod(kernel)) ** (1.0 / norm_type)


LP = "(input, norm_type, kernel_size, stride=None, ceil_mode=False)"


@composite(f"lp_pool1d{LP}", namespace=F)
def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input: shape (N, C, L) or (C, L)
        stride: the step from one window to the next; None means the size of the window

    >>> F.lp_pool1d(wengert.tensor([[3.0, 4.0, 0.0, 2.0]]), 2, 2)
    tensor([[5., 2.]])
    """
    return _lp_pool(1, input, norm_type, kernel_size, stride, ceil_mode)


@composite(f"lp_pool2d{LP}", namespace=F)
def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.lp_pool2d(wengert.ones(1, 2, 2), 2, 2)
    tensor([[[2.]]])
    """
    return _lp_pool(2, input, norm_type, kernel_size, stride, ceil_mode)


@composite(f"lp_pool3d{LP}", namespace=F)
def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """The norm of each window: the root of the sum of powers, which are not those of absolute values.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        stride: the step from one window to the next; None means the size of the window

    >>> F.lp_pool3d(wengert.ones(1, 2, 2, 4), 2, (2, 2, 4))
    tensor([[[[4.]]]])
    """
    return _lp_pool(3, input, norm_type, kernel_size, stride, ceil_mode)


# -- Pooling to a given size -------------------------------------------------------------------------------------------


def _cells(space: Sizes, size: Sizes) -> Iterator[tuple[Any, Any]]:
    """The index of each entry of the result, and of the window that it is made of; windows share edges where sizes need it."""
    ranges = [[slice(i * n // m, -(-(i + 1) * n // m)) for i in range(m)] for n, m in zip(space, size)]
    for cell in itertools.product(*map(range, size)):
        yield (..., *cell), (..., *(r[i] for r, i in zip(ranges, cell)))


@general(**CHOICE, node="AdaptiveMaxPool2DBackward0", saved="indices=result1 x_meta= size=")
def _adaptive_max_pool(xp, x, *, size):
    count = len(size)
    lead, space = x.shape[: x.ndim - count], x.shape[x.ndim - count :]
    numbers = xp.arange(math.prod(space)).reshape(space)
    out, indices = xp.empty((*lead, *size), x.dtype), xp.empty((*lead, *size), dtypes.I64)
    for cell, window in _cells(space, size):
        held = numbers[window]
        seen = x[window].reshape(*lead, held.size)
        best = seen.argmax(axis=-1)
        out[cell] = xp.take_along_axis(seen, best[..., None], -1)[..., 0]
        indices[cell] = held.reshape(-1)[best]
    return out, indices


@linear(
    x=lambda g, x_meta, size: _adaptive_avg_unpool(g, space=x_meta.shape[x_meta.ndim - len(size) :], size=size),
    node="AdaptiveAvgPool2DBackward0", batch=leading, saved="x_meta= size=",
)  # fmt: skip
def _adaptive_avg_pool(xp, x, *, size):
    count = len(size)
    out = xp.empty((*x.shape[: x.ndim - count], *size), x.dtype)
    for cell, window in _cells(x.shape[x.ndim - count :], size):
        out[cell] = x[window].mean(axis=tuple(range(-count, 0)))
    return out


@linear(y=lambda g, size: _adaptive_avg_pool(g, size=size), node="AdaptiveAvgPool2DBackwardBackward0", batch=leading)
def _adaptive_avg_unpool(xp, y, *, space, size):
    out = xp.zeros((*y.shape[: y.ndim - len(size)], *space), y.dtype)
    for cell, window in _cells(space, size):
        seen = out[window]
        seen += (y[cell] / math.prod(seen.shape[seen.ndim - len(size) :])).reshape(*seen.shape[: seen.ndim - len(size)],
                                                                                   *(1 for _ in size))  # fmt: skip
    return out


def _adaptive(name: str, input: Any, output_size: Any, count: int) -> Sizes:
    """The size asked for; None keeps a dimension as it is."""
    given = (output_size,) * count if output_size is None or dtypes.is_whole(output_size) else tuple(output_size)
    if len(given) != count:
        raise RuntimeError(f"{name}: output_size must be {count}")
    if count > 1 and input.ndim <= count and not dtypes.is_whole(output_size):
        raise ValueError(f"Input dimension should be at least {count + 1}")
    if input.ndim not in (count + 1, count + 2):
        raise RuntimeError(f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got {list(input.shape)}")
    space = tuple(input.shape[-count:])
    if 0 in space:
        raise RuntimeError(
            f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
            f"{list(input.shape)} with dimension {input.ndim - count + space.index(0)} being empty"
        )
    size = tuple(n if m is None else m for n, m in zip(space, given))
    if min(size) < 0:
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{', '.join(map(str, size))}}}"
        )
    return size


def _adaptive_avg(count: int, input: Any, output_size: Any) -> Any:
    size = _adaptive(f"adaptive_avg_pool{count}d", input, output_size, count)
    if all(n == 1 for n in size):
        return mean_of(input, tuple(range(-count, 0)), True)
    return _adaptive_avg_pool(input, size=size)


@composite("adaptive_avg_pool1d(input, output_size)", namespace=F, aliases="adaptive_avg_pool1d")
def adaptive_avg_pool1d(input, output_size):
    """The means of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, L) or (C, L)
        output_size: the size of the result

    >>> F.adaptive_avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    return _adaptive_avg(1, input, output_size)


@composite("adaptive_avg_pool2d(input, output_size)", namespace=F)
def adaptive_avg_pool2d(input, output_size):
    """The means of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        output_size: the size of the result, one number or two; None keeps a size

    >>> F.adaptive_avg_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    return _adaptive_avg(2, input, output_size)


@composite("adaptive_avg_pool3d(input, output_size)", namespace=F)
def adaptive_avg_pool3d(input, output_size):
    """The means of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        output_size: the size of the result, one number or three; None keeps a size

    >>> F.adaptive_avg_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    return _adaptive_avg(3, input, output_size)


def _adaptive_max(count: int, input: Any, output_size: Any, return_indices: bool) -> Any:
    out, indices = _adaptive_max_pool(input, size=_adaptive(f"adaptive_max_pool{count}d", input, output_size, count))
    return (out, indices) if return_indices else out


@composite("adaptive_max_pool1d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest elements of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, L) or (C, L)
        output_size: the size of the result

    >>> F.adaptive_max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    return _adaptive_max(1, input, output_size, return_indices)


@composite("adaptive_max_pool2d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest elements of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        output_size: the size of the result, one number or two; None keeps a size

    >>> F.adaptive_max_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    return _adaptive_max(2, input, output_size, return_indices)


@composite("adaptive_max_pool3d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest elements of so many windows that the result has the size wanted.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        output_size: the size of the result, one number or three; None keeps a size

    >>> F.adaptive_max_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    return _adaptive_max(3, input, output_size, return_indices)
