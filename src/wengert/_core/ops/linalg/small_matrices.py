"""Batches of small matrices, which the pure build leaves to LAPACK and NumPy."""

from __future__ import annotations

from typing import Any


def determinants(x: Any) -> Any:
    """``linalg.det(x)``; None, since LAPACK has to compute it."""
    return None


def log_determinants(x: Any) -> Any:
    """``linalg.slogdet(x)``; None, since LAPACK has to compute it."""
    return None


def solved(A: Any, B: Any = None) -> Any:
    """``A**-1 B``, or the inverses, and a code for each; None, since LAPACK has to compute them."""
    return None


def factors(x: Any, upper: bool) -> Any:
    """Cholesky factors, and a code for each; None, since LAPACK has to compute them."""
    return None


def lu_factors(x: Any) -> Any:
    """L and U in one matrix, and the row exchanges, as LAPACK gives them; None, since LAPACK has to compute them."""
    return None


def mixed_cofactors(x: Any, y: Any) -> Any:
    """The form of pairs of matrices of 3 × 3; None, since NumPy has to compute it."""
    return None
