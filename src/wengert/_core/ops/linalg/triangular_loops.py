"""Triangular systems by substitution, which the pure build leaves to LAPACK."""

from __future__ import annotations

from typing import Any


def fits(T: Any, X: Any) -> bool:
    """Whether :func:`substitute` takes these arrays; False, since LAPACK has to solve."""
    return False


def substitute(T: Any, X: Any, upper: bool, unitriangular: bool) -> None:
    """Replace X by ``T**-1 X``."""
    raise NotImplementedError


def eliminate(A: Any, rows: Any, first: int, last: int) -> bool:
    """Gaussian elimination with row exchanges in some columns of a dense square matrix."""
    raise NotImplementedError
