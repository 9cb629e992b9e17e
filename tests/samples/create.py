"""Samples of the factories that fill tensors and count. Those that draw random numbers are in
``tests/test_random.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

F32 = np.dtype(np.float32)


@samples("zeros", "ones", ref={"zeros": np.zeros, "ones": np.ones})
def blank() -> Iterator[Sample]:
    yield Sample((2, 3))
    yield Sample(())
    yield Sample((0, 3), dtype=np.dtype(np.int32))
    yield Sample((2,), dtype=np.dtype(np.complex128))


@samples("full", ref=np.full)
def full() -> Iterator[Sample]:
    yield Sample((2, 3), 1.5)
    yield Sample((), 3)
    yield Sample((0, 2), True)
    yield Sample((2,), 1 - 2j)
    yield Sample((2,), 1.75, dtype=np.dtype(np.int16))


@samples("zeros_like", "ones_like", ref={"zeros_like": np.zeros_like, "ones_like": np.ones_like})
def blank_like() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(1.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(cnormal(r, 2, 3))
    yield Sample(np.arange(3))
    yield Sample(r.normal(size=3), dtype=np.dtype(np.complex128))


@samples("full_like", ref=np.full_like)
def full_like() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 2)
    yield Sample(np.array(1.5), 0.25)
    yield Sample(np.zeros((0, 3)), 1)
    yield Sample(cnormal(r, 2, 3), 1 - 1j)
    yield Sample(np.arange(3), 7)


def _new(make: Any) -> Any:
    """A reference for the methods ``new_...``, which take their dtype from the tensor."""
    return lambda x, *args, dtype=None: make(*args, dtype=x.dtype if dtype is None else dtype)


@samples("new_zeros", "new_ones", ref={"new_zeros": _new(np.zeros), "new_ones": _new(np.ones)})
def new_blank() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), (4,))
    yield Sample(np.array(1.5), ())
    yield Sample(np.zeros((0, 3)), (2, 0))
    yield Sample(cnormal(r, 2), (2,))
    yield Sample(np.arange(3), (2, 2), dtype=np.dtype(np.float64))


@samples("new_full", ref=_new(np.full))
def new_full() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), (4,), 2)
    yield Sample(np.array(1.5), (), 0.25)
    yield Sample(np.zeros((0, 3)), (2, 0), 1)
    yield Sample(cnormal(r, 2), (2,), 1j)
    yield Sample(np.arange(3), (2, 2), 7)


@samples("arange", ref=np.arange)
def arange() -> Iterator[Sample]:
    yield Sample(5)
    yield Sample(2, 7)
    yield Sample(7, -1, -2)
    yield Sample(0, 1, 0.1)
    yield Sample(1.5)
    yield Sample(3, 3)
    yield Sample(4, dtype=F32)


@samples("linspace", ref=np.linspace)
def linspace() -> Iterator[Sample]:
    yield Sample(0, 1, 5)
    yield Sample(3, -2, 4)
    yield Sample(1.5, 2, 1)
    yield Sample(0, 1, 0)
    yield Sample(1j, 2, 3)
    yield Sample(-10, 10, 6, dtype=np.dtype(np.int64), ref=lambda *_, dtype: np.array([-10, -6, -2, 2, 6, 10]))


def _logspace(start: Any, end: Any, steps: int, base: Any = 10.0) -> Any:
    return np.logspace(start, end, steps, base=base)


@samples("logspace", ref=_logspace)
def logspace() -> Iterator[Sample]:
    yield Sample(0, 2, 3)
    yield Sample(1, -1, 4, 2.0)
    yield Sample(0.5, 2, 1)
    yield Sample(0, 1, 0)


@samples("eye", ref=np.eye)
def eye() -> Iterator[Sample]:
    yield Sample(3)
    yield Sample(2, 4)
    yield Sample(0)
    yield Sample(2, dtype=np.dtype(bool))


def _triangle(indices: Any) -> Any:
    return lambda row, col, offset=0: np.stack(indices(row, offset, col))


@samples(
    "tril_indices",
    "triu_indices",
    ref={"tril_indices": _triangle(np.tril_indices), "triu_indices": _triangle(np.triu_indices)},
)
def triangles() -> Iterator[Sample]:
    yield Sample(3, 3)
    yield Sample(3, 4, 1)
    yield Sample(4, 2, -1)
    yield Sample(0, 3)
    yield Sample(2, 2, 9)
