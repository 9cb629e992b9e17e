"""The largest singular values of large matrices, found by random vectors."""

from __future__ import annotations

from typing import Any

from wengert._core.declare.families import composite

from ..elementwise.pointwise import sub
from ..random.draw import randn
from ..reduce.reduce import mean
from ..shape.shape import adjoint
from .factor import qr
from .matmul import matmul
from .spectral import _svd


def _found(A: Any, q: int, niter: int) -> tuple[Any, Any, Any]:
    """U, S and V of the part of ``A`` that random vectors find."""
    if A.shape[-2] < A.shape[-1]:
        U, S, V = _found(adjoint(A), q, niter)
        return V, S, U
    Q = qr(matmul(A, randn(A.shape[-1], q, dtype=A.dtype, device=A.device)))[0]
    for _ in range(niter):  # makes it a better basis of what A maps to (algorithm 4.4)
        Q = qr(matmul(adjoint(A), Q))[0]
        Q = qr(matmul(A, Q))[0]
    U, S, Vh = _svd(matmul(adjoint(Q), A), full_matrices=False)
    return matmul(Q, U), S, adjoint(Vh)


@composite("svd_lowrank(A, q=6, niter=2, M=None)", method=False)
def svd_lowrank(A: Any, q: int | None = 6, niter: int | None = 2, M: Any = None) -> tuple[Any, Any, Any]:
    """The largest singular values of matrices and their vectors, of nearly low rank: ``A - M ≈ U @ diag(S) @ V.mH``.

    It draws random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A: the matrices: shape (..., m, n)
        q: how many, a little more than the rank
        niter: how many iterations make them more exact
        M: what is subtracted from the matrices; None means nothing

    >>> A = wengert.outer(wengert.tensor([3.0, 4.0]), wengert.tensor([0.0, 1.0, 0.0]))
    >>> wengert.svd_lowrank(A, q=1)[1]
    tensor([5.])
    """
    q, niter = 6 if q is None else q, 2 if niter is None else niter
    return _found(A if M is None else sub(A, M), q, niter)


@composite("pca_lowrank(A, q=None, center=True, niter=2)", method=False)
def pca_lowrank(A: Any, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Any, Any, Any]:
    """The principal components of the rows of matrices: their largest singular values, less the mean, and the vectors.

    It draws random vectors (Halko, Martinsson and Tropp 2009, algorithm 5.1).

    Args:
        A: the matrices: shape (..., m, n)
        q: how many, a little more than the rank; None means 6, or as many as there are
        center: whether the mean of the rows is subtracted first
        niter: how many iterations make them more exact

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
