"""Activation functions and softmax.

Most of them are in ``nn.functional``. Where the public function takes ``inplace=``, a row computes the result, and a
composite of the public name writes it into the input if ``inplace`` is True.
"""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import arrays, dtypes, reductions
from ...arrays.batched import batch_dims
from ...arrays.fused import in_rows
from ...declare.families import composite, general, pointwise, sloped
from ...dispatch.inplace import apply_inplace
from ...ops.random import generator as random
from ..elementwise import single
from ..elementwise.clamping import _limited
from ..elementwise.complex import conj
from ..elementwise.elementary import exp, sigmoid, tanh
from ..elementwise.pointwise import _chosen, _to, clone, mul, where
from ..elementwise.special import erf
from ..reduce.reduce import sum as sum_of
from ..shape.join import narrow
from ..shape.shape import contiguous, reshape, wrap_dim

F = "nn.functional"

# -- Rectifiers --------------------------------------------------------------------------------------------------------


def _written(op: Any, inplace: bool, input: Any, **params: Any) -> Any:
    """The result of an activation; with ``inplace`` it is written to ``input``."""
    return apply_inplace(op, (input,), params or None) if inplace else op.on(input, None, params or None)


@pointwise("relu(input)", x=lambda g, out: _chosen(out <= 0, 0, g, out), inplace=True, real_only="relu")
def relu(xp, x):
    """The rectified linear unit, ``max(0, input)``. The gradient at 0 is 0.

    >>> wengert.relu(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if x.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu. Cast it to integers first.")
    return single.positive_part(xp, x)


@composite("relu(input, inplace=False)", namespace=F, method=False, name="relu")
def _functional_relu(input, inplace=False):
    """The rectified linear unit, ``max(0, input)``. The gradient at 0 is 0.

    >>> F.relu(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return _written(relu, inplace, input)


@pointwise(x=lambda g, x, min_val, max_val: _chosen((x > min_val) & (x < max_val), g, 0, x), real_only="hardtanh")
def _hardtanh(xp, x, *, min_val, max_val):
    if x.dtype.kind == "b":
        raise RuntimeError("Bool inputs not supported for hardtanh. Use x.float().")
    if x.dtype.kind == "u" and min_val < 0:
        raise RuntimeError(
            "cannot do hardtanh on an unsigned type with negative limits. "
            "Give limits of at least 0, or cast the tensor to a signed dtype first."
        )
    return _limited(xp, x, dtypes.fitting(min_val, x.dtype), dtypes.fitting(max_val, x.dtype))


@composite("hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False)", namespace=F, method=False)
def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Limits each element to the range from ``min_val`` to ``max_val``.

    >>> F.hardtanh(wengert.tensor([-2.0, 0.5, 2.0]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val. Swap the two.")
    return _written(_hardtanh, inplace, input, min_val=min_val, max_val=max_val)


@composite("relu6(input, inplace=False)", namespace=F, method=False)
def relu6(input, inplace=False):
    """Limits each element to the range from 0 to 6.

    >>> F.relu6(wengert.tensor([-1.0, 3.0, 8.0]))
    tensor([0., 3., 6.])
    """
    return _written(_hardtanh, inplace, input, min_val=0, max_val=6)


@pointwise(
    x=lambda g, x, negative_slope: _chosen(x > 0, g, g * negative_slope, x), promote="float", real_only="leaky_relu_cpu"
)
def _leaky_relu(xp, x, *, negative_slope):
    return xp.where(x > 0, x, x * dtypes.fitting(negative_slope, x.dtype))


@composite("leaky_relu(input, negative_slope=0.01, inplace=False)", namespace=F, method=False)
def leaky_relu(input, negative_slope=0.01, inplace=False):
    """The leaky rectified linear unit: multiplies negative elements by ``negative_slope``.

    >>> F.leaky_relu(wengert.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    return _written(_leaky_relu, inplace, input, negative_slope=negative_slope)


@pointwise(
    x=lambda g, x, weight: _chosen(x > 0, g, g * weight, x),
    weight=lambda g, x: where(x > 0, 0, g * x),
    promote="match",
    real_only="prelu_cpu",
)
def _prelu_kernel(xp, x, weight):
    return xp.where(x > 0, x, x * weight)


@composite("prelu(input, weight)", namespace=F, method=True, aliases="prelu")
def prelu(input, weight):
    """The parametric rectified linear unit: multiplies negative elements by the weight of their channel.

    Args:
        input: a tensor whose second dimension is the channels
        weight: the slopes: one per channel, or a single one

    >>> F.prelu(wengert.tensor([-1.0, 2.0]), wengert.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    channels = input.shape[1] if input.ndim > 1 else 1
    parameters = math.prod(weight.shape)
    if weight.ndim > 1 or parameters not in (1, channels):
        raise RuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{parameters} and channel size = {channels}. "
            "Give one parameter, or one per channel."
        )
    if not input.ndim:
        weight = reshape(weight, ())
    elif weight.ndim and input.ndim > 1:
        weight = reshape(weight, (1, -1, *(1 for _ in input.shape[2:])))
    return _prelu_kernel(input, weight)


@composite(
    "rrelu(input, lower=0.125, upper=0.3333333333333333, training=False, inplace=False)", namespace=F, method=False,
    aliases="rrelu",
)  # fmt: skip
def rrelu(input, lower=1 / 8, upper=1 / 3, training=False, inplace=False):
    """The randomized leaky rectified linear unit: multiplies each negative element by a random slope.

    Without ``training``, the slope is the mean of ``lower`` and ``upper`` instead.

    Args:
        lower: the smallest slope
        upper: the largest slope
        training: whether the slopes are random

    >>> F.rrelu(wengert.tensor([-3.0, 2.0]))
    tensor([-0.6875,  2.0000])
    """
    if lower > upper:
        raise RuntimeError(f"Lower bound should be less than or equal to the upper bound, got {lower} and {upper}")
    if not training:
        return leaky_relu(input if inplace else contiguous(input), (lower + upper) / 2, inplace)
    drawn = random.uniform(tuple(input.shape), dtypes.F64, lower, upper)  # PyTorch draws in double for all dtypes
    slope = arrays.cast(drawn, dtypes.as_numpy(input.dtype))
    out = _prelu_kernel(clone(input) if inplace else contiguous(input), arrays.move(slope, input.device))
    return input.copy_(out) if inplace else out


def _elu_slope(g, x, alpha, scale, input_scale):
    return where(x > 0, g * scale, g * (alpha * scale * input_scale) * exp(_negative_part(x) * input_scale))


def _negative_part(x: Any) -> Any:
    return where(x > 0, 0, x)


@pointwise(x=_elu_slope, promote="float", real_only="elu_cpu")
def _elu(xp, x, *, alpha, scale, input_scale):
    alpha, input_scale = dtypes.fitting(alpha, x.dtype), dtypes.fitting(input_scale, x.dtype)
    return xp.where(x <= 0, single.expm1(xp, xp.minimum(x, 0) * input_scale) * (alpha * scale), x * scale)


@composite("elu(input, alpha=1.0, inplace=False)", namespace=F, method=False)
def elu(input, alpha=1.0, inplace=False):
    """The exponential linear unit: ``input`` where it is positive, ``alpha * (exp(input) - 1)`` elsewhere.

    Args:
        alpha: the limit for large negative elements is ``-alpha``

    >>> F.elu(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return _written(_elu, inplace, input, alpha=alpha, scale=1, input_scale=1)


# Klambauer et al., "Self-normalizing neural networks", 2017. These constants preserve mean 0 and variance 1.
SELU_ALPHA, SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


@composite("selu(input, inplace=False)", namespace=F, method=False, aliases="selu")
def selu(input, inplace=False):
    """The scaled :func:`elu`, whose constants keep mean 0 and variance 1 from layer to layer.

    Klambauer et al., "Self-normalizing neural networks", 2017.

    >>> F.selu(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    return _written(_elu, inplace, input, alpha=SELU_ALPHA, scale=SELU_SCALE, input_scale=1)


@composite("celu(input, alpha=1.0, inplace=False)", namespace=F, method=False, aliases="celu")
def celu(input, alpha=1.0, inplace=False):
    """The continuously differentiable exponential linear unit.

    It is ``input`` where it is positive, and ``alpha * (exp(input / alpha) - 1)`` elsewhere.

    Args:
        alpha: the limit for large negative elements is ``-alpha``; not 0

    >>> F.celu(wengert.tensor([-1.0, 2.0]), alpha=2.0)
    tensor([-0.7869,  2.0000])
    """
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU. Give another alpha.")
    return _written(_elu, inplace, input, alpha=alpha, scale=1, input_scale=1 / alpha)


@pointwise(x=lambda g, x, threshold: _chosen(x <= threshold, 0, g, x), saved="value=", real_only="threshold_cpu")
def _threshold(xp, x, *, threshold, value):
    if value is None:  # NumPy would convert None to NaN
        raise errors.calls.wrong_type("threshold", "value", "number", value)
    threshold = dtypes.fitting(threshold, x.dtype)
    return xp.where(x <= threshold, x.dtype.type(dtypes.fitting(value, x.dtype)), x)


@composite("threshold(input, threshold, value, inplace=False)", namespace=F, method=False, aliases="threshold")
def threshold(input, threshold, value, inplace=False):
    """Keeps elements that are greater than ``threshold``, and replaces the others by ``value``.

    Args:
        threshold: what an element must exceed to be kept
        value: what replaces the others: a number or a 0-d tensor

    >>> F.threshold(wengert.tensor([0.5, 2.0]), 1.0, 0.0)
    tensor([0., 2.])
    """
    return _written(_threshold, inplace, input, threshold=threshold, value=value)


@pointwise(
    "hardshrink(input, lambd=0.5)", x=lambda g, x, lambd: _chosen((x < -lambd) | (x > lambd), g, 0, x),
    aliases="nn.functional.hardshrink", rounded="lambd",
    real_only="hardshrink_cpu",
)  # fmt: skip
def hardshrink(xp, x, *, lambd=0.5):
    """Sets elements between ``-lambd`` and ``lambd`` to 0, and keeps the others.

    >>> wengert.hardshrink(wengert.tensor([-0.3, 0.7]))
    tensor([0.0000, 0.7000])
    """
    lambd = dtypes.fitting(lambd, x.dtype)
    return xp.where((x >= -lambd) & (x <= lambd), x.dtype.type(0), x)


@pointwise(
    "softshrink(input, lambd=0.5)", x=lambda g, x, lambd: _chosen((x < -lambd) | (x > lambd), g, 0, x), namespace=F,
    method=False, promote="float",
    real_only="softshrink_check",
)  # fmt: skip
def softshrink(xp, x, *, lambd=0.5):
    """Moves each element towards 0 by ``lambd``. Elements between ``-lambd`` and ``lambd`` become 0.

    >>> F.softshrink(wengert.tensor([-0.3, 0.7]))
    tensor([-0.0000, 0.2000])
    """
    if not lambd >= 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd}.")
    lambd = dtypes.fitting(lambd, x.dtype)
    return xp.where(x > lambd, x - lambd, xp.where(x < -lambd, x + lambd, x * 0))


@composite("tanhshrink(input)", namespace=F, method=False)
def tanhshrink(input):
    """The tanh shrinkage function, ``input - tanh(input)``.

    >>> F.tanhshrink(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.2384])
    """
    return input - tanh(input)


@composite("softsign(input)", namespace=F, method=False)
def softsign(input):
    """The softsign function, ``input / (1 + abs(input))``.

    >>> F.softsign(wengert.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """
    return input / (abs(input) + 1)


@pointwise(x=lambda g, x: _chosen((x > -3) & (x < 3), g / 6, 0, x), promote="float", real_only="hardsigmoid_cpu")
def _hardsigmoid(xp, x):
    return xp.minimum(xp.maximum(x + 3, 0), 6) / 6


@composite("hardsigmoid(input, inplace=False)", namespace=F, method=False)
def hardsigmoid(input, inplace=False):
    """A piecewise linear sigmoid: 0 below -3, 1 above 3, and ``input / 6 + 1 / 2`` between.

    >>> F.hardsigmoid(wengert.tensor([-4.0, 0.0, 1.5]))
    tensor([0.0000, 0.5000, 0.7500])
    """
    return _written(_hardsigmoid, inplace, input)


@pointwise(
    x=lambda g, x: where(x <= -3, 0, where(x >= 3, g, g * (x / 3 + 0.5))), promote="float", real_only="hardswish_cpu"
)
def _hardswish(xp, x):
    return x * (xp.minimum(xp.maximum(x + 3, 0), 6) / 6)


@composite("hardswish(input, inplace=False)", namespace=F, method=False)
def hardswish(input, inplace=False):
    """The hard swish function, ``input * hardsigmoid(input)``.

    >>> F.hardswish(wengert.tensor([-4.0, 1.0, 4.0]))
    tensor([-0.0000, 0.6667, 4.0000])
    """
    return _written(_hardswish, inplace, input)


# -- Smooth activations ------------------------------------------------------------------------------------------------


def _silu_bend(g, t, x):
    s = sigmoid(x)
    return g * conj(t * (s * (1 - s) * (2 + x * (1 - 2 * s))))


@pointwise(t=lambda g, x: _silu_backward(g, conj(x)), x=_silu_bend, node="SiluBackwardBackward0")
def _silu_backward(xp, t, x):
    s = sigmoid(x)
    return t * (s * (1 + x * (1 - s)))


@pointwise(x=lambda g, x: _silu_backward(g, conj(x)), promote="float")
def _silu(xp, x):
    return x * sigmoid(x)


@composite("silu(input, inplace=False)", namespace=F, method=False)
def silu(input, inplace=False):
    """The sigmoid linear unit, ``input * sigmoid(input)``, also called swish.

    >>> F.silu(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7311])
    """
    return _written(_silu, inplace, input)


@pointwise(
    "softplus(input, beta=1, threshold=20)", namespace=F, method=False, promote="float",
    x=lambda g, x, beta, threshold: where(x * beta > threshold, g, g * sigmoid(x * beta)),
    real_only="softplus_cpu",
)  # fmt: skip
def softplus(xp, x, *, beta=1, threshold=20):
    """A smooth version of relu: ``log(1 + exp(beta * input)) / beta``.

    Where ``beta * input`` is greater than ``threshold``, the result is ``input``.

    Args:
        beta: a larger number makes the bend sharper
        threshold: the value of ``beta * input`` above which the function is linear

    >>> F.softplus(wengert.tensor([0.0, 30.0]))
    tensor([ 0.6931, 30.0000])
    """
    beta, threshold = dtypes.fitting(beta, x.dtype), dtypes.fitting(threshold, x.dtype)
    z = x * beta
    return xp.where(z > threshold, x, single.log1p(xp, single.exp(xp, xp.minimum(z, threshold))) / beta)


@pointwise(
    "logsigmoid(input)", x=lambda g, x: g * sigmoid(-x), namespace=F, method=False, promote="float", layout="rows",
    node="LogSigmoidBackward0",
    real_only="log_sigmoid_cpu",
)  # fmt: skip
def logsigmoid(xp, x):
    """``log(sigmoid(input))``, computed without overflow.

    >>> F.logsigmoid(wengert.tensor([0.0, -100.0]))
    tensor([  -0.6931, -100.0000])
    """
    return xp.minimum(x, 0) - single.log1p(xp, single.exp(xp, -xp.abs(x)))


def _mish_slope(g, x):
    t = tanh(softplus(x))
    return g * (t + x * sigmoid(x) * (1 - t * t))


@pointwise(x=_mish_slope, promote="float", real_only="mish_cpu")
def _mish(xp, x):
    return x * single.tanh(xp, softplus(x))


@composite("mish(input, inplace=False)", namespace=F, method=False)
def mish(input, inplace=False):
    """The mish function, ``input * tanh(softplus(input))``.

    >>> F.mish(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8651])
    """
    return _written(_mish, inplace, input)


def _normal_density(x):
    return exp(-0.5 * x * x) * (1 / math.sqrt(2 * math.pi))


@pointwise(x=lambda g, x: g * _normal_density(x), promote="float", real_only="normal_cdf")
def _normal_cdf(xp, x):
    """``special.ndtr``, accurate to the digits that a sum with 1 keeps: that is enough for a factor of ``x``."""
    if single.composed(xp, x):
        return single.normal_cdf(x)
    return 0.5 * (1 + erf.kernel(xp, x * math.sqrt(0.5)))


def _gelu_slope(g, x, approximate):
    if approximate == "none":
        return g * (_normal_cdf(x) + x * _normal_density(x))
    t = tanh(x * (1 + GELU_CUBIC * x * x) * math.sqrt(2 / math.pi))
    return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (1 + 3 * GELU_CUBIC * x * x) * math.sqrt(2 / math.pi))


GELU_CUBIC = 0.044715  # Hendrycks and Gimpel, "Gaussian error linear units", 2016


@pointwise(
    'gelu(input, *, approximate="none")',
    x=_gelu_slope,
    namespace=F,
    method=False,
    promote="float",
    real_only="GeluKernelImpl",
)
def gelu(xp, x, *, approximate="none"):
    """The Gaussian error linear unit: ``input`` times the standard normal distribution function of ``input``.

    >>> F.gelu(wengert.tensor([0.0, 1.0]))
    tensor([0.0000, 0.8413])
    """
    if approximate == "none":
        return single.gelu(x) if single.composed(xp, x) else x * _normal_cdf.kernel(xp, x)
    if approximate != "tanh":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return 0.5 * x * (1 + single.tanh(xp, x * (1 + GELU_CUBIC * x * x) * math.sqrt(2 / math.pi)))


@composite("glu(input, dim=-1)", namespace=F, method=False)
def glu(input, dim=-1):
    """The gated linear unit: the first half of ``input`` along ``dim``, times the sigmoid of the second half.

    >>> F.glu(wengert.tensor([1.0, 2.0, 0.0, 0.0]))
    tensor([0.5000, 1.0000])
    """
    errors.calls.refuse_complex("glu", (input,))
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = wrap_dim(dim, input.ndim)
    half, odd = divmod(input.shape[dim], 2)
    if odd:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}")
    return mul(narrow(input, dim, 0, half), sigmoid(narrow(input, dim, half, half)))


# -- In-place forms ----------------------------------------------------------------------------------------------------


@composite("relu_(input)", namespace=F, method=False, function=True, aliases="relu_")
def relu_(input):
    """In-place version of :func:`wengert.nn.functional.relu`.

    Args:
        input: the tensor to write to

    >>> F.relu_(wengert.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return _functional_relu(input, True)


@composite("hardtanh_(input, min_val=-1.0, max_val=1.0)", namespace=F, method=False, function=True)
def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """In-place version of :func:`wengert.nn.functional.hardtanh`.

    Args:
        input: the tensor to write to

    >>> F.hardtanh_(wengert.tensor([-2.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """
    return hardtanh(input, min_val, max_val, True)


@composite("leaky_relu_(input, negative_slope=0.01)", namespace=F, method=False, function=True)
def leaky_relu_(input, negative_slope=0.01):
    """In-place version of :func:`wengert.nn.functional.leaky_relu`.

    Args:
        input: the tensor to write to

    >>> F.leaky_relu_(wengert.tensor([-1.0, 2.0]), 0.5)
    tensor([-0.5000,  2.0000])
    """
    return leaky_relu(input, negative_slope, True)


@composite("rrelu_(input, lower=0.125, upper=0.3333333333333333, training=False)", namespace=F, method=False,
           function=True, aliases="rrelu_")  # fmt: skip
def rrelu_(input, lower=1 / 8, upper=1 / 3, training=False):
    """In-place version of :func:`wengert.nn.functional.rrelu`.

    Args:
        input: the tensor to write to

    >>> F.rrelu_(wengert.tensor([-1.0, 2.0]), 0.5, 0.5)
    tensor([-0.5000,  2.0000])
    """
    return rrelu(input, lower, upper, training, True)


@composite("elu_(input, alpha=1.0)", namespace=F, method=False, function=True)
def elu_(input, alpha=1.0):
    """In-place version of :func:`wengert.nn.functional.elu`.

    Args:
        input: the tensor to write to

    >>> F.elu_(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return elu(input, alpha, True)


@composite("selu_(input)", namespace=F, method=False, function=True, aliases="selu_")
def selu_(input):
    """In-place version of :func:`wengert.nn.functional.selu`.

    Args:
        input: the tensor to write to

    >>> F.selu_(wengert.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    return selu(input, True)


@composite("celu_(input, alpha=1.0)", namespace=F, method=False, function=True, aliases="celu_")
def celu_(input, alpha=1.0):
    """In-place version of :func:`wengert.nn.functional.celu`.

    Args:
        input: the tensor to write to

    >>> F.celu_(wengert.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return celu(input, alpha, True)


@composite("threshold_(input, threshold, value)", namespace=F, method=False, function=True, aliases="threshold_")
def threshold_(input, threshold, value):
    """In-place version of :func:`wengert.nn.functional.threshold`.

    Args:
        input: the tensor to write to
        threshold: what an element must exceed to be kept
        value: what replaces the others: a number or a 0-d tensor

    >>> F.threshold_(wengert.tensor([-1.0, 2.0]), 0, 7)
    tensor([7., 2.])
    """
    return _written(_threshold, True, input, threshold=threshold, value=value)


# -- Softmax -----------------------------------------------------------------------------------------------------------


def _less_largest(x: Any, dim: Any) -> Any:
    """Subtract the largest entry along ``dim``, so that exp cannot overflow."""
    return x - reductions.largest(x, dim, True)


def _alone(kernel: Any, xp: Any, x: Any) -> Any:
    """A kernel for rows where there are none: of the one element of an array without dimensions, or of no element."""
    return kernel(xp, x, dim=None) if x.size else x.copy()


@in_rows
def _softmax_slope(g, out, dim):
    weighted = g * out
    return weighted - out * sum_of(weighted, dim, True)


SOFTMAX = {
    "x": lambda g, out, dim: _softmax_slope(g, out, dim=dim),
    "batch": batch_dims,
    "row_major": True,
    "promote": "float",
}


@in_rows
def _exponentials(xp, x, dim):
    e = single.exp(xp, _less_largest(x, dim))
    return e / reductions.total(e, dim, True)


@sloped(**SOFTMAX, real_only="softmax_kernel_impl")
def _softmax(xp, x, *, dim):
    return _exponentials(xp, x, dim=dim) if x.ndim and x.size else _alone(_exponentials, xp, x)


@in_rows
def _safe_exponentials(xp, x, dim):
    largest = reductions.largest(x, dim, True)
    e = single.exp(xp, x - xp.where(largest == -math.inf, 0, largest))
    return e / xp.maximum(reductions.total(e, dim, True), xp.finfo(e.dtype).tiny)


@sloped(**SOFTMAX, real_only="softmax_kernel_impl")
def _safe_softmax(xp, x, *, dim):
    """Softmax that is 0 where all scores of a row are minus infinity."""
    return _safe_exponentials(xp, x, dim=dim) if x.ndim and x.size else _alone(_safe_exponentials, xp, x)


@in_rows
def _logarithms(xp, x, dim):
    z = _less_largest(x, dim)
    return z - single.log(xp, reductions.total(single.exp(xp, z), dim, True))


@in_rows
def _log_softmax_gradient(g, out, dim):
    return g - exp(out) * sum_of(g, dim, True)


@in_rows
def _log_softmax_tangent(t, out, dim):
    return t - sum_of(exp(out) * t, dim, True)


@general(
    x=lambda g, out, dim: _log_softmax_gradient(g, out, dim=dim), batch=batch_dims, promote="float",
    jvp=lambda t_x, out, dim: _log_softmax_tangent(t_x, out, dim=dim),
    real_only="log_softmax_kernel_impl", row_major=True,
)  # fmt: skip
def _log_softmax(xp, x, *, dim):
    return _logarithms(xp, x, dim=dim) if x.ndim and x.size else _alone(_logarithms, xp, x)


def _over(row: Any, input: Any, dim: int, dtype: Any) -> Any:
    wrap_dim(dim, input.ndim)
    if dtype is None:
        return row.on(input, None, {"dim": dim})
    wanted = dtypes.as_numpy(dtype)
    if not dtypes.is_inexact(wanted):
        raise errors.calls.not_implemented(row.options["real_only"], wanted, "Choose a floating point dtype.")
    return row(_to(input, dtype=wanted), dim=dim)


def _chosen_dim(name: str, ndim: int, dim: int | None) -> int:
    if dim is not None:
        return dim
    errors.text.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument."
    )
    return 0 if ndim in (0, 1, 3) else 1


@composite("softmax(input, dim, dtype=None, *, out=None)", aliases="special.softmax")
def softmax(input, dim, dtype=None):
    """Softmax: ``exp(input)`` divided by its sum along ``dim``. Computed without overflow.

    >>> wengert.softmax(wengert.tensor([0.0, 1.0, 1000.0]), 0)
    tensor([0., 0., 1.])
    """
    return _over(_softmax, input, dim, dtype)


@composite("log_softmax(input, dim, dtype=None, *, out=None)", aliases="special.log_softmax")
def log_softmax(input, dim, dtype=None):
    """The logarithm of :func:`softmax` along ``dim``. Computed without overflow.

    >>> wengert.log_softmax(wengert.tensor([0.0, 0.0]), 0)
    tensor([-0.6931, -0.6931])
    """
    return _over(_log_softmax, input, dim, dtype)


@composite("softmax(input, dim=None, _stacklevel=3, dtype=None)", namespace=F, method=False, name="softmax")
def _functional_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Softmax: ``exp(input)`` divided by its sum along ``dim``. Computed without overflow.

    Args:
        dim: the dimension to normalize; None warns and chooses one

    >>> F.softmax(wengert.tensor([0.0, 0.0]), dim=0)
    tensor([0.5000, 0.5000])
    """
    return softmax(input, _chosen_dim("softmax", input.ndim, dim), dtype)


@composite("log_softmax(input, dim=None, _stacklevel=3, dtype=None)", namespace=F, method=False, name="log_softmax")
def _functional_log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of :func:`softmax` along ``dim``. Computed without overflow.

    Args:
        dim: the dimension to normalize; None warns and chooses one

    >>> F.log_softmax(wengert.tensor([0.0, 0.0]), dim=0)
    tensor([-0.6931, -0.6931])
    """
    return log_softmax(input, _chosen_dim("log_softmax", input.ndim, dim), dtype)


@composite("softmin(input, dim=None, _stacklevel=3, dtype=None)", namespace=F, method=False)
def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """Softmin: :func:`softmax` of ``-input``.

    Args:
        dim: the dimension to normalize; None warns and chooses one

    >>> F.softmin(wengert.tensor([0.0, 1.0]), dim=0)
    tensor([0.7311, 0.2689])
    """
    return softmax(-input, _chosen_dim("softmin", input.ndim, dim), dtype)
