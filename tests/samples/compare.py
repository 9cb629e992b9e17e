"""Samples of ``wengert._core.ops.elementwise.compare``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.samples import Sample, cnormal, rng, samples

NAN, INF = np.nan, np.inf


@samples("isinf", "isreal", ref={"isinf": np.isinf, "isreal": np.isreal})
@samples("isposinf", "isneginf", ref={"isposinf": np.isposinf, "isneginf": np.isneginf})
@samples("signbit", ref=np.signbit)
def kinds() -> Iterator[Sample]:
    yield Sample(np.array([[0.0, -0.0, 1.5], [INF, -INF, NAN]]))
    yield Sample(np.array(-2.0))
    yield Sample(np.zeros((0, 3)))
    yield Sample(np.array([-1, 0, 2]))


@samples("isinf", "isreal")
def complex_kinds() -> Iterator[Sample]:
    yield Sample(np.array([1 + 2j, 3 + 0j, complex(1, NAN)]))


@samples("isclose", "allclose", ref={"isclose": np.isclose, "allclose": np.allclose})
def closeness() -> Iterator[Sample]:
    r = rng()
    x = r.normal(size=(2, 3))
    yield Sample(x, x + 1e-9)
    yield Sample(x, x + 1e-4)
    yield Sample(x, x * 1.01, rtol=0.1, atol=0.0)
    yield Sample(np.array([1.0, NAN, INF, -INF]), np.array([1.0, NAN, INF, INF]), equal_nan=True)
    yield Sample(np.array([1.0, NAN, INF]), np.array([1.0, NAN, 1.0]))
    yield Sample(np.array(1.0), x)
    yield Sample(np.zeros((0, 3)), np.zeros(3))
    yield Sample(np.array([1, 100]), np.array([2, 101]), rtol=0.01)
    yield Sample(cnormal(r, 3), cnormal(r, 3))


@samples("equal", ref=np.array_equal)
def equality() -> Iterator[Sample]:
    x = np.arange(6.0).reshape(2, 3)
    yield Sample(x, x.copy())
    yield Sample(x, x + 1)
    yield Sample(x, x[0])
    yield Sample(np.array(1), np.array(1))


@samples(
    "bitwise_and", "bitwise_or", "bitwise_xor",
    ref={"bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor},
)  # fmt: skip
def bits() -> Iterator[Sample]:
    yield Sample(np.array([[1, 5, 12], [-3, 0, 7]]), np.array([[3, 6, -1], [2, 9, 4]]))
    yield Sample(np.array([1, 5, 12]), np.array(6))
    yield Sample(np.array([1, 5, 12]), 6)
    yield Sample(np.zeros((0, 3), np.int64), np.arange(3))
    yield Sample(np.array([True, False, True]), np.array([True, True, False]))


@samples("bitwise_not", ref=np.invert)
def inverted() -> Iterator[Sample]:
    yield Sample(np.array([[1, 5, 12], [-3, 0, 7]]))
    yield Sample(np.array(3))
    yield Sample(np.array([True, False]))


@samples(
    "bitwise_left_shift", "bitwise_right_shift",
    ref={"bitwise_left_shift": np.left_shift, "bitwise_right_shift": np.right_shift},
)  # fmt: skip
def shifts() -> Iterator[Sample]:
    yield Sample(np.array([[1, 5, 12], [-3, 0, 7]]), np.array([[3, 6, 1], [2, 9, 4]]))
    yield Sample(np.array([1, -5, 12]), 2)
    yield Sample(np.array([1, -5]), np.array([64, 70]))
    yield Sample(np.array(3), np.array(1))


@samples("gcd", "lcm", ref={"gcd": np.gcd, "lcm": np.lcm})
def divisors() -> Iterator[Sample]:
    yield Sample(np.array([[12, -4, 0], [9, 7, 15]]), np.array([[8, 6, 5], [6, 0, -10]]))
    yield Sample(np.array(12), np.array([8, 9]))


@samples("heaviside", ref=np.heaviside)
def steps() -> Iterator[Sample]:
    r = rng()
    yield Sample(np.array([[-1.5, 0.4, 2.0], [0.7, -0.2, -3.0]]), r.normal(size=(2, 3)))
    yield Sample(np.array([-1.5, 0.4, 2.0]), np.array(0.5))
    yield Sample(np.array(0.4), np.array([0.5, 0.7]))
    yield Sample(np.zeros((0, 3)), r.normal(size=3))
    yield Sample(np.array([-1.5, 0.0, 2.0]), np.array([0.5, 0.6, 0.7]))
    yield Sample(np.array([-1, 0, 2]), np.array([5, 6, 7]))


@samples("nextafter", ref=np.nextafter)
def neighbours() -> Iterator[Sample]:
    yield Sample(np.array([[1.0, -2.0, 0.5], [3.0, 0.1, -7.0]]), np.array([[2.0, -3.0, 0.0], [3.5, 5.0, 7.0]]))
    yield Sample(np.array([1.0, -2.0]), np.array(3.0))
    yield Sample(np.zeros((0, 3)), np.zeros(3))
    yield Sample(np.array([1.0, 2.0]), np.array([1.0, 3.0]), kink=True)


@samples("_frexp", "frexp", ref=np.frexp)
def mantissas() -> Iterator[Sample]:
    yield Sample(np.array([[3.0, -0.3, 0.7], [1.2, 100.0, -5.0]]))
    yield Sample(np.array(6.5))
    yield Sample(np.zeros((0, 3)))
