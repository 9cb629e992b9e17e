"""LDL factors: LAPACK's pivots, the matrix they stand for, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Control, Library, compare
from tests.samples import cnormal, rng
from tests.samples.ldl import unpacked
from wengert import linalg

KINDS = {"real": (False, False), "complex symmetric": (True, False), "Hermitian": (True, True)}


def matrix(n: int, weight: float, is_complex: bool) -> np.ndarray:
    """A matrix that takes blocks of one, of two, or of both, by the weight of its diagonal."""
    a = cnormal(rng(), n, n) if is_complex else rng().normal(size=(n, n))
    a[range(n), range(n)] *= weight
    return a


def whole(a: np.ndarray, hermitian: bool) -> np.ndarray:
    """What a lower triangle stands for."""
    below = np.tril(a, -1)
    diagonal = np.diag(a.diagonal().real if hermitian else a.diagonal())
    return below + diagonal + (below.conj().T if hermitian else below.T)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weight", [0.0, 0.5, 5.0])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 20])
def test_factors_give_the_matrix_back(n: int, weight: float, kind: str) -> None:
    is_complex, hermitian = KINDS[kind]
    a = matrix(n, weight, is_complex)
    LD, pivots, info = linalg.ldl_factor_ex(wengert.tensor(a), hermitian=hermitian)
    assert info.item() == int(n == 1 and weight == 0)
    np.testing.assert_allclose(unpacked(LD.numpy(), pivots.numpy(), hermitian), whole(a, hermitian), atol=1e-12)
    assert (LD.triu(1) == 0).all()


@pytest.mark.oracle
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weight", [0.0, 0.5, 5.0])
@pytest.mark.parametrize("n", [2, 3, 6, 20, 70])
def test_pivots_are_lapacks(n: int, weight: float, kind: str) -> None:
    """For 70 rows LAPACK works by blocks of columns, and has to find the same."""
    torch = pytest.importorskip("torch")
    is_complex, hermitian = KINDS[kind]
    a = matrix(n, weight, is_complex)
    LD, pivots = linalg.ldl_factor(wengert.tensor(a), hermitian=hermitian)
    expected = torch.linalg.ldl_factor(torch.from_numpy(a), hermitian=hermitian)
    assert pivots.tolist() == expected.pivots.tolist()
    np.testing.assert_allclose(LD.numpy(), expected.LD.numpy(), atol=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_derivatives_through_a_solution_are_those_of_solve(kind: str) -> None:
    """Factors and solution together know nothing of pivots: the gradient is that of ``linalg.solve``."""
    is_complex, hermitian = KINDS[kind]
    for weight in (0.1, 3.0):
        x = wengert.tensor(matrix(5, weight, is_complex), requires_grad=True)
        b = wengert.tensor(matrix(5, 1, is_complex)[:, :2], requires_grad=True)
        below = x.tril(-1)
        full = below + (below.mH if hermitian else below.mT)
        full = full + wengert.diag_embed(x.diagonal().real + 0j if hermitian else x.diagonal())
        LD, pivots = linalg.ldl_factor(x, hermitian=hermitian)
        results = [
            wengert.autograd.grad((y * y.conj()).real.sum(), (x, b))
            for y in (linalg.ldl_solve(LD, pivots, b, hermitian=hermitian), linalg.solve(full, b))
        ]
        for ours, expected in zip(*results, strict=True):
            np.testing.assert_allclose(ours.numpy(), expected.numpy(), rtol=1e-8, atol=1e-8)


def test_numbers_whose_products_overflow() -> None:
    a = np.array([[1e180, 2e200], [2e200, 3e180]])
    LD, pivots = linalg.ldl_factor(wengert.tensor(a))
    x = linalg.ldl_solve(LD, pivots, wengert.tensor([[1e200], [2e200]], dtype=wengert.float64))
    np.testing.assert_allclose(x.numpy(), [[1.0], [0.5]], rtol=1e-12)


REFUSED: dict[str, Callable[[Library], Any]] = {
    "not square": lambda lib: lib.linalg.ldl_factor(lib.ones(2, 3)),
    "a vector": lambda lib: lib.linalg.ldl_factor(lib.ones(2)),
    "integers": lambda lib: lib.linalg.ldl_factor(lib.ones(2, 2, dtype=lib.int64)),
    "sizes": lambda lib: solve(lib, lib.eye(3), lib.ones(3), lib.ones(2, 2)),
    "dtypes": lambda lib: solve(lib, lib.eye(3), lib.ones(3), lib.ones(3, 2).double()),
    "pivots": lambda lib: lib.linalg.ldl_solve(lib.eye(3), lib.ones(3), lib.ones(3, 2)),
    "pivots of another shape": lambda lib: solve(lib, lib.eye(3), lib.ones(2), lib.ones(3, 2)),
    "factors not square": lambda lib: solve(lib, lib.ones(2, 3), lib.ones(2), lib.ones(2, 2)),
}


def solve(lib: Library, LD: Any, pivots: Any, B: Any) -> Any:
    return lib.linalg.ldl_solve(LD, pivots.int(), B)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, control: Control) -> None:
    compare(REFUSED[name], control)


def test_singular_matrices() -> None:
    """PyTorch fails an assertion of its own."""
    batch = wengert.stack([wengert.eye(2), wengert.diag(wengert.tensor([1.0, 0.0]))])
    assert linalg.ldl_factor_ex(batch).info.tolist() == [0, 2]
    said = r"torch.linalg.ldl_factor(_ex)?: \(Batch element 1\): D\[2,2\] is zero, and ldl_solve would divide by it"
    with pytest.raises(linalg.LinAlgError, match=said):
        linalg.ldl_factor(batch)
    with pytest.raises(linalg.LinAlgError, match=said):
        linalg.ldl_factor_ex(batch, check_errors=True)


def test_pivots_out_of_range() -> None:
    with pytest.raises(RuntimeError, match="expected pivots between 1 and 2"):
        solve(wengert, wengert.eye(2), wengert.tensor([1, 3]), wengert.eye(2))  # type: ignore[arg-type]


def test_half_precision_and_flat_right_hand_sides_are_refused() -> None:
    with pytest.raises(RuntimeError, match="Low precision dtypes not supported"):
        linalg.ldl_factor(wengert.eye(2, dtype=wengert.float16))
    with pytest.raises(IndexError, match="expected B to have at least 2 dimensions"):
        linalg.ldl_solve(*linalg.ldl_factor(wengert.eye(2)), wengert.ones(2))
