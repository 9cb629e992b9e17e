"""Random words into numbers, in the pure build: see ``random_loops.pyx``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

BLOCK = 1 << 15  # words converted at a time: a block and its temporaries stay in the cache


def shuffled(words: Any) -> Any:
    """A permutation of n integers, one more than words: entry i is swapped with entry ``i + words[i] % (n - i)``."""
    n = words.size + 1
    result = list(range(n))
    for i, step in enumerate((words % np.arange(n, 1, -1, dtype=np.uint64)).tolist()):
        result[i], result[i + step] = result[i + step], result[i]
    return np.array(result, np.int64)


def units(engine: Any, n: int, wide: bool) -> Any:
    """``n`` uniform numbers in [0, 1): float64 of 53 random bits (the upper word first), or float32 of 24."""
    out = np.empty(n, np.float64 if wide else np.float32)
    bits = 53 if wide else 24
    for i in range(0, n, BLOCK):
        part = out[i : i + BLOCK]
        words = engine.random_raw(2 * part.size if wide else part.size)
        if wide:
            words = (words[0::2] << np.uint64(32)) | words[1::2]
        np.multiply(words & np.uint64(2**bits - 1), out.dtype.type(2.0**-bits), out=part, casting="same_kind")
    return out


def pairs(u: Any) -> Any:
    """Replace pairs of uniform float64 numbers by pairs of normal ones, and return the array."""
    numbers = u.tolist()
    for i in range(0, len(numbers), 2):
        radius, angle = math.sqrt(-2.0 * math.log1p(-numbers[i + 1])), 2.0 * math.pi * numbers[i]
        u[i], u[i + 1] = radius * math.cos(angle), radius * math.sin(angle)
    return u


def poissons(engine: Any, rates: Any) -> tuple[Any, int]:
    """A Poisson number for each rate, all float64, and how many uniform numbers they have taken."""
    taken = 0

    def draw() -> float:
        nonlocal taken
        taken += 1
        return float(units(engine, 1, True)[0])

    values = [_large_poisson(r, draw) if r >= 10 else _counted_poisson(r, draw) if r else 0.0 for r in rates.tolist()]
    return np.array(values, np.float64), taken


def _counted_poisson(rate: float, draw: Callable[[], float]) -> float:
    """Count the exponential waiting times that fit into ``rate``."""
    least, product, count = math.exp(-rate), draw(), 0
    while product > least:
        product *= draw()
        count += 1
    return count


def _large_poisson(rate: float, draw: Callable[[], float]) -> float:
    """Rejection sampling by Hörmann (1993)."""
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    height = 1.1239 + 1.1328 / (b - 3.4)
    while rate < math.inf:
        u, v = draw() - 0.5, draw()
        side = 0.5 - abs(u)
        k = math.floor((2 * a / side + b) * u + rate + 0.43) if side else -1
        if side >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (side < 0.013 and v > side):
            continue
        log_v = math.log(v) if v else -math.inf
        if log_v + math.log(height) - math.log(a / side**2 + b) <= k * math.log(rate) - rate - math.lgamma(k + 1):
            return k
    return rate
