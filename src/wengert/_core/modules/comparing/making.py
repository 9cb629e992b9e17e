"""``make_tensor``: tensors of random numbers to try things with."""

from __future__ import annotations

from math import ceil, isnan
from typing import Any

import ml_dtypes
import numpy as np

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...tape.tensor import Tensor

FLOATING, WHOLE, UNSIGNED, TRUTH = (-9, 9), (-9, 10), (0, 10), (0, 2)


def make_tensor(
    *shape: Any,
    dtype: Any,
    device: Any,
    low: float | None = None,
    high: float | None = None,
    requires_grad: bool = False,
    noncontiguous: bool = False,
    exclude_zero: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Return a tensor of random numbers from [low, high). For a seed they are PyTorch's.

    Args:
        shape: the sizes.
        dtype: the dtype.
        device: the device.
        low: the least number. The default is -9, or 0 for dtypes that have no negative numbers.
        high: the number that all are below. The default is 9 for floating point, 10 for integers, 2 for bool.
        requires_grad: whether it requires grad.
        noncontiguous: whether it has gaps in memory, if it has more than one element.
        exclude_zero: whether to replace zeros: by 1, or the smallest normal number of floating point.
        memory_format: how it lies in memory.

    Raises:
        ValueError: if the interval is empty, or the dtype has none of its numbers, or cannot require grad.

    >>> import wengert
    >>> _ = wengert.manual_seed(0)
    >>> wengert.testing.make_tensor(3, dtype=wengert.int64, device="cpu")
    tensor([ 6, -5, -9])
    """
    if noncontiguous and memory_format is not None:
        raise errors.comparing.two_layouts(memory_format)
    kind = dtypes.of(dtypes.as_numpy(dtype))
    inexact = kind.is_floating_point or kind.is_complex
    if requires_grad and not inexact:
        raise errors.comparing.grad_of_whole_numbers(kind)
    if len(shape) == 1 and not hasattr(shape[0], "__index__"):
        shape = tuple(shape[0])
    spread = noncontiguous and np.prod(shape, dtype=object) > 1 and bool(shape)
    out = functions.empty((*shape[:-1], 2 * shape[-1]) if spread else shape, dtype=kind, device=device)
    if inexact:
        _fill_inexact(out, kind, low, high)
    else:
        _fill_whole(out, kind, low, high)
    if spread:
        out = out[..., 1::2]
    elif memory_format is not None:
        out = out.clone(memory_format=memory_format)
    if exclude_zero:
        out[out == 0] = _limits(kind).smallest_normal if inexact else 1
    return out.requires_grad_(requires_grad)


def _limits(kind: dtypes.dtype) -> Any:
    return ml_dtypes.finfo(dtypes.real_of(kind.dtype))


def _bounds(
    kind: dtypes.dtype, low: Any, high: Any, usual: tuple[int, int], limits: tuple[Any, Any]
) -> tuple[Any, Any]:
    """The interval, within the limits of the dtype."""
    low, high = usual[0] if low is None else low, usual[1] if high is None else high
    if isnan(low) or isnan(high):
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={low} and high={high}. Give numbers as bounds.")
    if kind.category == dtypes.INT and kind.dtype.kind == "u":
        low = max(low, 0)
    if low > high or (low == high and not (kind.is_floating_point or kind.is_complex)):
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    least, most = limits
    if low >= most or high < least:
        raise errors.comparing.outside(low, high, kind, least, most)
    return max(low, least), min(high, most)


def _fill_inexact(out: Any, kind: dtypes.dtype, low: Any, high: Any) -> None:
    most = float(_limits(kind).max)
    low, high = _bounds(kind, low, high, FLOATING, (-most, most))
    if low == high:
        errors.text.warn(
            "Passing `low==high` to `wengert.testing.make_tensor` for floating or complex types is deprecated. Use "
            "`wengert.full(...)` instead.",
            FutureWarning,
        )
        out.fill_(low)
        return
    parts = functions.view_as_real(out) if kind.is_complex else out
    if high - low > most:  # more than the dtype has
        parts.uniform_(low / 2, high / 2).mul_(2)
    else:
        parts.uniform_(low, high)


def _fill_whole(out: Any, kind: dtypes.dtype, low: Any, high: Any) -> None:
    if kind is dtypes.bool_:
        usual, limits = TRUTH, (0, 2)
    else:
        info = np.iinfo(kind.dtype)
        usual, limits = UNSIGNED if kind.dtype.kind == "u" else WHOLE, (int(info.min), int(info.max) + 1)
    low, high = _bounds(kind, low, high, usual, limits)
    if kind.dtype.itemsize > 1 and kind.dtype.kind == "u":  # in which nothing is drawn
        out.copy_(functions.randint(ceil(low), ceil(high), out.shape))
    else:
        out.random_(ceil(low), ceil(high))
