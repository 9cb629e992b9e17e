"""Distances between points, and slices whose norm is limited."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes, matrix_batches
from ...arrays.arrays import broadcast_shape
from ...arrays.batched import batch_together
from ...arrays.fused import in_one_pass
from ...declare.families import composite, general, linear, pointwise
from ...tape.tensor import payload_of
from ..elementwise.complex import abs, sgn
from ..elementwise.pointwise import _to, add, eq, mul, sub, where
from ..reduce.norm import vector_norm
from ..reduce.reduce import mean, need_array, sum
from ..shape.arrange import expand, triu
from ..shape.shape import contiguous, mT, unsqueeze, wrap_dim
from . import distance_loops
from .matmul import matmul

BLOCK = 1 << 18  # elements of differences computed at once: they should fit in the cache
FACTORS = 12  # with more coordinates, a product of matrices is faster than loops over them
MANY = 32  # with more points than this, one step per coordinate is worthwhile
NARROW = 64  # with at most this many coordinates, adding them one after the other is accurate enough


@in_one_pass
def _and_square(xp: Any, total: Any, a: Any, b: Any) -> Any:
    return total + xp.square(a - b)


@in_one_pass
def _and_size(xp: Any, total: Any, a: Any, b: Any) -> Any:
    return total + xp.abs(a - b)


@in_one_pass
def _or_size(xp: Any, most: Any, a: Any, b: Any) -> Any:
    return xp.maximum(most, xp.abs(a - b))


BY_COORDINATE: dict[float, Any] = {2: _and_square, 1: _and_size, math.inf: _or_size}


def _between(xp: Any, x1: Any, x2: Any, p: float) -> Any:
    """The distance of each row of ``x1`` to each row of ``x2``."""
    step = BY_COORDINATE.get(p)
    if x1.shape[-2] > x2.shape[-2]:  # long rows are faster
        return _between(xp, x2, x1, p).swapaxes(-1, -2)
    if step is None or x2.shape[-2] < MANY or not 0 < x1.shape[-1] <= NARROW:
        return _distances(xp, x1[..., :, None, :] - x2[..., None, :, :], p)
    a, b = (xp.ascontiguousarray(x.swapaxes(-1, -2)) for x in (x1, x2))
    out: Any = 0.0
    for k in range(x1.shape[-1]):
        out = step(xp, out, a[..., k, :, None], b[..., k, None, :])
    return xp.sqrt(out) if p == 2 else out


def _distances(xp: Any, d: Any, p: float) -> Any:
    if p == 2:
        return xp.sqrt(xp.einsum("...i,...i->...", d, d))
    size = xp.abs(d)
    if p == 0:
        return (size != 0).sum(axis=-1).astype(d.dtype)
    if p == math.inf:
        return size.max(axis=-1) if size.shape[-1] else xp.zeros(size.shape[:-1], d.dtype)
    return (size**p).sum(axis=-1) ** (1 / p)


@pointwise(x=lambda g, y: _ratio(g, y), y=lambda g, y, out: -g * _ratio(out, y))
def _ratio(xp, x, y):
    """``x / y``, and 0 where ``y`` is 0."""
    return xp.where(y == 0, 0, x / xp.where(y == 0, 1, y))


def _pull(g: Any, x1: Any, x2: Any, out: Any, p: float) -> Any:
    """The gradient of ``x1``, from the differences."""
    if arrays.are_numpy(
        g, x1, x2, out
    ):  # a block of points at a time: there are as many differences as distances, times columns
        found = distance_loops.pull(g, x1, x2, out, p)
        if found is not None:
            return found
        n = g.shape[-2]
        step = max(1, BLOCK // max(1, math.prod(g.shape) // max(n, 1) * x1.shape[-1]))
        if step < n:
            rows = [(..., slice(at, at + step), slice(None)) for at in range(0, n, step)]
            return np.concatenate([_pull_block(g[at], x1[at], x2, out[at], p) for at in rows], -2)
    return _pull_block(g, x1, x2, out, p)


def _weights(g: Any, out: Any) -> Any:
    """The gradient of distances over them, a block of points at a time."""
    if not arrays.are_numpy(g, out) or g.size <= BLOCK:
        return _ratio(g, out)
    n, found = g.shape[-2], np.empty_like(out)
    step = max(1, BLOCK * n // g.size)
    for at in range(0, n, step):
        rows = (..., slice(at, at + step), slice(None))
        found[rows] = _ratio(g[rows], out[rows])
    return found


def _pull_of_weights(w: Any, a: Any, b: Any) -> Any:
    """The gradient of ``a`` for order 2, where ``w`` is the gradient of the distances over them: the sum over b of
    w (a - b) = a times the sum of w, minus w @ b.

    The two cancel for points that are far from the origin. So the origin is moved to a mean.
    """
    origin = mean(b, dim=-2, keepdim=True)
    return sub(mul(sub(a, origin), sum(w, -1, True)), matmul(w, sub(b, origin)))


def _pull_block(g: Any, x1: Any, x2: Any, out: Any, p: float) -> Any:
    d = sub(unsqueeze(x1, dim=-2), unsqueeze(x2, dim=-3))
    size, out, g = abs(d), unsqueeze(out, dim=-1), unsqueeze(g, dim=-1)
    if p == 1:
        slope = sgn(d)
    elif p == math.inf:
        slope = where(eq(size, out), sgn(d), 0)
    elif p % 2 == 0:  # the sum in the root is a polynomial, so no sign function is needed
        slope = _ratio(d, out) ** (p - 1)
    else:
        dead = eq(size, 0)
        slope = where(dead, 0, mul(sgn(d), where(dead, 1, _ratio(size, out)) ** (p - 1)))
    return sum(mul(g, slope), -2)


CLOSE = 1 / 64  # of the sum of the squared lengths: squared distances below lose digits as a product
FEW_CLOSE = 16  # with more than one distance in so many to be computed again, differences are faster


def _by_product(xp: Any, x1: Any, x2: Any) -> Any:
    """Euclidean distances by a product of matrices, from ``|a - b|² = |a|² - 2 a·b + |b|²``.

    The sum cancels for points that are closer to one another than to the origin. So the origin is moved to a mean, and
    distances that are short even so are computed from differences. If there are many, all are.
    """
    origin = x2.mean(axis=-2, keepdims=True)
    a, b = x1 - origin, x2 - origin
    left, right = (xp.einsum("...i,...i->...", x, x)[..., None] for x in (a, b))
    a = xp.concatenate([-2 * a, left, xp.ones_like(left)], -1)
    b = xp.concatenate([b, xp.ones_like(right), right], -1).swapaxes(-1, -2)
    left, right = CLOSE * left, CLOSE * right.swapaxes(-1, -2)
    if xp is np and distance_loops.mend is not None:
        out = matrix_batches.matmul(xp, a, b)
        if distance_loops.mend(out, left, xp.ascontiguousarray(right), x1, x2):
            return out
    out = xp.empty((*x1.shape[:-1], x2.shape[-2]), x1.dtype)
    step = max(1, BLOCK // 4 // max(1, out.size // x1.shape[-2]))
    for at in range(0, x1.shape[-2], step):
        rows = (..., slice(at, at + step), slice(None))
        part = xp.matmul(a[rows], b)
        short = part < left[rows] + right
        short |= part != part  # of infinite points
        if short.any():
            close = xp.nonzero(short)
            *batch, i, j = close
            if len(i) * FEW_CLOSE > part.size:
                return _cdist.kernel(xp, x1, x2, p=2)
            part[close] = xp.square(x1[(*batch, at + i)] - x2[(*batch, j)]).sum(axis=-1)
        out[rows] = xp.sqrt(part, out=part)
    return out


def _cdist_slope(g: Any, x1: Any, x2: Any, x1_meta: Any, out: Any, p: float, weights: Any) -> Any:
    if p == 0:
        return x1_meta.zeros()
    return _pull(g, x1, x2, out, p) if weights is None else _pull_of_weights(weights, x1, x2)


@general(
    weights=lambda g, out, by_product: _weights(g, out) if by_product else None,
    x1=lambda g, x1, x2, x1_meta, out, p, d_weights: _cdist_slope(g, x1, x2, x1_meta, out, p, d_weights),
    x2=lambda g, x1, x2, x2_meta, out, p, d_weights: _cdist_slope(
        mT(g), x2, x1, x2_meta, mT(out), p, None if d_weights is None else mT(d_weights)
    ),
    batch=batch_together, saved="x1_meta= x2_meta= by_product=", row_major=True,
)  # fmt: skip
def _cdist(xp, x1, x2, *, p, by_product=False):
    found = None if by_product and x1.shape[-1] > FACTORS else distance_loops.between(x1, x2, p)
    if found is not None:
        return found
    if by_product and x1.size and x2.size:
        return _by_product(xp, x1, x2)
    out = xp.zeros((*x1.shape[:-1], x2.shape[-2]), x1.dtype)
    step = max(1, BLOCK // max(1, x2.size))
    for at in range(0, x1.shape[-2] if x1.shape[-1] else 0, step):
        out[..., at : at + step, :] = _between(xp, x1[..., at : at + step, :], x2, p)
    return out


@composite('cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary")', method=False)
def cdist(x1: Any, x2: Any, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Any:
    """The distance of each row of ``x1`` to each row of ``x2``, in every matrix of a batch.

    Args:
        x1: the first points: shape (..., n, d)
        x2: the second points: shape (..., m, d)
        p: the order of the norm, not negative; 0 counts the coordinates that differ
        compute_mode: whether Euclidean distances are computed by a product of matrices, which is faster, and less
            accurate in the last digits: with more than 25 points, always ("use_mm_for_euclid_dist"), or never
            ("donot_use_mm_for_euclid_dist")

    Returns:
        The distances: shape (..., n, m).

    >>> wengert.cdist(wengert.tensor([[0.0, 0.0]]), wengert.tensor([[3.0, 4.0], [1.0, 0.0]]))
    tensor([[5., 1.]])
    """
    if compute_mode not in (
        "use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist",
    ):  # fmt: skip
        raise ValueError(
            f"{compute_mode} is not a valid value for compute_mode. "
            "Choose 'use_mm_for_euclid_dist_if_necessary', 'use_mm_for_euclid_dist' or 'donot_use_mm_for_euclid_dist'."
        )
    for name, x in (("X1", x1), ("X2", x2)):
        need_array("cdist", name.lower(), x)
        if dtypes.category(payload_of(x).dtype) != dtypes.FLOAT:
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {errors.text.type_name(dtypes.as_numpy(x.dtype))}"
            )
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    (*left, rows, width), (*right, columns, other) = payload_of(x1).shape, payload_of(x2).shape
    if width != other:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {width} X2: {other}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if x1.dtype != x2.dtype:
        raise errors.calls.scalar_type(dtypes.as_numpy(x1.dtype), dtypes.as_numpy(x2.dtype))
    if left != right:
        x1, x2 = (expand(x, shape=(*broadcast_shape(left, right), *x.shape[-2:])) for x in (x1, x2))
    many = compute_mode == "use_mm_for_euclid_dist" or max(rows, columns) > 25
    by_product = p == 2 and many and compute_mode != "donot_use_mm_for_euclid_dist"
    return _cdist(x1, x2, p=p, by_product=True) if by_product else _cdist(x1, x2, p=p)


def _pairs(xp: Any, rows: int, columns: int) -> Any:
    """The positions above the diagonal in a flattened matrix."""
    return xp.flatnonzero(~xp.tri(rows, columns, dtype=bool))


@linear(v=lambda g: _of_pairs(add(g, mT(g))), batch=batch_together)
def _symmetric(xp, v, *, n):
    """Symmetric matrices with zeros on the diagonal, made of the elements above the diagonal."""
    out = xp.zeros((*v.shape[:-1], n * n), v.dtype)
    out[..., _pairs(xp, n, n)] = v
    out = out.reshape(*v.shape[:-1], n, n)
    return out + out.swapaxes(-1, -2)


@linear(x=lambda g, x_meta: triu(_symmetric(g, n=x_meta.shape[-1]), diagonal=1), batch=batch_together)
def _of_pairs(xp, x):
    """The elements above the diagonal, row by row."""
    *lead, rows, columns = x.shape
    return x.reshape(*lead, rows * columns).take(_pairs(xp, rows, columns), axis=-1)


def _pdist_slope(g: Any, x: Any, x_meta: Any, out: Any, p: float) -> Any:
    if p == 0:
        return x_meta.zeros()
    n = x.shape[-2]
    return _pull(_symmetric(g, n=n), x, x, _symmetric(out, n=n), p)


@general(x=_pdist_slope, batch=batch_together, saved="x_meta=")
def _pdist(xp, x, *, p):
    found = distance_loops.between(x, x, p, True)
    if found is not None:
        return found
    n = x.shape[-2]
    out = xp.zeros((*x.shape[:-2], n * (n - 1) // 2), x.dtype)
    step, done = max(1, BLOCK // max(1, x.size)), 0
    for at in range(0, n if x.shape[-1] else 0, step):
        part = _of_pairs.kernel(xp, _between(xp, x[..., at : at + step, :], x[..., at:, :], p))
        out[..., done : done + part.shape[-1]] = part
        done += part.shape[-1]
    return out


@composite("pdist(input, p=2.0)", namespace="nn.functional", method=False, aliases="pdist")
def pdist(input: Any, p: float = 2.0) -> Any:
    """The distances between the rows of ``input``: of row 0 to rows 1, 2, …, then of row 1 to rows 2, …

    The gradient of a distance of 0 is 0.

    Args:
        input: the points: shape (n, d)
        p: the order of the norm, not negative; 0 counts the coordinates that differ

    Returns:
        The distances: shape (n * (n - 1) / 2,).

    >>> F.pdist(wengert.tensor([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]]))
    tensor([5., 3., 4.])
    """
    need_array("pdist", "input", input)
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if dtypes.category(dtypes.as_numpy(input.dtype)) != dtypes.FLOAT:
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    return _pdist(input, p=p)


@composite("renorm(input, p, dim, maxnorm, *, out=None)", inplace=True, out="over")
def renorm(input: Any, p: float, dim: int, maxnorm: float) -> Any:
    """Scales down each slice along ``dim`` whose norm is greater than ``maxnorm``, to a norm of ``maxnorm``.

    Args:
        p: the order of the norm, greater than 0

    >>> wengert.renorm(wengert.tensor([[3.0, 4.0], [0.3, 0.4]]), 2, 0, 1.0)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported. Give p above 0.")
    if input.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    dim = wrap_dim(dim, input.ndim)
    input = contiguous(input)
    half = dtypes.is_half(dtypes.as_numpy(input.dtype))  # the factor is rounded once
    axes = tuple(d for d in range(input.ndim) if d != dim)
    norms = vector_norm(input, p, axes, True, dtype=dtypes.F32 if half else None)
    factors = where(norms > maxnorm, maxnorm / (norms + 1e-7), 1)
    return mul(input, _to(factors, dtype=dtypes.as_numpy(input.dtype)) if half else factors)
