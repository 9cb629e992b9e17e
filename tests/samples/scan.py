"""Samples of ``wengert._core.ops.reduce.scan``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.reduce import separate

INF, NAN = np.inf, np.nan

TIES = np.array([[2.0, 1.0, 2.0, 1.0], [1.0, 1.0, 2.0, 1.0]])
HOLES = np.array([[2.0, NAN, 1.0, NAN], [NAN, 1.0, 2.0, 3.0]])


def _take(x: Any, at: Any, dim: int) -> Any:
    return np.take_along_axis(x, at, dim), at


def _sorted(x: Any, dim: int, descending: bool = False, stable: bool = True) -> Any:
    return _take(x, np.argsort(-x if descending else x, axis=dim, kind="stable"), dim)


def _recur(a: Any, b: Any, dim: int, reverse: bool) -> Any:
    """The recurrence, one step at a time."""
    order = (lambda v: np.moveaxis(v, dim, 0)[::-1]) if reverse else (lambda v: np.moveaxis(v, dim, 0))
    a, r = order(a), order(b.copy())
    for k in range(1, len(r)):
        r[k] += a[k - 1] * r[k - 1]
    return np.moveaxis(r[::-1] if reverse else r, 0, dim)


def _place(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, dim=None, keepdim=False: function(x, axis=dim if x.ndim else None, keepdims=keepdim)


REFS: dict[str, Callable[..., Any]] = {
    "cumsum": lambda x, dim, dtype=None: np.cumsum(x, axis=dim, dtype=dtype),
    "cumprod": lambda x, dim, dtype=None: np.cumprod(x, axis=dim, dtype=dtype),
    "logcumsumexp": lambda x, dim: np.log(np.cumsum(np.exp(x), axis=dim)),
    "_sort": _sorted,
    "_recur": _recur,
    **{name: _place(np.argmax) for name in ("_argmax", "argmax")},
    **{name: _place(np.argmin) for name in ("_argmin", "argmin")},
}


# -- Cumulative sums and products


@samples("cumsum", "cumprod", "logcumsumexp", ref=REFS)
def scans() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=0)
    yield Sample(r.normal(size=(2, 5)), dim=-1)
    yield Sample(r.normal(size=(2, 1)), dim=1)
    yield Sample(r.normal(size=(2, 0)), dim=1)
    yield Sample(r.normal(size=(0, 2)), dim=1)
    yield Sample(np.array(1.5), dim=0, ref=lambda x, dim: x)
    yield Sample(np.array([[0.5 + 1j, -1 + 0.5j, 0.25 - 1j]]), dim=1, cond=10)


@samples("cumsum", "cumprod", ref=REFS)
def integer_scans() -> Iterator[Sample]:
    yield Sample(np.array([2**31 - 1, 2**31 + 1]), dim=0)  # the sum needs more than 32 bits
    yield Sample(np.arange(1, 7, dtype=np.int32).reshape(2, 3), dim=1)
    yield Sample(np.array([True, False, True]), dim=0)
    yield Sample(np.arange(3), dim=0, dtype=np.dtype(np.float64))
    yield Sample(np.array([0.5, 2.0, 1.5]), dim=0, dtype=np.dtype(np.float64))


@samples("_cumsum_back")
def backward_sum() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3)), dim=1, ref=lambda x, dim: np.cumsum(x[:, ::-1], 1)[:, ::-1])
    yield Sample(cnormal(rng(), 3, 2), dim=0)
    yield Sample(np.array(1.5), dim=0, ref=lambda x, dim: x)


@samples("cumprod", ref=REFS)
def products_with_zeros() -> Iterator[Sample]:
    yield Sample(np.array([[2.0, 0.0, 3.0, 4.0], [0.0, 2.0, 0.0, 3.0], [0.0, 0.0, 0.0, 2.0]]), dim=1)
    yield Sample(np.array([2.0, 3.0, 0.0, 1.5, 2.5, 0.0, 1.0]), dim=0)


@samples("logcumsumexp", ref=REFS)
def far_apart() -> Iterator[Sample]:
    large = np.array([800.0, 799.0, 801.0])
    yield Sample(large, dim=0, cond=10, ref=lambda x, dim: 800 + np.log(np.cumsum(np.exp(x - 800))))
    low = np.array([-INF, 1.0, -INF, 2.0])
    yield Sample(low, dim=0, kink=True, ref=lambda x, dim: np.logaddexp.accumulate(x))


@samples("_recur", ref=REFS)
def recurrences() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), r.normal(size=(2, 5)), dim=1, reverse=False)
    yield Sample(r.normal(size=(5, 2)), r.normal(size=(6, 2)), dim=0, reverse=True)
    yield Sample(cnormal(r, 2), cnormal(r, 3), dim=0, reverse=False)
    yield Sample(cnormal(r, 2), cnormal(r, 3), dim=0, reverse=True)
    yield Sample(np.zeros((2, 0)), r.normal(size=(2, 1)), dim=1, reverse=True)


# -- Cumulative extremes


@samples("_cummax", "_cummin", "cummax", "cummin")
def records() -> Iterator[Sample]:
    yield Sample(separate(2, 4), dim=1)
    yield Sample(separate(4, 2), dim=0)
    yield Sample(TIES, dim=1, kink=True)
    yield Sample(HOLES, dim=1, kink=True)
    yield Sample(np.array([3, 1, 4, 1]), dim=0)


@samples("_cummax", "_cummin")
def no_records() -> Iterator[Sample]:
    yield Sample(np.zeros((2, 0)), dim=1)


@samples("_cummax")
def last_of_equals() -> Iterator[Sample]:
    yield Sample(np.array([1, 3, 2, 3]), dim=0, ref=lambda x, dim: (np.array([1, 3, 3, 3]), np.array([0, 1, 1, 3])))


@samples("_cummin")
def last_of_equal_lows() -> Iterator[Sample]:
    yield Sample(np.array([3, 1, 2, 1]), dim=0, ref=lambda x, dim: (np.array([3, 1, 1, 1]), np.array([0, 1, 1, 3])))


@samples("cummax", "cummin")
def records_of_one() -> Iterator[Sample]:
    yield Sample(np.array(1.5), -1)


# -- Sorting


# -- Argmax and argmin


# -- Order statistics


# -- Differences and areas


@samples("diff")
def diff() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)), ref=lambda x: np.diff(x))
    yield Sample(r.normal(size=(4, 2)), 2, 0, ref=lambda x, n, dim: np.diff(x, n, dim))
    yield Sample(r.normal(size=(2, 3)), 1, -1, r.normal(size=(2, 1)), r.normal(size=(2, 2)))
    yield Sample(r.normal(size=3), n=5)
    yield Sample(cnormal(r, 3))
    yield Sample(np.array([True, True, False]), ref=lambda x: np.diff(x))


@samples("trapezoid", "cumulative_trapezoid")
def areas() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 4)))
    yield Sample(r.normal(size=(4, 2)), dx=0.5, dim=0)
    yield Sample(r.normal(size=(2, 4)), x=np.cumsum(r.random(4)))
    yield Sample(r.normal(size=(4, 2)), x=np.cumsum(r.random(4)), dim=0)
    yield Sample(r.normal(size=(2, 3)), x=np.cumsum(r.random((2, 3)), 1))
    yield Sample(np.zeros((2, 1)))
    yield Sample(cnormal(r, 4))


@samples("trapezoid")
def area() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 4)), x=np.cumsum(rng().random(4)), ref=np.trapezoid)


# -- Bins


@samples("_searchsorted")
def searches() -> Iterator[Sample]:
    kind = {"right": False, "dtype": np.dtype(np.int64)}
    edges = np.array([1.0, 2.0, 2.0, 4.0])
    yield Sample(edges, np.array([[0.0, 2.0], [3.0, 5.0]]), **kind, ref=lambda e, v, **_: np.searchsorted(e, v))
    yield Sample(
        edges, np.array([2.0]), right=True, dtype=np.dtype(np.int32), ref=lambda e, v, dtype, **_: np.array([3], dtype)
    )
    rows = np.array([[1, 3, 5], [2, 4, 6]])
    yield Sample(rows, np.array([[3, 6], [3, 6]]), **kind, ref=lambda *_, **k: np.array([[1, 3], [1, 2]]))


@samples("searchsorted")
def searchsorted() -> Iterator[Sample]:
    edges = np.array([4.0, 1.0, 2.0])
    yield Sample(np.sort(edges), 2.0, ref=lambda *_: np.array(1))
    yield Sample(np.sort(edges), np.array([2.0, 0.0]), side="right", out_int32=True)
    yield Sample(edges, np.array(3.0), sorter=np.array([1, 2, 0]), ref=lambda *_, **k: np.array(2))
    yield Sample(np.array([1, 2, 4]), np.array([1.5, 4.0]), ref=np.searchsorted)
    yield Sample(np.array([1.0, 2.0, 4.0]), np.array([3, 0]), ref=np.searchsorted)
    yield Sample(np.array([1, 2, 4]), 2.5, ref=np.searchsorted)


@samples("bucketize")
def bucketize() -> Iterator[Sample]:
    yield Sample(np.array([[0.5, 2.0], [3.0, 9.0]]), np.array([1.0, 2.0, 3.0]), ref=lambda v, e: np.searchsorted(e, v))
    yield Sample(np.array([1, 2]), np.array([1, 2, 3]), right=True)
    yield Sample(np.array([[1.5, 0.0]]), np.array([1, 2, 3]), ref=lambda v, e: np.searchsorted(e, v))


@samples("histc", ref=lambda x, bins=100, min=0, max=0: np.histogram(x, bins, (min, max) if max > min else None)[0])
def histc() -> Iterator[Sample]:
    yield Sample(separate(2, 5), bins=4, min=-1, max=1)
    yield Sample(separate(2, 5), bins=7)
    yield Sample(np.array([2.0, NAN, 1.0]), bins=2, min=0, max=2)


@samples("bincount", ref=lambda x, weights=None, minlength=0: np.bincount(x, weights, minlength))
def bincount() -> Iterator[Sample]:
    yield Sample(np.array([0, 3, 1, 3]))
    yield Sample(np.array([0, 3, 1, 3]), np.array([5, 1, 2, 4]), minlength=6)
    yield Sample(np.array([0, 3, 1, 3]), rng().normal(size=4), minlength=5)
    yield Sample(np.array([], int), np.array([], float))


# -- Distinct values: the same number in every order of the integers, so that examples of a batch stack


@samples("_unique", "_unique_consecutive")
def distinct_rows() -> Iterator[Sample]:
    yield Sample(np.array([[2.5, 1.0], [2.0, 1.5], [1.0, 1.0]]), dim=0)
    yield Sample(np.array([[2.5, 2.0, 1.0], [1.0, 1.0, 1.5]]), dim=1)
    yield Sample(np.ones((3, 2), int), dim=0)
    yield Sample(np.array([2, 2, 1, 3, 4]), dim=0)
    yield Sample(np.array([NAN, 1.0, NAN]), dim=None)
    yield Sample(np.array([], float), dim=None)


@samples("unique", ref=lambda x, *_, **options: np.unique(x, **options))
def unique() -> Iterator[Sample]:
    yield Sample(np.array([3, 1, 3, 2]))
    yield Sample(np.array([[3, 1], [3, 2]]), return_inverse=True, return_counts=True)


@samples("unique_consecutive")
def unique_consecutive() -> Iterator[Sample]:
    x = np.array([2, 2, 1, 3, 4])
    yield Sample(x, ref=lambda x: np.array([2, 1, 3, 4]))
    yield Sample(x, True, True, ref=lambda *_: [np.array(v) for v in ([2, 1, 3, 4], [0, 0, 1, 2, 3], [2, 1, 1, 1])])
    yield Sample(np.array([], int), return_counts=True)
