"""Calls with complex numbers: the samples of real ones, with imaginary parts. Which of them PyTorch refuses is a fact.

PyTorch has no derivative of some operations on complex numbers, and of others no kernel. What it refuses only where
inputs require grad may be refused or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import laws
from tests.calls import Outcome
from tests.samples import Sample


def versions(case: laws.Case) -> Iterator[tuple[laws.Case, bool]]:
    """A call with all its floats made complex, and one with only the first made so (``True``: dtypes are mixed)."""
    floats = [i for i, a in enumerate(case.leaves) if a.dtype == np.float64]
    for which in (floats, floats[:1] if len(floats) > 1 else []):
        if not which:
            continue
        leaves = [_turned(a, i) if i in which else a for i, a in enumerate(case.leaves)]
        args, params = laws.refilled((case.sample.args, case.sample.params), iter(leaves))
        sample = Sample(*args, cond=case.sample.cond, kink=case.sample.kink, **params)
        yield laws.Case(case.name, case.number, sample, None), which != floats


def _turned(a: Any, seed: int) -> Any:
    """An array with imaginary parts. What is symmetric becomes Hermitian."""
    parts = 0.2 * np.random.default_rng(seed).normal(size=a.shape)
    if a.ndim > 1 and a.shape[-1] == a.shape[-2] and np.array_equal(a, np.swapaxes(a, -1, -2)):
        parts = parts - np.swapaxes(parts, -1, -2)
    return np.asarray(a + 1j * parts)


def refusal(torch: Any, public: str, case: laws.Case) -> str | None:
    """The type of PyTorch's error; an empty text if it takes the call; None if it only lacks the derivative.

    None, too, for a ``TypeError``: that is how PyTorch fails by accident, and how it refuses other arguments.
    """
    recorded = Outcome(torch, public, case.sample).error
    with torch.no_grad():
        plain = Outcome(torch, public, case.sample).error
    if type(recorded) is not type(plain) or isinstance(plain, TypeError):
        return None
    return type(plain).__name__ if plain is not None else ""
