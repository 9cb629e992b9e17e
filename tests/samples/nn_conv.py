"""Samples of ``wengert._core.ops.nn.conv``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

F = "nn.functional."


def _settings(stride: Any = (1,), padding: Any = (0,), dilation: Any = (1,), groups: int = 1) -> dict[str, Any]:
    return {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}


def _padded(x: Any, padding: Any) -> Any:
    return np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])


def _places(x: Any, w: Any, y: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Iterator[Any]:
    """All terms of the trilinear form, as indices into padded x, w and y."""
    for n, o, *p in np.ndindex(y.shape):
        for c, *k in np.ndindex(w.shape[1:]):
            at = tuple(i * s + j * d for i, s, j, d in zip(p, stride, k, dilation, strict=True))
            group = o // (w.shape[0] // groups)
            yield (n, group * w.shape[1] + c, *at), (o, c, *k), (n, o, *p)


def _convolved(x: Any, w: Any, b: Any = None, **how: Any) -> Any:
    x = _padded(x, how["padding"])
    size = [(n - d * (k - 1) - 1) // s + 1 for n, k, s, d in
            zip(x.shape[2:], w.shape[2:], how["stride"], how["dilation"], strict=True)]  # fmt: skip
    y = np.zeros((len(x), len(w), *size), np.result_type(x, w))
    for i, j, k in _places(x, w, y, **how):
        y[k] += x[i] * w[j]
    return y if b is None else y + b.reshape(-1, *(1 for _ in size))


def _cropped(x: Any, padding: Any) -> Any:
    return x[(..., *(slice(p, n - p) for n, p in zip(x.shape[2:], padding, strict=True)))]


def _transposed(y: Any, w: Any, b: Any = None, *, size: Any, **how: Any) -> Any:
    x = _padded(np.zeros((len(y), w.shape[1] * how["groups"], *size), np.result_type(y, w)), how["padding"])
    for i, j, k in _places(x, w, y, **how):
        x[i] += y[k] * w[j]
    x = _cropped(x, how["padding"])
    return x if b is None else x + b.reshape(-1, *(1 for _ in size))


def _weight(x: Any, y: Any, *, size: Any, **how: Any) -> Any:
    x = _padded(x, how["padding"])
    w = np.zeros((y.shape[1], x.shape[1] // how["groups"], *size), np.result_type(x, y))
    for i, j, k in _places(x, w, y, **how):
        w[j] += x[i] * y[k]
    return w


PLAIN = _settings()
STRIDED = _settings((2, 1), (1, 0), (1, 2), 2)


@samples("_convolution", ref=_convolved)
def convolutions() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 4)), r.normal(size=(3, 2, 2)), r.normal(size=3), **PLAIN)
    yield Sample(r.normal(size=(1, 2, 3, 4)), r.normal(size=(2, 1, 2, 2)), r.normal(size=2), **STRIDED)
    yield Sample(r.normal(size=(1, 2, 3, 4)), r.normal(size=(4, 1, 2, 2)), **STRIDED)
    yield Sample(r.normal(size=(2, 1, 3)), r.normal(size=(2, 1, 1)), **PLAIN)
    yield Sample(cnormal(r, 1, 2, 4), cnormal(r, 2, 2, 3), cnormal(r, 2), **PLAIN)
    yield Sample(r.integers(-3, 4, size=(1, 2, 4)), r.integers(-3, 4, size=(2, 2, 3)), **PLAIN)
    yield Sample(r.normal(size=(0, 2, 4)), r.normal(size=(3, 2, 2)), **PLAIN)


@samples("_convolution_input", ref=_transposed)
def transposed_convolutions() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3, 3)), r.normal(size=(3, 2, 2)), r.normal(size=2), size=(4,), **PLAIN)
    yield Sample(r.normal(size=(1, 2, 2, 2)), r.normal(size=(2, 1, 2, 2)), r.normal(size=2), size=(3, 4), **STRIDED)
    yield Sample(r.normal(size=(1, 2, 2, 2)), r.normal(size=(2, 1, 2, 2)), size=(2, 4), **STRIDED)
    yield Sample(cnormal(r, 1, 2, 2), cnormal(r, 2, 2, 3), size=(4,), **PLAIN)


@samples("_convolution_weight", ref=_weight)
def weights_of_convolutions() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 4)), r.normal(size=(2, 3, 3)), size=(2,), **PLAIN)
    yield Sample(r.normal(size=(1, 2, 3, 4)), r.normal(size=(1, 2, 2, 2)), size=(2, 2), **STRIDED)
    yield Sample(cnormal(r, 1, 2, 4), cnormal(r, 1, 2, 2), size=(3,), **PLAIN)


@samples(F + "conv1d")
def conv1d() -> Iterator[Sample]:
    r = rng()
    x, w, b = r.normal(size=(2, 2, 5)), r.normal(size=(2, 2, 3)), r.normal(size=2)
    yield Sample(x, w, b)
    yield Sample(x, w, stride=2, padding=1, dilation=2)
    yield Sample(x[0], w, b, padding="same")
    yield Sample(x, w[:, :, :2], padding="same")
    yield Sample(x, w[:, :1], b, padding="valid", groups=2)


@samples(F + "conv2d")
def conv2d() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 2, 4, 3)), r.normal(size=(2, 2, 3, 2)), r.normal(size=2))
    yield Sample(r.normal(size=(1, 2, 4, 3)), r.normal(size=(2, 1, 2, 2)), None, (2, 1), (1, 0), (1, 2), 2)
    yield Sample(r.normal(size=(2, 3, 3)), r.normal(size=(1, 2, 2, 2)), padding=(0, 1))


@samples(F + "conv3d")
def conv3d() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 1, 3, 2, 3)), r.normal(size=(2, 1, 2, 1, 2)), r.normal(size=2))


@samples(F + "conv_transpose1d")
def conv_transpose1d() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 2, 3)), r.normal(size=(2, 2, 3)), r.normal(size=2))
    yield Sample(r.normal(size=(2, 3)), r.normal(size=(2, 1, 3)), None, 2, 1, 1, 2)
    yield Sample(r.normal(size=(1, 2, 3)), r.normal(size=(2, 1, 2)), dilation=2)
    yield Sample(r.normal(size=(1, 1, 3)), r.normal(size=(1, 1, 2)), None, 1, 0, 1, dilation=2)


@samples(F + "conv_transpose2d")
def conv_transpose2d() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 2, 3, 2)), r.normal(size=(2, 2, 2, 2)), r.normal(size=2))
    yield Sample(r.normal(size=(1, 2, 2, 2)), r.normal(size=(2, 1, 2, 3)), None, (2, 1), (1, 0), (1, 0), 2)


@samples(F + "conv_transpose3d")
def conv_transpose3d() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(1, 1, 2, 2, 1)), r.normal(size=(1, 2, 2, 1, 2)), r.normal(size=2))


# -- padding


@samples("constant_pad_nd")
def constant_padding() -> Iterator[Sample]:
    r = rng()
    ends = lambda x, pad, value: np.pad(x, [(0, 0), pad], constant_values=value)  # noqa: E731
    yield Sample(r.normal(size=(2, 3)), pad=(1, 2), value=0, ref=ends)
    yield Sample(cnormal(r, 2, 3), pad=(1, 2), value=1.5, ref=ends)
    yield Sample(r.normal(size=(2, 3)), pad=(-1, 2, 1, -1), value=0.5)
    yield Sample(r.normal(size=(2, 3)), pad=(0, 0), value=0, ref=ends)
    yield Sample(r.normal(size=(0, 3)), pad=(1, 0), value=2, ref=ends)
    yield Sample(np.arange(6).reshape(2, 3), pad=(1, 1), value=7, ref=ends)


@samples(F + "pad")
def padding() -> Iterator[Sample]:
    r = rng()
    x = r.normal(size=(1, 2, 3, 4))
    yield Sample(x, (1, 2))
    yield Sample(x, (1, 2, 0, 1), value=1.5)
    for mode, name in (("reflect", "reflect"), ("replicate", "edge"), ("circular", "wrap")):
        ref = lambda x, pad, mode, name=name: np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 2)], name)  # noqa: E731
        yield Sample(x, (1, 2, 1, 1), mode=mode, ref=ref)
        yield Sample(x[0, 0], (-1, 2), mode=mode)
    yield Sample(cnormal(r, 2, 3), (1, 1), mode="reflect")


def _bordered(x: Any, before: int, after: int, mode: str, dim: int) -> Any:
    modes: dict[str, Any] = {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    return np.pad(x, [(before, after) if d == x.ndim + dim else (0, 0) for d in range(x.ndim)], modes[mode])


@samples("_bordered", ref=_bordered)
def bordered() -> Iterator[Sample]:
    r = rng()
    for mode in ("reflect", "replicate", "circular"):
        yield Sample(r.normal(size=(2, 4, 2)), before=3, after=2, mode=mode, dim=-2)
        yield Sample(cnormal(r, 2, 2), before=0, after=1, mode=mode, dim=-1)
    yield Sample(np.arange(3), before=2, after=1, mode="circular", dim=-1)


@samples("_unbordered")
def unbordered() -> Iterator[Sample]:
    r = rng()
    for mode in ("reflect", "replicate", "circular"):
        yield Sample(r.normal(size=(2, 9, 2)), n=4, before=3, after=2, mode=mode, dim=-2)
