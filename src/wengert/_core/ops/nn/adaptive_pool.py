"""Adaptive pooling: windows that divide the input into the wanted number of shares."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import copies, dtypes, planning
from ...declare.families import composite, linear, selecting
from ...tape.tensor import payload_of
from ..reduce.reduce import mean as mean_of
from ..shape.dims import as_int
from . import window_loops
from .activation import F
from .layer import leading
from .pool import CHOICE, PLAIN, Index, _averaged, _channels_as, _check_means, _largest, _lowest, _numbers, _summed
from .sliding import Sizes, check_entries, dividing_windows, surrounded


@planning.cached
def _shares(n: int, m: int) -> tuple[Any, list[Any]]:
    """The lengths of ``m`` windows that divide ``n`` entries, and the entry at each position of the windows.

    Neighbouring windows share an entry where the sizes require it. A position after the end of a window has entry
    ``n``. Swapping ``n`` and ``m`` gives the transpose: the windows that contain each entry.
    """
    if m and n % m == 0:
        return n // m, [slice(k, None, n // m) for k in range(n // m)]
    start = np.arange(m) * n // max(m, 1)
    length = -(-np.arange(1, m + 1) * n // max(m, 1)) - start
    return length, [np.where(k < length, start + k, n) for k in range(length.max(initial=1))]


def _shared(xp: Any, space: Sizes, size: Sizes) -> tuple[Sizes, list[list[Index]]]:
    """The number of entries used after the end of ``space``, and :func:`_lines` for windows that divide it."""
    after: Sizes = ()
    rest: Index = ()
    lines = []
    for n, m in zip(reversed(space), reversed(size)):
        length, places = _shares(n, m)
        lines.append([(..., at if type(at) is slice else xp.asarray(at), *rest) for at in places])
        after, rest = (int(type(length) is not int), *after), (slice(None), *rest)
    return after, lines


def _share_lengths(space: Sizes, size: Sizes) -> list[Any]:
    """The number of entries of each window that divides ``space``, as factors."""
    lengths = [_shares(n, m)[0] for n, m in zip(space, size)]
    return [n if type(n) is int else n.reshape(-1, *(1 for _ in lengths[i + 1 :])) for i, n in enumerate(lengths)]


@selecting(
    **CHOICE, layout="free", node="AdaptiveMaxPool2DBackward0", saved="indices=result1 x_meta= size=",
    real_only="adaptive_max_pool2d",
)  # fmt: skip
def _adaptive_max_pool(xp, x, *, size):
    space, before = x.shape[x.ndim - len(size) :], (0,) * len(size)
    found = window_loops.largest(x, dividing_windows(space, size))
    if found is not None:
        return found
    after, lines = _shared(xp, space, size)
    padded = surrounded(xp, x, before, _lowest(x.dtype), after)
    out = _largest(xp, padded, _numbers(xp, space, before, after, before), lines)
    return _channels_as(x, out, len(size))


@linear(
    x=lambda g, x_meta, size: _adaptive_avg_unpool(g, space=x_meta.shape[x_meta.ndim - len(size) :], size=size),
    node="AdaptiveAvgPool2DBackward0", batch=leading, layout="free", saved="x_meta= size=",
)  # fmt: skip
def _adaptive_avg_pool(xp, x, *, size):
    space = x.shape[x.ndim - len(size) :]
    found = window_loops.average(x, dividing_windows(space, size))
    if found is not None:
        return found
    after, lines = _shared(xp, space, size)
    padded = surrounded(xp, x, (0,) * len(size), 0, after)
    return _channels_as(x, _averaged(xp, _summed(padded, lines), _share_lengths(space, size)), len(size))


@linear(y=lambda g, size: _adaptive_avg_pool(g, size=size), node="AdaptiveAvgPool2DBackwardBackward0", batch=leading)
def _adaptive_avg_unpool(xp, y, *, space, size):
    if 0 in size:
        return copies.zeros(xp, (*y.shape[: y.ndim - len(size)], *space), y.dtype)
    found = window_loops.spread(y, dividing_windows(space, size), space)
    if found is not None:
        return found
    y = _averaged(xp, y, _share_lengths(space, size))
    after, lines = _shared(xp, size, space)
    return _summed(surrounded(xp, y, (0,) * len(size), 0, after), lines)


def _adaptive(name: str, input: Any, output_size: Any, count: int) -> Sizes:
    """The output size. None keeps the size of a dimension."""
    plain = type(output_size) in PLAIN  # a cache must not keep tensors
    return (_plain_adaptive if plain else _adaptive_of)(name, payload_of(input).shape, output_size, count)


def _adaptive_of(name: str, shape: Sizes, output_size: Any, count: int) -> Sizes:
    given = (output_size,) * count if output_size is None or dtypes.is_integer(output_size) else tuple(output_size)
    if count > 1 and len(shape) <= len(given) and not dtypes.is_integer(output_size):
        raise ValueError(f"Input dimension should be at least {len(given) + 1}")
    if len(given) != count:
        raise RuntimeError(f"{name}: output_size must be {count}")
    if len(shape) not in (count + 1, count + 2):
        raise RuntimeError(f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got {list(shape)}")
    space = shape[-count:]
    if 0 in space:
        raise RuntimeError(
            f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes "
            f"{list(shape)} with dimension {len(shape) - count + space.index(0)} being empty"
        )
    size = tuple(n if m is None else as_int(m) for n, m in zip(space, given))
    if min(size) < 0:
        raise RuntimeError(
            f"{name}: elements of output_size must be greater than or equal to 0 but received "
            f"{{{', '.join(map(str, size))}}}"
        )
    return size


_plain_adaptive = planning.cached(_adaptive_of)


def _adaptive_avg(count: int, input: Any, output_size: Any) -> Any:
    name = f"adaptive_avg_pool{count}d"
    size = _adaptive(name, input, output_size, count)
    _check_means(name, input)
    if size == (1,) * count:
        return mean_of(input, tuple(range(-count, 0)), True)
    return _adaptive_avg_pool(input, size=size)


@composite("adaptive_avg_pool1d(input, output_size)", namespace=F, aliases="adaptive_avg_pool1d")
def adaptive_avg_pool1d(input, output_size):
    """One-dimensional adaptive average pooling: the means of windows, chosen so that the result has the given size.

    Args:
        input: shape (N, C, L) or (C, L)
        output_size: the size of the result

    >>> F.adaptive_avg_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[2., 1.]])
    """
    return _adaptive_avg(1, input, output_size)


@composite("adaptive_avg_pool2d(input, output_size)", namespace=F)
def adaptive_avg_pool2d(input, output_size):
    """Two-dimensional adaptive average pooling: the means of windows, chosen so that the result has the given size.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        output_size: the size of the result, one number or two; None keeps a size

    >>> F.adaptive_avg_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    return _adaptive_avg(2, input, output_size)


@composite("adaptive_avg_pool3d(input, output_size)", namespace=F)
def adaptive_avg_pool3d(input, output_size):
    """Three-dimensional adaptive average pooling: the means of windows, chosen so that the result has the given size.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        output_size: the size of the result, one number or three; None keeps a size

    >>> F.adaptive_avg_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    return _adaptive_avg(3, input, output_size)


def _adaptive_max(count: int, input: Any, output_size: Any, return_indices: bool) -> Any:
    size = _adaptive(f"adaptive_max_pool{count}d", input, output_size, count)
    check_entries(f"adaptive_max_pool{count}d", tuple(input.shape), count, 1)
    out, indices = _adaptive_max_pool(input, size=size)
    return (out, indices) if return_indices else out


@composite("adaptive_max_pool1d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool1d(input, output_size, return_indices=False):
    """One-dimensional adaptive max pooling: the largest elements of windows, as many as the result is to have.

    Args:
        input: shape (N, C, L) or (C, L)
        output_size: the size of the result

    >>> F.adaptive_max_pool1d(wengert.tensor([[1.0, 3.0, 2.0, 0.0]]), 2)
    tensor([[3., 2.]])
    """
    return _adaptive_max(1, input, output_size, return_indices)


@composite("adaptive_max_pool2d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool2d(input, output_size, return_indices=False):
    """Two-dimensional adaptive max pooling: the largest elements of windows, as many as the result is to have.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        output_size: the size of the result, one number or two; None keeps a size

    >>> F.adaptive_max_pool2d(wengert.ones(1, 1, 4, 6), (2, None)).shape
    wengert.Size([1, 1, 2, 6])
    """
    return _adaptive_max(2, input, output_size, return_indices)


@composite("adaptive_max_pool3d(input, output_size, return_indices=False)", namespace=F)
def adaptive_max_pool3d(input, output_size, return_indices=False):
    """Three-dimensional adaptive max pooling: the largest elements of windows, as many as the result is to have.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        output_size: the size of the result, one number or three; None keeps a size

    >>> F.adaptive_max_pool3d(wengert.ones(1, 1, 4, 6, 8), 2).shape
    wengert.Size([1, 1, 2, 2, 2])
    """
    return _adaptive_max(3, input, output_size, return_indices)
