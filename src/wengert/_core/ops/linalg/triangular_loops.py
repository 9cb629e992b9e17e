"""Linear systems by substitution and elimination, which the pure build leaves to LAPACK."""

from __future__ import annotations

from typing import Any


def fits(T: Any, X: Any) -> bool:
    """Whether :func:`substitute` takes these arrays; False, since LAPACK has to solve."""
    return False


def substitute(T: Any, X: Any, upper: bool, unitriangular: bool) -> None:
    """Replace X by ``T**-1 X``."""
    raise NotImplementedError


def solved(A: Any, B: Any) -> Any:
    """``A**-1 B``, or the inverse if B is None; None, since LAPACK has to compute."""
    return None


def log_determinants(A: Any) -> Any:
    """The signs of determinants, and the logarithms of their sizes; None, since LAPACK has to compute."""
    return None
