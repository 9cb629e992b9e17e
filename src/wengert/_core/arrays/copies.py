"""Copies of large arrays in another order, which the pure build leaves to NumPy: see ``copies.pyx``."""

from __future__ import annotations

from typing import Any


def write(out: Any, x: Any) -> bool:
    """``out[...] = x``, of two arrays that share no memory; False, since NumPy has to do it."""
    return False
