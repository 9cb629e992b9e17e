"""Functions of two numbers: remainders and quotients have NumPy's bits, wherever the numbers lie."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.arrays import pair_loops

pytestmark = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has NumPy's functions")

DIVISIONS = ("fmod", "remainder", "floor_divide")
ROUNDED = {"hypot": 1, "arctan2": 2.5}  # NumPy's are C's, which may round otherwise; in units in the last place
CASES = [(name, dtype) for dtype in ("f4", "f8", "i4", "i8") for name in DIVISIONS]
CASES += [(name, dtype) for dtype in ("f4", "f8") for name in ("nextafter", *ROUNDED)]
EDGES = [0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-45, 5e-324, 1e-310, 1e-40, 3.4e38, -3.4e38, 1.7e308, 1e290, 1e-240,
         0.5, 2, -3, 2.0**27 + 0.5, 2.0**28, 2.0**50, 2.0**51 + 1]  # fmt: skip
N = 20000


def every(edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.meshgrid(edges, edges)
    return x.ravel(), y.ravel()


def pairs(dtype: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Numbers of all sizes, quotients that are integers or next to one, and every pair of edges."""
    r = np.random.default_rng(0)
    size = np.dtype(dtype).itemsize

    def bits() -> np.ndarray:
        return r.integers(0, 256, N * size, np.uint8).view(dtype)

    yield bits(), bits()
    if dtype[0] == "f":
        yield every(np.array(EDGES, dtype))
        x, y = r.normal(size=(2, N)).astype(dtype)
        many = np.round(10 ** r.uniform(0, 3 * size - 5, N)).astype(dtype)
        yield x, y
        for toward in (0, np.inf):
            yield np.nextafter(many * y, np.array(toward, dtype)), y
        yield many * np.round(y * 100), np.round(y * 100)
        yield many * np.round(y * 100), np.float32(1.5).astype(dtype) * np.ones_like(x)
        yield x * np.finfo(dtype).tiny / 100, y * np.finfo(dtype).tiny / 100
        return
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    x, y = every(np.array([0, 1, -1, 2, -7, 100, least, least + 1, most, most - 1, most // 2], dtype))
    yield x, y
    yield x[y != 0], y[y != 0]  # without the divisor that takes its strip from the vectors
    for top in (1000, most >> 13, most >> 12, most >> 10):
        x, y = r.integers(-top, top, N), r.integers(-1000, 1000, N) | 1
        for a in (x, x - x % y, x - x % y - 1):
            yield a.astype(dtype), y.astype(dtype)
        yield x.astype(dtype), r.permutation(x).astype(dtype)


def same_bits(found: np.ndarray, wanted: np.ndarray) -> bool:
    bits = f"i{wanted.itemsize}"
    same = (found.view(bits) == wanted.view(bits)) | ((found != found) & (wanted != wanted))
    return found.dtype == wanted.dtype and bool(same.all())


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_bits_are_numpys(name: str, dtype: str) -> None:
    with np.errstate(all="ignore"):
        for x, y in pairs(dtype):
            found, wanted = getattr(pair_loops, name)(x, y), getattr(np, name)(x, y)
            if name in ROUNDED:
                near = np.isfinite(wanted) & (np.abs(found - wanted) <= ROUNDED[name] * np.spacing(np.abs(wanted)))
                near &= np.signbit(found) == np.signbit(wanted)
                found[near] = wanted[near]
            assert same_bits(found, wanted)


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_a_result_depends_on_its_pair_alone(name: str, dtype: str) -> None:
    r = np.random.default_rng(0)
    function: Any = getattr(pair_loops, name)
    x, y = r.integers(-100, 100, 700).astype(dtype), r.integers(1, 100, 700).astype(dtype)
    expected = function(x, y)
    for part in (slice(1, None), slice(63), slice(65), slice(5, 6), slice(None, None, 3), slice(None, None, -1)):
        assert same_bits(function(x[part], y[part]), expected[part])
        assert same_bits(function(x[part], y[7]), np.array([function(v, y[7]) for v in x[part]]))
        assert same_bits(function(x[7], y[part]), np.array([function(x[7], v) for v in y[part]]))
    for out in (x.copy(), y.copy(), np.zeros((700, 2), dtype)[:, 1]):
        given = (out, y) if np.array_equal(out, x) else (x, out) if np.array_equal(out, y) else (x, y)
        assert same_bits(np.array(function(*given, out=out)), expected)
    if name in DIVISIONS:
        with np.errstate(all="ignore"):
            assert same_bits(np.array(function.reduce(x)), np.array(getattr(np, name).reduce(x), dtype))


@pytest.mark.parametrize("name", (*DIVISIONS, *ROUNDED, "nextafter"))
def test_nothing_warns(name: str) -> None:
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        getattr(pair_loops, name)(*every(np.array([e for e in EDGES if not 1e39 < abs(e) < np.inf], np.float32)))
