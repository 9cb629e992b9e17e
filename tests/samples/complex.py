"""Samples of ``wengert._core.ops.elementwise.complex``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

Array = np.ndarray[Any, np.dtype[Any]]


def _sgn(x: Array) -> Array:
    size = np.abs(x)
    return np.where(size == 0, 0, x / np.where(size == 0, 1, size))


def _pairs(x: Array) -> Array:
    return np.stack([x.real, x.imag], axis=-1)


@samples("conj", "_conj", "_conj_view", "conj_physical", "_conj_physical", ref=np.conj)
def conjugates() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3))
    yield Sample(np.array(1 - 2j))
    yield Sample(cnormal(r, 0, 3))


@samples("conj", "conj_physical", ref=np.conj)
def real_conjugates() -> Iterator[Sample]:
    yield Sample(rng().normal(size=(2, 3)))
    yield Sample(np.array([True, False]))


@samples("conj_physical")
def integer_conjugates() -> Iterator[Sample]:
    yield Sample(np.arange(3))
    yield Sample(np.array([True, False]))


@samples("real", "_real", "Tensor.real", ref=np.real)
@samples("imag", "_imag", "Tensor.imag", ref=np.imag)
def parts() -> Iterator[Sample]:
    yield from complex_pairs()
    yield Sample(cnormal(rng(), 0, 3))


@samples("view_as_real", "_as_pairs", ref=_pairs)
def complex_pairs() -> Iterator[Sample]:
    r = rng()
    yield Sample(cnormal(r, 2, 3))
    yield Sample(np.array(1 - 2j))


@samples("real", ref=np.real)
def real_parts() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(np.arange(3))


@samples("view_as_complex", "_pairs_as_complex", ref=lambda x: x[..., 0] + 1j * x[..., 1])
def pairs() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3, 2)))
    yield Sample(r.normal(size=2))


@samples("_pairs_as_complex")
def no_pairs() -> Iterator[Sample]:
    yield Sample(np.zeros((0, 2)))


@samples("abs", "angle", "sgn", ref={"abs": np.abs, "angle": np.angle, "sgn": _sgn})
def polar_parts() -> Iterator[Sample]:
    r = rng()
    yield Sample(np.array([[0.5, -1.5, 2.0], [-0.3, 0.4, -2.5]]))
    yield Sample(np.array(-1.5))
    yield Sample(r.normal(size=(0, 3)))
    yield Sample(np.array([[0.6 + 0.8j, -1.2 + 0.5j, 0.3 - 0.7j], [-0.4 - 0.9j, 1j, 2.0 + 0.1j]]))
    yield Sample(np.array(0.6 - 0.8j))
    yield Sample(np.array([-2, 0, 3]))
    yield Sample(np.array([0.0, 1.0, -1.0]), kink=True)
    yield Sample(np.array([0j, 1 + 1j]), kink=True)


@samples("complex", "polar", ref={"complex": lambda a, b: a + 1j * b, "polar": lambda a, b: a * np.exp(1j * b)})
def from_reals() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.uniform(0.5, 2.0, (2, 3)), r.normal(size=(2, 3)))
    yield Sample(r.uniform(0.5, 2.0, (2, 1)), r.normal(size=3))
    yield Sample(np.array(1.5), np.array(-0.4))
    yield Sample(r.uniform(0.5, 2.0, (0, 3)), r.normal(size=3))


@samples("is_complex", ref=np.iscomplexobj)
@samples("is_conj", "is_neg", ref=lambda x: False)
def predicates() -> Iterator[Sample]:
    yield Sample(np.array([1.0, 2.0]))
    yield Sample(np.array([1j]))


@samples("resolve_conj", "resolve_neg", ref=lambda x: x)
def identities() -> Iterator[Sample]:
    r = rng()
    yield Sample(r.normal(size=(2, 3)))
    yield Sample(cnormal(r, 2))
