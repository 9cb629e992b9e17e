"""The laws: what holds for every operation at every sample.

A law is a function of a :class:`Case`, which is one operation at one sample; it returns, or raises ``AssertionError``. The
reference of every derivative is a finite difference of the primal, never another derivative alone.

Lists of arrays are vectors here: ``dot`` is the real inner product, for complex numbers the one of their real and
imaginary parts, in which torch's gradient is the plain transpose of the derivative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

import wengert
from tests.samples import Sample, load_all
from wengert.autograd import forward_ad, grad
from wengert.func import vmap
from wengert.op import COMPOSITES, REGISTRY

Array = np.ndarray[Any, np.dtype[Any]]
Arrays = list[Array]

STEP = 1e-4  # of the finite differences; samples stay 0.1 away from kinks
SMALL = 12  # up to so many numbers every one is moved by itself, beyond them all along one random direction
BATCH = 3
TOLERANCE = {"float64": 1e-7, "float32": 1e-4, "float16": 2e-2, "bfloat16": 1e-1, "complex64": 1e-4}


class Case:
    """One operation at one sample: its arrays taken out, so that others can be put in."""

    def __init__(self, name: str, number: int, sample: Sample, ref: Callable[..., Any] | None) -> None:
        self.name, self.number, self.sample = name, number, sample
        self.op = REGISTRY.get(name)
        self.function = self.op or COMPOSITES[name]
        self.ref = sample.ref or ref
        args = list(sample.args)
        if self.op is not None:  # a row takes its group of arrays starred
            args = [a for arg in args for a in (arg if isinstance(arg, (list, tuple)) else [arg])]
        self.args = args
        self.leaves: Arrays = list(_arrays((args, sample.params)))
        self.active = [i for i, a in enumerate(self.leaves) if is_inexact(a) and self._has_formula(i)]
        self.inexact = [i for i, a in enumerate(self.leaves) if is_inexact(a)]

    def __repr__(self) -> str:
        return f"{self.name} at sample {self.number} {self.sample}"

    def _has_formula(self, i: int) -> bool:
        if self.op is None:
            return True
        position = next(k for k, a in enumerate(self.args) if a is self.leaves[i])
        return self.op.arrays[min(position, len(self.op.arrays) - 1)] in self.op.formulas

    @property
    def point(self) -> Arrays:
        return [self.leaves[i] for i in self.active]

    def __call__(self, leaves: list[Any]) -> Any:
        """Call the operation with other arrays or tensors in the places of the sample's."""
        args, params = _replaced((self.args, self.sample.params), iter(leaves))
        return self.function(*args, **params)

    def at(self, active: list[Any]) -> list[Any]:
        """The results with other values for the differentiable inputs."""
        leaves: list[Any] = [a if isinstance(active[0], np.ndarray) and self.op else tensor(a) for a in self.leaves]
        for i, x in zip(self.active, active, strict=True):
            leaves[i] = x
        return results(self(leaves))
