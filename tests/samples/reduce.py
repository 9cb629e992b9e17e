"""Samples of ``wengert._core.ops.reduce.reduce``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

INF, NAN = np.inf, np.nan


def separate(*shape: int) -> Any:
    """Real numbers that are not near each other or near 0, so that there are no ties."""
    n = int(np.prod(shape))
    return (rng().permutation(n) - n / 2 + 0.25).reshape(shape) * 0.4


def _over(function: Callable[..., Any], **given: Any) -> Callable[..., Any]:
    """A NumPy reduction with the signature of torch's."""

    def ref(x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        axis = None if dim in ((), []) or not x.ndim else tuple(dim) if isinstance(dim, list) else dim
        return function(x if dtype is None else x.astype(dtype), axis=axis, keepdims=keepdim, **given)

    return ref


def _truth(function: Callable[..., Any]) -> Callable[..., Any]:
    """``any`` or ``all``. For uint8 the result is uint8."""
    whether = _over(function)
    return lambda x, *args, **more: whether(x, *args, **more).astype(np.uint8 if x.dtype == np.uint8 else bool)


def _extreme(whole: Callable[..., Any], place: Callable[..., Any], pairwise: Callable[..., Any]) -> Callable[..., Any]:
    """All three forms of ``max`` or ``min``."""

    def ref(x: Any, dim: Any = None, keepdim: bool = False, other: Any = None) -> Any:
        if other is not None:
            return pairwise(x, other)
        if dim is None:
            return whole(x)
        if not x.ndim:
            return x, np.array(0)
        return whole(x, axis=dim, keepdims=keepdim), place(x, axis=dim, keepdims=keepdim)

    return ref


def _moment(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, dim, correction, keepdim: function(x, axis=dim, ddof=correction, keepdims=keepdim)


def _logsumexp(x: Any, dim: Any, keepdim: bool = False) -> Any:
    return np.log(np.exp(x).sum(axis=dim if x.ndim and dim != () else None, keepdims=keepdim))


def _norm(x: Any, ord: Any = 2, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    size = np.abs(x)
    along = {"axis": dim if x.ndim else None, "keepdims": keepdim}
    if ord == 0:
        return (size != 0).sum(**along).astype(size.dtype)
    if np.isinf(ord):
        return size.max(**along) if ord > 0 else size.min(**along)
    with np.errstate(divide="ignore"):
        return (size**ord).sum(**along) ** (1 / ord)


REFS: dict[str, Callable[..., Any]] = {
    **{name: _over(np.sum) for name in ("_sum", "_sum_dim", "sum")},
    **{name: _over(np.mean) for name in ("_mean", "_mean_dim", "mean")},
    **{name: _over(np.prod) for name in ("_prod", "_prod_dim", "prod")},
    **{name: _over(np.nansum) for name in ("_nansum", "nansum")},
    **{name: _over(np.max) for name in ("_amax", "amax")},
    **{name: _over(np.min) for name in ("_amin", "amin")},
    **{name: _truth(np.any) for name in ("_any", "any")},
    **{name: _truth(np.all) for name in ("_all", "all")},
    **{name: _logsumexp for name in ("_logsumexp", "logsumexp")},
    **{name: _norm for name in ("_vector_norm", "linalg.vector_norm")},
    **{name: _extreme(np.max, np.argmax, np.maximum) for name in ("_max", "_max_dim", "max")},
    **{name: _extreme(np.min, np.argmin, np.minimum) for name in ("_min", "_min_dim", "min")},
    "nanmean": _over(np.nanmean),
    "trace": np.trace,
    "_var": _moment(np.var),
    "_std": _moment(np.std),
    "count_nonzero": lambda x, dim=None: np.count_nonzero(x, axis=dim),
    "dist": lambda x, y, p=2: _norm(x - y, p),
}


# -- Sums, means, products


@samples("_sum", "_mean", "_prod", "sum", "mean", "prod", ref=REFS)
def whole() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(1.5))
    yield Sample(r.normal(size=5))
    yield Sample(cnormal(r, 2, 2))


@samples("_mean", "_prod", ref=REFS)
def whole_in_another_dtype() -> Iterator[Sample]:
    yield Sample(rng().normal(size=3), dtype=np.dtype(np.float64))


@samples("_sum", "_prod", "sum", "prod", ref=REFS)
def whole_of_others() -> Iterator[Sample]:
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.arange(1, 5, dtype=np.int32).reshape(2, 2))
    yield Sample(np.array([True, False, True]))
    yield Sample(np.arange(3), dtype=np.dtype(np.float64))
    yield Sample(np.array([2**31 - 1, 2**31 + 1]))  # the sum needs more than 32 bits


@samples("_sum_dim", "_mean_dim", "sum", "mean", ref=REFS)
def along() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=(0,))
    yield Sample(r.normal(size=(2, 3, 2)), dim=(0, 2))
    yield Sample(r.normal(size=(2, 3, 2)), dim=(1,), keepdim=True)
    yield Sample(r.normal(size=(2, 3)), dim=None, keepdim=True)
    yield Sample(r.normal(size=(2, 3)), dim=(1,), dtype=np.dtype(np.float64))
    yield Sample(r.normal(size=(2, 0)), dim=(0,))
    yield Sample(cnormal(r, 2, 3), dim=(1,))


@samples("_sum_dim", "sum", ref=REFS)
def sums_of_others() -> Iterator[Sample]:
    yield Sample(np.zeros((0, 3)), dim=(0,))
    yield Sample(np.arange(6, dtype=np.uint8).reshape(2, 3), dim=(0,), ref=_over(np.sum, dtype=np.int64))
    yield Sample(np.ones((2, 3), bool), dim=(1,))


@samples("sum", "mean", "nansum", "amax", "amin", ref=REFS)
def spelled() -> Iterator[Sample]:
    yield Sample(separate(2, 3), -1)
    yield Sample(separate(2, 3), ())
    yield Sample(separate(2, 3), [1, 0], True)
    yield Sample(np.array(2.5), 0)


@samples("_sum_to")
def sum_to() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3, 2)), shape=(1, 2), ref=lambda x, shape: x.sum((0, 1))[None])
    yield Sample(r.normal(size=(2, 3)), shape=(), ref=lambda x, shape: x.sum())
    yield Sample(r.normal(size=(2, 3)), shape=(2, 1), ref=lambda x, shape: x.sum(1)[:, None])
    yield Sample(cnormal(r, 2, 3), shape=(3,), ref=lambda x, shape: x.sum(0))
    yield Sample(np.zeros((0, 3)), shape=(1, 3))


@samples("sum_to_size")
def sum_to_size() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), 1, 3, ref=lambda x, *size: x.sum(0, keepdims=True))
    yield Sample(r.normal(size=(2, 3)), (3,), ref=lambda x, size: x.sum(0))
    yield Sample(r.normal(size=(2, 3)), 2, 3, ref=lambda x, *size: x)


@samples("_nansum", "nansum", ref=REFS)
def nansum() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=(0,), keepdim=False, dtype=None)
    yield Sample(np.array([[1.0, NAN, 2.0], [NAN, NAN, 3.0]]), dim=(1,), keepdim=True, dtype=None, kink=True)
    yield Sample(np.array([1.0, NAN, 2.0]), dim=None, keepdim=False, dtype=None, kink=True)
    yield Sample(np.arange(3), dim=None, keepdim=False, dtype=None)
    yield Sample(np.zeros((0, 2)), dim=None, keepdim=False, dtype=None)


@samples("nanmean", ref=REFS)
def nanmean() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array([[1.0, NAN, 2.0], [NAN, 4.0, 3.0]]), 1, kink=True)
    yield Sample(r.normal(size=(2, 3)), (0, 1), True)


@samples("trace", ref=REFS)
def trace() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 3)))
    yield Sample(r.normal(size=(2, 4)))
    yield Sample(cnormal(r, 2, 2))
    yield Sample(np.arange(4).reshape(2, 2))
    yield Sample(np.zeros((0, 2)))


@samples("_prod_dim", "prod", ref=REFS)
def prod_along() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=0)
    yield Sample(r.normal(size=(2, 5)), dim=1, keepdim=True)
    yield Sample(np.array([[2.0, 0.0, 3.0], [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]]), dim=1)  # one, two and three zeros
    yield Sample(cnormal(r, 2, 4), dim=1)
    yield Sample(r.normal(size=(2, 3)), dim=1, dtype=np.dtype(np.float64))
    yield Sample(r.normal(size=(2, 0)), dim=1)
    yield Sample(r.normal(size=(0, 2)), dim=1)
    yield Sample(r.normal(size=(3, 1)), dim=1)
    yield Sample(np.arange(1, 7).reshape(2, 3), dim=0)


@samples("_prod", "prod", ref=REFS)
def prod_with_zeros() -> Iterator[Sample]:
    yield Sample(np.array([2.0, 0.0, 3.0]))
    yield Sample(np.array([[2.0, 0.0], [3.0, 0.0]]))
    yield Sample(np.array([0.0, 0.0, 0.0, 2.0]))
    yield Sample(np.array(0.0))


@samples("prod", ref=REFS)
def prod_spelled() -> Iterator[Sample]:
    yield Sample(np.array(2.0), -1, True)
    yield Sample(separate(2, 3), -1)


# -- Variance and standard deviation


@samples("_var", "_std", "_var_mean", "_std_mean", ref=REFS)
def spread() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), dim=None, correction=1, keepdim=False)
    yield Sample(r.normal(size=(3, 4)), dim=(0,), correction=0, keepdim=False)
    yield Sample(r.normal(size=(3, 4)), dim=(1,), correction=1.5, keepdim=True)
    yield Sample(r.normal(size=(2, 3, 2)), dim=(0, 2), correction=1, keepdim=False)
    yield Sample(cnormal(r, 2, 3), dim=(1,), correction=1, keepdim=False)
    yield Sample(np.ones((2, 3)), dim=(1,), correction=1, keepdim=False, kink=True)
    yield Sample(r.normal(size=(0, 3)), dim=(1,), correction=1, keepdim=False)


@samples("var", "std", "var_mean", "std_mean")
def spread_spelled() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=(2, 3)), False)
    yield Sample(r.normal(size=(2, 3)), 1)
    yield Sample(r.normal(size=(2, 3)), -1, False, True)
    yield Sample(r.normal(size=(2, 3)), (0, 1), correction=2)
    yield Sample(r.normal(size=(2, 3)), dim=0, keepdim=True)


# -- Extremes


# -- Counting


@samples("_any", "_all", "any", "all", ref=REFS)
def quantified() -> Iterator[Sample]:
    flags = np.array([[True, False, True], [True, True, True]])
    yield Sample(flags, dim=None, keepdim=False)
    yield Sample(flags, dim=(1,), keepdim=True)
    yield Sample(flags * 1.5, dim=(0,), keepdim=False)
    yield Sample(flags * 1j, dim=(0, 1), keepdim=False)
    yield Sample(flags.astype(np.uint8), dim=(0,), keepdim=False)
    yield Sample(np.zeros((0, 2)), dim=(0,), keepdim=False)


@samples("any", "all")
def quantified_spelled() -> Iterator[Sample]:
    yield Sample(np.array([0.0, 1.0]), (), ref=lambda x, dim: x != 0)
    yield Sample(np.array(2.0), 0)
    yield Sample(np.array([[0, 1]]), -1)


@samples("count_nonzero", ref=REFS)
def count_nonzero() -> Iterator[Sample]:
    yield Sample(np.array([[0.0, 1.5, NAN], [0.0, 0.0, 2.0]]))
    yield Sample(np.array([[0, 1], [0, 0]]), 0)
    yield Sample(np.array([[True, False]]), (0, 1))


@samples("_count_nonzero", ref=lambda x, dim: np.count_nonzero(x, axis=dim))
def count_nonzero_row() -> Iterator[Sample]:
    yield Sample(np.array([[0.0, 1.5, NAN], [0.0, 0.0, 2.0]]), dim=None)
    yield Sample(np.array([[0.0, 1.5, NAN], [0.0, 0.0, 2.0]]), dim=(1,))
    yield Sample(np.array([[0, 1], [0, 0]]), dim=(0,))
    yield Sample(np.array([1j, 0]), dim=None)
    yield Sample(np.array(2.0), dim=None)
    yield Sample(np.zeros((0, 2)), dim=(0,))
    yield Sample(np.array([[True, False]]), dim=(0, 1))


# -- Exponentials and norms
