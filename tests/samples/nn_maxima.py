"""Samples of ``wengert._core.ops.nn.maxima``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, rng, samples

F = "nn.functional."


def _distinct(*shape: int) -> np.ndarray:
    """Values without ties."""
    return rng().permutation(np.arange(float(np.prod(shape)))).reshape(shape)


@samples(F + "max_pool1d_with_indices")
def max_pool1d() -> Iterator[Sample]:
    yield Sample(_distinct(2, 6), 2)
    yield Sample(_distinct(1, 2, 5), 3, 1, 1, 1, True, False)


@samples(F + "max_pool2d_with_indices")
def max_pool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 4), 2)
    yield Sample(_distinct(1, 1, 4, 5), (2, 3), stride=1, return_indices=True)


@samples(F + "max_pool3d_with_indices")
def max_pool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 3, 2), 2, stride=1)


@samples(F + "adaptive_max_pool1d_with_indices")
def adaptive_max_pool1d() -> Iterator[Sample]:
    yield Sample(_distinct(2, 5), 2)


@samples(F + "adaptive_max_pool2d_with_indices")
def adaptive_max_pool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 4), (2, 3))


@samples(F + "adaptive_max_pool3d_with_indices")
def adaptive_max_pool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 2, 3, 2), (1, 2, 1))


@samples(F + "fractional_max_pool2d_with_indices")
def fractional_max_pool2d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 4, 5), 2, 2, _random_samples=rng().uniform(size=(1, 1, 2)))


@samples(F + "fractional_max_pool3d_with_indices")
def fractional_max_pool3d() -> Iterator[Sample]:
    yield Sample(_distinct(1, 3, 2, 4), 2, (2, 1, 2), _random_samples=rng().uniform(size=(1, 1, 3)))
