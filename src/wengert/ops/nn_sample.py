"""Images, signals and volumes at another resolution or on another grid; entries moved between channels and pixels.

Note [Sampling is one form]
---------------------------
To sample is to add up, for every place p of the result, so many entries of the input with weights: the trilinear form
T(x, w, y) = Σ x[n, c, s(n, k, p)] w[n, k, p] y[n, c, p], summed over examples n, channels c, taps k and places p. ``places``
holds s, the position of each tap in the flattened input, -1 where it lies beside it. As with convolutions, fixing two of the three
arguments gives the gradient with respect to the third: to sample (x and w fixed), to spread (y, w) and to weigh (x, y) are
three rows whose formulas are each other. What distinguishes one way to sample from another, are the weights, which are
made of coordinates by ordinary operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from wengert import arrays, dtypes, errors
from wengert.arrays import combine_at
from wengert.batched import batch_together, physical
from wengert.families import composite, linear, multilinear
from wengert.tensor import payload_of

from .complex import abs
from .join import stack
from .matmul import matmul
from .nn_activation import F, _hardtanh
from .nn_conv import Sizes, pick
from .nn_layer import leading
from .nn_pool import _adaptive_avg
from .pointwise import _to, add, floor, ge, isnan, le, logical_and, mul, remainder, round, rsub, sub, where
from .shape import mT, permute, reshape, select, unsqueeze

# -- Another resolution ------------------------------------------------------------------------------------------------

LINEAR = {"linear": 3, "bilinear": 4, "trilinear": 5}
CUBIC = -0.75  # the slope of the cubic kernel at 1
KERNELS = (*LINEAR, "bicubic", "lanczos")  # the modes that weigh neighbours


def _new_size(input: Any, size: Any, scale_factor: Any, recompute: bool | None) -> tuple[Sizes, list[float]]:
    """The size of the result, and how many entries of the input one of the result steps over, per dimension."""
    space = tuple(input.shape[2:])
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "either size or scale_factor should be defined" if size is None
            else "only one of size or scale_factor should be defined"
        )  # fmt: skip
    given = size if scale_factor is None else scale_factor
    values = tuple(given) if isinstance(given, (tuple, list)) else (given,) * len(space)
    if len(values) != len(space):
        first, second, what, letter = (
            ("output", "output size of", "output size", "o") if scale_factor is None
            else ("scale_factor", "scale_factor of shape", "scale_factor", "s")
        )  # fmt: skip
        raise ValueError(
            f"Input and {first} must have the same number of spatial dimensions, but got input with spatial dimensions "
            f"of {list(space)} and {second} {given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            f"{what} in ({letter}1, {letter}2, ...,{letter}K) format."
        )
    if scale_factor is None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        return values, [n / m if m else 0.0 for n, m in zip(space, values)]
    new = tuple(math.floor(n * float(s)) for n, s in zip(space, values))
    return new, [n / m if m else 0.0 for n, m in zip(space, new)] if recompute else [1 / float(s) for s in values]


def _nearest(input: Any, dim: int, count: int, step: float, shift: float) -> Any:
    at = np.floor((np.arange(count, dtype=np.float32) + np.float32(shift)) * np.float32(step)).astype(np.int64)
    return pick(input, np.minimum(at, input.shape[dim] - 1), dim)


class Taps:
    """Which entries along a dimension each entry of a result is made of, and with what weights: both (taps, entries)."""

    def __init__(self, places: Any, weights: Any, size: int) -> None:
        self.places, self.weights, self.size = places, weights, size

    def transposed(self) -> Taps:
        """For each of the ``size`` entries what is made of it. Where less is than elsewhere, weights are 0."""
        count, length = self.places.shape
        to = self.places.reshape(-1)
        order = np.argsort(to, kind="stable")
        made, given = np.tile(np.arange(length), count)[order], self.weights.reshape(-1)[order]
        each = np.bincount(to, minlength=self.size)
        rank = np.arange(to.size) - (np.cumsum(each) - each)[to[order]]
        places, weights = np.zeros((2, max(int(each.max(initial=1)), 1), self.size))
        places[rank, to[order]], weights[rank, to[order]] = made, given
        return Taps(places.astype(np.int64), weights, length)


@linear(x=lambda g, taps, dim: _resampled(g, taps=taps.transposed(), dim=dim), batch=leading, saved="taps= dim=",
        node="UpsampleBackward0")  # fmt: skip
def _resampled(xp, x, *, taps, dim):
    """Weighted sums of neighbours along a dimension, which is counted from the last."""
    along = (-1, *(1 for _ in range(-dim - 1)))
    out = 0
    for at, weights in zip(taps.places, taps.weights):
        out = out + x.take(xp.asarray(at), axis=dim) * xp.asarray(weights, x.dtype).reshape(along)
    return out


def _near(d: Any, slope: float) -> Any:
    """The cubic kernel at distances up to 1: Keys, "Cubic convolution interpolation", 1981; ``slope`` is that at 1."""
    return ((slope + 2) * d - (slope + 3)) * d * d + 1


def _far(d: Any, slope: float) -> Any:
    """The same from 1 to 2, where it ends."""
    return (((d - 5) * d + 8) * d - 4) * slope


SMOOTH = {  # what a pixel weighs at a distance, and how far that reaches, if it is also to blur
    "bilinear": (1, lambda d: np.maximum(1 - d, 0)),
    "bicubic": (2, lambda d: np.where(d < 1, _near(d, -0.5), np.where(d < 2, _far(d, -0.5), 0))),
    "lanczos": (3, lambda d: np.where(d < 3, np.sinc(d) * np.sinc(d / 3), 0)),
}


@lru_cache(maxsize=32)
def _taps_of(n: int, m: int, step: float, mode: str, align_corners: bool, antialias: bool) -> Taps:
    """How ``m`` entries are made of ``n``, which are ``1 / step`` as far apart."""
    if align_corners:
        step = (n - 1) / (m - 1) if m > 1 else 0.0
    if antialias:  # the kernel is as wide as an entry of the result, cut off at the ends, and sums to 1
        reach, kernel = SMOOTH[mode]
        wide = max(step, 1.0)
        centre = step * (np.arange(m) + 0.5)
        low = np.maximum((centre - reach * wide + 0.5).astype(np.int64), 0)
        high = np.minimum((centre + reach * wide + 0.5).astype(np.int64), n)
        at = low + np.arange(int((high - low).max()))[:, None]
        weights = np.where(at < high, kernel(np.abs(at - centre + 0.5) / wide), 0)
        return Taps(np.minimum(at, high - 1), weights / weights.sum(axis=0), n)
    at = np.arange(m) * step if align_corners else (np.arange(m) + 0.5) * step - 0.5
    if mode == "bicubic":
        low = np.floor(at)
        places = low.astype(np.int64) + np.array([[-1], [0], [1], [2]])
        return Taps(np.clip(places, 0, n - 1), np.stack(_cubic(at - low)), n)
    at = np.maximum(at, 0)
    low = np.minimum(np.floor(at).astype(np.int64), n - 1)
    return Taps(np.stack([low, np.minimum(low + 1, n - 1)]), np.stack([1 - (at - low), at - low]), n)


def _weighed(input: Any, new: Sizes, steps: Sequence[float], mode: str, align_corners: bool, antialias: bool) -> Any:
    """Interpolation by weights of neighbours, one dimension after the other."""
    dtype = dtypes.as_numpy(input.dtype)
    if dtypes.category(dtype) != dtypes.FLOAT:
        raise NotImplementedError(f"interpolate with mode='{mode}' is not implemented for '{errors.type_name(dtype)}'")
    if dtypes.is_half(dtype):
        input = _to(input, dtype=dtypes.F32)
    for i, (m, step) in enumerate(zip(new, steps)):
        taps = _taps_of(input.shape[2 + i], int(m), float(step), mode, align_corners, antialias)
        input = _resampled(input, taps=taps, dim=i - len(new))
    return _to(input, dtype=dtype) if dtypes.is_half(dtype) else input


@composite(
    'interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, '
    "antialias=False)", namespace=F,
)  # fmt: skip
def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):  # fmt: skip
    """Images (or signals, or volumes) made larger or smaller.

    With ``antialias`` an image that becomes smaller is blurred, so that every pixel of it counts.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give this or ``scale_factor``
        mode: ``'nearest'``, ``'nearest-exact'`` or ``'area'``; ``'linear'`` for signals, ``'bilinear'``, ``'bicubic'`` or
            ``'lanczos'`` (with ``antialias``) for images, ``'trilinear'`` for volumes

    >>> F.interpolate(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    if align_corners is not None and mode not in KERNELS:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    if mode == "lanczos" and (align_corners or not antialias):
        raise ValueError(
            "Lanczos mode " + ("requires antialias=True" if not antialias else "does not support align_corners=True")
        )
    if antialias and (mode not in ("bilinear", "bicubic", "lanczos") or input.ndim != 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    new, steps = _new_size(input, size, scale_factor, recompute_scale_factor)
    known = mode in ("nearest", "nearest-exact", "area", *LINEAR) or (mode in KERNELS and input.ndim == 4)
    if not known or not 3 <= input.ndim <= 5:
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the modes: nearest | linear | "
            f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
        )
    if input.ndim != LINEAR.get(mode, input.ndim):
        raise NotImplementedError(f"Got {input.ndim}D input, but {mode} mode needs {LINEAR[mode]}D input")
    if mode == "area":
        return _adaptive_avg(len(new), input, new)
    if min(*new, *input.shape[2:]) <= 0:
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {list(input.shape[2:])} output {list(new)}"
        )
    if mode in KERNELS:
        return _weighed(input, new, steps, mode, bool(align_corners), antialias)
    for dim, (count, step) in enumerate(zip(new, steps), 2):
        input = _nearest(input, dim, count, step, 0.5 if mode == "nearest-exact" else 0)
    return input


def _deprecated(name: str) -> None:
    errors.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")


@composite('upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None)', namespace=F)
def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """The older name of :func:`interpolate`.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give this or ``scale_factor``
        mode: as in :func:`interpolate`

    >>> F.upsample(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


@composite("upsample_nearest(input, size=None, scale_factor=None)", namespace=F)
def upsample_nearest(input, size=None, scale_factor=None):
    """The older name of :func:`interpolate` with ``mode='nearest'``.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give this or ``scale_factor``

    >>> F.upsample_nearest(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor)


@composite("upsample_bilinear(input, size=None, scale_factor=None)", namespace=F)
def upsample_bilinear(input, size=None, scale_factor=None):
    """The older name of :func:`interpolate` with ``mode='bilinear'`` and ``align_corners=True``.

    Args:
        input: shape (N, C, H, W)
        size: the new sizes; give this or ``scale_factor``

    >>> F.upsample_bilinear(wengert.tensor([[[[1.0, 3.0]]]]), (1, 3))
    tensor([[[[1., 2., 3.]]]])
    """
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, "bilinear", True)


# -- On a grid ---------------------------------------------------------------------------------------------------------

BLOCK = 1 << 16  # entries that are taken at a time: they should stay in the cache until they are added up


def _rows(xp: Any, x: Any, spare: int = 0) -> Any:
    """The entries of (..., C, S), flattened but for the channels: (... * S, C), and ``spare`` rows of zeros."""
    n, (channels, size) = math.prod(x.shape[:-2]), x.shape[-2:]
    rows = xp.zeros((n * size + spare, channels), x.dtype)
    rows[: n * size].reshape(n, size, channels)[...] = x.reshape(n, channels, size).swapaxes(1, 2)
    return rows


def _columns(xp: Any, rows: Any, shape: Sequence[int]) -> Any:
    """The inverse of :func:`_rows`."""
    *lead, channels, size = shape
    return xp.ascontiguousarray(rows.reshape(math.prod(lead), size, channels).swapaxes(1, 2)).reshape(shape)


def _taps(xp: Any, places: Any, size: int) -> Any:
    """Per tap which row of :func:`_rows` each place of the result sees: (K, ... * P). A tap beside the input sees the last."""
    n = math.prod(places.shape[:-2])
    first = (xp.arange(n) * size).reshape(*places.shape[:-2], 1, 1)
    return _tap_first(xp.where(places < 0, n * size, places + first))


def _tap_first(w: Any) -> Any:
    """(..., K, P) as (K, ... * P)."""
    *lead, count, length = w.shape
    n = math.prod(lead)
    return w.reshape(n, count, length).swapaxes(0, 1).reshape(count, n * length)


def _blocks(count: int, channels: int) -> Iterator[slice]:
    step = max(1, BLOCK // max(1, channels))
    return (slice(i, i + step) for i in range(0, count, step))


@multilinear(
    x=lambda g, places, w, x_meta: _spread(g, places, w, size=x_meta.shape[-1]),
    w=lambda g, x, places: _weigh(x, g, places),
    batch=batch_together, node="GridSampler2DBackward0 dims=GridSampler3DBackward0", saved="x=input dims=",
)  # fmt: skip
def _sample(xp, x, places, w, *, dims=2):
    """(..., C, S) at the taps (..., K, P) with weights (..., K, P): (..., C, P). Of ``dims`` only PyTorch's name depends."""
    *lead, count, length = places.shape
    rows, at = _rows(xp, x, 1), _taps(xp, places, x.shape[-1])
    w = _tap_first(w)[..., None]
    out = xp.empty((at.shape[1], x.shape[-2]), x.dtype)
    for block in _blocks(*out.shape):
        out[block] = sum(rows.take(at[k, block], axis=0) * w[k, block] for k in range(count))
    return _columns(xp, out, (*lead, x.shape[-2], length))


@multilinear(
    y=lambda g, places, w: _sample(g, places, w), w=lambda g, y, places: _weigh(g, y, places), batch=batch_together,
)  # fmt: skip
def _spread(xp, y, places, w, *, size):
    """What is transposed to ``_sample``: (..., C, P) added to (..., C, S) at the taps, with weights."""
    *lead, count, length = places.shape
    rows, at, channels = _rows(xp, y), _taps(xp, places, size), y.shape[-2]
    w = _tap_first(w)[..., None]
    out = xp.zeros((math.prod(lead) * size + 1, channels), y.dtype)
    each = xp.arange(channels)
    for block in _blocks(*rows.shape):
        for k in range(count):
            to = at[k, block, None] * channels + each
            combine_at(xp.add, out.reshape(-1), to.reshape(-1), (rows[block] * w[k, block]).reshape(-1))
    return _columns(xp, out[:-1], (*lead, channels, size))


@multilinear(
    x=lambda g, y, places, x_meta: _spread(y, places, g, size=x_meta.shape[-1]),
    y=lambda g, x, places: _sample(x, places, g), batch=batch_together,
)  # fmt: skip
def _weigh(xp, x, y, places):
    """What ``_sample`` owes each weight: (..., C, S) and (..., C, P) give (..., K, P)."""
    *lead, count, length = places.shape
    seen, rows, at = _rows(xp, x, 1), _rows(xp, y), _taps(xp, places, x.shape[-1])
    out = xp.empty(at.shape, x.dtype)
    for block in _blocks(*rows.shape):
        for k in range(count):
            out[k, block] = xp.einsum("pc,pc->p", seen.take(at[k, block], axis=0), rows[block])
    return out.reshape(count, math.prod(lead), length).swapaxes(0, 1).reshape(places.shape)


def _reflected(c: Any, low: float, high: float) -> Any:
    """``c`` reflected at both ends until it lies between them."""
    span = high - low
    if not span:
        return c
    way = remainder(abs(sub(c, low)), 2 * span)
    return add(where(le(way, span), way, rsub(way, 2 * span)), low)


def _folded(c: Any, n: int, padding: str, align_corners: bool) -> Any:
    """Coordinates outside an image of ``n`` entries brought into it, as the padding says."""
    if padding == "zeros":
        return c
    if padding == "reflection":
        c = _reflected(c, 0, n - 1) if align_corners else _reflected(c, -0.5, n - 0.5)
    return _hardtanh(c, min_val=0, max_val=n - 1)


def _inside(c: Any, n: int) -> Any:
    """Coordinates that are whole numbers as positions, -1 where there is none."""
    kept = logical_and(ge(c, 0), le(c, n - 1))
    return _to(where(kept, c, -1), dtype=dtypes.I64)


def _cubic(t: Any) -> list[Any]:
    """The weights of the four entries around a place that lies ``t`` behind the second."""
    return [_far(t + 1, CUBIC), _near(t, CUBIC), _near(1 - t, CUBIC), _far(2 - t, CUBIC)]


def _along(c: Any, n: int, mode: str, padding: str, align_corners: bool) -> tuple[Any, Any]:
    """Where the taps lie along a dimension of ``n`` entries, and their weights: both (N, taps, P).

    Which entries are seen is read off the values: it has no derivative.
    """
    c = mul(add(c, 1), (n - 1) / 2) if align_corners else mul(sub(mul(add(c, 1), n), 1), 0.5)
    if mode == "bicubic":
        first = floor(payload_of(c))
        found = [_folded(add(first, k), n, padding, align_corners) for k in (-1, 0, 1, 2)]
        weights = _cubic(sub(c, first))
    else:
        c = _folded(c, n, padding, align_corners)
        if mode == "nearest":
            found = [round(payload_of(c))]
            weights = [add(sub(round(c), found[0]), 1)]
        else:
            first = floor(payload_of(c))
            found, t = [first, add(first, 1)], sub(c, first)
            weights = [rsub(t, 1), t]
    return stack(*(_inside(f, n) for f in found), dim=1), stack(*weights, dim=1)


def _crossed(one: Any, other: Any, combine: Any) -> Any:
    """Every tap along one dimension combined with every tap along another."""
    out = combine(unsqueeze(one, dim=2), unsqueeze(other, dim=1))
    return reshape(out, (out.shape[0], out.shape[1] * out.shape[2], out.shape[3]))


def _check_grid(input: Any, grid: Any, mode: str) -> None:
    shape, found = list(input.shape), list(grid.shape)
    sizes = f"but got input with sizes {shape} and grid with sizes {found}"
    if shape[:1] != found[:1]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, {sizes}")
    if found[-1] != len(shape) - 2:
        raise RuntimeError(
            f"grid_sampler(): expected grid to have size {len(shape) - 2} in last dimension, but got grid with sizes {found}"
        )
    if len(shape) not in (4, 5) or len(found) != len(shape):
        wanted = f"{len(shape)}D" if len(shape) in (4, 5) else "4D or 5D"
        raise RuntimeError(f"grid_sampler(): expected {wanted} input and grid with same number of dimensions, {sizes}")
    for d, n in enumerate(shape[2:], 2):
        if not n:
            raise RuntimeError(
                f"grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes {shape} with "
                f"dimension {d} being empty"
            )
    if mode == "bicubic" and len(shape) != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    kinds = [dtypes.as_numpy(x.dtype) for x in (input, grid)]
    if dtypes.category(kinds[0]) != dtypes.FLOAT:
        raise NotImplementedError(f"grid_sampler() is not implemented for '{errors.type_name(kinds[0])}'")
    if kinds[0] != kinds[1]:
        raise RuntimeError(f"expected scalar type {errors.type_name(kinds[0])} but found {errors.type_name(kinds[1])}")


def _sampled(input: Any, grid: Any, mode: str, padding: str, align_corners: bool) -> Any:
    _check_grid(input, grid, mode)
    dtype = dtypes.as_numpy(input.dtype)
    if dtypes.is_half(dtype):
        input, grid = _to(input, dtype=dtypes.F32), _to(grid, dtype=dtypes.F32)
    lead, space = tuple(input.shape[:2]), tuple(input.shape[2:])
    absent = isnan(payload_of(grid))
    if bool(physical(absent).any()):
        grid = where(absent, -1, grid)
    points = reshape(grid, (lead[0], math.prod(grid.shape[1:-1]), len(space)))
    places: Any = None
    weights: Any = None
    for i, n in enumerate(space):  # the last coordinate of a point is that along the first dimension
        found, each = _along(select(points, dim=-1, index=-1 - i), n, mode, padding, align_corners)
        if places is None:
            places, weights = found, each
            continue
        weights = _crossed(weights, each, mul)
        places = _crossed(
            places, found, lambda a, b, n=n: where(logical_and(ge(a, 0), ge(b, 0)), add(mul(a, n), b), -1)
        )
    out = _sample(reshape(input, (*lead, math.prod(space))), places, weights, dims=len(space))
    out = reshape(out, (*lead, *grid.shape[1:-1]))
    return _to(out, dtype=dtype) if dtypes.is_half(dtype) else out


MODES = ("bilinear", "nearest", "bicubic")
PADDINGS = ("zeros", "border", "reflection")


def _unsaid() -> bool:
    errors.warn(
        "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0 of PyTorch. Pass "
        "align_corners to say which is meant."
    )
    return False


@composite('grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None)', namespace=F)
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Images or volumes sampled at the points of a grid.

    The coordinates of a point are x and y, and z of volumes, from -1 to 1 inside the image; one that is NaN counts as -1.
    Derivatives of any order for both inputs; as piecewise polynomials, samples have none where a point meets a pixel, and
    get that of one side.

    Args:
        input: shape (N, C, H, W) or (N, C, D, H, W)
        grid: the points to sample at: shape (N, H', W', 2) or (N, D', H', W', 3)
        mode: ``'bilinear'`` (of volumes trilinear), ``'nearest'``, or ``'bicubic'`` for images
        padding_mode: what lies outside: ``'zeros'``, the ``'border'`` over and over, or its ``'reflection'``

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
    """:func:`wengert.nn.functional.grid_sample` with modes given by numbers.

    >>> image, points = wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2)
    >>> wengert.grid_sampler(image, points, 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    ndim = input.ndim if input.ndim in (4, 5) else grid.ndim
    return _numbered("grid_sampler", input, grid, interpolation_mode, padding_mode, align_corners, ndim)


@composite("grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)", method=False)
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.grid_sample` of images, with modes given by numbers.

    Args:
        input: shape (N, C, H, W)
        grid: the points to sample at: shape (N, H', W', 2)

    >>> wengert.grid_sampler_2d(wengert.ones(1, 1, 2, 2), wengert.zeros(1, 3, 1, 2), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1])
    """
    return _numbered("grid_sampler_2d", input, grid, interpolation_mode, padding_mode, align_corners, 4)


@composite("grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners)", method=False)
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.grid_sample` of volumes, with modes given by numbers.

    Args:
        input: shape (N, C, D, H, W)
        grid: the points to sample at: shape (N, D', H', W', 3)

    >>> wengert.grid_sampler_3d(wengert.ones(1, 1, 2, 2, 2), wengert.zeros(1, 3, 1, 1, 3), 0, 0, True).shape
    wengert.Size([1, 1, 3, 1, 1])
    """
    return _numbered("grid_sampler_3d", input, grid, interpolation_mode, padding_mode, align_corners, 5)


def _centres(n: int, align_corners: bool) -> Any:
    """The coordinates of ``n`` pixels between -1 and 1: those at the ends, or their outer edges, lie there."""
    if n <= 1:
        return np.zeros(n)
    return np.linspace(-1, 1, n) * (1 if align_corners else (n - 1) / n)


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
    space = tuple(size[2:])
    lines = [_centres(n, align_corners) for n in space]
    points = np.stack([*reversed(np.meshgrid(*lines, indexing="ij")), np.ones(space)], axis=-1).reshape(
        -1, len(space) + 1
    )
    dtype = dtypes.as_numpy(theta.dtype)
    if dtypes.is_half(dtype):
        theta = _to(theta, dtype=dtypes.F32)
    base = arrays.move(points.astype(dtypes.as_numpy(theta.dtype)), theta.device)
    out = reshape(matmul(base, mT(theta)), (size[0], *space, len(space)))
    return _to(out, dtype=dtype) if dtypes.is_half(dtype) else out


@composite("affine_grid(theta, size, align_corners=None)", namespace=F)
def affine_grid(theta, size, align_corners=None):
    """The points, for :func:`grid_sample`, that affine maps take the pixels of an image to.

    Args:
        theta: the maps, ``theta @ [x, y, 1]`` or ``theta @ [x, y, z, 1]``: shape (N, 2, 3) or (N, 3, 4)
        size: the size of the image: (N, C, H, W) or (N, C, D, H, W)

    Returns:
        a tensor of shape (N, H, W, 2) or (N, D, H, W, 3)

    >>> shift = wengert.tensor([[[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]]])
    >>> F.affine_grid(shift, (1, 1, 1, 2), align_corners=False)
    tensor([[[[0., 0.],
              [1., 0.]]]])
    """
    if not dtypes.is_inexact(dtypes.as_numpy(theta.dtype)):
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    _check_size(size)
    count = len(size) - 2
    if tuple(theta.shape[1:]) != (count, count + 1):
        raise ValueError(
            f"Expected a batch of {count}D affine matrices of shape Nx{count}x{count + 1} for size {size}. Got "
            f"torch.Size({list(theta.shape)})."
        )
    return _affine(theta, size, _unsaid() if align_corners is None else bool(align_corners))


@composite("affine_grid_generator(theta, size, align_corners)", method=False)
def affine_grid_generator(theta: Any, size: Sequence[int], align_corners: bool) -> Any:
    """:func:`wengert.nn.functional.affine_grid` by another name.

    Args:
        theta: the maps: shape (N, 2, 3) or (N, 3, 4)
        size: the size of the image: (N, C, H, W) or (N, C, D, H, W)

    >>> wengert.affine_grid_generator(wengert.ones(1, 2, 3), (1, 1, 4, 5), False).shape
    wengert.Size([1, 4, 5, 2])
    """
    _check_size(size)
    return _affine(theta, size, bool(align_corners))


# -- Between channels and pixels ---------------------------------------------------------------------------------------


def _check_shuffle(name: str, input: Any, what: str, factor: int) -> None:
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {what}, but got {factor}")


@composite("pixel_shuffle(input, upscale_factor)", namespace=F, aliases="pixel_shuffle")
def pixel_shuffle(input, upscale_factor):
    """Channels moved into the image, which becomes larger by ``upscale_factor``.

    Args:
        input: shape (..., C * r**2, H, W)

    Returns:
        a tensor of shape (..., C, H * r, W * r)

    >>> F.pixel_shuffle(wengert.arange(4.0).reshape(4, 1, 1), 2)
    tensor([[[0., 1.],
             [2., 3.]]])
    """
    _check_shuffle("pixel_shuffle", input, "upscale_factor", upscale_factor)
    r = upscale_factor
    *lead, c, h, w = input.shape
    if c % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
            f"input.size(-3)={c} is not divisible by {r * r}"
        )
    n = len(lead)
    split = reshape(input, (*lead, c // (r * r), r, r, h, w))
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return reshape(permute(split, dims=order), (*lead, c // (r * r), h * r, w * r))


@composite("pixel_unshuffle(input, downscale_factor)", namespace=F, aliases="pixel_unshuffle")
def pixel_unshuffle(input, downscale_factor):
    """The inverse of :func:`pixel_shuffle`: pixels moved into channels.

    Args:
        input: shape (..., C, H * r, W * r)

    Returns:
        a tensor of shape (..., C * r**2, H, W)

    >>> F.pixel_unshuffle(wengert.arange(4.0).reshape(1, 2, 2), 2).shape
    wengert.Size([4, 1, 1])
    """
    _check_shuffle("pixel_unshuffle", input, "downscale_factor", downscale_factor)
    r = downscale_factor
    *lead, c, h, w = input.shape
    for what, size, dim in (("height", h, -2), ("width", w, -1)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {what} to be divisible by downscale_factor, but input.size({dim})={size} is not "
                f"divisible by {r}"
            )
    n = len(lead)
    split = reshape(input, (*lead, c, h // r, r, w // r, r))
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    return reshape(permute(split, dims=order), (*lead, c * r * r, h // r, w // r))


@composite("channel_shuffle(input, groups)", namespace=F, aliases="channel_shuffle")
def channel_shuffle(input, groups):
    """The channels of several groups interleaved.

    Args:
        input: shape (N, C, ...)

    >>> F.channel_shuffle(wengert.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    channels = input.shape[1]
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups."
        )
    split = reshape(input, (input.shape[0], groups, channels // groups, *input.shape[2:]))
    return reshape(permute(split, dims=(0, 2, 1, *range(3, split.ndim))), tuple(input.shape))
