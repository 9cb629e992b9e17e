"""Samples of ``ops/special.py``."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy import special

from tests.samples import Sample, rng, samples

ERF, ERFC = (np.vectorize(f, otypes=[float]) for f in (math.erf, math.erfc))


@samples("erf", "erfc", "ndtr", ref={
    "erf": ERF, "erfc": ERFC, "ndtr": lambda x: ERFC(-x / math.sqrt(2)) / 2,
})  # fmt: skip
def errors() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(0.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([-1, 0, 2]))
    yield Sample(np.array([-6.0, 6.0]))  # the tails


def _entr(x: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.where(x > 0, -x * np.log(np.where(x > 0, x, 1)), np.where(x == 0, 0, -np.inf))


@samples("entr", ref=_entr)
def entropies() -> Iterator[Sample]:
    yield Sample(np.array([[0.3, 1.2, 2.5], [0.1, 0.9, 4.0]]))
    yield Sample(np.array(0.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([1, 2]))
    yield Sample(np.array([0.0, -1.0]), kink=True)


@samples("xlog1py", ref=lambda x, y: np.where(np.equal(x, 0), 0.0, x * np.log1p(y)))
def products_with_logarithms() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.uniform(0.1, 2, size=(2, 3)))
    yield Sample(r.normal(size=(2, 1)), r.uniform(0.1, 2, size=3))
    yield Sample(np.array(1.5), r.uniform(0.1, 2, size=3))
    yield Sample(1.5, r.uniform(0.1, 2, size=3))
    yield Sample(r.normal(size=3), 0.5)
    yield Sample(np.zeros((0, 3)), r.uniform(size=3))
    yield Sample(np.array([2, 3]), np.array([1, 2]))
    yield Sample(np.zeros(3), np.array([2.0, -0.5, 0.5]))


@samples("erfcx", "log_ndtr", "_log_ndtr_slope", ref={"erfcx": special.erfcx, "log_ndtr": special.log_ndtr})
def tails() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(0.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([-1, 0, 2]))
    yield Sample(np.array([-3.0, 20.0]))


@samples("erfinv", "ndtri", ref={"erfinv": special.erfinv, "ndtri": special.ndtri})
def inverses() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.1, 0.9, size=(2, 3)))
    yield Sample(np.array(0.3))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([0, 1]))
