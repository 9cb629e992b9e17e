"""Fractional max pooling: pooling with windows at random positions."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import batch_together
from ...declare.families import composite, selecting
from ...ops.random import generator as random
from ...tape.tensor import payload_of
from ..shape.arrange import flip
from ..shape.dims import as_sizes
from ..shape.shape import narrow, reshape
from .activation import F
from .pool import CHOICE, _lowest
from .sliding import Sizes, places


def _starts(xp: Any, sample: Any, n: int, kernel: int, size: int) -> Any:
    """The starts of ``size`` windows. Steps have two lengths, ``sample`` shifts them, and the last ends at the end."""
    out = xp.full((*sample.shape, size), n - kernel, dtypes.I64)
    if size > 1:
        step = sample.dtype.type((n - kernel) / (size - 1))
        at = xp.floor((xp.arange(size - 1, dtype=sample.dtype) + sample[..., None]) * step)
        out[..., :-1] = (at - xp.floor(sample * step)[..., None]).astype(dtypes.I64)
    return out


@selecting(
    **{**CHOICE, "batch": batch_together}, node="FractionalMaxPool2DBackward0", saved="x=self indices=result1 size=output_size",
)  # fmt: skip
def _fractional_max_pool(xp, x, samples, *, kernel, size):
    """The windows of (*lead, *space) start at positions given by ``samples`` (*lead, spatial dimensions)."""
    count = len(size)
    lead, space = x.shape[: x.ndim - count], x.shape[x.ndim - count :]
    flat = x.reshape(*lead, math.prod(space))
    starts = [
        _starts(xp, samples[..., d], n, k, m).reshape(*lead, *(m if i == d else 1 for i in range(count)))
        for d, (n, k, m) in enumerate(zip(space, kernel, size))
    ]
    best, indices = xp.full((*lead, *size), _lowest(x.dtype), x.dtype), None
    for place in places(kernel):
        at: Any = 0
        for n, start, k in zip(space, starts, place):
            at = at * n + start + k
        value = xp.take_along_axis(flat, at.reshape(*lead, math.prod(size)), -1).reshape(best.shape)
        indices = at.copy() if indices is None else indices
        better = (value > best) | (value != value)
        xp.copyto(best, value, where=better)
        xp.copyto(indices, at, where=better)
    return best, indices


def _fractional_size(name: str, space: Sizes, output_size: Any, output_ratio: Any) -> Sizes:
    count, three = len(space), "three " if len(space) == 3 else ""
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    if output_size is None:
        ratios = tuple(output_ratio) if isinstance(output_ratio, (tuple, list)) else (output_ratio,) * count
        if len(ratios) != count:
            raise ValueError(f"{name} requires output_ratio to either be a single Int or tuple of {three}Ints.")
        return tuple(int(n * ratio) for n, ratio in zip(space, ratios))
    size = tuple(output_size) if isinstance(output_size, (tuple, list)) else (output_size,) * count
    if len(size) != count:
        raise RuntimeError(f"{name}: output_size must either be a single Int or tuple of {three}Ints")
    return size


def _check_samples(samples: Any, input: Any, batch: int, channels: int, count: int) -> None:
    if samples.dtype != input.dtype:
        raise RuntimeError("Expect _random_samples to have the same dtype as input")
    if samples.ndim != 3:
        raise RuntimeError(f"Expect _random_samples to have 3 dimensions, got {samples.ndim}")
    if samples.shape[0] < batch:
        raise RuntimeError("Expect _random_samples.size(0) no less then input batch size.")
    if samples.shape[1] != channels:
        raise RuntimeError("Expect _random_samples.size(1) equals to input channel size.")
    if samples.shape[2] != count:
        raise RuntimeError(f"Expect _random_samples.size(2) equals to {count}; got {samples.shape[2]}.")


def _fractional_max_pool_of(count: int, input: Any, kernel_size: Any, output_size: Any, output_ratio: Any,
                            return_indices: bool, samples: Any) -> Any:  # fmt: skip
    name, three = f"fractional_max_pool{count}d", "three " if count == 3 else ""
    if input.ndim not in (count + 1, count + 2):
        raise RuntimeError(f"{name}(): Expected {count + 1}D or {count + 2}D tensor, but got: {list(input.shape)}")
    kernel = as_sizes(kernel_size if isinstance(kernel_size, (tuple, list)) else (kernel_size,) * count)
    if len(kernel) != count:
        raise RuntimeError(f"{name}: kernel_size must either be a single Int or tuple of {three}Ints")
    if not dtypes.is_inexact(dtypes.as_numpy(input.dtype)):
        raise NotImplementedError(
            f"{name} is not implemented for '{errors.text.type_name(dtypes.as_numpy(input.dtype))}'. "
            "Cast the input to float32 first."
        )
    space = tuple(input.shape[-count:])
    size = _fractional_size(name, space, output_size, output_ratio)
    for d in range(input.ndim - count - 1, input.ndim):
        if not input.shape[d]:
            raise RuntimeError(
                f"{name}(): Expected input to have non-zero size for non-batch dimensions, but got{list(input.shape)} with "
                f"dimension {d} being empty."
            )
    for what, n, k, m in zip(("time", "height", "width")[-count:], space, kernel, size):
        if k < 1 or m < 0:
            raise RuntimeError(f"{name}(): expected kernel_size above 0 and output_size not below, but got {k} and {m}")
        if m + k - 1 > n:
            raise RuntimeError(
                f"{name}(): pool {what} {k} too large relative to input {what} {n}. "
                "Use a smaller kernel or output_size."
            )
    lead = tuple(input.shape[:-count])
    batch = lead[0] if len(lead) == 2 else 1
    if samples is None:
        drawn = random.uniform((batch, lead[-1], count), dtypes.as_numpy(input.dtype))
        samples = arrays.move(drawn, input.device)
    else:
        _check_samples(samples, input, batch, lead[-1], count)
        samples = narrow(payload_of(samples), 0, 0, batch)
    samples = reshape(samples, (*lead, count))
    if count == 2:  # PyTorch orders these as width and height for images, but as time, height and width for volumes
        samples = flip(samples, dims=(-1,))
    out, indices = _fractional_max_pool(input, samples, kernel=kernel, size=size)
    return (out, indices) if return_indices else out


FRACTIONAL = "(input, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None)"


@composite(f"fractional_max_pool2d{FRACTIONAL}", namespace=F)
def fractional_max_pool2d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):  # fmt: skip
    """Fractional max pooling of images: the largest element of each window. The windows are placed at random.

    Graham, "Fractional max-pooling", 2015.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        output_size: the size of the result: one number or two
        output_ratio: the size of the result as a fraction of the size of the input, between 0 and 1

    >>> F.fractional_max_pool2d(wengert.arange(36.0).reshape(1, 6, 6), 2, (3, 3)).shape
    wengert.Size([1, 3, 3])
    """
    return _fractional_max_pool_of(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


@composite(f"fractional_max_pool3d{FRACTIONAL}", namespace=F)
def fractional_max_pool3d(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                          _random_samples=None):  # fmt: skip
    """Fractional max pooling of volumes: the largest element of each window. The windows are placed at random.

    Graham, "Fractional max-pooling", 2015.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        output_size: the size of the result: one number or three
        output_ratio: the size of the result as a fraction of the size of the input, between 0 and 1

    >>> F.fractional_max_pool3d(wengert.ones(1, 6, 6, 6), 2, output_ratio=0.5).shape
    wengert.Size([1, 3, 3, 3])
    """
    return _fractional_max_pool_of(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)
