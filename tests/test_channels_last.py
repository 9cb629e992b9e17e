"""Images whose channels are last in memory: results and gradients are those of images in row-major order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from tests.samples import rng

CALLS: dict[str, Callable[[Any], Any]] = {
    "max_pool2d": lambda x: F.max_pool2d(x, 2),
    "max_pool2d, overlapping": lambda x: F.max_pool2d(x, 3, 2, 1),
    "max_pool2d, dilated": lambda x: F.max_pool2d(x, 2, 1, 0, 2),
    "avg_pool2d": lambda x: F.avg_pool2d(x, 2),
    "interpolate": lambda x: F.interpolate(x, scale_factor=2),
    "interpolate, smaller": lambda x: F.interpolate(x, size=(3, 4)),
    "interpolate, bilinear": lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
    "interpolate, bicubic": lambda x: F.interpolate(x, size=(5, 9), mode="bicubic"),
    "batch_norm": lambda x: F.batch_norm(x, None, None, training=True),
    "batch_norm with weights": lambda x: F.batch_norm(
        x, None, None, wengert.arange(70.0).double() + 1, wengert.ones(70).double(), training=True
    ),
    "group_norm": lambda x: F.group_norm(x, 7),
    "instance_norm": F.instance_norm,
    "conv2d of one pixel": lambda x: F.conv2d(x, WEIGHT, BIAS),
    "conv2d of one pixel, no bias": lambda x: F.conv2d(x, WEIGHT),
    "conv2d": lambda x: F.conv2d(x, wengert.ones(2, 70, 3, 3).double(), padding=1),
    "conv_transpose2d": lambda x: F.conv_transpose2d(x, wengert.ones(70, 2, 2, 2).double(), stride=2),
    "cat": lambda x: wengert.cat([x, 2 * x], 1),
    "cat of rows": lambda x: wengert.cat([x, x], 2),
    "stack": lambda x: wengert.stack([x, 2 * x], 1),
    "pad": lambda x: F.pad(x, (1, 2, 0, 1), value=3.0),
    "pad channels": lambda x: F.pad(x, (0, 0, 1, 0, 2, 1)),
    "pad, negative": lambda x: F.pad(x, (-1, 1, 0, -2)),
    "roll": lambda x: wengert.roll(x, (1, 2), (1, 3)),
    "pixel_shuffle": lambda x: F.pixel_shuffle(x[:, :68], 2),
    "index_select": lambda x: x.index_select(2, wengert.tensor([3, 0])),
    "sum": lambda x: x.sum((0, 2)),
    "cumsum": lambda x: x.cumsum(1),
    "cummax": lambda x: x.cummax(3)[0],
    "nonzero": lambda x: (x > 0).nonzero().double() + 0 * x.sum(),
}
WEIGHT = wengert.from_numpy(rng().normal(size=(5, 70, 1, 1)))
BIAS = wengert.from_numpy(rng().normal(size=5))


def images(format: Any) -> Any:
    """Two images of 70 channels: more than the loops find maxima of at a time."""
    x = rng().normal(size=(2, 70, 6, 8)).round(1)  # with ties
    return wengert.from_numpy(x).to(memory_format=format).requires_grad_()


@pytest.mark.parametrize("name", CALLS)
def test_channels_that_are_last_change_nothing(name: str) -> None:
    outs, gradients = [], []
    for format in (wengert.contiguous_format, wengert.channels_last):
        x = images(format)
        out = CALLS[name](x)
        out.backward(wengert.from_numpy(rng().normal(size=out.shape)))
        outs.append(out.detach().numpy())
        gradients.append(x.grad.numpy())
    np.testing.assert_allclose(outs[1], outs[0], 1e-11, 1e-12)
    np.testing.assert_allclose(gradients[1], gradients[0], 1e-10, 1e-11)


@pytest.mark.parametrize("dtype", [wengert.float32, wengert.float64])
@pytest.mark.parametrize("count", [1, 3, 64, 65])
def test_places_of_maxima_among_channels_that_are_last(dtype: Any, count: int) -> None:
    """The first of equal entries wins, and the last NaN."""
    a = rng().integers(-2, 3, (2, count, 7, 9)).astype("f8")
    a[rng().random(a.shape) < 0.1] = np.nan
    a[0, 0] = -np.inf
    x = wengert.from_numpy(a).to(dtype)
    for how in ((2,), (3, 2, 1), (3, 1, 1, 1), (2, 2, 0, 1, True)):
        rows, channels = (
            F.max_pool2d(y, *how, return_indices=True) for y in (x, x.to(memory_format=wengert.channels_last))
        )
        for one, other in zip(rows, channels, strict=True):
            np.testing.assert_array_equal(one.numpy(), other.numpy())
            assert count == 1 or other.is_contiguous(memory_format=wengert.channels_last)
