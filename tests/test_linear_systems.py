"""Large linear systems: loops of our own go by blocks of rows and strips of columns, in any layout, on any threads."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from tests.test_shared_loops import compiled, same_at_each_count
from tests.test_small_matrices import LAYOUTS, TYPES
from wengert import linalg
from wengert._core.arrays import matrix_library

ROWS = (1, 8, 33, 40, 65, 130)  # around the ends of blocks
COLUMNS = (1, 33, 64, 65, 130)  # and of vectors and strips


def well(r: Any, *shape: int) -> Any:
    """Matrices whose inverses are not much larger."""
    return r.normal(size=shape) / shape[-1] + np.eye(shape[-1])


def assert_solves(A: np.ndarray, X: Any, B: np.ndarray) -> None:
    """The error of a result is as small as that of an elimination, if numbers do not grow on the way."""
    x, wide, right = (np.asarray(a).astype(float) for a in (X, A, B))
    bound = 4 * A.shape[-1] * np.finfo(A.dtype).eps * (np.abs(wide) @ np.abs(x) + np.abs(right))
    assert x.shape == right.shape and X.numpy().dtype == A.dtype
    assert (np.abs(wide @ x - right) <= bound).all()


@within("n", ROWS)
@pytest.mark.parametrize("layout", [*LAYOUTS, "one for all", "a batch of one"])
@pytest.mark.parametrize("upper", [False, True])
def test_triangles(n: int, layout: str, upper: bool) -> None:
    """Only the triangle is read, and of one of ones not the diagonal either."""
    r, of = np.random.default_rng(n), np.triu if upper else np.tril
    for dtype in TYPES:
        for ones in (False, True):
            given = well(r, 2, n, n).astype(dtype)
            read = of(np.ones((n, n)), (1 if upper else -1) * ones) > 0
            seen = np.where(read, given, np.nan).astype(dtype)
            T = wengert.from_numpy(LAYOUTS.get(layout, np.copy)(seen))
            T = T[:1].expand(2, n, n) if layout == "one for all" else T[:1] if layout == "a batch of one" else T
            whole = np.where(read, T.numpy(), 0) + ones * np.eye(n, dtype=dtype)
            for m in COLUMNS:
                B = r.normal(size=(2, n, m)).astype(dtype)
                right = wengert.from_numpy(B)
                assert_solves(whole, linalg.solve_triangular(T, right, upper=upper, unitriangular=ones), B)


@within("n", [n for n in ROWS if n > 32])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_systems_inverses_and_determinants(n: int, layout: str) -> None:
    r = np.random.default_rng(n)
    for dtype in TYPES:
        a = (well(r, 3, n, n) * r.choice([-1, 1], (3, n, 1)))[:, r.permutation(n)].astype(dtype)
        a[1] = a[1][::-1]  # each has its own row exchanges
        A = wengert.from_numpy(LAYOUTS[layout](a))
        for m in (n // 2, (n + 1) // 2, 130):
            b = r.normal(size=(3, n, m)).astype(dtype)
            assert_solves(a, linalg.solve(A, wengert.from_numpy(LAYOUTS[layout](b))), b)
        assert_solves(a, linalg.inv(A), np.broadcast_to(np.eye(n), a.shape))
        sign, size = linalg.slogdet(A)
        expected = np.linalg.slogdet(a.astype(float))
        assert (sign.numpy() == expected[0]).all()
        tolerance = 4 * n * np.finfo(dtype).eps
        np.testing.assert_allclose(size.numpy(), expected[1], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("batch", [(2, 2), (3, 1, 3), (2, 0)])
def test_batches_of_several_dimensions(batch: tuple[int, ...]) -> None:
    r = np.random.default_rng(0)
    for n in (5, 40):
        a, t = well(r, *batch, n, n)[..., r.permutation(n), :], np.tril(well(r, *batch, n, n))
        for m in (1, 20, 70):
            b = r.normal(size=(*batch, n, m))
            B = wengert.from_numpy(b)
            assert_solves(a, linalg.solve(wengert.from_numpy(a), B), b)
            assert_solves(t, linalg.solve_triangular(wengert.from_numpy(t), B, upper=False), b)


@within("n", [33, 65])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_matrix_of_a_batch_that_is_singular_or_nan(n: int, at: int) -> None:
    for bad in (0.0, np.nan):
        for column in (0, n // 2, n - 1):
            a = well(np.random.default_rng(n), 3, n, n)
            a[at, :, column] = bad
            inverse, info = linalg.inv_ex(wengert.from_numpy(a))
            assert info.tolist() == [(bad == 0) * (column + 1) * (k == at) for k in range(3)]
            assert [bool(x.isnan().any()) for x in inverse] == [k == at for k in range(3)]
            sign, size = linalg.slogdet(wengert.from_numpy(a))
            assert [not np.isfinite(s) for s in size.tolist()] == [k == at for k in range(3)]
            assert bad != 0 or sign[at].item() == 0


def systems(n: int, m: int, *batch: int) -> list[Any]:
    r = np.random.default_rng(0)
    A, B, T = well(r, *batch, n, n)[..., r.permutation(n), :], r.normal(size=(*batch, n, m)), well(r, *batch, n, n)
    A, B, T = (wengert.tensor(x) for x in (A, B, T))
    return [
        linalg.solve(A, B), linalg.solve(A.mT.float(), B.float()), linalg.inv(A), linalg.inv(A.float()),
        *linalg.slogdet(A), linalg.solve_triangular(T, B, upper=False), linalg.solve_triangular(T.mT, B, upper=True),
        linalg.solve_triangular(T, B[..., :1], upper=False),
    ]  # fmt: skip


SHARED = ((150, 200), (40, 30, 60), (70, 1, 2, 20), (33, 65, 7), (515, 8))


@compiled
@pytest.mark.parametrize("shape", SHARED)
def test_results_have_the_same_bits_on_any_number_of_threads(shape: tuple[int, ...]) -> None:
    same_at_each_count(lambda: systems(*shape), (1, 3))
    assert not matrix_library._single.count  # the library has its own threads again


@compiled
def test_nothing_is_written_beside_the_room_of_a_thread() -> None:
    """Python's allocator puts bytes around each block, and looks at them when it is freed."""
    code = (
        "import wengert\n"
        "from tests.test_linear_systems import systems\n"
        "for threads in (1, 3):\n"
        "    wengert.set_num_threads(threads)\n"
        "    for n in (33, 40, 65, 130):\n"
        "        for m in (n, 65):\n"
        "            systems(n, m), systems(n, m, 2)"
    )
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONMALLOC": "debug"}, check=False,
                          capture_output=True, text=True)  # fmt: skip
    assert not done.returncode, done.stderr


@compiled
def test_rooms_are_given_back() -> None:
    systems(130, 65)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        systems(130, 65)
        assert tracemalloc.get_traced_memory()[0] - before < 10_000  # a room is larger
    finally:
        tracemalloc.stop()
