"""The inputs that the laws are tested on, per operation.

One module per rule table; ``samples("name", ...)`` registers a generator of :class:`Sample` for each named row or
composite. The laws in ``tests/test_laws_*.py`` run over everything registered here.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Generator = Callable[[], Iterator["Sample"]]


class Sample:
    """One call of an operation: positional arguments, parameters, and facts about the point that the laws need."""

    def __init__(self, *args: Any, kink: bool = False, cond: float = 1.0, ref: Any = None, **params: Any) -> None:
        self.args = args
        self.params = params
        self.kink = kink
        self.cond = cond
        self.ref = ref

    def __repr__(self) -> str:
        def show(a: Any) -> str:
            if isinstance(a, np.ndarray):
                return f"{a.dtype}{list(a.shape)}"
            if isinstance(a, (list, tuple)):
                return "[" + ", ".join(map(show, a)) + "]"
            return repr(a)

        parts = [show(a) for a in self.args] + [f"{k}={show(v)}" for k, v in self.params.items()]
        return f"({', '.join(parts)}{', kink' if self.kink else ''})"


@dataclass
class Registered:
    """The sample generators of one operation and its reference function, if any."""

    name: str
    generators: list[Generator] = field(default_factory=list)
    ref: Callable[..., Any] | None = None

    def all(self) -> list[Sample]:
        return [s for g in self.generators for s in g()]


REGISTERED: dict[str, Registered] = {}


Reference = Callable[..., Any]


def samples(*names: str, ref: dict[str, Reference] | Reference | None = None) -> Callable[[Generator], Generator]:
    """Register the decorated generator as samples of the named rows or composites."""

    def register(generator: Generator) -> Generator:
        for name in names:
            entry = REGISTERED.setdefault(name, Registered(name))
            entry.generators.append(generator)
            r = ref.get(name) if isinstance(ref, dict) else ref
            if r is not None:
                entry.ref = r
        return generator

    return register


def rng() -> np.random.Generator:
    """A fresh generator with a fixed seed, so that every sample is the same in every run."""
    return np.random.default_rng(20)


def cnormal(r: np.random.Generator, *shape: int) -> np.ndarray:
    """Complex normal numbers of the given shape."""
    return r.normal(size=shape) + 1j * r.normal(size=shape)


def load_all() -> dict[str, Registered]:
    """Import every sample module and return the registry."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return REGISTERED
