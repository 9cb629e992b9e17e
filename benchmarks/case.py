"""A case: what is timed, and what it computes.

A group is a module with the names of its cases, ``NAMES``, and ``find(library, name)``, which imports the library and
builds the case, or returns None if the library has none of that name.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np


@dataclass
class Case:
    """``run`` is timed, repeated inside ``around()``. ``results`` gives what libraries must agree on: ``run()``'s."""

    run: Callable[[], Any]
    results: Callable[[], Sequence[Any]] | None = None
    around: Callable[[], AbstractContextManager[Any]] = nullcontext

    def values(self) -> list[np.ndarray]:
        """The results as arrays."""
        found = self.run() if self.results is None else self.results()
        return [as_array(value) for value in found]


def as_array(value: Any) -> np.ndarray:
    return np.asarray(value.detach().numpy() if hasattr(value, "detach") else value)


@cache
def weights(count: int) -> np.ndarray:
    """Numbers between -1 and 1, all different: sums by them depend on the order."""
    return np.cos(np.arange(1, count + 1) * 0.7)


def fingerprint(value: np.ndarray) -> list[Any]:
    """Return shape, a weighted sum, and the sum of magnitudes: equal arrays agree, and others hardly ever."""
    if value.dtype.kind == "c":
        value = np.stack((value.real, value.imag))
    flat = value.astype(np.float64, copy=False).reshape(-1)
    return [list(value.shape), float(flat @ weights(flat.size)), float(np.abs(flat).sum())]


def agree(mine: list[Any], other: list[Any], tolerance: float = 1e-3) -> bool:
    """Whether two lists of fingerprints are of equal results, up to rounding in single precision."""
    return len(mine) == len(other) and all(
        a[0] == b[0] and np.allclose(a[1:], b[1:], rtol=tolerance, atol=tolerance * a[2] + 1e-6)
        for a, b in zip(mine, other, strict=True)
    )
