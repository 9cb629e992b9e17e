"""Distances between points by loops over their coordinates, which the pure build leaves to NumPy."""

from __future__ import annotations

from typing import Any


def between(a: Any, b: Any, p: float, above: bool = False) -> Any:
    """The distance of each row of ``a`` to each row of ``b``; None, since NumPy has to compute it."""
    return None


def pull(g: Any, a: Any, b: Any, out: Any, p: float) -> Any:
    """The gradient of ``a``, where ``out`` is ``between(a, b, p)``; None, since NumPy has to compute it."""
    return None


mend: Any = None  # NumPy makes distances of squared ones
