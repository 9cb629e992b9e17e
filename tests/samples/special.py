"""Samples of ``ops/special.py``."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, rng, samples

ERF, ERFC = (np.vectorize(f, otypes=[float]) for f in (math.erf, math.erfc))


@samples("erf", "erfc", "ndtr", ref={
    "erf": ERF, "erfc": ERFC, "ndtr": lambda x: ERFC(-x / math.sqrt(2)) / 2,
})  # fmt: skip
def errors() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.array(0.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([-1, 0, 2]))
    yield Sample(np.array([-6.0, 6.0]))  # the tails
