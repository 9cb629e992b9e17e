"""Pooling by loops over windows, which the pure build leaves to NumPy: see ``window_loops.pyx``."""

from __future__ import annotations

from typing import Any


def largest(x: Any, windows: Any) -> Any:
    """The largest entry of each window, and its position; None, since NumPy has to compute them."""
    return None


def average(x: Any, windows: Any) -> Any:
    """The sum of each window over its divisor; None, since NumPy has to compute it."""
    return None


def spread(y: Any, windows: Any, space: Any) -> Any:
    """The transpose of :func:`average`; None, since NumPy has to compute it."""
    return None
