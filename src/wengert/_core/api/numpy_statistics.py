"""Statistics of NumPy in operations: averages, quantiles, what skips NaN, counts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import dtypes
from ..tape.tensor import TensorBase, wrap
from .generated import functions
from .numpy_reductions import Otherwise, of_methods
from .numpy_rows import RECORDED, common, converted, inexact_tensor, of, of_numpy, tensor, values_of


@of("average")
def average(a: Any, axis: Any = None, weights: Any = None, *, keepdims: bool = False) -> Any:
    a = inexact_tensor(a)
    if weights is None:
        return functions.mean(a, axis, keepdims)
    a, weights = common(a, weights)
    if weights.ndim == 1 != a.ndim and isinstance(axis, int):
        weights = weights.reshape([-1 if d == axis % a.ndim else 1 for d in range(a.ndim)])
    weights = functions.broadcast_to(weights, a.shape)
    return functions.sum(a * weights, axis, keepdims) / functions.sum(weights, axis, keepdims)


def _by_quantile(operation: Any, whole: int) -> Callable[..., Any]:
    def quantile(a: Any, q: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        a, q = inexact_tensor(a), tensor(q)
        if isinstance(axis, tuple) or q.ndim > 1:
            raise Otherwise
        return operation(a, q.to(a.dtype) / whole, axis, keepdims)

    return quantile


def _in_the_middle(quantile: Callable[..., Any]) -> Callable[..., Any]:
    def median(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        return quantile(a, 0.5, axis, keepdims=keepdims)

    return median


for _n, _operation in (("", functions.quantile), ("nan", functions.nanquantile)):
    RECORDED[f"{_n}quantile"] = _by_quantile(_operation, 1)
    RECORDED[f"{_n}percentile"] = _by_quantile(_operation, 100)
    RECORDED[f"{_n}median"] = _in_the_middle(RECORDED[f"{_n}quantile"])


@of("nansum")
def nansum(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return functions.nansum(tensor(a), axis, keepdims)


@of("nanmean")
def nanmean(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return functions.nanmean(inexact_tensor(a), axis, keepdims)


@of("cov")
def cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: int | None = None) -> Any:
    rows = []
    for values in (m, y):
        if values is not None:
            values = inexact_tensor(values)
            values = values.reshape(1, -1) if values.ndim < 2 else values
            rows.append(values if rowvar or values.shape[0] == 1 else values.T)
    return functions.cov(functions.cat(common(*rows)), correction=int(not bias) if ddof is None else ddof).squeeze()


@of("corrcoef")
def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    c = cov(x, y, rowvar)
    if not c.ndim:
        return c / c
    scale = functions.sqrt(functions.diagonal(c).real)
    return c / scale[:, None] / scale[None]


# -- what skips NaN


def _nan_extreme(operation: Any, last: float) -> Callable[..., Any]:
    def extreme(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
        a = tensor(a)
        if not a.is_floating_point():
            return operation(a, () if axis is None else axis, keepdims)
        lost = functions.isnan(a)
        found = operation(functions.masked_fill(a, lost, last), () if axis is None else axis, keepdims)
        return functions.masked_fill(found, functions.all(lost, axis, keepdims), np.nan)

    return extreme


RECORDED["nanmax"] = _nan_extreme(functions.amax, -np.inf)
RECORDED["nanmin"] = _nan_extreme(functions.amin, np.inf)


def _without_nan(name: str, neutral: float) -> None:
    """``numpy.nanprod`` is ``numpy.prod`` of what is 1 where it was NaN."""
    plain = of_methods()[getattr(np, name)]

    @functools.wraps(plain)  # its parameters
    def reduced(a: Any, *args: Any, **options: Any) -> Any:
        a = tensor(a)
        return plain(functions.masked_fill(a, functions.isnan(a), neutral), *args, **options)

    RECORDED[f"nan{name}"] = reduced


_without_nan("prod", 1)
_without_nan("cumprod", 1)
_without_nan("cumsum", 0)


def _nan_spread(of_variance: Callable[[Any], Any]) -> Callable[..., Any]:
    def spread(a: Any, axis: Any = None, dtype: Any = None, *, ddof: float = 0, keepdims: bool = False) -> Any:
        a = converted(inexact_tensor(a), dtype)
        lost = functions.isnan(a)
        off = functions.masked_fill(a - functions.nanmean(a, axis, True), lost, 0)
        squares = functions.sum((off * off.conj()).real if a.is_complex() else functions.square(off), axis, keepdims)
        degrees = functions.sum(~lost, axis, keepdims) - ddof
        return of_variance(functions.where(degrees > 0, squares / degrees, np.nan))

    return spread


RECORDED["nanvar"] = _nan_spread(functions.positive)
RECORDED["nanstd"] = _nan_spread(functions.sqrt)


# -- counts: sums of the weights, which alone have a gradient


@of("bincount")
def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    x = values_of(x)
    count = max(minlength, x.max(initial=-1) + 1)
    if weights is None or x.ndim != 1 or x.min(initial=0) < 0:
        raise Otherwise
    weights = tensor(weights).to(dtypes.float64)
    return functions.index_add(functions.zeros(count, dtype=dtypes.float64), 0, wrap(x.astype(np.intp)), weights)


@of("histogram")
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:  # noqa: A002
    if range is None and np.ndim(bins) == 0:
        raise Otherwise  # the edges move with the values
    a, edges = values_of(a), np.histogram_bin_edges(values_of(a), bins, range)
    if not isinstance(weights, TensorBase):
        return np.histogram(a, edges, density=density, weights=weights)
    inside = np.flatnonzero((a >= edges[0]) & (a <= edges[-1]))
    places = np.minimum(np.searchsorted(edges, a.reshape(-1)[inside], "right"), len(edges) - 1) - 1
    found = bincount(places, tensor(weights).reshape(-1)[inside], len(edges) - 1)
    return (found / functions.sum(found) / np.diff(edges) if density else found), edges


@of("unique")
def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
) -> Any:
    of_values: Any = np.unique
    _, first, *others = of_values(values_of(ar), True, return_inverse, return_counts, axis, equal_nan=equal_nan)
    found = functions.index_select(ar.reshape(-1) if axis is None else ar, axis or 0, wrap(first))
    return (found, *[first] * bool(return_index), *others) if return_index or others else found


def _unique_parts(name: str) -> None:
    """``numpy.unique_counts`` and its like, whose results are named."""
    theirs = of_numpy(name)

    def parts(x: Any, /) -> Any:
        found, values = theirs(values_of(x)), unique(x, equal_nan=False)
        return type(found)(values, *found[1:]) if isinstance(found, tuple) else values

    RECORDED[name] = parts


for _n in ("unique_all", "unique_counts", "unique_inverse", "unique_values"):
    _unique_parts(_n)


@of("union1d")
def union1d(ar1: Any, ar2: Any) -> Any:
    return unique(functions.cat([a.reshape(-1) for a in common(ar1, ar2)]))
