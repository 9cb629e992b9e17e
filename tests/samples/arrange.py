"""Samples of ``wengert._core.ops.shape.arrange``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.shape import array, each


@samples("expand")
def expanded() -> Iterator[Sample]:
    for x, shape, full in (
        (array(2, 3), (2, 2, 3), (2, 2, 3)),
        (array(2, 1), (-1, 3), (2, 3)),
        (cnormal(rng(), 1, 3), (2, -1), (2, 3)),
        (np.arange(3), (2, 3), (2, 3)),
        (np.array(1.5), (2, 2), (2, 2)),
        (np.array(1.5), (), ()),
        (array(2, 3), (2, 3), (2, 3)),
        (array(0, 1), (0, 3), (0, 3)),
        (array(1, 3), (0, 3), (0, 3)),
        (array(3)[::2], (3, 2), (3, 2)),
    ):
        yield Sample(x, shape=shape, ref=lambda x, shape, full=full: np.broadcast_to(x, full))


@samples("_expand", ref=lambda x, *size: np.broadcast_to(x, size))
def expanded_method() -> Iterator[Sample]:
    yield Sample(array(2, 1), 2, 2, 3)


@samples("expand_as", ref=lambda x, other: np.broadcast_to(x, other.shape))
def expanded_as() -> Iterator[Sample]:
    yield Sample(array(2, 1), np.zeros((3, 2, 2)) > 0)


@samples("broadcast_to", ref=lambda x, *size: np.broadcast_to(x, size))
def broadcast() -> Iterator[Sample]:
    yield Sample(array(2, 1), 3, 2, 2)


@samples("broadcast_tensors", ref=np.broadcast_arrays)
def broadcast_together() -> Iterator[Sample]:
    yield Sample(array(2, 1), array(3), np.array(1.0))
    yield Sample(array(2, 1), np.arange(3))
    yield Sample(array(0, 1), array(1))


@samples("broadcast_shapes")
def shapes_together() -> Iterator[Sample]:
    yield Sample((2, 1), (3,))
    yield Sample(2, (3, 1))


@samples("meshgrid", ref=np.meshgrid)
def grids() -> Iterator[Sample]:
    yield Sample(array(2), array(3), indexing="ij")
    yield Sample(array(2), array(3), array(2), indexing="xy")
    yield Sample(array(2), np.array(1.5), indexing="xy")
    yield Sample(array(3), indexing="xy")
    yield Sample(array(0), array(2), indexing="ij")


@samples("repeat", ref=lambda x, repeats: np.tile(x, repeats))
def repeated() -> Iterator[Sample]:
    yield from each(2, 3, repeats=(2, 1))
    yield Sample(array(2, 3), repeats=(2, 1, 2))
    yield Sample(np.array(1.5), repeats=(3,))
    yield Sample(np.array(1.5), repeats=())
    yield Sample(array(2, 3), repeats=(1, 1))
    yield Sample(array(2), repeats=(0,))
    yield Sample(array(0, 2), repeats=(2, 2))


@samples("tile", "_repeat", ref=lambda x, *dims: np.tile(x, dims))
def tiled() -> Iterator[Sample]:
    yield Sample(array(2, 3), 2, 2)
    yield Sample(array(3), 2, 2)


@samples("tile")
def tiled_last() -> Iterator[Sample]:
    yield Sample(array(2, 3), (2,), ref=np.tile)


@samples("flip", ref=lambda x, dims: np.flip(x, dims) if x.ndim else x)
def flipped() -> Iterator[Sample]:
    yield from each(2, 3, zero=True, dims=(0,))
    yield Sample(array(2, 3), dims=(0, -1))
    yield Sample(array(2, 3), dims=())
    yield Sample(array(0, 3), dims=(1,))


@samples("_flip", ref=lambda x, *dims: np.flip(x, dims))
def flipped_method() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1, 0)


@samples("fliplr", "flipud", ref={"fliplr": np.fliplr, "flipud": np.flipud})
def flipped_matrices() -> Iterator[Sample]:
    yield from each(2, 3)
    yield Sample(array(2, 0))


@samples("_roll", ref=lambda x, shifts, dims: np.roll(x, shifts, dims or None))
def rolled() -> Iterator[Sample]:
    yield from each(2, 3, shifts=(1,), dims=(1,))
    yield from each(2, 3, zero=True, shifts=(2,), dims=())
    yield Sample(array(2, 3), shifts=(-1, 2), dims=(0, -1))
    yield Sample(array(0, 3), shifts=(1,), dims=(1,))


@samples("roll", ref=np.roll)
def rolled_public() -> Iterator[Sample]:
    yield Sample(array(2, 3), 1)
    yield Sample(array(2, 3), (1, 2), (0, 1))


@samples("_rot90", ref=lambda x, turns, dims: np.rot90(x, turns, dims))
def rotated_row() -> Iterator[Sample]:
    for turns in (0, 1, 2, 3):
        yield Sample(array(2, 3), turns=turns, dims=(0, 1))
    yield Sample(array(2, 3, 2), turns=1, dims=(2, 0))
    yield Sample(array(0, 3), turns=1, dims=(0, 1))


@samples("rot90", ref=lambda x, k=1, dims=(0, 1): np.rot90(x, k, dims))
def rotated() -> Iterator[Sample]:
    yield from each(2, 3)
    for k in (-1, 0, 2, 3):
        yield Sample(array(2, 3), k=k)
    yield Sample(array(2, 3, 2), 1, (0, -1))
    yield Sample(array(0, 3))


@samples(
    "tril", "triu",
    ref={"tril": lambda x, diagonal=0: np.tril(x, diagonal), "triu": lambda x, diagonal=0: np.triu(x, diagonal)},
)  # fmt: skip
def triangles() -> Iterator[Sample]:
    yield from each(2, 3)
    for diagonal in (-1, 1, 5):
        yield Sample(array(3, 3), diagonal=diagonal)
    yield Sample(array(2, 2, 3), diagonal=1)
    yield Sample(array(0, 3))
