"""Samples of ``wengert._core.ops.nn.activation``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples

F = "nn.functional."
VALUES = np.array([-4.3, -2.6, -0.9, -0.3, 0.2, 0.7, 1.4, 3.6])


def _unary(values: Any = VALUES, **params: Any) -> Iterator[Sample]:
    """An elementwise function at eight values."""
    yield Sample(values.reshape(2, 4), **params)
    yield Sample(values.reshape(4, 2).T, **params)
    yield Sample(np.array(values[2]), **params)
    yield Sample(values[:0].reshape(0, 3), **params)


def _kinked(*points: float, **params: Any) -> Sample:
    return Sample(np.array([*points, math.nan]), kink=True, **params)


@samples("relu", F + "relu", ref=lambda x: np.maximum(x, 0))
def relu() -> Iterator[Sample]:
    yield from _unary()
    yield _kinked(0.0, -0.0)
    yield Sample(np.array([-2, 0, 3]))


@samples(F + "relu6", ref=lambda x: np.clip(x, 0, 6))
@samples(F + "hardtanh", ref=lambda x: np.clip(x, -1, 1))
@samples(F + "hardsigmoid", "_hardsigmoid", ref=lambda x: np.clip(x / 6 + 0.5, 0, 1))
@samples(F + "hardswish", "_hardswish", ref=lambda x: x * np.clip(x / 6 + 0.5, 0, 1))
def bounded() -> Iterator[Sample]:
    yield from _unary()
    yield _kinked(-3.0, -1.0, 0.0, 1.0, 3.0, 6.0)


@samples("_hardtanh", F + "hardtanh", ref=lambda x, min_val=-1, max_val=1: np.clip(x, min_val, max_val))
def hardtanh() -> Iterator[Sample]:
    yield from _unary(min_val=-1.5, max_val=0.5)
    yield _kinked(-1.5, 0.5, min_val=-1.5, max_val=0.5)
    yield Sample(np.array([-4, 0, 3]), min_val=-2, max_val=2)


@samples("_leaky_relu", F + "leaky_relu", ref=lambda x, negative_slope: np.where(x > 0, x, negative_slope * x))
def leaky_relu() -> Iterator[Sample]:
    yield from _unary(negative_slope=0.01)
    yield _kinked(0.0, negative_slope=0.3)


@samples("_prelu_kernel", ref=lambda x, w: np.where(x > 0, x, w * x))
def prelu_kernel() -> Iterator[Sample]:
    r = rng()
    yield Sample(VALUES.reshape(2, 4), r.normal(size=(1, 4)))
    yield Sample(VALUES.reshape(2, 4), np.array(0.3))
    yield Sample(np.array(-1.5), np.array(0.3))
    yield Sample(VALUES[:0].reshape(0, 4), r.normal(size=(1, 4)))
    yield Sample(np.array([0.0, 1.0]), np.array([0.3, 0.3]), kink=True)


@samples(F + "prelu")
def prelu() -> Iterator[Sample]:
    r = rng()
    yield Sample(VALUES.reshape(2, 4), r.normal(size=4))
    yield Sample(VALUES.reshape(2, 2, 2), r.normal(size=2))
    yield Sample(VALUES, r.normal(size=1))
    yield Sample(np.array(-1.5), np.array(0.3))


@samples(F + "rrelu", ref=lambda x, lower=1 / 8, upper=1 / 3: np.where(x > 0, x, (lower + upper) / 2 * x))
def rrelu() -> Iterator[Sample]:
    yield from _unary()
    yield Sample(VALUES, lower=0.1, upper=0.5)


def _elu(x: Any, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Any:
    return scale * np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) * input_scale))


@samples("_elu", ref=_elu)
def scaled_elu() -> Iterator[Sample]:
    yield from _unary(alpha=0.5, scale=1.5, input_scale=2)
    yield _kinked(0.0, alpha=0.5, scale=1.5, input_scale=2)


@samples(F + "elu", ref=_elu)
@samples(F + "celu", ref=lambda x, alpha=1: _elu(x, alpha, 1, 1 / alpha))
def elu() -> Iterator[Sample]:
    yield from _unary()
    yield from _unary(alpha=0.5)
    yield _kinked(0.0, alpha=0.5)


@samples(F + "selu", F + "silu", "_silu", F + "mish", "_mish", F + "softsign", F + "tanhshrink")
@samples("gelu", "_normal_cdf", "softplus", "logsigmoid")
def smooth() -> Iterator[Sample]:
    yield from _unary()


@samples("_silu_backward")
def slopes() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=3))
    yield Sample(*[r.normal(size=3) + 1j * r.normal(size=3) for _ in range(2)])
    yield Sample(r.normal(size=(0, 3)), r.normal(size=3))


@samples(
    "softplus", ref=lambda x, beta=1, threshold=20: np.where(beta * x > threshold, x, np.log1p(np.exp(beta * x)) / beta)
)
def softplus() -> Iterator[Sample]:
    yield from _unary(beta=2, threshold=5)
    yield _kinked(2.5, 50.0, beta=2, threshold=5)


@samples("gelu")
def gelu() -> Iterator[Sample]:
    yield from _unary(approximate="tanh")
    yield from _unary(approximate="none")


@samples("_threshold", F + "threshold", ref=lambda x, threshold, value: np.where(x <= threshold, value, x))
def threshold() -> Iterator[Sample]:
    yield from _unary(threshold=0.5, value=20)
    yield _kinked(0.5, threshold=0.5, value=20)
    yield Sample(np.array([-4, 0, 3]), threshold=1, value=7)


@samples("hardshrink", "softshrink")
def shrinks() -> Iterator[Sample]:
    yield from _unary()
    yield from _unary(lambd=1.1)
    yield _kinked(-0.5, 0.0, 0.5)


@samples(F + "glu")
def glu() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)))
    yield Sample(r.normal(size=(2, 3)), dim=0)
    yield Sample(r.normal(size=(0, 4)))


# -- softmax


def _softmax(x: Any, dim: int) -> Any:
    if x.ndim == 0:
        return np.array(1.0)
    e = np.exp(x - x.max(dim, keepdims=True))
    return e / e.sum(dim, keepdims=True)


REFS = {"softmax": _softmax, "log_softmax": lambda x, dim: np.log(_softmax(x, dim))}


@samples("_softmax", "softmax", F + "softmax", ref=_softmax)
@samples("_safe_softmax", ref=_softmax)
@samples("_log_softmax", "log_softmax", F + "log_softmax", ref=REFS["log_softmax"])
@samples(F + "softmin", ref=lambda x, dim: _softmax(-x, dim))
def softmax() -> Iterator[Sample]:
    r = rng()
    for dim in (0, 1, -1, -2):
        yield Sample(r.normal(size=(2, 3)), dim=dim)
    yield Sample(r.normal(size=(2, 3, 2)), dim=1)
    yield Sample(r.normal(size=3) * 100, dim=0, cond=100.0)
    yield Sample(r.normal(size=(0, 3)), dim=1)


@samples("_softmax", "softmax", F + "softmax", "_log_softmax", "log_softmax", F + "log_softmax")
def softmax_of_one() -> Iterator[Sample]:
    yield Sample(np.array(0.7), dim=0)
    yield Sample(np.array(0.7), dim=-1)


@samples("_safe_softmax")
def masked() -> Iterator[Sample]:
    nothing = np.array([[-math.inf, -math.inf], [0.5, -math.inf]])
    yield Sample(nothing, dim=-1, kink=True, ref=lambda x, dim: np.array([[0.0, 0.0], [1.0, 0.0]]))


@samples(F + "relu_", F + "hardtanh_", F + "leaky_relu_", F + "rrelu_", F + "elu_", F + "selu_", F + "celu_")
@samples(F + "threshold_")
def in_place() -> Iterator[Sample]:
    """No samples: the law of in-place forms uses the samples of the out-of-place functions."""
    return iter(())
