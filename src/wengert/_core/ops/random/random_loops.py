"""Random words into numbers, in the pure build: see ``random_loops.pyx``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .twister import Twister

SQUEEZE = float(np.float32(0.0331))  # as PyTorch has it
BLOCK = 1 << 15  # words used at a time: a block and its temporaries stay in the cache


def shuffled(engine: Twister, n: int, wide: bool) -> Any:
    """A permutation of n integers: entry i is swapped with entry ``i + word % (n - i)``, but for the last one."""
    np.empty(n, np.int64)  # NumPy refuses what is too large here, but not in arange
    result = np.arange(n, dtype=np.int64)
    numbers = memoryview(result)
    for start in range(0, n - 1, BLOCK):
        stop = min(start + BLOCK, n - 1)
        steps = engine.words(stop - start, wide) % np.arange(n - start, n - stop, -1, dtype=np.uint64)
        for i, step in enumerate(steps.tolist(), start):
            numbers[i], numbers[i + step] = numbers[i + step], numbers[i]
    return result


def units(engine: Twister, n: int, wide: bool) -> Any:
    """``n`` uniform numbers in [0, 1): float64 of 53 random bits (the upper word first), or float32 of 24."""
    out = np.empty(n, np.float64 if wide else np.float32)
    bits = 53 if wide else 24
    for i in range(0, n, BLOCK):
        part = out[i : i + BLOCK]
        words = engine.words(part.size, wide) & np.uint64(2**bits - 1)
        np.multiply(words, out.dtype.type(2.0**-bits), out=part, casting="same_kind")
    return out


def pairs(u: Any) -> Any:
    """Replace pairs of uniform float64 numbers by pairs of normal ones, of which none is -0.0. Return the array."""
    numbers = u.tolist()
    for i in range(0, len(numbers), 2):
        radius, angle = math.sqrt(-2.0 * math.log1p(-numbers[i + 1])), 2.0 * math.pi * numbers[i]
        u[i], u[i + 1] = radius * math.cos(angle) + 0.0, radius * math.sin(angle) + 0.0
    return u


def apart(u: Any) -> Any:
    """Of each 16 numbers the first 8, and the last 8."""
    return u.reshape(-1, 2, 8).swapaxes(0, 1).reshape(2, -1)


def together(first: Any, last: Any, u: Any) -> Any:
    """What :func:`apart` takes apart, into ``u``."""
    halves = u.reshape(-1, 2, 8)
    halves[:, 0], halves[:, 1] = first.reshape(-1, 8), last.reshape(-1, 8)
    return u


class Source:
    """Numbers of an engine one by one. They are drawn in blocks, and what is left of the last one is given back."""

    def __init__(self, engine: Twister, second: float | None, n: int) -> None:
        self.engine, self.second, self.used = engine, second, 0
        self.size = min(2 * n, 4096) if n > 8 else 1  # a block for a few numbers takes longer than these
        self.block: list[float] = []
        self.at, self.before = 0, None

    def unit(self) -> float:
        """A uniform number in [0, 1)."""
        if self.at == len(self.block):
            self.before = self.engine.state if self.size > 1 else None
            self.block, self.at = units(self.engine, self.size, True).tolist(), 0
        self.at += 1
        self.used += 1
        return self.block[self.at - 1]

    def gauss(self) -> float:
        """A normal number. They are made in pairs: the second one is kept."""
        if self.second is not None:
            value, self.second = self.second, None
            return value
        angle, other = 2.0 * math.pi * self.unit(), self.unit()
        radius = math.sqrt(-2.0 * math.log1p(-other))
        self.second = radius * math.sin(angle)
        return radius * math.cos(angle)

    def close(self) -> None:
        """Put the engine where it would be if its numbers had been drawn one by one."""
        if self.before is not None and self.at < len(self.block):
            self.engine.state = self.before
            self.engine.words(2 * self.at, False)


def _drawn(
    one: Callable[..., float], engine: Twister, second: float | None, *given: Any
) -> tuple[Any, float | None, int]:
    source = Source(engine, second, given[0].size)
    values = [one(*row, source) for row in zip(*[v.tolist() for v in given], strict=True)]
    source.close()
    return np.array(values, np.float64), source.second, source.used


def gammas(engine: Twister, second: float | None, a: Any, power: Any, d: Any) -> tuple[Any, float | None, int]:
    """Gamma numbers of these shapes and rate 1; the normal number that is left; and how many uniform ones were used.

    ``power`` is 1 / a for shapes below 1, for which numbers of shape a + 1 are drawn, else 0. ``d`` is a third less
    than the shape of what is drawn.
    """
    return _drawn(_gamma, engine, second, a, power, d)


def poissons(engine: Twister, second: float | None, rate: Any) -> tuple[Any, float | None, int]:
    """Poisson numbers of these rates, and as ``gammas``."""
    return _drawn(_poisson, engine, second, rate)


def binomials(engine: Twister, second: float | None, count: Any, p: Any) -> tuple[Any, float | None, int]:
    """Binomial numbers of these counts and probabilities, and as ``gammas``."""
    return _drawn(_binomial, engine, second, count, p)


def _gamma(a: float, power: float, d: float, source: Source) -> float:
    if a == 0:
        return 0.0
    scale = (1 - source.unit()) ** power if a < 1 else 1.0
    c = 1 / math.sqrt(9 * d) if d > 0 else math.nan
    if not c > 0:
        return math.nan
    while True:
        y = -1.0
        while y <= 0:
            x = source.gauss()
            y = 1 + c * x
        v, u, square = y * y * y, 1 - source.unit(), x * x
        if u < 1 - SQUEEZE * square * square or math.log(u) < 0.5 * square + d * (1 - v + math.log(v)):
            return scale * d * v


def _counted_poisson(rate: float, source: Source) -> float:
    """Count the exponential waiting times that fit into ``rate``."""
    least, product, count = math.exp(-rate), source.unit(), 0
    while product > least:
        product *= source.unit()
        count += 1
    return count


def _large_poisson(rate: float, source: Source) -> float:
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    height = 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u, v = source.unit() - 0.5, source.unit()
        side = 0.5 - abs(u)
        k = math.floor((2 * a / side + b) * u + rate + 0.43) if side else -1
        if side >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (side < 0.013 and v > side):
            continue
        log_v = math.log(v) if v else -math.inf
        if log_v + math.log(height) - math.log(a / side**2 + b) <= k * math.log(rate) - rate - math.lgamma(k + 1):
            return k


def _poisson(rate: float, source: Source) -> float:
    if not rate or rate == math.inf:
        return rate
    return _large_poisson(rate, source) if rate >= 10 else _counted_poisson(rate, source)


def _counted_binomial(count: float, p: float, source: Source) -> float:
    """Count the successes, by the numbers of trials from each success to the next."""
    trials, successes = 0.0, 0
    while True:
        u = source.unit()
        trials += math.ceil(math.log(u) / math.log1p(-p)) if u else math.inf
        if trials > count:
            return successes
        successes += 1


def _tail(k: float) -> float:
    """The error of Stirling's approximation of ``log(k!)``."""
    if k <= 9:
        return math.lgamma(k + 1) - (0.5 * math.log(2 * math.pi) + (k + 0.5) * math.log(k + 1) - (k + 1))
    square = (k + 1) ** 2
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def _large_binomial(count: float, p: float, source: Source) -> float:
    spread = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    odds = p / (1 - p)
    top = math.floor((count + 1) * p)
    alpha = (2.83 + 5.1 / b) * spread
    while True:
        u, v = source.unit() - 0.5, source.unit()
        side = 0.5 - abs(u)
        k = math.floor((2 * a / side + b) * u + count * p + 0.5) if side else -1
        if side >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        if k < 0 or k > count:
            continue
        log_v = math.log(v * alpha / (a / side**2 + b)) if v else -math.inf
        bound = (
            (top + 0.5) * math.log((top + 1) / (odds * (count - top + 1)))
            + (count + 1) * math.log((count - top + 1) / (count - k + 1))
            + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
            + _tail(top) + _tail(count - top) - _tail(k) - _tail(count - k)
        )  # fmt: skip
        if log_v <= bound:
            return k


def _binomial(count: float, p: float, source: Source) -> float:
    if math.isnan(count) or math.isnan(p):  # PyTorch loops forever here
        return math.nan
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    if p > 0.5:
        return count - _binomial(count, 1 - p, source)
    return (_large_binomial if count * p >= 10 else _counted_binomial)(count, p, source)
