"""Approximations of matrices of low rank, by random projections."""

from __future__ import annotations

from typing import Any

from ...declare.families import composite
from ..elementwise.pointwise import sub
from ..random.draw import randn
from ..reduce.reduce import mean
from ..shape.shape import adjoint
from .factor import qr
from .matmul import matmul
from .spectral import _svd


def _found(A: Any, q: int, niter: int) -> tuple[Any, Any, Any]:
    """U, S and V of the part of ``A`` in a random subspace."""
    if A.shape[-2] < A.shape[-1]:
        U, S, V = _found(adjoint(A), q, niter)
        return V, S, U
    Q = qr(matmul(A, randn(A.shape[-1], q, dtype=A.dtype, device=A.device)))[0]
    for _ in range(niter):  # each iteration improves the basis of A's range (algorithm 4.4)
        Q = qr(matmul(adjoint(A), Q))[0]
        Q = qr(matmul(A, Q))[0]
    U, S, Vh = _svd(matmul(adjoint(Q), A), full_matrices=False)
    return matmul(Q, U), S, adjoint(Vh)


@composite("svd_lowrank(A, q=6, niter=2, M=None)", method=False)
def svd_lowrank(A: Any, q: int | None = 6, niter: int | None = 2, M: Any = None) -> tuple[Any, Any, Any]:
    """The largest singular values and vectors of matrices of nearly low rank: ``A - M ≈ U @ diag(S) @ V.mH``.

    It uses random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A: the matrices: shape (..., m, n)
        q: the number of singular values to compute; it should be a little larger than the rank
        niter: the number of iterations; more of them make the result more accurate
        M: matrices to subtract from ``A``; None means none

    >>> A = wengert.outer(wengert.tensor([3.0, 4.0]), wengert.tensor([0.0, 1.0, 0.0]))
    >>> wengert.svd_lowrank(A, q=1)[1]
    tensor([5.])
    """
    q, niter = 6 if q is None else q, 2 if niter is None else niter
    return _found(A if M is None else sub(A, M), q, niter)


@composite("pca_lowrank(A, q=None, center=True, niter=2)", method=False)
def pca_lowrank(A: Any, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Any, Any, Any]:
    """The principal components of the rows of matrices: the largest singular values and vectors of the centered rows.

    It uses random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A: the matrices: shape (..., m, n)
        q: the number of components to compute; it should be a little larger than the rank; None means 6, or all if
            fewer
        center: whether to subtract the mean of the rows first
        niter: the number of iterations; more of them make the result more accurate

    >>> wengert.pca_lowrank(wengert.tensor([[0.0, 1.0], [0.0, 3.0]]), q=1)[1]
    tensor([1.4142])
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return _found(sub(A, mean(A, -2, True)) if center else A, q, niter)
