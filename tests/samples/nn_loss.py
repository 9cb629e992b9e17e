"""Samples of ``wengert._core.ops.nn.loss``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples

F = "nn.functional."
REDUCTIONS: dict[str, Callable[[Any], Any]] = {"mean": np.mean, "sum": np.sum, "none": lambda loss: loss}


def _reduced(loss: Callable[..., Any]) -> Callable[..., Any]:
    """The reference of a loss, made from the reference of the unreduced loss."""
    return lambda *args, reduction="mean", **params: REDUCTIONS[reduction](loss(*args, **params))


def _each(*args: Any, **params: Any) -> Iterator[Sample]:
    for reduction in REDUCTIONS:
        yield Sample(*args, reduction=reduction, **params)


# the differences are not near 0, 0.5 and 1
X = np.array([[0.3, -1.2, 2.1], [0.9, -0.4, 1.7]])
Y = np.array([[0.1, 0.7, 0.4], [0.2, 0.3, -0.6]])


@samples("_mse_loss", F + "mse_loss", ref=_reduced(lambda x, y: (x - y) ** 2))
@samples(F + "l1_loss", ref=_reduced(lambda x, y: abs(x - y)))
@samples(F + "smooth_l1_loss", F + "huber_loss")
def differences() -> Iterator[Sample]:
    yield from _each(X, Y)
    yield from _each(np.array(0.3), np.array(-0.1))
    yield Sample(X[:0], Y[:0], reduction="sum")


@samples("_smooth_l1_loss", F + "smooth_l1_loss", ref=_reduced(
    lambda x, y, beta=1: np.where(abs(x - y) < beta, (x - y) ** 2 / (2 * beta), abs(x - y) - beta / 2)))  # fmt: skip
def smooth_l1() -> Iterator[Sample]:
    yield from _each(X, Y, beta=0.55)
    yield Sample(np.array([0.0, 0.5, -0.5]), np.zeros(3), beta=0.5, reduction="sum", kink=True)


def _huber(x: Any, y: Any, delta: float = 1.0) -> Any:
    d = abs(x - y)
    return np.where(d < delta, d * d / 2, delta * (d - delta / 2))


@samples("_huber_loss", F + "huber_loss", ref=_reduced(_huber))
def huber() -> Iterator[Sample]:
    yield from _each(X, Y, delta=0.55)
    yield Sample(np.array([0.0, 0.5, -0.5]), np.zeros(3), delta=0.5, reduction="sum", kink=True)


# -- probabilities

P = np.array([[0.2, 0.7, 0.4], [0.9, 0.6, 0.3]])
Q = np.array([[0.3, 0.5, 0.8], [0.2, 0.6, 0.7]])


def _entropy(p: Any, q: Any, w: Any = 1) -> Any:
    return -w * (q * np.log(p) + (1 - q) * np.log(1 - p))


@samples("_binary_cross_entropy", F + "binary_cross_entropy", ref=_reduced(_entropy))
def binary() -> Iterator[Sample]:
    yield from _each(P, Q)
    yield from _each(P, Q, np.array([0.5, 1.0, 2.0]))


def _logits(x: Any, q: Any, w: Any = 1, pw: Any = 1) -> Any:
    return w * (pw * q * np.log1p(np.exp(-x)) + (1 - q) * np.log1p(np.exp(x)))


def _weighted_sum(x: Any, q: Any, w: Any, pos_weight: Any, reduction: str) -> Any:
    return _logits(x, q, w, pos_weight).sum()


@samples("_binary_cross_entropy_with_logits", ref=_reduced(_logits))
def logits_rows() -> Iterator[Sample]:
    yield from _each(X, Q)
    yield from _each(X, Q, np.array([0.5, 1.0, 2.0]), np.array([2.0, 0.5, 3.0]))


@samples(F + "binary_cross_entropy_with_logits", ref=_reduced(_logits))
def logits() -> Iterator[Sample]:
    yield from _each(X, Q)
    w, pos_weight = np.array([0.5, 1.0, 2.0]), np.array([2.0, 0.5, 3.0])
    yield Sample(X, Q, w, pos_weight=pos_weight, reduction="sum", ref=_weighted_sum)
    yield Sample(np.array([-100.0, 100.0]), np.array([0.0, 1.0]), reduction="sum")


@samples("_soft_margin_loss", F + "soft_margin_loss", ref=_reduced(lambda x, y: np.log1p(np.exp(-x * y))))
def soft_margin() -> Iterator[Sample]:
    yield from _each(X, np.array([[1, -1, 1], [-1, -1, 1]]))


@samples(F + "kl_div")
def kl_div() -> Iterator[Sample]:
    for reduction in ("batchmean", "sum", "none"):
        yield Sample(X, Q, reduction=reduction)
        yield Sample(X, Y, reduction=reduction, log_target=True)


@samples(F + "poisson_nll_loss")
def poisson() -> Iterator[Sample]:
    yield from _each(X, Q * 4)
    yield from _each(P, Q * 4, log_input=False, full=True)


@samples(F + "gaussian_nll_loss")
def gaussian() -> Iterator[Sample]:
    yield from _each(X, Y, 0.7)
    yield from _each(X, Y, 2.0, full=True)


# -- classes


def _nll(
    x: Any, target: Any, weight: Any = None, ignore_index: int = -100, reduction: str = "mean", lead: int = 0
) -> Any:
    if lead:
        return np.stack([_nll(a, b, None, ignore_index, reduction) for a, b in zip(x, target, strict=True)])
    x = x[None] if x.ndim == 1 else x
    shape = target.shape
    target = target.reshape(len(x), *x.shape[2:])
    weight = np.ones(x.shape[1]) if weight is None else weight
    counts = np.where(target == ignore_index, 0, weight[np.where(target == ignore_index, 0, target)])
    picked = np.take_along_axis(x, np.where(target == ignore_index, 0, target)[:, None], 1)[:, 0]
    loss = -(picked * counts).reshape(shape)
    return loss.sum() / counts.sum() if reduction == "mean" else REDUCTIONS[reduction](loss)


def _classes() -> Iterator[tuple[Any, Any]]:
    r = rng()
    yield r.normal(size=(3, 4)), np.array([1, 0, 3])
    yield r.normal(size=(2, 3, 2)), np.array([[2, 0], [1, 1]])
    yield r.normal(size=3), np.array(1)


@samples("_nll_loss", F + "nll_loss", ref=_nll)
def nll() -> Iterator[Sample]:
    for x, target in _classes():
        yield from _each(x, target, ignore_index=-100)
    x, target = next(_classes())
    yield from _each(x, target, ignore_index=3)


@samples("_nll_loss", F + "nll_loss", ref=_nll)
def weighted_nll() -> Iterator[Sample]:
    for x, target in _classes():
        weight = rng().uniform(0.5, 2, size=x.shape[1] if x.ndim > 1 else 3)
        yield from _each(x, target, weight, ignore_index=0)


@samples("_nll_loss")
def batches_of_nll() -> Iterator[Sample]:
    x, target = rng().normal(size=(2, 4, 3)), np.array([[0, 2, 1, 1], [2, 2, 0, 1]])
    yield from _each(x, target, ignore_index=2, lead=1)


@samples("_nll_spread")
def batches_of_nll_spread() -> Iterator[Sample]:
    target = np.array([[0, 2, 1, 1], [2, 2, 0, 1]])
    for reduction, shape in (("none", (2, 4)), ("mean", (2,)), ("sum", (2,))):
        u = rng().normal(size=shape)
        yield Sample(u, target, shape=(2, 4, 3), ignore_index=2, reduction=reduction, lead=1)


@samples("_nll_spread")
def nll_spread() -> Iterator[Sample]:
    r = rng()
    for x, target in _classes():
        classes = x.shape[1] if x.ndim > 1 else 3
        for weight in ((), (r.uniform(0.5, 2, size=classes),)):
            for reduction in REDUCTIONS:
                u = r.normal(size=target.shape if reduction == "none" else ())
                for ignored in (0, -100):
                    yield Sample(u, target, *weight, shape=x.shape, ignore_index=ignored, reduction=reduction)


@samples("_nll_loss", F + "nll_loss", ref=_nll)
def all_ignored() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3)), np.array([1, 1]), ignore_index=1, reduction="sum")


def _cross_entropy(x: Any, target: Any, **params: Any) -> Any:
    dim = 1 if x.ndim > 1 else 0
    return _nll(x - np.log(np.exp(x).sum(dim, keepdims=True)), target, **params)


@samples(F + "cross_entropy")
def cross_entropy() -> Iterator[Sample]:
    for x, target in _classes():
        yield from _each(x, target, ref=_cross_entropy)
    x, target = next(_classes())
    yield Sample(x, target, ignore_index=0, ref=_cross_entropy)


@samples(F + "cross_entropy")
def soft_cross_entropy() -> Iterator[Sample]:
    x, target = next(_classes())
    weight = np.array([0.5, 1.0, 2.0, 0.7])
    yield from _each(x, target, label_smoothing=0.2)
    yield from _each(x, target, weight, label_smoothing=0.2, ignore_index=0)
    yield from _each(X, Q)
    yield Sample(X, Q, weight[:3], label_smoothing=0.3)


def _linear_cross_entropy(x: Any, w: Any, target: Any, **params: Any) -> Any:
    return _cross_entropy(np.moveaxis(np.tensordot(x, w, (-1, -1)), -1, -1), target, **params)


@samples(F + "linear_cross_entropy")
def linear_cross_entropy() -> Iterator[Sample]:
    r = rng()
    x, w, target = r.normal(size=(3, 2)), r.normal(size=(4, 2)), np.array([0, 3, 2])
    for reduction in ("mean", "sum", "none"):
        yield Sample(x, w, target, reduction=reduction, ref=_linear_cross_entropy)
    yield Sample(x[0], w, np.array(1))
    yield Sample(x, w, target, linear_bias=r.normal(size=4), ignore_index=3, label_smoothing=0.2)
    yield Sample(x, r.normal(size=(4, 2, 2)), np.array([[0, 1], [2, 2], [3, 0]]), linear_bias=r.normal(size=(4, 2)))
    yield Sample(x, w, r.uniform(size=(3, 4)))  # probabilities


@samples(F + "multi_margin_loss")
def multi_margin() -> Iterator[Sample]:
    yield from _each(X, np.array([0, 1]))
    yield Sample(X, np.array([2, 1]), p=2, margin=0.5, weight=np.array([0.5, 1.0, 2.0]))
    yield Sample(np.array([[1.0, 0.0]]), np.array([0]), kink=True)  # exactly at the margin


@samples(F + "multilabel_soft_margin_loss")
def multilabel_soft_margin() -> Iterator[Sample]:
    yield from _each(X, np.array([[1, 0, 1], [0, 0, 1]]))
    yield Sample(X, np.array([[1, 0, 1], [0, 0, 1]]), np.array([0.5, 1.0, 2.0]))


# -- similarities and margins
