"""Samples of ``wengert._core.ops.nn.segments``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, rng, samples


@samples("segment_reduce")
def segment_reduce() -> Iterator[Sample]:
    x = rng().normal(size=(4, 2))
    for reduce in ("sum", "mean", "max", "min", "prod"):
        yield Sample(x, reduce, lengths=np.array([3, 1]))
        yield Sample(x, reduce, offsets=np.array([0, 1, 4]))
        yield Sample(x, reduce, lengths=np.array([3, 0, 1]), initial=0.5)
        yield Sample(x.T.copy(), reduce, lengths=np.array([[2, 2], [2, 2]]), axis=1)
    yield Sample(x, "sum", lengths=np.array([2, 1]), unsafe=True)
