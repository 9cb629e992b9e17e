"""Sampling (Note [Sampling is one form]) by loops, which the pure build leaves to NumPy."""

from __future__ import annotations

from typing import Any


def sample(x: Any, places: Any, w: Any, space: Any) -> Any:
    """Weighted entries of ``x``, added up; None, since NumPy has to compute them."""
    return None


def spread(y: Any, places: Any, w: Any, space: Any, size: int) -> Any:
    """The transpose of :func:`sample` in ``x``; None, since NumPy has to compute it."""
    return None


def weigh(x: Any, y: Any, places: Any, space: Any) -> Any:
    """The transpose of :func:`sample` in the weights; None, since NumPy has to compute it."""
    return None


def along(x: Any, places: Any, weights: Any, axis: int) -> Any:
    """Weighted entries along an axis, added up; None, since NumPy has to compute them."""
    return None
