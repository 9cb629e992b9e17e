"""Eigenvalues and singular values, pseudo-inverses and ranks.

The derivatives follow Giles, "An extended collection of matrix derivative results" (2008), Seeger, Hetzel, Dai,
Meissner and Lawrence, "Auto-differentiating linear algebra" (2017), and for complex matrices Wan and Zhang, "Automatic
differentiation for complex valued SVD" (2019).

Note [Gauge]. Eigenvectors and singular vectors are determined up to a factor of size 1. Only functions that do not
depend on the factor have a gradient. For real matrices the factor is a sign, which small changes do not affect. For
complex ones it is a phase, and a gradient with a component along the phase raises an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, matrix_batches
from ...arrays.arrays import xp_of
from ...arrays.batched import insert_axes, physical, repeat_first
from ...declare.families import composite, constant, general, sloped
from ...tape.state import local
from ...tape.tensor import moving_levels, payload_of
from ..elementwise.complex import COMPLEX, conj, imag, real
from ..elementwise.pointwise import _to, where
from ..reduce.reduce import sum as sum_rows
from ..results import named
from ..shape.shape import adjoint, contiguous, narrow, unsqueeze
from ..shape.strided import diag_embed, diagonal
from . import lapack
from .matmul import matmul
from .solve import batch_matrices, inverse_times, matrices


def _off_diagonal(x: Any, differences: Any) -> Any:
    """``x / differences``, with 0 on the diagonal, where the differences are 0."""
    return x * _reciprocal_off_diagonal(differences)


@sloped(x=lambda g, out: -g * conj(out * out), batch=batch_matrices)
def _reciprocal_off_diagonal(xp, x):
    n = x.shape[-1]
    eye = xp.eye(n, dtype=bool)
    return xp.where(eye, 0, 1 / xp.where(eye, 1, x)).astype(x.dtype)


def _columns(x: Any) -> Any:
    """One number per column, in a shape that multiplies matrices."""
    return unsqueeze(x, dim=-2)


def _rows(x: Any) -> Any:
    """One number per row, in a shape that multiplies matrices."""
    return unsqueeze(x, dim=-1)


def _diagonal(x: Any) -> Any:
    return diagonal(x, dim1=-2, dim2=-1)


def _no_phase(name: str, what: str, phases: Any) -> None:
    """Raise if the gradient of the vectors has a component along their phase (Note [Gauge])."""
    a = physical(payload_of(phases))
    xp = xp_of(a)
    if not bool(xp.allclose(a, 0, rtol=1e-2, atol=1e-2)):
        raise errors.linalg.gauge(name, what)


def _decomposed(xp: Any, operation: str, name: str, x: Any) -> Any:
    """LAPACK's results of this name."""
    try:
        return lapack.either(xp, name, x)
    except np.linalg.LinAlgError as e:
        raise errors.linalg.no_convergence(operation) from e


def _is_differentiated(A: Any) -> bool:
    """Whether derivatives of values are needed. They are computed from the vectors."""
    return (local.state.grad_enabled and A.requires_grad) or bool(moving_levels((A,)))


# -- eigenvalues of Hermitian matrices

# Only one triangle is read. The derivatives are those of a function of ``(A + A.mH) / 2``, so gradients are Hermitian,
# and a step along a gradient keeps the matrix Hermitian. In PyTorch this holds only for reverse mode, here for both
# modes.

TRIANGLES = {"L": "lo", "U": "up"}  # how NumPy's loops call the triangle that they read


def _eigh_gradient(g_eigenvalues, eigenvalues, eigenvectors, g_eigenvectors=None):
    V = eigenvectors
    middle = _to(diag_embed(g_eigenvalues), dtype=V.dtype)
    if g_eigenvectors is not None:
        turned = matmul(adjoint(V), g_eigenvectors)
        if V.dtype in COMPLEX:
            _no_phase("linalg_eigh", "eigenvectors", imag(_diagonal(turned)))
        turned = (turned - adjoint(turned)) / 2
        middle = middle + _off_diagonal(turned, _columns(eigenvalues) - _rows(eigenvalues))
    return matmul(V, matmul(middle, adjoint(V)))


def _eigh_tangent(t_x, eigenvalues, eigenvectors):
    V = eigenvectors
    turned = matmul(adjoint(V), matmul((t_x + adjoint(t_x)) / 2, V))
    moved = matmul(V, _off_diagonal(turned, _columns(eigenvalues) - _rows(eigenvalues)))
    return real(_diagonal(turned)), moved


@general(x=_eigh_gradient, jvp=_eigh_tangent, outputs="eigenvalues eigenvectors", saved="UPLO=", node="LinalgEighBackward0",
         batch=batch_matrices)  # fmt: skip
def _eigh(xp, x, *, UPLO):
    return _decomposed(xp, "linalg.eigh", "eigh_" + TRIANGLES[UPLO], x)


@constant(batch=batch_matrices)
def _eigvalsh(xp, x, *, UPLO):
    return _decomposed(xp, "linalg.eigh", "eigvalsh_" + TRIANGLES[UPLO], x)


def _triangle_of(UPLO: str) -> str:
    if not isinstance(UPLO, str) or UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return UPLO.upper()


LinalgEigh = named("linalg_eigh", "eigenvalues eigenvectors")


@composite('eigh(A, UPLO="L", *, out=None)', also={"A": "input"}, namespace="linalg", method=False)
def eigh(A: Any, UPLO: str = "L") -> LinalgEigh:
    """The eigenvalues of Hermitian matrices, ascending, and their eigenvectors, which are the columns of the second
    result.

    Eigenvectors are determined up to a factor of size 1. Gradients through them exist only for functions that do not
    depend on it, and only if no eigenvalue is repeated.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.eigh(wengert.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    tensor([1., 3.])
    """
    matrices("linalg.eigh", A)
    return LinalgEigh(*_eigh(A, UPLO=_triangle_of(UPLO)))


@composite('eigvalsh(A, UPLO="L", *, out=None)', also={"A": "input"}, namespace="linalg", method=False)
def eigvalsh(A: Any, UPLO: str = "L") -> Any:
    """The eigenvalues of Hermitian matrices, ascending.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.eigvalsh(wengert.tensor([[2.0, 1.0], [1.0, 2.0]]))
    tensor([1., 3.])
    """
    matrices("linalg.eigh", A)
    UPLO = _triangle_of(UPLO)
    return _eigh(A, UPLO=UPLO)[0] if _is_differentiated(A) else _eigvalsh(A, UPLO=UPLO)


# -- eigenvalues of any matrices


def _eig_gradient(g_eigenvalues, eigenvalues, eigenvectors, g_eigenvectors=None):
    V = eigenvectors
    middle = _to(diag_embed(g_eigenvalues), dtype=V.dtype)
    if g_eigenvectors is not None:
        turned = matmul(adjoint(V), g_eigenvectors)
        along = _diagonal(turned)
        _no_phase("linalg_eig", "eigenvectors", imag(along))
        turned = turned - matmul(adjoint(V), V) * _columns(real(along))
        middle = middle + _off_diagonal(turned, conj(_columns(eigenvalues) - _rows(eigenvalues)))
    return inverse_times(adjoint(V), matmul(middle, adjoint(V)))


def _eig_tangent(t_x, eigenvalues, eigenvectors):
    V = eigenvectors
    turned = inverse_times(V, matmul(_to(t_x, dtype=V.dtype), V))
    moved = matmul(V, _off_diagonal(turned, _columns(eigenvalues) - _rows(eigenvalues)))
    length = sum_rows(real(conj(V) * moved), dim=-2)  # the eigenvectors keep length 1
    return _diagonal(turned), moved - V * _columns(length)


@general(x=_eig_gradient, jvp=_eig_tangent, outputs="eigenvalues eigenvectors", node="LinalgEigBackward0",
         batch=batch_matrices)  # fmt: skip
def _eig(xp, x):
    _check_finite(xp, x)
    return tuple(a.astype(_complex_of(x), copy=False) for a in _decomposed(xp, "linalg.eig", "eig", x))


@constant(batch=batch_matrices)
def _eigvals(xp, x):
    _check_finite(xp, x)
    return _decomposed(xp, "linalg.eig", "eigvals", x).astype(_complex_of(x), copy=False)


def _check_finite(xp: Any, x: Any) -> None:
    if not xp.isfinite(x).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")


def _complex_of(x: Any) -> Any:
    return dtypes.C64 if x.dtype in (dtypes.F32, dtypes.C64) else dtypes.C128


LinalgEig = named("linalg_eig", "eigenvalues eigenvectors")


@composite("eig(A, *, out=None)", also={"A": "input"}, namespace="linalg", method=False, out="cast")
def eig(A: Any) -> LinalgEig:
    """The eigenvalues of square matrices and their eigenvectors, which are the columns. Both are always complex.

    Eigenvectors are determined up to a factor of size 1. Gradients through them exist only for functions that do not
    depend on it, and only if no eigenvalue is repeated.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.eig(wengert.tensor([[0.0, -1.0], [1.0, 0.0]])).eigenvalues.imag.abs()
    tensor([1., 1.])
    """
    matrices("linalg.eig", A)
    return LinalgEig(*_eig(A))


@composite("eigvals(A, *, out=None)", also={"A": "input"}, namespace="linalg", method=False, out="cast")
def eigvals(A: Any) -> Any:
    """The eigenvalues of square matrices, in no particular order. They are always complex.

    Args:
        A: the matrices: shape (..., n, n)

    >>> wengert.linalg.eigvals(wengert.tensor([[0.0, -1.0], [1.0, 0.0]])).imag.abs()
    tensor([1., 1.])
    """
    matrices("linalg.eigvals", A)
    return _eig(A)[0] if _is_differentiated(A) else _eigvals(A)


# -- singular values


def _first(x: Any, dim: int, k: int) -> Any:
    return x if x.shape[dim] == k else narrow(x, dim, 0, k)


def _outside(Q: Any, x: Any) -> Any:
    """The component of the columns of ``x`` that is orthogonal to the columns of ``Q``."""
    return x - matmul(Q, matmul(adjoint(Q), x))


def _svd_gradient(x_meta, U, S, Vh, g_U=None, g_S=None, g_Vh=None):
    k = S.shape[-1]
    U, Vh = _first(U, -1, k), _first(Vh, -2, k)
    g_U = None if g_U is None else _first(g_U, -1, k)
    g_Vh = None if g_Vh is None else _first(g_Vh, -2, k)
    V = adjoint(Vh)
    middle = None if g_S is None else _to(diag_embed(g_S), dtype=U.dtype)
    turns = []  # the rotations of the left and of the right vectors
    if g_U is not None:
        left = matmul(adjoint(U), g_U)
        turns.append(left - adjoint(left))
        around = turns[0] * _columns(S)
    if g_Vh is not None:
        right = matmul(Vh, adjoint(g_Vh))
        turns.append(right - adjoint(right))
        around = _rows(S) * turns[-1] + (0 if g_U is None else around)
    if turns:
        around = _off_diagonal(around, _columns(S * S) - _rows(S * S))
        middle = around if middle is None else middle + around
        if U.dtype in COMPLEX:
            _no_phase("svd", "singular vectors", sum(imag(_diagonal(v)) for v in turns))
            if len(turns) == 2:
                middle = middle + diag_embed(_diagonal(turns[0]) / (2 * S))
    rows, columns = x_meta.shape[-2:]
    out = None if middle is None else matmul(U, matmul(middle, Vh))
    if g_U is not None and rows > k:
        out = out + matmul(_outside(U, g_U / _columns(S)), Vh)
    if g_Vh is not None and columns > k:
        out = out + matmul(U, adjoint(_outside(V, adjoint(g_Vh) / _columns(S))))
    return out


@general(x=_svd_gradient, outputs="U S Vh", saved="x_meta=", node="LinalgSvdBackward0", batch=batch_matrices)
def _svd(xp, x, *, full_matrices):
    return _decomposed(xp, "linalg.svd", "svd_f" if full_matrices else "svd_s", x)


@constant(batch=batch_matrices)
def _singular_values(xp, x):
    return _decomposed(xp, "linalg.svd", "svd", x)


LinalgSvd = named("linalg_svd", "U S Vh")


@composite("svd(A, full_matrices=True, *, driver=None, out=None)", namespace="linalg", method=False)
def svd(A: Any, full_matrices: bool = True, *, driver: str | None = None) -> LinalgSvd:
    """The singular value decomposition ``A = U @ diag(S) @ Vh``. The singular values are in descending order.

    Singular vectors are determined up to a factor of size 1. Gradients through them exist only for functions that do
    not depend on it, only through the first min(m, n) vectors, and only if no singular value is repeated or 0.

    Args:
        A: the matrices: shape (..., m, n)
        full_matrices: whether ``U`` and ``Vh`` are square; if False, they have min(m, n) columns and rows
        driver: ignored; in PyTorch it selects an algorithm for GPUs

    >>> wengert.linalg.svd(wengert.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    matrices("linalg.svd", A, square=False)
    return LinalgSvd(*_svd(A, full_matrices=full_matrices))


@composite("svdvals(A, *, driver=None, out=None)", namespace="linalg", method=False)
def svdvals(A: Any, *, driver: str | None = None) -> Any:
    """The singular values of matrices, in descending order.

    Args:
        A: the matrices: shape (..., m, n)
        driver: ignored; in PyTorch it selects an algorithm for GPUs

    >>> wengert.linalg.svdvals(wengert.tensor([[3.0, 0.0], [0.0, -4.0]]))
    tensor([4., 3.])
    """
    matrices("linalg.svd", A, square=False)
    return _svd(A, full_matrices=False)[1] if _is_differentiated(A) else _singular_values(A)


Svd = named("svd", "U S V")


@composite("svd(input, some=True, compute_uv=True, *, out=None)", name="svd")
def old_svd(input: Any, some: bool = True, compute_uv: bool = True) -> Svd:
    """The singular value decomposition ``input = U @ diag(S) @ V.mH``. The older form of :func:`wengert.linalg.svd`.

    Args:
        input: the matrices: shape (..., m, n)
        some: whether ``U`` and ``V`` have min(m, n) columns; if False, they are square
        compute_uv: whether to compute the vectors; if False, they are zeros

    >>> wengert.svd(wengert.tensor([[3.0, 0.0], [0.0, -4.0]])).S
    tensor([4., 3.])
    """
    matrices("linalg.svd", input, square=False)
    U, S, Vh = _svd(input, full_matrices=compute_uv and not some)
    if not compute_uv:
        m, n = input.shape[-2:]
        return Svd(_zeros_of(input, shape=(m, m)), S, _zeros_of(input, shape=(n, n)))
    return Svd(U, S, contiguous(adjoint(Vh)))


@constant(batch=batch_matrices)
def _zeros_of(xp, x, *, shape):
    return xp.zeros((*x.shape[:-2], *shape), x.dtype)


# -- pseudo-inverses and ranks


def _batch_ranks(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    """The batch rule of operations with tolerances, whose batch dimension comes before those of the matrices."""
    x, *tolerances = args
    if not flags[0]:
        x = repeat_first(x, size)
    spread = [insert_axes(t, 1, x.ndim - 2 - t.ndim) if f else t for t, f in zip(tolerances, flags[1:])]
    return op(x, *spread, **params)


def _pinv_gradient(g, x, out):
    gh, projected = adjoint(g), adjoint(out)
    left = gh - matmul(x, matmul(out, gh))
    right = gh - matmul(gh, matmul(out, x))
    return (
        matmul(matmul(left, out), projected) + matmul(projected, matmul(out, right))
        - matmul(projected, matmul(g, projected))
    )  # fmt: skip


def _pinv_tangent(t_x, x, out):
    th, projected = adjoint(t_x), adjoint(out)
    left = th - matmul(th, matmul(x, out))
    right = th - matmul(matmul(out, x), th)
    return (
        matmul(out, matmul(projected, left)) + matmul(right, matmul(projected, out))
        - matmul(out, matmul(t_x, out))
    )  # fmt: skip


@general(x=_pinv_gradient, jvp=_pinv_tangent, saved="hermitian=", node="LinalgPinvBackward0", batch=_batch_ranks)
def _pinv(xp, x, atol, rtol, *, hermitian):
    """The derivatives follow Golub and Pereyra, "The differentiation of pseudo-inverses and nonlinear least squares
    problems whose variables separate" (1973).
    """
    if hermitian:
        s, U = _decomposed(xp, "linalg.eigh", "eigh_lo", x)
        size, Vh = xp.abs(s), xp.conj(xp.swapaxes(U, -1, -2))
    else:
        U, s, Vh = _decomposed(xp, "linalg.svd", "svd_s", x)
        size = s
    if not size.size:
        return xp.zeros((*x.shape[:-2], x.shape[-1], x.shape[-2]), x.dtype)
    low = _threshold(xp, size, atol, rtol)
    inverse = xp.where(size > low, 1 / xp.where(size > low, s, 1), 0)
    right, left = xp.conj(xp.swapaxes(Vh, -1, -2)), xp.conj(xp.swapaxes(U, -1, -2))
    return matrix_batches.matmul(xp, right * inverse[..., None, :].astype(x.dtype), left)


def _lstsq_gradient(g_solution, A, B, solution, rtol):
    P = pinv(A, rtol=rtol)
    projected = adjoint(matmul(P, A))
    turned, back = matmul(adjoint(P), g_solution), matmul(adjoint(P), solution)
    rest = B - matmul(A, solution)
    return (
        matmul(rest, adjoint(matmul(P, turned))) - matmul(turned, adjoint(solution))
        + matmul(back, adjoint(g_solution - matmul(projected, g_solution)))
    )  # fmt: skip


def _lstsq_tangent(t_A, t_B, A, B, solution, rtol):
    P, th = pinv(A, rtol=rtol), adjoint(t_A)
    seen = matmul(th, B - matmul(A, solution))
    back = matmul(th, matmul(adjoint(P), solution))
    tangent = (
        matmul(P, t_B - matmul(t_A, solution)) + matmul(P, matmul(adjoint(P), seen))
        + back - matmul(P, matmul(A, back))
    )  # fmt: skip
    return tangent, None


@general(A=_lstsq_gradient, B=lambda g_solution, A, rtol: matmul(adjoint(pinv(A, rtol=rtol)), g_solution),
         jvp=_lstsq_tangent, outputs="solution rank", nondiff="rank", node="LinalgLstsqBackward0",
         saved="A=self B=b rtol=", batch=batch_matrices)  # fmt: skip
def _lstsq(xp, A, B, *, rtol):
    """By LAPACK, or by the factors, one after the other: where singular values are small, the product with a
    pseudo-inverse leaves a large residual. The derivatives are those of that product (see ``_pinv``). The rank of each
    problem, too.
    """
    found = lapack.least_squares(A, B, rtol) if rtol >= 0 else None  # for LAPACK, less than 0 is a default
    if found is not None:
        return found
    U, s, Vh = _decomposed(xp, "linalg.lstsq", "svd_s", A)
    batch = np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
    if not s.size:
        return xp.zeros((*batch, A.shape[-1], B.shape[-1]), A.dtype), xp.zeros(batch, np.int64)
    seen = s > _threshold(xp, s, 0, rtol)
    inverse = xp.where(seen, 1 / xp.where(seen, s, 1), 0)[..., None].astype(A.dtype)
    right, left = (xp.conj(xp.swapaxes(factor, -1, -2)) for factor in (Vh, U))
    solution = matrix_batches.matmul(xp, right, inverse * matrix_batches.matmul(xp, left, B))
    return solution, xp.broadcast_to(seen.sum(-1), batch).copy()


def _threshold(xp: Any, size: Any, atol: Any, rtol: Any) -> Any:
    """For each matrix, the value up to which singular values count as 0."""
    atol, rtol = (xp.asarray(v).astype(size.dtype)[..., None] for v in (atol, rtol))
    return xp.maximum(atol, rtol * size.max(-1, keepdims=True))


def _tolerances(A: Any, atol: Any, rtol: Any) -> tuple[Any, Any]:
    """Both tolerances. If neither is given, the relative one is the rounding error."""
    dtype = dtypes.as_numpy(A.dtype)
    if rtol is None:
        eps = float(np.finfo(dtypes.F32 if dtypes.is_half(dtype) else dtype).eps) * max(A.shape[-2:])
        if atol is None:
            rtol = eps
        elif hasattr(atol, "dtype"):
            rtol = where(atol > 0, 0.0, eps)
        else:
            rtol = 0.0 if atol > 0 else eps
    return (0.0 if atol is None else atol), rtol


def _real_tolerances(name: str, **given: Any) -> None:
    for which, value in given.items():
        if getattr(value, "dtype", None) in COMPLEX:
            kind = errors.text.type_name(dtypes.as_numpy(value.dtype))
            raise RuntimeError(
                f"{name}: {which} tensor of complex type is not supported. Got {kind}. Give its real part."
            )


@composite(
    "pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None)",
    also={"A": "input"},
    namespace="linalg",
    method=False,
    out="cast",
)
def pinv(A: Any, rcond: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None) -> Any:
    """The Moore-Penrose pseudo-inverse. It is differentiable where the rank is constant.

    Args:
        A: the matrices: shape (..., m, n)
        rcond: an older name of ``rtol``
        atol: singular values up to this count as 0; None means 0
        rtol: singular values up to this, relative to the largest, count as 0; None means max(m, n) times the machine
            precision, or 0 if ``atol`` is given

    >>> wengert.linalg.pinv(wengert.tensor([[2.0, 0.0], [0.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000, 0.0000],
            [0.0000, 0.0000, 0.2500]])
    """
    matrices("linalg.pinv", A, square=hermitian)
    _real_tolerances("torch.linalg.pinv", rcond=rcond, atol=atol, rtol=rtol)
    return _pinv(A, *_tolerances(A, atol, rcond if rtol is None else rtol), hermitian=hermitian)


@composite("pinverse(input, rcond=1e-15)")
def pinverse(input: Any, rcond: float = 1e-15) -> Any:
    """The Moore-Penrose pseudo-inverse. The older form of :func:`wengert.linalg.pinv`.

    Args:
        input: the matrices: shape (..., m, n)

    >>> wengert.pinverse(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    return pinv(input, rcond)


@constant(batch=_batch_ranks)
def _rank(xp, x, atol, rtol, *, hermitian):
    if hermitian:
        size = xp.abs(_decomposed(xp, "linalg.eigh", "eigvalsh_lo", x))
    else:
        size = _decomposed(xp, "linalg.svd", "svd", x)
    if not size.shape[-1]:
        return xp.zeros(size.shape[:-1], np.int64)
    return (size > _threshold(xp, size, atol, rtol)).sum(-1)


@composite("matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None)",
           also={"A": "input"}, namespace="linalg",
           method=False, out="cast")  # fmt: skip
def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, atol: Any = None, rtol: Any = None) -> Any:
    """The rank of matrices: the number of singular values that are not 0.

    Args:
        A: the matrices: shape (..., m, n)
        tol: an older name of ``atol``; no relative tolerance is used then
        atol: singular values up to this count as 0; None means 0
        rtol: singular values up to this, relative to the largest, count as 0; None means max(m, n) times the machine
            precision, or 0 if ``atol`` is given

    >>> wengert.linalg.matrix_rank(wengert.tensor([[1.0, 2.0], [2.0, 4.0]]))
    tensor(1)
    """
    matrices("torch.linalg.matrix_rank", A, square=hermitian)
    _real_tolerances("torch.linalg.matrix_rank", tol=tol, atol=atol, rtol=rtol)
    if tol is not None:
        atol, rtol = tol, 0.0
    return _rank(A, *_tolerances(A, atol, rtol), hermitian=hermitian)
