"""How arrays lie in memory: the order of their axes, memory formats, and the layout of results.

PyTorch says how each result lies in memory, because ``view``, ``as_strided`` and ``stride`` show it. NumPy often keeps
the order of its inputs where PyTorch does not, or the other way round.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import inf, prod
from typing import Any

import numpy as np

from .. import errors
from . import arrays, copies, objects
from .batched import Batched, physical

# -- the order of axes

Order = tuple[int, ...] | None  # the axes from the slowest to the fastest in memory; None for row-major


def order_in_memory(x: Any) -> Order:
    """The order of the axes of an array: see :func:`common_order`."""
    if objects.descends(x):
        return None
    order = objects.order_of(x)
    return common_order(x.shape, [x.strides]) if order == () else order


def common_order(shape: Sequence[int], strides: Sequence[tuple[int, ...]]) -> Order:
    """The order of the axes of a result of this shape, from the strides of the arrays that it is computed from.

    The first array that has a stride along two axes orders them. Expanded axes (stride 0) keep their position. So a
    copy of an expanded tensor is in row-major order, as in PyTorch; NumPy's order ``K`` would move those axes.
    """
    if strides and falling(strides[0]):
        return None
    order = list(reversed(range(len(shape))))
    for i in range(1, len(shape)):  # insertion sort, the fastest first: an axis moves before those that are slower
        at = i
        for j in range(i - 1, -1, -1):
            faster = _faster(order[at], order[j], shape, strides)
            if faster < 0:
                break
            if faster > 0:
                order[at], order[j], at = order[j], order[at], j
    found = tuple(reversed(order))
    return None if found == tuple(range(len(shape))) else found


def falling(strides: tuple[int, ...]) -> bool:
    """Whether each stride is smaller than the one before it, and none is 0: the axes are in row-major order."""
    before = inf
    for stride in strides:
        if not 0 < stride < before:
            return False
        before = stride
    return True


def _faster(axis: int, other: int, shape: Sequence[int], strides: Sequence[Sequence[int]]) -> int:
    """Whether an axis comes before another that is faster so far: 1 for yes, -1 for no, 0 if no array tells."""
    for steps in strides:
        mine, its = abs(steps[axis]), abs(steps[other])
        if mine and its and (mine != its or shape[other] > shape[axis]):
            return 1 if mine <= its else -1
    return 0


def empty(xp: Any, shape: Sequence[int], dtype: Any, order: Order) -> Any:
    """An empty array without gaps whose axes are in this order."""
    if order is None:
        return xp.empty(shape, dtype)
    return arranged(xp.empty(prod(shape), dtype), shape, order)


def arranged(row: Any, shape: Sequence[int], order: Order) -> Any:
    """A 1-d array as an array of this shape without gaps whose axes are in this order."""
    if order is None:
        return row.reshape(shape)
    return turned_back(row.reshape([shape[axis] for axis in order]), order)


def turned_back(x: Any, order: tuple[int, ...]) -> Any:
    """What ``transpose(order)`` made ``x`` of."""
    return x.transpose(sorted(range(x.ndim), key=order.__getitem__))


def blank_with_strides(x: Any) -> Any:
    """An empty array with the strides of another, gaps included; in its memory order if elements share memory."""
    xp = arrays.xp_of(x)
    if x.flags.forc or not x.size or 0 in x.strides or min(x.strides) < 0:
        return empty(xp, x.shape, x.dtype, order_in_memory(x))
    count = 1 + sum((n - 1) * s for n, s in zip(x.shape, x.strides, strict=True)) // x.itemsize
    return xp.lib.stride_tricks.as_strided(xp.empty(count, x.dtype), x.shape, x.strides)


SMALL = 1 << 12  # elements: so few are copied by one call, without a loop of our own


def copied(x: Any, dtype: Any = None) -> Any:
    """A copy in the same memory order, in another dtype if one is given."""
    found = copies.in_same_order(x, dtype)
    if found is not None:
        return found
    if x.flags.forc and x.size < copies.LEAST:
        return x.copy(order="K") if dtype is None else arrays.cast(x, dtype)
    order = order_in_memory(x)
    if order is None and x.size <= SMALL:
        return x.copy() if dtype is None else arrays.cast(x, dtype, "C")
    return in_order(x, order, dtype)


def cast(x: Any, dtype: Any) -> Any:
    """A payload in another dtype and the same memory order."""
    return copied(x, dtype) if arrays.is_array(x) else x.astype(dtype)


def in_order(x: Any, order: Order, dtype: Any = None) -> Any:
    """A copy without gaps whose axes are in this order."""
    if order is None and dtype is None and x.size <= SMALL:
        return copies.copied(x)
    out = empty(arrays.xp_of(x), x.shape, x.dtype if dtype is None else dtype, order)
    copies.put(out, x)
    return out


def in_order_of(x: Any, other: Any) -> Any:
    """A copy of ``other`` in the memory order of ``x``, tile by tile: that takes less time than a loop that jumps."""
    return in_order(other, order_in_memory(x))


def lies_in(x: Any, order: Order) -> bool:
    """Whether the axes of an array are in this order without gaps. Axes of length one do not count."""
    if order is None:
        return bool(x.flags.c_contiguous)
    step = x.itemsize
    for axis in reversed(order):
        if x.shape[axis] != 1:
            if x.strides[axis] != step:
                return False
            step *= x.shape[axis]
    return True


def without_gaps(x: Any) -> bool:
    """Whether the elements fill one piece of memory, with the axes in any order, and share none of it."""
    step = x.itemsize
    for stride, size in sorted(zip(x.strides, x.shape, strict=True)):
        if size != 1:
            if stride != step:
                return False
            step *= size
    return True


def joined(xp: Any, parts: tuple[Any, ...], axis: int) -> Any:
    """``xp.concatenate(parts, axis=axis)`` in row-major order, of arrays of one dtype."""
    out = copies.joined(parts, axis) if xp is np else None
    if out is not None:
        return out
    if xp is not np or sum([p.size for p in parts]) < copies.SOME:
        out = xp.concatenate(parts, axis=axis)
        return out if out.flags.c_contiguous else in_order(out, None)
    shape, start = list(parts[0].shape), 0
    shape[axis] = sum([p.shape[axis] for p in parts])
    out, lead = np.empty(shape, parts[0].dtype), (slice(None),) * axis
    for p in parts:
        end = start + p.shape[axis]
        copies.put_at(out, (*lead, slice(start, end)), p)
        start = end
    return out


# -- the layout of results

# Note [Layout of results]. What a row computes lies in memory as PyTorch's result does:
# - Elementwise operations order the axes as their inputs do. The first input that tells decides (``common_order``).
# - Views lie where their input lies.
# - All other results are in row-major order.
# - A row that differs says so by ``layout=``, with one of the names in RULES.
# NumPy's own results differ from that only where an array is not in row-major order. So ``Kernel`` looks at one flag of
# each array, and calls ``laid`` if one is not set.

FREE = 0  # as the kernel leaves them
ROWS = 1  # row-major
FIRST = 2  # in the order of the first input
COMMON = 3  # as elementwise operations
LAST = 4  # as elementwise operations, but the last input decides first
LINES, IMAGES, VOLUMES = 8, 16, 32  # channels last, if those of an input with as many axes are, else row-major
RULES = {
    "free": FREE, "rows": ROWS, "first": FIRST, "common": COMMON, "last": LAST, "lines": LINES, "images": IMAGES,
    "volumes": VOLUMES,
}  # fmt: skip


def rule_of(stated: str) -> int:
    """The rule that a row states: a name, or several kinds of arrays with channels."""
    return sum(RULES[name] for name in stated.split())


def laid(rule: int, out: Any, values: Any) -> Any:
    """A result, or each of several, in the layout that the rule gives it. It is copied if the kernel left another."""
    if type(out) is np.ndarray:
        if rule == COMMON and objects.lies_as(out, values[0]):
            return out
        if objects.in_rows(out):
            if rule == COMMON:
                first = values[0]
                if type(first) is np.ndarray and first.shape == out.shape and falling(first.strides):
                    return out
            for v in values:
                if type(v) is np.ndarray and not objects.in_rows(v):
                    break
            else:
                return out
    elif isinstance(out, tuple):
        return tuple([laid(rule, o, values) for o in out])
    elif not arrays.is_array(out):
        return out
    if out.ndim == 0 or not out.size:
        return out
    given = [v for v in values if type(v) is np.ndarray or arrays.is_array(v)]
    if type(out) is not np.ndarray and out.flags.c_contiguous and all([v.flags.c_contiguous for v in given]):
        return out
    order = _order_by(rule, out.shape, given)
    return out if lies_in(out, order) else in_order(out, order)


def _order_by(rule: int, shape: tuple[int, ...], values: list[Any]) -> Order:
    if rule in (COMMON, LAST):
        return _order_of_all(shape, values if rule == COMMON else values[::-1])
    if rule == FIRST and values[0].shape == shape:
        return order_in_memory(values[0])
    if rule >= LINES and len(shape) > 2 and LINES << len(shape) - 3 & rule:
        alike = [v for v in values if v.ndim == len(shape)]
        if len(shape) == 3:  # the weight decides for a convolution of signals
            alike = alike[-1:]
        return next((order for v in alike if (order := channels_order(v))), None)
    return None


def _order_of_all(shape: tuple[int, ...], values: list[Any]) -> Order:
    """The order of the axes of a result of this shape, of arrays that are broadcast to it."""
    if values[0].shape == shape and falling(values[0].strides):
        return None
    strides = []
    for v in values:
        new = len(shape) - v.ndim
        if new < 0 or any(n != m and m != 1 for n, m in zip(shape[new:], v.shape, strict=True)):
            return None  # a reduction of what was computed
        along = [s if n == m else 0 for n, m, s in zip(v.shape, shape[new:], v.strides, strict=True)]
        strides.append((*[0] * new, *along))
    return common_order(shape, strides)


# -- memory formats


class memory_format(str):  # noqa: N801  (torch's name)
    """How the axes of a tensor are ordered in memory.

    ``contiguous_format`` is row-major. ``channels_last`` (images) and ``channels_last_3d`` (volumes) have the channels,
    axis 1, next to each other. ``preserve_format`` keeps the order of the input.

    >>> import wengert
    >>> x = wengert.zeros(1, 3, 2, 2).to(memory_format=wengert.channels_last)
    >>> x.stride()
    (12, 1, 6, 3)
    >>> x.is_contiguous(memory_format=wengert.channels_last)
    True
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{errors.text.package()}.{str.__str__(self)}"

    def __str__(self) -> str:
        return repr(self)

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return memory_format, (str.__str__(self),)


contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
legacy_contiguous_format = contiguous_format  # torch's old name for it
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")
RANKS: dict[Any, int] = {channels_last: 4, channels_last_3d: 5}


def format_order(name: str, given: Any, ndim: int, preserved: Order = None) -> Order:
    """The order of axes that a memory format asks of a result with ``ndim`` dimensions.

    ``preserved`` is the order of the input, which ``preserve_format`` keeps.
    """
    if given is None:
        return preserved
    if not isinstance(given, str):
        raise errors.calls.wrong_type(name, "memory_format", "memory_format", given)
    if given == preserve_format:
        return preserved
    if given == contiguous_format:
        return None
    if given not in RANKS:
        raise errors.shapes.memory_format(name, given)
    if RANKS[given] != ndim:
        raise errors.shapes.memory_format_rank(given, RANKS[given], ndim)
    return (0, *range(2, ndim), 1)


def suggested(x: Any) -> memory_format:
    """The memory format that the strides of a payload show. Where they show several, it is row-major."""
    order = channels_order(x) if arrays.is_array(x) and x.ndim > 3 else None
    return contiguous_format if order is None else channels_last if x.ndim == 4 else channels_last_3d


def channels_order(x: Any) -> Order:
    """The order of axes of an array of signals, images or volumes with the channels last; None if they are not last.

    Axes of length one do not count: NumPy leaves them any stride. So one channel, or one signal, is row-major. The
    batch axis of one image counts: if it is new, its stride is that of a channel, and the image is row-major.
    """
    if not 3 <= x.ndim <= 5 or x.flags.c_contiguous or x.shape[1] == 1 or (x.ndim == 3 and x.shape[0] == 1):
        return None
    order, least = (0, *range(2, x.ndim), 1), 1
    for axis in reversed(order):
        if x.shape[axis] != 1 or not axis:
            if x.strides[axis] < least:
                return None
            least = x.strides[axis] * x.shape[axis]
    return order


def is_contiguous(payload: Any, given: Any) -> bool:
    """Whether the elements of a payload lie in a memory format without gaps; of a batch, those of each example."""
    if type(payload) is np.ndarray and given == contiguous_format:
        return bool(payload.flags.c_contiguous)
    ndim = len(payload.shape)
    if not isinstance(given, str):
        raise errors.calls.wrong_type("is_contiguous", "memory_format", "memory_format", given)
    if given == preserve_format:
        given = contiguous_format
    if given != contiguous_format and ndim != RANKS.get(given, ndim):
        return False
    order, levels = format_order("is_contiguous", given, ndim), 0
    while type(payload) is Batched:
        payload, levels = payload.data, levels + 1
    if not arrays.is_array(payload):
        return False  # sparse
    if not payload.size:
        return order is None or lies_in(payload, order)
    return lies_in(payload[(0,) * levels + (...,)], order)


def dim_order(payload: Any, check: Any) -> tuple[int, ...]:
    """The dimensions in the order of memory. ``check``: whether no other order may do, or the formats one of which it
    has to be then.
    """
    formats = check if type(check) is list else []
    if type(check) not in (bool, list) or any([type(f) is not memory_format for f in formats]):
        raise errors.shapes.order_check(check)
    if not arrays.is_array(physical(payload)):
        raise errors.shapes.order_of_sparse()
    shape, steps = payload.shape, strides_of(payload)
    ambiguous = 1 in shape or any([a == b for a, b in itertools.pairwise(steps)])
    fits = sum([is_contiguous(payload, f) for f in formats]) == 1
    by_rows = len(shape) < 2 or is_contiguous(payload, contiguous_format)
    if check is not False and ((ambiguous and not fits) or (0 in steps and not by_rows)):
        raise errors.shapes.several_orders()
    found = None if by_rows else common_order(shape, [steps])
    return tuple(range(len(shape))) if found is None else found


def in_format(x: Any, given: Any, first: int = 0, dtype: Any = None) -> Any:
    """A copy in a memory format. The format does not count the ``first`` axes, which are the slowest, nor batches."""
    if type(x) is Batched:
        return Batched(in_format(x.data, given, first + 1, dtype), x.level)
    if given == contiguous_format:
        return in_order(x, None, dtype)
    order = format_order("clone", given, x.ndim - first, order_in_memory(x) if first == 0 else None)
    if order is not None and first:
        order = (*range(first), *[first + axis for axis in order])
    return in_order(x, order, dtype)


# -- the memory that arrays lie in


def memory(x: Any) -> tuple[Any, int]:
    """The whole memory that ``x`` lies in, as a 1-d array of its dtype, and the offset of ``x`` in it (elements)."""
    whole = arrays.owner(x)
    order = order_in_memory(whole)
    dense = whole if order is None else whole.transpose(order)
    if not dense.flags.c_contiguous:
        raise RuntimeError("as_strided: the memory of this array is not one piece. Use clone() first.")
    row = dense.reshape(-1)
    skipped = (arrays.address(x) - arrays.address(row)) % x.itemsize  # bytes, of memory that began as a buffer
    if skipped or row.nbytes % x.itemsize:
        row = row.view(np.uint8)[skipped:]
        row = row[: row.size - row.size % x.itemsize]
    row = row.view(x.dtype)
    return row, (arrays.address(x) - arrays.address(row)) // x.itemsize


def strides_of(payload: Any) -> tuple[int, ...]:
    """The strides of a payload in elements. An axis of length one has that of an axis next to the one behind it.

    NumPy gives new axes, and those of empty arrays, stride 0.
    """
    shape, strides = payload.shape, [s // payload.itemsize for s in payload.strides]
    if 0 in shape:
        return dense_strides([max(n, 1) for n in shape])
    for axis in reversed(range(len(shape))):
        if shape[axis] == 1 and not strides[axis]:
            strides[axis] = shape[axis + 1] * strides[axis + 1] if axis + 1 < len(shape) else 1
    return tuple(strides)


def dense_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides, in elements, of a tensor in row-major order."""
    return tuple([prod(shape[axis + 1 :]) for axis in range(len(shape))])
