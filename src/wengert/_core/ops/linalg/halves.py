"""Systems of equations by halves: products of matrices do most of the work, and loops of ours the rest.

Matrix libraries multiply several times as fast as they substitute. Elimination exchanges rows as LAPACK does, and is as
accurate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import lapack, triangular_loops

BLOCK = 32  # the number of rows solved for at once
PANEL = 64  # the number of columns eliminated at once


def by_halves(xp: Any, T: Any, X: Any, upper: bool, block: int, few: Callable[[Any, Any], None]) -> None:
    """Replace X by ``T**-1 X``: solve for one half of the rows, then for the other half with the rest.

    ``few`` solves for at most ``block`` rows.
    """
    n = T.shape[-1]
    if n <= block:
        return few(T, X)
    top, bottom = slice(0, n // 2), slice(n // 2, n)
    first, second = (bottom, top) if upper else (top, bottom)
    by_halves(xp, T[..., first, first], X[..., first, :], upper, block, few)
    rest = X[..., second, :]
    rest -= xp.matmul(T[..., second, first], X[..., first, :])
    return by_halves(xp, T[..., second, second], rest, upper, block, few)


def substitute(T: Any, X: Any, upper: bool, unitriangular: bool) -> None:
    """Replace X by ``T**-1 X``. The arrays are such as ``triangular_loops.fits`` says."""
    block = BLOCK if X.shape[-1] > 1 else T.shape[-1]
    by_halves(np, T, X, upper, block, lambda T, X: triangular_loops.substitute(T, X, upper, unitriangular))


def _eliminate(a: Any, rows: Any, first: int, last: int) -> bool:
    """Eliminate the columns from ``first`` to ``last``. Return False if a pivot is 0 or NaN."""
    if last - first <= PANEL:
        return bool(triangular_loops.eliminate(a, rows, first, last))
    middle = (first + last) // 2
    if not _eliminate(a, rows, first, middle):
        return False
    top = a[first:middle, middle:last]
    substitute(a[first:middle, first:middle], top, False, True)
    a[middle:, middle:last] -= a[middle:, first:middle] @ top
    return _eliminate(a, rows, middle, last)


def solved(A: Any, B: Any = None) -> Any:
    """``A**-1 B`` for large matrices, or the inverse. None where LAPACK has to compute, as where a matrix is singular.

    The batches of A and B have one shape. For few columns of B, LAPACK is faster.
    """
    n = A.shape[-1]
    if n <= lapack.SMALL or type(A) is not np.ndarray:
        return None
    if B is None:
        B = np.eye(n, dtype=A.dtype)
    if type(B) is not np.ndarray or 2 * B.shape[-1] < n:
        return None
    B = np.broadcast_to(B, A.shape[:-2] + B.shape[-2:])
    out = np.empty(B.shape, B.dtype)
    for at in np.ndindex(A.shape[:-2]):
        a, X, rows = A[at].copy(), out[at], np.arange(n, dtype=np.intp)
        if not triangular_loops.fits(a, X):
            return None
        try:
            if not _eliminate(a, rows, 0, n):
                return None
            X[...] = B[at][rows]
            substitute(a, X, False, True)
            substitute(a, X, True, False)
        except FloatingPointError:  # the user's np.errstate: the public functions have their own
            return None
    return out
