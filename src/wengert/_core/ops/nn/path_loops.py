"""Sums over paths (Note [Sums over paths]) by loops, which the pure build leaves to NumPy."""

from __future__ import annotations

from typing import Any


def paths(g: Any, e: Any, out: Any, leap: Any) -> Any:
    """The logarithms of the sums over paths, or their gradient; None, since NumPy has to compute them."""
    return None
