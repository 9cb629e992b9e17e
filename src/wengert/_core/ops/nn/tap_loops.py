"""The three forms of sampling (Note [Sampling is one form]) by loops, which the pure build leaves to NumPy."""

from __future__ import annotations

from typing import Any


def sample(x: Any, places: Any, w: Any) -> Any:
    """Weighted entries of ``x``, added up; None, since NumPy has to compute them."""
    return None


def spread(y: Any, places: Any, w: Any, size: int) -> Any:
    """The transpose of :func:`sample` in ``x``; None, since NumPy has to compute it."""
    return None


def weigh(x: Any, y: Any, places: Any) -> Any:
    """The transpose of :func:`sample` in the weights; None, since NumPy has to compute it."""
    return None


def crossed(at: Any, w: Any, space: Any) -> Any:
    """All combinations of taps along each dimension; None, since NumPy has to compute them."""
    return None
