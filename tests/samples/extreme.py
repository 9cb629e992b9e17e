"""Samples of ``wengert._core.ops.reduce.extreme``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, samples
from tests.samples.reduce import NAN, REFS, separate


@samples("_amax", "_amin", "_aminmax", ref=REFS)
def extremes() -> Iterator[Sample]:
    yield Sample(separate(2, 3), dim=None, keepdim=False)
    yield Sample(separate(2, 3, 2), dim=(0, 2), keepdim=False)
    yield Sample(separate(2, 3), dim=(1,), keepdim=True)
    yield Sample(np.array(1.5), dim=None, keepdim=False)
    yield Sample(np.array([[2.0, 1.0, 2.0], [1.0, 1.0, 2.0]]), dim=(1,), keepdim=False, kink=True)
    yield Sample(np.zeros((0, 3)), dim=(1,), keepdim=False)
    yield Sample(np.arange(6).reshape(2, 3), dim=(0,), keepdim=False)


@samples("aminmax")
def aminmax() -> Iterator[Sample]:
    yield Sample(separate(2, 3), ref=lambda x: (x.min(), x.max()))
    yield Sample(separate(2, 3), dim=-1, keepdim=True)
    yield Sample(np.array(1.5), dim=0)


@samples("_max", "_min", "max", "min", ref=REFS)
def extreme_of_all() -> Iterator[Sample]:
    yield Sample(separate(2, 3))
    yield Sample(np.array(1.5))
    yield Sample(np.array([1.0, 2.0, 2.0]), kink=True)
    yield Sample(np.array([1.0, 1.0, 2.0]), kink=True)
    yield Sample(np.array([1.0, NAN, 2.0, NAN]), kink=True)
    yield Sample(np.arange(4))
    yield Sample(np.array([True, False]))


@samples("_max_dim", "_min_dim", "max", "min", ref=REFS)
def extreme_along() -> Iterator[Sample]:
    yield Sample(separate(2, 3), dim=0)
    yield Sample(separate(2, 3, 2), dim=1, keepdim=True)
    yield Sample(np.array([[2.0, 1.0, 2.0], [1.0, 1.0, 2.0]]), dim=1, kink=True)
    yield Sample(np.array([[2.0, NAN, NAN], [NAN, 1.0, 2.0]]), dim=1, kink=True)
    yield Sample(np.zeros((0, 3)), dim=1)
    yield Sample(np.arange(6).reshape(2, 3), dim=1)


@samples("max", "min", ref=REFS)
def extremes_of_two() -> Iterator[Sample]:
    yield Sample(separate(2, 3), other=separate(3) + 0.15)
    yield Sample(np.array(1.5), 0)
    yield Sample(separate(2, 3), -1, True)
