"""``wengert.masked``: reductions and normalisations of those elements that a mask lets pass.

Every operation is the plain one on what the mask leaves, the rest replaced by the number that changes nothing: 0 for a
sum, minus infinity for a maximum. Derivatives in every mode follow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index as as_int
from typing import Any

import numpy as np
from ml_dtypes import finfo

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import physical
from ..arrays.coo import COO
from ..declare.families import composite
from ..tape.tensor import payload_of
from .create.create import full
from .elementwise import elementary
from .elementwise.complex import conj
from .elementwise.elementary import sqrt
from .elementwise.pointwise import _to, maximum, true_divide, where
from .nn import activation as nn_activation
from .reduce import extreme, order, reduce, scan
from .reduce import norm as norms
from .shape.arrange import expand
from .shape.shape import wrap_dim, wrap_dims

Dims = int | Sequence[int] | None


def _one(name: str, x: Any, dim: Any) -> int:
    """A dimension that has to be given, from the first on."""
    try:
        return wrap_dim(as_int(dim), x.ndim)
    except TypeError:
        raise errors.calls.wrong_type(name, "dim", "int", dim) from None


def _dtype(x: Any) -> Any:
    return dtypes.as_numpy(x.dtype)


def _wanted(x: Any, dtype: Any) -> Any:
    """The dtype that was asked for, else that of ``x``."""
    return _dtype(x) if dtype is None else dtypes.as_numpy(dtype)


def _limit(name: str, x: Any, least: bool) -> float:
    """The least, or the largest, value of a dtype."""
    dtype = _dtype(x)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return int(info.min if least else info.max)
    if dtype.kind in "cb" and not (dtype.kind == "c" and name == "logsumexp"):
        raise errors.masked.no_identity(name, dtype)
    return -math.inf if least else math.inf


def _allowed(x: Any, mask: Any) -> Any:
    """The mask as bools in the shape of ``x``."""
    if mask.ndim > x.ndim:
        raise errors.masked.too_many_dimensions(mask.ndim, x.ndim)
    if _dtype(mask).kind != "b":
        mask = _to(mask, dtype=dtypes.BOOLEAN)
    return mask if tuple(mask.shape) == tuple(x.shape) else expand(mask, shape=tuple(x.shape))


def _filled(name: str, x: Any, mask: Any, value: float | None = None, least: bool | None = None) -> Any:
    """``x`` with a value, or the least or largest of the dtype, where the mask is False."""
    if isinstance(payload_of(x), COO):
        raise errors.masked.not_strided(name)
    if mask is None:
        return x
    return where(_allowed(x, mask), x, _limit(name, x, bool(least)) if value is None else value)


def _cast(x: Any, dtype: Any) -> Any:
    return x if dtype is None or _dtype(x) == dtypes.as_numpy(dtype) else _to(x, dtype=dtypes.as_numpy(dtype))


def _dims(x: Any, dim: Dims) -> tuple[int, ...]:
    """The dimensions from the first on, all for None and for ``()``."""
    dim = None if isinstance(dim, tuple) and not dim else dim
    return tuple(range(x.ndim)) if dim is None else tuple(sorted(wrap_dims(dim, x.ndim)))


def _count(x: Any, mask: Any, dims: tuple[int, ...], keepdim: bool) -> Any:
    """How many elements take part."""
    if mask is not None:
        return reduce.sum(_allowed(x, mask), dims, keepdim)
    sizes = [1 if d in dims else n for d, n in enumerate(x.shape) if keepdim or d not in dims]
    return full(sizes, math.prod([x.shape[d] for d in dims if x.ndim]), device=arrays.device_of(payload_of(x)))


def _total(name: str, x: Any, mask: Any, dims: tuple[int, ...], keepdim: bool, dtype: Any) -> Any:
    return reduce.sum(_filled(name, x, mask, 0), dims, keepdim, dtype=dtype)


# -- reductions


@composite("sum(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def sum(
    input: Any,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The sum of the elements where the mask is True.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.sum(x, 1, mask=m)
    tensor([1., 7.])
    """
    return _total("sum", input, mask, _dims(input, dim), bool(keepdim), dtype)


@composite("prod(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def prod(
    input: Any,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The product of the elements where the mask is True.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.prod(x, 1, mask=m)
    tensor([ 1., 12.])
    """
    dims, out = _dims(input, dim), _filled("prod", input, mask, 1)
    if dtype is None and _dtype(input).kind in "iub":
        dtype = dtypes.I64
    out = _cast(out, dtype)
    for d in reversed(dims):
        out = reduce.prod(out, d, bool(keepdim))
    return out


@composite("mean(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def mean(
    input: Any,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The mean of the elements where the mask is True, NaN where there are none.

    Args:
        dim: the dimensions that are reduced; None means all

    Raises:
        ValueError: if the dtype of the result is neither a floating point nor a complex one.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.mean(x, 1, mask=m)
    tensor([1.0000, 3.5000])
    """
    wanted = _wanted(input, dtype)
    if not dtypes.is_inexact(wanted):
        raise errors.masked.mean_of_integers("Input" if dtype is None else "Optional", wanted)
    dims, keepdim = _dims(input, dim), bool(keepdim)
    return true_divide(_total("mean", input, mask, dims, keepdim, dtype), _count(input, mask, dims, keepdim))


@composite("amax(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def amax(
    input: Any,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The largest element where the mask is True, minus infinity where there is none.

    Of integers the place of infinity is taken by the limit of the dtype. The gradient is shared among ties.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.amax(x, 1, mask=m)
    tensor([1., 4.])
    """
    out = extreme.amax(_filled("amax", input, mask, least=True), _dims(input, dim), bool(keepdim))
    return _cast(out, dtype)


@composite("amin(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def amin(
    input: Any,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The smallest element where the mask is True, infinity where there is none.

    Of integers the place of infinity is taken by the limit of the dtype. The gradient is shared among ties.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.amin(x, 1, mask=m)
    tensor([1., 3.])
    """
    out = extreme.amin(_filled("amin", input, mask, least=False), _dims(input, dim), bool(keepdim))
    return _cast(out, dtype)


@composite("argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def argmax(
    input: Any, dim: int | None = None, *, keepdim: bool | None = False, dtype: Any = None, mask: Any = None
) -> Any:
    """Where the largest element is of those where the mask is True.

    Args:
        dim: the dimension to look along; None means all, flattened
        dtype: the dtype of the indices; None means that of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.argmax(x, 1, mask=m)
    tensor([0., 1.])
    """
    out = order.argmax(_filled("argmax", input, mask, least=True), dim, bool(keepdim))
    return _cast(out, _wanted(input, dtype))


@composite("argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def argmin(
    input: Any, dim: int | None = None, *, keepdim: bool | None = False, dtype: Any = None, mask: Any = None
) -> Any:
    """Where the smallest element is of those where the mask is True.

    Args:
        dim: the dimension to look along; None means all, flattened
        dtype: the dtype of the indices; None means that of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.argmin(x, 1, mask=m)
    tensor([0., 0.])
    """
    out = order.argmin(_filled("argmin", input, mask, least=False), dim, bool(keepdim))
    return _cast(out, _wanted(input, dtype))


@composite("median(input, dim=-1, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def median(input: Any, dim: int = -1, *, keepdim: bool = False, dtype: Any = None, mask: Any = None) -> Any:
    """The median, the lower of two, of the elements where the mask is True.

    NaN does not count, and is the median where there is no other element.

    Args:
        dim: the dimension that is reduced
        dtype: the dtype of the result, if ``input`` is not of a floating point one

    Raises:
        ValueError: if of integers all are masked out: there is no integer NaN.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.median(x, 1, mask=m)
    tensor([1., 3.])
    """
    d = _one("median", input, dim)
    inexact = _dtype(input).kind == "f" or dtypes.is_half(_dtype(input))
    x = input if inexact else _to(input, dtype=dtypes.F32)
    out = order.nanmedian(_filled("median", x, mask, math.nan), d, bool(keepdim)).values
    if inexact:
        return out
    found = physical(payload_of(out))
    if (found != found).any():
        raise errors.masked.median_of_none()
    return _to(out, dtype=_wanted(input, dtype))


def _variance(name: str, x: Any, dim: Dims, unbiased: bool | None, correction: float | None, keepdim: bool, dtype: Any,
              mask: Any) -> Any:  # fmt: skip
    if unbiased is not None and correction is not None:
        raise errors.masked.two_corrections()
    correction = float(unbiased is not False) if correction is None else float(correction)
    dims = _dims(x, dim)
    default = _dtype(x) if dtypes.is_inexact(_dtype(x)) else dtypes.F32
    wanted = default if dtype is None else dtypes.as_numpy(dtype)
    inexact = wanted if dtypes.is_inexact(wanted) else dtypes.F32
    # what is masked out is replaced before it meets others: infinity times a gradient of zero would be NaN
    x = _filled(name, x, mask, 0)
    center = true_divide(reduce.sum(x, dims, True, dtype=wanted), _count(x, mask, dims, True))
    off = x - center
    total = _total(name, off * conj(off), mask, dims, keepdim, inexact)
    count = _count(x, mask, dims, keepdim)
    if correction:  # counts of more than 65504 do not fit into half precision
        precise = dtypes.F32 if dtypes.is_half(inexact) else dtypes.real_of(inexact)
        count = maximum(_to(count, dtype=precise) - correction, 0)
    return _cast(true_divide(total, count), wanted)


@composite(
    "var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None)",
    namespace="masked",
    method=False,
)
def var(
    input: Any,
    dim: int | Sequence[int] | None = None,
    unbiased: bool | None = None,
    *,
    correction: float | None = None,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The variance of the elements where the mask is True, NaN where there are too few.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.var(x, mask=m)
    tensor(2.3333)
    """
    return _variance("var", input, dim, unbiased, correction, bool(keepdim), dtype, mask)


@composite(
    "std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None)",
    namespace="masked",
    method=False,
)
def std(
    input: Any,
    dim: int | Sequence[int] | None = None,
    unbiased: bool | None = None,
    *,
    correction: float | None = None,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The standard deviation of the elements where the mask is True, NaN where there are too few.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.std(x, mask=m)
    tensor(1.5275)
    """
    return sqrt(_variance("std", input, dim, unbiased, correction, bool(keepdim), dtype, mask))


@composite("norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def norm(
    input: Any,
    ord: float | None = 2.0,
    dim: int | Sequence[int] | None = None,
    *,
    keepdim: bool | None = False,
    dtype: Any = None,
    mask: Any = None,
) -> Any:
    """The norm of the vectors of those elements where the mask is True.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.norm(x, mask=m)
    tensor(5.0990)
    """
    ord = 2.0 if ord is None else ord
    # of negative orders too infinity is what changes nothing (PyTorch takes 0, and finds a norm of 0)
    x = _filled("norm", input, mask, math.inf if ord < 0 else 0)
    return norms.vector_norm(x, ord, _dims(input, dim), bool(keepdim), dtype=dtype)


@composite("logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def logsumexp(
    input: Any, dim: int | Sequence[int] | None = None, *, keepdim: bool = False, dtype: Any = None, mask: Any = None
) -> Any:
    """The logarithm of the sum of the exponentials of the elements where the mask is True.

    Args:
        dim: the dimensions that are reduced; None means all

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.logsumexp(x, 1, mask=m)
    tensor([1.0000, 4.3133])
    """
    out = norms.logsumexp(_filled("logsumexp", input, mask, least=True), _dims(input, dim), bool(keepdim))
    return _cast(out, _wanted(input, dtype))


# -- as many elements as there were


@composite("cumsum(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def cumsum(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The running sum of the elements where the mask is True.

    Args:
        dtype: the dtype of the result; None means that of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumsum(x, 1, mask=m)
    tensor([[1., 1.],
            [3., 7.]])
    """
    wanted = _wanted(input, dtype)
    return scan.cumsum(_filled("cumsum", input, mask, 0), dim=_one("cumsum", input, dim), dtype=wanted)


@composite("cumprod(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def cumprod(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The running product of the elements where the mask is True.

    Args:
        dtype: the dtype of the result; None means that of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumprod(x, 1, mask=m)
    tensor([[ 1.,  1.],
            [ 3., 12.]])
    """
    wanted = _wanted(input, dtype)
    return scan.cumprod(_filled("cumprod", input, mask, 1), dim=_one("cumprod", input, dim), dtype=wanted)


@composite("softmax(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def softmax(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """Softmax of the elements where the mask is True; the others get 0.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmax(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.2689, 0.7311]])
    """
    return nn_activation.softmax(_filled("softmax", input, mask, least=True), _one("softmax", input, dim), dtype=dtype)


@composite("log_softmax(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def log_softmax(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The logarithm of the softmax of the elements where the mask is True; the others get minus infinity.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.log_softmax(x, 1, mask=m)
    tensor([[ 0.0000,    -inf],
            [-1.3133, -0.3133]])
    """
    return nn_activation.log_softmax(
        _filled("log_softmax", input, mask, least=True), _one("log_softmax", input, dim), dtype=dtype
    )


@composite("softmin(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def softmin(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """Softmin, the softmax of the negative, of the elements where the mask is True; the others get 0.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmin(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.7311, 0.2689]])
    """
    return nn_activation.softmin(_filled("softmin", input, mask, least=False), _one("softmin", input, dim), dtype=dtype)


@composite("normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None)", namespace="masked", method=False)
def normalize(input: Any, ord: float, dim: int, *, eps: float = 1e-12, dtype: Any = None, mask: Any = None) -> Any:
    """The elements where the mask is True, divided by the norm of their vector; the others get 0.

    Args:
        eps: what is divided by at least

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.normalize(x, 1.0, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.4286, 0.5714]])
    """
    if ord is None:
        raise errors.calls.wrong_type("normalize", "ord", "float", ord)
    length = norm(input, ord, _one("normalize", input, dim), keepdim=True, dtype=dtype, mask=mask)
    least = float(finfo(_dtype(length)).smallest_subnormal)  # half precision has no 1e-12
    return true_divide(_filled("normalize", input, mask, 0), maximum(length, max(eps, least)))


@composite("logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None)", namespace="masked", method=False)
def logaddexp(input: Any, other: Any, *, dtype: Any = None, input_mask: Any = None, other_mask: Any = None) -> Any:
    """``log(exp(input) + exp(other))``, where what is masked out does not take part.

    Args:
        input_mask: a bool tensor that broadcasts with ``input``; None lets everything pass
        other_mask: a bool tensor that broadcasts with ``other``; None lets everything pass

    >>> a, m = wengert.tensor([1.0, 2.0]), wengert.tensor([True, False])
    >>> wengert.masked.logaddexp(a, a, input_mask=m, other_mask=m)
    tensor([1.6931,   -inf])
    """
    x = _filled("logaddexp", input, input_mask, least=True)
    y = _filled("logaddexp", other, other_mask, least=True)
    return _cast(elementary.logaddexp(x, y), _wanted(input, dtype))
