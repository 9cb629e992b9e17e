"""Samples of ``wengert._core.ops.index.gather``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.index import array, ints


def along(x: Any, index: Any, dim: int) -> tuple[Any, ...]:
    key = list(np.indices(index.shape))
    key[dim] = index
    return tuple(key)


def gathered(x: Any, index: Any, dim: int, sparse_grad: bool = False) -> Any:
    i = np.atleast_1d(index)
    return np.atleast_1d(x)[along(x, i, dim)].reshape(index.shape)


@samples("_gather", ref=gathered)
def gathers() -> Iterator[Sample]:
    yield Sample(array(2, 3), ints([0, 2], [1, 1]), dim=1)
    yield Sample(array(3, 3), ints([0, 2], [1, 1]), dim=0, sparse_grad=False)
    yield Sample(array(2, 3), ints([2, 2, 0, 1]), dim=-1)
    yield Sample(np.array(1.5), np.array(0), dim=0)
    yield Sample(np.array(1.5), ints(0, 0), dim=0)
    yield Sample(array(3), np.array(1), dim=0)
    yield Sample(cnormal(rng(), 3), ints(2, 2), dim=0)
    yield Sample(np.arange(3), ints(2, 2), dim=0)
    yield Sample(array(2, 3), np.zeros((0, 3), int), dim=0)


@samples("gather")
def gathers_public() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1, ints([0], [2]))


@samples("_ungather", ref=lambda x, index, shape, dim: combined(np.add, np.zeros(shape, x.dtype), index, x, dim))
def ungathers() -> Iterator[Sample]:
    yield Sample(array(2, 2), ints([0, 2], [1, 1]), shape=(2, 3), dim=1)
    yield Sample(np.array(1.5), np.array(0), shape=(), dim=0)
    yield Sample(array(2), ints(0, 0), shape=(), dim=0)
    yield Sample(cnormal(rng(), 2), ints(1, 1), shape=(3,), dim=-1)


def combined(ufunc: Any, x: Any, index: Any, src: Any, dim: int) -> Any:
    out = np.array(x, ndmin=1)
    i = np.atleast_1d(index)
    if ufunc is None:
        out[along(x, i, dim)] = src
    else:
        ufunc.at(out, along(x, i, dim), np.reshape(src, i.shape))
    return out.reshape(np.shape(x))


@samples("_scatter", "_scatter_add", ref={
    "_scatter": lambda x, index, src, dim: combined(None, x, index, src, dim),
    "_scatter_add": lambda x, index, src, dim: combined(np.add, x, index, src, dim),
})  # fmt: skip
def scatters() -> Iterator[Sample]:
    yield Sample(array(2, 3), ints([0, 2], [1, 0]), array(2, 2) + 1, dim=1)
    yield Sample(array(3, 3), ints([0, 2], [1, 1]), array(2, 2) + 1, dim=-2)
    yield Sample(np.array(1.5), np.array(0), np.array(2.5), dim=0)
    yield Sample(cnormal(rng(), 3), ints(2, 0), cnormal(rng(), 2), dim=0)
    yield Sample(np.arange(3), ints(2, 0), ints(5, 7), dim=0)
    yield Sample(array(2, 3), np.zeros((0, 3), int), array(0, 3), dim=0)


@samples("_scatter_add")
def scatters_repeated() -> Iterator[Sample]:
    yield Sample(array(3), ints(2, 2), array(2) + 1, dim=0)


@samples("_scatter")
def scatters_number() -> Iterator[Sample]:
    yield Sample(array(2, 3), ints([0, 2], [1, 0]), 1.5, dim=1)


@samples("scatter_add")
def scatters_public() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1, ints([0], [2]), array(2, 2) + 1)
