"""Convolutions and padding, over any number of spatial dimensions.

Note [One form, three rows]
---------------------------
A convolution is one trilinear form T(x, w, y) = Σ x[n, c, p·stride + k·dilation - padding] w[o, c, k] y[n, o, p]. The
sum is over examples n, channels c and o, kernel positions k and result positions p. Fixing two arguments gives the
gradient with respect to the third. So there are three rows, and the formulas of each call the other two: the
convolution (x and w fixed), the transposed convolution (y and w) and the gradient of the weight (x and y). Groups split
c and o alike: x is (n, g·c), w is (g·o, c), y is (n, g·o). Where there are few products, one loop
computes any of the three (``window_loops.contracted``), because products of matrices cost more to call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import compiled, errors
from ...arrays import copies, dtypes, layouts, planning, reductions
from ...arrays.batched import no_examples
from ...arrays.matrix_batches import matmul as products
from ...declare.families import Reduction, affine, composite, linear, multilinear
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import clone
from ..reduce.reduce import sum as sum_of
from ..shape.dims import as_int, in_sequence
from ..shape.shape import compact, contiguous, movedim, reshape, squeeze, unsqueeze
from . import convolution_loops, tap_loops
from .activation import F
from .layer import leading
from .sliding import (
    Sizes,
    alone,
    blocks,
    check_entries,
    columns_of,
    inner,
    overlapped,
    sizes,
    spans,
    surrounded,
    weights_alone,
    window_count,
)
from .window_loops import contracted

# -- The three convolutions --------------------------------------------------------------------------------------------

FEW = 64  # positions: with fewer than these, all examples are put into one matrix
SMALL = 2**14  # bytes of windows: multiplying fewer than these costs less than one step per kernel position


def _matrices(a: Any, groups: int, count: int, together: bool = False) -> Any:
    """Reshape (N, g·c, …, *size) to one matrix per example: (N, g, c·…, P). ``count`` is the number of sizes.

    If these matrices would be narrow, or with ``together``, the result is one for all examples: (1, g, c·…, P·N)."""
    at = a.ndim - count
    examples, places = a.shape[0], math.prod(a.shape[at:])
    rows = math.prod(a.shape[1:at]) // groups
    if (together or places < FEW) and examples > 1:
        return a.transpose(*range(1, a.ndim), 0).reshape(1, groups, rows, places * examples)
    return a.reshape(examples, groups, rows, places)


def _from_matrices(m: Any, shape: Sizes, count: int, together: bool = False) -> Any:
    """The inverse of :func:`_matrices`: reshape to (N, g·c, …, *size)."""
    at = len(shape) - count
    if (together or math.prod(shape[at:]) < FEW) and shape[0] > 1:
        return m.reshape(*shape[1:], shape[0]).transpose(len(shape) - 1, *range(len(shape) - 1))
    return m.reshape(shape)


def _window_bytes(x: Any, kernel: Sizes, size: Sizes) -> int:
    return x.shape[1] * math.prod(kernel) * math.prod(size) * x.itemsize


def _correlated(
    xp: Any, x: Any, weight: Any, bias: Any, size: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, groups: int
) -> Any:
    """The convolution of ``x``, with ``padding`` zeros before it, and as many after it as ``size`` windows meet."""
    kernel = weight.shape[2:]
    if _is_product(kernel, stride, padding, groups):
        pixels = _pixels(x)
        if pixels is not None:
            out = products(xp, pixels, weight.reshape(weight.shape[:2]).T)
            if bias is not None:
                out += bias
            return layouts.arranged(out, (len(x), len(weight), *size), layouts.channels_order(x))
    else:
        found = convolution_loops.convolved(x, weight, bias, size, stride, padding, dilation, groups)
        if found is not None:
            return found
    met = [s * (n - 1) + d * (k - 1) + 1 for s, n, d, k in zip(stride, size, dilation, kernel)]
    x = surrounded(xp, x, padding, 0, tuple([max(m - n - p, 0) for m, n, p in zip(met, x.shape[2:], padding)]))
    out = _multiplied(xp, x, weight, size, stride, dilation, groups)
    if bias is not None:
        out += bias.reshape(-1, *(1,) * len(size))
    return out


def _is_product(kernel: Sizes, stride: Sizes, padding: Sizes, groups: int) -> bool:
    """Whether a convolution is one product of matrices for each example, without copies of windows."""
    return groups == 1 and max(kernel) == 1 == max(stride) and not any(padding)


def _pixels(x: Any) -> Any:
    """The channels of each pixel as rows of a matrix, if they are last in memory; else None."""
    order = layouts.channels_order(x)
    if order is None or not x.transpose(order).flags.c_contiguous:
        return None
    return x.transpose(order).reshape(-1, x.shape[1])


def _multiplied(xp: Any, x: Any, weight: Any, size: Sizes, stride: Sizes, dilation: Sizes, groups: int) -> Any:
    """The convolution of ``x``, which has been padded, as products of the weight and the windows."""
    channels, kernel, count = len(weight), weight.shape[2:], len(size)
    out = xp.empty((x.shape[0], channels, *size), x.dtype)
    rows = weight.reshape(groups, channels // groups, math.prod(weight.shape[1:]))
    for block in blocks(len(x), _window_bytes(x, kernel, size)):
        windows, into = _matrices(columns_of(xp, x[block], kernel, size, stride, dilation), groups, count), out[block]
        if len(windows) == len(into):
            products(xp, rows, windows, out=into.reshape(*windows.shape[:2], rows.shape[1], windows.shape[3]))
        else:
            into[...] = _from_matrices(products(xp, rows, windows), into.shape, count)
    return out


INDICES = {"x": "nc", "w": "oc", "y": "no"}  # what dimensions 0 and 1 of each tensor index, beside the groups
GROUPED = {"x": 1, "w": 0, "y": 1}  # the dimension that contains the groups, too
KINDS = {"_convolution": "xwy", "_convolution_input": "ywx", "_convolution_weight": "xyw"}  # arguments and result


def _place_of(kind: str, index: str, groups: int) -> tuple[int, int]:
    """The dimension that contains an index, and the number of groups before it in that dimension."""
    if index == "g":
        return GROUPED[kind], 1
    dim = INDICES[kind].index(index)
    return dim, groups if dim == GROUPED[kind] else 1


def _folded(a: Any, kind: str, index: str, groups: int) -> Any:
    """Merge the batch dimension of ``a``, which comes first, into one of its indices."""
    dim, before = _place_of(kind, index, groups)
    batch, *shape = a.shape
    a = reshape(a, (batch, *shape[:dim], before, shape[dim] // before, *shape[dim + 1 :]))
    return reshape(movedim(a, 0, dim + 1), (*shape[:dim], shape[dim] * batch, *shape[dim + 1 :]))


def _unfolded(a: Any, kind: str, index: str, groups: int, batch: int) -> Any:
    """The inverse of :func:`_folded`."""
    dim, before = _place_of(kind, index, groups)
    shape = a.shape
    a = reshape(a, (*shape[:dim], before, batch, shape[dim] // (before * batch), *shape[dim + 1 :]))
    return reshape(movedim(a, dim + 1, 0), (batch, *shape[:dim], shape[dim] // batch, *shape[dim + 1 :]))


def _batched_convolution(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    """The batch rule: merge the batch into the groups, or into an index of the batched argument and the result only."""
    if not size:  # no group to merge the batch into
        return no_examples(op, args, flags, params)
    a, b, *bias = args
    kind_a, kind_b, kind = KINDS[op.name]
    groups = params["groups"]
    if flags[0] and flags[1]:
        a, b = _folded(a, kind_a, "g", groups), _folded(b, kind_b, "g", groups)
        out = _unfolded(op(a, b, **{**params, "groups": groups * size}), kind, "g", groups, size)
    elif flags[0]:
        (index,) = set(INDICES[kind_a]) - set(INDICES[kind_b])
        out = _unfolded(op(_folded(a, kind_a, index, groups), b, **params), kind, index, groups, size)
    elif flags[1]:
        (index,) = set(INDICES[kind_b]) - set(INDICES[kind_a])
        out = _unfolded(op(a, _folded(b, kind_b, index, groups), **params), kind, index, groups, size)
    else:
        out = op(a, b, **params)
    if not bias:
        return out
    return out + reshape(bias[0], (*((size, 1) if flags[2] else ()), -1, *(1 for _ in params["stride"])))


CHANNELS = Reduction(
    reduce=lambda g: sum_of(g, (0, *range(2, g.ndim))), spread=lambda t, stride: reshape(t, (-1, *(1 for _ in stride)))
)


@affine(
    x=lambda g, weight, x_meta, stride, padding, dilation, groups: _convolution_input(
        g, conj(weight), size=x_meta.shape[2:], stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    weight=lambda g, x, weight_meta, stride, padding, dilation, groups: _convolution_weight(
        conj(x), g, size=weight_meta.shape[2:], stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    bias=CHANNELS, batch=_batched_convolution, promote="match", layout="lines images", saved="x=input x_meta=",
)  # fmt: skip
def _convolution(xp, x, weight, bias=None, *, stride, padding, dilation, groups):
    small = contracted(x, weight, None, bias, None, stride, padding, dilation, groups)
    if small is not None:
        return small
    space = [n + 2 * p for n, p in zip(x.shape[2:], padding)]
    size = window_count(space, weight.shape[2:], dilation, stride)
    return _correlated(xp, x, weight, bias, size, stride, padding, dilation, groups)


def _convolution_like(y_meta: Any, x: Any, weight: Any, **how: Any) -> Any:
    """A convolution whose result has the space of ``y``. With output padding, more windows would fit than ``y`` has."""
    out = _convolution(x, weight, **how)
    beyond = [n - m for n, m in zip(y_meta.shape[2:], out.shape[2:])]
    return (
        constant_pad_nd(out, pad=tuple([p for b in reversed(beyond) for p in (0, b)]), value=0) if any(beyond) else out
    )


@affine(
    y=lambda g, weight, y_meta, stride, padding, dilation, groups: _convolution_like(
        y_meta, g, conj(weight), stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    weight=lambda g, y, weight_meta, stride, padding, dilation, groups: _convolution_weight(
        g, conj(y), size=weight_meta.shape[2:], stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    bias=CHANNELS, batch=_batched_convolution, promote="match", layout="lines images", saved="y=input size=", node="ConvolutionBackward0",
)  # fmt: skip
def _convolution_input(xp, y, weight, bias=None, *, size, stride, padding, dilation, groups):
    """The transposed convolution: the gradient of a convolution's input, given ``y``. ``size`` is the input's space."""
    small = contracted(None, weight, y, bias, size, stride, padding, dilation, groups)
    if small is not None:
        return small
    return _transposed(xp, y, weight, bias, size, stride, padding, dilation, groups)


def _transposed(xp: Any, y: Any, weight: Any, bias: Any, size: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes,
                groups: int) -> Any:  # fmt: skip
    channels, kernel, count = weight.shape[1], weight.shape[2:], len(size)
    given = y.shape[2:]
    before = tuple([d * (k - 1) - p for k, d, p in zip(kernel, dilation, padding)])
    shape = (y.shape[0], channels * groups, *size)
    each = y.shape[1] * math.prod(size)  # copying windows of y is cheaper than adding up those of x
    cheaper = each <= 2 * shape[1] * math.prod(given) or len(y) * each * math.prod(kernel) * y.itemsize <= SMALL
    if max(stride) > 1:
        cheaper = alone(y, groups, shape[1], size)
    after = tuple([n + p - m for n, p, m in zip(size, padding, spans(given, stride))])
    if min(*before, *after) >= 0 and cheaper:  # then it is a convolution with the kernels reversed
        each = weight.shape[0] // groups
        turned = weight.reshape(groups, each, *weight.shape[1:])[(..., *(slice(None, None, -1) for _ in kernel))]
        turned = turned.swapaxes(1, 2).reshape(shape[1], each, *kernel)
        if max(stride) > 1:
            y, before = surrounded(xp, y, before, 0, after, stride), (0,) * count
        return _correlated(xp, y, turned, bias, size, (1,) * count, before, dilation, groups)
    space = tuple([n + 2 * p for n, p in zip(size, padding)])
    out = xp.empty(shape, y.dtype)
    rows = weight.reshape(groups, weight.shape[0] // groups, math.prod(weight.shape[1:])).swapaxes(1, 2)
    together = not compiled.active and len(y) > given[-1]  # NumPy adds long runs in less time than short lines
    for block in blocks(len(y), shape[1] * math.prod(kernel) * math.prod(given) * y.itemsize):
        product = products(xp, rows, _matrices(y[block], groups, count, together))
        columns = _from_matrices(product, (len(y[block]), shape[1], *kernel, *given), count, together)
        out[block] = inner(overlapped(xp, columns, space, stride, dilation), padding, size)
    if bias is not None:
        out += bias.reshape(-1, *(1 for _ in size))
    return out


@multilinear(
    x=lambda g, y, x_meta, stride, padding, dilation, groups: _convolution_input(
        conj(y), g, size=x_meta.shape[2:], stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    y=lambda g, x, y_meta, stride, padding, dilation, groups: _convolution_like(
        y_meta, conj(x), g, stride=stride, padding=padding, dilation=dilation, groups=groups
    ),
    promote="match", node="ConvolutionBackwardBackward0", batch=_batched_convolution,
)  # fmt: skip
def _convolution_weight(xp, x, y, *, size, stride, padding, dilation, groups):
    """The gradient of the weight of a convolution of ``x``, given ``y``. ``size`` is the size of the kernel."""
    small = contracted(x, None, y, None, size, stride, padding, dilation, groups)
    if small is not None:
        return small
    space, count = y.shape[2:], len(size)
    channels, each = y.shape[1], x.shape[1] // groups
    single = alone(x, groups, channels, space)
    if _is_product(size, stride, padding, groups):
        pixels, others = _pixels(x), _pixels(y)
        if pixels is not None and others is not None:
            return products(xp, others.T, pixels).reshape(channels, each, *size)
    elif not single:
        parts = convolution_loops.weights(x, y, size, stride, padding, dilation, groups)
        if parts is not None:
            return reductions.total(parts, 0)
    x = surrounded(xp, x, padding)
    if single:
        gradient = weights_alone(x, y, size, stride, dilation)
        if gradient is not None:
            return gradient
    out = copies.zeros(xp, (groups, each * math.prod(size), channels // groups), x.dtype)
    for block in blocks(len(x), _window_bytes(x, size, space)):
        windows = _matrices(columns_of(xp, x[block], size, space, stride, dilation), groups, count)
        out += reductions.total(products(xp, windows, _matrices(y[block], groups, count).swapaxes(2, 3)), 0)
    return out.swapaxes(1, 2).reshape(channels, each, *size)


# -- Public functions --------------------------------------------------------------------------------------------------


def _check_settings(stride: Sizes, padding: Sizes, dilation: Sizes, groups: int) -> None:
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported. Give padding of at least 0.")
    for what, least in (("stride", min(stride)), ("dilation", min(dilation)), ("groups", groups)):
        if least <= 0:
            raise RuntimeError(f"non-positive {what} is not supported. Give a number of at least 1.")


def _shapes(input: Any, weight: Any, bias: Any) -> tuple[Sizes, Sizes, Sizes | None]:
    return payload_of(input).shape, payload_of(weight).shape, None if bias is None else payload_of(bias).shape


def _check_shapes(name: str, input: Sizes, weight: Sizes, bias: Sizes | None, groups: int, count: int,
                  transposed: bool) -> None:  # fmt: skip
    if len(input) not in (count + 1, count + 2):
        raise RuntimeError(
            f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to {name}, but got input of size: "
            f"{list(input)}"
        )
    shape, in_channels = list(weight), input[-count - 1]
    if len(shape) != count + 2:
        raise RuntimeError(f"Expected {count + 2}D weight for {name}, but got weight of size: {shape}")
    if 0 in shape[2:]:
        raise errors.shapes.no_kernel(name, shape[2:])
    if 0 in input[-count:]:
        raise errors.shapes.no_entries(name, count, input)
    if shape[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of size "
            f"[{shape}] instead"
        )
    expected = shape[0] if transposed else shape[1] * groups
    if in_channels != expected:
        raise RuntimeError(
            f"Given {'transposed' if transposed else 'groups'}={1 if transposed else groups}, weight of size {shape}, "
            f"expected input{list(input)} to have {expected} channels, but got {in_channels} channels instead. "
            "The sizes of input are (batch, channels, ...), or (channels, ...) of one example."
        )
    channels = shape[1] * groups if transposed else shape[0]
    if bias is not None and bias != (channels,):
        raise RuntimeError(
            f"Given weight of size {shape}, expected bias to be 1-dimensional with {channels} elements, but got bias of "
            f"size {list(bias)} instead"
        )


def _applied(row: Any, input: Any, weight: Any, bias: Any, count: int, **how: Any) -> Any:
    """Call a row, with a batch dimension added if there is none."""
    batch = input if input.ndim == count + 2 else unsqueeze(input, dim=0)
    out = row.apply((batch, weight) if bias is None else (batch, weight, bias), how)
    return out if batch is input else squeeze(out, dim=0)


def _by_x(x: Sequence[int]) -> str:
    return f"({' x '.join(map(str, x))})"


def _conv(count: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    stride, dilation = sizes("stride", stride, count), sizes("dilation", dilation, count)
    if isinstance(padding, str):
        _check_shapes(f"conv{count}d", *_shapes(input, weight, bias), groups, count, False)
        reach = [n - 1 for n in spans(weight.shape[2:], dilation)]
        if padding not in ("same", "valid"):
            raise RuntimeError(f"Invalid padding string: '{padding}'. Choose 'valid' or 'same', or give numbers.")
        same = padding == "same"
        if same and any(s != 1 for s in stride):
            raise RuntimeError(
                "padding='same' is not supported for strided convolutions. Give numbers as padding, or a stride of 1."
            )
        padding = tuple(n // 2 if same else 0 for n in reach)
        if same and any(n % 2 for n in reach):  # an even kernel needs one more entry after than before
            input = constant_pad_nd(input, pad=tuple(p for n in reversed(reach) for p in (0, n % 2)), value=0)
    padding, groups = sizes("padding", padding, count), as_int(groups)
    _check_convolution(count, _shapes(input, weight, bias), stride, padding, dilation, groups)
    how = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    return _applied(_convolution, input, weight, bias, count, **how)


@planning.cached
def _check_convolution(count: int, shapes: Any, stride: Sizes, padding: Sizes, dilation: Sizes, groups: int) -> None:
    _check_settings(stride, padding, dilation, groups)
    _check_shapes(f"conv{count}d", *shapes, groups, count, False)
    input, weight, _ = shapes
    space = [n + 2 * p for n, p in zip(input[-count:], padding)]
    span = spans(weight[2:], dilation)
    if any([n < k for n, k in zip(space, span)]):
        raise RuntimeError(
            f"Calculated padded input size per channel: {_by_x(space)}. Kernel size: {_by_x(span)}. Kernel size can't be "
            "greater than actual input size. "
            "Use a smaller kernel, or more padding."
        )


@composite("conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", namespace=F, aliases="conv1d")
def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """One-dimensional convolution (as a cross-correlation), summed over the input channels.

    Args:
        input: shape (N, C, L) or (C, L)
        weight: the kernels: shape (K, C / groups, k)
        padding: the number of zeros to add on both sides, or ``'valid'`` or ``'same'``

    Returns:
        a tensor of shape (N, K, (L + 2 * padding - dilation * (k - 1) - 1) // stride + 1)

    >>> F.conv1d(wengert.tensor([[1.0, 2.0, 3.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[3., 5.]])
    """
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


@composite("conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", namespace=F, aliases="conv2d")
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Two-dimensional convolution (as a cross-correlation), summed over the input channels.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        weight: the kernels: shape (K, C / groups, h, w)
        padding: the number of zeros to add on both sides, or ``'valid'`` or ``'same'``

    >>> F.conv2d(wengert.ones(1, 1, 3, 3), wengert.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


@composite("conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1)", namespace=F, aliases="conv3d")
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Three-dimensional convolution (as a cross-correlation), summed over the input channels.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        weight: the kernels: shape (K, C / groups, d, h, w)
        padding: the number of zeros to add on both sides, or ``'valid'`` or ``'same'``

    >>> F.conv3d(wengert.ones(1, 1, 3, 3, 3), wengert.ones(2, 1, 2, 2, 2)).shape
    wengert.Size([1, 2, 2, 2, 2])
    """
    return _conv(3, input, weight, bias, stride, padding, dilation, groups)


def _conv_transpose(count: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, output_padding: Any,
                    groups: int, dilation: Any) -> Any:  # fmt: skip
    stride, dilation = sizes("stride", stride, count), sizes("dilation", dilation, count)
    padding, extra = sizes("padding", padding, count), sizes("output_padding", output_padding, count)
    groups = as_int(groups)
    size = _transposed_size(count, _shapes(input, weight, bias), stride, padding, extra, dilation, groups)
    how = {"size": size, "stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    return _applied(_convolution_input, input, weight, bias, count, **how)


@planning.cached
def _transposed_size(count: int, shapes: Any, stride: Sizes, padding: Sizes, extra: Sizes, dilation: Sizes,
                     groups: int) -> Sizes:  # fmt: skip
    """The space of the result of a transposed convolution, whose arguments are checked."""
    _check_settings(stride, padding, dilation, groups)
    _check_shapes(f"conv_transpose{count}d", *shapes, groups, count, True)
    input, weight, _ = shapes
    if min(extra) < 0:
        raise RuntimeError("negative output_padding is not supported. Give output_padding of at least 0.")
    if any(e >= max(s, d) for e, s, d in zip(extra, stride, dilation)):
        raise RuntimeError(
            f"output padding must be smaller than either stride or dilation, but got output_padding={extra}, "
            f"stride={stride}, dilation={dilation}"
        )
    space = zip(input[-count:], stride, padding, spans(weight[2:], dilation), extra)
    size = tuple((n - 1) * s - 2 * p + k + e for n, s, p, k, e in space)
    if min(size) < 1:
        raise RuntimeError(
            f"Given input size per channel: {_by_x(input[-count:])}. Calculated output size per channel: "
            f"{_by_x(size)}. Output size is too small. "
            "Give a larger input, or more output_padding."
        )
    return size


@composite(
    "conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", namespace=F,
    aliases="conv_transpose1d",
)  # fmt: skip
def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of :func:`conv1d`, as a linear map: it computes the gradient of a convolution's input from its
    result's.

    Args:
        input: shape (N, C, L) or (C, L)
        weight: the kernels: shape (C, K / groups, k)
        padding: the number of entries to cut off on both sides

    >>> F.conv_transpose1d(wengert.tensor([[1.0, 2.0]]), wengert.tensor([[[1.0, 1.0]]]))
    tensor([[1., 3., 2.]])
    """
    return _conv_transpose(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@composite(
    "conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", namespace=F,
    aliases="conv_transpose2d",
)  # fmt: skip
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of :func:`conv2d`, as a linear map: it computes the gradient of a convolution's input from its
    result's.

    Args:
        input: shape (N, C, H, W) or (C, H, W)
        weight: the kernels: shape (C, K / groups, h, w)
        padding: the number of entries to cut off on both sides

    >>> F.conv_transpose2d(wengert.ones(1, 1, 2, 2), wengert.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])
    """
    return _conv_transpose(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@composite(
    "conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1)", namespace=F,
    aliases="conv_transpose3d",
)  # fmt: skip
def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transpose of :func:`conv3d`, as a linear map: it computes the gradient of a convolution's input from its
    result's.

    Args:
        input: shape (N, C, D, H, W) or (C, D, H, W)
        weight: the kernels: shape (C, K / groups, d, h, w)
        padding: the number of entries to cut off on both sides

    >>> F.conv_transpose3d(wengert.ones(1, 1, 2, 2, 2), wengert.ones(1, 1, 2, 2, 2)).shape
    wengert.Size([1, 1, 3, 3, 3])
    """
    return _conv_transpose(3, input, weight, bias, stride, padding, output_padding, groups, dilation)


# -- Padding -----------------------------------------------------------------------------------------------------------


def _check_pad(x: Any, *, pad: Sequence[int], value: Any = 0) -> None:
    if value is None:  # NumPy would convert None to NaN
        raise errors.calls.wrong_type("constant_pad_nd", "value", "number", value)
    if len(pad) % 2:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * x.ndim:
        raise RuntimeError(
            "Length of pad should be no more than twice the number of dimensions of the input. "
            f"Pad length is {len(pad)} while the input has {x.ndim} dimensions."
        )


@affine(
    "constant_pad_nd(input, pad, value=0)",
    x=lambda g, pad: constant_pad_nd(g, pad=tuple(-as_int(p) for p in pad), value=0), constant="value",
    batch=leading, check=_check_pad, moves=True, layout="free", method=False, saved="value=",
)  # fmt: skip
def constant_pad_nd(xp, x, *, pad, value=0):
    """Pads ``input`` with a number. Negative padding cuts entries off.

    Args:
        value: the number to pad with

    >>> wengert.constant_pad_nd(wengert.tensor([1, 2]), (1, 1), 9)
    tensor([9, 1, 2, 9])
    """
    _check_pad(x, pad=pad, value=value)
    value = dtypes.fitting(value, x.dtype)
    key, before, after = _cut(x.shape, in_sequence(pad))
    if not any(pad):
        return layouts.copied(x)  # as PyTorch's clone
    cut = x[key]
    order = layouts.channels_order(x) if x.ndim > 3 else None
    if order is not None:
        rest = (0,) * (x.ndim - len(before))
        before, after = ([(*rest, *sizes)[axis] for axis in order] for sizes in (before, after))
        cut = cut.transpose(order)
    out = surrounded(xp, cut, tuple(before), value, tuple(after))
    out = copies.copied(out) if out is cut else out
    return out if order is None else layouts.turned_back(out, order)


@planning.cached
def _cut(shape: Sizes, pad: Sizes) -> tuple[Any, Sizes, Sizes]:
    """The part of an array that negative padding leaves, and the padding before and after it."""
    before, after = pad[::2][::-1], pad[1::2][::-1]
    space = shape[len(shape) - len(before) :]
    for n, a, b in zip(space, before, after):
        if n + a + b < 0:
            raise RuntimeError(
                f"The input size {n}, plus negative padding {a} and {b}, resulted in a negative output size. "
                "Remove fewer elements."
            )
    key = (..., *[slice(max(-a, 0), n - max(-b, 0)) for n, a, b in zip(space, before, after)])
    return key, tuple([max(a, 0) for a in before]), tuple([max(b, 0) for b in after])


def _reflect(at: Any, n: int) -> Any:
    at = np.abs(at)
    return np.where(at < n, at, 2 * (n - 1) - at)


def _wrap(at: Any, n: int) -> Any:
    if not len(at):
        return at
    low, high = max(int(at[0]), 0), min(int(at[-1]) + 1, n)  # the entries that negative padding leaves
    return low + (at - low) % (high - low)


SOURCES = {"reflect": _reflect, "replicate": lambda at, n: np.clip(at, 0, n - 1), "circular": _wrap}


@planning.cached
def _border_taps(n: int, before: int, after: int, mode: str) -> Any:
    """The places that entries around and among ``n`` entries are copies of."""
    return np.ascontiguousarray(SOURCES[mode](np.arange(-before, n + after), n)[None])


@planning.cached
def _runs(n: int, before: int, after: int, mode: str) -> list[tuple[slice, slice, bool]]:
    """The runs of positions around ``n`` entries: (target slice, source slice, True if the source is one entry)."""
    at = SOURCES[mode](np.arange(-before, n + after), n)
    ends = [0]
    while ends[-1] < len(at):
        start = end = ends[-1]
        step = at[start + 1] - at[start] if start + 1 < len(at) else 1
        while end + 1 < len(at) and at[end + 1] - at[end] == step in (-1, 0, 1):
            end += 1
        ends.append(end + 1)
    runs = []
    for start, end in zip(ends, ends[1:]):
        first, last = int(at[start]), int(at[end - 1])
        back = slice(first, last - 1 if last else None, -1)
        runs.append((slice(start, end), back if last < first else slice(first, last + 1), first == last))
    return runs


def _across(cut: slice, dim: int) -> tuple[Any, ...]:
    """The index that takes a slice of a dimension, which is counted from the last."""
    return (..., cut, *(slice(None) for _ in range(-dim - 1)))


@linear(
    x=lambda g, x_meta, before, after, mode, dim: _unbordered(
        g, n=x_meta.shape[dim], before=before, after=after, mode=mode, dim=dim
    ),
    batch=leading, moves=True, layout="images volumes", node="PadBackward0", saved="x_meta=",
)  # fmt: skip
def _bordered(xp, x, *, before, after, mode, dim):
    """Pad a dimension of ``x``, which is counted from the last, with entries of ``x``."""
    at = x.ndim + dim
    if xp is np:
        found = tap_loops.along(x, _border_taps(x.shape[at], before, after, mode), None, at)
        if found is not None:
            return found
    out = xp.empty((*x.shape[:at], before + x.shape[at] + after, *x.shape[at + 1 :]), x.dtype)
    for to, source, _ in _runs(x.shape[at], before, after, mode):
        copies.put_at(out, _across(to, dim), x[_across(source, dim)])
    return out


@linear(
    y=lambda g, before, after, mode, dim: _bordered(g, before=before, after=after, mode=mode, dim=dim),
    batch=leading,
)  # fmt: skip
def _unbordered(xp, y, *, n, before, after, mode, dim):
    at = y.ndim + dim
    out = copies.zeros(xp, (*y.shape[:at], n, *y.shape[at + 1 :]), y.dtype)
    for to, source, shared in _runs(n, before, after, mode):
        part = y[_across(to, dim)]
        out[_across(source, dim)] += reductions.total(part, at, keepdims=True) if shared else part
    return out


def _as_float(value: Any) -> Any:
    """A negative integer is a float here, which does not wrap around in unsigned dtypes; and a large one, as in torch."""
    return float(value) if type(value) is int and not 0 <= value < 2**63 else value


@composite('pad(input, pad, mode="constant", value=None)', namespace=F)
def pad(input, pad, mode="constant", value=None):
    """Pads ``input`` with a constant, or with its own entries.

    Args:
        mode: ``'constant'``, or ``'reflect'``, ``'replicate'`` or ``'circular'`` to repeat entries of ``input``
        value: the constant; None means 0

    >>> F.pad(wengert.tensor([[1.0, 2.0, 3.0]]), (1, 1), mode="reflect")
    tensor([[2., 1., 2., 3., 2.]])
    """
    pads = in_sequence(pad)
    if len(pads) % 2:
        raise RuntimeError(
            f"Padding length must be divisible by 2, got {len(pads)}: give two for each dimension, from the last one on."
        )
    if len(pads) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got padding length "
            f"{len(pads)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return constant_pad_nd(input, pad=pads, value=0 if value is None or not any(pads) else _as_float(value))
    if value is not None and value != 0:
        raise RuntimeError(
            f"Padding mode \"{mode}\" doesn't take in value argument. Leave value out, or choose mode 'constant'."
        )
    if mode not in SOURCES:
        raise NotImplementedError(
            f"Unrecognised padding mode {mode}. Choose 'constant', 'reflect', 'replicate' or 'circular'."
        )
    count = len(pads) // 2
    if not count or input.ndim not in (count + 1, count + 2):
        raise NotImplementedError(
            f"Padding size {len(pads)} is not supported for {input.ndim}D input tensor. Non-constant padding pads the last "
            "dimension of a 2D or 3D tensor, the last two of a 3D or 4D one, or the last three of a 4D or 5D one. "
            "Give padding for these dimensions alone."
        )
    if mode != "circular":
        check_entries("pad", input.shape, count)
    out = input
    for i, (before, after) in enumerate(zip(pads[::2], pads[1::2])):
        dim = input.ndim - 1 - i
        n = input.shape[dim]
        if mode == "reflect" and max(before, after) >= n:
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input dimension, but got: padding "
                f"({before}, {after}) at dimension {dim} of input {list(input.shape)}"
            )
        if mode == "circular" and max(before, after) > n:
            raise RuntimeError(
                "Padding value causes wrapping around more than once. Give padding of at most the input's size."
            )
        if before or after:
            out = _bordered(out, before=before, after=after, mode=mode, dim=-1 - i)
    if mode == "circular":
        return compact(input) if out is input else contiguous(out)
    return clone(input, memory_format=layouts.suggested(payload_of(input))) if out is input else out
