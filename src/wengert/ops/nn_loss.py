"""Losses.

An elementwise loss is one row that reduces as well, as in torch's graph; its slope, the derivative of the unreduced loss, is a
function above it that both modes use. The others are composites of a few lines.
"""

from __future__ import annotations

import math
from typing import Any

from wengert import dtypes, errors
from wengert.batched import batch_pointwise, repeat_first
from wengert.families import composite, general, linear, total

from .index import gather, scatter
from .nn_activation import F, log_softmax, logsigmoid
from .pointwise import _to, add, clamp_min, div, exp, log, maximum, minimum, mul, ne, neg, sqrt, sub, where, xlogy
from .reduce import mean as mean_of, sum as sum_of, vector_norm
from .shape import broadcast_tensors, flatten, reshape, squeeze, unsqueeze

# -- Reduction ---------------------------------------------------------------------------------------------------------


def _reduction(reduction: str, size_average: bool | None = None, reduce: bool | None = None) -> str:
    """The reduction asked for, also in the way of old programs."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        errors.warn(
            f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead."
        )
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def _reduced(loss: Any, reduction: str) -> Any:
    return mean_of(loss) if reduction == "mean" else sum_of(loss) if reduction == "sum" else loss


def _collected(losses: Any, reduction: str) -> Any:
    """:func:`_reduced` in a kernel."""
    return losses.mean() if reduction == "mean" else losses.sum() if reduction == "sum" else losses


def _shared(g: Any, x_meta: Any, reduction: str) -> Any:
    """The cotangent of each unreduced loss."""
    return g / max(x_meta.numel, 1) if reduction == "mean" else g


def _batched_loss(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    losses = batch_pointwise(op, size, args, flags, {**params, "reduction": "none"})
    if params["reduction"] == "none" or losses.ndim == 1:
        return losses
    return (mean_of if params["reduction"] == "mean" else sum_of)(losses, tuple(range(1, losses.ndim)))


def _paired(input: Any, target: Any) -> tuple[Any, Any]:
    """Both expanded to one shape, with a warning where that is needed."""
    if tuple(input.shape) == tuple(target.shape):
        return input, target
    errors.warn(
        f"Using a target size (torch.Size({list(target.shape)})) that is different to the input size "
        f"(torch.Size({list(input.shape)})). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size."
    )
    return broadcast_tensors(input, target)


def _weighted(loss: Any, input: Any, weight: Any, reduction: str) -> Any:
    """Unreduced losses times weights; their mean is that of the weights, too."""
    if tuple(weight.shape) != tuple(input.shape):
        raise ValueError("Weights and input must have the same size.")
    loss = mul(loss, weight)
    return div(sum_of(loss), sum_of(weight)) if reduction == "mean" else _reduced(loss, reduction)


# -- Differences -------------------------------------------------------------------------------------------------------


def _difference_row(slope: Any) -> dict[str, Any]:
    """What the rows for losses of ``x - target`` share; ``slope(difference, shape)`` is the derivative of the loss."""
    return {}


def _square_tangent(x, target, reduction, t_x=None, t_target=None):
    return _reduced(2 * (x - target) * _change(t_x, t_target), reduction)


def _change(t_x: Any, t_target: Any) -> Any:
    """The tangent of ``x - target``."""
    return total([t_x, None if t_target is None else -t_target])


@general(
    x=lambda g, x, target, x_meta, reduction: _shared(g, x_meta, reduction) * 2 * (x - target),
    target=lambda g, x, target, x_meta, reduction: _shared(g, x_meta, reduction) * 2 * (target - x),
    jvp=_square_tangent, promote="same", batch=_batched_loss,
)  # fmt: skip
def _mse_loss(xp, x, target, *, reduction):
    return _collected(xp.square(x - target), reduction)


@composite('mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None)', namespace="nn.functional")
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    reduction = _reduction(reduction, size_average, reduce)
    input, target = _paired(input, target)
    if weight is None:
        return _mse_loss(input, target, reduction=reduction)
    return _weighted(_mse_loss(input, target, reduction="none"), input, weight, reduction)
