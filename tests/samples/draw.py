"""Samples of the rows of ``ops/draw.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, rng, samples
from wengert._core.ops.random import draw

FILLS = [row.name for row in draw.FILLS.values()]


@samples("_bernoulli", ref={"_bernoulli": lambda x, drawn: drawn})
def bernoulli() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(size=(2, 3)), r.integers(0, 2, size=(2, 3)).astype(float))
    yield Sample(np.array(0.5), np.array(1.0))


@samples(*FILLS, ref=dict.fromkeys(FILLS, lambda x, drawn: drawn))
def drawn_into() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(np.array(0.5), np.array(1.0))
    yield Sample(r.normal(size=(0, 3)), r.normal(size=(0, 3)))


@samples("_fill_by_chances", ref=lambda x, p, drawn: drawn)
def drawn_by_chances() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.uniform(size=(2, 3)), r.integers(0, 2, size=(2, 3)).astype(float))
    yield Sample(np.array(0.5), np.array(0.25), np.array(1.0))


@samples("_poisson", ref=lambda x, drawn: drawn)
def poisson() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(size=(2, 3)), r.integers(0, 5, size=(2, 3)).astype(float))
    yield Sample(np.array(0.5), np.array(1.0))


@samples("_binomial", ref=lambda count, prob, drawn: drawn)
def binomial() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(3, 5, size=(2, 3)), r.uniform(size=3), r.integers(0, 5, size=(2, 3)).astype(float))
    yield Sample(np.array(2.5), np.array(0.5), np.array(1.0))


@samples("_normal", ref={"_normal": lambda mean, std, drawn: drawn})
def normal() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.uniform(size=(2, 3)), r.normal(size=(2, 3)))
    yield Sample(r.normal(size=3), 2.0, r.normal(size=3))
    yield Sample(0.5, r.uniform(size=3), r.normal(size=3))
