"""What linear algebra refuses, in PyTorch's words."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from wengert import linalg

SINGULAR = wengert.tensor([[1.0, 0.0], [0.0, 0.0]])
BATCH = wengert.stack([wengert.eye(2), SINGULAR])
OTHERWISE = (
    "wengert.linalg.lstsq and wengert.linalg.pinv take singular matrices. If the matrix is singular by rounding only, "
    "add a little to its diagonal: A + 1e-6 * wengert.eye(n)."
)

CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (
        lambda: linalg.inv(SINGULAR),
        linalg.LinAlgError,
        "linalg.inv: The diagonal element 2 is zero, the inversion could not be completed because the input matrix is "
        f"singular. {OTHERWISE}",
    ),
    (
        lambda: linalg.inv(BATCH),
        linalg.LinAlgError,
        "linalg.inv: (Batch element 1): The diagonal element 2 is zero, the inversion could not be completed because "
        f"the input matrix is singular. {OTHERWISE}",
    ),
    (
        lambda: linalg.solve(BATCH, BATCH),
        linalg.LinAlgError,
        f"torch.linalg.solve: (Batch element 1): The solver failed because the input matrix is singular. {OTHERWISE}",
    ),
    (
        lambda: linalg.cholesky(-BATCH),
        linalg.LinAlgError,
        "linalg.cholesky: (Batch element 0): The factorization could not be completed because the input is not "
        "positive-definite (the leading minor of order 1 is not positive-definite). If that comes from rounding, "
        "add a little to its diagonal: A + 1e-6 * wengert.eye(n).",
    ),
    (
        lambda: linalg.det(wengert.ones(2, 3)),
        RuntimeError,
        "linalg.det: A must be batches of square matrices, but they are 2 by 3 matrices. wengert.linalg.lstsq and "
        "wengert.linalg.pinv take others.",
    ),
    (
        lambda: linalg.inv(wengert.ones(2)),
        RuntimeError,
        "linalg.inv: The input tensor A must have at least 2 dimensions.",
    ),
    (
        lambda: linalg.inv(wengert.ones(2, 2, dtype=wengert.int64)),
        RuntimeError,
        "linalg.inv: Expected a floating point or complex tensor as input. Got Long. Cast it first: A.float() or "
        "A.double().",
    ),
    (
        lambda: linalg.inv(wengert.eye(2, dtype=wengert.half)),
        RuntimeError,
        "linalg.inv: Low precision dtypes not supported. Got Half. Cast it first: A.float().",
    ),
    (
        lambda: linalg.solve(wengert.eye(2), wengert.eye(3)),
        RuntimeError,
        "linalg.solve: Incompatible shapes of A and B for the equation AX = B (2x2 and 3x3). "
        "Give A and B shapes that fit this equation.",
    ),
    (
        lambda: linalg.solve(wengert.eye(2), wengert.eye(2, dtype=wengert.float64)),
        RuntimeError,
        "linalg.solve: Expected A and B to have the same dtype, but found A of type Float and B of type Double instead",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2][:40])
def test_text(case: tuple[Callable[[], Any], type[Exception], str]) -> None:
    call, kind, text = case
    with pytest.raises(kind) as e:
        call()
    assert str(e.value) == text


def test_a_failure_is_told_without_raising() -> None:
    inverse, info = linalg.inv_ex(BATCH)
    assert info.tolist() == [0, 2] and inverse[0].equal(wengert.eye(2)) and inverse[1].isnan().all()
    with pytest.raises(linalg.LinAlgError):
        linalg.inv_ex(BATCH, check_errors=True)
    assert linalg.cholesky_ex(BATCH - wengert.eye(2)).info.tolist() == [1, 1]
    assert linalg.solve_ex(SINGULAR, wengert.ones(2)).info.item() == 2


def test_the_error_is_called_by_its_public_name() -> None:
    error = linalg.LinAlgError("singular")
    assert type(error).__module__ == "wengert.linalg"
    assert type(pickle.loads(pickle.dumps(error))) is linalg.LinAlgError


VECTOR, MATRIX = wengert.ones(2), wengert.ones(2, 2)
PIVOTS = wengert.tensor([1, 2], dtype=wengert.int32)
OF_SEVERAL: dict[str, Callable[[Any, Any], Any]] = {  # operations on two matrices, by what their parameters are called
    "A B solve": linalg.solve,
    "A B solve_triangular": lambda A, B: linalg.solve_triangular(A, B, upper=True),
    "A b triangular_solve": lambda A, b: wengert.triangular_solve(b, A),
    "L B cholesky_solve": lambda L, B: wengert.cholesky_solve(B, L),
    "LU B lu_solve": lambda LU, B: linalg.lu_solve(LU, PIVOTS, B),
    "A B ldl_solve": lambda A, B: linalg.ldl_solve(A, PIVOTS, B),
    "input other ormqr": lambda input, other: wengert.ormqr(input, VECTOR, other),
}


@pytest.mark.filterwarnings("ignore:.*is deprecated")
@pytest.mark.parametrize("names", OF_SEVERAL)
def test_of_several_matrices_the_wrong_one_is_named(names: str) -> None:
    call, (first, second, name) = OF_SEVERAL[names], names.split()
    with pytest.raises(RuntimeError, match=f"{name}: The input tensor {first} must have at least 2 dimensions"):
        call(VECTOR, MATRIX)
    if name != "solve":  # it takes one right-hand side
        with pytest.raises((RuntimeError, IndexError), match=f"{name}: .*\\b{second} (must|to) have at least 2 dim"):
            call(MATRIX, VECTOR)
    with pytest.raises(RuntimeError, match=f"Got Long. Cast it first: {first}.float"):
        call(MATRIX.long(), MATRIX)
