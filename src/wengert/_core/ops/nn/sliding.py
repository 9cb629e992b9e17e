"""Windows that slide over the last dimensions of arrays (N, C, *space)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ... import compiled, errors
from ...arrays import copies, dtypes, layouts, planning, reductions
from ..shape.dims import as_int, as_sizes
from . import window_loops

Sizes = tuple[int, ...]


def sizes(name: str, value: int | Sequence[int], count: int) -> Sizes:
    """A setting as one number per spatial dimension. It is given as one number for all, or as a sequence."""
    if type(value) is int:
        return (value,) * count
    given = (as_int(value),) if dtypes.is_integer(value) else tuple(map(as_int, value))
    if len(given) not in (1, count):
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {count} values to match the convolution "
            f"dimensions, but got {name}={list(given)}"
        )
    return given if len(given) == count else given * count


def check_entries(name: str, shape: Sizes, count: int, first: int | None = None) -> None:
    """Raise unless there are channels, and entries in each of the ``count`` dimensions of space.

    Some functions, as PyTorch's, look from the dimension ``first`` on, since the one before may be a batch.
    """
    if 0 in shape[-count - 1 if first is None else first :]:
        raise errors.shapes.no_entries(name, count, shape)


def spans(kernel: Sizes, dilation: Sizes) -> Sizes:
    """The number of entries from the first to the last of each dilated kernel."""
    return tuple([d * (k - 1) + 1 for k, d in zip(kernel, dilation)])


def window_count(space: Sequence[int], kernel: Sizes, dilation: Sizes, stride: Sizes) -> Sizes:
    """The number of windows that fit, in each dimension."""
    return tuple([(n - d * (k - 1) - 1) // s + 1 for n, k, d, s in zip(space, kernel, dilation, stride)])


def pooled_count(length: int, span: int, padding: int, stride: int, ceil_mode: bool) -> int:
    """The number of windows. With ``ceil_mode``, the last may end outside if it starts in the input or left padding."""
    room = length + 2 * padding - span
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= length + padding else count


def places(kernel: Sizes) -> Iterator[Sizes]:
    return itertools.product(*map(range, kernel))


def cuts(size: Sizes, kernel: Sizes, stride: Sizes, dilation: Sizes) -> list[list[slice]]:
    """For each dimension and each position in a window, the slice of the entries at that position in all windows."""
    settings = zip(size, kernel, stride, dilation)
    return [[slice(i * d, i * d + (n - 1) * s + 1, s) for i in range(k)] for n, k, s, d in settings]


def surrounded(
    xp: Any, x: Any, padding: Sizes, value: Any = 0, after: Sizes | None = None, step: Sizes | None = None
) -> Any:
    """Pad the last dimensions of ``x`` with ``value``, and put ``step - 1`` entries between neighbours.

    ``padding`` entries come before, and ``after`` (default: as many) come after. If nothing is added, ``x`` is
    returned."""
    after = padding if after is None else after
    if step is None or max(step) == 1:
        if not any(padding) and not any(after):
            return x
        step = None
    step = None if step is None else as_sizes((step,))  # plain integers: the cache must not keep tensors
    shape, index = _frame(x.shape, as_sizes((padding,)), as_sizes((after,)), step)
    if type(value) is int and not value:
        out = copies.zeros(xp, shape, x.dtype)
    else:
        out = xp.empty(shape, x.dtype)
        copies.fill(out, value)
    copies.put_at(out, index, x)
    return out


@planning.cached
def _frame(shape: Sizes, padding: Sizes, after: Sizes, step: Sizes | None) -> tuple[Sizes, tuple[Any, ...]]:
    """The shape of a padded array, and the index of the original entries in it."""
    at = len(shape) - len(padding)
    step = (1,) * len(padding) if step is None else step
    space = spans(shape[at:], step)
    padded_shape = (*shape[:at], *[a + n + b for a, n, b in zip(padding, space, after)])
    return padded_shape, (..., *[slice(p, p + n, s) for p, n, s in zip(padding, space, step)])


def inner(x: Any, padding: Sizes, size: Sizes) -> Any:
    """Remove the padding that :func:`surrounded` added."""
    return x[(..., *(slice(p, p + n) for p, n in zip(padding, size)))]


def _view(xp: Any, x: Any, shape: Sizes, strides: Sizes) -> Any:
    """A view of a contiguous array with the given shape and strides."""
    if xp is np:  # as_strided takes microseconds more
        return np.ndarray(shape, x.dtype, x, 0, strides)
    return xp.lib.stride_tricks.as_strided(x, shape, strides)


BLOCK = 2**20  # bytes of windows that are copied at a time: they should stay in the cache until they are multiplied


def blocks(count: int, each: int) -> Iterator[slice]:
    """Slices that divide ``count`` examples of ``each`` bytes into blocks."""
    step = max(1, BLOCK // max(each, 1))
    return (slice(i, i + step) for i in range(0, count, step))


MANY = 64  # positions: with fewer, windows are laid out anew, so that they are not copied here


def columns_of(
    xp: Any, x: Any, kernel: Sizes, size: Sizes, stride: Sizes, dilation: Sizes, copied: bool = False
) -> Any:
    """The windows of ``x`` (N, C, *space), as (N, C, *kernel, *size): copies, or a view unless they are to be copied.

    Windows at few positions are a view of a copy in which the examples lie side by side: where all examples become one
    matrix, these are copied together."""
    examples, channels = x.shape[:2]
    if copied or math.prod(size) >= MANY:
        x = xp.ascontiguousarray(x)
        found = window_loops.columns(x, tuple(kernel), size, stride, dilation)
        if found is not None:
            return found
        if copied:
            return layouts.in_order(columns_of(xp, x, kernel, size, stride, dilation), None)
        across, step = x.strides[:2], x.strides[2:]
    else:
        x = xp.ascontiguousarray(xp.moveaxis(x, 0, -1))
        across, step = (x.strides[-1], x.strides[0]), x.strides[1:-1]
    along = [s * d for s, d in zip(step, dilation)]
    return _view(xp, x, (examples, channels, *kernel, *size), (*across, *along, *[s * t for s, t in zip(step, stride)]))


def overlapped(xp: Any, columns: Any, space: Sizes, stride: Sizes, dilation: Sizes) -> Any:
    """The transpose of :func:`columns_of`: add up the windows where they overlap."""
    found = window_loops.overlap(columns, tuple(space), stride, dilation)
    if found is not None:
        return found
    count = len(space)
    kernel, size = columns.shape[2 : 2 + count], columns.shape[2 + count :]
    examples, channels = columns.shape[:2]
    if columns.strides[0] < columns.strides[-1]:  # the examples lie side by side: then so do those of the result
        out = xp.moveaxis(copies.zeros(xp, (channels, *space, examples), columns.dtype), -1, 0)
    else:
        out = copies.zeros(xp, (examples, channels, *space), columns.dtype)
    every = slice(None)
    seen = itertools.product((...,), *cuts(size, kernel, stride, dilation))
    for index, place in zip(seen, itertools.product((every,), (every,), *map(range, kernel))):
        out[index] += columns[place]
    return out


# -- Windows, for the loops over them: per dimension an array of starts, ends, steps and divisors ----------------------


@planning.cached
def regular_windows(
    space: Sizes, size: Sizes, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, padded: bool,
    divisor: int | None,
) -> tuple[Any, ...] | None:  # fmt: skip
    """For the loops over windows, per dimension: starts, ends, steps, and divisors. None if a window is empty.

    Divisors are the numbers of entries, with those of the padding if ``padded``, or make ``divisor`` together."""
    found = []
    for i, (n, m, k, s, p, d) in enumerate(zip(space, size, kernel, stride, padding, dilation)):
        first = np.arange(m) * s - p
        start = np.where(first < 0, first % d, first)
        end = np.minimum(first + d * (k - 1) + 1, n)
        if (start >= end).any():
            return None
        counts = np.minimum(first + k, n + p) - first if padded else end - start
        if divisor is not None:
            counts = np.full(m, 1 if i else divisor)
        found.append(np.stack([start, end, np.full(m, d), counts]))
    return tuple(found)


class Windows:
    """Windows as a parameter of rows: what looks through parameters for arrays finds none."""

    def __init__(self, *lines: Any) -> None:
        self.lines = lines

    def __repr__(self) -> str:
        return f"Windows{tuple(line.tolist() for line in self.lines)}"


@planning.cached
def dividing_windows(space: Sizes, size: Sizes) -> tuple[Any, ...]:
    """The windows that divide ``space``, for the loops over windows: starts, ends, steps, and numbers of entries."""
    found = []
    for n, m in zip(space, size):
        start = np.arange(m) * n // max(m, 1)
        end = -(-np.arange(1, m + 1) * n // max(m, 1))
        found.append(np.stack([start, end, np.ones_like(start), end - start]))
    return tuple(found)


# -- Depthwise convolutions --------------------------------------------------------------------------------------------
#
# If channels are not summed, copying windows for a matrix product gains nothing. The entries that one kernel position
# meets are one run in memory, if results between the windows are computed, too, and dropped afterwards.

RUN = 32  # entries: shorter runs are too slow


def alone(x: Any, groups: int, channels: int, size: Sizes) -> bool:
    """True if each channel makes one or two results on its own, and these are large enough."""
    if groups != x.shape[1] or channels > 2 * groups or math.prod(size) < RUN or not x.size:
        return False
    return compiled.active and type(x) is np.ndarray and x.dtype.kind == "f"


def _runs(x: Any, kernel: Sizes, size: Sizes, dilation: Sizes) -> Any:
    """What each kernel position meets, in the windows of ``x`` and between: a view (N, C, 1, *kernel, length)."""
    x = np.ascontiguousarray(x)
    across, step = x.strides[:2], x.strides[2:]
    length = 1 + sum([s * (n - 1) for s, n in zip(step, size)]) // x.itemsize
    strides = (*across, 0, *[s * d for s, d in zip(step, dilation)], x.itemsize)
    return np.ndarray((*x.shape[:2], 1, *kernel, length), x.dtype, x, 0, strides)


def weights_alone(x: Any, y: Any, kernel: Sizes, stride: Sizes, dilation: Sizes) -> Any:
    """The gradient of the weight of a depthwise convolution of ``x``, which has been padded, given that of its result.

    Returns None if there are inf or NaN: multiplied by the zeros between the windows, they would spoil the result."""
    size = spans(y.shape[2:], stride)
    after = tuple([n - m for n, m in zip(x.shape[2:], size)])
    seen = _runs(x, kernel, size, dilation)
    y = surrounded(np, y, (0,) * len(size), 0, after, stride)
    y = y.reshape(len(y), x.shape[1], -1, *(1 for _ in kernel), math.prod(x.shape[2:]))[..., : seen.shape[-1]]
    gradient = reductions.total(np.vecdot(seen, y), 0)
    return gradient.reshape(-1, 1, *kernel) if np.isfinite(gradient).all() else None
