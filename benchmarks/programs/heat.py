"""The heat equation in two dimensions by explicit steps that write in place, and its gradient.

Forward differences in time and central ones in space: Courant, Friedrichs and Lewy, "Über die partiellen
Differenzengleichungen der mathematischen Physik", 1928. The gradient is by the conductivity and by the initial heat.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

STEPS, SIZE = 100, 64


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    start = t.from_numpy(r.random((SIZE, SIZE)).astype(np.float32)).requires_grad_()
    conductivity = t.from_numpy((0.1 + 0.1 * r.random((SIZE - 2, SIZE - 2))).astype(np.float32)).requires_grad_()
    target = t.from_numpy(r.random((SIZE, SIZE)).astype(np.float32))

    def error() -> Any:
        heat = start.clone()
        for _ in range(STEPS):
            around = heat[:-2, 1:-1] + heat[2:, 1:-1] + heat[1:-1, :-2] + heat[1:-1, 2:]
            heat[1:-1, 1:-1] += conductivity * (around - 4 * heat[1:-1, 1:-1])
            heat[0] = 1.0
            heat[-1] = 0.0
        return (heat - target).square().mean()

    def value() -> list[Any]:
        return [error()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(error(), [start, conductivity]))

    return {"error": value, "with gradient": gradient}
