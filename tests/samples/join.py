"""Samples of ``wengert._core.ops.shape.join``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples


def array(*shape: int) -> np.ndarray:
    return rng().normal(size=shape)


def joined(xs: Any, dim: int, sizes: Any) -> Any:
    return np.concatenate([x for x, n in zip(xs, sizes, strict=True) if n is not None], dim)


@samples("_cat", ref=joined)
def cats() -> Iterator[Sample]:
    yield Sample([array(2, 3), array(1, 3)], dim=0, sizes=(2, 1))
    yield Sample([array(2, 3), array(2, 1), array(2, 2)], dim=-1, sizes=(3, 1, 2))
    yield Sample([cnormal(rng(), 2), array(3)], dim=0, sizes=(2, 3))
    yield Sample([array(2, 3), array(0)], dim=0, sizes=(2, None))
    yield Sample([np.arange(3), array(2)], dim=0, sizes=(3, 2))
    yield Sample([np.arange(3), np.arange(2)], dim=0, sizes=(3, 2))
    yield Sample([array(0, 3), array(1, 3)], dim=0, sizes=(0, 1))


@samples("_cat_public", ref=np.concatenate)
def cats_public() -> Iterator[Sample]:
    yield Sample([array(2, 3), array(2, 1)], 1)
    yield Sample([array(2), array(0)])
    yield Sample([array(2, 3), np.zeros((0, 3), int)], 0)


@samples("stack", ref=lambda xs, dim: np.stack(xs, dim))
def stacks() -> Iterator[Sample]:
    for dim in (0, 1, -1):
        yield Sample([array(2, 3), array(2, 3) + 1], dim=dim)
    yield Sample([np.array(1.0), np.array(2.0)], dim=0)
    yield Sample([cnormal(rng(), 2), array(2)], dim=1)
    yield Sample([np.arange(2), np.arange(2)], dim=0)
    yield Sample([array(0, 2)], dim=1)


@samples("_stack_public", ref=np.stack)
def stacks_public() -> Iterator[Sample]:
    yield Sample([array(2), array(2) + 1], -1)


@samples(
    "hstack", "vstack", "dstack", "column_stack",
    ref={"hstack": np.hstack, "vstack": np.vstack, "dstack": np.dstack},
)  # fmt: skip
def side_by_side() -> Iterator[Sample]:
    yield Sample([array(2, 3), array(2, 3)])
    yield Sample([array(3), array(3)])
    yield Sample([np.array(1.0), np.array(2.0)])
    yield Sample([array(2, 3), np.arange(6).reshape(2, 3)])


@samples("_block_diag")
def blocks() -> Iterator[Sample]:
    def ref(xs: Any, shapes: Any) -> Any:
        out = np.zeros((sum(s[0] for s in shapes), sum(s[1] for s in shapes)), np.result_type(*xs))
        i = j = 0
        for x in xs:
            out[i : i + x.shape[0], j : j + x.shape[1]] = x
            i, j = i + x.shape[0], j + x.shape[1]
        return out

    yield Sample([array(2, 3), array(1, 2)], shapes=((2, 3), (1, 2)), ref=ref)
    yield Sample([cnormal(rng(), 2, 1), array(1, 1)], shapes=((2, 1), (1, 1)), ref=ref)
    yield Sample([array(0, 2), array(1, 2)], shapes=((0, 2), (1, 2)), ref=ref)


@samples("block_diag")
def blocks_public() -> Iterator[Sample]:
    yield Sample(array(2, 2), array(3), np.array(1.5))


@samples("cartesian_prod")
def products() -> Iterator[Sample]:
    yield Sample(array(2), array(3))
    yield Sample(array(3))


@samples("_unbind", "unbind", "unbind_copy", ref=lambda x, dim=0: tuple(np.moveaxis(x, dim, 0)))
def unbinds() -> Iterator[Sample]:
    yield Sample(array(2, 3), dim=0)
    yield Sample(array(2, 3), dim=-1)
    yield Sample(array(3), dim=0)
    yield Sample(cnormal(rng(), 2, 2), dim=1)
    yield Sample(np.arange(4).reshape(2, 2), dim=0)
    yield Sample(array(2, 0), dim=0)


def cut(x: Any, sizes: Any, dim: int) -> tuple[Any, ...]:
    return tuple(np.split(x, np.cumsum(sizes)[:-1], dim))


@samples(
    "split_with_sizes",
    "split_with_sizes_copy",
    ref=lambda x, split_sizes, dim=0: cut(x, split_sizes, dim),
)
def splits_with_sizes() -> Iterator[Sample]:
    yield Sample(array(3, 2), split_sizes=(1, 2))
    yield Sample(array(2, 5), split_sizes=(2, 0, 3), dim=-1)
    yield Sample(cnormal(rng(), 3), split_sizes=(3,))


@samples(
    "split_copy",
    ref=lambda x, split_size, dim=0: tuple(np.split(x, range(split_size, x.shape[dim], split_size), dim)),
)
def copies_of_parts() -> Iterator[Sample]:
    yield Sample(array(3, 2), split_size=2)
    yield Sample(array(2, 5), split_size=2, dim=-1)
    yield Sample(cnormal(rng(), 3), 3, 0)


@samples("_split", ref=lambda x, split_size, dim: tuple(np.split(x, range(split_size, x.shape[dim], split_size), dim)))
def splits_evenly() -> Iterator[Sample]:
    yield Sample(array(5, 2), split_size=2, dim=0)
    yield Sample(array(2, 4), split_size=3, dim=-1)
    yield Sample(np.arange(4), split_size=2, dim=0)


@samples("unsafe_split", "unsafe_chunk")
def writable_parts() -> Iterator[Sample]:
    yield Sample(array(5, 2), 2)
    yield Sample(array(2, 5), 3, dim=-1)
    yield Sample(array(0, 2), 1)


@samples("unsafe_split_with_sizes")
def writable_parts_of_sizes() -> Iterator[Sample]:
    yield Sample(array(4, 2), (1, 3))
    yield Sample(array(2, 4), (1, 0, 3), dim=-1)


@samples("split", "chunk", "tensor_split")
def splits() -> Iterator[Sample]:
    yield Sample(array(5, 2), 2)
    yield Sample(array(2, 5), 3, dim=-1)
    yield Sample(array(0, 2), 1)


@samples("split", "tensor_split")
def splits_at() -> Iterator[Sample]:
    yield Sample(array(4, 2), (1, 3))


@samples("hsplit", "vsplit", "dsplit", ref={"hsplit": np.hsplit, "vsplit": np.vsplit, "dsplit": np.dsplit})
def splits_named() -> Iterator[Sample]:
    yield Sample(array(2, 4, 2), 2)
    yield Sample(array(2, 3, 4), (1, 2))
