"""The classical Runge-Kutta method through the Lotka-Volterra equations, and the gradient through all its steps.

Kutta, "Beitrag zur näherungsweisen Integration totaler Differentialgleichungen", 1901; Lotka, "Analytical note on
certain rhythmic relations in organic systems", 1920. A batch of initial values is integrated together.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

STEPS, BATCH, LENGTH = 80, 8, 0.05


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    start = t.from_numpy(1 + r.random((2, BATCH))).requires_grad_()
    rates = t.tensor([1.0, 0.5, 0.8, 0.3], dtype=t.float64, requires_grad=True)
    target = t.from_numpy(1 + r.random((2, BATCH)))

    def change(state: Any, birth: Any, eaten: Any, death: Any, fed: Any) -> Any:
        prey, predators = state
        met = prey * predators
        return t.stack([birth * prey - eaten * met, fed * met - death * predators])

    def error() -> Any:
        state, given = start, rates.unbind()
        for _ in range(STEPS):
            first = change(state, *given)
            second = change(state + 0.5 * LENGTH * first, *given)
            third = change(state + 0.5 * LENGTH * second, *given)
            fourth = change(state + LENGTH * third, *given)
            state = state + LENGTH / 6 * (first + 2 * second + 2 * third + fourth)
        return (state - target).square().mean()

    def value() -> list[Any]:
        return [error()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(error(), [start, rates]))

    return {"error": value, "with gradient": gradient}
