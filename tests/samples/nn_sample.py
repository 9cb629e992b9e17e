"""Samples of ``wengert.ops.nn_sample``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_pool import F, _distinct
from wengert.ops.nn_sample import Taps

# -- another resolution, and between channels and pixels


@samples(F + "interpolate")
def interpolate() -> Iterator[Sample]:
    x = _distinct(1, 2, 5)
    for mode in ("nearest", "nearest-exact", "area", "linear"):
        yield Sample(x, size=3, mode=mode)
        yield Sample(x, scale_factor=1.7, mode=mode)
    yield Sample(x, size=7, mode="linear", align_corners=True)
    yield Sample(x, scale_factor=1.3, recompute_scale_factor=True)
    yield Sample(_distinct(1, 1, 3, 4), size=(4, 3), mode="bilinear", align_corners=False)
    yield Sample(_distinct(1, 1, 2, 2, 3), scale_factor=(2, 1, 0.7), mode="trilinear")


@samples(F + "upsample", F + "upsample_nearest", F + "upsample_bilinear")
def upsample() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 3, 4), (2, 5))
    yield Sample(_distinct(1, 1, 3, 4), scale_factor=2)


@samples(F + "upsample")
def upsample_linearly() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 4), 3, mode="linear", align_corners=True)


def _keys(d: float) -> float:
    return (1.5 * d - 2.5) * d * d + 1 if d < 1 else ((2.5 - 0.5 * d) * d - 4) * d + 2 if d < 2 else 0


SMOOTH: dict[str, Any] = {
    "bilinear": (lambda d: max(0, 1 - d), 1),
    "bicubic": (_keys, 2),
    "lanczos": (lambda d: np.sinc(d) * np.sinc(d / 3) if d < 3 else 0, 3),
}


def _weights(n: int, m: int, step: float, mode: str, align_corners: bool) -> Any:
    """What each of ``m`` entries is made of, one by one, when also blurred."""
    kernel, reach = SMOOTH[mode]
    step = (n - 1) / max(m - 1, 1) if align_corners else step
    out = np.zeros((m, n))
    for i in range(m):
        centre, wide = step * (i + 0.5), max(step, 1)
        for k in range(max(int(centre - reach * wide + 0.5), 0), min(int(centre + reach * wide + 0.5), n)):
            out[i, k] = kernel(abs(k + 0.5 - centre) / wide)
    return out / out.sum(1, keepdims=True)


def blurred(x: Any, size: Any = None, scale_factor: Any = None, mode: str = "", **how: Any) -> Any:
    """An image at another resolution, blurred where that is smaller."""
    rows, columns = size or tuple(int(n * s) for n, s in zip(x.shape[2:], scale_factor, strict=True))
    steps = [n / m for n, m in zip(x.shape[2:], size, strict=True)] if size else [1 / s for s in scale_factor]
    down = _weights(x.shape[2], rows, steps[0], mode, how.get("align_corners", False))
    return down @ x @ _weights(x.shape[3], columns, steps[1], mode, how.get("align_corners", False)).T


@samples(F + "interpolate")
def interpolate_smoothly() -> Iterator[Sample]:
    x = _distinct(1, 1, 4, 5)
    for mode in ("bilinear", "bicubic", "lanczos"):
        for size in ((2, 3), (1, 7)):
            yield Sample(x, size, mode=mode, antialias=True, ref=blurred)
        yield Sample(x, scale_factor=(0.6, 1.3), mode=mode, antialias=True, ref=blurred)
    yield Sample(x, (3, 2), mode="bicubic", antialias=True, align_corners=True, ref=blurred)
    yield Sample(x, (7, 3), mode="bicubic")
    yield Sample(x, (1, 6), mode="bicubic", align_corners=True)
    yield Sample(x, scale_factor=1.6, mode="bicubic")


def _resampled(x: Any, taps: Any, dim: int) -> Any:
    x = np.moveaxis(x, dim, -1)
    out = sum(x[..., at] * w for at, w in zip(taps.places, taps.weights, strict=True))
    return np.moveaxis(out, -1, dim)


@samples("_resampled", ref=_resampled)
def resampled() -> Iterator[Sample]:
    r = rng()
    taps = Taps(np.array([[0, 2, 2, 1], [0, 0, 1, 2]]), r.normal(size=(2, 4)), 5)  # 3 and 4 are of no use
    yield Sample(r.normal(size=(2, 5)), taps=taps, dim=-1)
    yield Sample(r.normal(size=(1, 5, 2)), taps=taps, dim=-2)
    yield Sample(r.normal(size=(0, 5)), taps=taps, dim=-1)


@samples(F + "pixel_shuffle")
def pixel_shuffle() -> Iterator[Sample]:
    yield Sample(_distinct(4, 2, 3), 2)


@samples(F + "pixel_unshuffle")
def pixel_unshuffle() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 4), 2)


@samples(F + "channel_shuffle")
def channel_shuffle() -> Iterator[Sample]:
    yield Sample(_distinct(1, 6, 2), 3, ref=lambda x, groups: x.reshape(1, 3, 2, 2).swapaxes(1, 2).reshape(x.shape))


# -- on a grid

PLACES = np.array([[[0, 2, 4, 1], [1, -1, 4, 2], [3, 0, -1, 2]], [[4, 4, 0, 0], [2, 1, 3, -1], [0, 0, 0, 1]]])


def _taken(x: Any, places: Any, w: Any, dims: int = 2) -> Any:
    out = np.zeros((*x.shape[:2], places.shape[-1]))
    for n, k, p in np.ndindex(places.shape):
        out[n, :, p] += w[n, k, p] * (x[n, :, places[n, k, p]] if places[n, k, p] >= 0 else 0)
    return out


@samples("_sample", ref=_taken)
def taken() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 5)), PLACES, r.normal(size=(2, 3, 4)))
    yield Sample(r.normal(size=(1, 3, 5)), PLACES[:1, :1], r.normal(size=(1, 1, 4)), dims=3)
    yield Sample(r.normal(size=(0, 2, 5)), PLACES[:0], r.normal(size=(0, 3, 4)))
    yield Sample(r.normal(size=(2, 2, 5)), PLACES[:, :, :0], r.normal(size=(2, 3, 0)))


@samples("_spread")
def spread() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 4)), PLACES, r.normal(size=(2, 3, 4)), size=5)


@samples("_weigh")
def weighed() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 5)), r.normal(size=(2, 2, 4)), PLACES)


def _coordinates(pixels: Any, space: Any, align_corners: bool) -> Any:
    """What points of a grid stand for places among the pixels."""
    n = np.array(space[::-1])
    return 2 * pixels / (n - 1) - 1 if align_corners else (2 * pixels + 1) / n - 1


# in the image, between its last pixels and beside it: never near a pixel, nor near the middle of two
POINTS = np.array([[0.3, 1.2], [2.4, 0.7], [-0.7, 1.6], [3.3, -0.2], [-1.8, 2.2], [4.7, 1.7]])
KERNELS = {
    "bilinear": lambda d: max(0, 1 - abs(d)),
    "bicubic": lambda d: (
        (1.25 * abs(d) - 2.25) * d * d + 1 if abs(d) <= 1
        else (((-0.75 * abs(d) + 3.75) * abs(d)) - 6) * abs(d) + 3 if abs(d) < 2 else 0
    ),
}  # fmt: skip


def _place(c: float, n: int, padding: str, aligned: bool) -> float:
    if padding == "zeros":
        return c
    if padding == "reflection":
        low, high = (0.0, n - 1.0) if aligned else (-0.5, n - 0.5)
        while not low <= c <= high:
            c = 2 * low - c if c < low else 2 * high - c
    return min(max(c, 0.0), n - 1.0)


def _on_grid(
    x: Any, grid: Any, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool = False
) -> Any:
    """Pixel by pixel: each has a weight that depends on its distance alone."""
    space = x.shape[2:]
    out = np.zeros((*x.shape[:2], *grid.shape[1:-1]))
    for at in np.ndindex(grid.shape[:-1]):
        point = [
            (c + 1) * (n - 1) / 2 if align_corners else ((c + 1) * n - 1) / 2
            for c, n in zip(grid[at][::-1], space, strict=True)
        ]
        if mode != "bicubic":
            point = [_place(c, n, padding_mode, align_corners) for c, n in zip(point, space, strict=True)]
        if mode == "nearest":
            point = [float(np.rint(c)) for c in point]
        for pixel in itertools.product(*(range(-3, n + 4) for n in space)):
            weight = np.prod([KERNELS.get(mode, KERNELS["bilinear"])(c - i) for c, i in zip(point, pixel, strict=True)])
            if mode == "bicubic":
                pixel = tuple(int(_place(i, n, padding_mode, align_corners)) for i, n in zip(pixel, space, strict=True))
            if weight and all(0 <= i < n for i, n in zip(pixel, space, strict=True)):
                out[(at[0], slice(None), *at[1:])] += weight * x[(at[0], slice(None), *pixel)]
    return out


@samples(F + "grid_sample", ref=_on_grid)
def grid_sample() -> Iterator[Sample]:
    x = rng().normal(size=(1, 1, 3, 4))
    for mode, padding, aligned in itertools.product(
        ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection"), (False, True)
    ):
        grid = _coordinates(POINTS, (3, 4), aligned).reshape(1, 2, 3, 2)
        yield Sample(x, grid, mode=mode, padding_mode=padding, align_corners=aligned, cond=4.0)
    two = rng().normal(size=(2, 2, 2, 2))
    yield Sample(two, _coordinates(POINTS[:2].reshape(2, 1, 1, 2) / 4, (2, 2), True), align_corners=True)
    yield Sample(two[:1, :0], np.zeros((1, 1, 2, 2)), align_corners=False)
    yield Sample(two[:0], np.zeros((0, 1, 2, 2)), align_corners=False)
    yield Sample(two, np.zeros((2, 0, 2, 2)), align_corners=False)
    for padding in ("zeros", "border", "reflection"):  # on pixels, on edges, between two
        ends = np.array([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0]).repeat(2).reshape(1, 2, 3, 2)
        for aligned in (False, True):
            yield Sample(two[:1], ends, padding_mode=padding, align_corners=aligned, kink=True)
            yield Sample(two[:1, :, :1], ends, padding_mode=padding, align_corners=aligned, kink=True)


@samples(F + "grid_sample", ref=_on_grid)
def grid_sample_of_volumes() -> Iterator[Sample]:
    x = rng().normal(size=(1, 2, 2, 3, 2))
    points = np.array([[0.3, 1.2, 0.6], [-0.7, 1.7, 1.3], [2.6, -1.2, 0.4]])
    for mode, padding in itertools.product(("bilinear", "nearest"), ("zeros", "border", "reflection")):
        grid = _coordinates(points, (2, 3, 2), True).reshape(1, 3, 1, 1, 3)
        yield Sample(x, grid, mode=mode, padding_mode=padding, align_corners=True)


@samples("grid_sampler", "grid_sampler_2d")
def grid_sampler() -> Iterator[Sample]:
    x = rng().normal(size=(1, 1, 3, 4))
    grid = _coordinates(POINTS, (3, 4), False).reshape(1, 2, 3, 2)
    for mode, padding in ((0, 0), (1, 1), (2, 2)):
        yield Sample(x, grid, mode, padding, False, cond=4.0)  # a pixel is a third of the unit of a coordinate


@samples("grid_sampler", "grid_sampler_3d")
def grid_sampler_3d() -> Iterator[Sample]:
    x = rng().normal(size=(1, 2, 2, 3, 2))
    grid = _coordinates(np.array([[0.3, 1.2, 0.6], [2.6, -1.2, 0.4]]), (2, 3, 2), True).reshape(1, 2, 1, 1, 3)
    yield Sample(x, grid, 0, 2, True)


def _mapped(theta: Any, size: Any, align_corners: bool = False) -> Any:
    space = size[2:]
    out = np.zeros((size[0], *space, len(space)))
    for at in np.ndindex(space):
        ends = [max(n - 1, 1) if align_corners else n for n in space]
        point = [(2 * i - n + 1) / e for i, n, e in zip(at, space, ends, strict=True)]
        out[(slice(None), *at)] = theta @ np.array([*point[::-1], 1.0])
    return out


@samples(F + "affine_grid", "affine_grid_generator", ref=_mapped)
def affine_grid() -> Iterator[Sample]:
    r = rng()
    for aligned in (False, True):
        yield Sample(r.normal(size=(2, 2, 3)), (2, 1, 2, 3), align_corners=aligned)
        yield Sample(r.normal(size=(1, 3, 4)), (1, 2, 2, 1, 3), align_corners=aligned)
