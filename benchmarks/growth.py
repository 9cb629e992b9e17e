"""How time and memory grow: with the length of a graph, with its width, with parts, and with the size of tensors.

Each axis is one program at growing sizes, forward and backward. The graphs of the first two are of tensors with ten
elements: a chain of operations, and one leaf with many users whose results are added up. The third is a loop over the
rows of one leaf, a hundred elements each.
"""

import importlib
import math
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.case import Case

LENGTH, WIDTH, ROWS, SIZE = "graph length", "graph width", "rows", "tensor size"
AXES = {
    LENGTH: (10, 100, 1_000, 10_000, 100_000),
    WIDTH: (10, 100, 1_000, 10_000, 100_000),
    ROWS: (10, 100, 1_000, 5_000, 10_000),
    SIZE: (10, 1_000, 100_000, 1_000_000, 10_000_000),
}
WHAT = {
    LENGTH: "operations in a chain, 10 elements",
    WIDTH: "users of one leaf, 10 elements",
    ROWS: "rows `x[i]` in a loop, 100 elements",
    SIZE: "elements, `(x * sigmoid(x)).tanh()`",
}


def named(axis: str, n: int) -> str:
    return f"{axis}, {n}"


def names(quick: bool = False) -> Iterator[str]:
    """The names of the cases, without the largest of each axis if it has to be quick."""
    for axis, sizes in AXES.items():
        for n in sizes[: -1 if quick else None]:
            yield named(axis, n)


NAMES = tuple(names())


def chain(t: ModuleType, x: Any, n: int) -> Any:
    y = x
    for _ in range(n // 2):
        y = (y * x).tanh()
    return y


def fan(t: ModuleType, x: Any, n: int) -> Any:
    total = x * 0.5
    for _ in range(n // 2):
        total = total + x * 0.5
    return total


def recurrence(t: ModuleType, x: Any, n: int) -> Any:
    state = x[0]
    for i in range(1, n):
        state = 0.5 * state + x[i]
    return state


def elementwise(t: ModuleType, x: Any, n: int) -> Any:
    return (x * x.sigmoid()).tanh()


PROGRAMS: dict[str, Callable[..., Any]] = {LENGTH: chain, WIDTH: fan, ROWS: recurrence, SIZE: elementwise}


def find(library: str, name: str) -> Case | None:
    """Build a case for PyTorch or wengert."""
    if library not in ("torch", "wengert"):
        return None
    t = importlib.import_module(library)
    axis, _, number = name.partition(", ")
    n = int(number)
    shape = {SIZE: (n,), ROWS: (n, 100)}.get(axis, (10,))
    numbers = 1 + 0.1 * np.cos(np.arange(math.prod(shape), dtype=np.float32)).reshape(shape)
    x = t.from_numpy(numbers).requires_grad_()

    def run() -> list[Any]:
        PROGRAMS[axis](t, x, n).sum().backward()
        found = x.grad
        x.grad = None
        return [found]

    return Case(run)
