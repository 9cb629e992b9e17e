"""Samples of ``ops/linalg/solve.py``.

Functions of Hermitian matrices are smooth only along Hermitian directions. Their derivatives are tested on functions
of arbitrary matrices that make the matrix Hermitian first. All other laws are tested on the rows themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import wengert
from tests.samples import Sample, cnormal, rng, samples
from wengert._core.declare.families import composite
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY


def well(r: np.random.Generator, *shape: int, kind: Any = None) -> np.ndarray:
    """Matrices whose eigenvalues are not near each other or near 0."""
    n = min(shape[-2:])
    a = (kind or (lambda r, *s: r.normal(size=s)))(r, *shape) * 0.3
    a[..., range(n), range(n)] += 1 + np.arange(n)
    return a


def hermitian(a: np.ndarray) -> np.ndarray:
    return (a + np.conj(np.swapaxes(a, -1, -2))) / 2


def of_hermitian(name: str) -> str:
    """Register an operation as a function of arbitrary matrices, and return the name for its samples."""

    def function(A: Any, *args: Any, **params: Any) -> Any:
        return (COMPOSITES.get(name) or REGISTRY[name])((A + wengert.adjoint(A)) / 2, *args, **params)

    composite(name=f"hermitian.{name}")(function)
    return f"hermitian.{name}"


def square() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, 2))
    yield Sample(well(r, 2, 2, kind=cnormal))
    yield Sample(np.roll(well(r, 5, 5), 1, -2))  # elimination exchanges its rows
    yield Sample(np.zeros((0, 2, 2)))
    yield Sample(np.zeros((2, 0, 0)))


@samples("_inv_ex", "linalg.inv_ex", "linalg.inv", "inverse", ref={"linalg.inv": np.linalg.inv})
def inverses() -> Iterator[Sample]:
    yield from square()


@samples("_solve_ex")
def systems() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3), r.normal(size=(3, 2)), ref=lambda A, B: (np.linalg.solve(A, B), np.int32(0)))
    yield Sample(well(r, 2, 1, 2, 2), r.normal(size=(3, 2, 1)))
    yield Sample(np.roll(well(r, 4, 4), 1, -2), r.normal(size=(2, 4, 3)))
    yield Sample(well(r, 2, 2, kind=cnormal), cnormal(r, 2, 2))
    yield Sample(np.zeros((0, 2, 2)), np.zeros((2, 1)))


@samples("linalg.solve", "linalg.solve_ex")
def systems_of_vectors() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3), r.normal(size=(3, 2)))
    yield Sample(well(r, 2, 2), r.normal(size=2))
    yield Sample(well(r, 2, 2, 2), r.normal(size=(2, 2)))
    yield Sample(well(r, 2, 2, kind=cnormal), cnormal(r, 1, 2), left=False)


@samples("_solve_triangular")
def triangular() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3), r.normal(size=(3, 2)), upper=True, unitriangular=False)
    yield Sample(well(r, 2, 2, kind=cnormal), cnormal(r, 2, 2), upper=False, unitriangular=False)
    yield Sample(well(r, 2, 1, 2, 2), r.normal(size=(3, 2, 1)), upper=False, unitriangular=True)
    yield Sample(well(r, 2, 2), r.normal(size=(2, 1)), upper=True, unitriangular=True)
    yield Sample(np.zeros((0, 2, 2)), np.zeros((2, 1)), upper=True, unitriangular=False)


@samples("linalg.solve_triangular")
def triangular_from_both_sides() -> Iterator[Sample]:
    r = rng()
    for upper, left in ((True, True), (False, False)):
        yield Sample(well(r, 2, 2), r.normal(size=(2, 2)), upper=upper, left=left)
    yield Sample(well(r, 2, 2), r.normal(size=(3, 2)), upper=True, left=False, unitriangular=True)


@samples("triangular_solve")
def triangular_of_old() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)), well(r, 3, 3))
    yield Sample(r.normal(size=(2, 1)), well(r, 2, 2), upper=False, transpose=True)
    yield Sample(r.normal(size=(2, 1)), well(r, 2, 2), unitriangular=True)


@samples("_halved", ref=lambda x: np.tril(x) - np.tril(np.triu(x)) / 2)
def halves() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 3)))
    yield Sample(cnormal(r, 2, 2, 2))


def _positive() -> Iterator[np.ndarray]:
    r = rng()
    yield hermitian(well(r, 3, 3))
    yield hermitian(well(r, 2, 2, 2))
    yield hermitian(well(r, 5, 5))
    yield hermitian(well(r, 2, 2, kind=cnormal))


@samples("_cholesky_ex", "linalg.cholesky", "linalg.cholesky_ex", "cholesky")
def factors() -> Iterator[Sample]:
    yield Sample(np.array([[4.0]]), upper=False)
    for k, a in enumerate(_positive()):
        if a.dtype.kind == "f":
            yield Sample(a, upper=bool(k % 2), kink=True)
    yield Sample(np.zeros((0, 2, 2)), upper=False)


@samples("_cholesky_ex")  # PyTorch's gradient is not Hermitian unless the gradient of the diagonal is real
def complex_factors() -> Iterator[Sample]:
    *_, a = _positive()
    yield Sample(a, upper=False, kink=True)
    yield Sample(a, upper=True, kink=True)


@samples(of_hermitian("linalg.cholesky"))
def factors_of_hermitian() -> Iterator[Sample]:
    for a in _positive():
        yield Sample(a, upper=False)
        yield Sample(a, upper=True)


@samples("cholesky_solve")
def systems_of_factors() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 2)), well(r, 3, 3))
    yield Sample(cnormal(r, 2, 1), well(r, 2, 2, kind=cnormal), upper=True)


@samples("cholesky_inverse")
def inverses_of_factors() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2), upper=True)
