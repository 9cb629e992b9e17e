"""Loss functions.

An elementwise loss is a single row that includes the reduction, as in torch's graph. Its formula is that of the
unreduced loss. The other losses are short composites.
"""

from __future__ import annotations

import math
from typing import Any

from ... import errors
from ...arrays import copies, dtypes, objects, planning, reductions
from ...arrays.batched import batch_pointwise, physical, together
from ...arrays.fused import in_one_pass
from ...declare.families import Reduction, composite, linear, sloped
from ...dispatch.memory import castable
from ...tape.node import Meta
from ...tape.tensor import moving_levels, payload_of
from ..create.create import full_like
from ..elementwise import single
from ..elementwise.clamping import clamp, clamp_min
from ..elementwise.complex import abs
from ..elementwise.elementary import exp, log, log1p, sigmoid, xlogy
from ..elementwise.pointwise import _to, div, mul, neg, sub, where
from ..index.index import index_select
from ..index.index_loops import class_losses, class_slopes
from ..index.positions import all_below, own_places, taken_along
from ..reduce.reduce import mean as mean_of
from ..reduce.reduce import sum as sum_of
from ..shape.arrange import broadcast_tensors, expand, expanded
from ..shape.shape import reshape, unsqueeze
from .activation import F, _log_softmax, logsigmoid

# -- Reduction ---------------------------------------------------------------------------------------------------------


REDUCTIONS = ("none", "sum", "mean")


def _reduction(reduction: str, size_average: bool | None = None, reduce: bool | None = None) -> str:
    """The name of the requested reduction. Reads the deprecated arguments, too."""
    if size_average is not None or reduce is not None:
        both = [v is None or bool(v) for v in (size_average, reduce)]
        reduction = ("mean" if both[0] else "sum") if both[1] else "none"
        errors.text.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead."
        )
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction. Choose 'none', 'mean' or 'sum'.")
    return reduction


def _reduced(loss: Any, reduction: str) -> Any:
    return mean_of(loss) if reduction == "mean" else sum_of(loss) if reduction == "sum" else loss


def _collected(losses: Any, weight: Any, reduction: str, xp: Any, x: Any, *values: Any) -> Any:
    """What a kernel returns: the losses that ``losses`` computes in one pass, perhaps weighted, :func:`_reduced`."""
    if reduction == "none":
        return _times(losses(xp, x, *values), weight)
    if weight is None:
        added = losses.total(xp, x, *values)
    else:
        added = reductions.total(losses(xp, x, *values) * weight, None)
    return added if reduction == "sum" else added / x.size


def _shared(g: Any, x_meta: Any, reduction: str) -> Any:
    """The gradient of each unreduced loss."""
    return div(g, max(x_meta.numel, 1)) if reduction == "mean" else g


LOSSES = Reduction(reduce=_reduced, spread=_shared)


def _batched_loss(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    losses = batch_pointwise(op, size, args, flags, {**params, "reduction": "none"})
    if params["reduction"] == "none" or losses.ndim == 1:
        return losses
    return (mean_of if params["reduction"] == "mean" else sum_of)(losses, tuple(range(1, losses.ndim)))


def _paired(input: Any, target: Any, kernel: str = "") -> tuple[Any, Any]:
    """Expand input and target to one shape, with a warning if their shapes differ. With ``kernel``, refuse integers."""
    if kernel and not any(dtypes.is_inexact(dtypes.as_numpy(v.dtype)) for v in (input, target)):
        raise errors.calls.not_implemented(kernel, dtypes.as_numpy(input.dtype))
    if tuple(input.shape) == tuple(target.shape):
        return input, target
    errors.text.warn(
        f"Using a target size ({errors.text.size(target.shape)}) that is different to the input size "
        f"({errors.text.size(input.shape)}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size." + " Use target.reshape(input.shape)." * (target.numel() == input.numel())
    )
    return broadcast_tensors(input, target)


def _written(name: str, input: Any, value: Any) -> Any:
    """``value`` in the dtype of ``input``, as PyTorch casts what it writes into memory of that dtype."""
    if value.dtype == input.dtype:
        return value
    if not castable(dtypes.as_numpy(value.dtype), dtypes.as_numpy(input.dtype)):
        raise errors.writes.cannot_cast(name, dtypes.as_numpy(value.dtype), dtypes.as_numpy(input.dtype))
    return _to(value, dtype=input.dtype)


def _weighted(loss: Any, input: Any, weight: Any, reduction: str) -> Any:
    """Multiply unreduced losses by weights, and reduce them. The mean divides by the sum of the weights."""
    if tuple(weight.shape) != tuple(input.shape):
        raise ValueError("Weights and input must have the same size.")
    loss = mul(loss, weight)
    return div(sum_of(loss), sum_of(weight)) if reduction == "mean" else _reduced(loss, reduction)


# -- Differences -------------------------------------------------------------------------------------------------------


@in_one_pass
def _squares(xp: Any, x: Any, target: Any) -> Any:
    return xp.square(x - target)


@sloped(
    x=lambda g, x, target: g * (2 * (x - target)), target="-x", over=LOSSES, promote="same", layout="common", batch=_batched_loss,
    saved="x_meta=",
    real_only="mse_cpu",
)  # fmt: skip
def _mse_loss(xp, x, target, *, reduction):
    return _collected(_squares, None, reduction, xp, x, target)


@composite('mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None)', namespace=F)
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The squared difference of ``input`` and ``target``.

    Args:
        target: the target, of the same shape as ``input``
        weight: a factor for each element; None means 1

    >>> F.mse_loss(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 4.0]))
    tensor(2.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    input, target = _paired(input, target, "mse_cpu")
    if weight is None:
        return _mse_loss(input, target, reduction=reduction)
    return _weighted(_mse_loss(input, target, reduction="none"), input, weight, reduction)


@composite('l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None)', namespace=F)
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The absolute difference of ``input`` and ``target``.

    Args:
        target: the target, of the same shape as ``input``
        weight: a factor for each element; None means 1

    >>> F.l1_loss(wengert.tensor([1.0, 2.0]), wengert.tensor([1.0, 4.0]))
    tensor(1.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    input, target = _paired(input, target)
    loss = abs(sub(input, target))
    return _reduced(loss, reduction) if weight is None else _weighted(loss, input, weight, reduction)


@in_one_pass
def _smooth_losses(xp: Any, x: Any, target: Any, beta: float) -> Any:
    d = xp.abs(x - target)
    return xp.where(d < beta, d * d * (0.5 / beta), d - 0.5 * beta)


@sloped(
    x=lambda g, x, target, beta: g * clamp((x - target) / beta, -1, 1), target="-x", over=LOSSES, promote="same",
    layout="common", batch=_batched_loss, node="SmoothL1LossBackward0", saved="x_meta=",
    real_only="smooth_l1_cpu",
)  # fmt: skip
def _smooth_l1_loss(xp, x, target, *, reduction, beta):
    return _collected(_smooth_losses, None, reduction, xp, x, target, beta)


@composite('smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0)', namespace=F)
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """The smooth L1 loss: half the squared difference over ``beta`` for differences below ``beta``, linear above.

    Args:
        target: the target, of the same shape as ``input``
        beta: the difference at which the loss becomes linear, at least 0

    >>> F.smooth_l1_loss(wengert.tensor([0.0]), wengert.tensor([3.0]))
    tensor(2.5000)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta. Give beta of at least 0.")
    input, target = _paired(input, target, "smooth_l1_cpu" if beta else "")
    if beta == 0:
        return _reduced(abs(sub(input, target)), reduction)
    return _smooth_l1_loss(input, target, reduction=reduction, beta=beta)


@in_one_pass
def _huber_losses(xp: Any, x: Any, target: Any, delta: float) -> Any:
    d = xp.abs(x - target)
    return xp.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta))


@sloped(
    x=lambda g, x, target, delta: g * clamp(x - target, -delta, delta), target="-x", over=LOSSES, promote="same",
    layout="common", batch=_batched_loss, saved="x_meta=",
    real_only="huber_cpu",
)  # fmt: skip
def _huber_loss(xp, x, target, *, reduction, delta):
    return _collected(_huber_losses, None, reduction, xp, x, target, delta)


@composite('huber_loss(input, target, reduction="mean", delta=1.0, weight=None)', namespace=F)
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """The Huber loss: half the squared difference for differences below ``delta``, linear above.

    Args:
        target: the target, of the same shape as ``input``
        weight: a factor for each element; None means 1

    >>> F.huber_loss(wengert.tensor([0.0]), wengert.tensor([3.0]), delta=2.0)
    tensor(4.)
    """
    reduction = _reduction(reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta. Give delta above 0.")
    input, target = _paired(input, target, "huber_cpu")
    if weight is None:
        return _written("huber_loss", input, _huber_loss(input, target, reduction=reduction, delta=delta))
    if tuple(weight.shape) != tuple(input.shape):
        raise ValueError("Weights and input must have the same size.")
    losses = _written("huber_loss", input, _huber_loss(input, target, reduction="none", delta=delta))
    return _reduced(mul(losses, weight), reduction)


# -- Probabilities -----------------------------------------------------------------------------------------------------


def _times(loss: Any, weight: Any) -> Any:
    return loss if weight is None else loss * weight


@in_one_pass
def _entropy_losses(xp: Any, x: Any, target: Any) -> Any:
    # as in torch the logarithms are limited, so that a prediction that is certain but wrong has a finite loss
    return (target - 1) * xp.maximum(single.log1p(xp, -x), -100) - target * xp.maximum(single.log(xp, x), -100)


def _entropy_slope(x: Any, target: Any, weight: Any) -> Any:
    return _times((x - target) / clamp_min((1 - x) * x, 1e-12), weight)


def _entropy_target_slope(x: Any, weight: Any) -> Any:
    return _times(log1p(-x) - log(x), weight)


@sloped(
    x=lambda g, x, target, weight: g * _entropy_slope(x, target, weight),
    target=lambda g, x, weight: g * _entropy_target_slope(x, weight),
    weight=lambda g, x, target: g * _binary_cross_entropy(x, target, reduction="none"),
    over=LOSSES, promote="match", layout="common", batch=_batched_loss, saved="x_meta=",
    real_only="binary_cross_entropy",
)  # fmt: skip
def _binary_cross_entropy(xp, x, target, weight=None, *, reduction):
    for name, p in (("input", x), ("target", target)):
        if not ((p >= 0) & (p <= 1)).all():
            step = ". Use x.sigmoid() to make probabilities of scores" if name == "input" else ""
            raise RuntimeError(f"all elements of {name} should be between 0 and 1{step}")
    return _collected(_entropy_losses, weight, reduction, xp, x, target)


@composite(
    'binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean")', namespace=F
)
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross entropy: ``-(target * log(input) + (1 - target) * log(1 - input))``. Logarithms are at least -100.

    Args:
        input: probabilities, between 0 and 1
        target: the target, between 0 and 1, of the same shape as ``input``
        weight: a factor for each element; None means 1

    >>> F.binary_cross_entropy(wengert.tensor([0.5, 0.9]), wengert.tensor([0.0, 1.0]))
    tensor(0.3993)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if tuple(target.shape) != tuple(input.shape):
        raise ValueError(
            f"Using a target size ({errors.text.size(target.shape)}) that is different to the input size "
            f"({errors.text.size(input.shape)}) is deprecated. Please ensure they have the same size. "
            "Use target.reshape(input.shape)."
        )
    if weight is None:
        return _binary_cross_entropy(input, target, reduction=reduction)
    weight = _written("binary_cross_entropy", input, expand(weight, shape=tuple(input.shape)))
    return _binary_cross_entropy(input, target, weight, reduction=reduction)


@in_one_pass
def _logits_losses(xp: Any, x: Any, target: Any, positive: Any = None) -> Any:
    softplus = single.log1p(xp, single.exp(xp, -xp.abs(x))) + xp.maximum(-x, 0)  # softplus(-x)
    if positive is not None:
        softplus = softplus * ((positive - 1) * target + 1)
    return (1 - target) * x + softplus


def _logits_slope(x: Any, target: Any, weight: Any, pos_weight: Any) -> Any:
    if pos_weight is None:
        return _times(sigmoid(x) - target, weight)
    positive = pos_weight * target
    return _times((positive + 1 - target) * sigmoid(x) - positive, weight)


def _logits_target_slope(x: Any, weight: Any, pos_weight: Any) -> Any:
    return _times(-x if pos_weight is None else logsigmoid(-x) - pos_weight * logsigmoid(x), weight)


@sloped(
    x=lambda g, x, target, weight, pos_weight: g * _logits_slope(x, target, weight, pos_weight),
    target=lambda g, x, weight, pos_weight: g * _logits_target_slope(x, weight, pos_weight),
    weight=lambda g, x, target, pos_weight: g * _binary_cross_entropy_with_logits(
        x, target, None, pos_weight, reduction="none"
    ),
    pos_weight=lambda g, x, target, weight: -g * _times(target * logsigmoid(x), weight),
    over=LOSSES, promote="same", layout="last", batch=_batched_loss, saved="x_meta=",
    real_only="log_sigmoid_cpu",
)  # fmt: skip
def _binary_cross_entropy_with_logits(xp, x, target, weight=None, pos_weight=None, *, reduction):
    positive = () if pos_weight is None else (pos_weight,)
    return _collected(_logits_losses, weight, reduction, xp, x, target, *positive)


@composite(
    "binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, "
    'reduction="mean", pos_weight=None)', namespace=F,
)  # fmt: skip
def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None):  # fmt: skip
    """Binary cross entropy of ``sigmoid(input)``, computed without overflow.

    Args:
        target: the target, between 0 and 1, of the same shape as ``input``
        weight: a factor for each element; None means 1

    >>> F.binary_cross_entropy_with_logits(wengert.tensor([0.0]), wengert.tensor([1.0]))
    tensor(0.6931)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if tuple(target.shape) != tuple(input.shape):
        raise ValueError(
            f"Target size ({errors.text.size(target.shape)}) must be the same as input size "
            f"({errors.text.size(input.shape)}). "
            + "Use target.reshape(input.shape)."
            * (target.numel() == input.numel())
        )
    name, shape = "binary_cross_entropy_with_logits", tuple(input.shape)
    weight, pos_weight = [
        None if w is None else _written(name, input, expand(w, shape=shape)) for w in (weight, pos_weight)
    ]
    return _binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction=reduction)


@sloped(
    x=lambda g, x, target: g * _margin_slope(x, target), over=LOSSES, promote="same", layout="common", batch=_batched_loss,
    saved="x_meta=",
)  # fmt: skip
def _soft_margin_loss(xp, x, target, *, reduction):
    return _collected(_margin_losses, None, reduction, xp, x, target.astype(x.dtype, copy=False))


@in_one_pass
def _margin_losses(xp: Any, x: Any, target: Any) -> Any:
    return xp.logaddexp(0, -target * x)


def _margin_slope(x: Any, target: Any) -> Any:
    return -(target * sigmoid(-(target * x)))  # in this form the targets may be unsigned


@composite('soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean")', namespace=F)
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """The soft margin loss, ``log(1 + exp(-target * input))``.

    Args:
        target: the target, -1 or 1, of the same shape as ``input``

    >>> F.soft_margin_loss(wengert.tensor([0.0, 2.0]), wengert.tensor([1.0, 1.0]))
    tensor(0.4100)
    """
    expanded(target.shape, input.shape)  # raises unless the target is as large as the input, or broadcasts to it
    if not dtypes.is_inexact(dtypes.as_numpy(input.dtype)):
        raise errors.writes.cannot_cast("soft_margin_loss", dtypes.F32, dtypes.as_numpy(input.dtype))
    if dtypes.is_inexact(dtypes.as_numpy(target.dtype)):  # integers are saved as they are, as in PyTorch
        target = _written("soft_margin_loss", input, target)
    return _soft_margin_loss(input, target, reduction=_reduction(reduction, size_average, reduce))


@composite(
    'kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False)', namespace=F,
)  # fmt: skip
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """The Kullback-Leibler divergence, ``target * (log(target) - input)``, where ``input`` is a logarithm.

    Args:
        input: the logarithms of the probabilities
        target: the target probabilities, of the same shape as ``input``
        reduction: as for other losses, or ``'batchmean'``: the sum divided by the size of the first dimension

    >>> p = wengert.tensor([[0.5, 0.5]])
    >>> F.kl_div(wengert.tensor([[0.25, 0.75]]).log(), p, reduction="batchmean")
    tensor(0.1438)
    """
    errors.calls.refuse_complex("kl_div", (input, target))
    if not all(dtypes.is_inexact(dtypes.as_numpy(v.dtype)) for v in (input, target)):
        raise RuntimeError("kl_div: Integral inputs not supported. They are probabilities: use x.float().")
    by_batch = reduction == "batchmean" and size_average is None and reduce is None
    reduction = "sum" if by_batch else _reduction(reduction, size_average, reduce)
    if reduction == "mean" and size_average is None and reduce is None:
        errors.text.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only "
            "by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as "
            "'batchmean' in the next major release."
        )
    loss = mul(exp(target), sub(target, input)) if log_target else sub(xlogy(target, target), mul(target, input))
    out = _reduced(loss, reduction)
    return div(out, input.shape[0]) if by_batch and input.ndim else out


@composite(
    "poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, "
    'reduction="mean")', namespace=F,
)  # fmt: skip
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction="mean"):  # fmt: skip
    """The negative log-likelihood of counts under a Poisson distribution: ``exp(input) - target * input``.

    Args:
        input: the rate, or its logarithm
        target: the counts, of the same shape as ``input``
        full: whether to add Stirling's approximation of ``log(target!)``
        eps: a number added to the rate before taking the logarithm

    >>> F.poisson_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]))
    tensor(1.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    loss = exp(input) - target * input if log_input else input - target * log(input + eps)
    if full:  # Stirling's approximation of log(target!)
        loss = loss + where(target <= 1, 0, target * log(target) - target + 0.5 * log(2 * math.pi * target))
    return _reduced(loss, reduction)


@composite('gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean")', namespace=F)
def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The negative log-likelihood under a normal distribution: ``(log(var) + (input - target)**2 / var) / 2``.

    Args:
        input: the mean
        target: the target, of the same shape as ``input``
        var: the variance, not negative: a number, or a tensor
        full: whether to add ``log(2 * pi) / 2``
        eps: the lower limit of the variance

    >>> F.gaussian_nll_loss(wengert.tensor([0.0]), wengert.tensor([2.0]), wengert.tensor([1.0]))
    tensor(2.)
    """
    if reduction not in REDUCTIONS:
        raise ValueError(f"{reduction} is not valid. Choose 'none', 'mean' or 'sum'.")
    if isinstance(var, (int, float)):
        var = full_like(input, float(var))
    if bool((var < 0).any()):
        raise ValueError(
            "var has negative entry/entries. Give variances of at least 0: exp() of what a network returns is positive."
        )
    shape, var_shape = tuple(input.shape), tuple(var.shape)
    if var_shape != shape:
        if var_shape == shape[:-1]:
            var = unsqueeze(var, dim=-1)
        elif len(var_shape) != len(shape) or [n for m, n in zip(shape, var_shape, strict=True) if m != n] != [1]:
            raise ValueError(
                "var is of incorrect size. Give it the shape of the input, or a last dimension of 1 or none."
            )
    var = where(var < eps, var - var.detach() + eps, var)  # a lower limit that lets the gradient through
    loss = 0.5 * (log(var) + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)


# -- Classes -----------------------------------------------------------------------------------------------------------


def _class_dim(ndim: int) -> int:
    return 1 if ndim > 1 else 0


def _counted(xp: Any, target: Any, weight: Any, ignore_index: int, dtype: Any, lead: int) -> tuple[Any, Any]:
    """The targets, with ignored ones replaced by class 0, and the weight of each example. For use in a kernel."""
    counted = target != ignore_index
    target = xp.where(counted, target, 0)
    if weight is None:
        return target, counted.astype(dtype)
    rows = target.reshape(*target.shape[:lead], math.prod(target.shape[lead:]))
    return target, xp.where(counted, xp.take_along_axis(weight, rows, -1).reshape(target.shape), 0)


def _all_count(target: Any, classes: int, ignore_index: int) -> bool:
    """True if no target is ignored or out of bounds, found in one pass."""
    return not 0 <= ignore_index < classes and all_below(target, classes)


def _at_classes(xp: Any, target: Any, dim: int) -> tuple[Any, ...]:
    """The index of one element along ``dim`` for each target."""
    grid = own_places(xp, target.shape)
    return (*grid[:dim], target, *grid[dim:])


def _nll_again(g, target, weight, ignore_index, reduction, lead):
    how = {"ignore_index": ignore_index, "reduction": "sum" if reduction == "mean" else reduction, "lead": lead}
    loss = _nll_loss(g, target, weight, **how)
    if reduction != "mean":
        return loss
    n = -_nll_loss(Meta(payload_of(g)).ones(), target, weight, **how)  # the sum of the weights: all logarithms are -1
    return loss / where(n == 0, 1, n)


def _batched_nll(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    shape = {"shape": (size, *params["shape"])} if "shape" in params else {}
    return op(*together(size, args, flags), **{**params, **shape, "lead": params["lead"] + 1})


def _check_target(x: Any, target: Any, weight: Any = None, *, ignore_index: int, lead: int = 0, **_: Any) -> None:
    target = physical(target)
    classes = x.shape[lead + _class_dim(x.ndim - lead)]
    wrong = target[(target != ignore_index) & ((target < 0) | (target >= classes))]
    if wrong.size:
        raise errors.elements.no_such_class(int(wrong[0]), classes)


@linear(u=_nll_again, batch=_batched_nll, node="NllLossBackwardBackward0", saved="lead=")
def _nll_spread(xp, u, target, weight=None, *, shape, ignore_index, reduction, lead=0):
    """The transpose of ``_nll_loss``. If all examples are ignored the loss is NaN, but its gradient is 0."""
    dim = lead + _class_dim(len(shape) - lead)
    if (weight is None and reduction == "none") or not lead:
        found = class_slopes(u, target, weight, shape, ignore_index, dim, REDUCTIONS.index(reduction))
        if found is not None:
            return found
    kept = None
    if weight is None and _all_count(target, shape[dim], ignore_index):
        counts, n = 1, math.prod(target.shape[lead:])
    else:
        kept = target != ignore_index
        target, counts = _counted(xp, target, weight, ignore_index, u.dtype, lead)
        n = reductions.total(counts, tuple(range(lead, target.ndim)))
        n = xp.where(n == 0, 1, n)
    if reduction == "mean":
        u = u / n
    out = copies.zeros(xp, shape, u.dtype)
    step = -counts * u.reshape(u.shape + (1,) * (target.ndim - u.ndim))
    out[_at_classes(xp, target, dim)] = step if kept is None else xp.where(kept, step, 0)  # also where u is infinite
    return out


@linear(
    x=lambda g, target, weight, x_meta, ignore_index, reduction, lead: _nll_spread(
        g, target, weight, shape=tuple(x_meta.shape), ignore_index=ignore_index, reduction=reduction, lead=lead
    ),
    batch=_batched_nll, check=_check_target, saved="x_meta= lead=",
    real_only="nll_loss_out_frame",
)  # fmt: skip
def _nll_loss(xp, x, target, weight=None, *, ignore_index, reduction, lead=0):
    """Minus the element of the target class. Each of the ``lead`` batch dimensions in front is reduced by itself."""
    dim = lead + _class_dim(x.ndim - lead)
    if (weight is None and reduction == "none") or not lead:
        found = class_losses(x, target, weight, ignore_index, dim, REDUCTIONS.index(reduction))
        if found is not None:
            return found
    within = tuple(range(lead, target.ndim))
    if weight is None and _all_count(target, x.shape[dim], ignore_index):
        places = objects.unsqueezed(target, dim)
        losses, n = -taken_along(xp, x, places, dim).reshape(target.shape), math.prod(target.shape[lead:])
    else:
        _check_target(x, target, ignore_index=ignore_index, lead=lead)
        counted = target != ignore_index
        target, counts = _counted(xp, target, weight, ignore_index, x.dtype, lead)
        losses = xp.where(counted, -x[_at_classes(xp, target, dim)] * counts, x.dtype.type(0))
        n = reductions.total(counts, within, dtype=x.dtype)
    if reduction == "none":
        return losses
    total = reductions.total(losses, within)
    return total / n if reduction == "mean" else total


@composite(
    "nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
    'reduction="mean")', namespace=F,
)  # fmt: skip
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """The negative log-likelihood loss: minus the element of the target class, averaged with the weights of the
    classes.

    Args:
        input: the logarithms of the probabilities: shape (N, C), (C,) or (N, C, ...)
        target: the classes, not negative: the shape of ``input`` without C
        weight: a factor for each class: shape (C,); None means 1

    >>> F.nll_loss(wengert.tensor([[-1.0, -2.0]]), wengert.tensor([1]))
    tensor(2.)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if type(ignore_index) is not int and not hasattr(ignore_index, "__index__"):  # NumPy would compare with any object
        raise errors.calls.wrong_type("nll_loss", "ignore_index", "int", ignore_index)
    shape, places = payload_of(input).shape, payload_of(target)
    if places.shape == (1,) and len(shape) == 1:
        target = reshape(target, ())
        places = payload_of(target)
    _check_classes(shape, places.shape, None if weight is None else payload_of(weight).shape)
    _check_floats("nll_loss_out_frame", input, weight)
    dtype = places.dtype
    if dtype is not dtypes.I64 and dtype not in (dtypes.I64, dtypes.uint8.dtype):
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {errors.text.type_name(dtype)}. Use target.long() for "
            "classes; probabilities have the shape and dtype of input."
        )
    if weight is None:
        how = {"ignore_index": ignore_index, "reduction": reduction, "lead": 0}
        return _nll_loss.apply((input, target), how)
    if weight.requires_grad or moving_levels((weight,)):
        return _differentiably_weighted(input, target, weight, ignore_index, reduction)
    return _nll_loss(input, target, weight, ignore_index=ignore_index, reduction=reduction)


def _differentiably_weighted(input: Any, target: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    """:func:`nll_loss` where the weights have derivatives, too. The row has no formula for them."""
    counted = target != ignore_index
    classes = reshape(where(counted, target, 0), (-1,))
    of_each = where(counted, reshape(index_select(weight, classes, dim=0), tuple(target.shape)), 0)
    losses = _nll_loss(input, target, ignore_index=ignore_index, reduction="none")
    return _weighted(losses, losses, of_each, reduction)


SCORES_FIRST = "Give the scores first and the target after them."


def _check_long(input: Any, target: Any) -> None:
    """Raise unless the target holds numbers of classes."""
    dtype = dtypes.as_numpy(target.dtype)
    if dtype != dtypes.I64:
        swapped = input.ndim < target.ndim or not dtypes.is_inexact(dtypes.as_numpy(input.dtype))
        step = SCORES_FIRST if swapped else "Use target.long() for the numbers of classes."
        raise errors.calls.scalar_type(dtypes.I64, dtype, step)


def _check_floats(name: str, input: Any, weight: Any) -> None:
    """Raise unless the input holds real or complex numbers, and the weights of the classes numbers of that kind."""
    dtype = payload_of(input).dtype
    if dtype is not dtypes.F32 and not dtypes.is_inexact(dtype):
        raise errors.calls.not_implemented(name, dtype)
    if weight is not None and dtypes.as_numpy(weight.dtype) != dtype:
        raise errors.calls.scalar_type(dtype, dtypes.as_numpy(weight.dtype))


@planning.cached
def _check_classes(shape: Any, target_shape: Any, weight: Any) -> None:
    """Check the shapes of logarithms, of targets and of the weights of classes."""
    if not shape:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if len(shape) > 1 and target_shape[:1] != shape[:1]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({target_shape[0] if target_shape else 1})."
        )
    if len(shape) == len(target_shape) == 1:
        raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target_shape[0]}")
    if len(target_shape) > max(len(shape) - 1, 0) and len(shape) <= 2:
        raise errors.layers.several_targets(
            SCORES_FIRST
            if len(shape) < len(target_shape)
            else "Use target.squeeze(1) for a column of classes, and target.float() for probabilities in the shape of "
            "input."
        )
    if len(shape) > 1 and (shape[0], *shape[2:]) != target_shape:
        raise RuntimeError(f"Expected target size {[shape[0], *shape[2:]]}, got {list(target_shape)}")
    classes = shape[_class_dim(len(shape))]
    if weight is not None and weight != (classes,):
        raise RuntimeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
            f"shape: {list(weight)}"
        )


def _smoothing(input: Any, logs: Any, target: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    """The loss against the uniform distribution over classes, times the number of classes."""
    dim = _class_dim(input.ndim)
    ones = Meta(payload_of(logs)).ones()
    counts = -nll_loss(ones, target, weight, ignore_index=ignore_index, reduction="none")
    if weight is not None:
        logs = mul(logs, _along_classes(weight, input.ndim))
    loss = where(counts != 0, -sum_of(logs, dim), 0)
    return div(sum_of(loss), sum_of(counts)) if reduction == "mean" else _reduced(loss, reduction)


def _along_classes(weight: Any, ndim: int) -> Any:
    return reshape(weight, (-1, *(1 for _ in range(ndim - 2))))


def _soft_targets(input: Any, logs: Any, target: Any, weight: Any, reduction: str, smoothing: float) -> Any:
    """The cross entropy, where the targets are probabilities of classes."""
    dim = _class_dim(input.ndim)
    if not input.ndim:
        raise errors.shapes.no_dimensions(dim)
    if smoothing:
        target = target * (1 - smoothing) + smoothing / max(input.shape[dim], 1)
    loss = mul(logs, target)
    if weight is not None:
        loss = mul(loss, _along_classes(weight, input.ndim))
    if reduction == "none":
        return neg(sum_of(loss, dim))
    total_loss = neg(sum_of(loss))
    examples = math.prod(input.shape) // input.shape[dim] if input.shape[dim] else 0  # without classes: NaN
    return div(total_loss, examples) if reduction == "mean" else total_loss


@composite(
    "cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, "
    'reduction="mean", label_smoothing=0.0)', namespace=F,
)  # fmt: skip
def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0):  # fmt: skip
    """Cross entropy: :func:`nll_loss` of :func:`log_softmax`. The targets are classes or probabilities.

    Args:
        input: the logits: shape (N, C), (C,) or (N, C, ...)
        target: the classes, in the shape of ``input`` without C; or probabilities, in the shape of ``input``
        weight: a factor for each class: shape (C,); None means 1

    >>> F.cross_entropy(wengert.tensor([[0.0, 0.0]]), wengert.tensor([1]))
    tensor(0.6931)
    """
    reduction = _reduction(reduction, size_average, reduce)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    shape = payload_of(input).shape
    logs = _log_softmax.on(input, None, {"dim": _class_dim(len(shape))})
    if payload_of(target).shape == shape:
        dtype = dtypes.as_numpy(target.dtype)
        if dtypes.category(dtype) != dtypes.FLOAT:
            raise RuntimeError(
                f"Expected floating point type for target with class probabilities, got {errors.text.type_name(dtype)}. "
                "Use target.float() for probabilities; a target of classes has no dimension for them."
            )
        if ignore_index >= 0:
            raise RuntimeError(
                "ignore_index is not supported for floating point target. "
                "Leave out ignore_index, or give class numbers as target."
            )
        return _soft_targets(input, logs, target, weight, reduction, label_smoothing)
    hard = nll_loss(logs, target, weight, None, ignore_index, None, reduction)
    if not label_smoothing:
        return hard
    smooth = _smoothing(input, logs, target, weight, ignore_index, reduction)
    return hard * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[_class_dim(input.ndim)])


@composite(
    "multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, "
    'reduction="mean")', namespace=F,
)  # fmt: skip
def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """The mean over the classes of :func:`binary_cross_entropy_with_logits`.

    Args:
        input: the scores: shape (N, C)
        target: the target, 0 or 1, of the same shape as ``input``
        weight: a factor for each class: shape (C,); None means 1

    >>> F.multilabel_soft_margin_loss(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[1.0, 0.0]]))
    tensor(0.6931)
    """
    reduction = _reduction(reduction, size_average, reduce)
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if not input.ndim:
        raise errors.shapes.no_dimensions(-1)
    dim = input.ndim - 1  # also where the target or the weight has more dimensions
    return _reduced(sum_of(_times(loss, weight), dim) / input.shape[dim], reduction)
