"""Resizing of signals, images and volumes; rearrangement of channels and pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from types import NoneType
from typing import Any

import numpy as np

from ... import errors
from ...arrays import copies, dtypes, layouts, planning
from ...declare.families import composite, constant, linear
from ...tape.tensor import payload_of
from ..elementwise.pointwise import _to
from ..shape.dims import as_sizes
from . import tap_loops
from .activation import F
from .adaptive_pool import _adaptive_avg
from .layer import leading
from .sliding import Sizes

# -- Resizing ----------------------------------------------------------------------------------------------------------

NUMBERS = frozenset((int, float, NoneType))
LINEAR = {"linear": 3, "bilinear": 4, "trilinear": 5}
CUBIC = -0.75  # the slope of the cubic kernel at 1
KERNELS = (*LINEAR, "bicubic", "lanczos")  # the modes that weight neighbours


def _new_size(space: Sizes, size: Any, scale_factor: Any, recompute: bool | None) -> tuple[Sizes, tuple[float, ...]]:
    """The size of the result and, per dimension, the distance in the input between neighbours of the result."""
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
            raise ValueError(
                "recompute_scale_factor is not meaningful with an explicit size. "
                "Give scale_factor instead of size, or leave it out."
            )
        values = as_sizes(values)
        return values, tuple([n / m if m else 0.0 for n, m in zip(space, values)])
    new = tuple([math.floor(n * float(s)) for n, s in zip(space, values)])
    if recompute:
        return new, tuple([n / m if m else 0.0 for n, m in zip(space, new)])
    return new, tuple([1 / float(s) if s else 0.0 for s in values])


_plain_size = planning.cached(_new_size)


class Taps:
    """The entries of the input that make up each entry of the result along a dimension, and their weights: (taps,
    entries).
    """

    def __init__(self, places: Any, weights: Any, size: int) -> None:
        self.places, self.weights, self.size = places, weights, size
        self.even = bool((weights == 1).all())
        self.missing = [none if none.any() else None for none in places < 0]
        self.cast: dict[Any, Any] = {}  # the weights, by dtype; None if there is one tap of weight 1

    def of_dtype(self, dtype: Any) -> Any:
        """The weights for an input of this dtype; None if all are 1."""
        if dtype not in self.cast:
            self.cast[dtype] = None if self.even else self.weights.astype(dtype)
        return self.cast[dtype]

    @cached_property
    def in_integers(self) -> tuple[list[Any], int]:
        """The weights as integers, which are to be divided by a power of two, and its exponent: 15 bits each."""
        weights = np.zeros_like(self.weights)
        for place, weight in zip(self.places, self.weights, strict=True):  # at the ends several taps are at one place
            weights[(self.places == place).argmax(axis=0), np.arange(len(place))] += weight
        most = float(weights.max())
        bits = next(n for n in range(23) if n == 22 or int(0.5 + most * (2 << n)) >= 1 << 15)
        scaled = weights * (1 << bits)
        return list(np.trunc(scaled + np.copysign(0.5, scaled)).astype(np.int32)), bits

    @cached_property
    def transposed(self) -> Taps:
        """The taps of the transpose, for an input of ``size`` entries. Missing taps are at -1, and have weight 0."""
        count, length = self.places.shape
        to = self.places.reshape(-1)
        order = np.argsort(to, kind="stable")
        made, given = np.tile(np.arange(length), count)[order], self.weights.reshape(-1)[order]
        each = np.bincount(to, minlength=self.size)
        rank = np.arange(to.size) - (np.cumsum(each) - each)[to[order]]
        weights = np.zeros((max(int(each.max(initial=1)), 1), self.size))
        places = np.full(weights.shape, -1)
        places[rank, to[order]], weights[rank, to[order]] = made, given
        found = Taps(places, weights, length)
        found.transposed = self
        return found


@linear(x=lambda g, taps, dim: _resampled(g, taps=taps.transposed, dim=dim), batch=leading, layout="images volumes", saved="taps= dim=",
        node="UpsampleBackward0")  # fmt: skip
def _resampled(xp, x, *, taps, dim):
    """Weighted sums of neighbours along a dimension, which is counted from the last."""
    order = layouts.channels_order(x)
    if order is not None:
        dim = order.index(x.ndim + dim) - x.ndim
        return layouts.turned_back(_resampled.kernel(xp, x.transpose(order), taps=taps, dim=dim), order)
    x = copies.in_row_major(x)
    found = tap_loops.along(x, taps.places, taps.of_dtype(x.dtype), x.ndim + dim) if xp is np else None
    if found is not None:
        return found
    after = (1,) * (-dim - 1)
    out = None
    for at, weights, missing in zip(taps.places, taps.weights, taps.missing):
        part = x.take(xp.asarray(at), axis=dim)
        if not taps.even:
            part *= xp.asarray(weights, x.dtype).reshape(-1, *after)
        if missing is not None:  # nothing is there, not 0 times an entry
            part = xp.where(xp.asarray(missing).reshape(-1, *after), x.dtype.type(0), part)
        if out is None:
            out = part
        else:
            out += part
    return out


@constant(batch=leading, layout="images volumes")
def _resampled_bytes(xp, x, *, taps, dim):
    """The same for bytes: the weights are integers, and each sum is rounded, as in PyTorch."""
    along = (-1, *(1 for _ in range(-dim - 1)))
    weights, bits = taps.in_integers
    out = 1 << bits >> 1
    for at, weight in zip(taps.places, weights, strict=True):
        out = out + x.take(xp.asarray(at), axis=dim) * xp.asarray(weight).reshape(along)
    return xp.clip(out >> bits, 0, 255).astype(x.dtype)


def near(d: Any, slope: float) -> Any:
    """The cubic kernel at distances up to 1 (Keys, "Cubic convolution interpolation", 1981), with ``slope`` at 1."""
    return ((slope + 2) * d - (slope + 3)) * d * d + 1


def far(d: Any, slope: float) -> Any:
    """The cubic kernel at distances from 1 to 2."""
    return (((d - 5) * d + 8) * d - 4) * slope


def cubic(t: Any) -> list[Any]:
    """The weights of the four entries around a position, at distance ``t`` after the second of them."""
    return [far(t + 1, CUBIC), near(t, CUBIC), near(1 - t, CUBIC), far(2 - t, CUBIC)]


SMOOTH = {  # kernels for antialiasing: the weight of a pixel by its distance, and the largest distance
    "bilinear": (1, lambda d: np.maximum(1 - d, 0)),
    "bicubic": (2, lambda d: np.where(d < 1, near(d, -0.5), np.where(d < 2, far(d, -0.5), 0))),
    "lanczos": (3, lambda d: np.where(d < 3, np.sinc(d) * np.sinc(d / 3), 0)),
}


@planning.cached
def _taps_of(n: int, m: int, step: float, mode: str, align_corners: bool, antialias: bool) -> Taps:
    """The taps that make ``m`` entries of ``n``, where neighbours of the result are ``step`` apart in the input."""
    if align_corners:
        step = (n - 1) / (m - 1) if m > 1 else 0.0
    if antialias:  # the kernel is as wide as an entry of the result, cut off at the ends, and normalized
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
        return Taps(np.clip(places, 0, n - 1), np.stack(cubic(at - low)), n)
    at = np.maximum(at, 0)
    low = np.minimum(np.floor(at).astype(np.int64), n - 1)
    return Taps(np.stack([low, np.minimum(low + 1, n - 1)]), np.stack([1 - (at - low), at - low]), n)


@planning.cached
def _nearest(n: int, m: int, step: float, shift: float) -> Taps:
    """The taps that copy one of ``n`` entries to each of ``m``."""
    at = np.floor((np.arange(m, dtype=np.float32) + np.float32(shift)) * np.float32(step)).astype(np.int64)
    return Taps(np.minimum(at, n - 1)[None], np.ones((1, m)), n)


FLAT = ("nearest", "nearest-exact", "area")  # the modes that weight no neighbours


def _order(new: Sizes, space: Sizes) -> Sequence[int]:
    """The order of the dimensions to interpolate. The last one has no rows for vectors: it comes when there is least."""
    sides = range(len(new))
    return sides[::-1] if math.prod(new) > math.prod(space) else sides


def _weighed(input: Any, new: Sizes, steps: Sequence[float], mode: str, align_corners: bool, antialias: bool) -> Any:
    """Interpolate by weighted sums of neighbours, one dimension after the other."""
    dtype = payload_of(input).dtype
    of_bytes = dtype == np.uint8 and len(new) == 2
    if dtypes.category(dtype) != dtypes.FLOAT and not of_bytes:
        raise NotImplementedError(
            f"interpolate with mode='{mode}' is not implemented for '{errors.text.type_name(dtype)}'. "
            "Cast the input to float32 first."
        )
    if dtypes.is_half(dtype):
        input = _to(input, dtype=dtypes.F32)
    space = payload_of(input).shape[2:]
    for i in reversed(range(len(new))) if of_bytes else _order(new, space):  # of bytes as PyTorch: each pass is rounded
        taps = _taps_of(space[i], int(new[i]), float(steps[i]), mode, align_corners, antialias)
        input = (_resampled_bytes if of_bytes else _resampled)(input, taps=taps, dim=i - len(new))
    return _to(input, dtype=dtype) if dtypes.is_half(dtype) else input


@composite(
    'interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, '
    "antialias=False)", namespace=F,
)  # fmt: skip
def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None,
                antialias=False):  # fmt: skip
    """Resizes signals, images or volumes by interpolation.

    With ``antialias=True`` an image is blurred before it is made smaller, so that all of its pixels count.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give either this or ``scale_factor``
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
            "Lanczos mode "
            + (
                "requires antialias=True"
                if not antialias
                else "does not support align_corners=True. Leave out align_corners."
            )
        )
    if antialias and (mode not in ("bilinear", "bicubic", "lanczos") or input.ndim != 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    shape = payload_of(input).shape
    ndim, space = len(shape), shape[2:]
    plain = (size is None or type(size) is int) and type(scale_factor) in NUMBERS  # a cache must not keep tensors
    new, steps = (_plain_size if plain else _new_size)(space, size, scale_factor, bool(recompute_scale_factor))
    known = mode in LINEAR or mode in FLAT or (mode in KERNELS and ndim == 4)
    if not known or not 3 <= ndim <= 5:
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {ndim}D) for the modes: nearest | linear | "
            f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode}). "
            "Reshape the input, or choose the mode of its dimensions."
        )
    if ndim != LINEAR.get(mode, ndim):
        raise NotImplementedError(f"Got {ndim}D input, but {mode} mode needs {LINEAR[mode]}D input")
    if mode == "area":
        return _adaptive_avg(len(new), input, new)
    if min(*new, *space) <= 0:
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {list(space)} output {list(new)}"
        )
    if not shape[1]:
        raise RuntimeError(f"Non-empty {ndim}D data tensor expected but got a tensor with sizes {list(shape)}")
    if mode in KERNELS:
        return _weighed(input, new, steps, mode, bool(align_corners), bool(antialias))
    for i in _order(new, space):
        m, n, step = new[i], space[i], steps[i]
        if mode == "nearest" and ndim == 4 and m in (n, 2 * n):  # of images PyTorch copies each entry once, or twice
            step = n / m
        taps = _nearest(n, int(m), float(step), 0.5 if mode == "nearest-exact" else 0.0)
        input = _resampled(input, taps=taps, dim=i - len(new))
    return input


def _deprecated(name: str) -> None:
    errors.text.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")


@composite('upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None)', namespace=F)
def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """An older name of :func:`interpolate`.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give either this or ``scale_factor``
        mode: as in :func:`interpolate`

    >>> F.upsample(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


@composite("upsample_nearest(input, size=None, scale_factor=None)", namespace=F)
def upsample_nearest(input, size=None, scale_factor=None):
    """An older name of :func:`interpolate` with ``mode='nearest'``.

    Args:
        input: shape (N, C, L), (N, C, H, W) or (N, C, D, H, W)
        size: the new sizes; give either this or ``scale_factor``

    >>> F.upsample_nearest(wengert.tensor([[[1.0, 2.0]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    _deprecated("upsample_nearest")
    return interpolate(input, size, scale_factor)


@composite("upsample_bilinear(input, size=None, scale_factor=None)", namespace=F)
def upsample_bilinear(input, size=None, scale_factor=None):
    """An older name of :func:`interpolate` with ``mode='bilinear'`` and ``align_corners=True``.

    Args:
        input: shape (N, C, H, W)
        size: the new sizes; give either this or ``scale_factor``

    >>> F.upsample_bilinear(wengert.tensor([[[[1.0, 3.0]]]]), (1, 3))
    tensor([[[[1., 2., 3.]]]])
    """
    _deprecated("upsample_bilinear")
    return interpolate(input, size, scale_factor, "bilinear", True)


# -- Rearrangement of channels and pixels ------------------------------------------------------------------------------


def _check_shuffle(name: str, input: Any, what: str, factor: int) -> None:
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {what}, but got {factor}")


@linear(
    x=lambda g, upscale_factor: _pixel_unshuffle(g, downscale_factor=upscale_factor), batch=leading, moves=True,
    layout="images",
)  # fmt: skip
def _pixel_shuffle(xp, x, *, upscale_factor):
    *lead, c, h, w = x.shape
    n, r = len(lead), upscale_factor
    split = x.reshape(*lead, c // (r * r), r, r, h, w)
    moved = copies.copied(split.transpose(*range(n + 1), n + 3, n + 1, n + 4, n + 2))
    return moved.reshape(*lead, c // (r * r), h * r, w * r)


@linear(
    x=lambda g, downscale_factor: _pixel_shuffle(g, upscale_factor=downscale_factor), batch=leading, moves=True,
    layout="images",
)  # fmt: skip
def _pixel_unshuffle(xp, x, *, downscale_factor):
    *lead, c, h, w = x.shape
    n, r = len(lead), downscale_factor
    split = x.reshape(*lead, c, h // r, r, w // r, r)
    moved = copies.copied(split.transpose(*range(n + 1), n + 2, n + 4, n + 1, n + 3))
    return moved.reshape(*lead, c * r * r, h // r, w // r)


@linear(
    x=lambda g, x_meta, groups, dim: _channel_shuffle(g, groups=max(x_meta.shape[dim] // groups, 1), dim=dim),
    batch=leading, moves=True, layout="images volumes", saved="x_meta= dim=",
)  # fmt: skip
def _channel_shuffle(xp, x, *, groups, dim):
    """Interleave groups of channels along ``dim``, which is counted from the last."""
    lead, rest = x.shape[:dim], x.shape[x.ndim + dim + 1 :]
    split = x.reshape(*lead, groups, x.shape[dim] // groups, *rest)
    return copies.copied(split.swapaxes(len(lead), len(lead) + 1)).reshape(x.shape)


@composite("pixel_shuffle(input, upscale_factor)", namespace=F, aliases="pixel_shuffle")
def pixel_shuffle(input, upscale_factor):
    """Moves channels into the image, which becomes larger by ``upscale_factor``.

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
    c = input.shape[-3]
    if c % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
            f"input.size(-3)={c} is not divisible by {r * r}"
        )
    return _pixel_shuffle(input, upscale_factor=r)


@composite("pixel_unshuffle(input, downscale_factor)", namespace=F, aliases="pixel_unshuffle")
def pixel_unshuffle(input, downscale_factor):
    """The inverse of :func:`pixel_shuffle`: moves pixels into channels.

    Args:
        input: shape (..., C, H * r, W * r)

    Returns:
        a tensor of shape (..., C * r**2, H, W)

    >>> F.pixel_unshuffle(wengert.arange(4.0).reshape(1, 2, 2), 2).shape
    wengert.Size([4, 1, 1])
    """
    _check_shuffle("pixel_unshuffle", input, "downscale_factor", downscale_factor)
    r = downscale_factor
    h, w = input.shape[-2:]
    for what, size, dim in (("height", h, -2), ("width", w, -1)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {what} to be divisible by downscale_factor, but input.size({dim})={size} is not "
                f"divisible by {r}"
            )
    return _pixel_unshuffle(input, downscale_factor=r)


@composite("channel_shuffle(input, groups)", namespace=F,
           aliases="channel_shuffle native_channel_shuffle nn.functional.native_channel_shuffle")  # fmt: skip
def channel_shuffle(input, groups):
    """Divides the channels into groups and interleaves the groups.

    Args:
        input: shape (N, C, ...)

    >>> F.channel_shuffle(wengert.arange(4.0).reshape(1, 4, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    channels = input.shape[1]
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups: {groups}")
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups."
        )
    return _channel_shuffle(input, groups=groups, dim=1 - input.ndim)
