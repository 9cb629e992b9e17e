"""Normalization by loops over rows, which the pure build leaves to NumPy: see ``norm_loops.pyx``."""

from __future__ import annotations

from typing import Any


def normalised(x: Any, weight: Any, bias: Any, last: int, eps: float) -> Any:
    """The normalized rows along the last dimensions, means and variances; None, since NumPy has to compute them."""
    return None


def slope(g: Any, x: Any, weight: Any, mean: Any, scale: Any, last: int) -> Any:
    """The gradient of ``x``; None, since NumPy has to compute it."""
    return None


def sums(g: Any, x: Any, mean: Any, scale: Any, last: int) -> Any:
    """The sums of each row of ``g``, and of its products with the normalized ``x``; None: NumPy has to compute them."""
    return None


def gradients(g: Any, x: Any, weight: Any, mean: Any, scale: Any, last: int, of_x: bool) -> Any:
    """The gradients of ``x``, weight and bias; None, since NumPy has to compute them."""
    return None


def channels(x: Any, weight: Any, bias: Any, last: int, eps: float) -> Any:
    """The normalized channels, means and variances; None, since NumPy has to compute them."""
    return None


def channel_slopes(g: Any, x: Any, weight: Any, mean: Any, scale: Any, last: int) -> Any:
    """The gradients of ``x``, weight and bias of :func:`channels`; None, since NumPy has to compute them."""
    return None
