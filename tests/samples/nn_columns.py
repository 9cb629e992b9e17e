"""Samples of ``wengert._core.ops.nn.columns``."""

from __future__ import annotations

from collections.abc import Iterator

from tests.samples import Sample, cnormal, rng, samples

F = "nn.functional."

WINDOWS = {"kernel": (2, 2), "dilation": (1, 2), "padding": (1, 0), "stride": (2, 1)}


@samples("_im2col")
def columns() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 2, 3, 4)), **WINDOWS)
    yield Sample(cnormal(r, 1, 1, 3, 4), **WINDOWS)


@samples("_col2im")
def from_columns() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 4, 4)), size=(3, 4), **WINDOWS)
    yield Sample(cnormal(r, 1, 4, 4), size=(3, 4), **WINDOWS)


@samples(F + "unfold")
def unfold() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 2, 3, 3)), 2)
    yield Sample(r.normal(size=(1, 2, 2, 2)), 1)  # windows of one entry
    yield Sample(r.normal(size=(2, 3, 4)), (2, 3), dilation=1, padding=(1, 0), stride=2)


@samples(F + "fold")
def fold() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 4, 4)), (3, 3), 2)
    yield Sample(r.normal(size=(4, 4)), (4, 4), 2, stride=2)
