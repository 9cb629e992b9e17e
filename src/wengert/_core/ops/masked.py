"""``wengert.masked``: reductions and normalizations of the elements selected by a mask.

Each operation replaces the elements outside the mask by the number that has no effect (0 for a sum, minus infinity for
a maximum) and calls the plain operation. So derivatives in all modes follow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
from .elementwise.clamping import maximum
from .elementwise.complex import abs, conj
from .elementwise.elementary import sqrt
from .elementwise.pointwise import _to, true_divide, where
from .nn import activation as nn_activation
from .reduce import extreme, order, reduce, scan
from .reduce import norm as norms
from .shape.arrange import expand
from .shape.dims import as_int
from .shape.shape import wrap_dim, wrap_dims

Dims = int | Sequence[int] | None


def _one(name: str, x: Any, dim: Any) -> int:
    """The dimension of an operation that needs one, as a non-negative number."""
    try:
        return wrap_dim(as_int(dim), x.ndim)
    except TypeError:
        raise errors.calls.wrong_type(name, "dim", "int", dim) from None


def _dtype(x: Any) -> Any:
    return dtypes.as_numpy(x.dtype)


def _wanted(x: Any, dtype: Any) -> Any:
    """The requested dtype; None means the dtype of ``x``."""
    return _dtype(x) if dtype is None else dtypes.as_numpy(dtype)


def _limit(name: str, x: Any, least: bool) -> float:
    """The smallest, or the largest, value of the dtype."""
    dtype = _dtype(x)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return int(info.min if least else info.max)
    if dtype.kind in "cb" and not (dtype.kind == "c" and name == "logsumexp"):
        raise errors.masked.no_identity(name, dtype)
    return -math.inf if least else math.inf


def _allowed(x: Any, mask: Any) -> Any:
    """The mask as bools, broadcast to the shape of ``x``."""
    if mask.ndim > x.ndim:
        raise errors.masked.too_many_dimensions(mask.ndim, x.ndim)
    if _dtype(mask).kind != "b":
        mask = _to(mask, dtype=dtypes.BOOLEAN)
    return mask if tuple(mask.shape) == tuple(x.shape) else expand(mask, shape=tuple(x.shape))


def _filled(name: str, x: Any, mask: Any, value: float | None = None, least: bool | None = None) -> Any:
    """``x`` where the mask is True; elsewhere ``value``, or the smallest or largest value of the dtype."""
    p = payload_of(x)
    if isinstance(p, COO):
        raise errors.masked.not_strided(name, p.layout)
    if mask is None:
        return x
    return where(_allowed(x, mask), x, _limit(name, x, bool(least)) if value is None else value)


def _cast(x: Any, dtype: Any) -> Any:
    return x if dtype is None or _dtype(x) == dtypes.as_numpy(dtype) else _to(x, dtype=dtypes.as_numpy(dtype))


def _dims(x: Any, dim: Dims) -> tuple[int, ...]:
    """The dimensions as non-negative numbers. None and ``()`` mean all of them."""
    dim = None if isinstance(dim, tuple) and not dim else dim
    return tuple(range(x.ndim)) if dim is None else tuple(sorted(wrap_dims(dim, x.ndim)))


def _count(x: Any, mask: Any, dims: tuple[int, ...], keepdim: bool) -> Any:
    """The number of elements in the mask."""
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
        dim: the dimensions to reduce; None means all of them

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
        dim: the dimensions to reduce; None means all of them

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
    """The mean of the elements where the mask is True. It is NaN if there are none.

    Args:
        dim: the dimensions to reduce; None means all of them

    Raises:
        ValueError: if the dtype of the result is neither floating point nor complex.

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
    """The largest element where the mask is True. It is minus infinity if there is none.

    For integers the smallest value of the dtype replaces minus infinity. Elements that tie share the gradient.

    Args:
        dim: the dimensions to reduce; None means all of them

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
    """The smallest element where the mask is True. It is infinity if there is none.

    For integers the largest value of the dtype replaces infinity. Elements that tie share the gradient.

    Args:
        dim: the dimensions to reduce; None means all of them

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
    """The index of the largest element where the mask is True.

    Args:
        dim: the dimension to reduce; None means the flattened tensor
        dtype: the dtype of the indices; None means the dtype of ``input``

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
    """The index of the smallest element where the mask is True.

    Args:
        dim: the dimension to reduce; None means the flattened tensor
        dtype: the dtype of the indices; None means the dtype of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.argmin(x, 1, mask=m)
    tensor([0., 0.])
    """
    out = order.argmin(_filled("argmin", input, mask, least=False), dim, bool(keepdim))
    return _cast(out, _wanted(input, dtype))


@composite("median(input, dim=-1, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def median(input: Any, dim: int = -1, *, keepdim: bool = False, dtype: Any = None, mask: Any = None) -> Any:
    """The median of the elements where the mask is True: the lower of the two in the middle if their number is even.

    NaN is ignored. The result is NaN if there is no other element.

    Args:
        dim: the dimension to reduce
        dtype: the dtype of the result, if ``input`` does not have a floating point dtype

    Raises:
        ValueError: if all elements are masked out and the dtype is an integer one: it has no NaN.

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
    values = physical(payload_of(out))
    if (values != values).any():
        raise errors.masked.median_of_none()
    return _to(out, dtype=_wanted(input, dtype))


def _variance(name: str, x: Any, dim: Dims, unbiased: bool | None, correction: float | None, keepdim: bool, dtype: Any,
              mask: Any) -> Any:  # fmt: skip
    if unbiased is not None and correction is not None:
        raise ValueError("Only one of unbiased and correction may be given")
    correction = float(unbiased is not False) if correction is None else float(correction)
    dims = _dims(x, dim)
    default = _dtype(x) if dtypes.is_inexact(_dtype(x)) else dtypes.F32
    wanted = default if dtype is None else dtypes.as_numpy(dtype)
    inexact = wanted if dtypes.is_inexact(wanted) else dtypes.F32
    # replace masked elements before they are used: infinity times a gradient of zero would be NaN
    x = _filled(name, x, mask, 0)
    center = true_divide(reduce.sum(x, dims, True, dtype=wanted), _count(x, mask, dims, True))
    off = x - center
    total = _total(name, off * conj(off), mask, dims, keepdim, inexact)
    count = _count(x, mask, dims, keepdim)
    if correction:  # counts above 65504 do not fit into half precision
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
    """The variance of the elements where the mask is True. It is NaN if there are too few.

    Args:
        dim: the dimensions to reduce; None means all of them

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
    """The standard deviation of the elements where the mask is True. It is NaN if there are too few.

    Args:
        dim: the dimensions to reduce; None means all of them

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
    """The vector norm of the elements where the mask is True.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.norm(x, mask=m)
    tensor(5.0990)
    """
    ord = 2.0 if ord is None else ord
    # For a negative order infinity has no effect. (PyTorch fills in 0, which makes the norm 0.)
    if ord < 0 and _dtype(input).kind == "c":
        input = abs(input)  # a complex infinity has no direction
    x = _filled("norm", input, mask, math.inf if ord < 0 else 0)
    return norms.vector_norm(x, ord, _dims(input, dim), bool(keepdim), dtype=dtype)


@composite("logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None)", namespace="masked", method=False)
def logsumexp(
    input: Any, dim: int | Sequence[int] | None = None, *, keepdim: bool = False, dtype: Any = None, mask: Any = None
) -> Any:
    """The logarithm of the sum of the exponentials of the elements where the mask is True.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.logsumexp(x, 1, mask=m)
    tensor([1.0000, 4.3133])
    """
    out = norms.logsumexp(_filled("logsumexp", input, mask, least=True), _dims(input, dim), bool(keepdim))
    return _cast(out, _wanted(input, dtype))


# -- results in the shape of the input


@composite("cumsum(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def cumsum(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The cumulative sum of the elements where the mask is True.

    Args:
        dtype: the dtype of the result; None means the dtype of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumsum(x, 1, mask=m)
    tensor([[1., 1.],
            [3., 7.]])
    """
    wanted = _wanted(input, dtype)
    return scan.cumsum(_filled("cumsum", input, mask, 0), dim=_one("cumsum", input, dim), dtype=wanted)


@composite("cumprod(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def cumprod(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The cumulative product of the elements where the mask is True.

    Args:
        dtype: the dtype of the result; None means the dtype of ``input``

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.cumprod(x, 1, mask=m)
    tensor([[ 1.,  1.],
            [ 3., 12.]])
    """
    wanted = _wanted(input, dtype)
    return scan.cumprod(_filled("cumprod", input, mask, 1), dim=_one("cumprod", input, dim), dtype=wanted)


@composite("softmax(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def softmax(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The softmax of the elements where the mask is True. The result is 0 for the others.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmax(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.2689, 0.7311]])
    """
    return nn_activation.softmax(_filled("softmax", input, mask, least=True), _one("softmax", input, dim), dtype=dtype)


@composite("log_softmax(input, dim, *, dtype=None, mask=None)", namespace="masked", method=False)
def log_softmax(input: Any, dim: int, *, dtype: Any = None, mask: Any = None) -> Any:
    """The logarithm of the softmax of the elements where the mask is True. The result is minus infinity for the others.

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
    """Softmin (the softmax of ``-input``) of the elements where the mask is True. The result is 0 for the others.

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.softmin(x, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.7311, 0.2689]])
    """
    return nn_activation.softmin(_filled("softmin", input, mask, least=False), _one("softmin", input, dim), dtype=dtype)


@composite("normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None)", namespace="masked", method=False)
def normalize(input: Any, ord: float, dim: int, *, eps: float = 1e-12, dtype: Any = None, mask: Any = None) -> Any:
    """Divides the elements where the mask is True by their norm along ``dim``. The result is 0 for the others.

    Args:
        eps: the smallest divisor

    >>> x, m = wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([[True, False], [True, True]])
    >>> wengert.masked.normalize(x, 1.0, 1, mask=m)
    tensor([[1.0000, 0.0000],
            [0.4286, 0.5714]])
    """
    if ord is None:
        raise errors.calls.wrong_type("normalize", "ord", "float", ord)
    length = norm(input, ord, _one("normalize", input, dim), keepdim=True, dtype=dtype, mask=mask)
    least = float(finfo(_dtype(length)).smallest_subnormal)  # half precision cannot represent 1e-12
    return true_divide(_filled("normalize", input, mask, 0), maximum(length, max(eps, least)))


@composite("logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None)", namespace="masked", method=False)
def logaddexp(input: Any, other: Any, *, dtype: Any = None, input_mask: Any = None, other_mask: Any = None) -> Any:
    """``log(exp(input) + exp(other))``, where masked out elements count as minus infinity.

    Args:
        input_mask: a bool tensor that can be broadcast to ``input``; None selects all elements
        other_mask: a bool tensor that can be broadcast to ``other``; None selects all elements

    >>> a, m = wengert.tensor([1.0, 2.0]), wengert.tensor([True, False])
    >>> wengert.masked.logaddexp(a, a, input_mask=m, other_mask=m)
    tensor([1.6931,   -inf])
    """
    x = _filled("logaddexp", input, input_mask, least=True)
    y = _filled("logaddexp", other, other_mask, least=True)
    return _cast(elementary.logaddexp(x, y), _wanted(input, dtype))
