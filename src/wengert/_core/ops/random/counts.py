"""Poisson and binomial random numbers. For equal seeds they are the numbers that PyTorch draws on the CPU.

For small rates and counts, events are counted one by one. For large ones, rejection sampling is used: Hörmann, "The
transformed rejection method for generating Poisson random variables" (in ``random_loops.py``) and "The generation of
binomial random variates" (both 1993).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...arrays.dtypes import F32, F64
from ...tape import state as modes
from .generator import Array, Generator, _as_batched, _claim, _told, _whole, examples

Draw = Callable[[], float]


def _uniform(generator: Generator | None) -> Draw:
    g = _claim(generator)
    return lambda: float(g.unit(1, wide=True)[0])


def _counted_binomial(count: float, p: float, draw: Draw) -> float:
    """Count the successes, by the numbers of trials from each success to the next."""
    trials, successes = 0.0, 0
    while True:
        u = draw()
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


def _large_binomial(count: float, p: float, draw: Draw) -> float:
    spread = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    odds = p / (1 - p)
    top = math.floor((count + 1) * p)
    alpha = (2.83 + 5.1 / b) * spread
    while True:
        u, v = draw() - 0.5, draw()
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


def _binomial(count: float, p: float, draw: Draw) -> float:
    if math.isnan(count) or math.isnan(p):  # PyTorch loops forever here
        return math.nan
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    if p > 0.5:
        return count - _binomial(count, 1 - p, draw)
    return (_large_binomial if count * p >= 10 else _counted_binomial)(count, p, draw)


def in_turn(draw: Callable[..., Array], dtype: Any, *given: Any) -> Any:
    """Draw for each element of the parameters, given as float64 rows, and each example of a vmap of one of them.

    The parameters are broadcast.
    """
    maps = examples(*given) if modes.current().vmap else []
    arrays = np.broadcast_arrays(*[_whole(v, maps) if maps else v for v in given])
    values = draw(*[np.ascontiguousarray(v, F64).reshape(-1) for v in arrays])
    return _as_batched(values.astype(dtype).reshape(arrays[0].shape), maps)


def each(draw: Callable[..., float], source: Any, dtype: Any, *given: Any) -> Any:
    """:func:`in_turn`, one element at a time from a source."""

    def draws(*rows: Array) -> Array:
        return np.array([draw(*row, source) for row in zip(*[r.tolist() for r in rows], strict=True)], F64)

    return in_turn(draws, dtype, *given)


@_told
def poisson(rate: Any, *, generator: Generator | None = None) -> Any:
    """Poisson random numbers with the given rates, as a payload."""
    if dtypes.category(rate.dtype) != dtypes.FLOAT:
        raise NotImplementedError(f"\"poisson_cpu\" not implemented for '{errors.text.type_name(rate.dtype)}'")
    return in_turn(_claim(generator).poissons, rate.dtype, rate)


@_told
def binomial(count: Any, p: Any, *, generator: Generator | None = None) -> Any:
    """Binomial random numbers for the given counts and probabilities, which are payloads and are broadcast."""
    for name, v in (("count", count), ("prob", p)):
        if dtypes.category(v.dtype) != dtypes.FLOAT:
            raise ValueError(
                f"binomial only supports floating-point dtypes for {name}, got: {errors.text.type_name(v.dtype)}"
            )
    if count.dtype != p.dtype:
        found, expected = errors.text.type_name(p.dtype), errors.text.type_name(count.dtype)
        raise RuntimeError(f"Found dtype {found} but expected {expected}")
    if count.dtype not in (F32, F64):
        raise NotImplementedError(f"\"binomial_cpu\" not implemented for '{errors.text.type_name(count.dtype)}'")
    return each(_binomial, _uniform(generator), count.dtype, count, p)
