"""Sliding windows as columns, and their transpose."""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import dtypes, planning
from ...declare.families import composite, linear
from ...tape.tensor import payload_of
from ..shape.dims import as_sizes
from ..shape.shape import reshape, squeeze, unsqueeze
from .activation import F
from .sliding import Sizes, check_entries, columns_of, inner, overlapped, surrounded, window_count


def _over_examples(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    """The batch rule of operations on one array whose first dimension is the examples: the batch is merged into it."""
    (x,) = args
    out = op(reshape(x, (size * x.shape[1], *x.shape[2:])), **params)
    return reshape(out, (size, x.shape[1], *out.shape[1:]))


@linear(
    x=lambda g, x_meta, kernel, dilation, padding, stride: _col2im(
        g, size=x_meta.shape[2:], kernel=kernel, dilation=dilation, padding=padding, stride=stride
    ),
    batch=_over_examples, node="Im2ColBackward0", saved="x_meta=",
)  # fmt: skip
def _im2col(xp, x, *, kernel, dilation, padding, stride):
    x = surrounded(xp, x, padding)
    size = window_count(x.shape[2:], kernel, dilation, stride)
    windows = columns_of(xp, x, kernel, size, stride, dilation, True)
    return windows.reshape(x.shape[0], x.shape[1] * math.prod(kernel), math.prod(size))


@linear(
    x=lambda g, kernel, dilation, padding, stride: _im2col(
        g, kernel=kernel, dilation=dilation, padding=padding, stride=stride
    ),
    batch=_over_examples, node="Col2ImBackward0", saved="size=",
)  # fmt: skip
def _col2im(xp, x, *, size, kernel, dilation, padding, stride):
    space = tuple(n + 2 * p for n, p in zip(size, padding))
    count = window_count(space, kernel, dilation, stride)
    columns = x.reshape(x.shape[0], x.shape[1] // math.prod(kernel), *kernel, *count)
    return inner(overlapped(xp, columns, space, stride, dilation), padding, size).copy()


PUBLIC = {"kernel": "kernel_size", "size": "output_size"}  # names of settings that are others here


def _pairs(**values: Any) -> dict[str, Sizes]:
    out = {}
    for name, value in values.items():
        given = as_sizes((value,))
        if dtypes.is_integer(value):
            given *= 2
        if len(given) != 2:
            raise RuntimeError(
                f"It is expected {PUBLIC.get(name, name)} equals to 2, but got size {len(given)}. Give one number for both dimensions, or two"
            )
        out[name] = given
    return out


def _check_windows(name: str, kernel: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes) -> None:
    if min(kernel) <= 0:
        raise errors.shapes.no_kernel(name, kernel)
    for what, value in (("stride", stride), ("dilation", dilation)):
        if min(value) <= 0:
            raise RuntimeError(f"{name}: {what} should be greater than zero, but got {list(value)}")
    if min(padding) < 0:
        raise RuntimeError(f"{name}: padding should be non-negative, but got {list(padding)}")


@composite("unfold(input, kernel_size, dilation=1, padding=0, stride=1)", namespace=F)
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Extracts sliding windows from images. Each window becomes a column.

    Args:
        input: shape (N, C, H, W) or (C, H, W)

    Returns:
        a tensor of shape (N, C * h * w, number of windows)

    >>> F.unfold(wengert.ones(1, 1, 3, 3), (2, 2)).shape
    wengert.Size([1, 4, 4])
    """
    how = _pairs(kernel=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _check_unfolded(payload_of(input).shape, *how.values())
    return _im2col(input, **how) if input.ndim == 4 else squeeze(_im2col(unsqueeze(input, dim=0), **how), dim=0)


@planning.cached
def _check_unfolded(shape: Sizes, kernel: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes) -> None:
    if len(shape) not in (3, 4):
        raise RuntimeError(
            f"Expected 3D or 4D (batch mode) tensor for input with non-zero dimensions, but got: {list(shape)}"
        )
    check_entries("unfold", shape, 2)
    _check_windows("unfold", kernel, dilation, padding, stride)
    count = window_count([n + 2 * p for n, p in zip(shape[-2:], padding)], kernel, dilation, stride)
    if min(count) < 1:
        raise RuntimeError(
            f"Given input with spatial size {shape[-2:]}, kernel_size={kernel}, dilation={dilation}, padding={padding}, "
            f"calculated shape of the array of sliding blocks as {count}, but its components must be at least one."
        )


@composite("fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1)", namespace=F)
def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The transpose of :func:`unfold`: adds up the columns at the positions of their windows.

    Args:
        input: shape (N, C * h * w, number of windows), or without N
        output_size: the height and width of the images

    >>> F.fold(wengert.ones(1, 4, 4), (3, 3), (2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    size = _pairs(size=output_size)["size"]
    how = _pairs(kernel=kernel_size, dilation=dilation, padding=padding, stride=stride)
    _check_folded(payload_of(input).shape, size, *how.values())
    out = _col2im(input if input.ndim == 3 else unsqueeze(input, dim=0), size=size, **how)
    return out if input.ndim == 3 else squeeze(out, dim=0)


@planning.cached
def _check_folded(shape: Sizes, size: Sizes, kernel: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes) -> None:
    if len(shape) not in (2, 3):
        raise RuntimeError(
            f"Expected 3D or 4D (batch mode) tensor for input with non-zero dimensions, but got: {list(shape)}"
        )
    check_entries("fold", shape, 1)
    _check_windows("fold", kernel, dilation, padding, stride)
    if shape[-2] % math.prod(kernel):
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
            f"input.size(1)={shape[-2]} and kernel_size={kernel}."
        )
    count = window_count([n + 2 * p for n, p in zip(size, padding)], kernel, dilation, stride)
    if shape[-1] != math.prod(count):
        raise RuntimeError(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, padding={padding}, stride={stride}, "
            "expected size of input's dimension 2 to match the calculated number of sliding blocks "
            f"{' * '.join(map(str, count))} = {math.prod(count)}, but got input.size(2)={shape[-1]}."
        )
