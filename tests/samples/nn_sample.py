"""Samples of ``wengert._core.ops.nn.sample``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.nn_pool import F, _distinct
from wengert._core.ops.nn.sample import Taps

# -- resizing, channels and pixels


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
    """The weights of the entries that make up each of ``m`` entries, one by one, with antialiasing."""
    kernel, reach = SMOOTH[mode]
    step = (n - 1) / max(m - 1, 1) if align_corners else step
    out = np.zeros((m, n))
    for i in range(m):
        centre, wide = step * (i + 0.5), max(step, 1)
        for k in range(max(int(centre - reach * wide + 0.5), 0), min(int(centre + reach * wide + 0.5), n)):
            out[i, k] = kernel(abs(k + 0.5 - centre) / wide)
    return out / out.sum(1, keepdims=True)


def blurred(x: Any, size: Any = None, scale_factor: Any = None, mode: str = "", **how: Any) -> Any:
    """Resize an image, with antialiasing where it gets smaller."""
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
    taps = Taps(np.array([[0, 2, 2, 1], [0, 0, 1, 2]]), r.normal(size=(2, 4)), 5)  # entries 3 and 4 are not used
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


@samples("_pixel_shuffle")
def pixels_from_channels() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(4, 1, 2)), upscale_factor=2)
    yield Sample(cnormal(r, 2, 1, 2, 1), upscale_factor=1)
    yield Sample(np.arange(9).reshape(9, 1, 1), upscale_factor=3)
    yield Sample(r.normal(size=(0, 4, 1, 2)), upscale_factor=2)


@samples("_pixel_unshuffle")
def channels_from_pixels() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 4)), downscale_factor=2)
    yield Sample(cnormal(r, 1, 1, 3), downscale_factor=1)
    yield Sample(np.arange(9).reshape(1, 3, 3), downscale_factor=3)


@samples("_channel_shuffle")
def interleaved() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 6, 2)), groups=2, dim=-2)
    yield Sample(cnormal(r, 1, 3, 1, 2), groups=1, dim=-3)
    yield Sample(np.arange(6).reshape(1, 6, 1), groups=3, dim=-2)
