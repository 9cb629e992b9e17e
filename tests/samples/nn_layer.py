"""Samples of ``wengert._core.ops.nn.layer``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.samples import Sample, cnormal, rng, samples

F = "nn.functional."

# -- dropout without randomness


@samples(F + "dropout", F + "alpha_dropout", F + "dropout1d", F + "feature_alpha_dropout")
def dropout() -> Iterator[Sample]:
    x = rng().normal(size=(2, 2, 3))
    yield Sample(x, p=0.3, training=False)
    yield Sample(x, p=0.0, training=True)
    yield Sample(x, p=1.0, training=True, ref=lambda x, p, training: x * 0)


@samples(F + "dropout2d")
def dropout2d() -> Iterator[Sample]:
    x = rng().normal(size=(1, 2, 2, 3))
    yield Sample(x, p=0.3, training=False)
    yield Sample(x, p=1.0, training=True, ref=lambda x, p, training: x * 0)


@samples(F + "dropout3d")
def dropout3d() -> Iterator[Sample]:
    x = rng().normal(size=(1, 2, 2, 2, 1))
    yield Sample(x, p=0.3, training=False)
    yield Sample(x, p=1.0, training=True, ref=lambda x, p, training: x * 0)


# -- linear maps


def _linear(x: Any, w: Any, b: Any = 0) -> Any:
    return x @ w.T + b


@samples("_linear", F + "linear_layer", ref=_linear)
def linear() -> Iterator[Sample]:
    r = rng()
    for x, w, *b in (
        [(2, 3), (4, 3), (4,)], [(2, 3), (4, 3)], [(2, 2, 3), (2, 3), (2,)], [(3,), (2, 3), (2,)],
        [(0, 3), (2, 3), (2,)], [(2, 0), (3, 0), (3,)],
    ):  # fmt: skip
        yield Sample(r.normal(size=x), r.normal(size=w), *(r.normal(size=s) for s in b))
    yield Sample(cnormal(r, 2, 3), cnormal(r, 2, 3), cnormal(r, 2))
    yield Sample(r.integers(-3, 4, size=(2, 3)), r.integers(-3, 4, size=(2, 3)))


@samples(F + "bilinear")
def bilinear() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 2)), r.normal(size=(4, 3, 2)), r.normal(size=4))
    yield Sample(r.normal(size=(2, 1, 2)), r.normal(size=(2, 1, 2)), r.normal(size=(3, 2, 2)))
