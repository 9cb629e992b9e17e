"""A network of modules for small images of handwritten digits, and a training step of it with Adam.

LeCun, Bottou, Bengio and Haffner, "Gradient-based learning applied to document recognition", 1998, with batch
normalisation (Ioffe and Szegedy, 2015). Adam: Kingma and Ba, "Adam: a method for stochastic optimization", 2015.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

BATCH = 64
RATE = 1e-6  # so small that the problem stays the same
DATA = Path(__file__).resolve().parents[2] / "examples" / "data" / "digits.npz"


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    nn = t.nn
    with np.load(DATA) as data:
        images = t.from_numpy(data["images"][:BATCH, None].astype(np.float32) / 16)
        labels = t.from_numpy(data["labels"][:BATCH].astype(np.int64))
    t.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(128, 10),
    )  # fmt: skip
    optimizer, criterion = t.optim.Adam(model.parameters(), lr=RATE), nn.CrossEntropyLoss()

    def step() -> list[Any]:
        optimizer.zero_grad()
        criterion(model(images), labels).backward()
        found = [p.grad for p in model.parameters()]
        optimizer.step()
        return found

    return {"loss": lambda: [criterion(model(images), labels)], "training step": step}
