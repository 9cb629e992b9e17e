"""Samples of ``ops/factor.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.solve import well

EMPTY = np.zeros((0, 2, 2))


@samples("_qr", "linalg.qr")
def orthonormal() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2), mode="reduced")
    yield Sample(well(r, 2, 2, 3), mode="reduced")
    yield Sample(well(r, 2, 2, kind=cnormal), mode="complete")
    yield Sample(well(r, 2, 3, kind=cnormal), mode="reduced")
    yield Sample(EMPTY, mode="reduced")


@samples("qr")
def orthonormal_of_old() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 2, 2), some=False)


@samples("linalg.householder_product", "orgqr")
def reflections() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)), r.normal(size=2))
    yield Sample(r.normal(size=(2, 3, 2)), r.normal(size=(2, 1)))
    yield Sample(cnormal(r, 2, 2), cnormal(r, 2))


@samples("_unit_lower", ref=lambda x: np.tril(x, -1) + np.eye(*x.shape[-2:]))
def unit_triangles() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)))
    yield Sample(cnormal(r, 2, 2, 3))


@samples("ormqr")
def products_with_reflections() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)), r.normal(size=2), r.normal(size=(3, 2)))
    yield Sample(r.normal(size=(3, 2)), r.normal(size=2), r.normal(size=(2, 3)), left=False)
    yield Sample(cnormal(r, 2, 2), cnormal(r, 2), cnormal(r, 2, 1), transpose=True)
    yield Sample(cnormal(r, 2, 2), cnormal(r, 2), cnormal(r, 1, 2), left=False, transpose=True)


def _matrices() -> Iterator[np.ndarray]:
    r = rng()
    yield r.normal(size=(3, 3)) + 2 * np.eye(3)[[1, 2, 0]]
    yield r.normal(size=(2, 3, 2)) + 2 * np.eye(3)[[2, 0, 1], :2]
    yield cnormal(r, 2, 3) + 3 * np.eye(2, 3)[[1, 0]]
    yield EMPTY


@samples("_lu_factor_ex", "linalg.lu_factor", "linalg.lu_factor_ex")
def factors() -> Iterator[Sample]:
    for a in _matrices():
        yield Sample(a, pivot=True)


@samples("_lu_factor_ex")
def factors_without_exchanges() -> Iterator[Sample]:
    yield Sample(well(rng(), 3, 3), pivot=False)


@samples("linalg.lu", "lu")
def factors_apart() -> Iterator[Sample]:
    for a in _matrices():
        yield Sample(a, pivot=True)


@samples("lu_unpack")
def unpacked() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 3)), np.array([2, 3, 3], np.int32))
    yield Sample(r.normal(size=(2, 3)), np.array([2, 2], np.int32), unpack_data=True, unpack_pivots=False)
    yield Sample(cnormal(r, 2, 3, 2), np.array([[2, 3], [1, 2]], np.int32))


@samples("_order", ref=lambda pivots, inverse=False: _ordered(pivots, inverse))
def orders() -> Iterator[Sample]:
    for pivots in ([[3, 3, 3]], [[[2, 3, 3]], [[1, 2, 3]]], [[]]):
        for inverse in (False, True):
            yield Sample(np.array(pivots, np.int32), inverse=inverse)


def _ordered(pivots: np.ndarray, inverse: bool) -> np.ndarray:
    """The exchanges, of rows that are counted."""
    *batch, _, n = pivots.shape
    order = np.broadcast_to(np.arange(n), (*batch, n)).copy()
    for at in np.ndindex(*batch):
        for i, p in enumerate(pivots[at][0] - 1):
            order[at][[i, p]] = order[at][[p, i]]
    return (order.argsort(-1) if inverse else order)[..., None]


@samples("linalg.lu_solve")
def systems() -> Iterator[Sample]:
    r = rng()
    pivots = np.array([2, 3, 3], np.int32)
    yield Sample(well(r, 3, 3), pivots, r.normal(size=(3, 2)))
    yield Sample(well(r, 3, 3, kind=cnormal), pivots, cnormal(r, 2, 3), left=False)
    yield Sample(well(r, 3, 3, kind=cnormal), pivots, cnormal(r, 3, 1), adjoint=True)
    several = np.array([[[2, 2]], [[1, 2]]], np.int32)
    for adjoint in (False, True):
        yield Sample(well(r, 2, 1, 2, 2), several, r.normal(size=(3, 2, 1)), adjoint=adjoint)


@samples("lu_solve")
def systems_of_old() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)), well(r, 3, 3), np.array([2, 3, 3], np.int32))
