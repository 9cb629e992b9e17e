"""Samples of ``ops/spectral.py``.

Complex eigenvectors and singular vectors have an arbitrary phase (see Note [Gauge] there). Random gradients would
depend on it. So the samples are functions that do not depend on it; for the rows themselves, matrices are real or
empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import wengert
from tests.samples import Sample, cnormal, rng, samples
from tests.samples.solve import hermitian, of_hermitian, well
from wengert._core.declare.families import composite

EMPTY = np.zeros((0, 2, 2))


def _weights(n: int, device: Any) -> Any:
    return wengert.arange(1, n + 1, dtype=wengert.float64, device=device)


def _weighted(V: Any, W: Any) -> Any:
    """``V @ diag(1, 2, …) @ W``"""
    return (V * _weights(V.shape[-1], V.device).to(V.dtype)) @ W


@samples("_reciprocal_off_diagonal")
def differences() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, 2, kind=cnormal))


# -- Hermitian matrices


@samples("_eigh", "linalg.eigh")
def hermitians() -> Iterator[Sample]:
    r = rng()
    yield Sample(hermitian(well(r, 3, 3)), UPLO="L", kink=True)
    yield Sample(hermitian(well(r, 2, 2, 2)), UPLO="U", kink=True)
    yield Sample(EMPTY, UPLO="L")


@samples("linalg.eigvalsh")
def values_of_hermitians() -> Iterator[Sample]:
    r = rng()
    yield Sample(hermitian(well(r, 3, 3)), kink=True)
    yield Sample(hermitian(well(r, 2, 2, kind=cnormal)), "U", kink=True)


@samples(of_hermitian("linalg.eigvalsh"), of_hermitian("linalg.eigh"))
def functions_of_hermitians() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, 2), "U")


@composite(name="gauge.eigh")
def _of_eigh(A: Any) -> Any:
    values, V = wengert.linalg.eigh((A + wengert.adjoint(A)) / 2)
    return values, _weighted(V, wengert.adjoint(V))


@samples("gauge.eigh")
def projections() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, kind=cnormal))


# -- any matrices


@samples("_eig", "linalg.eig")
def any_matrices() -> Iterator[Sample]:
    yield Sample(EMPTY)
    yield Sample(EMPTY * 1j)


@samples("linalg.eigvals")
def values() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, 2))
    yield Sample(well(r, 2, 2, kind=cnormal))


@composite(name="gauge.eig")
def _of_eig(A: Any) -> Any:
    values, V = wengert.linalg.eig(A)
    return values, _weighted(V, wengert.linalg.inv(V)), wengert.abs(V)


@samples("gauge.eig")
def spectra() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 3))
    yield Sample(well(r, 2, 2, kind=cnormal))
    yield Sample(np.array([[1.0, -2.0], [1.5, 0.5]]))  # real, but with complex eigenvalues


# -- singular values


@samples("_svd", "linalg.svd")
def rectangular() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2), full_matrices=False)
    yield Sample(well(r, 2, 2, 3), full_matrices=False)
    yield Sample(well(r, 2, 2), full_matrices=True)
    yield Sample(well(r, 3, 2), full_matrices=True, kink=True)
    yield Sample(EMPTY, full_matrices=False)


@samples("linalg.svdvals")
def singular_values() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 2, 3, kind=cnormal))


@samples("svd")
def singular_values_of_old() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 2, 2), some=False)
    yield Sample(well(r, 3, 2), compute_uv=False)


@composite(name="gauge.svd")
def _of_svd(A: Any) -> Any:
    U, S, Vh = wengert.linalg.svd(A, full_matrices=False)
    return S, _weighted(U, Vh), _weighted(U, wengert.adjoint(U)), _weighted(wengert.adjoint(Vh), Vh)


@samples("gauge.svd")
def products() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 2, 3, kind=cnormal))
    yield Sample(well(r, 2, 2, kind=cnormal))


# -- pseudo-inverses and ranks

DEFICIENT = np.outer([1.0, 2.0, 3.0], [1.0, -1.0])


@samples("_pinv")
def pseudo_inverses() -> Iterator[Sample]:
    r = rng()
    for a in (well(r, 3, 2), well(r, 2, 2, 3), well(r, 2, 3, kind=cnormal), EMPTY):
        yield Sample(a, 0.0, 1e-10, hermitian=False, ref=lambda a, *_, **p: np.linalg.pinv(a))
    yield Sample(well(r, 2, 2, 2), np.array([0.1, 0.2]), np.array(0.1), hermitian=False)
    yield Sample(hermitian(well(r, 2, 2)), 0.0, 1e-10, hermitian=True, kink=True)


@samples("_lstsq", ref=lambda A, B, rtol: (np.linalg.pinv(A, rtol) @ B, np.linalg.matrix_rank(A)))
def least_squares() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2), r.normal(size=(3, 2)), rtol=1e-10)
    yield Sample(well(r, 2, 2, 3), r.normal(size=(2, 2, 1)), rtol=1e-10)
    yield Sample(well(r, 3, 2, kind=cnormal), cnormal(r, 3, 1), rtol=1e-10)
    yield Sample(EMPTY, EMPTY, rtol=1e-10)


@samples("linalg.pinv")
def pseudo_inverses_by_tolerance() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 3, 2), atol=0.1)
    yield Sample(hermitian(well(r, 2, 2)), hermitian=True, kink=True)


@samples("pinverse")
def pseudo_inverses_of_old() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 3, 2))
    yield Sample(well(r, 2, 2), rcond=1e-3)


@samples("linalg.matrix_rank", ref=lambda A, *args, **params: np.linalg.matrix_rank(A))
def ranks() -> Iterator[Sample]:
    yield Sample(DEFICIENT)
    yield Sample(np.stack([np.eye(2), np.ones((2, 2))]))
    yield Sample(np.ones((2, 2)), hermitian=True)
    yield Sample(np.diag([4.0, 1.0]), 2.0, ref=lambda *_: 1)
    yield Sample(np.diag([4.0, 1.0]), rtol=0.5, ref=lambda *_, **p: 1)
    yield Sample(EMPTY)
