"""Samples of ``wengert._core.ops.linalg.contract``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.matmul import _of


@samples("_contract", ref=lambda x, y, x_axes, y_axes, axes: np.einsum(x, list(x_axes), y, list(y_axes), list(axes)))
def contractions() -> Iterator[Sample]:
    for shapes, x_axes, y_axes, axes in (
        ([(2, 3), (3, 4)], (0, 1), (1, 2), (2, 0)),
        ([(2, 3, 2), (2, 2, 3)], (0, 1, 2), (2, 0, 1), ()),
        ([(2, 3, 2), (2, 2)], (0, 1, 2), (2, 0), (1, 0)),
        ([(2,), (3,)], (0,), (1,), (1, 0)),
        ([(2, 3), (3, 2)], (0, 1), (1, 0), (1, 0)),
        ([(), ()], (), (), ()),
        ([(0, 3), (3, 2)], (0, 1), (1, 2), (0, 2)),
        ([(2, 0), (0, 2)], (0, 1), (1, 2), (0, 2)),
    ):
        yield from _of([shapes], x_axes=x_axes, y_axes=y_axes, axes=axes)


@samples("einsum", ref=np.einsum)
def einsums() -> Iterator[Sample]:
    r = rng()
    for equation, *shapes in (
        ("ij,jk->ik", (2, 3), (3, 4)),
        ("ij,jk", (2, 3), (3, 2)),
        ("ii->i", (3, 3)),
        ("ii", (3, 3)),
        ("iij,jk->ki", (2, 2, 3), (3, 2)),
        ("ij->ji", (2, 3)),
        ("ij->", (2, 3)),
        ("...ij,...jk->...ik", (2, 1, 2, 2), (2, 2, 2)),
        ("bij,bjk,k->bi", (2, 2, 3), (2, 3, 2), (2,)),
        ("i,j->ji", (2,), (3,)),
        ("i,i->", (3,), (3,)),
        ("ij,k->", (2, 3), (2,)),
        ("ij,jk->ik", (2, 1), (3, 2)),
        ("...i,...->i...", (2, 3), (1,)),
        ("ab,bc,cd,de->ea", (2, 3), (3, 2), (2, 2), (2, 1)),
        (" i j , j k -> i k", (2, 3), (3, 2)),
        ("bij,bjk->bik", (0, 2, 3), (0, 3, 2)),
        ("", ()),
    ):
        yield Sample(equation, *(r.normal(size=s) for s in shapes))
    yield Sample("ij,jk->ik", cnormal(r, 2, 3), cnormal(r, 3, 2))
    yield Sample("ij,jk->ik", r.integers(-3, 4, size=(2, 3)), r.integers(-3, 4, size=(3, 2)))
    yield Sample(r.normal(size=(2, 3)), [0, 1], r.normal(size=(3, 2)), [1, 2], [0, 2])
    yield Sample(r.normal(size=(2, 3)), [..., 1], r.normal(size=3), [1], [...])


@samples("tensordot")
def tensordots() -> Iterator[Sample]:
    for dims in (1, 2, 0, ([0], [1]), ([1, 0], [0, 1]), ([-1], [0])):
        yield from _of([[(3, 3), (3, 3)]], dims=dims, integers=dims == 1)
    yield from _of([[(2, 3), (3, 2, 2)]], dims=1)
    yield from _of([[(2, 3), (1, 2)]], dims=1, integers=False)
