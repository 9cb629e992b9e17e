"""Samples of ``wengert._core.ops.reduce.order``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, samples
from tests.samples.reduce import separate
from tests.samples.scan import HOLES, NAN, REFS, TIES, _take


@samples("_sort", ref=REFS)
def sorts() -> Iterator[Sample]:
    yield Sample(separate(2, 4), dim=1)
    yield Sample(separate(4, 2), dim=0, descending=True)
    yield Sample(TIES, dim=1, stable=True, kink=True)
    yield Sample(TIES, dim=1, descending=True, kink=True)
    yield Sample(np.array([3, 1, 2]), dim=0)
    yield Sample(np.zeros((2, 0)), dim=1)


@samples("_sort")
def sorts_with_nan() -> Iterator[Sample]:
    yield Sample(HOLES[0], dim=0, kink=True, ref=lambda x, dim: _take(x, np.array([2, 0, 1, 3]), 0))
    yield Sample(HOLES[0], dim=0, descending=True, kink=True, ref=lambda x, **_: _take(x, np.array([1, 3, 0, 2]), 0))
    yield Sample(np.array([True, False]), dim=0)


@samples("sort")
def sort() -> Iterator[Sample]:
    yield Sample(separate(2, 4))
    yield Sample(separate(2, 4), 0, True)
    yield Sample(separate(2, 4), dim=0, stable=True)
    yield Sample(np.array(1.5))


@samples("argsort")
def argsort() -> Iterator[Sample]:
    yield Sample(separate(2, 4), ref=lambda x: x.argsort(-1))
    yield Sample(TIES, 1, True, ref=lambda x, *_: (-x).argsort(1, kind="stable"))
    yield Sample(np.array(1.5), ref=lambda x: np.array(0))


@samples("msort", ref=lambda x: np.sort(x, axis=0))
def msort() -> Iterator[Sample]:
    yield Sample(separate(4, 2))
    yield Sample(separate(3))


def _top(x: Any, k: int, dim: int, largest: bool = True) -> Any:
    at = np.argsort(-x if largest else x, axis=dim, kind="stable")
    return _take(x, np.take(at, range(k), axis=dim), dim)


@samples("_topk", ref=_top)
def tops() -> Iterator[Sample]:
    yield Sample(separate(2, 5), k=2, dim=1, largest=True)
    yield Sample(separate(5, 2), k=3, dim=0, largest=False)
    yield Sample(separate(2, 3), k=3, dim=1, largest=True)
    yield Sample(separate(2, 3), k=0, dim=1, largest=True)
    yield Sample(np.array([3, 1, 2, 5]), k=2, dim=0, largest=True)
    yield Sample(np.array([3.0, 3.0, 1.0]), k=2, dim=0, largest=True, kink=True)


@samples("topk")
def topk() -> Iterator[Sample]:
    yield Sample(separate(2, 5), 2, ref=lambda x, k: _top(x, k, -1))
    yield Sample(separate(5, 2), 2, 0, False, sorted=False)
    yield Sample(HOLES[1], 2, kink=True)
    yield Sample(np.array(1.5), 1)


@samples("_argmax", "_argmin", "argmax", "argmin", ref=REFS)
def places() -> Iterator[Sample]:
    yield Sample(separate(2, 3), dim=0)
    yield Sample(separate(2, 3), dim=1, keepdim=True)
    yield Sample(np.array([[2, 1, 2], [1, 1, 2]]), dim=1)
    yield Sample(np.array([[NAN, 1, NAN]]), dim=1)


@samples("argmax", "argmin", ref=REFS)
def places_of_all() -> Iterator[Sample]:
    yield Sample(separate(2, 3))
    yield Sample(separate(2, 3), keepdim=True)
    yield Sample(np.array(1.5), 0)


def _kth(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    at = np.take(np.argsort(x, axis=dim, kind="stable"), [k - 1], axis=dim)
    values, at = _take(x, at, dim)
    return (values, at) if keepdim else (values.squeeze(dim), at.squeeze(dim))


@samples("_kthvalue", ref=_kth)
def kth() -> Iterator[Sample]:
    yield Sample(separate(2, 5), k=2, dim=1, keepdim=False)
    yield Sample(separate(5, 2), k=5, dim=0, keepdim=True)
    yield Sample(np.array([3, 1, 2]), k=1, dim=0, keepdim=False)
    yield Sample(np.zeros((0, 2)), k=1, dim=1, keepdim=False)


@samples("kthvalue")
def kthvalue() -> Iterator[Sample]:
    yield Sample(separate(2, 5), 2, ref=_kth)
    yield Sample(np.array(1.5), 1)


@samples("_median_dim", "_nanmedian_dim", ref=lambda x, dim, keepdim: _kth(x, (x.shape[dim] + 1) // 2, dim, keepdim))
def middles() -> Iterator[Sample]:
    yield Sample(separate(2, 5), dim=1, keepdim=False)
    yield Sample(separate(4, 2), dim=0, keepdim=True)
    yield Sample(np.array([3, 1, 2, 5]), dim=0, keepdim=False)
    yield Sample(np.zeros((0, 3)), dim=1, keepdim=False)


@samples("_median_dim")
def middles_with_nan() -> Iterator[Sample]:
    first = np.array([1, 0])
    yield Sample(HOLES, dim=1, keepdim=False, kink=True, ref=lambda x, **_: (np.full(2, NAN), first))


@samples("_nanmedian_dim")
def middles_without_nan() -> Iterator[Sample]:
    yield Sample(HOLES, dim=1, keepdim=False, kink=True, ref=lambda x, **_: (np.array([1.0, 2.0]), np.array([2, 2])))


@samples("_median", "_nanmedian", "median", "nanmedian")
def middle_of_all() -> Iterator[Sample]:
    yield Sample(separate(2, 5), ref=lambda x: np.sort(x, axis=None)[4])
    yield Sample(np.array(1.5), ref=lambda x: x)
    yield Sample(np.array([1.0, 2.0, 2.0, 3.0]), kink=True)
    yield Sample(HOLES, kink=True)
    yield Sample(np.array([], float), ref=lambda x: NAN)


@samples("median", "nanmedian")
def median() -> Iterator[Sample]:
    yield Sample(separate(2, 5), -1)
    yield Sample(separate(2, 5), 0, True)
    yield Sample(np.array(1.5), 0)


@samples("_mode", "mode")
def modes() -> Iterator[Sample]:
    x = np.array([[2.0, 1.0, 2.0, 1.0], [3.0, 1.0, 2.0, 0.5]])
    yield Sample(x, dim=1, keepdim=False, kink=True, ref=lambda x, **_: (np.array([1.0, 0.5]), np.array([3, 3])))
    yield Sample(x, dim=0, keepdim=True, kink=True)
    yield Sample(separate(2, 3), dim=1, keepdim=False)
    yield Sample(np.array([1, 2, 2]), dim=0, keepdim=False)


@samples("quantile", ref=lambda x, q, dim=None, keepdim=False, interpolation="linear": np.quantile(
    x, q, axis=dim if x.ndim else None, keepdims=keepdim, method=interpolation))  # fmt: skip
def quantiles() -> Iterator[Sample]:
    yield Sample(separate(2, 5), 0.3)
    yield Sample(separate(2, 5), 0.3, 1, True)
    yield Sample(separate(5, 2), np.array([0.1, 0.6]), 0)
    yield Sample(separate(2, 5), np.array([0.1, 0.6]), -1, True)
    yield Sample(separate(2, 5), np.array(0.5), keepdim=True)
    yield Sample(np.array(1.5), 0.5, 0)
    for interpolation in ("lower", "higher", "nearest", "midpoint"):
        yield Sample(separate(2, 5), 0.4, 1, interpolation=interpolation)
    yield Sample(HOLES, 0.5, 1, kink=True)


@samples("nanquantile", ref=lambda x, q, dim=None, keepdim=False: np.nanquantile(x, q, axis=dim, keepdims=keepdim))
def nanquantiles() -> Iterator[Sample]:
    yield Sample(separate(2, 5), 0.3, 1)
    yield Sample(HOLES, 0.4, 1, True, kink=True)
    yield Sample(HOLES, np.array([0.2, 0.7]), kink=True)
