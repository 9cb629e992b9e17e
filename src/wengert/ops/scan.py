"""Scans, orderings and what is read off them: running sums, sorts, order statistics, bins, distinct values."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import dtypes, errors
from ..families import batch_dims, composite, constant, general, linear
from .complex import COMPLEX, conj
from .index import gather, scatter_add
from .join import cat
from .pointwise import clone, eq, exp, isnan, lerp, logical_not, ne, sub, where
from .reduce import (
    _sum_dim,
    accumulate,
    all,
    any,
    along_axis,
    picked,
    picked_gradient,
    picked_tangent,
    refuse_complex,
    whole_gradient,
    whole_tangent,
)
from .shape import flatten, flip, movedim, narrow, reshape, select, squeeze, unsqueeze, view, wrap_dim

Cummax = namedtuple("cummax", "values indices")
Cummin = namedtuple("cummin", "values indices")
Kthvalue = namedtuple("kthvalue", "values indices")
Median = namedtuple("median", "values indices")
Mode = namedtuple("mode", "values indices")
Nanmedian = namedtuple("nanmedian", "values indices")
Sort = namedtuple("sort", "values indices")
Topk = namedtuple("topk", "values indices")


# -- Running sums and products -----------------------------------------------------------------------------------------


def _cumulate(xp: Any, x: Any, combine: Any, dim: int) -> Any:
    """``combine`` over every prefix along ``dim``: NumPy's accumulate, or log2(n) rounds of doubled prefixes."""
    if x.ndim == 0:
        return x.copy()
    if isinstance(combine, np.ufunc):
        return combine.accumulate(x, axis=dim)
    out = xp.moveaxis(x.copy(), dim, 0)
    step = 1
    while step < len(out):
        out[step:] = combine(out[:-step], out[step:])
        step *= 2
    return xp.moveaxis(out, 0, dim)


@linear("cumsum(input, dim, *, dtype=None, out=None)",
        x=lambda g, dim, reverse: cumsum(g, dim=dim, reverse=not reverse), batch=batch_dims, inplace=True)  # fmt: skip
def cumsum(xp, x, *, dim, dtype=None, reverse=False):
    if not reverse or x.ndim == 0:
        return accumulate(x.cumsum, x, dtype, axis=dim).reshape(x.shape)
    return xp.flip(accumulate(xp.flip(x, dim).cumsum, x, dtype, axis=dim), dim)


@linear(b=lambda g, a, dim, reverse: _recur(conj(a), g, dim=dim, reverse=not reverse),
        a=lambda d_b, out, dim, reverse: _link_gradient(d_b, out, dim, reverse), batch=batch_dims)  # fmt: skip
def _recur(xp, a, b, *, dim, reverse):
    """The linear recurrence ``r[k] = b[k] + a[k - 1] * r[k - 1]`` along ``dim``, or from its far end.

    ``a`` has one entry less than ``b``: what links neighbours. The adjoint is the same recurrence run the other way.
    """
    way = slice(None, None, -1 if reverse else 1)
    a = xp.moveaxis(a, dim, 0)[way].copy()
    r = xp.moveaxis(b, dim, 0)[way].copy()
    step = 1
    while step < len(r):  # each round doubles how far r looks back; a[k] links across what r has seen
        r[step:] += a[step - 1 :] * r[:-step]
        a[step:] = a[step:] * a[:-step]
        step *= 2
    return xp.moveaxis(r[way], 0, dim)
