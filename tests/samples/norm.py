"""Samples of ``wengert._core.ops.reduce.norm``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.reduce import INF, REFS, separate


@samples("_logsumexp", "logsumexp", ref=REFS)
def logsumexp() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=(0,), keepdim=False)
    yield Sample(r.normal(size=(2, 3, 2)), dim=(0, 2), keepdim=True)
    yield Sample(np.array([[-INF, 1.0], [0.5, -INF]]), dim=(1,), keepdim=False, kink=True)
    yield Sample(cnormal(r, 2, 3), dim=(1,), keepdim=False, ref=None, cond=10)
    yield Sample(r.normal(size=(0, 3)), dim=(1,), keepdim=False)
    yield Sample(np.arange(3), dim=(0,), keepdim=False, ref=lambda x, **_: np.float32(np.log(np.exp(x).sum())))


@samples("logsumexp", ref=REFS)
def logsumexp_spelled() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), -1)
    yield Sample(np.array(1.5), 0, True)
    yield Sample(np.array([800.0, 801.0]), 0, ref=lambda x, dim: 801 + np.log1p(np.exp(-1)))


@samples("_vector_norm", "linalg.vector_norm", ref=REFS)
def norms() -> Iterator[Sample]:
    x = separate(2, 3)
    for ord in (0, 0.5, 1, 1.5, 2, 3, 3.5, INF, -INF, -1, -2.5):
        yield Sample(x, ord=ord, dim=(1,), keepdim=False, cond=10)
    yield Sample(x, ord=2, dim=None, keepdim=True)
    yield Sample(x, ord=3, dim=(0, 1), keepdim=False)
    z = cnormal(rng(), 2, 3)
    for ord in (1, 2, 3, INF):
        yield Sample(z * np.array([[1.0], [2.0]]), ord=ord, dim=(0,), keepdim=False, cond=10)
    for ord in (0, 0.5, 1, 1.5, 2, 3, INF, -INF, -1):
        yield Sample(np.array([[0.0, 2.0, 2.0], [0.0, 0.0, 0.0]]), ord=ord, dim=(1,), keepdim=False, kink=True)
    yield Sample(np.zeros((0, 3)), ord=2, dim=(0,), keepdim=False)


@samples("norm")
def norm() -> Iterator[Sample]:
    x = separate(2, 3)
    yield Sample(x, ref=lambda x: np.linalg.norm(x))
    yield Sample(x, 1, ref=lambda x, p: np.abs(x).sum())
    yield Sample(x, "fro", -1, True)
    yield Sample(x, p=3, dim=(0, 1))
    yield Sample(np.array(-2.0), INF)


@samples("dist", ref=REFS)
def dist() -> Iterator[Sample]:
    yield Sample(separate(2, 3), separate(3) * 0.9)
    yield Sample(separate(2, 3), separate(2, 3) * 0.8 + 0.3, p=3)
    yield Sample(separate(2, 3), np.array(0.3), p=INF)
    yield Sample(np.array([1.0, 2.0]), np.array([1.0, 2.0]), kink=True)
