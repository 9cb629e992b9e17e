"""Convolutions by loops, which the pure build leaves to products of matrices: see ``convolution_loops.pyx``."""

from __future__ import annotations

from typing import Any


def convolved(x: Any, w: Any, bias: Any, size: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """The convolution of ``x``; None, since products of matrices have to do."""
    return None


def weights(x: Any, y: Any, kernel: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """The gradient of the weight of a convolution; None, since products of matrices have to do."""
    return None
