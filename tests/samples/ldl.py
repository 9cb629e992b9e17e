"""Samples of ``ops/ldl.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

HOLLOW = np.array([[0.1, 0.0, 0.0], [2.0, 0.2, 0.0], [3.0, 1.0, 0.3]])  # needs a block of size 2


def _matrices() -> Iterator[tuple[np.ndarray, bool]]:
    r = rng()
    yield r.normal(size=(3, 3)) + np.diag([3, 5, -4]), False
    yield np.stack([HOLLOW, HOLLOW.T + HOLLOW]), False
    yield cnormal(r, 2, 2) + np.diag([3, -5]), True
    yield cnormal(r, 3, 3) + np.diag([0.5, 0, 0.2]), True
    yield cnormal(r, 3, 3) * 0.1 + HOLLOW, False
    yield np.array([[1.5]]), False
    yield np.zeros((0, 2, 2)), False


@samples("_ldl_factor_ex", "linalg.ldl_factor", "linalg.ldl_factor_ex")
def factors() -> Iterator[Sample]:
    for a, hermitian in _matrices():
        yield Sample(a, hermitian=hermitian)


@samples("linalg.ldl_factor_ex")
def factors_of_singular() -> Iterator[Sample]:
    yield Sample(np.stack([np.eye(2), np.ones((2, 2))]), check_errors=False, kink=True)


def unpacked(LD: Any, pivots: Any, hermitian: bool) -> Any:
    """The matrix of these factors, by LAPACK's definition: row exchanges and columns of L around D."""
    n = len(LD)
    turn = np.conj if hermitian else np.asarray
    A = np.zeros_like(LD)
    k = n
    while k > 0:  # from the last block to the first
        block = 2 if pivots[k - 1] < 0 else 1
        start = k - block
        D = np.tril(LD[start:k, start:k])
        D = D + turn(np.tril(D, -1)).T
        L = np.eye(n, dtype=LD.dtype)
        L[k:, start:k] = LD[k:, start:k]
        A[start:k, start:k] = D
        A = L @ A @ turn(L).T
        order = np.arange(n)
        p = abs(pivots[start]) - 1
        order[[k - 1, p]] = order[[p, k - 1]]
        A = A[order][:, order]
        k = start
    return A


def _solved(LD: Any, pivots: Any, B: Any, *, hermitian: bool = False) -> Any:
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    out = np.empty((*batch, *B.shape[-2:]), LD.dtype)
    for at in np.ndindex(batch):
        f, p, b = (np.broadcast_to(v, batch + v.shape[v.ndim - k :])[at] for v, k in ((LD, 2), (pivots, 1), (B, 2)))
        out[at] = np.linalg.solve(unpacked(f, p, hermitian), b)
    return out


@samples("linalg.ldl_solve", ref=_solved)
def solutions() -> Iterator[Sample]:
    r = rng()
    LD = np.tril(r.normal(size=(3, 3)), -1) + np.diag([1.5, -2, 0.5])
    yield Sample(LD, np.array([2, -3, -3]), r.normal(size=(3, 2)))
    yield Sample(LD, np.array([-3, -3, 3]), r.normal(size=(2, 3, 1)))
    yield Sample(np.stack([LD, LD]), np.array([[1, 2, 3], [3, 3, 3]]), r.normal(size=(3, 1)))
    L = np.tril(cnormal(r, 3, 3), -1) + np.diag([1.5, -2, 0.5])
    yield Sample(L, np.array([-2, -2, 3]), cnormal(r, 3, 1), hermitian=True)
    yield Sample(L, np.array([3, -3, -3]), cnormal(r, 3, 1))
    yield Sample(np.array([[2.0]]), np.array([1]), r.normal(size=(1, 2)))
    yield Sample(np.zeros((0, 2, 2)), np.ones((0, 2), int), np.ones((2, 1)))
