"""Images and volumes sampled at the points of a grid.

Note [Sampling is one form]
---------------------------
Sampling adds up a few weighted entries of the input for each position p of the result. It is the trilinear form T(x, w,
y) = Σ x[n, c, s(n, k, p)] w[n, k, p] y[n, c, p], summed over examples n, channels c, taps k and positions p. ``places``
holds s, the position of each tap in the flattened input, or -1 if the tap is outside. As with convolutions, fixing two
arguments gives the gradient with respect to the third. So there are three rows, and the formulas of each call the other
two: sample (x and w fixed), spread (y and w) and weigh (x and y). The modes of sampling differ only in the weights,
which ordinary operations compute from the coordinates. Entries and positions are those of images or volumes: they have
``dims`` dimensions, which kernels flatten.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes, planning
from ...arrays.arrays import combine_at
from ...arrays.batched import batch_together, physical
from ...declare.families import composite, general, multilinear
from ...declare.forward import total
from ...tape.tensor import payload_of
from ..create.ranges import evenly
from ..elementwise.complex import abs
from ..elementwise.pointwise import (
    _to,
    add,
    div,
    floor,
    gt,
    isfinite,
    isnan,
    le,
    logical_and,
    lt,
    mul,
    remainder,
    round,
    rsub,
    sub,
    where,
)
from ..linalg.matmul import matmul
from ..reduce.reduce import _sum_dim
from ..shape.dims import as_int
from ..shape.join import stack
from ..shape.shape import mT, reshape, select, unsqueeze
from . import grid_loops, tap_loops
from .activation import F, _hardtanh
from .layer import leading
from .sample import CUBIC, cubic
from .sliding import Sizes

# -- The three forms ---------------------------------------------------------------------------------------------------

FEW = 8  # with few channels, they are sampled one by one; with more, all channels of an entry at once
BLOCK = 1 << 16  # entries that are read at a time: they should stay in the cache until they are added up


def _rows(xp: Any, x: Any, spare: int = 0) -> Any:
    """Flatten the entries of (N, C, S) to (N * S, C), and append ``spare`` rows of zeros."""
    n, channels, size = x.shape
    rows = xp.empty((n * size + spare, channels), x.dtype)
    rows[: n * size].reshape(n, size, channels)[...] = x.swapaxes(1, 2)
    rows[n * size :] = 0
    return rows


def _by_channel(xp: Any, x: Any) -> Any:
    """The entries of (N, C, S), one row per channel, with a zero at the end: (C, N * S + 1)."""
    n, channels, size = x.shape
    out = xp.empty((channels, n * size + 1), x.dtype)
    out[:, : n * size].reshape(channels, n, size)[...] = x.swapaxes(0, 1)
    out[:, n * size :] = 0
    return out


def _throughout(xp: Any, places: Any, size: int) -> Any:
    """Positions (N, K, P), counted through all examples. A tap outside gets the position of a zero after the last."""
    n = len(places)
    if n == 1:
        return xp.where(places < 0, size, places)
    return xp.where(places < 0, n * size, places + (xp.arange(n) * size)[:, None, None])


def _seen(xp: Any, places: Any, size: int) -> Any:
    """For each tap, the row of :func:`_rows` at each position (N, K, P): (K, N * P)."""
    return _tap_first(_throughout(xp, places, size))


def _tap_first(w: Any) -> Any:
    """Reshape (N, K, P) to (K, N * P)."""
    n, count, length = w.shape
    return w.swapaxes(0, 1).reshape(count, n * length)


def _blocks(count: int, each: int) -> Iterator[slice]:
    step = max(1, BLOCK // max(1, each))
    return (slice(i, i + step) for i in range(0, count, step))


def _by_examples(loop: Any, kernel: Any, xp: Any, space: Sizes, *values: Any, **params: Any) -> Any:
    """Call a kernel for arrays (N, C, S) on arrays (..., C, *S), in blocks of examples that fit in the cache. The result
    has ``space`` at its end. If there is a ``loop`` for them, it computes all."""
    dims = len(space)
    if xp is np:
        found = loop(*values, space=space, **params)
        if found is not None:
            return found
    lead = values[0].shape[: -1 - dims]
    n = math.prod(lead)
    values = tuple([v.reshape(n, v.shape[-1 - dims], math.prod(v.shape[-dims:])) for v in values])
    blocks = _blocks(n, sum(math.prod(v.shape[1:]) for v in values)) if n else [slice(None)]
    parts = [kernel(xp, *[v[block] for v in values], **params) for block in blocks]
    out = parts[0] if len(parts) == 1 else xp.concatenate(parts)
    return out.reshape(*lead, out.shape[1], *space)


def _sample_some(xp: Any, x: Any, places: Any, w: Any) -> Any:
    n, channels, size = x.shape
    if channels <= FEW:
        at, sampled = _throughout(xp, places, size), xp.empty((n, channels, places.shape[-1]), x.dtype)
        for c, entries in enumerate(_by_channel(xp, x)):
            sampled[:, c] = xp.einsum("nkp,nkp->np", entries.take(at), w)
        return sampled
    rows, at, w = _rows(xp, x, 1), _seen(xp, places, size), _tap_first(w)
    out = xp.empty((at.shape[1], channels), x.dtype)
    for block in _blocks(*out.shape):
        out[block] = xp.einsum("kpc,kp->pc", rows.take(at[:, block], axis=0), w[:, block])
    return xp.ascontiguousarray(out.reshape(n, places.shape[-1], channels).swapaxes(1, 2))


@multilinear(
    x=lambda g, places, w, x_meta, dims: _spread(g, places, w, space=tuple(x_meta.shape[-dims:])),
    w=lambda g, x, places, dims: _weigh(x, g, places, dims=dims), batch=batch_together,
)  # fmt: skip
def _sample(xp, x, places, w, *, dims=2):
    """Sample (..., C, *S) at taps (..., K, *P) with weights (..., K, *P): (..., C, *P)."""
    return _by_examples(tap_loops.sample, _sample_some, xp, w.shape[-dims:], x, places, w)


def _spread_some(xp: Any, y: Any, places: Any, w: Any, size: int) -> Any:
    n, channels, _ = y.shape
    if channels <= FEW and xp is np and y.dtype.kind == w.dtype.kind == "f":
        to, added = _throughout(xp, places, size).reshape(-1), xp.empty((n, channels, size), y.dtype)
        for c in range(channels):
            values = w * y[:, c, None]
            added[:, c] = xp.bincount(to, values.reshape(-1), n * size + 1)[:-1].reshape(n, size)
        return added
    rows, at, w = _rows(xp, y), _seen(xp, places, size), _tap_first(w)[..., None]
    out = xp.zeros((n * size + 1, channels), y.dtype)
    flat, each = out.reshape(-1), xp.arange(channels)
    for block in _blocks(*rows.shape):
        for k in range(len(at)):
            to = at[k, block, None] * channels + each
            combine_at(xp.add, flat, to.reshape(-1), (rows[block] * w[k, block]).reshape(-1))
    return xp.ascontiguousarray(out[:-1].reshape(n, size, channels).swapaxes(1, 2))


@multilinear(
    y=lambda g, places, w, space: _sample(g, places, w, dims=len(space)),
    w=lambda g, y, places, space: _weigh(g, y, places, dims=len(space)), batch=batch_together,
)  # fmt: skip
def _spread(xp, y, places, w, *, space):
    """The transpose of ``_sample``: add (..., C, *P) to (..., C, *S) at the taps, with the weights."""
    return _by_examples(tap_loops.spread, _spread_some, xp, space, y, places, w, size=math.prod(space))


def _weigh_some(xp: Any, x: Any, y: Any, places: Any) -> Any:
    n, count, length = places.shape
    if x.shape[1] <= FEW:
        numbers, weights = _throughout(xp, places, x.shape[-1]), xp.zeros(places.shape, x.dtype)
        for c, entries in enumerate(_by_channel(xp, x)):
            weights += entries.take(numbers) * y[:, c, None]
        return weights
    seen, rows, at = _rows(xp, x, 1), _rows(xp, y), _seen(xp, places, x.shape[-1])
    out = xp.empty(at.shape, x.dtype)
    for block in _blocks(*rows.shape):
        out[:, block] = xp.einsum("kpc,pc->kp", seen.take(at[:, block], axis=0), rows[block])
    return xp.ascontiguousarray(out.reshape(count, n, length).swapaxes(0, 1))


@multilinear(
    x=lambda g, y, places, x_meta, dims: _spread(y, places, g, space=tuple(x_meta.shape[-dims:])),
    y=lambda g, x, places, dims: _sample(x, places, g, dims=dims), batch=batch_together,
)  # fmt: skip
def _weigh(xp, x, y, places, *, dims=2):
    """The gradient of the weights of ``_sample``: (..., C, *S) and (..., C, *P) to (..., K, *P)."""
    return _by_examples(tap_loops.weigh, _weigh_some, xp, y.shape[-dims:], x, y, places)


# -- Taps -------------------------------------------------------------------------------------------------------------


def _reflected(c: Any, low: float, high: float) -> Any:
    """Reflect ``c`` at both ends until it lies between them."""
    span = high - low
    if not span:
        return c
    way = remainder(abs(sub(c, low)), 2 * span)
    return add(where(le(way, span), way, rsub(way, 2 * span)), low)


def _folded(c: Any, n: int, padding: str, align_corners: bool) -> Any:
    """Move coordinates outside an image of ``n`` entries into it, as the padding mode says."""
    if padding == "zeros":
        return c
    if padding == "reflection":
        c = _reflected(c, 0, n - 1) if align_corners else _reflected(c, -0.5, n - 0.5)
    return _hardtanh(c, min_val=0, max_val=n - 1)


def _turn(c: Any, n: int, padding: str, align_corners: bool) -> Any:
    """The derivative of :func:`_folded`."""
    kept = _folded(c, n, padding, align_corners)
    inside = logical_and(gt(kept, 0), lt(kept, n - 1))
    if padding == "border" or n == 1:
        return inside
    low, span = (0, n - 1) if align_corners else (-0.5, n)
    return mul(inside, rsub(mul(remainder(floor(div(sub(c, low), span)), 2), 2), 1))


def _cubic_slopes(t: Any) -> list[Any]:
    """The derivatives of the cubic weights."""

    def near(d: Any) -> Any:
        return (3 * (CUBIC + 2) * d - 2 * (CUBIC + 3)) * d

    def far(d: Any) -> Any:
        return ((3 * d - 10) * d + 8) * CUBIC

    return [far(t + 1), near(t), -near(1 - t), -far(2 - t)]


def _level(t: Any, value: int) -> Any:
    """The constant ``value``, in the shape of ``t``, also where ``t`` is NaN."""
    memory = payload_of(t)
    return where(isnan(memory), 0, memory * 0) + value


TAPS = {  # the first tap and the end of the taps around a point, their weights, and the derivatives of these
    "nearest": (0, 1, lambda t: [_level(t, 1)], lambda t: [_level(t, 0)]),
    "bilinear": (0, 2, lambda t: [1 - t, t], lambda t: [_level(t, -1), _level(t, 1)]),
    "bicubic": (-1, 3, cubic, _cubic_slopes),
}


# Note [Nowhere]
# --------------
# NaN counts as -1, as PyTorch documents; its loops do other things. Its gradient is 0. An infinite coordinate is nowhere. In an image padded
# with zeros, bilinear mode gives NaN and nearest mode 0, as PyTorch does. In a volume, padding with zeros gives 0, and
# reflection takes the last entry.


def _coordinate(
    points: Any, i: int, space: Sizes, mode: str, padding: str, align_corners: bool
) -> tuple[Any, Any, Any]:
    """The position of points along dimension ``i`` of the space: the entry before them, their distance from it, and
    their position before padding. The first has no derivative."""
    n = space[i]
    # coordinates are in reverse order: the last one belongs to the first dimension
    position = add(select(points, dim=-1, index=-1 - i), 1)
    position = mul(position, (n - 1) / 2) if align_corners else mul(sub(mul(position, n), 1), 0.5)
    c = position if mode == "bicubic" else _folded(position, n, padding, align_corners)
    if len(space) == 3:
        c = where(isfinite(c), c, -2 if padding == "zeros" else n - 1)  # Note [Nowhere]
    first = (round if mode == "nearest" else floor)(payload_of(c))
    return first, sub(c, first), position


def _crossed(one: Any, other: Any) -> Any:
    """All products of taps along two dimensions: (..., K, P) and (..., L, P) to (..., K·L, P)."""
    out = mul(unsqueeze(one, dim=-2), unsqueeze(other, dim=-3))
    return reshape(out, _merged(out.shape))


def _merged(shape: Sizes) -> Sizes:
    """The shape (..., K·L, P) for a shape (..., K, L, P)."""
    *lead, one, other, length = shape
    return (*lead, one * other, length)


def _along_each(points: Any, space: Sizes, mode: str, padding: str, align_corners: bool) -> list[Any]:
    """The derivatives of the weights of all taps by each coordinate of a point: per dimension (..., K, P)."""
    shares, slopes = [], []
    for i, n in enumerate(space):
        _, t, position = _coordinate(points, i, space, mode, padding, align_corners)
        unit = (n - 1) / 2 if align_corners else n / 2
        if padding != "zeros" and mode != "bicubic":  # bicubic mode moves the taps into the image, not the point
            unit = mul(_turn(payload_of(position), n, padding, align_corners), unit)
            if len(space) == 3:
                unit = where(isfinite(payload_of(position)), unit, 0)  # Note [Nowhere]
        *_, weigh, change = TAPS[mode]
        shares.append(stack(*weigh(t), dim=-2))
        slopes.append(stack(*[mul(s, unit) for s in change(t)], dim=-2))
    derivatives = []
    for i in range(len(space)):
        along = [slopes[j] if j == i else shares[j] for j in range(len(space))]
        derivatives.append(reduce(_crossed, along))
    return derivatives


def _in_a_row(x: Any, dims: int, after: int) -> Any:
    """Merge the dimensions of positions, which have ``after`` dimensions behind them."""
    end = x.ndim - after
    return (
        x if dims == 1 else reshape(x, (*x.shape[: end - dims], math.prod(x.shape[end - dims : end]), *x.shape[end:]))
    )


def _numbers(points: Any) -> tuple[Any, Any]:
    """The points with -1 for NaN, and where there was NaN: None if there was none. Note [Nowhere]"""
    absent = isnan(payload_of(points))
    return (where(absent, -1, points), absent) if bool(physical(absent).any()) else (points, None)


def _points_gradient(g_weights, points, space, mode, padding, align_corners):
    found = grid_loops.pull(g_weights, points, space, mode, padding, align_corners)
    if found is not None:
        return found
    given, dims = tuple(points.shape), len(space)
    g_weights, points = _in_a_row(g_weights, dims, 0), _in_a_row(points, dims, 1)
    points, absent = _numbers(points)
    slopes = _along_each(points, space, mode, padding, align_corners)
    moved = stack(*[_sum_dim(g_weights * s, dim=(-2,)) for s in reversed(slopes)], dim=-1)
    return reshape(moved if absent is None else where(absent, 0, moved), given)


def _points_tangent(t_points, points, space, mode, padding, align_corners):
    given, dims = tuple(points.shape), len(space)
    t_points, points = _in_a_row(t_points, dims, 1), _in_a_row(points, dims, 1)
    points, absent = _numbers(points)
    if absent is not None:
        t_points = where(absent, 0, t_points)
    slopes = _along_each(points, space, mode, padding, align_corners)
    moved = total([unsqueeze(select(t_points, dim=-1, index=-1 - i), dim=-2) * s for i, s in enumerate(slopes)])
    return None, reshape(moved, (*moved.shape[:-1], *given[-1 - dims : -1]))


@general(points=_points_gradient, jvp=_points_tangent, outputs="places weights", nondiff="places", batch=leading)
def _grid_taps(xp, points, *, space, mode, padding, align_corners):
    """The taps of points (..., *P, D) in a space, -1 for taps outside, and their weights: (..., K, *P)."""
    found = grid_loops.taps(points, space, mode, padding, align_corners) if xp is np else None
    if found is not None:
        return found
    each_side = points.shape[-1 - len(space) : -1]
    points, _ = _numbers(_in_a_row(points, len(space), 1))
    start, end, weigh, _ = TAPS[mode]
    places = inside = weights = None
    for i, n in enumerate(space):
        first, t, _ = _coordinate(points, i, space, mode, padding, align_corners)
        at = first[..., None, :] + xp.arange(start, end, dtype=first.dtype)[:, None]
        if mode == "bicubic":
            at = _folded(at, n, padding, align_corners)
        share = xp.concatenate([w[..., None, :] for w in weigh(t)], axis=-2)
        kept = (at >= 0) & (at < n)
        at = xp.where(kept, at, 0).astype(dtypes.I64)
        if places is not None:  # combine the taps so far with the taps along this dimension
            at = places[..., None, :] * n + at[..., None, :, :]
            shape = _merged(at.shape)
            at = at.reshape(shape)
            kept = (inside[..., None, :] & kept[..., None, :, :]).reshape(shape)
            share = (weights[..., None, :] * share[..., None, :, :]).reshape(shape)
        places, inside, weights = at, kept, share
    shape = (*places.shape[:-1], *each_side)
    return xp.where(inside, places, -1).reshape(shape), weights.reshape(shape)


# -- Both together -----------------------------------------------------------------------------------------------------


def _taps(points, space, mode, padding, align_corners):
    return _grid_taps(points, space=space, mode=mode, padding=padding, align_corners=align_corners)


def _sampled_at(g, x, points, d_taps, space, mode, padding, align_corners):
    g_weights = _weigh(x, g, d_taps[0], dims=len(space))
    return _points_gradient(g_weights, points, space, mode, padding, align_corners)


def _sampled_tangent(x, points, space, mode, padding, align_corners, t_x=None, t_points=None):
    dims = len(space)
    places, weights = _taps(points, space, mode, padding, align_corners)
    parts = [] if t_x is None else [_sample(t_x, places, weights, dims=dims)]
    if t_points is not None:
        _, t_weights = _points_tangent(t_points, points, space, mode, padding, align_corners)
        parts.append(_sample(x, places, t_weights, dims=dims))
    return total(parts)


@general(
    taps=_taps, x=lambda g, d_taps, space: _spread(g, *d_taps, space=space), points=_sampled_at, jvp=_sampled_tangent,
    batch=batch_together, node="GridSampler2DBackward0 dims=GridSampler3DBackward0",
    saved="x=input points=grid space= mode= padding= dims=",
)  # fmt: skip
def _grid_sample(xp, x, points, *, space, mode, padding, align_corners, dims=2):
    found = grid_loops.sample_grid(x, points, space, mode, padding, align_corners) if xp is np else None
    return _sample(x, *_taps(points, space, mode, padding, align_corners), dims=dims) if found is None else found


# -- Public functions --------------------------------------------------------------------------------------------------


@planning.cached
def _space_of(shape: Sizes, grid_shape: Sizes, mode: str) -> Sizes:
    """The sizes of an image or volume of this shape. Raise if a grid of the other shape cannot sample it."""
    rank = len(shape)
    fits = len(grid_shape) == rank and shape[:1] == grid_shape[:1] and grid_shape[-1:] == (rank - 2,)
    if rank not in (4, 5) or not fits or not all(shape[2:]):
        raise errors.shapes.grid(shape, grid_shape)
    if mode == "bicubic" and rank != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    return shape[2:]


def _sampled(input: Any, grid: Any, mode: str, padding: str, align_corners: bool) -> Any:
    image, points = payload_of(input), payload_of(grid)
    space = _space_of(image.shape, points.shape, mode)
    if dtypes.category(image.dtype) != dtypes.FLOAT:
        raise NotImplementedError(
            f"grid_sampler() is not implemented for '{errors.text.type_name(image.dtype)}'. Cast the input to float32 first."
        )
    if image.dtype is not points.dtype and image.dtype != points.dtype:
        raise errors.calls.scalar_type(image.dtype, points.dtype)
    how = {"space": space, "mode": mode, "padding": padding, "align_corners": align_corners, "dims": len(space)}
    return _grid_sample.on(input, grid, how)


MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")


def _unsaid() -> bool:
    errors.text.warn(
        "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0 of PyTorch. Pass "
        "align_corners to say which is meant."
    )
    return False


@composite('grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None)', namespace=F)
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Samples images or volumes at the points of a grid.

    The coordinates of a point are x, y and, for volumes, z. They go from -1 to 1 across the image. NaN counts as -1.
    Derivatives of all orders exist for both inputs. Interpolation is piecewise polynomial: at a point on a pixel it is
    not smooth, and the derivative is that of one side.

    Args:
        input: shape (N, C, H, W) or (N, C, D, H, W)
        grid: the points: shape (N, H', W', 2) or (N, D', H', W', 3)
        mode: ``'bilinear'`` (for volumes trilinear), ``'nearest'``, or ``'bicubic'`` (images only)
        padding_mode: values outside the input: ``'zeros'``, ``'border'`` (the nearest pixel) or ``'reflection'``

    Returns:
        a tensor of shape (N, C, H', W') or (N, C, D', H', W')

    >>> image = wengert.tensor([[[[1.0, 2.0], [3.0, 4.0]]]])
    >>> F.grid_sample(image, wengert.tensor([[[[0.0, 0.0], [1.0, -1.0]]]]), align_corners=True)
    tensor([[[[2.5000, 2.0000]]]])
    """
    if mode not in MODES:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    aligned = _unsaid() if align_corners is None else bool(align_corners)
    return _sampled(input, grid, mode, padding_mode, aligned)


def _numbered(name: str, input: Any, grid: Any, mode: int, padding: int, align_corners: bool, ndim: int) -> Any:
    if input.ndim != ndim or grid.ndim != ndim:
        raise RuntimeError(
            f"{name}(): expected {ndim}D input and grid with same number of dimensions, but got input with sizes "
            f"{list(input.shape)} and grid with sizes {list(grid.shape)}"
        )
    for what, value, known in (("interpolation_mode", mode, MODES), ("padding_mode", padding, PADDINGS)):
        if value not in range(len(known)):
            raise ValueError(f"{name}(): expected {what} to be 0, 1 or 2, for {', '.join(known)}, but got {value}")
    return _sampled(input, grid, MODES[mode], PADDINGS[padding], align_corners)


@composite("grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners)", method=False)
def grid_sampler(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.grid_sample`, with the modes given as numbers.

    >>> image, points = wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2)
    >>> wengert.grid_sampler(image, points, 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    ndim = input.ndim if input.ndim in (4, 5) else grid.ndim
    return _numbered("grid_sampler", input, grid, interpolation_mode, padding_mode, align_corners, ndim)


@composite("grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)", method=False)
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.grid_sample` for images, with the modes given as numbers.

    Args:
        input: shape (N, C, H, W)
        grid: the points: shape (N, H', W', 2)

    >>> wengert.grid_sampler_2d(wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    return _numbered("grid_sampler_2d", input, grid, interpolation_mode, padding_mode, align_corners, 4)


@composite("grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners)", method=False)
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.grid_sample` for volumes, with the modes given as numbers.

    Args:
        input: shape (N, C, D, H, W)
        grid: the points: shape (N, D', H', W', 3)

    >>> wengert.grid_sampler_3d(wengert.ones(1, 1, 2, 2, 2), wengert.zeros(1, 3, 1, 1, 3), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1, 1])
    """
    return _numbered("grid_sampler_3d", input, grid, interpolation_mode, padding_mode, align_corners, 5)


@planning.cached
def _centres(n: int, align_corners: bool, dtype: Any) -> Any:
    """The coordinates of ``n`` pixels. With ``align_corners``, -1 and 1 are the outer pixels' centres, else their
    outer edges. They are rounded as PyTorch rounds them: an identity leads to pixels, where ``grid_sample`` has kinks.
    """
    if n <= 1:
        return np.zeros(n, dtype)
    line = evenly("linspace", -1, 1, n, dtype, np).astype(dtype)
    return line if align_corners else line * dtype.type(n - 1) / dtype.type(n)


def _check_size(size: Sequence[int]) -> None:
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size "
            f"{size}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")


def _affine(theta: Any, size: Sequence[int], align_corners: bool) -> Any:
    count = len(size) - 2
    if tuple(theta.shape) != (size[0], count, count + 1):
        raise RuntimeError(
            f"affine_grid_generator: expected theta of shape {[size[0], count, count + 1]} for size {list(size)}, but got "
            f"{list(theta.shape)}"
        )
    space = tuple(map(as_int, size[2:]))
    dtype = dtypes.as_numpy(theta.dtype)
    if dtypes.is_half(dtype):
        theta = _to(theta, dtype=dtypes.F32)
    points = np.ones((*space, count + 1), dtypes.as_numpy(theta.dtype))
    for d, n in enumerate(space):
        points[..., count - 1 - d] = _centres(n, align_corners, points.dtype).reshape(-1, *(1,) * (count - 1 - d))
    base = arrays.move(points.reshape(-1, count + 1), theta.device)
    out = reshape(matmul(base, mT(theta)), (size[0], *space, count))
    return _to(out, dtype=dtype) if dtypes.is_half(dtype) else out


@composite("affine_grid(theta, size, align_corners=None)", namespace=F)
def affine_grid(theta, size, align_corners=None):
    """The grid for :func:`grid_sample` to which affine maps move the pixels of an image.

    Args:
        theta: the maps: shape (N, 2, 3) or (N, 3, 4); a point is ``theta @ [x, y, 1]`` or ``theta @ [x, y, z, 1]``
        size: the size of the image: (N, C, H, W) or (N, C, D, H, W)

    Returns:
        a tensor of shape (N, H, W, 2) or (N, D, H, W, 3)

    >>> shift = wengert.tensor([[[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]]])
    >>> F.affine_grid(shift, (1, 1, 1, 2), align_corners=False)
    tensor([[[[0., 0.],
              [1., 0.]]]])
    """
    if not theta.dtype.is_floating_point:
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    _check_size(size)
    count = len(size) - 2
    if tuple(theta.shape[1:]) != (count, count + 1):
        raise ValueError(
            f"Expected a batch of {count}D affine matrices of shape Nx{count}x{count + 1} for size {size}. Got "
            f"{errors.text.size(theta.shape)}."
        )
    return _affine(theta, size, _unsaid() if align_corners is None else bool(align_corners))


@composite("affine_grid_generator(theta, size, align_corners)", method=False)
def affine_grid_generator(theta: Any, size: Sequence[int], align_corners: bool) -> Any:
    """The same as :func:`wengert.nn.functional.affine_grid`.

    Args:
        theta: the maps: shape (N, 2, 3) or (N, 3, 4)
        size: the size of the image: (N, C, H, W) or (N, C, D, H, W)

    >>> wengert.affine_grid_generator(wengert.ones(1, 2, 3), (1, 1, 4, 5), False).shape
    wengert.Size([1, 4, 5, 2])
    """
    _check_size(size)
    return _affine(theta, size, bool(align_corners))
