"""Pooling, windows and small convolutions by loops, which the pure build leaves to NumPy: see ``window_loops.pyx``."""

from __future__ import annotations

from typing import Any


def largest(x: Any, windows: Any, beside: bool = False) -> Any:
    """The largest entry of each window, and its position; None, since NumPy has to compute them."""
    return None


def average(x: Any, windows: Any) -> Any:
    """The sum of each window over its divisor; None, since NumPy has to compute it."""
    return None


def spread(y: Any, windows: Any, space: Any) -> Any:
    """The transpose of :func:`average`; None, since NumPy has to compute it."""
    return None


def columns(x: Any, kernel: Any, size: Any, stride: Any, dilation: Any) -> Any:
    """The windows of ``x``, as a dense array; None, since NumPy has to copy them."""
    return None


def overlap(windows: Any, space: Any, stride: Any, dilation: Any) -> Any:
    """The transpose of :func:`columns`; None, since NumPy has to add the windows up."""
    return None


def contracted(
    x: Any, w: Any, y: Any, bias: Any, size: Any, stride: Any, padding: Any, dilation: Any, groups: int
) -> Any:
    """The one of ``x``, ``w`` and ``y`` that is None, in a small convolution; None, since NumPy has to compute it."""
    return None
