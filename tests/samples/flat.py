"""Samples of ``wengert._core.ops.index.flat``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.index import MASK, array, ints


@samples("take", ref=np.take)
def takes() -> Iterator[Sample]:
    yield Sample(array(2, 3), ints([0, -1], [4, 4]))
    yield Sample(array(2, 3), np.array(3))
    yield Sample(np.array(1.5), ints(0, 0))
    yield Sample(cnormal(rng(), 3), ints(2))
    yield Sample(np.arange(3), ints(2))
    yield Sample(array(2, 3), ints())


@samples("put")
def puts() -> Iterator[Sample]:
    def ref(x: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
        out = x.copy()
        if accumulate:
            np.add.at(out.reshape(-1), index.reshape(-1), source.reshape(-1))
        else:
            np.put(out, index, source)
        return out

    yield Sample(array(2, 3), ints([0, -1], [4, 1]), array(4) + 1, ref=ref)
    yield Sample(array(2, 3), ints(0, 4, 4), array(3) + 1, accumulate=True, ref=ref)
    yield Sample(np.array(1.5), np.array(0), np.array(2.5), ref=ref)
    yield Sample(cnormal(rng(), 3), ints(1), cnormal(rng(), 1), ref=ref)
    yield Sample(np.arange(3), ints(1), ints(9), ref=ref)


@samples("take_along_dim", ref=np.take_along_axis)
def takes_along() -> Iterator[Sample]:
    yield Sample(array(2, 3), ints([0, 2, -1]), 1)
    yield Sample(array(1, 3), ints([[0], [0]]).reshape(2, 1), 1)


@samples("masked_fill", ref=lambda x, mask, value: np.where(mask, value, x))
def masked_fills() -> Iterator[Sample]:
    yield Sample(array(2, 3), MASK, 1.5)
    yield Sample(array(2, 3), MASK, array() + 1)
    yield Sample(array(2, 3), MASK[0], 1.5)
    yield Sample(array(3), MASK, array() + 1)
    yield Sample(cnormal(rng(), 2, 3), MASK, cnormal(rng()))
    yield Sample(np.arange(6).reshape(2, 3), MASK, 7)
    yield Sample(np.array(1.5), np.array(True), 2.5)
    yield Sample(array(0, 3), MASK[:0], 1.5)


@samples("_from_front", ref=lambda index, n: np.where(index < 0, index + n, index))
def from_front() -> Iterator[Sample]:
    yield Sample(ints(0, -1, 2), n=3)
    yield Sample(np.array(-2), n=3)
    yield Sample(np.zeros((0, 2), int), n=3)
