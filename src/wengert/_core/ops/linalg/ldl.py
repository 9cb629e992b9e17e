"""The LDL decomposition of symmetric and Hermitian matrices, which may be indefinite.

``P.mT @ A @ P = L @ D @ L.mT`` (or ``.mH``), where P is a permutation, L is unit lower triangular, and D is block
diagonal with blocks of size 1 and 2. The algorithm is that of Bunch and Kaufman, "Some stable methods for calculating
inertia and solving symmetric linear systems" (1977). The factors are packed as by LAPACK's sytrf and hetrf.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.arrays import broadcast_shape
from ...declare.families import composite, constant, general
from ..elementwise.pointwise import where
from ..index.gather import gather
from ..results import named
from ..shape.arrange import expand, tril
from ..shape.shape import adjoint, mT, squeeze, unsqueeze
from ..shape.strided import diag_embed, diagonal
from .matmul import matmul
from .solve import _identity_of, _solve_triangular, matrices, raise_for

ALPHA = (1 + math.sqrt(17)) / 8  # a pivot may be smaller by this factor than the elements beside it (Bunch and Kaufman)

# -- the algorithm


def _size(x: Any) -> Any:
    """LAPACK's measure of the size of a number."""
    return abs(x.real) + abs(x.imag)


def _pivot(W: Any, k: int) -> tuple[int, int]:
    """Choose the next pivot: the row that is exchanged with it, and the size of its block, 1 or 2."""
    below = _size(W[k + 1 :, k])
    own, largest = _size(W[k, k]), below.max(initial=0)
    if not own < ALPHA * largest:  # also true if all are zero, or NaN
        return k, 1
    at = k + 1 + int(below.argmax())
    row = _size(W[at, k:])
    row[at - k] = 0
    beside = row.max()
    if own >= ALPHA * largest * (largest / beside):
        return k, 1
    return at, 1 if _size(W[at, at]) >= ALPHA * beside else 2


def _factored(a: Any, hermitian: bool) -> tuple[Any, Any, int]:
    """The packed factors of one matrix. Only its lower triangle is read."""
    n = len(a)
    W = np.tril(a)
    W += np.conj(np.tril(a, -1)).T if hermitian else np.tril(a, -1).T
    if hermitian:
        np.fill_diagonal(W, W.diagonal().real)
    star = np.conj if hermitian else np.asarray
    LD, pivots, info, k = np.zeros_like(W), np.empty(n, np.int32), 0, 0
    while k < n:
        p, block = _pivot(W, k)
        end, last = k + block, k + block - 1
        if p != last:
            W[[last, p], k:] = W[[p, last], k:]
            W[k:, [last, p]] = W[k:, [p, last]]
        C = W[end:, k:end]
        if block == 1:
            if not W[k, k]:
                info = info or k + 1
            L = C / W[k, k] if W[k, k] else C
        else:  # divide by the element beside the diagonal, against overflow
            e, u = W[last, k], W[k, last]
            first, second = W[k, k] / e, W[last, last] / u
            c, d = C[:, 0] / e, C[:, 1] / u
            L = np.stack((second * c - d, first * d - c), axis=1) / (first * second - 1)
        LD[k:end, k:end] = np.tril(W[k:end, k:end])
        LD[end:, k:end] = L
        W[end:, end:] -= L @ star(C).T
        if hermitian:  # rounding leaves small imaginary parts
            np.fill_diagonal(W[end:, end:], W[end:, end:].diagonal().real)
        pivots[k:end] = p + 1 if block == 1 else -(p + 1)
        k = end
    return LD, pivots, info


def _all_at_once(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    return op(*args, **(params or {}))


# -- index tables made from the pivots


@constant(outputs="rows order back partner paired inside", batch=_all_at_once)
def _ldl_places(xp, pivots):
    """Indices and masks that describe the packed factors.

    - ``rows[i, k]``: the row of ``L[i, k]`` in column k of the packed factors, which later exchanges do not move.
    - ``order``: ``A[order][:, order]`` is ``L @ D @ L.mT``. ``back`` is its inverse permutation.
    - ``partner[k]``: the other row of a block of size 2; k for a block of size 1. ``paired`` tells which of the two it
      is.
    - ``inside``: mask of the elements below the diagonal that belong to D.
    """
    n = pivots.shape[-1]
    swaps = arrays.move(pivots, "cpu")
    if ((swaps == 0) | (abs(swaps) > n)).any():
        raise errors.linalg.ldl_pivots(n)
    rows = np.empty((*swaps.shape, n), np.int64)
    rows[...] = np.arange(n)[:, None]
    order, partner = np.empty((2, *swaps.shape), np.int64)
    order[...] = partner[...] = np.arange(n)
    for at in np.ndindex(swaps.shape[:-1]):
        k = 0
        while k < n:
            p = abs(int(swaps[at][k])) - 1
            end = k + 2 if swaps[at][k] < 0 and k + 1 < n else k + 1
            if end == k + 2:
                partner[at][k], partner[at][k + 1] = k + 1, k
            here, there = [end - 1, p], [p, end - 1]
            rows[at][here, :k] = rows[at][there, :k]
            order[at][here] = order[at][there]
            k = end
    paired = partner != np.arange(n)
    inside = (np.arange(n)[:, None] == partner[..., None, :]) & np.tri(n, k=-1, dtype=bool)
    return tuple(xp.asarray(v) for v in (rows, order, np.argsort(order, axis=-1), partner, paired, inside))


def _along(x: Any, places: Any) -> Any:
    """Permute the rows of matrices."""
    shape = broadcast_shape(x.shape[:-2], places.shape[:-1]) + tuple(x.shape[-2:])
    return gather(expand(x, shape=shape), expand(unsqueeze(places, dim=-1), shape=shape), dim=-2)


class Factors:
    """The unpacked LDL factors."""

    def __init__(self, LD: Any, pivots: Any, hermitian: bool) -> None:
        self.rows, self.order, self.back, self.partner, self.paired, self.inside = _ldl_places(pivots)
        self.L = self.below(LD) + _identity_of(LD)
        self.d = diagonal(LD, offset=0, dim1=-2, dim2=-1)
        beside = where(self.inside, LD, 0)
        beside = beside + (adjoint(beside) if hermitian else mT(beside))
        beside = squeeze(gather(beside, unsqueeze(self.partner, dim=-1), dim=-1), dim=-1)
        self.scale = where(self.paired, beside, 1)

    def below(self, packed: Any) -> Any:
        """L without its diagonal, rows in order. It permutes some of the packed factors, so it is linear in them."""
        return gather(where(self.inside, 0, tril(packed, diagonal=-1)), self.rows, dim=-2)

    def over_D(self, Z: Any) -> Any:  # noqa: N802
        """``D**-1 @ Z``. It divides by the element beside the diagonal first, against overflow."""
        a = self.d / self.scale
        b = Z / unsqueeze(self.scale, dim=-1)
        other = gather(a, self.partner, dim=-1)
        top = where(unsqueeze(self.paired, dim=-1), unsqueeze(other, dim=-1) * b - _along(b, self.partner), b)
        return top / unsqueeze(where(self.paired, a * other - 1, a), dim=-1)


# -- the factors


def _ldl_gradient(g_LD, LD, pivots, hermitian):
    """With N = L**-1 dL, which is zero on and above the blocks: N D + dD + (N D).mT = L**-1 dA L**-T."""
    f = Factors(LD, pivots, hermitian)
    inner = adjoint(f.over_D(adjoint(matmul(adjoint(f.L), f.below(g_LD)))))
    inner = where(f.inside, g_LD, tril(inner, diagonal=-1)) + _on_diagonal(diagonal(g_LD, offset=0, dim1=-2, dim2=-1))
    inner = _solve_triangular(adjoint(f.L), inner, upper=True, unitriangular=True)
    right = mT(f.L) if hermitian else adjoint(f.L)
    inner = _solve_triangular(right, mT(inner), upper=True, unitriangular=True)
    inner = _along(mT(_along(inner, f.back)), f.back)
    both = inner + (adjoint(inner) if hermitian else mT(inner))  # only one triangle of it is used
    return tril(both) - _on_diagonal(diagonal(both, offset=0, dim1=-2, dim2=-1)) / 2


def _on_diagonal(x: Any) -> Any:
    return diag_embed(x, offset=0, dim1=-2, dim2=-1)


@general(x=_ldl_gradient, outputs="LD pivots info", nondiff="pivots info", node="LinalgLdlFactorExBackward0",
         batch=_all_at_once)  # fmt: skip
def _ldl_factor_ex(xp, x, *, hermitian):
    a = arrays.move(x, "cpu")
    LD, pivots, info = np.zeros(a.shape, a.dtype), np.zeros(a.shape[:-1], np.int32), np.zeros(a.shape[:-2], np.int32)
    for at in np.ndindex(a.shape[:-2]):
        LD[at], pivots[at], info[at] = _factored(a[at], hermitian)
    return xp.asarray(LD), xp.asarray(pivots), xp.asarray(info)


LinalgLdlFactor = named("linalg_ldl_factor", "LD pivots")
LinalgLdlFactorEx = named("linalg_ldl_factor_ex", "LD pivots info")


@composite("ldl_factor(A, *, hermitian=False, out=None)", also={"A": "input"}, namespace="linalg", method=False)
def ldl_factor(A: Any, *, hermitian: bool = False) -> LinalgLdlFactor:
    """The LDL decomposition of symmetric or Hermitian matrices, packed in one matrix. They may be indefinite.

    Only the lower triangle of ``A`` is read. The operation is differentiable; in PyTorch it is not.

    Args:
        A: the matrices: shape (..., n, n)
        hermitian: whether ``A`` is Hermitian; if False, it is symmetric, even if it is complex

    Returns:
        ``LD``, with D on the diagonal and, for a block of size 2, at the position below it, and L at the other
        positions below the diagonal (its diagonal is 1); and ``pivots``, int32 of shape (..., n): for each row the row,
        counted from 1, with which it was exchanged. Both rows of a block of size 2 have a negative number, for the
        exchange of the second row

    Raises:
        RuntimeError: if D is singular.

    >>> LD, pivots = wengert.linalg.ldl_factor(wengert.tensor([[4.0, 2.0], [2.0, 3.0]]))
    >>> LD, pivots
    (tensor([[4.0000, 0.0000],
            [0.5000, 2.0000]]), tensor([1, 2], dtype=wengert.int32))
    """
    matrices("torch.linalg.ldl_factor_ex", A)
    LD, pivots, info = _ldl_factor_ex(A, hermitian=hermitian)
    raise_for("linalg.ldl_factor", info, errors.linalg.singular_ldl)
    return LinalgLdlFactor(LD, pivots)


@composite(
    "ldl_factor_ex(A, *, hermitian=False, check_errors=False, out=None)",
    also={"A": "input"},
    namespace="linalg",
    method=False,
)
def ldl_factor_ex(A: Any, *, hermitian: bool = False, check_errors: bool = False) -> LinalgLdlFactorEx:
    """The LDL decomposition, packed in one matrix. Singular matrices do not raise an error.

    Args:
        A: the matrices: shape (..., n, n)
        hermitian: whether ``A`` is Hermitian; if False, it is symmetric, even if it is complex

    Returns:
        the results of :func:`wengert.linalg.ldl_factor`, and ``info``: 0, or the position (from 1) of a 0 on D's
        diagonal

    >>> wengert.linalg.ldl_factor_ex(wengert.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    matrices("torch.linalg.ldl_factor_ex", A)
    LD, pivots, info = _ldl_factor_ex(A, hermitian=hermitian)
    if check_errors:
        raise_for("linalg.ldl_factor_ex", info, errors.linalg.singular_ldl)
    return LinalgLdlFactorEx(LD, pivots, info)


@composite("ldl_solve(LD, pivots, B, *, hermitian=False, out=None)", namespace="linalg", method=False)
def ldl_solve(LD: Any, pivots: Any, B: Any, *, hermitian: bool = False) -> Any:
    """Solves ``A X = B``, given the LDL decomposition of A.

    It is differentiable in ``B`` and in ``LD``; in PyTorch it is not.

    Args:
        LD: the packed factors: shape (..., n, n)
        pivots: the row exchanges, integers: shape (..., n)
        B: the right-hand sides: shape (..., n, k)
        hermitian: whether A is Hermitian; if False, it is symmetric

    Returns:
        a tensor of shape (..., n, k); the batch dimensions of ``LD`` and ``B`` are broadcast

    Raises:
        RuntimeError: if shapes or dtypes do not match.

    >>> LD, pivots = wengert.linalg.ldl_factor(wengert.tensor([[0.0, 2.0], [2.0, 0.0]]))
    >>> wengert.linalg.ldl_solve(LD, pivots, wengert.tensor([[2.0], [8.0]]))
    tensor([[4.],
            [1.]])
    """
    name = "torch.linalg.ldl_solve"
    matrices(name, LD)
    if B.ndim < 2:
        raise IndexError(f"{name}: Dimension out of range: expected B to have at least 2 dimensions, got {B.ndim}")
    if LD.shape[-1] != B.shape[-2]:
        raise errors.linalg.ldl_sizes(LD.shape, B.shape)
    if dtypes.as_numpy(B.dtype) != dtypes.as_numpy(LD.dtype):
        raise errors.linalg.ldl_dtypes(dtypes.as_numpy(B.dtype), dtypes.as_numpy(LD.dtype))
    if dtypes.as_numpy(pivots.dtype).kind not in "iu":
        raise errors.linalg.ldl_pivots_dtype(dtypes.as_numpy(pivots.dtype))
    if tuple(pivots.shape) != tuple(LD.shape[:-1]):
        raise errors.linalg.ldl_pivots_shape(pivots.shape)
    f = Factors(LD, pivots, hermitian)
    X = _solve_triangular(f.L, _along(B, f.order), upper=False, unitriangular=True)
    X = _solve_triangular(adjoint(f.L) if hermitian else mT(f.L), f.over_D(X), upper=True, unitriangular=True)
    return _along(X, f.back)
