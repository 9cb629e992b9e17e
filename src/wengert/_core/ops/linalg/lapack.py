"""LAPACK on matrices: NumPy's loops, called without the functions of ``numpy.linalg`` around them.

These check and cast what is right already here, and set NumPy's error state. On a matrix of 2 × 2 that takes three
times as long as LAPACK. They compute in double precision, too, which on large matrices takes twice as long and more.
Here large matrices are computed in their own precision.

The loops are private to NumPy. Where one is missing, and where LAPACK fails, the public function computes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...arrays import arrays, copies, dtypes, layouts, matrix_library, threads
from ...arrays.arrays import silently
from . import triangular_loops

SMALL = 32  # up to so many rows and columns, double precision takes hardly longer, and results are rounded once
ALONE = 512  # and up to so many, threads of the matrix library save little: see docs/design/0007-threads.md
FUNCTIONS: dict[str, Callable[..., Any]] = {  # by the name of the loop: the same in a public module
    "solve": lambda linalg, A, B: linalg.solve(A, B),
    "inv": lambda linalg, A: linalg.inv(A),
    "cholesky_lo": lambda linalg, A: linalg.cholesky(A),
    "det": lambda linalg, A: linalg.det(A),
    "slogdet": lambda linalg, A: tuple(linalg.slogdet(A)),
    "eigh_lo": lambda linalg, A: tuple(linalg.eigh(A, "L")),
    "eigh_up": lambda linalg, A: tuple(linalg.eigh(A, "U")),
    "eigvalsh_lo": lambda linalg, A: linalg.eigvalsh(A, "L"),
    "eigvalsh_up": lambda linalg, A: linalg.eigvalsh(A, "U"),
    "eig": lambda linalg, A: tuple(linalg.eig(A)),
    "eigvals": lambda linalg, A: linalg.eigvals(A),
    "svd": lambda linalg, A: linalg.svd(A, compute_uv=False),
    "svd_s": lambda linalg, A: tuple(linalg.svd(A, False)),
    "svd_f": lambda linalg, A: tuple(linalg.svd(A, True)),
}
_private = getattr(np.linalg, "_umath_linalg", None)
WITHOUT = ("lstsq", "qr_r_raw", "qr_reduced", "qr_complete")  # loops that no public function gives in the same form
LOOPS = {name: getattr(_private, name, None) for name in (*FUNCTIONS, *WITHOUT)}
F32, F64, C64, C128 = dtypes.F32, dtypes.F64, dtypes.C64, dtypes.C128


def called(name: str, arrays: Sequence[Any]) -> Any:
    """The results of NumPy's loop on arrays, in their precision; None where a public function has to compute."""
    out, dtype = _run(name, arrays), arrays[0].dtype
    return tuple([_rounded(a, dtype) for a in out]) if type(out) is tuple else _rounded(out, dtype)


def _run(name: str, arrays: Sequence[Any], *numbers: float) -> Any:
    """The results of NumPy's loop on arrays, and on numbers after them, in the precision in which it computes; None
    where a public function has to compute.
    """
    loop, first = LOOPS[name], arrays[0]
    dtype = first.dtype
    wide = F64 if dtype is F32 or dtype is F64 else C128 if dtype is C64 or dtype is C128 else None
    if loop is None or wide is None:
        return None
    for a in arrays:
        if type(a) is not np.ndarray or a.dtype is not dtype or not a.size:
            return None
    try:
        if dtype is wide or max(first.shape[-2:]) > SMALL:
            given = (*arrays, *numbers)
            return _by_one_thread(loop, given) if SMALL < max(first.shape[-2:]) <= ALONE else loop(*given)
        return loop(*[layouts.copied(a, wide) for a in arrays], *numbers)
    except FloatingPointError:  # the user's np.errstate: the public functions have their own
        return None


def _by_one_thread(loop: Any, given: Sequence[Any]) -> Any:
    alone = threads.count() > 1 and matrix_library.use_one_thread()
    try:
        return loop(*given)
    finally:
        if alone:
            matrix_library.use_threads()


def _rounded(a: Any, dtype: Any) -> Any:
    """A result, an array or a number of NumPy's, in the precision of arrays of a dtype. None stays None."""
    if a is None or dtype is F64 or dtype is C128 or a.dtype is F32 or a.dtype is C64:
        return a
    single = F32 if a.dtype is F64 else C64
    return layouts.copied(a, single) if type(a) is np.ndarray else single.type(a)


def has_failed(out: Any, single: bool) -> bool:
    """Whether LAPACK has failed on a matrix of a batch, or on a single one: then all of it is NaN."""
    first = out[0] if type(out) is tuple else out
    if single:
        corner = first.item(0)
        return bool(corner != corner)
    corners = first[..., 0]
    return bool((corners != corners).any())


def matrices(name: str, *arrays: Any) -> Any:
    """The results of a loop; None where the public function has to be called itself, as where LAPACK fails."""
    out = called(name, arrays)
    return None if out is None or has_failed(out, arrays[0].ndim == 2) else out


def least_squares(A: Any, B: Any, rtol: float) -> Any:
    """The solutions of least squares problems, and the ranks; None where LAPACK's loop does not compute."""
    out = _run("lstsq", (A, B), rtol)
    if out is None or has_failed(out, A.ndim == 2):
        return None
    solution, _, rank, _ = out
    return _rounded(solution, A.dtype), np.array(rank, np.int64)


def either(xp: Any, name: str, *arrays: Any) -> Any:
    """The results of :func:`matrices`, or of the public function."""
    out = matrices(name, *arrays)
    return FUNCTIONS[name](xp.linalg, *arrays) if out is None else out


def qr(xp: Any, A: Any, mode: str) -> Any:
    """``linalg.qr`` with a mode that returns Q. It computes in double precision."""
    if type(A) is np.ndarray:
        rows, columns = A.shape[-2:]
        a = A.astype(C128 if A.dtype.kind == "c" else F64)
        tau = called("qr_r_raw", (a,))  # writes to ``a``
        if tau is not None:
            Q = called("qr_complete" if mode == "complete" and rows > columns else "qr_reduced", (a, tau))
            if Q is not None:
                a = a[..., : Q.shape[-1], :]
                R = copies.triangle(a, 0, True, 0)
                return tuple([arrays.cast(x, A.dtype) for x in (Q, np.triu(a) if R is None else R)])
    return tuple(xp.linalg.qr(A, mode=mode))


def determinants(xp: Any, name: str, x: Any) -> Any:
    """``linalg.det`` or ``linalg.slogdet``."""
    found = None if x.shape[-1] <= SMALL else triangular_loops.log_determinants(x)
    if found is not None:
        sign, size = found
        return (
            [a.astype(x.dtype) for a in found]
            if name == "slogdet"
            else arrays.cast(sign * silently(np.exp, size), x.dtype)
        )
    out = called(name, (x,))
    out = silently(FUNCTIONS[name], xp.linalg, x) if out is None else out
    if name == "slogdet" and x.dtype.kind == "f":
        sign, size = out
        return xp.where(xp.isnan(size), 0, sign), size  # of NaN the sign is 0, as in PyTorch
    return out
