"""Copies and casts of arrays are NumPy's, wherever arrays lie in memory, and what shares memory is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import wengert
from wengert._core import compiled
from wengert._core.arrays import copies, dtypes, layouts, objects


def test_arrays_that_may_share_memory() -> None:
    r, found = np.random.default_rng(0), {True: 0, False: 0}
    for _ in range(3000):
        memory, size = np.zeros(400, np.uint8), int(r.choice([1, 4, 8]))
        shape = tuple(int(n) for n in r.integers(1, 4, size=r.integers(0, 4)))
        strides = tuple(int(s) for s in r.integers(1, 40, size=len(shape)))
        a, b = (
            np.ndarray(shape, {1: "u1", 4: "f4", 8: "f8"}[size], memory, int(r.integers(0, 60)), strides) for _ in "ab"
        )
        exact = np.shares_memory(a, b)
        found[bool(exact)] += 1
        assert objects.may_overlap(a, b) >= exact, (shape, strides)
    assert min(found.values()) > 500
    for shape in ((4, 6), (5, 3, 4, 2)):
        for order in itertools.permutations(range(len(shape))):  # arrays in the gaps of one another
            whole = np.zeros([2 * shape[axis] for axis in order])
            back = [order.index(axis) for axis in range(len(shape))]
            a, b = (whole[(slice(k, None, 2),) * len(shape)].transpose(back) for k in (0, 1))
            assert objects.may_overlap(a, b) != compiled.active and objects.may_overlap(a, a)


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_casts_of_half_types_are_those_of_numpy(name: str) -> None:
    half = getattr(wengert, name).dtype
    every = np.arange(1 << 16, dtype=np.uint16).view(half)
    bits = np.random.default_rng(0).integers(0, 1 << 32, 100_000, np.uint32)
    edges = np.array([0, -0.0, np.inf, -np.inf, np.nan, 65504, 65519.9, 65520, 6e-8, 2.9e-8, 1e-40], np.float32)
    floats = np.concatenate([bits.view(np.float32), every.astype(np.float32), edges])
    for given, dtype in ((every, np.dtype(np.float32)), (floats, half)):
        square = given[: 200 * 200].reshape(200, 200)
        for x in (given, given[:7], given[::3], given[5:16][::-1], square.T, square[:, 3:50], square[:0]):
            with np.errstate(all="ignore"):
                found, expected = layouts.copied(x, dtype), x.astype(dtype)
            nan = np.isnan(expected)
            assert found.dtype == dtype and np.array_equal(np.isnan(found), nan)
            assert found[~nan].tobytes() == expected[~nan].tobytes()


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "i2", "u1", "?", "c8", "c16", "f2"])
def test_small_arrays_are_written_and_joined_in_any_layout(dtype: str) -> None:
    base = np.arange(4 * 6 * 8).reshape(4, 6, 8).astype(dtype)
    inner = base[1:, 1:-1, 1:-1]
    for cut in (base, base[:, ::2], base[..., ::-1], inner, base[:1], base[:1, :1, :1], base[:1, :, ::3], base[:, :0]):
        for axes in itertools.permutations(range(3)):
            x = cut.transpose(axes)
            repeated = np.broadcast_to(x[:1], x.shape)
            for given in (x, x.copy(), repeated, x.real.astype("f4"), np.array(3, dtype), x[:1]):
                around = np.zeros([n + 2 for n in base.shape], dtype)
                out = around[1:-1, 1:-1, 1:-1][tuple([slice(n) for n in cut.shape])].transpose(axes)
                copies.put(out, given)
                assert np.array_equal(out, np.broadcast_to(given, out.shape).astype(dtype))
                assert np.count_nonzero(around) <= out.size, "around it nothing is written"
            for value in (0, 2.0, True):
                copies.fill(out, value)
                assert np.array_equal(out, np.full(out.shape, value, dtype))
            for axis in range(x.ndim):
                for parts in ((x, x), (x, repeated, x.copy())):
                    assert np.array_equal(layouts.joined(np, parts, axis), np.concatenate(parts, axis))


def test_bytes_are_copied_at_any_place() -> None:
    memory = np.random.default_rng(0).integers(0, 256, 3 * 4096 + 999, np.uint8)
    for n in (0, 1, 63, 2047, 2048, 2049, 2048 + 63, 4096, 4097, 5000):
        for start in (0, 1, 16, 63):
            for behind in (0, 1, 16, 64):
                out = np.zeros(2 * 4096 + 999, np.uint8)
                copies.put(out[behind : behind + n], memory[start : start + n])
                assert out[behind : behind + n].tobytes() == memory[start : start + n].tobytes()
                assert not out[:behind].any() and not out[behind + n :].any()


def test_triangles_of_any_dtype() -> None:
    """Their elements are copied as bytes. NumPy has those of arrays with gaps, and of the other byte order."""
    for dtype in dtypes.C_NAMES:
        x = np.arange(24).reshape(2, 3, 4).astype(dtype)
        for given in (x, x.swapaxes(1, 2), x.astype(x.dtype.newbyteorder())):
            for diagonal in (-1, 0, 2, -(2**62), 2**62):
                for upper, by_numpy in ((False, np.tril), (True, np.triu)):
                    expected = by_numpy(given, max(-9, min(diagonal, 9)))
                    found = copies.triangle(given, diagonal, upper, 0)
                    if not compiled.active or given is not x:
                        assert found is None or np.array_equal(found, expected)
                    else:
                        assert found.dtype == dtype and found.tobytes() == expected.tobytes()
