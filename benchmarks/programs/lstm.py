"""A long short-term memory over a sequence, whose gates have one weight and one bias a unit, and its gradient.

The cell is that of Hochreiter and Schmidhuber, "Long short-term memory", 1997, with the forget gate of Gers,
Schmidhuber and Cummins, 2000. The diagonal weights, and the layers that enter and leave the model, are those of the
LSTM in Šrajer, Kukelova and Fitzgibbon, 2018: very many operations on a few numbers each.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

LAYERS, STEPS, UNITS = 2, 50, 14


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    n = UNITS
    weights = t.from_numpy(0.5 * r.normal(size=(LAYERS, 4, n))).requires_grad_()
    biases = t.from_numpy(0.5 * r.normal(size=(LAYERS, 4, n))).requires_grad_()
    enter, leave, bias = (t.from_numpy(0.5 * r.normal(size=n)).requires_grad_() for _ in range(3))
    start = t.from_numpy(0.1 * r.normal(size=(LAYERS, 2, n)))
    sequence = t.from_numpy((r.random((STEPS + 1, n)) < 0.3).astype(float))
    parameters = [weights, biases, enter, leave, bias]

    def cell(weight: Any, bias: Any, hidden: Any, memory: Any, x: Any) -> tuple[Any, Any]:
        forget = t.sigmoid(x * weight[0] + bias[0])
        ingate = t.sigmoid(hidden * weight[1] + bias[1])
        outgate = t.sigmoid(x * weight[2] + bias[2])
        change = t.tanh(hidden * weight[3] + bias[3])
        memory = memory * forget + ingate * change
        return outgate * t.tanh(memory), memory

    def loss() -> Any:
        states = [(start[layer, 0], start[layer, 1]) for layer in range(LAYERS)]
        total = 0.0
        for step in range(STEPS):
            x = sequence[step] * enter
            for layer in range(LAYERS):
                states[layer] = cell(weights[layer], biases[layer], *states[layer], x)
                x = states[layer][0]
            predicted = x * leave + bias
            normalised = predicted - t.log(2 + t.exp(predicted).sum())
            total = total + (sequence[step + 1] * normalised).sum()
        return -total / (STEPS * n)

    def value() -> list[Any]:
        return [loss()]

    def gradient() -> list[Any]:
        return list(t.autograd.grad(loss(), parameters))

    return {"loss": value, "with gradient": gradient}
