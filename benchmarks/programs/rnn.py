"""A recurrent network that reads characters, trained by backpropagation through time.

Elman, "Finding structure in time", 1990; Werbos, "Backpropagation through time: what it does and how to do it", 1990.
The step is stochastic gradient descent with clipped gradients: Pascanu, Mikolov and Bengio, 2013.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

STEPS, BATCH, LETTERS, UNITS = 50, 16, 30, 64
RATE = 1e-6  # so small that the problem stays the same


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    losses = t.nn.functional

    def parameter(*shape: int) -> Any:
        return t.from_numpy((r.normal(size=shape) / np.sqrt(shape[-1])).astype(np.float32)).requires_grad_()

    enter, turn, bias = parameter(UNITS, LETTERS), parameter(UNITS, UNITS), parameter(UNITS)
    leave, offset = parameter(LETTERS, UNITS), parameter(LETTERS)
    parameters = [enter, turn, bias, leave, offset]
    text = t.from_numpy(r.integers(0, LETTERS, (STEPS + 1, BATCH)))

    def loss() -> Any:
        hidden, total = t.zeros(BATCH, UNITS), 0.0
        for step in range(STEPS):
            read = losses.embedding(text[step], enter.T)
            hidden = t.tanh(read + hidden @ turn.T + bias)
            total = total + losses.cross_entropy(losses.linear(hidden, leave, offset), text[step + 1])
        return total / STEPS

    def step() -> list[Any]:
        loss().backward()
        length = t.stack([p.grad.norm() for p in parameters]).norm()
        found = []
        with t.no_grad():
            for p in parameters:
                p -= RATE * p.grad * t.clamp(1 / length, max=1.0)
                found.append(p.grad)
                p.grad = None
        return found

    return {"loss": lambda: [loss()], "training step": step}
