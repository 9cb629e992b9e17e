"""Samples of ``ops/statistics.py``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def _cov(x: Any, *, correction: int = 1, fweights: Any = None, aweights: Any = None) -> Any:
    return np.cov(x, ddof=correction, fweights=fweights, aweights=aweights)


@samples("cov", ref=_cov)
def covariances() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)))
    yield Sample(r.normal(size=5), correction=0)
    yield Sample(cnormal(r, 2, 3))
    yield Sample(np.arange(6).reshape(2, 3) ** 2)
    yield Sample(r.normal(size=(2, 3)), fweights=np.array([1, 2, 3]))
    yield Sample(r.normal(size=(2, 3)), aweights=r.uniform(0.5, 1, size=3))
    yield Sample(r.normal(size=(3, 3)), correction=0, fweights=np.array([1, 2, 3]), aweights=r.uniform(0.5, 1, size=3))
    yield Sample(r.normal(size=(2, 4)), correction=2, aweights=r.uniform(0.5, 1, size=4))


@samples("corrcoef", ref=np.corrcoef)
def correlations() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 5)), kink=True)  # a correlation of exactly 1 is at a limit of the clamp
    yield Sample(cnormal(r, 2, 4), kink=True)
    yield Sample(r.normal(size=4))


@samples("_heights")
def heights() -> Iterator[Sample]:
    r = rng()
    x, edges = r.normal(size=(5, 2)), np.array([-1.0, 0.0, 0.3, 2.0])
    yield Sample(x, None, edges, edges[1:])
    yield Sample(x, r.uniform(size=5), edges, edges[1:])
    yield Sample(x[:, :1], r.normal(size=5), edges)
    yield Sample(np.zeros((0, 1)), np.zeros(0), edges)


@samples("_parts")
def parts() -> Iterator[Sample]:
    yield Sample(np.zeros(4))


@samples("_equal_bins")
def equal_bins() -> Iterator[Sample]:
    x = np.zeros(2)
    yield Sample(x, np.array([-1.0, 2.0]), bins=4, range=None, dim=0)
    yield Sample(x, np.array([1.5, 2.5]), bins=1, range=None, dim=1)
    yield Sample(x, bins=3, range=(0.5, 2.0), dim=0)
    yield Sample(np.zeros(0), bins=3, range=None, dim=0)


def _histogram(x: Any, bins: Any = 100, range: Any = None, weight: Any = None, density: bool = False) -> Any:
    return np.histogram(x, bins, range, density, weight)


@samples("histogram", ref=_histogram)
def histograms() -> Iterator[Sample]:
    r = rng()
    x = r.normal(size=(3, 4))
    yield Sample(x, 4)
    yield Sample(x, 3, range=(-0.5, 1.0), density=True)
    apart = r.permutation(np.linspace(-1.5, 2.4, 12)).reshape(3, 4)  # from the edges, too
    yield Sample(apart, np.array([-1.7, 0.1, 0.5, 2.2]), weight=r.uniform(size=(3, 4)))
    yield Sample(np.zeros(3), 3, kink=True)


@samples("histogramdd")
def histograms_of_points() -> Iterator[Sample]:
    r = rng()
    x = r.normal(size=(6, 2))
    yield Sample(x, [2, 3])
    yield Sample(x, 2, weight=r.uniform(size=6), density=True)
    yield Sample(x, [3, 2], range=[-1.0, 1.0, -1.0, 2.0])
    yield Sample(x, [np.array([-1.0, 0.0, 2.0]), np.array([-2.0, 0.5, 1.0])])
    apart = r.permutation(np.linspace(-1.4, 1.9, 12)).reshape(6, 2)
    edges = [np.array([-1.55, 0.25, 2.05]), np.array([-1.85, 0.55, 1.15])]
    yield Sample(apart, edges, weight=r.uniform(size=6), density=True)


def _distances(x: Any, y: Any, p: float = 2.0, by_product: bool = False) -> Any:
    d = abs(x[..., :, None, :] - y[..., None, :, :])
    if p == 0:
        return (d != 0).sum(-1).astype(float)
    return d.max(-1, initial=0) if p == math.inf else (d**p).sum(-1) ** (1 / p)


@samples("cdist", "_cdist", ref=_distances)
def distances() -> Iterator[Sample]:
    r = rng()
    for p in (2.0, 1.0, 3.0, 1.5, math.inf, 0.0):
        yield Sample(r.normal(size=(2, 3)), 3 + r.normal(size=(4, 3)), p=p)
    yield Sample(r.normal(size=(2, 2, 1)), r.normal(size=(2, 3, 1)), p=2.0)
    yield Sample(np.zeros((0, 3)), r.normal(size=(2, 3)), p=2.0)
    x = np.arange(6.0).reshape(2, 3)
    for p in (2.0, 1.0, 0.5, math.inf):  # distances of 0, and ties
        yield Sample(x, x + np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]), p=p, kink=True)


@samples("_cdist", ref=_distances)
def distances_by_a_product() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 40)), 3 + r.normal(size=(3, 40)), p=2.0, by_product=True)


@samples("_ratio", ref=lambda x, y: np.where(y == 0, 0, x / np.where(y == 0, 1, y)))
def ratios() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), r.uniform(0.5, 2, size=(2, 3)))
    yield Sample(r.normal(size=3), np.array([0.0, 2.0, -1.0]), kink=True)


@samples("cdist", ref=_distances)
def distances_of_batches() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 1, 3, 2)), r.normal(size=(2, 2, 2)))
    yield Sample(r.normal(size=(3, 2)), 3 + r.normal(size=(2, 1, 2)), 1.0)


@samples("nn.functional.pdist", "_pdist", ref=lambda x, p=2.0: _distances(x, x, p)[np.triu_indices(len(x), 1)])
def distances_of_pairs() -> Iterator[Sample]:
    x = np.array([[0.1, 2.0, -1.3], [3.0, 0.7, 0.9], [1.6, -2.2, 4.0], [-1.1, 5.3, 2.6]])
    yield from (Sample(x, p=p) for p in (2.0, 1.0, 3.0, 1.5, math.inf, 0.0))
    yield Sample(x[:1], p=2.0)
    yield Sample(x[:, :0], p=2.0)
    ties = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 0.0]])
    yield from (Sample(ties, p=p, kink=True) for p in (2.0, 1.0, 0.5, math.inf))


@samples("_pdist")  # without points, PyTorch's backward pass crashes
def distances_of_no_pairs() -> Iterator[Sample]:
    yield Sample(np.zeros((0, 3)), p=2.0)


@samples("_symmetric")
def symmetric() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3)), n=3)


@samples("_of_pairs", ref=lambda x: x[..., [0, 0, 1], [1, 2, 2]])
def of_pairs() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3, 3)))


def _renorm(x: Any, p: float, dim: int, maxnorm: float) -> Any:
    others = tuple(d for d in range(x.ndim) if d != dim % x.ndim)
    norms = (abs(x) ** p).sum(others, keepdims=True) ** (1 / p) if p != math.inf else abs(x).max(others, keepdims=True)
    return x * np.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1)


@samples("renorm", ref=_renorm)
def bounded() -> Iterator[Sample]:
    x = np.arange(1.0, 7.0).reshape(2, 3)
    yield Sample(x, 2, 0, 5.0)
    yield Sample(x, 1.5, -1, 4.0)
    yield Sample(x, math.inf, 0, 2)
    yield Sample(cnormal(rng(), 2, 2, 2), 2.0, 1, 0.5)


@samples("isin", ref=lambda x, y, invert=False, assume_unique=False: np.isin(x, y, invert=invert))
def members() -> Iterator[Sample]:
    yield Sample(np.array([[1, 2], [3, 4]]), np.array([2, 3, 7]))
    yield Sample(np.array([1.5, np.nan, 2.0]), np.array([[2.0, np.nan]]), invert=True)
    yield Sample(np.array([1, 2]), 2, assume_unique=True)
    yield Sample(3, np.array([2, 3]))
    yield Sample(np.zeros(0), np.array([1.0]))


def _gradient(x: Any, *, spacing: Any = 1, dim: Any = None, edge_order: int = 1) -> Any:
    spacings = spacing if isinstance(spacing, (list, tuple)) else (spacing,)
    found = np.gradient(x, *spacings, axis=dim, edge_order=edge_order)
    return found if isinstance(found, tuple) else (found,)


@samples("gradient", ref=_gradient)
def slopes() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=5))
    yield Sample(r.normal(size=(2, 3)), spacing=[0.5, 2], dim=(0, -1))
    yield Sample(r.normal(size=(4, 3)), spacing=2.0, dim=0, edge_order=2)
    yield Sample(r.normal(size=4), spacing=[np.array([0.0, 1.0, 3.0, 3.5])])
    yield Sample(r.normal(size=(4, 3)), spacing=[np.array([0.0, 1.0, 3.0, 3.5]), 0.5], edge_order=2)
    yield Sample(r.normal(size=3), spacing=[np.array([0.0, 1.0, 3.0])], edge_order=2)
    yield Sample(r.normal(size=2))
    yield Sample(cnormal(r, 4))
    yield Sample(np.array([1, 4, 9, 16]))
