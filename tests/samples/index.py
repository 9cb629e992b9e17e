"""Samples of ``wengert._core.ops.index.index``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

MASK = np.array([[True, False, True], [False, True, True]])


def array(*shape: int) -> np.ndarray:
    return rng().normal(size=shape)


def ints(*values: Any) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def key_of(indices: Any, dims: Any) -> tuple[Any, ...]:
    key: list[Any] = []
    at = 0
    for i, d in zip(indices, dims, strict=True):
        key += [slice(None)] * (d - at) + [i]
        at = d + (i.ndim if i.dtype == bool else 1)
    return tuple(key)


INDICES: tuple[tuple[tuple[int, ...], tuple[np.ndarray, ...], tuple[int, ...]], ...] = (
    ((3, 2), (ints(2, 0, 2),), (0,)),
    ((3, 2), (ints([1, 0], [-1, 1]),), (1,)),
    ((3, 2), (ints(0, 2), ints(1, -1)), (0, 1)),
    ((2, 3, 2), (ints(0, 1), ints(1, 1)), (0, 2)),
    ((2, 2, 3), (ints([0], [1]), ints(2, 0)), (1, 2)),
    ((2, 3), (MASK,), (0,)),
    ((2, 2, 3), (MASK,), (1,)),
    ((2, 3), (np.array([True, False, True]),), (1,)),
    ((2, 3, 2), (np.array([True, True]), ints(0, 1)), (0, 2)),
    ((3, 2), (ints(),), (0,)),
)


@samples("_index", ref=lambda x, indices, dims: x[key_of(indices, dims)])
def indexed() -> Iterator[Sample]:
    for shape, indices, dims in INDICES:
        yield Sample(array(*shape), list(indices), dims=dims)
    yield Sample(cnormal(rng(), 3, 2), [ints(2, 2)], dims=(0,))
    yield Sample(np.arange(6).reshape(3, 2), [ints(2, 2)], dims=(0,))


@samples("_unindex")
def unindexed() -> Iterator[Sample]:
    def ref(x: Any, indices: Any, shape: Any, dims: Any) -> Any:
        out = np.zeros(shape, x.dtype)
        np.add.at(out, key_of(indices, dims), x)
        return out

    for shape, indices, dims in INDICES:
        x = array(*np.zeros(shape)[key_of(indices, dims)].shape)
        yield Sample(x, list(indices), shape=shape, dims=dims, ref=ref)
    yield Sample(cnormal(rng(), 2, 2), [ints(2, 2)], shape=(3, 2), dims=(0,), ref=ref)


@samples("_index_put")
def put_at() -> Iterator[Sample]:
    def ref(x: Any, values: Any, indices: Any, dims: Any, accumulate: bool) -> Any:
        out = x.copy()
        if accumulate:
            np.add.at(out, key_of(indices, dims), values)
        else:
            out[key_of(indices, dims)] = values
        return out

    for shape, indices, dims in INDICES:
        values = array(*np.zeros(shape)[key_of(indices, dims)].shape) + 1
        yield Sample(array(*shape), values, list(indices), dims=dims, accumulate=True, ref=ref)
        yield Sample(array(*shape), array() + 1, list(indices), dims=dims, accumulate=True, ref=ref)
    yield Sample(array(3, 2), array(2, 2) + 1, [ints(2, 0)], dims=(0,), accumulate=False, ref=ref)
    yield Sample(array(2, 3), array(1) + 1, [MASK], dims=(0,), accumulate=False, ref=ref)
    yield Sample(array(2, 3, 2), array(3) + 1, [ints(0, 1), ints(1, 1)], dims=(0, 2), accumulate=False, ref=ref)
    yield Sample(array(2, 3), 2.0, [ints(1)], dims=(0,), accumulate=False, ref=ref)
    yield Sample(cnormal(rng(), 3), cnormal(rng(), 2), [ints(2, 0)], dims=(0,), accumulate=False, ref=ref)
    yield Sample(np.arange(3), ints(5, 7), [ints(2, 2)], dims=(0,), accumulate=True, ref=ref)


@samples("index_put")
def put_public() -> Iterator[Sample]:
    yield Sample(array(3, 2), (ints(2, 0),), array(2, 2) + 1)
    yield Sample(array(2, 3), (MASK,), array() + 1, accumulate=True)


@samples("_index_select", ref=lambda x, index, dim: np.take(x, index.reshape(-1), dim) if x.ndim else x)
def selected() -> Iterator[Sample]:
    yield Sample(array(3, 2), ints(2, 0, 2), dim=0)
    yield Sample(array(2, 3), ints(1, 1), dim=-1)
    yield Sample(array(3), np.array(1), dim=0)
    yield Sample(np.array(1.5), ints(0), dim=0)
    yield Sample(cnormal(rng(), 3), ints(2, 2), dim=0)
    yield Sample(np.arange(3), ints(2, 2), dim=0)
    yield Sample(array(3, 0), ints(2, 2), dim=0)
    yield Sample(array(3), ints(), dim=0)


@samples("index_select", ref=lambda x, dim, index: np.take(x, index, dim))
def selected_public() -> Iterator[Sample]:
    yield Sample(array(3, 2), 0, ints(2, 0, 2).astype(np.int32))


def added(x: Any, index: Any, source: Any, dim: int, alpha: Any = 1) -> Any:
    out = np.moveaxis(np.atleast_1d(x).copy(), dim, 0)
    np.add.at(out, np.atleast_1d(index), alpha * np.moveaxis(np.atleast_1d(source), dim, 0))
    return np.moveaxis(out, 0, dim).reshape(x.shape)


@samples("_index_add", "_index_copy")
def added_vectors() -> Iterator[Sample]:
    yield Sample(array(3, 2), ints(2, 0), array(2, 2) + 1, dim=0)
    yield Sample(array(2, 3), ints(1), array(2, 1) + 1, dim=-1)
    yield Sample(np.array(1.5), np.array(0), np.array(2.5), dim=0)
    yield Sample(cnormal(rng(), 3), ints(1, 0), cnormal(rng(), 2), dim=0)
    yield Sample(np.arange(3), ints(1, 0), ints(5, 7), dim=0)


@samples("_index_add", ref=added)
def added_scaled() -> Iterator[Sample]:
    yield Sample(array(3), ints(2, 2), array(2) + 1, dim=0)
    yield Sample(array(3), ints(2, 2), array(2) + 1, dim=0, alpha=-2.0)
    yield Sample(cnormal(rng(), 3), ints(2, 0), cnormal(rng(), 2), dim=0, alpha=1 + 2j)


@samples("_index_copy", ref=lambda x, index, source, dim: filled(x, index, source, dim))
def copied_vectors() -> Iterator[Sample]:
    yield Sample(array(3, 2), ints(2, 0), array(2, 2) + 1, dim=0)


@samples("index_add", "index_copy")
def added_public() -> Iterator[Sample]:
    yield Sample(array(3, 2), 0, ints(2, 0), array(2, 2) + 1)
    yield Sample(cnormal(rng(), 2, 3), -1, ints(1), cnormal(rng(), 2, 1))


def filled(x: Any, index: Any, value: Any, dim: int) -> Any:
    out = np.moveaxis(np.atleast_1d(x).copy(), dim, 0)
    out[np.atleast_1d(index)] = value if np.ndim(value) == 0 else np.moveaxis(value, dim, 0)
    return np.moveaxis(out, 0, dim).reshape(x.shape)


@samples("_index_fill", ref=filled)
def fills() -> Iterator[Sample]:
    yield Sample(array(3, 2), ints(2, -3), 1.5, dim=0)
    yield Sample(array(3, 2), ints(1, 1), array() + 1, dim=-1)
    yield Sample(np.array(1.5), np.array(0), 2.5, dim=0)
    yield Sample(cnormal(rng(), 3), ints(1), cnormal(rng()), dim=0)
    yield Sample(np.arange(3), ints(1), 7, dim=0)


@samples("index_fill", ref=lambda x, dim, index, value: filled(x, index, value, dim))
def fills_public() -> Iterator[Sample]:
    yield Sample(array(3, 2), 0, ints(2), 1.5)


def picked(x: Any, mask: Any) -> Any:
    x, mask = np.broadcast_arrays(x, mask)
    return x[mask]


@samples("masked_select", ref=picked)
def masked_selects() -> Iterator[Sample]:
    yield Sample(array(2, 3), MASK)
    yield Sample(array(2, 3), MASK[0])
    yield Sample(array(3), MASK)
    yield Sample(np.array([1.5]), np.array(True))


@samples("_nonzero", ref=np.argwhere)
def where_not_zero() -> Iterator[Sample]:
    yield Sample(MASK)
    yield Sample(np.array([0.0, 1.0]))


@samples("index_add_", "index_copy_", "index_fill_", "index_put_", "scatter_add_")
def in_place() -> Iterator[Sample]:
    """No samples: the law of in-place forms uses the samples of the out-of-place functions."""
    return iter(())
