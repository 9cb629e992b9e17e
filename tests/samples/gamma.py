"""Samples of ``ops/gamma.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import special

from tests.samples import Sample, rng, samples


@samples("lgamma", "digamma", ref={"lgamma": special.gammaln, "digamma": special.psi})
def logarithms() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.2, 4, size=(2, 3)))
    yield Sample(np.array(2.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([-1.4, -0.6, 40.0]))
    yield Sample(np.array([1, 2, 5]))
    yield Sample(np.array([0.0, -0.0]), kink=True)


@samples("_polygamma")
def higher_derivatives() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.5, 4, size=(2, 3)), n=1, ref=lambda x, n: special.polygamma(n, x))
    yield Sample(np.array(1.5), n=3, ref=lambda x, n: special.polygamma(n, x))
    yield Sample(np.zeros((0, 3)), n=2)
    yield Sample(np.array([1, 2]), n=0)


@samples("polygamma")
def higher_derivatives_as_functions() -> Iterator[Sample]:
    for sample in higher_derivatives():
        yield Sample(sample.params["n"], *sample.args)


def _mvlgamma(x: Any, p: int) -> Any:
    found = np.vectorize(lambda a: special.multigammaln(a, p), otypes=[float])(x)
    return found.astype(np.float32 if x.dtype.kind == "i" else x.dtype)


@samples("mvlgamma", "_mvlgamma", ref=_mvlgamma)
def multivariate() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(1.2, 4, size=(2, 3)), p=3)
    yield Sample(np.array(2.5), p=1)
    yield Sample(np.zeros((0, 3)), p=2)
    yield Sample(np.array([2, 3]), p=2)


@samples("zeta", ref=special.zeta)
def zetas() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(1.3, 5, size=(2, 1)), r.uniform(0.3, 4, size=3))
    yield Sample(np.array(2.5), np.array(0.5))
    yield Sample(2.5, r.uniform(0.3, 4, size=3))
    yield Sample(r.uniform(1.3, 5, size=3), 1.0)
    yield Sample(np.zeros((0, 3)), np.ones(3))
    yield Sample(np.array([2, 3]), np.array([1, 2]))


@samples("igamma", "igammac", ref={"igamma": special.gammainc, "igammac": special.gammaincc})
def incomplete() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.3, 4, size=(2, 3)), r.uniform(0.3, 4, size=(2, 3)))
    yield Sample(np.array([[0.4], [30.0]]), np.array([0.5, 25.0, 33.0]))
    yield Sample(np.array(1.5), np.array(2.5))
    yield Sample(np.zeros((0, 3)), np.ones(3))


@samples("_log_moment")
def moments() -> Iterator[Sample]:
    """The derivatives of the incomplete gamma functions are made of these."""
    yield Sample(np.array([0.7, 2.5, 20.0]), np.array([1.5, 0.5, 18.0]), m=1)
