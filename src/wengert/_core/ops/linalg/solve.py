"""Linear equations: inverses, triangular systems and Cholesky factors.

The derivatives follow Giles, "An extended collection of matrix derivative results" (2008).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes, layouts, matrix_batches
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import batch_pointwise, physical
from ...arrays.coo import ROWS
from ...declare.families import composite, constant, general, linear
from ...tape.tensor import payload_of
from ..create.create import empty
from ..results import named
from ..shape.arrange import expand, tril, triu
from ..shape.shape import adjoint, compact, contiguous, mT, narrow, select, squeeze, unsqueeze
from ..shape.strided import _diagonal_view
from ..sparse.sparse import is_sparse, to_dense
from . import lapack, small_matrices, triangular_loops
from .matmul import matmul

INT32 = dtypes.int32.dtype
FEW = 64  # rows of a triangle that are solved for at once
Info = Callable[[str, Sequence[int], int], Exception]

# -- checks


def matrices(name: str, A: Any, square: bool = True, which: str = "A") -> None:
    """Raise if ``A`` is not a batch of (square) matrices of single or double precision.

    ``which`` is what the user calls it, where an operation takes several matrices.
    """
    a = payload_of(A)
    shape, dtype = a.shape, a.dtype
    if len(shape) < 2:
        raise errors.linalg.few_dimensions(name, which)
    if square and shape[-1] != shape[-2]:
        raise errors.linalg.not_square(name, *shape[-2:])
    if dtype is dtypes.F32 or dtype is dtypes.F64:
        return
    if not dtypes.is_inexact(dtype):
        raise errors.linalg.not_inexact(name, dtype, which)
    if dtypes.is_half(dtype) and 0 not in shape:
        raise errors.linalg.half(name, dtype, which)


def alike(name: str, A: Any, B: Any) -> None:
    first, second = payload_of(A).dtype, payload_of(B).dtype
    if first != second:
        raise errors.linalg.different_dtypes(name, first, second)


def batch_matrices(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """The batch rule of operations on matrices: the dimension of the vmap is one more batch dimension."""
    return batch_pointwise(op, size, args, flags, params)


def raise_for(name: str, info: Any, error: Info) -> None:
    """Raise the error of the first failed matrix. ``info`` is 0 where there was no failure."""
    codes = physical(payload_of(info))
    if codes.item() if codes.size == 1 else codes.any():
        at = tuple(int(i) for i in np.argwhere(codes if isinstance(codes, np.ndarray) else codes.get())[0])
        raise error(name, at, int(codes[at]))


def attempt(xp: Any, name: str, why: Callable[..., int], *arrays: Any) -> tuple[Any, Any]:
    """LAPACK's results for a batch of matrices, and a code for each: 0, or the result of ``why`` for a failed one."""
    out = lapack.called(name, arrays)
    if out is not None and not lapack.has_failed(out, out.ndim == 2):
        return out, _no_failure(out)
    solve = partial(lapack.FUNCTIONS[name], xp.linalg)
    if out is None:
        try:
            return solve(*arrays), xp.zeros(arrays[0].shape[:-2], np.int32)
        except np.linalg.LinAlgError:
            out = np.full(arrays[-1].shape, np.nan, arrays[0].dtype)
    info = _no_failure(out)
    for at in map(tuple, np.argwhere(np.isnan(out[..., 0, 0]))):  # all of a failed matrix is NaN, and of others
        try:
            out[at] = solve(*[a[at] for a in arrays])
        except np.linalg.LinAlgError:
            out[at], info[at] = np.nan, why(*[a[at] for a in arrays])
    return out, info


def _eliminated(xp: Any, name: str, *arrays: Any) -> tuple[Any, Any]:
    """The solutions of systems of equations, or the inverses of matrices, and a code for each."""
    batch, *others = [a.shape[:-2] for a in arrays]
    if others and others[0] != batch:
        batch = broadcast_shape(batch, others[0])
        arrays = tuple([xp.broadcast_to(a, batch + a.shape[-2:]) for a in arrays])
    found = small_matrices.solved(*arrays)
    if found is None:
        out = _by_elimination(*arrays)
        found = attempt(xp, name, _zero_pivot, *arrays) if out is None else (out, _no_failure(out))
    return found  # type: ignore[no-any-return]


def _by_elimination(A: Any, B: Any = None) -> Any:
    """The result for large matrices; None where LAPACK has to compute."""
    return None if A.shape[-1] <= lapack.SMALL else triangular_loops.solved(A, B)


def _no_failure(out: Any) -> Any:
    return np.zeros(out.shape[:-2], INT32)


def _zero_pivot(a: Any, *others: Any) -> int:
    """The first zero pivot of Gaussian elimination, counted from 1."""
    u = a.copy()
    for k in range(len(u)):
        p = k + int(np.argmax(np.abs(u[k:, k])))
        if u[p, k] == 0:
            return k + 1
        u[[k, p]] = u[[p, k]]
        u[k + 1 :] -= np.outer(u[k + 1 :, k] / u[k, k], u[k])
    return len(u)


def _bad_minor(a: Any) -> int:
    """The order of the first leading minor that is not positive."""
    for k in range(1, len(a) + 1):
        try:
            np.linalg.cholesky(a[:k, :k])
        except np.linalg.LinAlgError:
            return k
    return len(a)


# -- inverses


@general(
    x=lambda g_inverse, inverse: -matmul(adjoint(inverse), matmul(g_inverse, adjoint(inverse))),
    jvp=lambda t_x, inverse: (-matmul(inverse, matmul(t_x, inverse)), None),
    outputs="inverse info",
    nondiff="info",
    node="LinalgInvExBackward0",
    batch=batch_matrices,
)
def _inv_ex(xp, x):
    return _eliminated(xp, "inv", x)


LinalgInvEx = named("linalg_inv_ex", "inverse info")


@composite("inv_ex(A, *, check_errors=False, out=None)", namespace="linalg", method=False)
def inv_ex(A: Any, *, check_errors: bool = False) -> LinalgInvEx:
    """The inverses of square matrices. Singular matrices do not raise an error.

    Args:
        A: the matrices: shape (..., n, n)

    Returns:
        the inverses, NaN for singular matrices; and ``info``: 0, or the position (from 1) of the pivot that was 0

    >>> wengert.linalg.inv_ex(wengert.tensor([[2.0, 0.0], [0.0, 4.0]])).info
    tensor(0, dtype=wengert.int32)
    """
    matrices("linalg.inv", A)
    inverse, info = _inv_ex(A)
    if check_errors:
        raise_for("linalg.inv_ex", info, errors.linalg.singular_inverse)
    return LinalgInvEx(inverse, info)


def inverse_of(A: Any) -> Any:
    """The inverse of a matrix that is known to be invertible."""
    return _inv_ex(A)[0]


@composite("inv(A, *, out=None)", namespace="linalg", method=False)
def inv(A: Any) -> Any:
    """The inverses of square matrices. Raises an error if one is singular.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.inv(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    matrices("linalg.inv", A)
    inverse, info = _inv_ex(A)
    raise_for("linalg.inv", info, errors.linalg.singular_inverse)
    return inverse


@composite("inverse(input, *, out=None)")
def inverse(input: Any) -> Any:
    """The inverses of square matrices. The same as :func:`wengert.linalg.inv`.

    Args:
        input: the matrices: shape (..., n, n)

    >>> wengert.inverse(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    return inv(input)


# -- systems of equations


@general(
    A=lambda d_B, result: -matmul(d_B, adjoint(result)),
    B=lambda g_result, A: inverse_times(adjoint(A), g_result),
    jvp=lambda t_A, t_B, A, result: (inverse_times(A, t_B - matmul(t_A, result)), None),
    outputs="result info",
    nondiff="info",
    node="LinalgSolveExBackward0",
    batch=batch_matrices,
)
def _solve_ex(xp, A, B):
    return _eliminated(xp, "solve", A, B)


def inverse_times(A: Any, B: Any) -> Any:
    """``A**-1 B``, where ``A`` is known to be invertible."""
    return _solve_ex(A, B)[0]


def is_vector(A: Any, B: Any) -> bool:
    """True if the right-hand sides are vectors, one per matrix."""
    return B.ndim == 1 or (A.ndim - 1 == B.ndim and tuple(B.shape) == tuple(A.shape[:-1]))


def _checked_solve(A: Any, B: Any, left: bool) -> tuple[Any, Any]:
    matrices("linalg.solve", A)
    alike("linalg.solve", A, B)
    vector = is_vector(A, B)
    if vector:
        if not left:
            raise RuntimeError(
                "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In this case "
                "linalg.solve is equivalent to B / A.squeeze(-1). "
                "Divide so, or unsqueeze the left hand side."
            )
        B = unsqueeze(B, dim=-1)
    if B.ndim < 2:
        raise errors.linalg.few_dimensions("linalg.solve", "B")
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise errors.linalg.incompatible("linalg.solve", "AX = B" if left else "XA = B", A.shape, B.shape)
    result, info = _solve_ex(A, B) if left else _solve_ex(mT(A), mT(B))
    result = result if left else contiguous(mT(result))
    return (squeeze(result, dim=-1) if vector else result), _one_each(info, A.shape[:-2])


def _one_each(info: Any, batch: Sequence[int]) -> Any:
    """One code for each matrix, where matrices were broadcast against right-hand sides."""
    shape = payload_of(info).shape
    if not shape or 0 in shape:
        return info
    for _ in range(len(shape) - len(batch)):
        info = select(info, dim=0, index=0)
    for d, n in enumerate(batch):
        info = narrow(info, d, 0, n)
    return info


@composite("solve(A, B, *, left=True, out=None)", namespace="linalg", method=False)
def solve(A: Any, B: Any, *, left: bool = True) -> Any:
    """Solves ``A X = B`` for X, or ``X A = B`` with ``left=False``.

    Args:
        A: the matrices: shape (..., n, n)
        B: the right-hand sides: shape (..., n, k), or (..., n) for one per matrix
        left: whether to solve ``A X = B``; if False, ``X A = B``

    >>> A = wengert.tensor([[2.0, 1.0], [1.0, 3.0]])
    >>> wengert.linalg.solve(A, wengert.tensor([3.0, 5.0]))
    tensor([0.8000, 1.4000])
    """
    result, info = _checked_solve(A, B, left)
    raise_for("linalg.solve", info, errors.linalg.singular_solve)
    return result


LinalgSolveEx = named("linalg_solve_ex", "result info")


@composite("solve_ex(A, B, *, left=True, check_errors=False, out=None)", namespace="linalg", method=False)
def solve_ex(A: Any, B: Any, *, left: bool = True, check_errors: bool = False) -> LinalgSolveEx:
    """Solves ``A X = B`` for X. Singular matrices do not raise an error.

    Args:
        A: the matrices: shape (..., n, n)
        B: the right-hand sides: shape (..., n, k), or (..., n) for one per matrix
        left: whether to solve ``A X = B``; if False, ``X A = B``

    Returns:
        the solution, NaN for singular matrices; and ``info``: 0, or the position (from 1) of the pivot that was 0

    >>> wengert.linalg.solve_ex(wengert.eye(2), wengert.tensor([3.0, 5.0])).result
    tensor([3., 5.])
    """
    result, info = _checked_solve(A, B, left)
    if check_errors:
        raise_for("linalg.solve_ex", info, errors.linalg.singular_solve)
    return LinalgSolveEx(result, info)


# -- triangular systems


def _solve_rows(xp: Any, T: Any, X: Any, upper: bool, unitriangular: bool) -> None:
    """Replace X by ``T**-1 X`` row by row. Values that are not finite then spread no further than they must."""
    n = T.shape[-1]
    for done in range(n):
        i = n - 1 - done if upper else done
        if done:
            known = slice(i + 1, n) if upper else slice(0, i)
            X[..., i, :] -= matrix_batches.matmul(xp, T[..., i : i + 1, known], X[..., known, :])[..., 0, :]
        if not unitriangular:
            X[..., i, :] /= T[..., i, i][..., None]


def _solved(xp: Any, T: Any, B: Any) -> Any:
    """Solve ``T X = B`` for a small triangular T.

    Gaussian elimination leaves an upper triangle unchanged, so LAPACK's ``solve`` only substitutes. For many columns it
    is faster to multiply by the inverse, followed by one step of refinement. Without that step the error would grow
    with the square of the condition number of T (Du Croz and Higham, "Stability of methods for matrix inversion").
    """
    if B.shape[-1] < T.shape[-1]:
        return lapack.either(xp, "solve", T, B)
    inverse = lapack.either(xp, "inv", T)
    X = matrix_batches.matmul(xp, inverse, B)
    return X + matrix_batches.matmul(xp, inverse, B - matrix_batches.matmul(xp, T, X))


@functools.cache
def _upper(n: int) -> Any:
    """Where the upper triangle of a matrix is."""
    return np.tri(n, dtype=bool).T.copy()


def _by_halves(xp: Any, T: Any, X: Any, upper: bool, few: Callable[[Any, Any], None]) -> None:
    """Replace X by ``T**-1 X``: solve for one half of the rows, then for the other half with the rest.

    ``few`` solves for at most ``FEW`` rows.
    """
    n = T.shape[-1]
    if n <= FEW:
        return few(T, X)
    top, bottom = slice(0, n // 2), slice(n // 2, n)
    first, second = (bottom, top) if upper else (top, bottom)
    _by_halves(xp, T[..., first, first], X[..., first, :], upper, few)
    rest = X[..., second, :]
    rest -= matrix_batches.matmul(xp, T[..., second, first], X[..., first, :])
    return _by_halves(xp, T[..., second, second], rest, upper, few)


def _solve_by_lapack(xp: Any, T: Any, X: Any, upper: bool, unitriangular: bool) -> bool:
    """Replace X by ``T**-1 X``; return False if a result is not finite."""

    def few(T: Any, X: Any) -> None:
        n = T.shape[-1]
        if math.prod(T.shape[:-2]) > n:  # many matrices: one row of all of them at a time takes fewer steps
            return _solve_rows(xp, T, X, upper, unitriangular)
        turn = slice(None, None, 1 if upper else -1)
        turned = xp.where(xp.asarray(_upper(n)), T[..., turn, turn], 0)  # only the triangle is read
        if unitriangular:
            turned[..., range(n), range(n)] = 1
        X[:] = _solved(xp, xp.ascontiguousarray(turned), X[..., turn, :])[..., turn, :]
        return None

    try:
        _by_halves(xp, T, X, upper, few)
    except np.linalg.LinAlgError:  # there is a 0 on the diagonal
        return False
    return bool(xp.isfinite(X).all())


def _triangle(x: Any, upper: bool, strict: bool) -> Any:
    return triu(x, diagonal=int(strict)) if upper else tril(x, diagonal=-int(strict))


def _triangular_tangent(t_A, t_B, A, out, upper, unitriangular):
    moved = t_B - matmul(_triangle(t_A, upper, unitriangular), out)
    return _solve_triangular(A, moved, upper=upper, unitriangular=unitriangular)


@general(
    A=lambda d_B, out, upper, unitriangular: _triangle(-matmul(d_B, adjoint(out)), upper, unitriangular),
    B=lambda g, A, upper, unitriangular: (
        _solve_triangular(adjoint(A), g, upper=not upper, unitriangular=unitriangular)),
    jvp=_triangular_tangent,
    promote="match",
    node="LinalgSolveTriangularBackward0",
    saved="A=self",
    batch=batch_matrices,
)  # fmt: skip
def _solve_triangular(xp, A, B, *, upper, unitriangular):
    if A.shape[:-2] != B.shape[:-2]:
        B = xp.broadcast_to(B, np.broadcast_shapes(A.shape[:-2], B.shape[:-2]) + B.shape[-2:])
    X = layouts.in_order(B, None)
    if triangular_loops.fits(A, X):
        triangular_loops.substitute(A, X, upper, unitriangular)
    elif not _solve_by_lapack(xp, A, X, upper, unitriangular):
        X = layouts.in_order(B, None)
        _solve_rows(xp, A, X, upper, unitriangular)
    return X


@composite("solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None)",
           also={"A": "input"}, namespace="linalg",
           method=False)  # fmt: skip
def solve_triangular(A: Any, B: Any, *, upper: bool, left: bool = True, unitriangular: bool = False) -> Any:
    """Solves ``A X = B`` for X with a triangular A, or ``X A = B`` with ``left=False``.

    Only the triangle of A is read. If there is a 0 on its diagonal, the result is not finite.

    Args:
        A: the matrices: shape (..., n, n)
        B: the right-hand sides: shape (..., n, k)
        left: whether to solve ``A X = B``; if False, ``X A = B``

    >>> A = wengert.tensor([[2.0, 1.0], [0.0, 4.0]])
    >>> wengert.linalg.solve_triangular(A, wengert.tensor([[4.0], [8.0]]), upper=True)
    tensor([[1.],
            [2.]])
    """
    name = "linalg.solve_triangular"
    matrices(name, A)
    matrices(name, B, square=False, which="B")
    if dtypes.as_numpy(A.dtype) != dtypes.as_numpy(B.dtype):
        raise errors.linalg.different_dtypes(name, dtypes.as_numpy(A.dtype), dtypes.as_numpy(B.dtype))
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise errors.linalg.incompatible(name, "AX = B" if left else "XA = B", A.shape, B.shape)
    if left:
        return _solve_triangular(A, B, upper=upper, unitriangular=unitriangular)
    return mT(_solve_triangular(mT(A), mT(B), upper=not upper, unitriangular=unitriangular))


TriangularSolve = named("triangular_solve", "solution cloned_coefficient")


@composite("triangular_solve(b, A, upper=True, transpose=False, unitriangular=False, *, out=None)", also={"b": "input"})
def triangular_solve(
    b: Any, A: Any, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> TriangularSolve:
    """The older form of :func:`wengert.linalg.solve_triangular`. It returns a copy of ``A``, too.

    Args:
        b: the right-hand sides: shape (..., n, k)
        A: the triangular matrices: shape (..., n, n). One matrix of layout ``wengert.sparse_csr`` is made dense, and
            the copy is empty

    >>> A = wengert.tensor([[2.0, 1.0], [0.0, 4.0]])
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.triangular_solve(wengert.tensor([[4.0], [8.0]]), A).solution
    tensor([[1.],
            [2.]])
    """
    errors.deprecated.older_linalg("triangular_solve", "solve_triangular(A, B, upper=upper)")
    matrices("triangular_solve", b, square=False, which="b")
    matrices("triangular_solve", A)
    if A.shape[-1] != b.shape[-2]:
        raise errors.linalg.incompatible("triangular_solve", "AX = B", A.shape, b.shape)
    if is_sparse(b) or (is_sparse(A) and payload_of(A).layout != ROWS):
        raise errors.sparse.triangular(A, b)
    if is_sparse(A):
        A = to_dense(A, masked_grad=False)
        coefficient = empty((0,), dtype=A.dtype, device=A.device)
    else:
        coefficient = compact(expand(A, shape=(*broadcast_shape(A.shape[:-2], b.shape[:-2]), *A.shape[-2:])))
    if transpose:
        A, upper = mT(A), not upper
    return TriangularSolve(_solve_triangular(A, b, upper=upper, unitriangular=unitriangular), coefficient)


# -- Cholesky factors


@linear(x=lambda g: _halved(g), batch=batch_matrices)
def _halved(xp, x):
    """The lower triangle with its diagonal halved."""
    out = tril(x)
    each = xp.arange(out.shape[-1])
    out[..., each, each] /= 2
    return out


def _cholesky_gradient(g_L, L, upper):
    if upper:
        g_L, L = adjoint(g_L), adjoint(L)
    inner = _halved(matmul(adjoint(L), g_L))
    inner = inner + adjoint(inner)
    left = _solve_triangular(adjoint(L), inner, upper=True, unitriangular=False)
    return adjoint(_solve_triangular(adjoint(L), adjoint(left), upper=True, unitriangular=False)) / 2


def _cholesky_tangent(t_x, L, upper):
    lower = adjoint(L) if upper else L
    t = (t_x + adjoint(t_x)) / 2
    left = _solve_triangular(lower, t, upper=False, unitriangular=False)
    inner = adjoint(_solve_triangular(lower, adjoint(left), upper=False, unitriangular=False))
    moved = matmul(lower, _halved(inner))
    return (adjoint(moved) if upper else moved), None


@general(x=_cholesky_gradient, jvp=_cholesky_tangent, outputs="L info", nondiff="info",
         node="LinalgCholeskyExBackward0", batch=batch_matrices)  # fmt: skip
def _cholesky_ex(xp, x, *, upper):
    found = small_matrices.factors(x, upper)
    if found is not None:
        return found
    if upper:
        x = xp.conj(xp.swapaxes(x, -1, -2))
    L, info = attempt(xp, "cholesky_lo", _bad_minor, x)
    return (xp.conj(xp.swapaxes(L, -1, -2)).copy() if upper else L), info


@composite("cholesky(A, *, upper=False, out=None)", also={"A": "input"}, namespace="linalg", method=False)
def cholesky(A: Any, *, upper: bool = False) -> Any:
    """The Cholesky decomposition ``A = L @ L.mH`` of Hermitian positive definite matrices, with lower triangular L.

    The gradient is that of a function of Hermitian matrices. It is Hermitian, too.

    Args:
        A: the matrices: shape (..., n, n)
        upper: whether to read the upper triangle and return ``L.mH``

    >>> wengert.linalg.cholesky(wengert.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    matrices("linalg.cholesky", A)
    L, info = _cholesky_ex.apply((A,), {"upper": upper})
    raise_for("linalg.cholesky", info, errors.linalg.not_positive_definite)
    return L


LinalgCholeskyEx = named("linalg_cholesky_ex", "L info")


@composite(
    "cholesky_ex(A, *, upper=False, check_errors=False, out=None)",
    also={"A": "input"},
    namespace="linalg",
    method=False,
)
def cholesky_ex(A: Any, *, upper: bool = False, check_errors: bool = False) -> LinalgCholeskyEx:
    """The Cholesky decomposition. Matrices that are not positive definite do not raise an error.

    Args:
        A: the matrices: shape (..., n, n)
        upper: whether to read the upper triangle and return ``L.mH``

    Returns:
        the factors, NaN where there is none; and ``info``: 0, or the order of the first leading minor that is not
        positive

    >>> wengert.linalg.cholesky_ex(wengert.tensor([[1.0, 2.0], [2.0, 1.0]])).info
    tensor(2, dtype=wengert.int32)
    """
    matrices("linalg.cholesky", A)
    L, info = _cholesky_ex(A, upper=upper)
    if check_errors:
        raise_for("linalg.cholesky_ex", info, errors.linalg.not_positive_definite)
    return LinalgCholeskyEx(L, info)


@composite("cholesky(input, upper=False, *, out=None)", name="cholesky", out="cast")
def old_cholesky(input: Any, upper: bool = False) -> Any:
    """The Cholesky decomposition. The older form of :func:`wengert.linalg.cholesky`.

    Args:
        input: the matrices: shape (..., n, n)
        upper: whether to read the upper triangle and return the upper factor

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.cholesky(wengert.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    errors.deprecated.older_linalg("cholesky", "cholesky(A, upper=upper)")
    matrices("cholesky", input)
    L, info = _cholesky_ex(input, upper=upper)
    raise_for("cholesky", info, errors.linalg.not_positive_definite)
    return L


@composite("cholesky_solve(B, L, upper=False, *, out=None)", also={"B": "input", "L": "input2"}, out="cast")
def cholesky_solve(B: Any, L: Any, upper: bool = False) -> Any:
    """Solves ``A X = B`` for X, given the Cholesky factor ``L`` of A.

    Args:
        B: the right-hand sides: shape (..., n, k)
        L: the factor: shape (..., n, n)

    >>> L = wengert.tensor([[2.0, 0.0], [1.0, 2.0]])
    >>> wengert.cholesky_solve(wengert.tensor([[8.0], [12.0]]), L)
    tensor([[1.],
            [2.]])
    """
    matrices("cholesky_solve", B, square=False, which="B")
    matrices("cholesky_solve", L, which="L")
    alike("cholesky_solve", L, B)
    if L.shape[-1] != B.shape[-2]:
        raise errors.linalg.incompatible("cholesky_solve", "AX = B", L.shape, B.shape)
    lower = adjoint(L) if upper else L
    inner = _solve_triangular(lower, B, upper=False, unitriangular=False)
    return _solve_triangular(adjoint(lower), inner, upper=True, unitriangular=False)


@constant(batch=batch_matrices)
def _identity_of(xp, x):
    out = copies.zeros(xp, x.shape, x.dtype)
    copies.fill(_diagonal_view(xp, out, 0, -2, -1), 1)
    return out


@composite("cholesky_inverse(L, upper=False, *, out=None)", also={"L": "input"}, out="cast")
def cholesky_inverse(L: Any, upper: bool = False) -> Any:
    """The inverse of a matrix, given its Cholesky factor ``L``.

    Args:
        L: the factor: shape (..., n, n)

    >>> wengert.cholesky_inverse(wengert.tensor([[2.0, 0.0], [0.0, 0.5]]))
    tensor([[0.2500, 0.0000],
            [0.0000, 4.0000]])
    """
    matrices("cholesky_inverse", L, which="L")
    return cholesky_solve(_identity_of(L), L, upper)
