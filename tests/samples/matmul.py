"""Samples of ``wengert._core.ops.linalg.matmul``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

Shapes = Sequence[tuple[int, ...]]


def _of(shapes: Sequence[Shapes], integers: bool = True, **params: Any) -> Iterator[Sample]:
    """Real arrays of each group of shapes. The first group also complex, with mixed layouts, and integer."""
    r = rng()
    for group in shapes:
        yield Sample(*(r.normal(size=s) for s in group), **params)
    yield Sample(*(cnormal(r, *s) for s in shapes[0]), **params)
    if integers:
        yield Sample(*(r.integers(-3, 4, size=s) for s in shapes[0]), **params)


@samples("matmul", ref=np.matmul)
def products() -> Iterator[Sample]:
    yield from _of([
        [(2, 3), (3, 4)], [(3,), (3,)], [(3,), (3, 4)], [(2, 3), (3,)], [(2, 2, 3), (3, 2)], [(2, 3), (2, 3, 2)],
        [(2, 1, 2, 3), (2, 3, 2)], [(2, 2, 3), (3,)], [(3,), (2, 3, 2)], [(0, 3), (3, 2)], [(2, 0), (0, 3)],
    ])  # fmt: skip


@samples("mm", ref=np.matmul)
def matrices() -> Iterator[Sample]:
    yield from _of([[(2, 3), (3, 4)], [(1, 3), (3, 2)], [(0, 3), (3, 2)], [(2, 0), (0, 3)]])


@samples("mv", ref=np.matmul)
def matrix_and_vector() -> Iterator[Sample]:
    yield from _of([[(2, 3), (3,)], [(3, 2), (2,)], [(0, 3), (3,)]])


@samples("dot", "vdot", "inner", ref={"dot": np.dot, "vdot": np.vdot, "inner": np.inner})
def vectors() -> Iterator[Sample]:
    yield from _of([[(3,), (3,)], [(1,), (1,)], [(0,), (0,)]])


@samples("inner", ref=np.inner)
def last_axes() -> Iterator[Sample]:
    yield from _of([[(2, 3), (4, 3)], [(3,), (2, 2, 3)], [(), (2, 3)]])


@samples("outer", ref=np.outer)
def outer() -> Iterator[Sample]:
    yield from _of([[(2,), (3,)], [(0,), (3,)], [(1,), (1,)]])


@samples("bmm", "_bmm", ref=np.matmul)
def batches() -> Iterator[Sample]:
    yield from _of([[(2, 2, 3), (2, 3, 2)], [(3, 1, 2), (3, 2, 2)], [(0, 2, 3), (0, 3, 2)]])


@samples("_bmm", ref=np.matmul)
def broadcast_batches() -> Iterator[Sample]:
    yield from _of([[(2, 1, 2, 3), (2, 3, 2)], [(2, 3), (2, 3, 2)]])


@samples("linalg.vecdot", ref=lambda x, y, dim=-1: (np.conj(x) * y).sum(dim))
def vector_products() -> Iterator[Sample]:
    yield from _of([[(2, 3), (2, 3)], [(2, 3), (3,)], [(3,), (3,)]], integers=False)
    yield from _of([[(2, 3), (2, 3)]], integers=False, dim=0)


@samples("kron", ref=np.kron)
def kron() -> Iterator[Sample]:
    yield from _of([[(2, 3), (2, 2)], [(2,), (3, 1, 2)], [(), (2,)], [(2, 0), (2, 2)]])


def _weighed(x: Any, y: Any, beta: Any, alpha: Any) -> Any:
    return beta * x + alpha * y


@samples("_scaled_sum", "_scaled_outer", ref={"_scaled_sum": _weighed, "_scaled_outer": _weighed})
def scaled_sums() -> Iterator[Sample]:
    yield from _of([[(2, 3), (2, 3)], [(3,), (2, 3)], [(), ()], [(0, 3), (0, 3)]], beta=1, alpha=1)
    yield from _of([[(2, 3), (2, 3)]], beta=2, alpha=-3)
    yield from _of([[(2, 3), (2, 3)]], beta=0, alpha=1)
    yield from _of([[(2, 3), (2, 3)]], integers=False, beta=0.5, alpha=1.5)
    yield _complex((2, 3), (2, 3))


def _complex(*shapes: tuple[int, ...]) -> Sample:
    """Complex arrays and factors."""
    r = rng()
    return Sample(*(cnormal(r, *s) for s in shapes), beta=0.5 - 1j, alpha=1.5j)


def _added(product: Any) -> Any:
    return lambda x, a, b, beta=1, alpha=1: beta * x + alpha * product(a, b)


def _with_scales(shapes: Sequence[Shapes]) -> Iterator[Sample]:
    yield from _of(shapes)
    yield from _of(shapes[:1], beta=2, alpha=3)
    yield from _of(shapes[:1], integers=False, beta=0.5, alpha=-1.5)
    yield _complex(*shapes[0])
    yield from _of(shapes[:1], beta=0)


@samples("addmm", ref=_added(np.matmul))
def addmm() -> Iterator[Sample]:
    yield from _with_scales([[(2, 4), (2, 3), (3, 4)], [(4,), (2, 3), (3, 4)], [(0, 2), (0, 3), (3, 2)]])


@samples("addmv", ref=_added(np.matmul))
def addmv() -> Iterator[Sample]:
    yield from _with_scales([[(2,), (2, 3), (3,)], [(), (2, 3), (3,)]])


@samples("addr", ref=_added(np.outer))
def addr() -> Iterator[Sample]:
    yield from _with_scales([[(2, 3), (2,), (3,)], [(3,), (2,), (3,)]])
    yield Sample(np.ones((2, 3)), np.arange(2), np.arange(3.0))  # of several dtypes
    yield Sample(np.ones((2, 3), int), np.arange(2), np.arange(3.0), alpha=0.5)


@samples("baddbmm", ref=_added(np.matmul))
def baddbmm() -> Iterator[Sample]:
    yield from _with_scales([[(2, 2, 2), (2, 2, 3), (2, 3, 2)], [(2,), (2, 2, 3), (2, 3, 2)]])


@samples("addbmm", ref=_added(lambda a, b: np.matmul(a, b).sum(0)))
def addbmm() -> Iterator[Sample]:
    yield from _with_scales([[(2, 2), (2, 2, 3), (2, 3, 2)], [(2,), (2, 2, 3), (2, 3, 2)]])
