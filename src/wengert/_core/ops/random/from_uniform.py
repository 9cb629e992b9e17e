"""Other random numbers from uniform ones, rounded as PyTorch rounds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...arrays import fused
from ...arrays.dtypes import F32
from . import random_loops

Array = np.ndarray[Any, Any]


def stretched(u: Array, low: float, high: float) -> Array:
    """``u * (high - low) + low`` with one rounding, like the fused multiply-add in PyTorch's compiled loop."""
    if u.dtype == F32:
        bottom = np.float32(low)
        return (u * np.float64(np.float32(high) - bottom) + np.float64(bottom)).astype(F32)
    width = high - low
    # Dekker's exact product, with both factors split into halves of at most 27 bits, then Knuth's exact sum.
    fraction, exponent = math.frexp(width)
    upper = math.ldexp(math.floor(fraction * 2**26), exponent - 26)
    lower = width - upper
    u_upper = np.floor(u * 2.0**26) * 2.0**-26
    u_lower = u - u_upper
    product = u * width
    product_error = ((u_upper * upper - product) + u_upper * lower + u_lower * upper) + u_lower * lower
    total = product + low
    shifted = total - product
    total_error = (product - (total - shifted)) + (low - shifted)
    result: Array = total + (total_error + product_error)
    return result


def normal(u: Array, mean: float, std: float) -> Array:
    """Turn uniform numbers into normal ones: of each 16, the first 8 give the radii and the last 8 the angles."""
    radii, angles = random_loops.apart(u)
    pair = NORMAL.run([radii, angles, float(mean), float(std)]) if NORMAL else None
    if pair is None:
        pair = _normal_pair(radii, angles, u.dtype.type(mean), u.dtype.type(std))
    return random_loops.together(*pair, u)  # type: ignore[no-any-return]


def _normal_pair(u: Any, v: Any, mean: Any, std: Any) -> tuple[Any, Any]:
    radius = np.sqrt(np.log(1 - u) * -2)
    angle = v * (2 * math.pi)
    return radius * np.cos(angle) * std + mean, radius * np.sin(angle) * std + mean


NORMAL = fused.programs(lambda params: _normal_pair)
