"""Losses of sequences: the probability of labels, summed over all their alignments with the input.

Note [Sums over paths]
----------------------
An alignment is a path through states s at times t. From one time to the next it stays, moves on by one state, or skips
a blank. ``_path_sums`` computes, for every state and time, the logarithm of the summed weights of all paths that end
there: the forward variables of Graves et al., "Connectionist temporal classification", 2006. A tangent flows along the
same paths, and at each state it is split by the share of each path in the sum. This flow is linear: ``_flow`` carries
values along the paths, and ``_reflow`` is its transpose, which carries them back. Ordinary operations compute the
shares from the sums. So these three rows give derivatives of all orders.

``NOTHING`` is the logarithm of a weight of 0. It is finite, so that sums and differences of it are not NaN. A state
whose sum is far below any logarithm of a probability counts as dead.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes
from ...arrays.batched import Batched, batch_together, physical
from ...declare.families import composite, constant, general
from ...tape.tensor import payload_of
from ..elementwise.clamping import clamp
from ..elementwise.elementary import exp, logaddexp
from ..elementwise.pointwise import _to, add, div, lt, mul, neg, sub, where
from ..index.gather import gather
from ..index.index import _index
from ..reduce.scan import cumsum
from ..shape.arrange import expand
from ..shape.dims import as_sizes
from ..shape.join import stack
from ..shape.shape import contiguous, narrow, reshape, select, unsqueeze
from . import path_loops
from .activation import F
from .conv import constant_pad_nd
from .loss import _reduced, _reduction

NOTHING, DEAD = -1e30, -1e29
WAYS = 3  # a path comes from the same state, the one before it, or the one before that

# -- Paths -------------------------------------------------------------------------------------------------------------


def _lagged(x: Any, value: float) -> Any:
    """The values one time earlier at the origin of each way: (..., T, N, S) to (..., WAYS, T, N, S)."""
    earlier = narrow(x, -3, 0, x.shape[-3] - 1)
    size = x.shape[-1]
    ways = [constant_pad_nd(narrow(earlier, -1, 0, max(size - k, 0)), pad=(min(k, size), 0, 0, 0, 1, 0), value=value)
            for k in range(WAYS)]  # fmt: skip
    return stack(*ways, dim=x.ndim - 3)


def _alive(x: Any, out: Any) -> Any:
    """``x``, set to 0 where no path leads. NaN and infinity are not hidden by this."""
    return where(lt(payload_of(out), DEAD), x * 0, x)


def _shares(e: Any, out: Any, leap: Any) -> Any:
    """The share of each way in the sum at each state: (..., WAYS, T, N, S)."""
    before = _lagged(out, NOTHING)
    ways = [select(before, dim=before.ndim - 4, index=k) for k in range(WAYS)]
    ways[-1] = where(unsqueeze(leap, dim=leap.ndim - 2), ways[-1], NOTHING)
    dead = lt(payload_of(out), DEAD)
    logs = [where(dead, -math.inf, sub(add(way, e), out)) for way in ways]
    return exp(stack(*logs, dim=out.ndim - 3))


@general(
    x=lambda g, w: _reflow(g, w), w=lambda g, w, out: unsqueeze(_reflow(g, w), dim=g.ndim - 3) * _lagged(out, 0.0),
    batch=batch_together,
)  # fmt: skip
def _flow(xp, x, w):
    """Carry values that enter at any state and time along the paths. Returns the values that arrive: (..., T, N, S)."""
    size = x.shape[-1]
    out = copies.zeros(xp, (*x.shape[:-1], size + WAYS - 1), x.dtype)
    arriving = out[..., WAYS - 1 :]
    for t in range(x.shape[-3]):
        now = arriving[..., t, :, :]
        now += x[..., t, :, :]
        for k in range(WAYS if t else 0):
            now += w[..., k, t, :, :] * out[..., t - 1, :, WAYS - 1 - k :][..., :size]
    return arriving.copy()


@general(
    x=lambda g, w: _flow(g, w), w=lambda g, w, out: unsqueeze(out, dim=g.ndim - 3) * _lagged(_flow(g, w), 0.0),
    batch=batch_together,
)  # fmt: skip
def _reflow(xp, x, w):
    """The transpose of ``_flow``: carry values back along the paths."""
    size = x.shape[-1]
    out = copies.zeros(xp, (*x.shape[:-1], size + WAYS - 1), x.dtype)
    arriving = out[..., WAYS - 1 :]
    for t in range(x.shape[-3] - 1, -1, -1):
        arriving[..., t, :, :] += x[..., t, :, :]
        for k in range(WAYS if t else 0):
            out[..., t - 1, :, WAYS - 1 - k :][..., :size] += w[..., k, t, :, :] * arriving[..., t, :, :]
    return arriving.copy()


def _path_gradient(g, e, out, leap):
    found = path_loops.paths(g, e, out, leap)
    return _reflow(_alive(g, out), _shares(e, out, leap)) if found is None else found


@general(
    e=_path_gradient,
    jvp=lambda e, out, leap, t_e: _flow(_alive(t_e, out), _shares(e, out, leap)), batch=batch_together,
    node="CtcLossBackward0",
)  # fmt: skip
def _path_sums(xp, e, leap):
    """The logarithms of the sums over all paths that end at each state and time, given logarithms of weights (..., T,
    N, S).

    Paths begin in one of the first two states. ``leap``, of shape (..., N, S), marks the states that a path may skip
    to.
    """
    found = path_loops.paths(None, e, None, leap) if xp is np else None
    if found is not None:
        return found
    size = e.shape[-1]
    padded = xp.full((*e.shape[:-1], size + WAYS - 1), NOTHING, e.dtype)
    out = padded[..., WAYS - 1 :]
    out[..., 0, :, :2] = xp.maximum(e[..., 0, :, :2], NOTHING)
    for t in range(1, e.shape[-3]):
        before = padded[..., t - 1, :, :]
        ways = (before[..., 2:], before[..., 1:-1], xp.where(leap, before[..., :-2], NOTHING))
        most = xp.maximum(xp.maximum(ways[0], ways[1]), ways[2])
        every = sum(xp.exp(way - most) for way in ways)
        xp.maximum(xp.log(every) + most + e[..., t, :, :], NOTHING, out=out[..., t, :, :])
    return out.copy()


# -- Connectionist temporal classification -----------------------------------------------------------------------------


def _refuse_targets(wanted: int, found: int, dim: int, least: bool = False) -> None:
    at_least = "at least " if least else ""
    raise RuntimeError(
        f"Expected tensor to have size {at_least}{wanted} at dimension {dim}, but got size {found} for argument "
        "#2 'targets' (while checking arguments for ctc_loss)"
    )


def _lengths(name: str, given: Any, count: int, most: float, device: Any) -> Any:
    """Lengths that are given as a tensor or as integers, as a payload with one per example."""
    if hasattr(given, "dtype"):
        if dtypes.as_numpy(given.dtype).kind not in "iu":
            raise RuntimeError(f"{name} must be integral. Use {name}.long().")
        values = payload_of(given)
        values = values if type(values) is Batched else arrays.move(values, device)
    elif isinstance(given, Sequence) and all(hasattr(n, "__index__") for n in given):
        values = arrays.move(np.array(as_sizes(given), dtypes.I64), device)
    else:
        raise errors.calls.wrong_type("ctc_loss", name, "Tensor or tuple of ints", given)
    if math.prod(values.shape) != count:
        raise RuntimeError(f"{name} must be of size batch_size. Give one for each of the {count} examples.")
    for n in physical(values).reshape(-1).tolist():
        if not 0 <= n <= most:
            bound = "at least 0" if n < 0 else f"at most {most}"
            raise RuntimeError(
                f"Expected {name} to have value {bound}, but got value {n} (while checking arguments for ctc_loss)"
            )
    return _to(reshape(values, (count,)), dtype=dtypes.I64)


def _labels(targets: Any, lengths: Any) -> Any:
    """The labels of each example, followed by any others: (N, S)."""
    count, shape = lengths.shape[0], tuple(targets.shape)
    counts = physical(lengths)
    longest = int(counts.max()) if counts.size else 0
    if len(shape) == 2:
        if shape[0] != count:
            _refuse_targets(count, shape[0], 0)
        if shape[1] < longest:
            _refuse_targets(longest, shape[1], 1, least=True)
        return narrow(targets, 1, 0, longest)
    ends = cumsum(lengths, dim=0)
    totals = physical(ends)[..., -1].reshape(-1)
    padded = type(lengths) is Batched  # the examples of a vmap have as many labels as the one with the most
    misfit = totals > shape[0] if padded else totals != shape[0]
    if misfit.any():
        _refuse_targets(int(totals[misfit][0]), shape[0], 0, least=padded)
    steps = arrays.xp_of(counts).arange(longest)
    at = add(unsqueeze(sub(ends, lengths), dim=1), steps)
    return _index(targets, clamp(at, 0, shape[0] - 1), dims=(0,)) if longest else reshape(at, (count, 0))


@constant(outputs="states leap time ends silent deaf unheard counts", batch=batch_together)
def _alignments(xp, labels, heard, spoken, *, blank, classes, dtype):
    """What the labels and the lengths of inputs and targets say of the alignments.

    The states (..., N, S), and which of them a path may skip to; for each example the time and the two states in which
    its alignments end (..., 2, N), whether it has no labels, whether it has no input, its sum then, and by how many
    labels a mean divides.
    """
    used = xp.arange(labels.shape[-1]) < spoken[..., None]
    labels = xp.where(used, labels, blank).astype(dtypes.I64, copy=False)
    if ((labels < 0) | (labels >= classes)).any():
        wrong = labels.min() if labels.min() < 0 else labels.max()
        raise RuntimeError(
            f"ctc_loss: expected targets from 0 to {classes - 1}, the classes of log_probs, but got {wrong}"
        )
    states = xp.full((*labels.shape[:-1], 2 * labels.shape[-1] + 1), blank, dtypes.I64)
    states[..., 1::2] = labels
    leap = copies.zeros(xp, states.shape, bool)  # a path may skip the blank between two labels unless they are equal
    leap[..., 2:] = states[..., 2:] != states[..., :-2]
    silent, last = spoken == 0, 2 * spoken
    ends = xp.stack((last, xp.maximum(last - 1, 0)), -2)
    time = xp.broadcast_to(xp.maximum(heard - 1, 0)[..., None, :], ends.shape)
    unheard = xp.where(silent, 0.0, NOTHING).astype(dtype)
    return states, leap, time, ends, silent, heard == 0, unheard, xp.maximum(spoken, 1).astype(dtype)


def _losses(x: Any, labels: Any, heard: Any, spoken: Any, blank: int, zero_infinity: bool) -> tuple[Any, Any]:
    """The loss of each example, and its number of labels. ``heard`` and ``spoken`` are the lengths of inputs and targets."""
    states, leap, time, ends, silent, deaf, unheard, counts = _alignments(
        labels, heard, spoken, blank=blank, classes=x.shape[2], dtype=dtypes.as_numpy(x.dtype)
    )
    sums = _path_sums(gather(x, _for_each_time(states, x.shape[0]), dim=2), leap)
    example = arrays.xp_of(physical(heard)).arange(labels.shape[0])
    both = _index(sums, time, example, ends, dims=(0, 1, 2))
    all_of, without_blank = select(both, dim=0, index=0), select(both, dim=0, index=1)
    total = where(deaf, unheard, where(silent, all_of, logaddexp(all_of, without_blank)))
    impossible = lt(payload_of(total), DEAD)
    if not physical(impossible).any():
        return neg(total), counts
    if zero_infinity:
        return where(impossible, 0, neg(total)), counts
    # the gradient of an infinite loss is NaN
    return where(impossible, math.inf, mul(total, where(impossible, math.nan, -1.0))), counts


def _for_each_time(states: Any, times: int) -> Any:
    return contiguous(expand(unsqueeze(states, dim=0), shape=(times, *states.shape)))


def _ctc_losses(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int,
                zero_infinity: bool) -> tuple[Any, Any]:  # fmt: skip
    """The loss of each example, and its number of labels."""
    dtype = dtypes.as_numpy(log_probs.dtype)
    if dtypes.category(dtype) != dtypes.FLOAT:
        swapped = dtypes.category(dtypes.as_numpy(targets.dtype)) == dtypes.FLOAT
        step = "Give log_probs first and the targets after them." if swapped else "Cast log_probs to float32 first."
        raise NotImplementedError(f"ctc_loss is not implemented for '{errors.text.type_name(dtype)}'. {step}")
    if log_probs.ndim not in (2, 3):
        raise RuntimeError(
            f"Expected 3-dimensional tensor, but got {log_probs.ndim}-dimensional tensor for argument #1 'log_probs' (while "
            "checking arguments for ctc_loss): it is (T, N, C), or (T, C) of one example"
        )
    if not math.prod(log_probs.shape):
        raise RuntimeError("log_probs tensor must not be empty")
    if targets.ndim not in (1, 2):
        raise RuntimeError(
            f"Expected 1 to 2 dimensions, but got {targets.ndim}-dimensional tensor for argument #2 'targets' (while checking "
            "arguments for ctc_loss)"
        )
    x = log_probs if log_probs.ndim == 3 else unsqueeze(log_probs, dim=1)
    times, count, classes = x.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    heard = _lengths("input_lengths", input_lengths, count, times, log_probs.device)
    spoken = _lengths("target_lengths", target_lengths, count, math.inf, log_probs.device)
    labels = _labels(payload_of(targets), spoken)
    if dtypes.is_half(dtype):
        x = _to(x, dtype=dtypes.F32)
    losses, counts = _losses(x, labels, heard, spoken, blank, zero_infinity)
    return (_to(losses, dtype=dtype), _to(counts, dtype=dtype)) if dtypes.is_half(dtype) else (losses, counts)


def _ctc(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int, reduction: str,
         zero_infinity: bool) -> Any:  # fmt: skip
    losses, counts = _ctc_losses(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)
    if reduction == "mean":
        losses = div(losses, counts)
    return reshape(losses, ()) if log_probs.ndim == 2 and reduction == "none" else _reduced(losses, reduction)


@composite(
    "ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, "
    'reduction="mean", zero_infinity=False)', namespace=F,
)  # fmt: skip
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """The connectionist temporal classification loss: minus the logarithm of the probability of a sequence of labels.

    The probability is summed over all alignments, which assign a label or a blank to every time. If no alignment fits,
    the loss is infinite and its gradient NaN. The gradient is the derivative by ``log_probs``. PyTorch's gradient also
    adds ``exp(log_probs)``, which makes no difference after :func:`log_softmax`. Graves et al., "Connectionist temporal
    classification", 2006.

    Args:
        log_probs: the logarithms of the probabilities: shape (T, N, C), or (T, C) for a single example
        targets: the labels: shape (N, S), or concatenated in one dimension. Under ``vmap`` with lengths that differ,
            concatenated ones are padded at the end
        target_lengths: the number of labels of each example; given like ``input_lengths``
        reduction: ``'mean'`` over the examples, each divided by its number of labels; ``'sum'``; or ``'none'``

    >>> log_probs = wengert.zeros(3, 1, 2).log_softmax(2)
    >>> F.ctc_loss(log_probs, wengert.tensor([[1]]), (3,), (1,))
    tensor(0.2877)
    """
    reduction = _reduction(reduction)
    return _ctc(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)
