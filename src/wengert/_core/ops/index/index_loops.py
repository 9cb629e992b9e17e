"""Loops over the elements that indices name, which the pure build leaves to NumPy: see ``index_loops.pyx``."""

from __future__ import annotations

from typing import Any


def add_rows(out: Any, at: Any, values: Any, outer: int, inner: int) -> bool:
    """``out[:, at[j]] += values[:, j]``, of (outer, ..., inner), where a compiled loop can do it."""
    return False


def along(a: Any, at: Any, b: Any, outer: int, inner: int, add: bool) -> bool:
    """``a[o, at[o, j, i], i] += b[o, j, i]``, or ``b[...] = a[...]``, where a compiled loop can do it."""
    return False


def all_below(places: Any, n: int) -> Any:
    """Whether there are indices, all of them from 0 to ``n`` exclusive; None where NumPy says it sooner."""
    return None
