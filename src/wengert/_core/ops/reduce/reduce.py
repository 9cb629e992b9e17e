"""Reductions: sums, products, moments and counts.

Most names have two rows: one reduces all dimensions, the other the dimensions ``dim``. torch's graphs have a node of
each kind, too (``SumBackward0``, ``SumBackward1``). Rows get ``dim`` from :func:`axes`, as a sorted tuple of
non-negative numbers. Most rows are *sloped*: their formulas multiply by a slope, and ``over`` says what is reduced.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, reductions
from ...arrays.batched import batch_dims
from ...arrays.fused import formula, in_one_pass
from ...declare.families import Reduction, composite, constant, general, linear, sloped
from ...tape.tensor import payload_of
from ..elementwise.complex import COMPLEX, conj
from ..elementwise.pointwise import _castable, _to, div, eq, isnan, logical_not, where
from ..shape.arrange import expand
from ..shape.dims import Axes, as_sizes, axes, wrap_dim
from ..shape.join import cat
from ..shape.shape import narrow, reshape, squeeze, unsqueeze
from ..shape.strided import _onto_diagonal, diagonal

# -- Axes --------------------------------------------------------------------------------------------------------------


def _count(shape: Sequence[int], dim: Axes) -> int:
    """The number of elements that are reduced to each result."""
    if dim is None:
        return math.prod(shape)
    n = 1
    for d in dim:
        n *= shape[d]
    return n


def _unreduced(v: Any, dim: Axes | int, keepdim: bool) -> Any:
    """A result or its gradient with the reduced dimensions put back, so that it broadcasts against the input."""
    if dim is not None and not keepdim:
        for d in dim if type(dim) in (tuple, list) else (dim,):
            v = unsqueeze(v, dim=d)
    return v


def _without(a: Any, dim: Axes) -> Any:
    """An array without its reduced dimensions, which were kept."""
    return a.squeeze(dim) if dim is not None else a.reshape(())


def _spread(g: Any, x_meta: Any, dim: Axes, keepdim: bool) -> Any:
    return expand(_unreduced(g, dim, keepdim), shape=x_meta.shape)


WHOLE = Reduction(reduce=lambda t: _sum(t), spread=lambda g: g)
DIMS = Reduction(
    reduce=lambda t, dim, keepdim: _sum_dim(t, dim=(dim,) if type(dim) is int else dim, keepdim=keepdim),
    spread=_unreduced,
)


def _batch_whole(row: Callable[[], Any]) -> Any:
    """The batch rule of a row that reduces everything: ``row()``, the one with ``dim``, reduces all but the batch."""

    def rule(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
        (x,) = args
        if x.ndim == 1:
            x = unsqueeze(x, dim=1)
        return row()(x, dim=tuple(range(1, x.ndim)), keepdim=False, **(params or {}))

    return rule


def along_axis(row: Any, x: Any, dim: int, **params: Any) -> tuple[Any, ...]:
    """Call a row that works along one dimension and has several results, with all its other parameters. A 0-d tensor
    counts as 1-d, as in torch."""
    ndim = x.ndim
    params["dim"] = dim if type(dim) is int and 0 <= dim < ndim else wrap_dim(dim, ndim)
    if ndim:
        return row.apply((x,), params)
    return tuple(squeeze(out, dim=0) if out.ndim else out for out in row(unsqueeze(x, dim=0), **params))


def refuse_empty(name: str, x: Any, dim: int | Axes, whole: type[Exception] = RuntimeError) -> None:
    """Raise if there is no element to pick along ``dim``; None means all dimensions."""
    payload = payload_of(x)
    if payload.size:
        return
    over, shape = axes(payload, dim), payload.shape
    if over is None:
        raise whole(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with "
            "the 'dim' argument."
        )
    for d in over:
        if not shape[d]:
            raise IndexError(f"{name}(): Expected reduction dim {d} to have non-zero size.")


def refuse_keepdim(name: str, keepdim: bool) -> None:
    """Raise if ``keepdim`` is given to a form without ``dim``, which would ignore it."""
    if keepdim:
        raise TypeError(
            f"{name}() received an invalid combination of arguments: keepdim without dim. Over all dimensions, the result "
            f"is a tensor without dimensions. To keep one, give it: {name}(input, dim, keepdim=True)."
        )


def without_imaginary_part(x: Any, dtype: Any) -> tuple[Any, Any]:
    """A complex ``x`` that is to become real is cast first: what is not linear in it has the cast's derivative."""
    if dtype is None or x.dtype not in COMPLEX or dtypes.as_numpy(dtype) in COMPLEX:
        return x, dtype
    dtype = dtypes.as_numpy(dtype)
    return _to(x, dtype=dtype), dtype  # integers would be multiplied in int64


def need_array(name: str, argument: str, value: Any) -> None:
    """Raise if ``value`` is not a tensor. Needed for arguments that public functions do not check themselves."""
    if not hasattr(payload_of(value), "dtype"):
        raise errors.calls.not_an_array(name, argument, value)


# -- Sums --------------------------------------------------------------------------------------------------------------


def accumulate(reduction: Any, x: Any, dtype: Any, *how: Any) -> Any:
    """Call a reduction of ``reductions`` in torch's accumulation dtype: int64 for integers, float32 for half types."""
    if dtype is None:
        return reduction(x, *how, dtypes.I64 if x.dtype.kind in "biu" else None)
    dtype = dtypes.as_numpy(dtype)
    return reduction(_castable(x, dtype), *how, dtypes.F32 if dtypes.is_half(dtype) else dtype).astype(
        dtype, copy=False
    )


def _added(x: Any, dtype: Any, dim: Axes = None, keepdim: bool = False) -> Any:
    if dtype is None and (x.dtype.kind == "f" or x.dtype == dtypes.I64):
        return reductions.total(x, dim, keepdim)
    return accumulate(reductions.total, x, dtype, dim, keepdim)


@linear(x=lambda g, x_meta: expand(g, shape=x_meta.shape), batch=_batch_whole(lambda: _sum_dim), node="SumBackward0")
def _sum(xp, x, *, dtype=None):
    return _added(x, dtype)


@linear(x=_spread, batch=batch_dims, node="SumBackward1")
def _sum_dim(xp, x, *, dim=None, keepdim=False, dtype=None):
    return _added(x, dtype, dim, keepdim)


@composite("sum(input, dim=None, keepdim=False, *, dtype=None, out=None)", out="asked")
def sum(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The sum over the dimensions ``dim`` (default: all). Integers and bools are summed in int64.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> x = wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> wengert.sum(x)
    tensor(10.)
    >>> wengert.sum(x, dim=0)
    tensor([4., 6.])
    """
    if dim is None and not keepdim:
        return _sum.on(input, None, {"dtype": dtype})
    return _sum_dim.on(input, None, {"dim": axes(input, dim), "keepdim": keepdim, "dtype": dtype})


def _batch_sum_to(op: Any, size: int, args: Any, flags: Any, params: dict[str, Any]) -> Any:
    (x,) = args
    shape = params["shape"]
    lead = x.ndim - 1 - len(shape)
    return reshape(op(x, shape=(size, *(1,) * lead, *shape)), (size, *shape))


@linear(x=lambda g, x_meta: expand(g, shape=x_meta.shape), batch=_batch_sum_to, node="SumBackward1")
def _sum_to(xp, x, *, shape):
    """Undo broadcasting: sum ``x`` to ``shape``, over leading dimensions and those that have length 1 in ``shape``."""
    lead = x.ndim - len(shape)
    if x.shape[lead:] == shape:
        return _added(x, None, tuple(range(lead)))
    dim = (*range(lead), *(lead + i for i, n in enumerate(shape) if n == 1))
    return _added(x, None, dim, True).reshape(shape)


@composite("sum_to_size(input, *size)")
def sum_to_size(input: Any, *size: Any) -> Any:
    """Sums ``input`` to a shape that can be broadcast to the shape of ``input``.

    Args:
        size: the shape, as a sequence or as separate integers

    >>> wengert.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    shape = as_sizes(size)
    old = tuple(input.shape)
    pairs = zip(reversed(shape), reversed(old), strict=False)
    if len(shape) > len(old) or builtins.any(n not in (1, m) for n, m in pairs):
        raise RuntimeError(
            f"size {{{list(shape)}}} is not expandable to size {{{list(old)}}}. "
            "Give sizes that are 1 or equal to those of the input."
        )
    if not shape:
        return sum(input)  # never the input itself, as in PyTorch
    if shape == old:
        return input
    return reshape(_sum_to(input, shape=(1,) * (len(old) - len(shape)) + shape), shape)


@in_one_pass
def _without_nan(xp: Any, x: Any) -> Any:
    return xp.where(xp.isnan(x), 0, x)


@general(x=lambda g, x, x_meta, dim, keepdim: _spread(g, x_meta, dim, keepdim) * logical_not(isnan(x)),
         jvp=lambda t_x, x, dim, keepdim: _sum_dim(where(isnan(x), 0, t_x), dim=dim, keepdim=keepdim),
         batch=batch_dims, node="NansumBackward0", saved="x_meta=")  # fmt: skip
def _nansum(xp, x, *, dim, keepdim, dtype):
    return _added(_without_nan(xp, x) if dtypes.is_inexact(x.dtype) else x, dtype, dim, keepdim)


@composite("nansum(input, dim=None, keepdim=False, *, dtype=None, out=None)", out="cast")
def nansum(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The sum over the dimensions ``dim`` (default: all), with NaN counted as zero.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.nansum(wengert.tensor([1.0, wengert.nan, 2.0]))
    tensor(3.)
    """
    errors.calls.refuse_complex("nansum", (input,))
    if dtype is not None and dtypes.as_numpy(dtype).kind == "c" and dtypes.is_inexact(dtypes.as_numpy(input.dtype)):
        raise errors.calls.not_implemented("nansum_cpu", dtypes.as_numpy(dtype), "Choose a real dtype.")
    return _nansum(input, dim=axes(input, dim), keepdim=keepdim, dtype=dtype)


def _batch_trace(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    (x,) = args
    _check_matrix(x.ndim - 1)
    return _sum_dim(diagonal(x, dim1=1, dim2=2), dim=(1,))


def _check_matrix(ndim: int) -> None:
    if ndim != 2:
        step = "For a batch of matrices write x.diagonal(dim1=-2, dim2=-1).sum(-1)." if ndim > 2 else "Give a matrix."
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {ndim}. {step}")


@linear("trace(input)", x=lambda g, x_meta: _onto_diagonal(
            expand(g, shape=(builtins.min(x_meta.shape),)), shape=x_meta.shape, offset=0, dim1=0, dim2=1),
        batch=_batch_trace)  # fmt: skip
def trace(xp, x):
    """The sum of the diagonal elements of a matrix.

    >>> wengert.trace(wengert.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    _check_matrix(x.ndim)
    return _added(xp.diagonal(x), None)


# -- Means -------------------------------------------------------------------------------------------------------------


def _mean_gradient(g, x_meta, dim, keepdim):
    # avoid division by 0: an empty input has an empty gradient anyway
    return _spread(g / (_count(x_meta.shape, dim) or 1), x_meta, dim, keepdim)


def _check_mean(name: str, input_dtype: Any, dtype: Any) -> None:
    """Refuse means in a dtype that has no fractions."""
    given = dtypes.as_numpy(input_dtype if dtype is None else dtype)
    if not dtypes.is_inexact(given):
        raise RuntimeError(
            f"{name}(): could not infer output dtype. {'Input' if dtype is None else 'Optional'} dtype must be either "
            f"a floating point or complex dtype. Got: {errors.text.type_name(given)}. Use x.float().{name}()."
        )


def _average(xp: Any, x: Any, dtype: Any, n: int, dim: Axes = None, keepdim: bool = False) -> Any:
    _check_mean("mean", x.dtype, dtype)
    return xp.true_divide(_added(x, dtype, dim, keepdim), n)


@linear(x=lambda g, x_meta: _mean_gradient(g, x_meta, None, False), batch=_batch_whole(lambda: _mean_dim),
        node="MeanBackward0", saved="x_meta=self_sym_sizes,self_sym_numel")  # fmt: skip
def _mean(xp, x, *, dtype=None):
    return _average(xp, x, dtype, x.size)


@linear(x=_mean_gradient, batch=batch_dims, node="MeanBackward1", saved="x_meta=self_sym_sizes,self_sym_numel")
def _mean_dim(xp, x, *, dim=None, keepdim=False, dtype=None):
    return _average(xp, x, dtype, _count(x.shape, dim), dim, keepdim)


@composite("mean(input, dim=None, keepdim=False, *, dtype=None, out=None)", out="asked")
def mean(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The mean over the dimensions ``dim`` (default: all).

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.mean(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
    tensor([1.5000, 3.5000])
    """
    if dim is None and not keepdim:
        return _mean.on(input, None, {"dtype": dtype})
    return _mean_dim.on(input, None, {"dim": axes(input, dim), "keepdim": keepdim, "dtype": dtype})


@composite("nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None)", out="cast")
def nanmean(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The mean over the dimensions ``dim`` (default: all) of the elements that are not NaN.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.nanmean(wengert.tensor([1.0, wengert.nan, 2.0]))
    tensor(1.5000)
    """
    given = dtypes.as_numpy(input.dtype)
    if not dtypes.is_inexact(given):
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got " + errors.text.type_name(given)
        )
    _check_mean("nanmean", given, dtype)
    total = nansum(input, dim, keepdim, dtype=dtype)
    return div(total, sum(logical_not(isnan(input)), dim, keepdim))


# -- Products ----------------------------------------------------------------------------------------------------------


def _others(x: Any, dim: int) -> Any:
    """For each element, the product of all others along ``dim``. It uses a tree of products: pair up, then go back
    down.

    It never divides by an ``x`` that may be zero. It is made of operations, so this is true of its derivatives, too.
    """
    n = x.shape[dim]
    if n < 2:
        return 1
    found = reductions.others(x, dim) if type(x) is np.ndarray else None
    if found is not None:
        return found
    half = n // 2
    left, right = narrow(x, dim, 0, half), narrow(x, dim, half, half)
    if n == 2 * half:
        rest = _others(left * right, dim)
        return cat(right * rest, left * rest, dim=dim)
    rest = _others(cat(left * right, narrow(x, dim, n - 1, 1), dim=dim), dim)
    paired = narrow(rest, dim, 0, half)
    return cat(right * paired, left * paired, narrow(rest, dim, half, 1), dim=dim)


def _whole_others(x: Any) -> Any:
    n = _count(x.shape, None)
    return reshape(_others(reshape(x, (n,)), 0), x.shape) if n > 1 else 1


def _batch_prod(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    (x,) = args
    return _prod_dim(reshape(x, (size, math.prod(x.shape[1:]))), dim=1, keepdim=False, **(params or {}))


@sloped(x=lambda g, x: expand(g, shape=x.shape) * conj(_whole_others(x)), over=WHOLE, batch=_batch_prod,
        node="ProdBackward0")  # fmt: skip
def _prod(xp, x, *, dtype=None):
    return accumulate(reductions.product, x, dtype, None, False)


@sloped(x=lambda g, x, dim: expand(g, shape=x.shape) * conj(_others(x, dim)), over=DIMS, batch=batch_dims,
        node="ProdBackward1")  # fmt: skip
def _prod_dim(xp, x, *, dim, keepdim=False, dtype=None):
    return accumulate(reductions.product, x, dtype, dim, keepdim)


@composite("prod(input, dim=None, keepdim=False, *, dtype=None, out=None)", out="asked")
def prod(input: Any, dim: int | None = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The product of all elements, or along ``dim``.

    Args:
        dim: the dimension to reduce; None means all of them

    >>> wengert.prod(wengert.tensor([[1, 2], [3, 4]]), 1)
    tensor([ 2, 12])
    """
    input, dtype = without_imaginary_part(input, dtype)
    if dim is None:
        refuse_keepdim("prod", keepdim)
        return _prod(input, dtype=dtype)
    dim = wrap_dim(dim, input.ndim)
    return _prod_dim(input, dim=dim, keepdim=keepdim, dtype=dtype) if input.ndim else _prod(input, dtype=dtype)


# -- Variance and standard deviation -----------------------------------------------------------------------------------


def _over(v: Any, o: Any) -> Any:
    """``v / o``, or 0 where ``o`` is 0. The derivatives are 0 there, too: torch's subgradient of norms at 0."""
    zero = eq(o, 0)
    return _quotient(v, where(zero, 1, o), zero)


@formula
def _quotient(v: Any, o: Any, zero: Any) -> Any:
    return where(zero, 0, v / o)


def _steepness(x: Any, dim: Axes, correction: float) -> float:
    """The slope of the variance by the distance from the mean. Without degrees of freedom it is infinite."""
    dof = _count(x.shape, dim) - correction
    return 2 / dof if dof > 0 else math.inf


@formula
def _by_variance(g: Any, x: Any, mean: Any, steepness: float) -> Any:
    return g * ((x - mean) * steepness)


@formula
def _by_deviation(g: Any, x: Any, mean: Any, std: Any) -> Any:
    return g * ((x - mean) / std)  # in this order nothing overflows: the quotient is less than the root of the count


def _var_slope(g: Any, x: Any, dim: Axes, correction: float) -> Any:
    return _by_variance(g, x, _mean_dim(x, dim=dim, keepdim=True), _steepness(x, dim, correction))


def _std_slope(g: Any, x: Any, std: Any, dim: Axes, correction: float, keepdim: bool) -> Any:
    mean, std = _mean_dim(x, dim=dim, keepdim=True), _unreduced(std, dim, keepdim)
    zero = eq(std, 0)
    return _by_deviation(where(zero, 0, g * (_steepness(x, dim, correction) / 2)), x, mean, where(zero, 1, std))


MEAN = Reduction(reduce=lambda t, dim, keepdim: _mean_dim(t, dim=dim, keepdim=keepdim), spread=_mean_gradient)


def _moments(x: Any, dim: Axes, correction: float, keepdim: bool, roots: bool = False) -> tuple[Any, Any]:
    """Variance, or with ``roots`` the deviation, and the mean with its dimensions kept, in twice the precision."""
    freedom = _count(x.shape, dim) - correction
    return reductions.variances(x, dim, freedom if freedom > 0 else 0, keepdim, roots)


def _mean_of(x: Any, at: Any, dim: Axes, keepdim: bool) -> Any:
    """The mean that :func:`_moments` gives, as a result."""
    at = at.astype(x.dtype)
    return at if keepdim else _without(at, dim)


@sloped(x=lambda g, x, dim, correction: _var_slope(g, x, dim, correction), over=DIMS, batch=batch_dims,
        node="VarBackward0")  # fmt: skip
def _var(xp, x, *, dim, correction, keepdim):
    return _moments(x, dim, correction, keepdim)[0]


@sloped(x=lambda g, x, out, dim, correction, keepdim: _std_slope(g, x, out, dim, correction, keepdim), over=DIMS,
        batch=batch_dims, node="StdBackward0")  # fmt: skip
def _std(xp, x, *, dim, correction, keepdim):
    return _moments(x, dim, correction, keepdim, True)[0]


@sloped(x=(lambda g, x, dim, correction: _var_slope(g, x, dim, correction), lambda g: g), over=(DIMS, MEAN),
        outputs="var mean", batch=batch_dims, node="VarMeanBackward0", saved="x_meta=")  # fmt: skip
def _var_mean(xp, x, *, dim, correction, keepdim):
    var, at = _moments(x, dim, correction, keepdim)
    return var, _mean_of(x, at, dim, keepdim)


@sloped(x=(lambda g, x, std, dim, correction, keepdim: _std_slope(g, x, std, dim, correction, keepdim), lambda g: g),
        over=(DIMS, MEAN), outputs="std mean", saved="std=result0 x_meta=", batch=batch_dims,
        node="StdMeanBackward0")  # fmt: skip
def _std_mean(xp, x, *, dim, correction, keepdim):
    std, at = _moments(x, dim, correction, keepdim, True)
    return std, _mean_of(x, at, dim, keepdim)


def _spread_of(row: Any, name: str, x: Any, dim: Any, unbiased: Any, keepdim: bool, correction: Any) -> Any:
    """Sort out torch's argument lists: ``(unbiased)``, ``(dim, unbiased, keepdim)``, ``(dim, correction=)``."""
    payload = payload_of(x)
    if not dtypes.is_inexact(payload.dtype):
        family = name if name.endswith("_mean") else "std and var"
        raise RuntimeError(f"{family} only support floating point and complex dtypes. Use x.float().")
    if type(dim) is bool:
        dim, unbiased = None, dim
    if unbiased is not None and correction is not None:
        raise TypeError(f"{name}(): got both 'unbiased' and 'correction'; give one of them")
    if correction is None:
        correction = 0 if unbiased is False else 1
    dim = axes(x, dim)
    if _count(payload.shape, dim) - correction <= 0:
        errors.text.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor "
            "(input numel divided by output numel)."
        )
    return row(x, dim=dim, correction=correction, keepdim=keepdim)


@composite("var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None)", out="cast")
def var(input: Any, dim: Any = None, unbiased: bool | None = None, keepdim: bool = False, *,
        correction: float | None = None) -> Any:  # fmt: skip
    """The variance over the dimensions ``dim``. The divisor is the number of elements minus ``correction``.

    ``correction`` is 1 by default. ``unbiased=False`` is an older way to write ``correction=0``.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.var(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(1.)
    >>> wengert.var(wengert.tensor([1.0, 2.0, 3.0]), correction=0)
    tensor(0.6667)
    """
    return _spread_of(_var, "var", input, dim, unbiased, keepdim, correction)


@composite("std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None)", out="cast")
def std(input: Any, dim: Any = None, unbiased: bool | None = None, keepdim: bool = False, *,
        correction: float | None = None) -> Any:  # fmt: skip
    """The standard deviation; see :func:`var`. Where it is 0, its gradient is 0.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.std(wengert.tensor([1.0, 2.0, 3.0]))
    tensor(1.)
    """
    return _spread_of(_std, "std", input, dim, unbiased, keepdim, correction)


@composite("var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None)", method=False)
def var_mean(input: Any, dim: Any = None, unbiased: bool | None = None, keepdim: bool = False, *,
             correction: float | None = None) -> tuple[Any, Any]:  # fmt: skip
    """The variance and the mean; see :func:`var`.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.var_mean(wengert.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    return _spread_of(_var_mean, "var_mean", input, dim, unbiased, keepdim, correction)


@composite("std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, out=None)", method=False)
def std_mean(input: Any, dim: Any = None, unbiased: bool | None = None, keepdim: bool = False, *,
             correction: float | None = None) -> tuple[Any, Any]:  # fmt: skip
    """The standard deviation and the mean; see :func:`var`.

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.std_mean(wengert.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    return _spread_of(_std_mean, "std_mean", input, dim, unbiased, keepdim, correction)


# -- Counting ----------------------------------------------------------------------------------------------------------


UINT8 = dtypes.uint8.dtype


def _truth(x: Any, out: Any) -> Any:
    # in torch the result for uint8 is uint8
    return out.astype(x.dtype) if x.dtype == UINT8 else out


@constant(batch=batch_dims)
def _any(xp, x, *, dim, keepdim):
    return _truth(x, reductions.some(x, dim, keepdim))


@constant(batch=batch_dims)
def _all(xp, x, *, dim, keepdim):
    return _truth(x, reductions.every(x, dim, keepdim))


def _quantified(row: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    if isinstance(dim, (tuple, list)) and not dim:  # unlike in other reductions, an empty dim reduces nothing
        return row(unsqueeze(x, dim=-1), dim=(-1,), keepdim=False)
    return row(x, dim=axes(x, dim), keepdim=keepdim)


@composite("any(input, dim=None, keepdim=False, *, out=None)")
def any(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Any:
    """True if any element is nonzero, over the dimensions ``dim`` (default: all).

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.any(wengert.tensor([[0, 0], [0, 2]]), 1)
    tensor([False,  True])
    """
    return _quantified(_any, input, dim, keepdim)


@composite("all(input, dim=None, keepdim=False, *, out=None)")
def all(input: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Any:
    """True if all elements are nonzero, over the dimensions ``dim`` (default: all).

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.all(wengert.tensor([[1, 1], [0, 2]]), 1)
    tensor([ True, False])
    """
    return _quantified(_all, input, dim, keepdim)


@constant(batch=batch_dims)
def _count_nonzero(xp, x, *, dim):
    return xp.asarray(reductions.nonzeros(xp, x, dim))


@composite("count_nonzero(input, dim=None)")
def count_nonzero(input: Any, dim: int | Sequence[int] | None = None) -> Any:
    """The number of nonzero elements over the dimensions ``dim`` (default: all).

    Args:
        dim: the dimensions to reduce; None means all of them

    >>> wengert.count_nonzero(wengert.tensor([0, 3, 4]))
    tensor(2)
    """
    return _count_nonzero(input, dim=axes(input, dim))
