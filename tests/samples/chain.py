"""Samples of ``wengert._core.ops.linalg.chain``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.matmul import _of


@samples("linalg.multi_dot", ref=lambda tensors: np.linalg.multi_dot(tensors))
def chains() -> Iterator[Sample]:
    r = rng()
    for shapes in ([(2, 3), (3, 2)], [(2, 3), (3, 4), (4, 1)], [(3,), (3, 2), (2, 3), (3,)], [(3,), (3, 2)]):
        yield Sample([r.normal(size=s) for s in shapes])
    yield Sample([cnormal(r, 2, 3), cnormal(r, 3, 2), cnormal(r, 2, 2)])


@samples("chain_matmul", ref=lambda *matrices: np.linalg.multi_dot(matrices))
def chain_matmul() -> Iterator[Sample]:
    yield from _of([[(2, 3), (3, 2), (2, 4)], [(2, 3), (3, 2)]])


@samples("matrix_power", ref=np.linalg.matrix_power)
def powers() -> Iterator[Sample]:
    r = rng()
    for n in (0, 1, 2, 3, 5):
        yield Sample(r.normal(size=(2, 2)), n)
    yield Sample(r.normal(size=(2, 3, 3)), 3, cond=10.0)
    yield Sample(cnormal(r, 2, 2), 3, cond=10.0)
    yield Sample(r.integers(-2, 3, size=(2, 2)), 2)


@samples("_identity_like", ref=lambda x: np.broadcast_to(np.eye(x.shape[-1]), x.shape))
def identities() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 2)))
    yield Sample(rng().normal(size=(2, 3, 3)))


@samples("_cross", "cross", "linalg.cross", ref=lambda x, y, dim=-1: np.cross(x, y, axis=dim))
def cross_products() -> Iterator[Sample]:
    yield from _of([[(2, 3), (2, 3)], [(3,), (3,)], [(1, 3), (2, 3)], [(0, 3), (0, 3)]], dim=-1)
    yield from _of([[(3, 2), (3, 2)]], dim=0)
