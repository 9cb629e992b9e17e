"""Norms, and logsumexp."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import dtypes, reductions
from ...arrays.batched import batch_dims
from ...arrays.fused import formula, in_rows
from ...declare.families import composite, sloped
from ...tape.tensor import payload_of
from ..elementwise import single
from ..elementwise.complex import COMPLEX, abs, conj, real, sgn
from ..elementwise.elementary import exp
from ..elementwise.pointwise import _to, eq, isnan, logical_or, sub, where
from .extreme import shared
from .reduce import DIMS, Axes, _count, _over, _unreduced, axes, need_array

# -- Exponentials and norms --------------------------------------------------------------------------------------------


@in_rows
def _weighted(x, out, g, dim):
    return g * conj(exp(x - out))


@in_rows
def _log_of_sum(xp, x, dim):
    peak = reductions.largest(x.real, dim, True)
    peak = xp.where(xp.isfinite(peak), peak, 0)
    return single.log(xp, reductions.total(single.exp(xp, x - peak), dim, True)) + peak


@sloped(x=lambda g, x, out, dim, keepdim: _weighted(x, _unreduced(out, dim, keepdim), g, dim=dim), over=DIMS, promote="float",
        batch=batch_dims, node="LogsumexpBackward0")  # fmt: skip
def _logsumexp(xp, x, *, dim, keepdim):
    if not _count(x.shape, dim):
        return single.log(xp, x.sum(axis=dim, keepdims=keepdim))
    dim = tuple(range(x.ndim)) if dim is None else dim
    out = _log_of_sum(xp, x, dim=dim)
    return out if keepdim else out.squeeze(dim)


@composite("logsumexp(input, dim, keepdim=False, *, out=None)", aliases="special.logsumexp", out="cast")
def logsumexp(input: Any, dim: int | Sequence[int], keepdim: bool = False) -> Any:
    """``log(sum(exp(input)))`` over the dimensions ``dim``, computed without overflow.

    Args:
        dim: the dimensions to reduce

    >>> wengert.logsumexp(wengert.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    if dim is None:
        raise errors.calls.wrong_type("logsumexp", "dim", "int or tuple of ints", dim)
    return _logsumexp(input, dim=axes(input, dim), keepdim=keepdim)


def _norm_slope(x: Any, norm: Any, ord: float, dim: Axes, keepdim: bool) -> Any:
    norm = _unreduced(norm, dim, keepdim)
    if ord == 1:
        return sgn(x)
    if ord == 2:
        return _over(x, norm)
    if ord > 2 and ord % 2 == 0:  # the sum in the root is a polynomial, so no sign function is needed
        ratio = _over(x, norm)
        if x.dtype in COMPLEX:
            return ratio * real(ratio * conj(ratio)) ** (ord / 2 - 1)
        return ratio ** (ord - 1)
    size = abs(x)
    if math.isinf(ord):
        return shared(sgn(x), logical_or(eq(size, norm), isnan(size)), dim)
    dead = logical_or(eq(size, 0), eq(norm, 0))
    # divide by the norm first: the quotient is at most about 1, while size ** (ord - 1) may overflow
    return sgn(x) * where(dead, 0, where(dead, 1, size / where(eq(norm, 0), 1, norm)) ** (ord - 1))


@formula
def _along_euclidean_norm(g, x, norm):
    return g * (x / norm)


def _along_norm(g, x, out, ord, dim, keepdim):
    if ord == 2:
        norm = _unreduced(out, dim, keepdim)
        zero = eq(norm, 0)
        return _along_euclidean_norm(where(zero, 0, g), x, where(zero, 1, norm))
    # the number of nonzero elements is piecewise constant; as in torch there is no gradient at all
    return None if ord == 0 else g * _norm_slope(x, out, ord, dim, keepdim)


@sloped(x=_along_norm, over=DIMS, batch=batch_dims, node="LinalgVectorNormBackward0")
def _vector_norm(xp, x, *, ord, dim, keepdim):
    if ord == 0:
        return (x != 0).sum(dim, dtypes.real_of(x.dtype), keepdims=keepdim)
    if ord == 2 and dim is None and not keepdim and x.dtype.kind == "f" and x.flags.c_contiguous:
        flat = x.reshape(-1)
        return xp.sqrt(flat.dot(flat))
    if ord == 2:
        if x.dtype in COMPLEX:
            return xp.sqrt(reductions.total(x.real**2 + x.imag**2, dim, keepdim))
        return xp.sqrt(reductions.squares(x, dim, keepdim))
    size = xp.abs(x)
    if ord == 1:
        return reductions.total(size, dim, keepdim)
    if math.isinf(ord):
        return (reductions.largest if ord > 0 else reductions.smallest)(size, dim, keepdim)
    return reductions.total(size**ord, dim, keepdim) ** (1 / ord)


@composite(
    "vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None)",
    also={"x": "input"},
    namespace="linalg",
    method=False,
)
def vector_norm(x: Any, ord: float = 2, dim: int | Sequence[int] | None = None, keepdim: bool = False, *,
                dtype: Any = None) -> Any:  # fmt: skip
    """The vector norm of order ``ord`` over the dimensions ``dim`` (default: over all elements).

    Args:
        x: the vectors
        dim: the dimensions to reduce; None means all of them

    >>> wengert.linalg.vector_norm(wengert.tensor([[3.0, 4.0], [6.0, 8.0]]), dim=1)
    tensor([ 5., 10.])
    """
    need_array("linalg_vector_norm", "x", x)
    given = payload_of(x).dtype
    if not dtypes.is_inexact(given):
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            + errors.text.type_name(given)
            + ". Cast it first: x.float()."
        )
    if dtype is not None:
        x = _to(x, dtype=_norm_dtype(given, dtypes.as_numpy(dtype)))
    dim = axes(x, dim)
    if (ord < 0 or ord == math.inf) and not _count(x.shape, dim):
        place = "an empty tensor because"
        if dim is not None:
            empty = next(d for d in dim if not x.shape[d])
            place = f"the dimension {empty} because this dimension is empty and"
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord} norm on {place} the operation does not have an identity. "
            "Give a tensor with elements, or another ord."
        )
    return _vector_norm(x, ord=ord, dim=dim, keepdim=keepdim)


def _norm_dtype(given: Any, wanted: Any) -> Any:
    """The dtype in which to compute a norm: ``wanted``, if it is allowed."""
    is_complex = dtypes.category(given) == dtypes.COMPLEX
    if (dtypes.category(wanted) == dtypes.COMPLEX) != is_complex or not dtypes.is_inexact(wanted):
        kind = "complex" if is_complex else "real"
        raise RuntimeError(
            f"linalg.vector_norm: dtype should be {kind} for {kind} inputs, but got {errors.text.type_name(wanted)}"
        )
    if dtypes.promote_types(given, wanted) != wanted:
        raise RuntimeError(
            f"linalg.vector_norm: the dtype of the input ({errors.text.type_name(given)}) should be convertible without "
            f"narrowing to the specified dtype ({errors.text.type_name(wanted)})"
        )
    return wanted


@composite("dist(input, other, p=2)")
def dist(input: Any, other: Any, p: float = 2) -> Any:
    """The ``p``-norm of ``input - other``. The tensors are broadcast together.

    Args:
        p: the order of the norm

    >>> wengert.dist(wengert.tensor([1.0, 2.0]), wengert.tensor([4.0, 6.0]))
    tensor(5.)
    """
    return vector_norm(sub(input, other), p)
