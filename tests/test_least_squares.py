"""Least squares where matrices lack rank, or nearly lack it: least residual, least norm, and the rank."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert

SHAPES = [(6, 4, 2), (4, 6, 2), (5, 5, 3), (6, 4, 4), (4, 6, 4), (6, 4, 0), (40, 30, 10)]  # rows, columns, rank
DTYPES = [np.float32, np.float64, np.complex64, np.complex128]


def normal(rng: np.random.Generator, dtype: Any, *shape: int) -> Any:
    values = rng.normal(size=shape)
    return (values + 1j * rng.normal(size=shape) if np.issubdtype(dtype, np.complexfloating) else values).astype(dtype)


def size(x: Any) -> float:
    return float(np.linalg.norm(x)) if x.size else 0.0


@pytest.mark.parametrize("driver", ["gelsy", "gelsd", "gelss"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_smallest_of_the_best_solutions(dtype: Any, driver: str) -> None:
    rng = np.random.default_rng(0)
    for m, n, rank in SHAPES:
        for batch in ((), (3,)):
            A = normal(rng, dtype, *batch, m, rank) @ normal(rng, dtype, *batch, rank, n)
            B = normal(rng, dtype, *batch, m, 2)
            for rcond in (None, 1e-4):
                found = wengert.linalg.lstsq(wengert.tensor(A), wengert.tensor(B), rcond=rcond, driver=driver)
                assert (found.rank == rank).all(), (m, n, rank, rcond)
                exact = np.linalg.pinv(A.astype(np.complex128), rcond=1e-4) @ B
                wide, eps = np.asarray(found.solution).astype(np.complex128), np.finfo(dtype).eps
                assert size(wide - exact) <= 1e3 * eps * max(size(exact), 1) * max(size(A), 1), (m, n, rank, rcond)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_system_with_a_solution_is_solved_however_small_its_singular_values(dtype: Any) -> None:
    rng, eps = np.random.default_rng(1), float(np.finfo(dtype).eps)
    for m, n in ((40, 8), (8, 40), (20, 20)):
        U, V = (np.linalg.qr(normal(rng, dtype, k, min(m, n)))[0] for k in (m, n))
        for smallest in (1e-2, eps**0.5, 30 * eps, 0.1 * eps):
            A = ((U * np.geomspace(1, smallest, min(m, n))) @ V.conj().T).astype(dtype)
            B = A @ normal(rng, dtype, n, 1)
            X = np.asarray(wengert.linalg.lstsq(wengert.tensor(A), wengert.tensor(B)).solution)
            assert size(A @ X - B) <= 5 * max(m, n) * eps * (size(B) + size(A) * size(X)), (m, n, smallest)


@pytest.mark.parametrize("shape", SHAPES[:3])
def test_gradients_along_matrices_of_the_same_rank(shape: tuple[int, int, int]) -> None:
    m, n, rank = shape
    rng = np.random.default_rng(2)
    left, right, B = (wengert.tensor(rng.normal(size=s), requires_grad=True) for s in ((m, rank), (rank, n), (m, 2)))
    assert wengert.autograd.gradcheck(
        lambda a, b, B: wengert.linalg.lstsq(a @ b, B, rcond=1e-6).solution, (left, right, B), check_forward_ad=True
    )


@pytest.mark.oracle
@pytest.mark.parametrize("dtype", DTYPES)
def test_pytorch_finds_the_same(dtype: Any) -> None:
    torch = pytest.importorskip("torch")
    rng, eps = np.random.default_rng(3), float(np.finfo(dtype).eps)
    for m, n, rank in SHAPES:
        A = normal(rng, dtype, 3, m, rank) @ normal(rng, dtype, 3, rank, n)
        B = normal(rng, dtype, 3, m, 2)
        theirs = torch.linalg.lstsq(torch.tensor(A), torch.tensor(B), rcond=1e-4)
        ours = wengert.linalg.lstsq(wengert.tensor(A), wengert.tensor(B), rcond=1e-4)
        assert ours.rank.tolist() == theirs.rank.tolist()
        assert np.allclose(ours.solution.numpy(), theirs.solution.numpy(), 1e4 * eps, 1e4 * eps)
