"""Running sums and products, which the pure build leaves to NumPy: see ``scan_loops.pyx``."""

from __future__ import annotations

from typing import Any


def running(a: Any, axis: int, product: bool, backwards: bool) -> Any:
    """The cumulative sums or products of floats or complex numbers; None, since NumPy has to compute them."""
    return None
