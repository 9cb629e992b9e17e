"""Samples of ``ops/matrices.py``."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy import linalg

from tests.samples import Sample, cnormal, rng, samples
from tests.samples.solve import well

ORDERS = ("fro", "nuc", 2, -2, 1, -1, math.inf, -math.inf)


@samples("linalg.matrix_norm")
def norms() -> Iterator[Sample]:
    r = rng()
    for ord in ORDERS:
        apart = well(r, 3, 2) * [[1], [2], [4]]  # no two rows or columns have nearly the same sum
        yield Sample(apart, ord, ref=lambda a, ord: np.linalg.norm(a, ord))
    yield Sample(well(r, 2, 2, kind=cnormal), "nuc", keepdim=True)
    yield Sample(r.normal(size=(2, 3, 2)), 1, dim=(0, -2), ref=lambda a, ord, dim: np.linalg.norm(a, 1, dim))
    yield Sample(r.normal(size=(2, 3, 2)), 2, dim=(2, 0), keepdim=True)


@samples("linalg.norm")
def norms_of_anything() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=3), 3.0)
    yield Sample(r.normal(size=(2, 3)), math.inf)
    yield Sample(r.normal(size=(2, 3)), 1, 0)
    yield Sample(r.normal(size=(2, 3, 2)), "fro", (0, 2), True)


@samples("linalg.cond")
def conditions() -> Iterator[Sample]:
    r = rng()
    for p in (None, -2, "fro", "nuc", 1, -math.inf):
        yield Sample(np.array([[1.0, 0.7], [-0.4, 2.6]]), p, ref=np.linalg.cond)
    yield Sample(well(r, 2, 3, 2))
    yield Sample(well(r, 2, 2, kind=cnormal), 1)


@samples("matrix_exp", "_matrix_exp", ref=linalg.expm)
def exponentials() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(3, 3)))
    yield Sample(np.stack([r.normal(size=(2, 2)), 9 * r.normal(size=(2, 2))]), cond=1e3)
    yield Sample(cnormal(r, 2, 2))
    yield Sample(np.zeros((0, 2, 2)))
    yield Sample(np.array([[0.0, 1.0], [0.0, 0.0]]))


@samples("linalg.lstsq")
def least_squares() -> Iterator[Sample]:
    r = rng()
    for driver in (None, "gels", "gelsd"):
        yield Sample(well(r, 3, 2), r.normal(size=(3, 2)), driver=driver)
    yield Sample(well(r, 2, 3), r.normal(size=(2, 1)), driver="gels")
    yield Sample(well(r, 2, 2, 3), r.normal(size=(2, 2)))
    yield Sample(well(r, 3, 2, kind=cnormal), cnormal(r, 3, 1), rcond=1e-3, driver="gelsy")


@samples("linalg.tensorinv", ref=np.linalg.tensorinv)
def inverse_tensors() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 4, 4).reshape(2, 2, 2, 2))
    yield Sample(well(r, 4, 4).reshape(4, 2, 2), ind=1)


@samples("linalg.tensorsolve")
def systems_of_tensors() -> Iterator[Sample]:
    r = rng()
    yield Sample(well(r, 4, 4).reshape(2, 2, 4), r.normal(size=(2, 2)))
    yield Sample(well(r, 4, 4).reshape(2, 2, 4).transpose(2, 0, 1), r.normal(size=(2, 2)), dims=(0,))


@samples("linalg.vander")
def powers() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(r.normal(size=3), N=2)
    yield Sample(cnormal(r, 2))
    yield Sample(np.array([1, 2, 3]))


@samples("vander", ref=np.vander)
def powers_of_a_vector() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=3))
    yield Sample(r.normal(size=3), N=1)
    yield Sample(r.normal(size=2), N=3, increasing=True)
