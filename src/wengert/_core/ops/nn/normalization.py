"""Normalization: layers that scale values to mean 0 and variance 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, layouts, objects, planning, reductions
from ...arrays.batched import batch_pointwise, repeat_first
from ...arrays.fused import in_one_pass, in_rows
from ...declare.families import composite, constant, general, pointwise
from ...declare.forward import total
from ...dispatch.inplace import apply_inplace
from ...tape.tensor import payload_of
from ..elementwise.clamping import clamp_min
from ..elementwise.complex import conj
from ..elementwise.elementary import rsqrt
from ..elementwise.pointwise import _to, add, addcmul, mul, neg, sub, true_divide
from ..reduce.norm import vector_norm
from ..reduce.reduce import mean as mean_of
from ..reduce.reduce import sum as sum_of
from ..shape.arrange import expand, repeat
from ..shape.dims import as_sizes
from ..shape.shape import contiguous, reshape, view
from . import column_norm_loops, norm_loops
from .activation import F

# There are three rows with one kernel and one set of formulas. They differ in the name that torch's graph shows.
# ``dims`` are negative, so batch dimensions in front change nothing. ``weight`` and ``bias`` broadcast against ``x``.
# ``mean`` and ``var`` are outputs with gradients of their own: the formula for ``x`` names them and must be
# differentiable again.


@pointwise(
    x=lambda g, scale: g * conj(scale), mean=lambda g, scale: -g * conj(scale),
    scale=lambda g, x, mean: g * conj(x - mean),
)  # fmt: skip
def _standard(xp, x, mean, scale):
    return (x - mean) * scale


@pointwise(
    t=lambda g, scale: g * conj(scale), mean=lambda g, scale: -g * conj(scale),
    standard=lambda g, slope, scale: -g * conj(slope * scale), slope=lambda g, standard, scale: -g * conj(standard * scale),
    scale=lambda g, t, mean, standard, slope: g * conj(t - mean - standard * slope),
)  # fmt: skip
def _without(xp, t, mean, standard, slope, scale):
    return (t - mean - standard * slope) * scale


@in_rows
def _without_moments(t: Any, standard: Any, scale: Any, n: int, dim: Sequence[int]) -> Any:
    """The change of the standardized result due to a change ``t`` of the input: a symmetric matrix times ``t``."""
    mean, slope = sum_of(t, dim, True) / n, sum_of(standard * t, dim, True) / n
    return _without(t, mean, standard, slope, scale)


@in_rows
def _slope_of_rows(g: Any, x: Any, weight: Any, mean: Any, var: Any, n: int, eps: float, dim: Sequence[int]) -> Any:
    scale = rsqrt(var + eps)
    return _without_moments(g if weight is None else g * weight, _standard(x, mean, scale), scale, n, dim=dim)


@in_rows
def _weight_of_rows(g: Any, x: Any, mean: Any, var: Any, eps: float, dim: Sequence[int]) -> Any:
    return g * _standard(x, mean, rsqrt(var + eps))


@pointwise(
    t=lambda g, factor: g * conj(factor), x=lambda g, slope: -g * conj(slope), factor=lambda g, t: g * conj(t),
    mean=lambda g, slope: g * conj(slope), slope=lambda g, x, mean: -g * conj(x - mean), shift=lambda g: -g,
)  # fmt: skip
def _bent(xp, t, x, factor, mean, slope, shift):
    return t * factor - (x - mean) * slope - shift


LARGE = 1 << 15  # elements


@in_rows
def _row_sums(g: Any, x: Any, mean: Any, scale: Any, dim: Sequence[int]) -> tuple[Any, Any]:
    """The sums along ``dim`` of ``g``, and of its products with the standardized ``x``."""
    return sum_of(g, dim, True), sum_of(g * _standard(x, mean, scale), dim, True)


def _even(x: Any, weight: Any, dims: Sequence[int]) -> tuple[int, ...]:
    """The last dimensions that are in ``dims`` and share one weight. Empty if two passes would not pay off."""
    if math.prod(x.shape) < LARGE:
        return ()
    count = 0
    while -count - 1 in dims and (weight is None or weight.ndim <= count or weight.shape[-count - 1] == 1):
        count += 1
    return _last(count) if math.prod(x.shape[x.ndim - count :]) >= 8 else ()  # otherwise rows are too short


def _sums(g: Any, x: Any, mean: Any, scale: Any, even: tuple[int, ...]) -> tuple[Any, Any]:
    """:func:`_row_sums`, where several rows may share ``mean`` and ``scale``."""
    counts = [n // m for n, m in zip(x.shape[: -len(even)], mean.shape)]
    if max(counts, default=1) > 1:
        mean, scale = (repeat(v, repeats=(*counts, *(1 for _ in even))) for v in (mean, scale))
    if arrays.are_numpy(g, x, mean, scale):
        found = norm_loops.sums(g, x, mean, scale, len(even))
        if found is not None:
            return found
    return _row_sums(g, x, mean, scale, dim=even)


def _norm_slope(g: Any, x: Any, weight: Any, mean: Any, var: Any, n: int, eps: float, dims: Sequence[int]) -> Any:
    dims = _counting(x.shape, dims)
    if arrays.are_numpy(g, x, mean, var) and dims == _last(len(dims)):
        found = norm_loops.slope(
            copies.in_row_major(g), copies.in_row_major(x), weight, mean, rsqrt(var + eps), len(dims)
        )
        if found is not None:
            return found
    even = _even(x, weight, dims)
    if not even or len(even) == len(dims) and weight is None:
        return _slope_of_rows(g, x, weight, mean, var, n, eps, dim=dims)
    scale = rsqrt(var + eps)
    shift, slope = _sums(g, x, mean, scale, even)
    factor = scale
    if weight is not None:
        shift, slope, factor = shift * weight, slope * weight, scale * weight
    rest = [d for d in dims if d not in even]
    if rest:
        shift, slope = sum_of(shift, rest, True), sum_of(slope, rest, True)
    return _bent(g, x, factor, mean, slope * scale * scale / n, shift * scale / n)


def _norm_weight(g_out, x, weight_meta, mean, var, dims, eps, d_all):
    if d_all[1] is not None:
        return d_all[1]
    even = _even(x, weight_meta, dims)
    if not even:
        return _weight_of_rows(g_out, x, mean, var, eps, dim=dims)
    return _sums(g_out, x, mean, rsqrt(var + eps), even)[1]


def _behind_channels(ndim: int, dims: Sequence[int]) -> int | None:
    """How many dimensions follow the channels, if ``dims`` are all others."""
    rest = [d for d in range(-ndim, 0) if d not in dims]
    return -rest[0] - 1 if len(rest) == 1 else None


def _single(x: Any, behind: int) -> bool:
    """Whether what is behind the channels is a single pixel: then channels are columns."""
    return math.prod(x.shape[x.ndim - behind :]) == 1


def _of_columns(loop: Any, given: Sequence[Any], behind: int, *numbers: float) -> Any:
    """What a loop over columns makes of arrays whose channels have a single pixel behind them; None if NumPy has to."""
    columns = [a if a is None else a.reshape(a.shape[: a.ndim - behind]) for a in given]
    found = loop(*columns, *numbers)
    return found and tuple([a.reshape(*a.shape, *(1,) * behind) for a in found])


def _in_row(parameter: Any) -> Any:
    """What there is for each channel, in a row: where channels are last, those of all pixels are columns."""
    return None if parameter is None else parameter.reshape(-1)


def _gradients(x, weight, mean, var, dims, eps, needs, g_out=None):
    """The gradients of ``x``, weight and bias, computed together; None for each if that is not possible."""
    if g_out is not None and arrays.are_numpy(g_out, x, mean, var):
        found = None
        if dims == _last(len(dims)):
            if weight is not None and any(needs[1:]):
                found = norm_loops.gradients(
                    copies.in_row_major(g_out),
                    copies.in_row_major(x),
                    weight,
                    mean,
                    rsqrt(var + eps),
                    len(dims),
                    needs[0],
                )
        elif (behind := _behind_channels(x.ndim, dims)) and _single(x, behind):
            found = _of_columns(column_norm_loops.slopes, (g_out, x, weight, mean, rsqrt(var + eps)), behind)
        elif behind:
            order = layouts.channels_order(x)
            if order is None or layouts.channels_order(g_out) != order:
                given = copies.in_row_major(g_out), copies.in_row_major(x)
                found = norm_loops.channel_slopes(*given, weight, mean, rsqrt(var + eps), behind)
            else:
                rows = (_in_row(weight), _in_row(mean), rsqrt(_in_row(var) + eps))
                found = column_norm_loops.slopes(g_out.transpose(order), x.transpose(order), *rows)
                if found is not None:
                    of_x, *others = found
                    found = (layouts.turned_back(of_x, order), *[a.reshape(-1, *(1,) * behind) for a in others])
        elif behind == 0:
            given = copies.in_row_major(g_out), copies.in_row_major(x)
            found = column_norm_loops.slopes(*given, weight, mean, rsqrt(var + eps))
        if found is not None:
            return found
    return None, None, None


def _count(shape: Sequence[int], dims: Sequence[int]) -> int:
    """How many numbers share a mean; 1 where there are none, since what is divided by it is empty then."""
    return max(math.prod([shape[d] for d in dims]), 1)


def _norm_input(x, weight, mean, var, x_meta, dims, eps, d_all, g_out=None, g_mean=None, g_var=None):
    parts = []
    n = _count(x_meta.shape, dims)
    if g_out is not None:
        parts.append(_norm_slope(g_out, x, weight, mean, var, n, eps, dims) if d_all[0] is None else d_all[0])
    if g_mean is not None:
        parts.append(expand(g_mean / n, shape=x_meta.shape))
    if g_var is not None:
        parts.append(g_var * (x - mean) * (2 / n))
    return total(parts)


def _norm_tangent(x, weight, mean, var, x_meta, dims, eps, t_x=None, t_weight=None, t_bias=None):
    n = _count(x_meta.shape, dims)
    scale = rsqrt(var + eps)
    standard = _standard(x, mean, scale)
    t_out = t_mean = t_var = None
    if t_x is not None:
        t_mean, t_var = mean_of(t_x, dims, True), 2 * mean_of((x - mean) * t_x, dims, True)
        t_out = _without_moments(t_x, standard, scale, n, dim=dims)
        t_out = t_out if weight is None else t_out * weight
    return total([t_out, None if t_weight is None else standard * t_weight, t_bias]), t_mean, t_var


def _batched_norm(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    x = args[0] if flags[0] else repeat_first(args[0], size)
    return batch_pointwise(op, size, (x, *args[1:]), (True, *flags[1:]), params)


NORM = {
    "all": _gradients, "x": _norm_input, "weight": _norm_weight,
    "bias": lambda g_out, d_all: g_out if d_all[2] is None else d_all[2],
    "jvp": _norm_tangent, "outputs": "out mean var", "batch": _batched_norm, "promote": "match",
}  # fmt: skip


@in_one_pass
def _shared(xp: Any, total: Any, n: Any) -> Any:
    return total / n


@in_one_pass
def _squares(xp: Any, x: Any, mean: Any) -> Any:
    return xp.square(x - mean)


@in_one_pass
def _inverse_root(xp: Any, var: Any, eps: Any) -> Any:
    return 1 / xp.sqrt(var + eps)


@in_one_pass
def _scaled(xp: Any, x: Any, mean: Any, scale: Any, weight: Any, bias: Any) -> Any:
    out = x - mean
    out *= scale * weight  # of batches the factors are small
    out += bias
    return out


NARROW = 2.0**-16  # below this share of the squared mean, a variance shows how the mean was rounded


def _moments(xp: Any, x: Any, n: int, dim: Sequence[int]) -> tuple[Any, Any]:
    mean = _shared(xp, reductions.total(x, dim, True), n)
    var = _shared(xp, reductions.total(_squares(xp, x, mean), dim, True), n)
    if x.dtype == dtypes.F32 and xp is np and reductions.some(var < mean * mean * NARROW, None):
        mean, squares = reductions.moments(x, tuple(dim))
        return mean.astype(x.dtype), (squares / n).astype(x.dtype)
    return mean, var


def _normalised(
    xp: Any, x: Any, weight: Any, bias: Any, n: int, eps: float, dim: Sequence[int]
) -> tuple[Any, Any, Any]:
    mean, var = _moments(xp, x, n, dim=dim)
    scale = _inverse_root(xp, var, eps)
    if weight is None and bias is None:
        return _standard(x, mean, scale), mean, var
    return _scaled(xp, x, mean, scale, 1.0 if weight is None else weight, 0.0 if bias is None else bias), mean, var


def _standardised(xp: Any, x: Any, weight: Any, bias: Any, dims: Sequence[int], eps: float) -> tuple[Any, Any, Any]:
    dims, found = _counting(x.shape, dims), None
    if dims == _last(len(dims)):
        x = copies.in_row_major(x)
        found = norm_loops.normalised(x, weight, bias, len(dims), eps)
    elif (behind := _behind_channels(x.ndim, dims)) and _single(x, behind):
        found = _of_columns(column_norm_loops.normalised, (x, weight, bias), behind, eps)
    elif behind:
        order = layouts.channels_order(x)
        if order is None:
            found = norm_loops.channels(x, weight, bias, behind, eps)
        else:
            found = column_norm_loops.normalised(x.transpose(order), _in_row(weight), _in_row(bias), eps)
            found = found and tuple([layouts.turned_back(a, order) for a in found])
    elif behind == 0:
        found = column_norm_loops.normalised(x, weight, bias, eps)
    if found is not None:
        return found
    return _normalised(xp, x, weight, bias, math.prod([x.shape[d] for d in dims]), eps, dim=dims)


@general(
    **NORM,
    node="NativeLayerNormBackward0",
    row_major=True,
    saved="x=input mean=result1 var= x_meta= dims= eps=",
    real_only="LayerNormKernelImpl",
)
def _layer_norm(xp, x, weight=None, bias=None, *, dims, eps):
    return _standardised(xp, x, weight, bias, dims, eps)


@general(
    **NORM,
    node="NativeGroupNormBackward0",
    saved="x=input mean=result1 var= x_meta= dims=",
    real_only="GroupNormKernelImpl",
)
def _group_norm(xp, x, weight=None, bias=None, *, dims, eps):
    return _standardised(xp, x, weight, bias, dims, eps)


@general(
    **NORM,
    node="NativeBatchNormBackward0",
    saved="x=input mean= var= x_meta= dims=",
    real_only="batch_norm",
)
def _batch_norm(xp, x, weight=None, bias=None, *, dims, eps):
    return _standardised(xp, x, weight, bias, dims, eps)


def _counting(shape: Sequence[int], dims: Sequence[int]) -> tuple[int, ...]:
    """``dims`` without a first one of length 1: the channels of a single example are rows."""
    return tuple(dims[1:] if len(dims) > 1 and shape[dims[0]] == 1 else dims)


@cache
def _last(count: int) -> tuple[int, ...]:
    return tuple(range(-count, 0))


def _widened(input: Any, *parameters: Any) -> Any:
    """``input``, in float32 if its dtype is a half one and a parameter is float32. No other dtypes are mixed."""
    dtype = payload_of(input).dtype
    for p in parameters:
        if p is not None and payload_of(p).dtype is not dtype:
            break
    else:
        return input
    others = [payload_of(p).dtype for p in parameters if p is not None]
    wanted = dtypes.F32 if dtypes.is_half(dtype) else dtype
    wrong = next((d for d in others if d != wanted), None)
    if wrong is not None:
        raise errors.calls.mixed_dtypes(dtype, wrong, wanted)
    return _to(input, dtype=wanted)


def _rounded(out: Any, input: Any, wide: Any) -> Any:
    """``out`` in the dtype of ``input``, if it was computed from the :func:`_widened` one."""
    return out if wide is input else _to(out, dtype=input.dtype)


def _check_normalized(input: Any, normalized_shape: Sequence[int], **parameters: Any) -> tuple[int, ...]:
    shape = as_sizes((normalized_shape,))
    if not shape:
        raise RuntimeError(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
            "normalized_shape = []"
        )
    for what, p in parameters.items():
        if p is not None and payload_of(p).shape != shape:
            raise RuntimeError(
                f"Expected {what} to be of same shape as normalized_shape, but got {what} of shape {list(p.shape)} and "
                f"normalized_shape = {list(shape)}"
            )
    if payload_of(input).shape[-len(shape) :] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got "
            f"input of size{list(input.shape)}"
        )
    return shape


@composite("layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05)", namespace=F, method=False,
           aliases="layer_norm")  # fmt: skip
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Layer normalization: scales the last dimensions to mean 0 and variance 1, then applies weight and bias.

    Ba, Kiros and Hinton, "Layer normalization", 2016.

    Args:
        weight: a factor for each element of the normalized shape; None means 1
        bias: a number to add to each element of the normalized shape; None means 0
        eps: a number added to the variance

    >>> F.layer_norm(wengert.tensor([[1.0, 2.0, 3.0]]), (3,))
    tensor([[-1.2247,  0.0000,  1.2247]])
    """
    shape = _check_normalized(input, normalized_shape, weight=weight, bias=bias)
    wide = _widened(input, weight, bias)
    out = _layer_norm.apply((wide, weight, bias), {"dims": _last(len(shape)), "eps": eps})[0]
    return _rounded(out, input, wide)


@composite("rms_norm(input, normalized_shape, weight=None, eps=None)", namespace=F, method=False, aliases="rms_norm")
def rms_norm(input, normalized_shape, weight=None, eps=None):
    """RMS normalization: divides the last dimensions by the root of their mean square, then applies the weight.

    Zhang and Sennrich, "Root mean square layer normalization", 2019.

    Args:
        weight: a factor for each element of the normalized shape; None means 1
        eps: a number added to the mean square; None means the machine precision of the dtype

    >>> F.rms_norm(wengert.tensor([[3.0, 4.0]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    count = 1 if dtypes.is_integer(normalized_shape) else len(normalized_shape)
    if input.ndim < count:
        raise ValueError(f"Input tensor must have at least {count} dimensions, but got {input.ndim}")
    shape = _check_normalized(input, normalized_shape, weight=weight)
    dtype = dtypes.as_numpy(input.dtype)
    if not dtypes.is_inexact(dtype):
        raise errors.calls.not_implemented("rms_norm", dtype)
    wide = contiguous(_to(input, dtype=dtypes.F32) if dtypes.is_half(dtype) else input)
    if eps is None:
        eps = float(np.finfo(dtypes.real_of(dtypes.as_numpy(wide.dtype))).eps)
    power = mean_of(mul(wide, wide), _last(len(shape)), True)
    out = mul(wide, rsqrt(add(power, eps)))
    out = out if weight is None else mul(out, weight)
    return out if out.dtype == input.dtype else _to(out, dtype=input.dtype)


@planning.cached
def _grouped(shape: tuple[int, ...], num_groups: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shape of an input whose channels are split into groups, and the one in which each channel has a number."""
    if len(shape) < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {len(shape)}")
    if num_groups < 1:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    _check_more_than_one(shape, "value per channel", math.prod(shape[2:]) * (shape[0] * shape[1] // num_groups))
    if shape[1] % num_groups:
        raise RuntimeError(
            "Expected number of channels in input to be divisible by num_groups, but got input of shape "
            f"{list(shape)} and num_groups={num_groups}"
        )
    groups = (num_groups, shape[1] // num_groups)
    return (shape[0], *groups, *shape[2:]), (*groups, *[1] * (len(shape) - 2))


@composite("group_norm(input, num_groups, weight=None, bias=None, eps=1e-05)", namespace=F, method=False,
           aliases="group_norm")  # fmt: skip
def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Group normalization: scales groups of channels to mean 0 and variance 1, then applies weight and bias.

    Wu and He, "Group normalization", 2018.

    Args:
        input: shape (N, C, ...)
        weight: a factor for each channel; None means 1
        bias: a number to add to each channel; None means 0
        eps: a number added to the variance

    >>> F.group_norm(wengert.tensor([[[1.0, 2.0], [3.0, 4.0]]]), 1)
    tensor([[[-1.3416, -0.4472],
             [ 0.4472,  1.3416]]])
    """
    shape = payload_of(input).shape
    split, like = _grouped(shape, num_groups) if type(num_groups) is int else _grouped.__wrapped__(shape, num_groups)
    for what, p in (("weight", weight), ("bias", bias)):
        if p is not None and payload_of(p).shape != shape[1:2]:
            raise RuntimeError(
                f"Expected {what} to be a vector of size equal to the number of channels in input, but got {what} of "
                f"shape {list(p.shape)} and input of shape {list(shape)}"
            )
    weight = None if weight is None else view(weight, shape=like)
    bias = None if bias is None else view(bias, shape=like)
    wide = _widened(input, weight, bias)
    how = {"dims": _last(len(shape) - 1), "eps": eps}
    out = reshape(_group_norm.apply((reshape(wide, split), weight, bias), how)[0], shape)
    return _rounded(_with_channels_as(wide, out), input, wide)


def _with_channels_as(input: Any, out: Any) -> Any:
    """``out`` with its channels last, if those of ``input`` are; else in row-major order."""
    x = payload_of(input)
    if not arrays.is_array(x) or objects.in_rows(x):
        return out
    return contiguous(out, memory_format=layouts.suggested(x))


def _check_more_than_one(shape: Sequence[int], kind: str, count: int) -> None:
    if count == 1:
        raise ValueError(
            f"Expected more than 1 {kind} when training, got input size {errors.text.size(shape)}. "
            "Give a larger input, or call eval() on a module that keeps running averages."
        )


def _per_channel(p: Any, input: Any) -> Any:
    return p if p is None or input.ndim == 2 else view(p, shape=(*p.shape, *(1 for _ in input.shape[2:])))


def _batched_follow(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    return op(*[a if f else repeat_first(a, size) for a, f in zip(args, flags)], **params)


@in_one_pass
def _between(xp: Any, running: Any, value: Any, kept: Any, unbiased: Any, momentum: Any) -> Any:
    return running * kept + value * unbiased * momentum


@constant(batch=_batched_follow, inplace=True, promote="match")
def _follow(xp, running, value, *, momentum, unbiased):
    """Move a running statistic towards the value of this batch."""
    return _between(xp, running, value.reshape(running.shape), 1.0 - momentum, float(unbiased), float(momentum))


def _batch_normalised(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, dims: Sequence[int],
                      momentum: float, eps: float) -> Any:  # fmt: skip
    """Standardize by the statistics of this batch over ``dims``, and update the running statistics."""
    out, mean, var = _batch_norm(input, _per_channel(weight, input), _per_channel(bias, input), dims=dims, eps=eps)
    if (running_mean is None and running_var is None) or not input.numel():  # a batch of nothing has no statistics
        return out
    n = _count(input.shape, dims)
    rest = [d for d in range(-input.ndim, 0) if d not in dims and d != 1 - input.ndim]
    for running, value, unbiased in ((running_mean, mean, 1), (running_var, var, n / max(n - 1, 1))):
        if running is not None:
            value = mean_of(value.detach(), rest, True) if rest else value.detach()
            apply_inplace(_follow, (running, value), {"momentum": momentum, "unbiased": unbiased})
    return out


def _check_channels(name: str, input: Any, **parameters: Any) -> None:
    errors.calls.refuse_complex("batch_norm", (input,))
    shape = payload_of(input).shape
    if len(shape) < 2:
        raise errors.shapes.no_channels(name, shape)
    for what, p in parameters.items():
        if p is not None and math.prod(p.shape) != shape[1]:
            raise RuntimeError(
                f"{what} should contain {shape[1]} elements not {math.prod(p.shape)}. ({name}: the input has "
                f"{shape[1]} channels, the size of its dimension 1.)"
            )


@composite(
    "batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05)",
    namespace=F, method=False,
)  # fmt: skip
def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Batch normalization: scales each channel to mean 0 and variance 1, then applies weight and bias.

    Mean and variance are those of the batch when ``training``, and the running statistics otherwise.

    Ioffe and Szegedy, "Batch normalization", 2015.

    Args:
        input: shape (N, C, ...)
        training: whether to use the statistics of the batch, and to update the running statistics
        weight: a factor for each channel; None means 1
        bias: a number to add to each channel; None means 0
        eps: a number added to the variance

    >>> F.batch_norm(wengert.tensor([[1.0], [3.0]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    if eps < 0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    shape = payload_of(input).shape
    if training and len(shape) > 1:
        _check_more_than_one(shape, "value per channel", shape[0] * math.prod(shape[2:]))
    return standard_channels(input, running_mean, running_var, weight, bias, training, momentum, eps)


def _check_vectors(name: str, **parameters: Any) -> None:
    for what, p in parameters.items():
        if p is not None and p.ndim != 1:
            raise errors.shapes.cell(name, what, 1, p.ndim)


def standard_channels(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, training: bool,
                      momentum: float, eps: float) -> Any:  # fmt: skip
    """:func:`batch_norm`, for a single value per channel, too."""
    _check_channels("batch_norm", input, running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    _check_vectors("batch_norm", running_mean=running_mean, running_var=running_var)
    wide = _widened(input, running_mean, running_var, weight, bias)
    if not training:
        return _rounded(_by_running(wide, running_mean, running_var, weight, bias, eps), input, wide)
    dims = (-input.ndim, *_last(input.ndim - 2))
    out = _batch_normalised(wide, running_mean, running_var, weight, bias, dims, momentum, eps)
    return _rounded(_with_channels_as(wide, out), input, wide)


def _by_running(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, eps: float) -> Any:
    for what, p in (("running_mean", running_mean), ("running_var", running_var)):
        if p is None:
            raise RuntimeError(f"{what} must be defined in evaluation mode")
    input = _with_channels_as(input, input)
    scale = rsqrt(add(running_var, eps))
    if weight is not None:
        scale = mul(scale, weight)
    shift = mul(running_mean, scale)
    shift = neg(shift) if bias is None else sub(bias, shift)
    return addcmul(_per_channel(shift, input), input, _per_channel(scale, input))


@composite(
    "instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, "
    "momentum=0.1, eps=1e-05)", namespace=F, method=False,
)  # fmt: skip
def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1,
                  eps=1e-5):  # fmt: skip
    """Instance normalization: scales each channel of each example to mean 0 and variance 1, then applies weight and
    bias.

    Args:
        input: shape (N, C, ...)
        weight: a factor for each channel; None means 1
        bias: a number to add to each channel; None means 0
        eps: a number added to the variance

    >>> F.instance_norm(wengert.tensor([[[1.0, 3.0]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    if use_input_stats:
        _check_more_than_one(input.shape, "spatial element", math.prod(input.shape[2:]))
    return standard_instances(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def standard_instances(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, use_input_stats: bool,
                       momentum: float, eps: float) -> Any:  # fmt: skip
    """:func:`instance_norm`, for a single spatial element, too."""
    parameters = {"running_mean": running_mean, "running_var": running_var, "weight": weight, "bias": bias}
    _check_channels("instance_norm", input, **parameters)
    _check_vectors("instance_norm", **parameters)
    wide = _widened(input, running_mean, running_var, weight, bias)
    if not use_input_stats:
        return _rounded(_by_running(wide, running_mean, running_var, weight, bias, eps), input, wide)
    out = _batch_normalised(wide, running_mean, running_var, weight, bias, _last(input.ndim - 2), momentum, eps)
    return _rounded(out, input, wide)


@composite("normalize(input, p=2.0, dim=1, eps=1e-12, out=None)", namespace=F, method=False, out="cast over")
def normalize(input, p=2.0, dim=1, eps=1e-12):
    """Divides the vectors along ``dim`` by their norm.

    Args:
        p: the order of the norm
        dim: the dimension, or dimensions, of the vectors
        eps: the smallest divisor

    >>> F.normalize(wengert.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    return true_divide(input, clamp_min(vector_norm(input, p, dim, True), eps))
