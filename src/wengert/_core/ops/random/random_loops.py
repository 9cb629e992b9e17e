"""Random words into numbers, in the pure build: see ``random_loops.pyx``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

BLOCK = 1 << 15  # words converted at a time: a block and its temporaries stay in the cache


def shuffled(words: Any) -> Any:
    """The integers up to the number of words, each changed about with the ``words[i] % (n - i)``-th from it on."""
    n = words.size + 1
    result = list(range(n))
    for i, step in enumerate((words % np.arange(n, 1, -1, dtype=np.uint64)).tolist()):
        result[i], result[i + step] = result[i + step], result[i]
    return np.array(result, np.int64)


def units(engine: Any, n: int, wide: bool) -> Any:
    """``n`` numbers in [0, 1): float64 with 53 random bits (the first word has the upper), or float32 with 24."""
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
    """Pairs of normal numbers in the place of pairs of uniform ones, of float64."""
    numbers = u.tolist()
    for i in range(0, len(numbers), 2):
        radius, angle = math.sqrt(-2.0 * math.log1p(-numbers[i + 1])), 2.0 * math.pi * numbers[i]
        u[i], u[i + 1] = radius * math.cos(angle), radius * math.sin(angle)
    return u
