"""Samples of the rows of ``ops/gamma_draws.py``.

A draw is passed on as it is. Its gradient moves it so that the probability below stays, which is no derivative of the
kernel: finite differences are skipped. ``test_distributions.py`` has the law.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, rng, samples

DRAWN = frozenset({"_standard_gamma", "_dirichlet"})  # rows whose gradients are not the derivatives of their kernels


@samples("_gamma_moment")
def gamma_moments() -> Iterator[Sample]:
    yield Sample(np.array([0.7, 2.5, 20.0]), np.array([1.5, 0.5, 18.0]), m=1)
    yield Sample(np.array([[0.5], [3.0]]), np.array([1.5, 0.25]), m=0)
    yield Sample(np.array(2.0), np.array(1.0), m=2)


@samples("_beta_moment")
def beta_moments() -> Iterator[Sample]:
    yield Sample(np.array([0.7, 2.5, 20.0]), np.array([1.5, 0.5, 8.0]), np.array([0.25, 0.75, 0.5]), m=1, n=0)
    yield Sample(np.array(2.0), np.array(1.5), np.array(0.25), m=1, n=1)


@samples("_standard_gamma", ref=lambda concentration, drawn: drawn)
def gamma_numbers() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.5, 3, size=(2, 3)), r.uniform(0.5, 3, size=(2, 3)), kink=True)
    yield Sample(np.array(0.5), np.array(1.0), kink=True)


@samples("_dirichlet", ref=lambda concentration, drawn: drawn / drawn.sum(-1, keepdims=True))
def dirichlet_numbers() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.5, 3, size=(2, 3)), r.uniform(0.5, 3, size=(2, 3)), kink=True)
