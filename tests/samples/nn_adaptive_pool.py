"""Samples of ``wengert._core.ops.nn.adaptive_pool``."""

from __future__ import annotations

from collections.abc import Iterator

from tests.samples import Sample, samples
from tests.samples.nn_pool import F, _distinct


@samples("_adaptive_avg_pool", "_adaptive_max_pool")
def adaptive_rows() -> Iterator[Sample]:
    yield Sample(_distinct(2, 5), size=(3,))
    yield Sample(_distinct(2, 3, 4), size=(2, 2))


@samples("_adaptive_avg_unpool")
def adaptive_unpools() -> Iterator[Sample]:
    yield Sample(_distinct(2, 3), space=(5,), size=(3,))
    yield Sample(_distinct(2, 2, 2), space=(3, 4), size=(2, 2))


@samples(F + "adaptive_avg_pool1d", F + "adaptive_max_pool1d")
def adaptive1d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 5), 3)
    yield Sample(_distinct(2, 4), 1)


@samples(F + "adaptive_avg_pool2d", F + "adaptive_max_pool2d")
def adaptive2d() -> Iterator[Sample]:
    yield Sample(_distinct(2, 3, 4), 2)
    yield Sample(_distinct(1, 2, 3, 2), (None, 1))
    yield Sample(_distinct(1, 3, 4), 1)


@samples(F + "adaptive_avg_pool3d", F + "adaptive_max_pool3d")
def adaptive3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 3, 4), (1, 2, 2))
