"""A small convolutional network and a training step of it.

LeCun, Bottou, Bengio and Haffner, "Gradient-based learning applied to document recognition", 1998, with maximum
pooling, rectifiers, batch normalisation (Ioffe and Szegedy, 2015) and a step with momentum (Polyak, 1964).
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

BATCH, CLASSES = 32, 10
RATE = 1e-6  # so small that the problem stays the same


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    layers = t.nn.functional

    def parameter(*shape: int) -> Any:
        scale = np.sqrt(np.prod(shape[1:], dtype=float))
        return t.from_numpy((r.normal(size=shape) / scale).astype(np.float32)).requires_grad_()

    filters = [parameter(8, 1, 5, 5), parameter(16, 8, 5, 5)]
    scales, shifts = [parameter(8), parameter(16)], [parameter(8), parameter(16)]
    dense = [parameter(64, 400), parameter(64), parameter(CLASSES, 64), parameter(CLASSES)]
    parameters = [*filters, *scales, *shifts, *dense]
    moments = [t.zeros_like(p) for p in parameters]
    images = t.from_numpy(r.normal(size=(BATCH, 1, 28, 28)).astype(np.float32))
    labels = t.from_numpy(r.integers(0, CLASSES, BATCH))

    def loss() -> Any:
        x = images
        for i, padding in enumerate((2, 0)):
            x = layers.conv2d(x, filters[i], padding=padding)
            x = layers.batch_norm(x, None, None, scales[i], shifts[i], training=True)
            x = layers.max_pool2d(layers.relu(x), 2)
        x = layers.relu(layers.linear(x.flatten(1), dense[0], dense[1]))
        return layers.cross_entropy(layers.linear(x, dense[2], dense[3]), labels)

    def step() -> list[Any]:
        loss().backward()
        found = []
        with t.no_grad():
            for p, moment in zip(parameters, moments, strict=True):
                moment.mul_(0.9).add_(p.grad)
                p -= RATE * moment
                found.append(p.grad)
                p.grad = None
        return found

    return {"loss": lambda: [loss()], "training step": step}
