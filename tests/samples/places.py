"""Samples of ``wengert._core.ops.index.places``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.gather import combined
from tests.samples.index import MASK, array, ints


@samples("getitem")
def brackets() -> Iterator[Sample]:
    def ref(x: Any, key: Any) -> Any:
        return x[key]

    keys: tuple[Any, ...] = (
        0, -1, slice(0, 1), (slice(None), slice(0, 3, 2)), None, Ellipsis, (), (0, 1), (Ellipsis, 0), (None, 1),
        [1, 0, 1], (slice(None), [0, -1]), MASK, (slice(None), np.array([True, False, True])), True, False,
        (ints(0, 1), ints(2, 2)), (Ellipsis, None, ints(1)), range(2), np.int64(1), (ints([0], [1]), ints(0, 2)),
    )  # fmt: skip
    for key in keys:
        yield Sample(array(2, 3), key, ref=ref)
    yield Sample(array(2, 3, 2), (0, slice(None), [0, 1]), ref=lambda x, key: x[0][:, [0, 1]])
    yield Sample(array(2, 3, 2), ([0, 1], slice(None), 0), ref=lambda x, key: x[..., 0][[0, 1]])
    yield Sample(array(2, 3, 2), ([0, 1], slice(None), [1, 1]), ref=ref)
    yield Sample(np.array(1.5), (Ellipsis, None), ref=ref)
    yield Sample(cnormal(rng(), 3), slice(1, None), ref=ref)


@samples("setitem_")
def writes() -> Iterator[Sample]:
    x = np.arange(6).reshape(2, 3)
    yield Sample(x, 0, ints(7, 8, 9))
    yield Sample(x, MASK, 7)
    yield Sample(x, (slice(None), [0, 2]), ints(7, 8))


@samples("scatter")
def scatters() -> Iterator[Sample]:
    index = ints([0, 2], [1, 0])
    yield Sample(array(2, 3), 1, index, array(2, 3) + 1)
    yield Sample(array(2, 3), 1, index, value=2.5, ref=lambda x, dim, i, value: combined(None, x, i, value, dim))
    yield Sample(array(2, 3), 1, ints([0, 0], [1, 1]), array(2, 2), reduce="add")
    yield Sample(array(2, 3), 1, ints([0, 0], [1, 1]), array(2, 2), reduce="multiply")
    yield Sample(array(2, 3), 1, index, value=2.5, reduce="multiply")


@samples("_scatter_prod")
def products() -> Iterator[Sample]:
    index = ints([0, 0, 2], [1, 0, 1])
    for keep in (True, False):
        yield Sample(array(2, 3), index, array(2, 3) + 2, dim=1, include_self=keep)
        yield Sample(np.array([0.0, 1.5, 2.0]), ints(0, 1, 1), np.array([2.0, 0.0, 3.0]), dim=0, include_self=keep)
    yield Sample(array(2, 3), index, array(2, 3) + 2, dim=1, include_self=True,
                 ref=lambda x, i, src, dim, include_self: combined(np.multiply, x, i, src, dim))  # fmt: skip
    yield Sample(cnormal(rng(), 3), ints(1, 1), cnormal(rng(), 2), dim=-1, include_self=True)
    yield Sample(np.array(1.5), np.array(0), np.array(2.5), dim=0, include_self=True)


@samples("_scatter_extreme")
def extremes() -> Iterator[Sample]:
    index = ints([0, 0, 2], [1, 0, 1])
    for largest in (True, False):
        for keep in (True, False):
            yield Sample(array(2, 3), index, array(2, 3) * 2 + 1, dim=1, include_self=keep, largest=largest)
            yield Sample(
                np.array([1.0, 2.0, 0.5]), ints(0, 0, 1, 1), np.array([1.0, 1.0, 2.0, 3.0]), dim=0, include_self=keep,
                largest=largest, kink=True,
            )  # fmt: skip
    yield Sample(np.arange(3), ints(0, 0), ints(-1, 5), dim=0, include_self=False, largest=True)


@samples("scatter_reduce")
def reductions() -> Iterator[Sample]:
    index = ints([0, 0, 2], [1, 0, 1])
    for reduce in ("sum", "mean", "prod", "amax", "amin"):
        yield Sample(array(2, 3), 1, index, array(2, 3) * 2 + 1, reduce)
        yield Sample(array(2, 3), -1, index, array(2, 3) * 2 + 1, reduce, include_self=False)
    yield Sample(np.arange(6).reshape(2, 3), 1, index, np.arange(6).reshape(2, 3), "mean")


@samples("index_reduce")
def vector_reductions() -> Iterator[Sample]:
    for reduce in ("mean", "prod", "amax"):
        yield Sample(array(3, 2), 0, ints(2, 0, 2), array(3, 2) * 2 + 1, reduce)


@samples("masked_scatter")
def masked_scatters() -> Iterator[Sample]:
    def ref(x: Any, mask: Any, source: Any) -> Any:
        mask = np.broadcast_to(mask, np.broadcast(x, mask).shape)
        out = np.broadcast_to(x, mask.shape).copy()
        out[mask] = source.reshape(-1)[: mask.sum()]
        return out

    yield Sample(array(2, 3), MASK, array(5) + 1, ref=ref)
    yield Sample(array(2, 3), MASK[0], array(2, 2) + 1, ref=ref)
    yield Sample(array(3), MASK, array(6) + 1, ref=ref)
    yield Sample(array(2, 3), np.zeros((2, 3), bool), array(0), ref=ref)


def first(x: Any, mask: Any, shape: Any) -> Any:
    out = np.zeros(shape, x.dtype)
    out.reshape(-1)[: mask.sum()] = x[mask]
    return out


@samples("_masked_scatter", ref=lambda x, mask, source: np.place(out := x.copy(), mask, source.reshape(-1)) or out)
def masked_scatter_rows() -> Iterator[Sample]:
    yield Sample(array(2, 3), MASK, array(5) + 1)
    yield Sample(array(2, 3), MASK, array(2, 3) + 1)
    yield Sample(array(2, 3) * 1j, MASK, array(6) + 1j)
    yield Sample(np.array(1.5), np.array(True), array(1))
    yield Sample(np.zeros((0, 3)), np.zeros((0, 3), bool), array(2))
    yield Sample(ints(2, 0, 2), np.array([True, False, True]), ints(5, 6))


@samples("_masked_first", ref=first)
def masked_first_rows() -> Iterator[Sample]:
    yield Sample(array(2, 3), MASK, shape=(5,))
    yield Sample(array(2, 3), MASK, shape=(2, 3))
    yield Sample(array(2, 3), np.zeros((2, 3), bool), shape=(0,))
    yield Sample(np.array(1.5), np.array(True), shape=())


@samples("nonzero", "argwhere", ref={"argwhere": np.argwhere})
def where_not_zero() -> Iterator[Sample]:
    yield Sample(MASK)
    yield Sample(np.array(1.5))


@samples("unravel_index", ref=lambda i, shape: np.unravel_index(i, shape))
def unravelled() -> Iterator[Sample]:
    yield Sample(ints(3, 5), (2, 3))


@samples("repeat_interleave", ref=lambda x, repeats, dim=None, **_: np.repeat(x, repeats, dim))
def repeated() -> Iterator[Sample]:
    yield Sample(array(2, 3), 2)
    yield Sample(array(2, 3), 3, 1)
    yield Sample(array(2, 3), ints(1, 0, 2), -1)
    yield Sample(array(2, 3), ints(2), 0, output_size=4)
    yield Sample(np.array(1.5), 3)


@samples("combinations")
def chosen() -> Iterator[Sample]:
    yield Sample(array(4))
    yield Sample(array(3), 3, True)
    yield Sample(array(3), 0)


@samples("_counts")
def counts() -> Iterator[Sample]:
    yield Sample(array(3), ints(1, 1), dim=0, include_self=True, ref=lambda x, *_, **__: np.array([1.0, 3.0, 1.0]))
    yield Sample(array(3), ints(1, 1), dim=0, include_self=False, ref=lambda x, *_, **__: np.array([1.0, 2.0, 1.0]))


@samples("_each_repeated", ref=lambda repeats, length, total=None: np.repeat(np.arange(length), repeats))
def each_repeated() -> Iterator[Sample]:
    yield Sample(ints(1, 0, 2), length=3)
    yield Sample(ints(1, 0, 2), length=3, total=3)


@samples("_filled_like", ref=lambda x, index, value: np.full(index.shape, value, x.dtype))
def filled_like() -> Iterator[Sample]:
    yield Sample(array(3), ints(0, 1), value=2.5)


@samples("_zeros_at", ref=np.zeros_like)
def zeros_at() -> Iterator[Sample]:
    yield Sample(array(2, 3))


@samples("_once", "_fail_at_zeros", ref=lambda x, zeros: x)
def once() -> Iterator[Sample]:
    yield Sample(array(3), np.array([0.0, 1.0, 1.0]))


@samples("_ranks", ref=lambda mask, ndim, limit: np.clip(np.cumsum(mask).reshape(mask.shape) - 1, 0, limit - 1))
def ranks() -> Iterator[Sample]:
    yield Sample(MASK, ndim=2, limit=5)


@samples("_unravel", ref=lambda i, shape: np.unravel_index(i, shape))
def unravelled_row() -> Iterator[Sample]:
    yield Sample(ints(3, 5), shape=(2, 3))


@samples("scatter_")
def in_place() -> Iterator[Sample]:
    """No samples: the law of in-place forms uses the samples of ``scatter``."""
    return iter(())


@samples("nonzero_static")
def first_places() -> Iterator[Sample]:
    yield Sample(array(2, 3) * MASK, size=2)
    yield Sample(np.array([[1, 0], [0, 2]]), size=4, fill_value=7)
    yield Sample(np.array(1.0), size=2)


@samples("fill_diagonal_")
def diagonals() -> Iterator[Sample]:
    """No samples: see ``tests/test_queries.py``."""
    return iter(())
