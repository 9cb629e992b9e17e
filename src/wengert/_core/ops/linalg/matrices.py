"""Matrix norms, the matrix exponential, least squares, tensor equations, and Vandermonde matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, matrix_batches, reductions
from ...arrays.batched import levels_of, physical
from ...declare.families import composite, general
from ...tape.tensor import payload_of
from ..elementwise.complex import abs
from ..elementwise.pointwise import _to, div, eq, sub, where
from ..reduce.extreme import amax, amin
from ..reduce.norm import _norm_dtype, vector_norm
from ..reduce.reduce import sum as sum_rows
from ..reduce.scan import cumprod
from ..results import named
from ..shape.arrange import expand, flip
from ..shape.join import cat
from ..shape.shape import adjoint, movedim, narrow, reshape, squeeze, unsqueeze, wrap_dim
from . import lapack
from .factor import _nothing, qr
from .matmul import matmul
from .solve import _identity_of, _inv_ex, _solve_triangular, alike, batch_matrices, inv, is_vector, matrices, solve
from .spectral import _is_differentiated, _lstsq, _singular_values, _tolerances, matrix_rank, svdvals

# -- norms


def _axes(name: str, x: Any, dim: Any) -> tuple[int, int]:
    """The two dimensions of the matrices, as non-negative numbers."""
    if x.ndim < 2:
        raise errors.linalg.few_dimensions(name)
    dims = tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    if len(dims) != 2:
        raise RuntimeError(f"{name}: dim must be a 2-tuple. Got {list(dims)}")
    rows, columns = (wrap_dim(d, x.ndim) for d in dims)
    if rows == columns:
        raise RuntimeError(f"{name}: dims must be different. Got ({dims[0]}, {dims[1]})")
    return rows, columns


def _cast(name: str, x: Any, dtype: Any) -> Any:
    given = dtypes.as_numpy(x.dtype)
    if not dtypes.is_inexact(given):
        raise errors.linalg.not_inexact(name, given)
    return x if dtype is None else _to(x, dtype=_norm_dtype(given, dtypes.as_numpy(dtype)))


@composite('matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None)',
           also={"A": "input"}, namespace="linalg",
           method=False)  # fmt: skip
def matrix_norm(A: Any, ord: float | str = "fro", dim: Sequence[int] = (-2, -1), keepdim: bool = False, *,
                dtype: Any = None) -> Any:  # fmt: skip
    """The norm of matrices.

    Args:
        A: the matrices
        ord: ``'fro'`` (Frobenius norm), ``'nuc'`` (nuclear norm: the sum of the singular values), 2 and -2 (the largest
            and the smallest singular value), 1 and -1 (the largest and the smallest sum of the absolute values of a
            column), infinity and minus infinity (of a row)
        dim: the two dimensions of the matrices

    >>> wengert.linalg.matrix_norm(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)
    """
    name = "linalg.matrix_norm"
    rows, columns = _axes(name, A, dim)
    A = _cast(name, A, dtype)
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if ord in (2, -2, "nuc"):
        S = svdvals(movedim(A, (rows, columns), (-2, -1)))
        out = sum_rows(S, dim=-1) if ord == "nuc" else _largest(S, -1) if ord == 2 else amin(S, -1)
        for d in sorted((rows, columns)) if keepdim else ():
            out = unsqueeze(out, dim=d)
        return out
    if isinstance(ord, str) or math.fabs(ord) not in (1, math.inf):
        raise RuntimeError(f"{name}: Order {ord} not supported. Choose 'fro', 'nuc', 1, -1, 2, -2, inf or -inf.")
    along, over = (rows, columns) if math.fabs(ord) == 1 else (columns, rows)
    sums = vector_norm(A, 1, along, True)
    out = _largest(sums, over, True) if ord > 0 else amin(sums, over, True)
    return out if keepdim else squeeze(out, dim=(rows, columns))


def _largest(x: Any, dim: int, keepdim: bool = False) -> Any:
    """The largest of numbers that are not negative: 0 if there are none."""
    return amax(x, dim, keepdim) if x.shape[dim] else vector_norm(x, 1, dim, keepdim)


@composite("norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None)",
           also={"A": "input"}, namespace="linalg", method=False,
           name="norm")  # fmt: skip
def any_norm(A: Any, ord: float | str | None = None, dim: int | Sequence[int] | None = None, keepdim: bool = False, *,
             dtype: Any = None) -> Any:  # fmt: skip
    """The norm of vectors or matrices.

    Args:
        A: the vectors or matrices
        ord: the order: as in :func:`wengert.linalg.vector_norm` if ``dim`` is one dimension or the tensor is 1-d,
            otherwise as in :func:`wengert.linalg.matrix_norm`; None means the 2-norm of all elements
        dim: the dimension of the vectors, or the two dimensions of the matrices

    >>> wengert.linalg.norm(wengert.tensor([3.0, 4.0]))
    tensor(5.)
    >>> wengert.linalg.norm(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)
    """
    dims = None if dim is None else tuple(dim) if isinstance(dim, (tuple, list)) else (dim,)
    if dims is None and ord is not None and A.ndim not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.ndim}D."
        )
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}")
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if (A.ndim if dims is None else len(dims)) == 1:
        if isinstance(ord, str):
            return matrix_norm(A, ord, (-2, -1) if dims is None else dims, keepdim, dtype=dtype)
        return vector_norm(A, ord, dim, keepdim, dtype=dtype)
    return matrix_norm(A, ord, (-2, -1) if dims is None else dims, keepdim, dtype=dtype)


@composite('norm(input, p="fro", dim=None, keepdim=False, *, dtype=None, out=None)')
def norm(input: Any, p: float | str | None = "fro", dim: int | Sequence[int] | None = None, keepdim: bool = False, *,
         dtype: Any = None) -> Any:  # fmt: skip
    """The vector norm of order ``p``, of all elements or along ``dim``. ``"fro"`` and None mean 2.

    Args:
        p: the order; infinity and minus infinity give extremes, 0 counts nonzero elements
        dim: the dimensions to reduce; None means all of them

    >>> wengert.norm(wengert.tensor([3.0, 4.0]))
    tensor(5.)
    >>> wengert.norm(wengert.tensor([3.0, 4.0]), p=1)
    tensor(7.)
    """
    if p == "nuc":
        return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, dtype=dtype)  # type: ignore[arg-type]
    if isinstance(p, str) and p != "fro":
        raise RuntimeError(f"norm: expected p to be a number, 'fro' or 'nuc', got {p!r}")
    return vector_norm(input, 2 if p in (None, "fro") else p, dim, keepdim, dtype=dtype)


@composite("cond(A, p=None, *, out=None)", also={"A": "input"}, namespace="linalg", method=False, out="cast")
def cond(A: Any, p: float | str | None = None) -> Any:
    """The condition number: the norm of a matrix times the norm of its inverse. It is infinite for singular matrices.

    Args:
        A: the matrices: shape (..., n, n); if ``p`` is None, 2 or -2, also (..., m, n)
        p: the norm, as ``ord`` in :func:`wengert.linalg.matrix_norm`; None means 2

    >>> wengert.linalg.cond(wengert.tensor([[2.0, 0.0], [0.0, 8.0]]))
    tensor(4.)
    """
    name = "linalg.cond"
    if A.ndim < 2:
        raise errors.linalg.few_dimensions(name)
    if p is None or p in (2, -2):
        S = svdvals(A)
        if not S.shape[-1]:
            return sum_rows(S, dim=-1)
        first, last = narrow(S, -1, 0, 1), narrow(S, -1, S.shape[-1] - 1, 1)
        return squeeze(div(last, first) if p == -2 else div(first, last), dim=-1)
    if p not in ("fro", "nuc", 1, -1, math.inf, -math.inf):
        raise RuntimeError(
            f"linalg.cond got an invalid norm type: {p}. Choose None, 'fro', 'nuc', inf, -inf, 1, -1, 2 or -2."
        )
    matrices(f"linalg.cond(ord={p})", A)
    inverse, info = _inv_ex(A)
    size = matrix_norm(A, p)
    inverse = where(unsqueeze(unsqueeze(eq(info, 0), dim=-1), dim=-1), inverse, _identity_of(A))
    return where(eq(info, 0), size * matrix_norm(inverse, p), math.inf)


# -- the matrix exponential

# The coefficients of the Padé approximation of degree 13, and the 1-norm up to which it is accurate (Higham 2005).
PADE = (
    64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
    10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
)  # fmt: skip
EXACT = 5.371920351148152


def _block(A: Any, E: Any) -> Any:
    """The matrix ((A, E), (0, A)). The corner of its exponential is the derivative of exp(A) along E."""
    zero = A * 0
    return cat(cat(A, E, dim=-1), cat(zero, A, dim=-1), dim=-2)


def _corner(A: Any, E: Any) -> Any:
    n = A.shape[-1]
    return narrow(narrow(_matrix_exp(_block(A, E)), -2, 0, n), -1, n, n)


@general(x=lambda g, x: _corner(adjoint(x), g), jvp=lambda t_x, x: _corner(x, t_x), promote="match",
         node="LinalgMatrixExpBackward0", batch=batch_matrices)  # fmt: skip
def _matrix_exp(xp, x):
    """Scaling and squaring (Higham 2005). The derivatives follow Najfeld and Havel (1995)."""
    if not x.size:
        return x.copy()
    size = reductions.total(xp.abs(x), -2).max(-1)
    finite = xp.isfinite(size)
    halvings = xp.ceil(xp.log2(xp.maximum(xp.where(finite, size, 0) / EXACT, 1)))
    a = x / (2.0**halvings)[..., None, None].astype(size.dtype)
    one = xp.eye(x.shape[-1], dtype=x.dtype)
    times = partial(matrix_batches.matmul, xp)
    b, a2 = PADE, times(a, a)
    a4 = times(a2, a2)
    a6 = times(a2, a4)
    odd = times(a6, b[13] * a6 + b[11] * a4 + b[9] * a2) + b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * one
    odd = times(a, odd)
    even = times(a6, b[12] * a6 + b[10] * a4 + b[8] * a2) + b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * one
    even, odd = (xp.where(finite[..., None, None], v, w) for v, w in ((even, one), (odd, 0 * one)))
    out = lapack.either(xp, "solve", even - odd, even + odd)
    for k in range(int(halvings.max())):
        out = xp.where((halvings > k)[..., None, None], times(out, out), out)
    return xp.where(finite[..., None, None], out, math.nan).astype(x.dtype)


@composite("matrix_exp(A)", also={"A": "input"}, aliases="linalg.matrix_exp")
def matrix_exp(A: Any) -> Any:
    """The exponential of square matrices: the sum of ``A**k / k!`` over k = 0, 1, 2, ...

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.matrix_exp(wengert.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    name = "linalg.matrix_exp"
    if A.ndim < 2:
        raise errors.linalg.few_dimensions(name)
    if A.shape[-1] != A.shape[-2]:
        raise errors.linalg.not_square(name, *A.shape[-2:])
    if not dtypes.is_inexact(dtypes.as_numpy(A.dtype)):
        raise errors.linalg.not_inexact(name, dtypes.as_numpy(A.dtype))
    return _matrix_exp(A)


# -- least squares


LinalgLstsq = named("linalg_lstsq", "solution residuals rank singular_values")
DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def _threshold(rcond: float | None, driver: str | None, dtype: Any) -> float | None:
    """The fraction of the largest singular value above which LAPACK counts others.

    ``gelsy`` counts what is equal, too. ``gelsd`` replaces a fraction that leaves none or all.
    """
    if rcond is None:
        return None
    if driver in (None, "gelsy"):
        return float(np.nextafter(dtype.type(rcond), dtype.type(0)))
    return rcond if driver != "gelsd" or 0 < rcond < 1 else float(np.finfo(dtype).eps)


@composite("lstsq(A, B, rcond=None, *, driver=None)", also={"A": "input", "B": "b"}, namespace="linalg", method=False)
def lstsq(A: Any, B: Any, rcond: float | None = None, *, driver: str | None = None) -> LinalgLstsq:
    """Solves least squares problems: finds the X that minimizes ``norm(A X - B)``. If there are several, the smallest
    X.

    Args:
        A: the matrices: shape (..., m, n)
        B: the right-hand sides: shape (..., m, k), or (..., m) for one per matrix
        rcond: singular values up to this, relative to the largest, count as 0; None means max(m, n) times the machine
            precision
        driver: ``'gels'`` assumes full rank; ``'gelsy'`` (the default), ``'gelsd'`` and ``'gelss'`` do not

    Returns:
        the solution; the sums of squared residuals of each column, if m > n, the rank is full and the driver is not
        ``'gelsy'``; the rank, unless the driver is ``'gels'``; and the singular values, for ``'gelsd'`` and
        ``'gelss'``. A result that is not computed is empty.

    >>> A = wengert.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> wengert.linalg.lstsq(A, wengert.tensor([[1.0], [3.0], [5.0]])).solution.round(decimals=3)
    tensor([[1.],
            [2.]])
    """
    name = "torch.linalg.lstsq"
    matrices(name, A, square=False)
    alike(name, A, B)
    if driver is not None and driver not in DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of ({', '.join(DRIVERS)})")
    rcond = _threshold(rcond, driver, dtypes.real_of(dtypes.as_numpy(A.dtype)))
    vector = is_vector(A, B)
    if vector:
        B = unsqueeze(B, dim=-1)
    if B.ndim > A.ndim:
        raise RuntimeError(
            f"{name}: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1, but got "
            f"{A.ndim} and {B.ndim}"
        )
    if B.ndim < 2 or A.shape[-2] != B.shape[-2]:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-2)")
    m, n = A.shape[-2:]
    rank = _nothing(A, dtype=dtypes.I64) if driver == "gels" else None
    if driver == "gels" and m >= n:
        Q, R = qr(A)
        X = _solve_triangular(R, matmul(adjoint(Q), B), upper=True, unitriangular=False)
    elif driver == "gels":
        Q, R = qr(adjoint(A))
        X = matmul(Q, _solve_triangular(adjoint(R), B, upper=False, unitriangular=False))
    else:
        X, rank = _lstsq(A, B, rtol=_tolerances(A, None, rcond)[1])
        if levels_of(payload_of(rank)) != levels_of(payload_of(A)):  # in a vmap over B alone, A has one rank
            rank = matrix_rank(A, rtol=rcond)
        for i, size in enumerate(A.shape[:-2]):  # one of each matrix, where these are broadcast
            rank = narrow(rank, i, 0, size) if size == 1 < rank.shape[i] else rank
    real = dtypes.real_of(dtypes.as_numpy(A.dtype))
    if driver in (None, "gelsy") or m <= n or not (driver == "gels" or bool((physical(payload_of(rank)) == n).all())):
        if _is_differentiated(X):  # they have the history of X, as in PyTorch
            residuals = reshape(abs(narrow(X, -1, 0, 0)), (0,))
        else:
            residuals = _nothing(A, dtype=real)
    else:
        rest = abs(sub(matmul(A, X), B))
        residuals = sum_rows(rest * rest, dim=-2)
    values = _singular_values(A) if driver in ("gelsd", "gelss") else _nothing(A, dtype=real)
    return LinalgLstsq(squeeze(X, dim=-1) if vector else X, residuals, rank, values)


# -- tensor equations and Vandermonde matrices


@composite("tensorinv(A, ind=2, *, out=None)", also={"A": "input"}, namespace="linalg", method=False, out="cast")
def tensorinv(A: Any, ind: int = 2) -> Any:
    """The inverse of the linear map ``x -> tensordot(A, x, A.ndim - ind)``.

    Args:
        A: the tensor; the product of its first ``ind`` sizes must equal the product of the others
        ind: the number of dimensions of the result of the map

    >>> wengert.linalg.tensorinv(wengert.eye(6).reshape(6, 2, 3), ind=1).shape
    wengert.Size([2, 3, 6])
    """
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    shape = tuple(A.shape)
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
            f"{columns} != {rows}"
        )
    return reshape(inv(reshape(A, (rows, columns))), (*shape[ind:], *shape[:ind]))


@composite(
    "tensorsolve(A, B, dims=None, *, out=None)",
    also={"A": "input", "B": "other"},
    namespace="linalg",
    method=False,
    out="cast",
)
def tensorsolve(A: Any, B: Any, dims: int | Sequence[int] | None = None) -> Any:
    """Solves ``tensordot(A, X, X.ndim) = B`` for X.

    Args:
        A: the tensor; its first sizes are those of ``B``
        B: the right-hand side
        dims: dimensions of ``A`` to move to the end first

    >>> A = wengert.eye(6).reshape(2, 3, 6)
    >>> wengert.linalg.tensorsolve(A, wengert.ones(2, 3))
    tensor([1., 1., 1., 1., 1., 1.])
    """
    if dims is not None:
        moved = tuple(dims) if isinstance(dims, (tuple, list)) else (dims,)
        A = movedim(A, moved, tuple(range(A.ndim - len(moved), A.ndim)))
    shape = tuple(A.shape)[B.ndim :]
    rows, columns = math.prod(tuple(A.shape)[: B.ndim]), math.prod(shape)
    if rows != columns:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
            f"but got {columns} != {rows}"
        )
    return reshape(solve(reshape(A, (rows, columns)), reshape(B, (rows,))), shape)


def _vandermonde(x: Any, n: int) -> Any:
    """The powers 0 to n - 1 of the elements of a vector, one row per element."""
    one = unsqueeze(_to(eq(x, x), dtype=x.dtype) * 0 + 1, dim=-1)
    if n == 1:
        return one
    spread = expand(unsqueeze(x, dim=-1), shape=(*x.shape, n - 1))
    return cat(one, cumprod(spread, dim=-1), dim=-1)


@composite("vander(x, N=None)", namespace="linalg", method=False)
def vander(x: Any, N: int | None = None) -> Any:
    """Vandermonde matrices: each row has the powers of one element of a vector, ascending from 0.

    Args:
        x: the vectors: shape (..., n)
        N: the number of powers, at least 2; None means n

    >>> wengert.linalg.vander(wengert.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    if x.ndim == 0:
        x = reshape(x, (1,))
    n = x.shape[-1] if N is None else N
    if dtypes.as_numpy(x.dtype) == dtypes.BOOLEAN:
        raise RuntimeError("linalg.vander supports floating point, complex, and integer tensors, but got Bool")
    if n <= 1:
        raise RuntimeError("N must be greater than 1.")
    return _vandermonde(x, n)


@composite("vander(x, N=None, increasing=False)", method=False, name="vander")
def top_vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    """The Vandermonde matrix of a vector: each row has the powers of one element.

    Args:
        x: the vector: shape (n,)
        N: the number of powers; None means n
        increasing: whether the powers ascend from 0; if False, they descend to 0

    >>> wengert.vander(wengert.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [4, 2, 1],
            [9, 3, 1]])
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[-1] if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    if n == 0:
        return narrow(_vandermonde(x, 1), 1, 0, 0)
    out = _vandermonde(x, n)
    return out if increasing else flip(out, dims=(1,))
