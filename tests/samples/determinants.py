"""Samples of ``ops/linalg/determinants.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.solve import square

SINGULAR = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])


@samples("_det", "linalg.det", "det", ref=np.linalg.det)
def determinants() -> Iterator[Sample]:
    yield from square()


@samples("_det")  # the gradients of these matrices are zero in PyTorch
def singular() -> Iterator[Sample]:
    yield Sample(SINGULAR)
    yield Sample(np.stack([SINGULAR[:2, :2], np.ones((2, 2)), np.zeros((2, 2))]))
    yield Sample(np.stack([np.arange(16.0).reshape(4, 4) ** 2, np.diag([2.0, 0.0, 1.0, 0.0])]))
    yield Sample(np.zeros((2, 1, 1)))
    yield Sample(np.outer([1.0, 2.0, 3.0], [1.0, -1.0, 2.0]))


@samples("_cofactors_of_two")
def of_two() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2)))
    yield Sample(cnormal(r, 3, 2, 2))


def _by_minors(x: np.ndarray) -> np.ndarray:
    out = np.empty_like(x)
    for i, j in np.ndindex(3, 3):
        out[..., i, j] = (-1) ** (i + j) * np.linalg.det(np.delete(np.delete(x, i, -2), j, -1))
    return out


def _mixed(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return (_by_minors(x + y) - _by_minors(x) - _by_minors(y)) / 2


@samples("_mixed_cofactors", ref=_mixed)
def mixed() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 3)), r.normal(size=(3, 3)))
    yield Sample(r.normal(size=(4, 3, 3)), r.normal(size=(2, 1, 3, 3)))
    yield Sample(cnormal(r, 2, 3, 3), cnormal(r, 3, 3))


@samples("_slogdet", "linalg.slogdet", "slogdet", ref=lambda a: tuple(np.linalg.slogdet(a)))
def logarithms() -> Iterator[Sample]:
    yield from square()
    yield Sample(np.array([[0.0, 1.0], [1.0, 0.3]]))


@samples("logdet")
def logarithms_alone() -> Iterator[Sample]:
    yield from square()
