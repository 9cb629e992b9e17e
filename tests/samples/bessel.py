"""Samples of ``ops/bessel.py``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import special

from tests.samples import Sample, rng, samples

EVERYWHERE = {
    "i0": special.i0, "i0e": special.i0e, "i1": special.i1, "i1e": special.i1e, "modified_bessel_i0": special.i0,
    "modified_bessel_i1": special.i1, "bessel_j0": special.j0, "bessel_j1": special.j1,
    "spherical_bessel_j0": lambda x: special.spherical_jn(0, x), "airy_ai": lambda x: special.airy(x)[0],
}  # fmt: skip
POSITIVE = {
    "modified_bessel_k0": special.k0, "modified_bessel_k1": special.k1, "bessel_y0": special.y0,
    "scaled_modified_bessel_k0": special.k0e, "scaled_modified_bessel_k1": special.k1e, "bessel_y1": special.y1,
}  # fmt: skip


@samples(*EVERYWHERE, ref=EVERYWHERE)
def functions() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)) * 3)
    yield Sample(np.array(1.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([0, 2]))


@samples(*POSITIVE, ref=POSITIVE)
def functions_with_a_pole() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.2, 6, size=(2, 3)))
    yield Sample(np.array(1.5))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([1, 2]))


@samples("i0", "i1", "modified_bessel_i1", "bessel_j0", "bessel_j1", "spherical_bessel_j0", "airy_ai", "_airy_slope")
def around_zero() -> Iterator[Sample]:
    yield Sample(np.array([0.0, 0.01, -0.03, 0.2]))


@samples("i0e", "i1e")
def around_a_kink() -> Iterator[Sample]:
    yield Sample(np.array([0.0]), kink=True)
    yield Sample(np.array([0.04, -0.03, 0.2]))
