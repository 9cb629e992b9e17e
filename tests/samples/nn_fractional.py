"""Samples of ``wengert._core.ops.nn.fractional``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples
from tests.samples.nn_pool import F, _distinct


def _windowed(x: Any, samples: Any, kernel: Any, size: Any) -> Any:
    out, indices = np.zeros((*samples.shape[:-1], *size)), np.zeros((*samples.shape[:-1], *size), int)
    space = x.shape[x.ndim - len(size) :]
    numbers = np.arange(np.prod(space)).reshape(space)
    for at in np.ndindex(out.shape):
        lead, places = at[: out.ndim - len(size)], at[out.ndim - len(size) :]
        window = []
        for s, n, k, m, i in zip(samples[lead], space, kernel, size, places, strict=True):
            step = (n - k) / (m - 1) if m > 1 else 0
            start = n - k if i == m - 1 else int((i + s) * step) - int(s * step)
            window.append(slice(start, start + k))
        out[at] = x[lead][tuple(window)].max()
        indices[at] = numbers[tuple(window)].reshape(-1)[x[lead][tuple(window)].argmax()]
    return out, indices


@samples("_fractional_max_pool", ref=_windowed)
def fractional_max_pools() -> Iterator[Sample]:
    s = rng().uniform(0.1, 0.8, size=(2, 2))
    yield Sample(_distinct(2, 3, 4), s, kernel=(2, 1), size=(2, 3))
    yield Sample(_distinct(1, 4, 5), s[:1], kernel=(2, 2), size=(3, 1))
    yield Sample(_distinct(1, 2, 3, 4), rng().uniform(0.1, 0.8, size=(1, 3)), kernel=(1, 2, 2), size=(2, 2, 2))
    yield Sample(np.ones((1, 3, 4)), s[:1], kernel=(2, 2), size=(2, 2), kink=True)


@samples(F + "fractional_max_pool2d")
def fractional2d() -> Iterator[Sample]:
    s = np.array([[[0.13, 0.77], [0.41, 0.58]]])
    for x, given in ((_distinct(1, 2, 3, 4), s), (_distinct(2, 4, 3), s), (_distinct(2, 1, 3, 4), s.reshape(2, 1, 2))):
        yield Sample(x, 2, (2, 2), _random_samples=given)
    yield Sample(_distinct(2, 3, 4), (2, 1), output_ratio=(0.67, 0.75), return_indices=True, _random_samples=s)


@samples(F + "fractional_max_pool3d")
def fractional3d() -> Iterator[Sample]:
    s = np.array([[[0.13, 0.77, 0.31]]])
    yield Sample(_distinct(1, 3, 2, 4), (2, 1, 2), (1, 2, 2), _random_samples=s, return_indices=True)
    yield Sample(_distinct(1, 1, 2, 3, 4), 1, output_ratio=(0.5, 0.67, 0.5), _random_samples=s)
