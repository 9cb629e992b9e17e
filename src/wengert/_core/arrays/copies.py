"""Copies in another order, triangles and joined arrays, which the pure build leaves to NumPy: see ``copies.pyx``."""

from __future__ import annotations

from typing import Any


def write(out: Any, x: Any) -> bool:
    """``out[...] = x``, of two arrays that share no memory; False, since NumPy has to do it."""
    return False


def joined(parts: tuple[Any, ...], axis: int) -> Any:
    """Dense arrays, one after the other along an axis; None, since NumPy has to join them."""
    return None


def triangle(x: Any, diagonal: int, upper: bool, rest: float, out: Any = None) -> Any:
    """The triangle of each matrix, and ``rest`` elsewhere; None, since NumPy has to copy it."""
    return None
