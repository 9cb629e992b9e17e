"""Determinants and their logarithms.

The derivative of a determinant is the matrix of cofactors. It is right for singular matrices, too, as are its own
derivatives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import dtypes
from ...arrays.arrays import silently, xp_of
from ...arrays.batched import physical
from ...declare.families import Reduction, composite, constant, general, linear, multilinear, sloped
from ...tape.tensor import payload_of
from ..elementwise.complex import COMPLEX, conj, imag, real
from ..elementwise.elementary import log
from ..elementwise.pointwise import _to, where
from ..reduce.reduce import sum as sum_rows
from ..results import named
from ..shape.shape import adjoint, mT, unsqueeze
from ..shape.strided import diagonal
from . import lapack, small_matrices
from .matmul import matmul
from .solve import _identity_of, batch_matrices, inverse_of, matrices


def _per_matrix(x: Any) -> Any:
    """One number per matrix, in a shape that multiplies matrices."""
    return unsqueeze(unsqueeze(x, dim=-1), dim=-1)


def _trace_of(a: Any, b: Any) -> Any:
    """The trace of ``a @ b``."""
    return sum_rows(mT(a) * b, dim=(-2, -1))


def _ill_conditioned(xp: Any, a: Any, inverse: Any) -> Any:
    """Which matrices may have singular values that :func:`_small` finds: the norms bound the ratio of the values."""
    sizes = [silently(xp.linalg.norm, v, axis=(-2, -1)) for v in (a, inverse)]
    bound = silently(xp.multiply, *sizes) * xp.finfo(a.dtype).eps ** 0.5
    return ~(bound < 1) & xp.isfinite(sizes[0])  # there is no inverse to be had of what is not finite


def _small(xp: Any, s: Any) -> int:
    """The largest number of singular values of a matrix that are so small that rounding would spoil its inverse."""
    low = s < s.max(-1, keepdims=True) * xp.finfo(s.dtype).eps ** 0.5
    zero = s.max(-1, keepdims=True) == 0
    return int((low | zero).sum(-1).max())


def _border(A: Any, inverse: Any) -> Any:
    """A pair (U, V) such that ``A + U @ V.mH`` is well-conditioned, or None if ``A`` is."""
    a, b = physical(payload_of(A)), physical(payload_of(inverse))
    xp = xp_of(a)
    ill = _ill_conditioned(xp, a, b)
    rank = _small(xp, lapack.either(xp, "svd", a[ill])) if ill.any() else 0
    return _border_of(A, inverse, rank=rank) if rank else None


@constant(outputs="U V", batch=batch_matrices)
def _border_of(xp, A, inverse, *, rank):
    ill = _ill_conditioned(xp, A, inverse)  # of a large batch it is a few: the others get zeros
    border = [xp.zeros((*A.shape[:-1], rank), A.dtype) for _ in range(2)]
    U, s, Vh = lapack.either(xp, "svd_f", A[ill])
    size = xp.where(s[..., :1, None] > 0, s[..., :1, None], 1).astype(A.dtype)
    border[0][ill] = U[..., -rank:] * size
    border[1][ill] = xp.conj(xp.swapaxes(Vh, -1, -2))[..., -rank:]
    return tuple(border)


def _adjugate_by_powers(A: Any) -> tuple[Any, Any]:
    """Adjugate and determinant of small matrices, without division (Faddeev and Leverrier; Gantmacher 1959, IV.5)."""
    n = A.shape[-1]
    one = _identity_of(A)
    M, c = one, None
    for k in range(1, n + 1):
        product = matmul(A, M)
        c = _per_matrix(sum_rows(diagonal(product, dim1=-2, dim2=-1), dim=-1)) * (-1 / k)
        if k < n:
            M = product + c * one
    sign = 1 if n % 2 else -1
    return sign * M, -sign * c


def _adjugate(A: Any, det: Any) -> Any:
    """The adjugate: the transposed matrix of cofactors.

    With a nonsingular B = A + U V*, det A = det B · det(1 - V* B⁻¹ U), for any U and V. The second factor is the
    determinant of a small matrix, whose adjugate needs no division. So derivatives of all orders are right at any rank.
    """
    dtype, A = A.dtype, _to(A, dtype=np.promote_types(A.dtype, dtypes.F64))  # where few are ill-conditioned
    inverse = inverse_of(A)
    border = _border(A, inverse)
    if border is None:
        return _to(_per_matrix(det) * inverse, dtype=dtype)
    U, V = border
    B = A + matmul(U, adjoint(V))
    inverse = inverse_of(B)
    right, left = matmul(inverse, U), matmul(adjoint(V), inverse)
    small, factor = _adjugate_by_powers(_identity_of(matmul(left, U)) - matmul(adjoint(V), right))
    return _to(_per_matrix(_det(B)) * (factor * inverse + matmul(right, matmul(small, left))), dtype=dtype)


@linear(x=lambda g: _cofactors_of_two(g), batch=batch_matrices)
def _cofactors_of_two(xp, x):
    """The cofactors of matrices of 2 × 2, which are its numbers in another order."""
    return x[..., ::-1, ::-1] * xp.asarray([[1, -1], [-1, 1]], x.dtype)


@multilinear(
    x=lambda g, y: _mixed_cofactors(g, conj(y)), y=lambda g, x: _mixed_cofactors(conj(x), g), batch=batch_matrices
)
def _mixed_cofactors(xp, x, y):
    """The form of two matrices of 3 × 3 that is symmetric, linear in each, and gives the cofactors of one given twice.

    With the inner product it is a symmetric form of three matrices: so it is its own derivative.
    """
    found = small_matrices.mixed_cofactors(x, y)
    if found is not None:
        return found
    a, b = (_continued(xp, v) for v in (x, y))
    now, next = slice(1, 4), slice(2, 5)
    out = a[..., now, now] * b[..., next, next] + b[..., now, now] * a[..., next, next]
    out -= a[..., now, next] * b[..., next, now] + b[..., now, next] * a[..., next, now]
    return (out / 2).astype(x.dtype)


def _continued(xp: Any, x: Any) -> Any:
    """The numbers of matrices of 3 × 3 in double precision, and their first two rows and columns after the last."""
    x = x.astype(np.promote_types(x.dtype, dtypes.F64))
    x = xp.concatenate([x, x[..., :2, :]], -2)
    return xp.concatenate([x, x[..., :2]], -1)


def cofactors(A: Any, det: Any) -> Any:
    """The derivative of the determinant. It is right for singular matrices, too."""
    n = A.shape[-1]
    if n == 1:
        return _identity_of(A)
    if n == 2:
        return _cofactors_of_two(A)
    return _mixed_cofactors(A, A) if n == 3 else mT(_adjugate(A, det))


MATRICES = Reduction(reduce=lambda t: sum_rows(t, dim=(-2, -1)), spread=_per_matrix)


@sloped(x=lambda g, x, out: g * conj(cofactors(x, out)), over=MATRICES, node="LinalgDetBackward0", saved="x=A",
        batch=batch_matrices)  # fmt: skip
def _det(xp, x):
    found = small_matrices.determinants(x)
    return lapack.determinants(xp, "det", x) if found is None else found


@composite("det(A, *, out=None)", namespace="linalg", method=False)
def det(A: Any) -> Any:
    """The determinants of square matrices.

    Derivatives of all orders are right for singular matrices, too.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.det(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(5.)
    """
    matrices("linalg.det", A)
    return _det(A)


@composite("det(input)", name="det")
def top_det(input: Any) -> Any:
    """The determinants of square matrices. The same as :func:`wengert.linalg.det`.

    Args:
        input: the matrices: shape (..., n, n)

    >>> wengert.det(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(5.)
    """
    return det(input)


def _slogdet_gradient(g_sign, g_logabsdet, x, sign):
    if x.dtype in COMPLEX:  # log det = logabsdet + i phase, and the sign depends on the phase alone
        g_logabsdet = g_logabsdet - 1j * imag(conj(g_sign) * sign)
    return _per_matrix(g_logabsdet) * adjoint(inverse_of(x))


def _slogdet_tangent(t_x, x, sign):
    rate = _trace_of(inverse_of(x), t_x)
    if x.dtype in COMPLEX:
        return sign * (1j * imag(rate)), real(rate)
    return sign * 0, rate


@general(x=_slogdet_gradient, jvp=_slogdet_tangent, outputs="sign logabsdet", node="LinalgSlogdetBackward0",
         saved="x=A", batch=batch_matrices)  # fmt: skip
def _slogdet(xp, x):
    found = small_matrices.log_determinants(x)
    return tuple(lapack.determinants(xp, "slogdet", x)) if found is None else found


LinalgSlogdet = named("linalg_slogdet", "sign logabsdet")
Slogdet = named("slogdet", "sign logabsdet")


@composite("slogdet(A, *, out=None)", namespace="linalg", method=False)
def slogdet(A: Any) -> LinalgSlogdet:
    """The sign of the determinants of square matrices and the logarithm of their absolute value, computed without
    overflow.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.slogdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    wengert.return_types.linalg_slogdet(
    sign=tensor(1.),
    logabsdet=tensor(1.6094))
    """
    matrices("linalg.slogdet", A)
    return LinalgSlogdet(*_slogdet(A))


@composite("slogdet(input, *, out=None)", name="slogdet")
def top_slogdet(input: Any) -> Slogdet:
    """The sign of determinants and the logarithm of their absolute value. The same as :func:`wengert.linalg.slogdet`.

    Args:
        input: the matrices: shape (..., n, n)

    >>> wengert.slogdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]])).logabsdet
    tensor(1.6094)
    """
    return Slogdet(*slogdet(input))


@composite("logdet(input)")
def logdet(input: Any) -> Any:
    """The logarithms of the determinants of square matrices. NaN where the determinant is negative.

    Args:
        input: the matrices: shape (..., n, n)

    >>> wengert.logdet(wengert.tensor([[2.0, 1.0], [1.0, 3.0]]))
    tensor(1.6094)
    """
    matrices("logdet", input)
    sign, size = _slogdet(input)
    if sign.dtype in COMPLEX:
        return log(sign) + size
    signs = payload_of(sign)
    if type(signs) is np.ndarray and signs.size == 1 and signs.item() != -1:
        return size  # where() would choose it and record a node
    return where(sign == -1, float("nan"), size)
