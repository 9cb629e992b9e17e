"""The taps of a grid by loops, which the pure build leaves to NumPy."""

from __future__ import annotations

from typing import Any


def sample_grid(x: Any, points: Any, space: Any, mode: str, padding: str, align_corners: bool) -> Any:
    """``x`` sampled at points; None, since NumPy has to compute it."""
    return None


def taps(points: Any, space: Any, mode: str, padding: str, align_corners: bool) -> Any:
    """The taps of points, and their weights; None, since NumPy has to compute them."""
    return None


def pull(g_weights: Any, points: Any, space: Any, mode: str, padding: str, align_corners: bool) -> Any:
    """The gradient of points from that of the weights; None, since NumPy has to compute it."""
    return None
