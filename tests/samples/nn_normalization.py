"""Samples of ``wengert._core.ops.nn.normalization``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

F = "nn.functional."


def _standardised(x: Any, weight: Any = None, bias: Any = None, dims: Any = (-1,), eps: float = 1e-5) -> Any:
    mean, var = x.mean(dims, keepdims=True), x.var(dims, keepdims=True)
    out = (x - mean) / np.sqrt(var + eps)
    out = out if weight is None else out * weight
    return (out if bias is None else out + bias), mean, var


@samples("_layer_norm", "_group_norm", "_batch_norm", ref=_standardised)
def norm_rows() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), r.normal(size=4), r.normal(size=4), dims=(-1,), eps=0.1)
    yield Sample(r.normal(size=(2, 4)), dims=(-2,), eps=0.01)
    yield Sample(r.normal(size=(3, 2, 2)), r.normal(size=(2, 1)), dims=(-3, -1), eps=0.1)


@samples("_standard", ref=lambda x, mean, scale: (x - mean) * scale)
def standard() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 1)), r.normal(size=(2, 1)))
    yield Sample(np.array(1.5), np.array(0.5), np.array(-2.0))
    yield Sample(r.normal(size=(0, 3)), r.normal(size=(0, 1)), r.normal(size=(0, 1)))
    yield Sample(cnormal(r, 2, 3), cnormal(r, 2, 1), cnormal(r, 2, 1))


@samples("_without", ref=lambda t, mean, standard, slope, scale: (t - mean - standard * slope) * scale)
def without() -> Iterator[Sample]:
    r = rng()
    for draw in (lambda *size: r.normal(size=size), lambda *size: cnormal(r, *size)):
        yield Sample(draw(2, 3), draw(2, 1), draw(2, 3), draw(2, 1), draw(2, 1))
    yield Sample(*np.array([1.5, 0.5, -2.0, 0.7, 1.1]))


@samples("_bent", ref=lambda t, x, factor, mean, slope, shift: t * factor - (x - mean) * slope - shift)
def bent() -> Iterator[Sample]:
    r = rng()
    for draw in (lambda *size: r.normal(size=size), lambda *size: cnormal(r, *size)):
        yield Sample(draw(2, 3), draw(2, 3), *(draw(2, 1) for _ in range(4)))
    yield Sample(*np.array([1.5, 0.5, -2.0, 0.7, 1.1, 0.3]))


@samples(F + "layer_norm")
def layer_norm() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), (4,), r.normal(size=4), r.normal(size=4), cond=10.0)
    yield Sample(r.normal(size=(2, 2, 3)), (2, 3), eps=0.1)


@samples(F + "rms_norm", ref=lambda x, shape, w=1, eps=0: x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * w)
def rms_norm() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), (4,), r.normal(size=4), cond=10.0)
    yield Sample(r.normal(size=(2, 3)), (3,), eps=0.1)
    yield Sample(cnormal(r, 2, 3), (3,), eps=0.1)  # the formula squares, it does not take absolute squares


@samples(F + "group_norm")
def group_norm() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4, 2)), 2, r.normal(size=4), r.normal(size=4), cond=10.0)
    yield Sample(r.normal(size=(2, 6)), 2, eps=0.1)


@samples(F + "batch_norm")
def batch_norm() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(4, 2)), None, None, r.normal(size=2), r.normal(size=2), training=True, cond=10.0)
    yield Sample(r.normal(size=(2, 2, 3)), None, None, training=True, eps=0.1)


@samples(F + "instance_norm")
def instance_norm() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 4)), None, None, r.normal(size=2), r.normal(size=2), cond=10.0)
    yield Sample(r.normal(size=(1, 2, 2, 3)), eps=0.1)


@samples(F + "normalize")
def normalize() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), ref=lambda x: x / np.linalg.norm(x, axis=1, keepdims=True))
    yield Sample(r.normal(size=(2, 3)), p=3.0, dim=0)
