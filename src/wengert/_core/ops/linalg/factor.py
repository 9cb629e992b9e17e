"""QR and LU decompositions, and products of Householder reflections.

The derivatives follow Walter and Lehmann, "Algorithmic differentiation of linear algebra functions with application in
optimum experimental design" (2010), and Roberts and Roberts, "QR and LQ decomposition matrix backpropagation algorithms
for square, wide, and deep matrices" (2020).
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import repeat_first
from ...declare.families import composite, constant, general
from ..elementwise.complex import conj
from ..elementwise.pointwise import sub
from ..index.flat import take_along_dim
from ..results import named
from ..shape.arrange import expand, tril, triu
from ..shape.join import cat
from ..shape.shape import adjoint as adjoint_of
from ..shape.shape import contiguous, narrow, unsqueeze
from ..shape.strided import _diagonal_view
from . import lapack, small_matrices
from .matmul import matmul
from .solve import _halved, _identity_of, _solve_triangular, alike, batch_matrices, matrices, raise_for

# -- QR


def _over(x: Any, R: Any) -> Any:
    """``x @ R.mH**-1`` for an upper triangular ``R``."""
    return adjoint_of(_solve_triangular(R, adjoint_of(x), upper=True, unitriangular=False))


def _qr_gradient(x_meta, Q, R, mode, g_Q=None, g_R=None):
    if mode == "r":
        raise errors.linalg.qr_without_q()
    rows, columns = x_meta.shape[-2:]
    if mode == "complete" and rows > columns:
        raise errors.linalg.qr_of_wide_complete()
    if g_Q is None and g_R is None:
        return None
    rest = None
    if rows < columns:  # wide: the first columns are a square matrix, and the other columns of A are Q times those of R
        square = narrow(R, -1, 0, rows)
        if g_R is not None:
            other, g_other = narrow(R, -1, rows, columns - rows), narrow(g_R, -1, rows, columns - rows)
            rest = matmul(Q, g_other)
            turned = matmul(Q, matmul(other, adjoint_of(g_other)))
            g_Q = turned if g_Q is None else g_Q + turned
            g_R = narrow(g_R, -1, 0, rows)
        R = square
    inner = 0 if g_R is None else matmul(g_R, adjoint_of(R))
    inner = inner - (0 if g_Q is None else matmul(adjoint_of(Q), g_Q))
    half = _halved(adjoint_of(triu(inner)))
    out = matmul(Q, half + adjoint_of(half))
    out = _over(out if g_Q is None else g_Q + out, R)
    if rows >= columns:
        return out
    return cat(out, narrow(x_meta.zeros(), -1, 0, columns - rows) if rest is None else rest, dim=-1)


def _batched_qr(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    Q, R = op(*args, **params)
    return (repeat_first(Q, size) if params["mode"] == "r" else Q), R


@general(x=_qr_gradient, outputs="Q R", saved="x_meta=", node="LinalgQrBackward0", batch=_batched_qr)
def _qr(xp, x, *, mode):
    if mode == "r":
        return xp.zeros(0, x.dtype), xp.linalg.qr(x, mode="r")
    return lapack.qr(xp, x, mode)


LinalgQr = named("linalg_qr", "Q R")


@composite('qr(A, mode="reduced", *, out=None)', namespace="linalg", method=False)
def qr(A: Any, mode: str = "reduced") -> LinalgQr:
    """The QR decomposition ``A = Q @ R``. ``Q`` has orthonormal columns and ``R`` is upper triangular.

    It is differentiable where the first min(m, n) columns are linearly independent.

    Args:
        A: the matrices: shape (..., m, n)
        mode: ``'reduced'``: Q has min(m, n) columns; ``'complete'``: Q is square, not differentiable for m > n;
            ``'r'``: Q is not computed, not differentiable

    >>> wengert.linalg.qr(wengert.tensor([[3.0, 1.0], [4.0, 2.0]])).R.abs()
    tensor([[5.0000, 2.2000],
            [0.0000, 0.4000]])
    """
    matrices("linalg.qr", A, square=False)
    if mode not in ("reduced", "complete", "r"):
        raise errors.linalg.qr_mode(mode)
    return LinalgQr(*_qr(A, mode=mode))


Qr = named("qr", "Q R")


@composite("qr(input, some=True, *, out=None)", name="qr")
def old_qr(input: Any, some: bool = True) -> Qr:
    """The QR decomposition. The older form of :func:`wengert.linalg.qr`.

    Args:
        input: the matrices: shape (..., m, n)
        some: whether Q has min(m, n) columns; if False, it is square

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.qr(wengert.tensor([[3.0, 1.0], [4.0, 2.0]])).R.abs()
    tensor([[5.0000, 2.2000],
            [0.0000, 0.4000]])
    """
    errors.deprecated.older_linalg("qr", "qr(A, 'reduced' if some else 'complete')")
    return Qr(*qr(input, "reduced" if some else "complete"))


# -- reflections


@general(x=lambda g: tril(g, diagonal=-1), jvp=lambda t_x: tril(t_x, diagonal=-1), batch=batch_matrices)
def _unit_lower(xp, x):
    """What is below the diagonal, and ones on it."""
    out = tril(x)
    copies.fill(_diagonal_view(xp, out, 0, -2, -1), 1)
    return out


def _reflections(A: Any, tau: Any) -> tuple[Any, Any]:
    """V and W of the product ``1 - V @ W`` of the reflections. Their vectors are below the diagonal of the columns.

    ``W = T @ V.mH`` with the upper triangular ``T = (1 + D S)⁻¹ D``, where ``D`` has the factors on its diagonal and
    ``S`` is the part of ``V.mH @ V`` above the diagonal. Schreiber and Van Loan, "A storage-efficient WY representation
    for products of Householder transformations", 1989.
    """
    V = _unit_lower(A)
    if tau.shape[-1] != A.shape[-1]:
        V = narrow(V, -1, 0, tau.shape[-1])
    scaled = adjoint_of(V * conj(unsqueeze(tau, dim=-2)))
    return V, _solve_triangular(matmul(scaled, V), scaled, upper=True, unitriangular=True)


def _check_factors(name: str, A: Any, tau: Any) -> None:
    if tau.ndim != A.ndim - 1 or tuple(tau.shape[:-1]) != tuple(A.shape[:-2]):
        raise errors.linalg.reflections(name, tau.shape, A.shape)


@composite(
    "householder_product(A, tau, *, out=None)", also={"A": "input"}, namespace="linalg", method=False, out="cast"
)
def householder_product(A: Any, tau: Any) -> Any:
    """The first columns of the product of the Householder reflections ``1 - tau[i] * v[i] @ v[i].mH``.

    The vector ``v[i]`` is below the diagonal of column i of ``A``. On the diagonal it has an implicit 1.

    Args:
        A: the vectors: shape (..., m, n) with m >= n
        tau: the factors: shape (..., k) with k <= n

    >>> wengert.linalg.householder_product(wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]))
    tensor([[ 0.],
            [-1.]])
    """
    matrices("linalg.householder_product", A, square=False)
    alike("linalg.householder_product", A, tau)
    _check_factors("torch.linalg.householder_product", A, tau)
    if A.shape[-2] < A.shape[-1]:
        raise RuntimeError(
            "torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]"
        )
    if A.shape[-1] < tau.shape[-1]:
        raise RuntimeError(
            "torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]"
        )
    V, W = _reflections(A, tau)
    return sub(_identity_of(A), matmul(V, W if A.shape[-2] == A.shape[-1] else narrow(W, -1, 0, A.shape[-1])))


@composite("orgqr(input, tau, *, out=None)", also={"tau": "input2"}, out="cast")
def orgqr(input: Any, tau: Any) -> Any:
    """The first columns of a product of Householder reflections. See :func:`wengert.linalg.householder_product`.

    Args:
        input: the vectors: shape (..., m, n)
        tau: the factors: shape (..., k)

    >>> wengert.orgqr(wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]))
    tensor([[ 0.],
            [-1.]])
    """
    return householder_product(input, tau)


@composite(
    "ormqr(input, tau, other, left=True, transpose=False, *, out=None)", also={"tau": "input2", "other": "input3"}
)
def ormqr(input: Any, tau: Any, other: Any, left: bool = True, transpose: bool = False) -> Any:
    """The product of a matrix with the square matrix of Householder reflections.

    :func:`wengert.linalg.householder_product` gives the first columns of that square matrix.

    Args:
        input: the vectors of the reflections: shape (..., m, k)
        tau: their factors: shape (..., k)
        other: the matrix: shape (..., m, n), or (..., n, m) with ``left=False``
        left: whether the reflections are on the left of the matrix
        transpose: whether the conjugate transpose of the reflections is used

    >>> a, tau, x = wengert.tensor([[0.0], [1.0]]), wengert.tensor([1.0]), wengert.eye(2)
    >>> wengert.ormqr(a, tau, x)
    tensor([[ 0., -1.],
            [-1.,  0.]])
    """
    matrices("ormqr", input, square=False, which="input")
    alike("ormqr", input, tau)
    alike("ormqr", input, other)
    _check_factors("torch.ormqr", input, tau)
    if other.ndim < 2:
        raise errors.linalg.few_dimensions("torch.ormqr", "other")
    if tuple(other.shape[:-2]) != tuple(input.shape[:-2]):
        raise RuntimeError(
            f"torch.ormqr: batch dimensions of other should be equal to input.shape[:-2], but got other of shape "
            f"{list(other.shape)} and input of shape {list(input.shape)}"
        )
    if tau.shape[-1] != min(other.shape[-2 if left else -1], input.shape[-1]):
        raise RuntimeError(
            f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{-2 if left else -1}], input.shape[-1])"
        )
    if other.shape[-2 if left else -1] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{-2 if left else -1}] must be equal to input.shape[-2]")
    V, W = _reflections(input, tau)
    if transpose:
        V, W = adjoint_of(W), adjoint_of(V)
    return sub(other, matmul(V, matmul(W, other)) if left else matmul(matmul(other, V), W))


# -- LU


def _factored(xp: Any, a: Any) -> tuple[Any, Any]:
    """LAPACK's LU factors in one matrix, and for each row the row, counted from 0, with which it was exchanged."""
    if xp is not np:
        return importlib.import_module("cupyx.scipy.linalg").lu_factor(a, check_finite=False)  # type: ignore[no-any-return]
    try:
        scipy = importlib.import_module("scipy.linalg.lapack")
    except ImportError as e:
        raise errors.calls.needs_scipy("lu_factor") from e
    LU, pivots, _ = scipy.get_lapack_funcs("getrf", (a,))(a)
    return LU, pivots


def _factored_one_by_one(xp: Any, x: Any, pivot: bool) -> tuple[Any, Any]:
    """The packed factors of each matrix, and its row exchanges, counted from 1."""
    *batch, m, n = x.shape
    k = min(m, n)
    LU = x.copy()
    pivots = xp.empty((*batch, k), np.int32)
    pivots[...] = xp.arange(1, k + 1)
    if x.size:
        for a, swaps in zip(LU.reshape(-1, m, n), pivots.reshape(-1, k), strict=True):
            if pivot:
                a[...], rows = _factored(xp, a)
                swaps[...] = rows + 1
            else:
                _plain_lu(a)
    return LU, pivots


def _plain_lu(a: Any) -> None:
    """Gaussian elimination without row exchanges, in place."""
    for k in range(min(a.shape) - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= a[k + 1 :, k : k + 1] * a[k, k + 1 :]


def _lu_gradient(g_LU, LU, pivots, pivot):
    P, L, U = lu_unpack(LU, pivots)
    rows, columns = LU.shape[-2:]
    k = min(rows, columns)
    g_L, g_U = tril(narrow(g_LU, -1, 0, k), diagonal=-1), triu(narrow(g_LU, -2, 0, k))
    L1, U1 = narrow(L, -2, 0, k), narrow(U, -1, 0, k)
    lower, upper = matmul(adjoint_of(L1), narrow(g_L, -2, 0, k)), matmul(narrow(g_U, -1, 0, k), adjoint_of(U1))
    if rows < columns:
        g_U2 = narrow(g_U, -1, k, columns - k)
        lower = lower - matmul(g_U2, adjoint_of(narrow(U, -1, k, columns - k)))
    if rows > columns:
        g_L2 = narrow(g_L, -2, k, rows - k)
        upper = upper - matmul(adjoint_of(narrow(L, -2, k, rows - k)), g_L2)
    inner = tril(lower, diagonal=-1) + triu(upper)
    out = _over(inner, U1)
    if rows < columns:
        out = cat(out, g_U2, dim=-1)
    out = _solve_triangular(adjoint_of(L1), out, upper=True, unitriangular=True)
    if rows > columns:
        out = cat(out, _over(g_L2, U1), dim=-2)
    return matmul(P, out) if pivot else out


@general(x=_lu_gradient, outputs="LU pivots info", nondiff="pivots info", node="LinalgLuFactorExBackward0",
         batch=batch_matrices)  # fmt: skip
def _lu_factor_ex(xp, x, *, pivot):
    LU, pivots = (pivot and small_matrices.lu_factors(x)) or _factored_one_by_one(xp, x, pivot)
    info = xp.zeros(x.shape[:-2], np.int32)
    diagonal = LU.diagonal(0, -2, -1)
    if not diagonal.all():
        zero = diagonal == 0
        info[...] = xp.where(zero.any(-1), zero.argmax(-1) + 1, 0)
    return LU, pivots, info


LinalgLuFactor = named("linalg_lu_factor", "LU pivots")


@composite("lu_factor(A, *, pivot=True, out=None)", namespace="linalg", method=False)
def lu_factor(A: Any, *, pivot: bool = True) -> LinalgLuFactor:
    """The LU decomposition with row exchanges, packed in one matrix. Requires SciPy.

    Args:
        A: the matrices: shape (..., m, n)

    Returns:
        ``LU``, with U on and above the diagonal and L below it (its diagonal is 1); and ``pivots``: for each row the
        row, counted from 1, with which it was exchanged

    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[1.0, 2.0], [4.0, 4.0]]))
    >>> LU, pivots
    (tensor([[4.0000, 4.0000],
            [0.2500, 1.0000]]), tensor([2, 2], dtype=wengert.int32))
    """
    matrices("torch.lu_factor", A, square=False)
    LU, pivots, info = _lu_factor_ex(A, pivot=pivot)
    raise_for("linalg.lu_factor", info, errors.linalg.singular_lu)
    return LinalgLuFactor(LU, pivots)


LinalgLuFactorEx = named("linalg_lu_factor_ex", "LU pivots info")


@composite("lu_factor_ex(A, *, pivot=True, check_errors=False, out=None)", namespace="linalg", method=False)
def lu_factor_ex(A: Any, *, pivot: bool = True, check_errors: bool = False) -> LinalgLuFactorEx:
    """The LU decomposition, packed in one matrix. Singular matrices do not raise an error. Requires SciPy.

    Args:
        A: the matrices: shape (..., m, n)

    Returns:
        the results of :func:`wengert.linalg.lu_factor`, and ``info``: 0, or the position (from 1) of a 0 on U's
        diagonal

    >>> wengert.linalg.lu_factor_ex(wengert.tensor([[1.0, 2.0], [2.0, 4.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    matrices("torch.lu_factor", A, square=False)
    LU, pivots, info = _lu_factor_ex(A, pivot=pivot)
    if check_errors:
        raise_for("linalg.lu_factor_ex", info, errors.linalg.singular_lu)
    return LinalgLuFactorEx(LU, pivots, info)


def _orders(pivots: Any, rows: int, inverse: bool = False) -> list[int]:
    """How the exchanges of each matrix order its rows, for one matrix after the other. ``inverse``: the order that undoes
    this."""
    k, found = pivots.shape[-1], []
    for swaps in pivots.reshape(math.prod(pivots.shape[:-1]), k).tolist():
        order = list(range(rows))
        for i in reversed(range(k)) if inverse else range(k):
            p = swaps[i] - 1
            if not 0 <= p < rows:
                raise RuntimeError(
                    "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive. Did you properly pass the "
                    "result of lu_factor?"
                )
            order[i], order[p] = order[p], order[i]
        found += order
    return found


@constant(batch=batch_matrices)
def _order(xp, pivots, *, inverse=False):
    """Which row of A each row of ``L @ U`` is, (..., n, 1). ``inverse``: which row of ``L @ U`` each row of A is.

    ``pivots`` are the row exchanges of square matrices, (..., 1, n).
    """
    *batch, _, n = pivots.shape
    return xp.asarray(_orders(pivots, n, inverse), dtypes.I64).reshape(*batch, n, 1)


@constant(batch=batch_matrices)
def _permutation(xp, LU, pivots):
    """The matrix P of ``A = P @ L @ U``. ``pivots`` are the row exchanges, (..., 1, k)."""
    m = LU.shape[-2]
    order = xp.asarray(_orders(pivots, m), dtypes.I64).reshape(*pivots.shape[:-1], m)
    P = (xp.arange(m)[:, None] == order).astype(LU.dtype)
    batch = broadcast_shape(P.shape[:-2], LU.shape[:-2])
    return P if P.shape[:-2] == batch else xp.broadcast_to(P, (*batch, m, m)).copy()


LuUnpack = named("lu_unpack", "P L U")


def _fits(shape: Sequence[int], whole: Sequence[int]) -> bool:
    """Whether row exchanges of one shape can be broadcast to one for each matrix."""
    if shape == whole:
        return True
    pairs = zip(reversed(shape), reversed(whole))
    return shape[-1:] == whole[-1:] and len(shape) <= len(whole) and all(n in (1, m) for n, m in pairs)


@composite("lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None)", method=False)
def lu_unpack(LU_data: Any, LU_pivots: Any, unpack_data: bool = True, unpack_pivots: bool = True) -> LuUnpack:
    """Unpacks the results of :func:`wengert.linalg.lu_factor` into the factors of ``A = P @ L @ U``.

    Args:
        LU_data: the packed factors: shape (..., m, n)
        LU_pivots: the row exchanges, int32: shape (..., min(m, n))
        unpack_data: whether to return L and U; if False, they are empty
        unpack_pivots: whether to return P; if False, it is empty

    >>> A = wengert.tensor([[1.0, 2.0], [4.0, 4.0]])
    >>> LU, pivots = wengert.linalg.lu_factor(A)
    >>> P, L, U = wengert.lu_unpack(LU, pivots)
    >>> P @ L @ U
    tensor([[1., 2.],
            [4., 4.]])
    """
    if dtypes.as_numpy(LU_pivots.dtype) != np.dtype(np.int32) and unpack_pivots:
        raise RuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
            "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor"
        )
    if LU_data.ndim < 2:
        raise errors.linalg.few_dimensions("torch.lu_unpack", "LU_data")
    rows, columns = LU_data.shape[-2:]
    k = min(rows, columns)
    if unpack_pivots and not _fits(tuple(LU_pivots.shape), (*LU_data.shape[:-2], k)):
        raise errors.linalg.row_exchanges("torch.lu_unpack", LU_pivots.shape, LU_data.shape)
    L = _unit_lower(LU_data if k == columns else narrow(LU_data, -1, 0, k))
    U = triu(LU_data if k == rows else narrow(LU_data, -2, 0, k))
    P = _permutation(LU_data, unsqueeze(LU_pivots, dim=-2)) if unpack_pivots else _nothing(LU_data)
    return LuUnpack(P, L, U) if unpack_data else LuUnpack(P, _nothing(LU_data), _nothing(LU_data))


@constant(batch=lambda op, size, args, flags, params: repeat_first(op(*args, **params), size))
def _nothing(xp, x, *, dtype=None):
    return xp.zeros(0, x.dtype if dtype is None else dtype)


LinalgLu = named("linalg_lu", "P L U")


@composite("lu(A, *, pivot=True, out=None)", namespace="linalg", method=False)
def lu(A: Any, *, pivot: bool = True) -> LinalgLu:
    """The LU decomposition ``A = P @ L @ U``: a permutation, a lower and an upper triangular matrix. Requires SciPy.

    Args:
        A: the matrices: shape (..., m, n)
        pivot: whether rows may be exchanged; if False, P is empty

    >>> wengert.linalg.lu(wengert.tensor([[1.0, 2.0], [4.0, 4.0]])).U
    tensor([[4., 4.],
            [0., 1.]])
    """
    matrices("linalg.lu", A, square=False)
    LU, pivots, _ = _lu_factor_ex(A, pivot=pivot)
    return LinalgLu(*lu_unpack(LU, pivots, True, pivot))


@composite("lu(A, pivot=True, get_infos=False, *, out=None)", name="lu", out="any")
def old_lu(A: Any, pivot: bool = True, get_infos: bool = False) -> tuple[Any, ...]:
    """The older form of :func:`wengert.linalg.lu_factor`. Singular matrices do not raise an error.

    Args:
        A: the matrices: shape (..., m, n)
        get_infos: whether to return also the positions of zeros on the diagonal of U

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.lu(wengert.tensor([[1.0, 2.0], [4.0, 4.0]]))[1]
    tensor([2, 2], dtype=wengert.int32)
    """
    errors.deprecated.older_linalg("lu", "lu_factor(A, pivot=pivot)")
    return tuple(lu_factor_ex(A, pivot=pivot))[: 3 if get_infos else 2]


def _reordered(X: Any, order: Any) -> Any:
    """The rows of matrices in an order, (..., n, 1)."""
    batch = broadcast_shape(X.shape[:-2], order.shape[:-2])
    if X.shape[:-2] != batch:
        X = expand(X, shape=(*batch, *X.shape[-2:]))
    if order.shape[:-2] != batch:
        order = expand(order, shape=(*batch, *order.shape[-2:]))
    return take_along_dim(X, order, -2)


@composite("lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None)", namespace="linalg", method=False,
           name="lu_solve")  # fmt: skip
def solve_factored(LU: Any, pivots: Any, B: Any, *, left: bool = True, adjoint: bool = False) -> Any:
    """Solves ``A X = B`` (or ``X A = B``, with ``left=False``), given the LU decomposition of A.

    Args:
        LU: the packed factors: shape (..., n, n)
        pivots: the row exchanges, int32: shape (..., n)
        B: the right-hand sides: shape (..., n, k)
        left: whether to solve ``A X = B``; if False, ``X A = B``

    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    >>> wengert.linalg.lu_solve(LU, pivots, wengert.tensor([[2.0], [8.0]]))
    tensor([[1.],
            [2.]])
    """
    matrices("linalg.lu_solve", LU, which="LU")
    matrices("linalg.lu_solve", B, square=False, which="B")
    alike("linalg.lu_solve", LU, B)
    if LU.shape[-1] != B.shape[-2 if left else -1]:
        raise errors.linalg.incompatible("linalg.lu_solve", "AX = B" if left else "XA = B", LU.shape, B.shape)
    if dtypes.as_numpy(pivots.dtype) != np.dtype(np.int32):
        raise RuntimeError(
            "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32. Give those of linalg.lu_factor."
        )
    if tuple(pivots.shape) != tuple(LU.shape[:-1]):
        raise errors.linalg.row_exchanges("linalg.lu_solve", pivots.shape, LU.shape)
    flipped, pivots = adjoint, unsqueeze(pivots, dim=-2)
    if not left:  # X A = B is equivalent to A* X* = B*
        B, flipped = adjoint_of(B), not flipped
    if flipped:
        inner = _solve_triangular(adjoint_of(LU), B, upper=False, unitriangular=False)
        inner = _solve_triangular(adjoint_of(LU), inner, upper=True, unitriangular=True)
        X = _reordered(inner, _order(pivots, inverse=True))
    else:
        inner = _solve_triangular(LU, _reordered(B, _order(pivots)), upper=False, unitriangular=True)
        X = _solve_triangular(LU, inner, upper=True, unitriangular=False)
    return X if left else contiguous(adjoint_of(X))


@composite("lu_solve(b, LU_data, LU_pivots, *, out=None)", also={"b": "input"}, name="lu_solve")
def lu_solve(b: Any, LU_data: Any, LU_pivots: Any) -> Any:
    """Solves ``A X = b``, given the LU decomposition of A. The older form of :func:`wengert.linalg.lu_solve`.

    Args:
        b: the right-hand sides: shape (..., n, k)
        LU_data: the packed factors: shape (..., n, n)
        LU_pivots: the row exchanges, int32: shape (..., n)

    >>> LU, pivots = wengert.linalg.lu_factor(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.lu_solve(wengert.tensor([[2.0], [8.0]]), LU, pivots)
    tensor([[1.],
            [2.]])
    """
    errors.deprecated.older_linalg("lu_solve", "lu_solve(LU, pivots, B)")
    return solve_factored(LU_data, LU_pivots, b)
