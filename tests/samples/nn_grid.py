"""Samples of ``wengert._core.ops.nn.grid``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_pool import F

PLACES = np.array([[[0, 2, 4, 1], [1, -1, 4, 2], [3, 0, -1, 2]], [[4, 4, 0, 0], [2, 1, 3, -1], [0, 0, 0, 1]]])


def _taken(x: Any, places: Any, w: Any, dims: int = 2) -> Any:
    out = np.zeros((*x.shape[:2], *places.shape[2:]))
    flat = x.reshape(*x.shape[:2], np.prod(x.shape[2:], dtype=int))
    for n, k, *p in np.ndindex(places.shape):
        at = (n, k, *p)
        out[(n, slice(None), *p)] += w[at] * (flat[n, :, places[at]] if places[at] >= 0 else 0)
    return out


@samples("_sample", ref=_taken)
def taken() -> Iterator[Sample]:
    r = rng()
    square = PLACES.reshape(2, 3, 2, 2)
    yield Sample(r.normal(size=(2, 2, 5, 1)), square, r.normal(size=(2, 3, 2, 2)))
    yield Sample(r.normal(size=(1, 3, 1, 5, 1)), square[:1, :1, None], r.normal(size=(1, 1, 1, 2, 2)), dims=3)
    yield Sample(r.normal(size=(2, 9, 5)), PLACES, r.normal(size=(2, 3, 4)), dims=1)  # many channels
    yield Sample(r.normal(size=(0, 2, 5, 1)), square[:0], r.normal(size=(0, 3, 2, 2)))
    yield Sample(r.normal(size=(2, 2, 5)), PLACES[:, :, :0], r.normal(size=(2, 3, 0)), dims=1)


@samples("_spread")
def spread() -> Iterator[Sample]:
    r = rng()
    for channels in (2, 9):
        y, w = r.normal(size=(2, channels, 2, 2)), r.normal(size=(2, 3, 2, 2))
        yield Sample(y, PLACES.reshape(2, 3, 2, 2), w, space=(5, 1))


@samples("_weigh")
def weighed() -> Iterator[Sample]:
    r = rng()
    for channels in (2, 9):
        yield Sample(r.normal(size=(2, channels, 5)), r.normal(size=(2, channels, 4)), PLACES, dims=1)


def _coordinates(pixels: Any, space: Any, align_corners: bool) -> Any:
    """The coordinates of grid points that stand for positions among the pixels."""
    n = np.array(space[::-1])
    return 2 * pixels / (n - 1) - 1 if align_corners else (2 * pixels + 1) / n - 1


# inside the image, between the last pixels and the edge, and outside; never near a pixel or halfway between two
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
    """Pixel by pixel: the weight of each depends only on its distance."""
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


@samples("_grid_taps")
def grid_taps() -> Iterator[Sample]:
    how = {"space": (3, 4), "align_corners": False}
    points = _coordinates(POINTS, (3, 4), False).reshape(2, 3, 1, 2)
    for mode, padding in (("bilinear", "reflection"), ("nearest", "zeros"), ("bicubic", "border")):
        yield Sample(points, mode=mode, padding=padding, **how, cond=4.0)
    yield Sample(points[:0], mode="bilinear", padding="border", **how)


@samples("_grid_sample")
def grid_sampled() -> Iterator[Sample]:
    points = _coordinates(POINTS, (3, 4), False).reshape(2, 3, 1, 2)
    for channels, mode, padding in ((1, "bilinear", "reflection"), (9, "bilinear", "zeros"), (2, "bicubic", "border")):
        x = rng().normal(size=(2, channels, 3, 4))
        yield Sample(x, points, space=(3, 4), mode=mode, padding=padding, align_corners=False, cond=4.0)
    points = _coordinates(np.array([[0.3, 1.2, 0.6], [2.6, -1.2, 0.4]]), (2, 3, 2), True).reshape(1, 2, 1, 1, 3)
    how = {"space": (2, 3, 2), "mode": "bilinear", "padding": "zeros", "align_corners": True}
    yield Sample(rng().normal(size=(1, 2, 2, 3, 2)), points, **how, dims=3)


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
        yield Sample(x, grid, mode, padding, False, cond=4.0)  # a step of 1 in a coordinate is more than one pixel


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
