"""Samples of ``wengert._core.ops.nn.pool``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from wengert._core.ops.nn.sliding import Windows, regular_windows

F = "nn.functional."


def _distinct(*shape: int) -> Any:
    """Numbers in random order that differ by at least 0.2, so that there are no ties."""
    n = int(np.prod(shape))
    return (rng().permutation(n) * 0.2 - 0.1 * n).reshape(shape)


ONE = {"size": (3,), "kernel": (2,), "stride": (2,), "padding": (0,)}
TWO = {"size": (2, 2), "kernel": (3, 2), "stride": (2, 2), "padding": (1, 0)}


def _windows(padded: bool = False, divisor: int | None = None) -> Any:
    """The windows of ``TWO`` in a space of 3 by 4 entries."""
    return Windows(*regular_windows((3, 4), *TWO.values(), (1, 1), padded, divisor) or ())


@samples("_max_pool")
def max_pools() -> Iterator[Sample]:
    yield Sample(_distinct(2, 6), **ONE, dilation=(1,), ref=lambda x, **k: (
        x.reshape(2, 3, 2).max(-1), x.reshape(2, 3, 2).argmax(-1) + [0, 2, 4]))  # fmt: skip
    yield Sample(_distinct(2, 3, 4), **TWO, dilation=(1, 1))
    yield Sample(_distinct(2, 3, 4), **TWO, dilation=(1, 1), windows=_windows())
    yield Sample(_distinct(1, 8), size=(3,), kernel=(3,), stride=(2,), padding=(0,), dilation=(2,))
    yield Sample(np.ones((1, 6)), **ONE, dilation=(1,), kink=True)
    yield Sample(np.arange(6).reshape(1, 6), **ONE, dilation=(1,))


@samples("_avg_pool")
def avg_pools() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 6)), **ONE, count_include_pad=True, divisor=None, ref=lambda x, **k: (
        x.reshape(2, 3, 2).mean(-1)))  # fmt: skip
    for inside in (True, False):
        yield Sample(r.normal(size=(2, 3, 4)), **TWO, count_include_pad=inside, divisor=None)
    yield Sample(r.normal(size=(2, 3, 4)), **TWO, count_include_pad=True, divisor=3)
    yield Sample(r.normal(size=(2, 3, 4)), **TWO, count_include_pad=True, divisor=3, windows=_windows(True, 3))


@samples("_avg_unpool")
def avg_unpools() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)), space=(6,), **ONE, count_include_pad=True, divisor=None, ref=lambda y, **k: (
        np.repeat(y / 2, 2, -1)))  # fmt: skip
    yield Sample(r.normal(size=(2, 2, 2)), space=(3, 4), **TWO, count_include_pad=False, divisor=None)
    how = {**TWO, "space": (3, 4), "count_include_pad": True, "divisor": 3}
    yield Sample(r.normal(size=(2, 2, 2)), **how)
    yield Sample(r.normal(size=(2, 2, 2)), **how, windows=_windows(True, 3))


@samples(F + "max_pool1d", F + "avg_pool1d")
def pool1d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 6), 2)
    yield Sample(_distinct(2, 5), 3, stride=2, padding=1, ceil_mode=True)


@samples(F + "max_pool2d", F + "avg_pool2d")
def pool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 4, 4), 2)
    yield Sample(_distinct(2, 3, 4), (3, 2), stride=2, padding=(1, 0), ceil_mode=True)


@samples(F + "max_pool3d", F + "avg_pool3d")
def pool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 2, 4), 2)
    yield Sample(_distinct(1, 1, 2, 3, 2), (2, 2, 1), stride=1, padding=(1, 0, 0))


@samples(F + "max_pool1d")
def dilated() -> Iterator[Sample]:
    yield Sample(_distinct(2, 6), 2, dilation=2, stride=1)
    yield Sample(_distinct(2, 6), 2, return_indices=True)


@samples(F + "avg_pool2d")
def divided() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 4), 2, padding=1, count_include_pad=False)
    yield Sample(_distinct(1, 3, 4), 2, divisor_override=3)


@samples(F + "max_unpool1d")
def unpool1d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3), np.array([[0, 3, 5]]), 2)


@samples(F + "max_unpool2d")
def unpool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 2), np.array([[[1, 6]]]), 2)
    yield Sample(_distinct(1, 1, 2), np.array([[[1, 6]]]), 2, output_size=(2, 5))


@samples(F + "max_unpool3d")
def unpool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 1, 2), np.array([[[[1, 6]]]]), 2)


@samples(F + "local_response_norm")
def local_response_norm() -> Iterator[Sample]:
    yield Sample(_distinct(2, 3, 2), 2)
    yield Sample(_distinct(1, 4, 2, 1), 3, alpha=0.5, beta=0.6, k=2.0)


# -- norms of windows


@samples(F + "lp_pool1d")
def lp_pool1d() -> Iterator[Sample]:
    x = abs(_distinct(1, 2, 5)) + 0.2
    for p in (1, 2, 3.0):
        yield Sample(x, p, 2)
    yield Sample(x - 5.0, 2.0, 3, stride=2, ceil_mode=True)
    yield Sample(x, 2, 2, ref=lambda x, p, k: np.hypot(x[..., :4:2], x[..., 1:4:2]))


@samples(F + "lp_pool2d")
def lp_pool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 1, 4, 4) + 5, 2, 2)
    yield Sample(_distinct(2, 3, 4) + 5, 3, (3, 2), stride=1)


@samples(F + "lp_pool3d")
def lp_pool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 2, 4) + 5, 2, (1, 2, 2))
