"""Samples of ``wengert._core.ops.elementwise.clamping``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, samples
from tests.samples.pointwise import AWAY, INF, NAN, _binary


def _clip(x: Any, min: Any = None, max: Any = None) -> Any:
    return np.clip(x, min, max)


@samples("clamp", ref=_clip)
def limits() -> Iterator[Sample]:
    x = np.array([[0.5, -1.5, 2.0], [-0.3, 0.8, 1.2]])
    low, high = np.array([-1.0, -0.5, 0.0]), np.array([[0.3], [1.0]])
    yield Sample(x, -1.0, 1.0)
    yield Sample(x, None, 1.0)
    yield Sample(x, -1, None)
    yield Sample(x, low, high)
    yield Sample(x, low, None)
    yield Sample(x, None, high)
    yield Sample(np.array(x[0, 1]), low, None)
    yield Sample(x, high + 1, low)  # the upper limit wins
    yield Sample(x[:0], -1.0, 1.0)
    yield Sample(np.array([-3, 0, 5]), -1, 2)
    yield Sample(np.array([-3, 0, 5]), 0.5, 2, ref=lambda x, low, high: np.clip(x, low, high).astype(np.float32))
    yield Sample(np.array([-1.0, 0.0, 1.0]), -1.0, 1.0, kink=True)
    yield Sample(np.array([-1.0, 0.0, 1.0]), np.array([-1.0, 0.0, 1.0]), np.array([1.0, 0.0, 1.0]), kink=True)


@samples("clamp_min", "clamp_max", ref={"clamp_min": np.maximum, "clamp_max": np.minimum})
def half_limits() -> Iterator[Sample]:
    yield from extremes()
    yield Sample(np.array([[0.5, -1.5, 2.0], [0.3, -0.8, 1.2]]), -0.2)


@samples("maximum", "minimum", ref={"maximum": np.maximum, "minimum": np.minimum})
@samples("fmax", "fmin", ref={"fmax": np.fmax, "fmin": np.fmin})
def extremes() -> Iterator[Sample]:
    yield from _binary([0.5, -1.5, 2.0, 0.3, -0.8, 1.2], [1.5, 0.7, -2.2, -0.6, 1.1, -3.0])
    yield Sample(np.array([1.0, 1.0, -1.0]), np.array([1.0, 2.0, -1.0]), kink=True)
    yield Sample(np.array([NAN, 1.0, NAN]), np.array([1.0, NAN, NAN]), kink=True)


@samples("_nan_to_num", ref=np.nan_to_num)
def replaced() -> Iterator[Sample]:
    x = np.array([[0.5, -1.5, 2.0], [-0.3, 0.8, 1.2]])
    yield Sample(x, nan=0.0, posinf=9.0, neginf=-9.0)
    yield Sample(AWAY, nan=0.0, posinf=9.0, neginf=-9.0)
    yield Sample(np.array([NAN, 1.0, INF, -INF]), nan=0.5, posinf=9.0, neginf=-9.0, kink=True)


@samples("nan_to_num", ref=lambda x, nan=0.0, posinf=None, neginf=None: np.nan_to_num(x, True, nan, posinf, neginf))
def replaced_by_default() -> Iterator[Sample]:
    x = np.array([[0.5, -1.5, 2.0], [-0.3, 0.8, 1.2]])
    yield Sample(x)
    yield Sample(np.array(0.4), nan=2.0)
    yield Sample(x[:0])
    yield Sample(np.array([NAN, 1.0, INF, -INF]), nan=0.5, posinf=9.0, neginf=-9.0, kink=True)
    yield Sample(np.array([1, 2]))
