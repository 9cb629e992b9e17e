"""What users read when a Jacobian cannot be computed as they asked: every message in full, and nothing has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.test_errors import raises
from wengert._core.api.transforms import reverse_mode
from wengert.func import Sparsity, hessian, jacobian, jacobian_sparsity, vmap

X, Z = wengert.ones(2, 3), wengert.ones(3, dtype=wengert.complex64)
square = wengert.square


def case(kind: type[Exception], message: str, run: Callable[[], Any]) -> Any:
    return pytest.param(kind, message, run, id=message[:60])


MODES = "'auto', 'forward', 'reverse', 'mixed'"


@pytest.mark.parametrize(
    ("kind", "message", "run"),
    [
        case(
            ValueError,
            f"jacobian: expected mode to be one of {MODES}, got 'backward'.",
            lambda: jacobian(square, mode="backward"),
        ),
        case(
            ValueError,
            f"hessian: expected mode to be one of {MODES}, got 'backward'.",
            lambda: hessian(square, mode="backward"),
        ),
        case(
            ValueError,
            "a symmetric colouring: expected mode to be one of 'auto', 'forward', got 'reverse'.",
            lambda: Sparsity([0], [0], (1, 1)).coloring("reverse", symmetric=True),
        ),
        case(
            ValueError,
            f"a colouring: expected mode to be one of {MODES}, got 'rows'.",
            lambda: Sparsity([0], [0], (1, 1)).coloring("rows"),
        ),
        case(
            ValueError,
            "jacobian: expected max_bytes to be a positive int or None, got 0.",
            lambda: jacobian(square, max_bytes=0),
        ),
        case(
            ValueError,
            "jacobian: expected convention to be 'holomorphic', 'wirtinger', 'real_pair' or None, got 'cr'.",
            lambda: jacobian(square, convention="cr"),
        ),
        case(
            ValueError,
            "jacobian: expected layout to be 'scipy' or 'coo', got 'csc'.",
            lambda: jacobian(square, sparsity="auto", layout="csc"),
        ),
        case(
            ValueError,
            "jacobian: expected sparsity to be None, 'auto', a Sparsity, a Coloring or a matrix, got 'find'.",
            lambda: jacobian(square, sparsity="find"),
        ),
        case(
            ValueError,
            "jacobian: sparsity= and batch_dims= do not go together. Leave one of them out.",
            lambda: jacobian(square, sparsity="auto", batch_dims=0),
        ),
        case(
            ValueError,
            "hessian: check=True compares with what sparsity= or batch_dims= promise, and neither is given. Leave "
            "it out.",
            lambda: hessian(square, check=True),
        ),
        case(
            RuntimeError,
            "jacobian: Expected all inputs to be real but received complex tensor at flattened input idx: 0. A complex "
            "function has several Jacobians: say which with convention='holomorphic', 'wirtinger' or 'real_pair'.",
            lambda: jacobian(square)(Z),
        ),
        case(
            RuntimeError,
            "jacobian: convention='wirtinger' differentiates by complex numbers, but the input at flattened idx 0 is "
            "wengert.float32. Use convention='real_pair' or make it complex.",
            lambda: jacobian(square, convention="wirtinger")(X),
        ),
        case(
            RuntimeError,
            "jacobian: the function is not holomorphic at this point: the Cauchy-Riemann equations fail. The worst "
            "entry is that of output 0 at index (0,) by the input at index (0,), where df/dz = 0+0j and df/dconj(z) = "
            "1+0j, which should be 0. Use convention='wirtinger' for both.",
            lambda: jacobian(wengert.conj, convention="holomorphic")(Z),
        ),
        case(
            ValueError,
            "jacobian: batch_dims=(0,): expected all inputs and outputs to have the same sizes (2,) in these dims, but "
            "output 0 has shape [3, 2].",
            lambda: jacobian(lambda x: x.t(), batch_dims=0)(X),
        ),
        case(
            ValueError,
            "jacobian: batch_dims=2: input 0 has shape [2, 3], which has no such dims. Count its dimensions from 0, or "
            "from -1 for the last.",
            lambda: jacobian(square, batch_dims=2)(X),
        ),
        case(
            ValueError,
            "jacobian: batch_dims=(0, -2): input 0 has shape [2, 3], which has no such dims. Count its dimensions from "
            "0, or from -1 for the last.",
            lambda: jacobian(square, batch_dims=(0, -2))(X),
        ),
        case(
            ValueError,
            "jacobian: sparsity is of a matrix of shape (2, 2), but outputs and inputs have (6, 6) entries.",
            lambda: jacobian(square, sparsity=np.eye(2), layout="coo")(X),
        ),
        case(
            ValueError,
            "jacobian: Coloring(mode='forward', shape=(6, 6), nnz=6, passes=1, symmetric) takes the matrix for "
            "symmetric, which only hessian's is.",
            lambda: jacobian(square, sparsity=Sparsity.of(np.eye(6)).coloring(symmetric=True), layout="coo")(X),
        ),
        case(
            RuntimeError,
            "jacobian: sparsity= does not work on inputs that are mapped by a vmap. Call it outside.",
            lambda: vmap(jacobian(square, sparsity="auto", layout="coo"))(X),
        ),
        case(
            RuntimeError,
            "jacobian: Expected what is differentiated to only contain Tensors, got <class 'float'>",
            lambda: jacobian(square)(1.0),
        ),
        case(
            RuntimeError,
            "jacobian: Expected what is differentiated to only contain Tensors, got <class 'float'>",
            lambda: jacobian_sparsity(square)(1.0),
        ),
        case(
            ValueError,
            "Sparsity: expected as many rows as columns, got 1 and 2.",
            lambda: Sparsity([0], [0, 1], (2, 2)),
        ),
        case(
            ValueError,
            "Sparsity: row 2 is out of range for a matrix of shape (2, 2). Count from 0.",
            lambda: Sparsity([2], [0], (2, 2)),
        ),
        case(
            ValueError,
            "Sparsity: column -1 is out of range for a matrix of shape (2, 2). Count from 0.",
            lambda: Sparsity([0], [-1], (2, 2)),
        ),
        case(ValueError, "Sparsity: expected a matrix, got an array of shape (3,).", lambda: Sparsity.of(np.ones(3))),
        case(
            ValueError,
            "Sparsity: a symmetric matrix is square, but the shape is (1, 2). "
            "Give a square shape, or leave out symmetric.",
            lambda: Sparsity([0], [0], (1, 2)).symmetric(),
        ),
    ],
)
def test_messages(kind: type[Exception], message: str, run: Callable[[], Any]) -> None:
    raises(kind, message, run, X, Z)


def test_a_budget_that_is_too_little() -> None:
    needed = jacobian(square, mode="reverse").plan(X).row_bytes
    message = (
        f"jacobian: max_bytes=9 is too little: a single pass (reverse) is estimated to take {needed} bytes. Give "
        f"max_bytes={needed} or more, or another mode."
    )
    raises(RuntimeError, message, lambda: jacobian(square, mode="reverse", max_bytes=9)(X), X)
    assert jacobian(square, mode="reverse", max_bytes=needed)(X).shape == (2, 3, 2, 3)


def test_what_is_too_full_to_be_sparse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wengert._core.api.transforms.sparsity.MOST", 30)
    message = (
        "jacobian: the pattern found so far, of shape (6, 6), has more entries (36 of one output) than a sparse one "
        "may have. Leave out sparsity=, or give a pattern."
    )
    raises(RuntimeError, message, lambda: jacobian_sparsity(lambda x: x * x.sum())(X), X)


def test_a_gradient_of_no_scalar() -> None:
    with pytest.raises(RuntimeError, match="Expected f\\(\\*args\\) to return a scalar Tensor, got tensor with 2 dims"):
        hessian(square, sparsity="auto", layout="coo")(X)


SIZE = 100_000
POINT = "x, v = wengert.ones(5), wengert.ones(5)\nf = lambda x: {}\n"
TOO_LARGE: dict[str, Any] = {
    "jacrev": lambda f, x: wengert.func.jacrev(f)(x),
    "jacfwd": lambda f, x: wengert.func.jacfwd(f)(x),
    "jacobian": lambda f, x: wengert.func.jacobian(f)(x),
    "hessian": lambda f, x: wengert.func.hessian(lambda x: (f(x) ** 2).sum())(x),
    "functional.jacobian": lambda f, x: wengert.autograd.functional.jacobian(f, x),
    "functional.jacobian, vectorized": lambda f, x: wengert.autograd.functional.jacobian(f, x, vectorize=True),
    "functional.jacobian, forward": lambda f, x: wengert.autograd.functional.jacobian(
        f, x, vectorize=True, strategy="forward-mode"
    ),
    "functional.hessian, forward": lambda f, x: wengert.autograd.functional.hessian(
        lambda x: (f(x) ** 2).sum(), x, vectorize=True, outer_jacobian_strategy="forward-mode"
    ),
    "functional.hessian": lambda f, x: wengert.autograd.functional.hessian(lambda x: (f(x) ** 2).sum(), x),
}


def code_in(message: str, least: int = 3) -> list[str]:
    """The calls that a message proposes."""
    group = r"(?:\((?:[^()]|\([^()]*\))*\)|\[\d\])"
    found = re.findall(rf"wengert\.[\w.]+{group}+", message)
    assert len(found) >= least, message
    return found


@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_jacobian_that_cannot_fit_says_how_large_it_would_be(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reverse_mode, "memory_of_machine", lambda: 16_000_000_000)
    with pytest.raises(RuntimeError, match=r"100000 × 100000 numbers take 40 GB, and this machine has 16 GB") as e:
        TOO_LARGE[name](lambda x: x * 2, wengert.ones(SIZE))
    assert str(e.value).startswith(name.partition(",")[0] + ": ")
    for call in code_in(str(e.value), 2 if "hessian" in name else 3):
        scope: dict[str, Any] = {"wengert": wengert}
        exec(POINT.format("(x * x).sum()" if "hessian" in name else "x * 2") + f"out = {call}", scope)
        assert scope["out"] is not None


def test_a_pass_that_does_not_fit_proposes_smaller_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: Any) -> Any:
        raise MemoryError("Unable to allocate 3 TiB")

    monkeypatch.setattr(reverse_mode, "unit_vectors", full)
    with pytest.raises(RuntimeError, match="jacrev: there is not enough memory.*3 TiB") as e:
        wengert.func.jacrev(lambda x: x * 2)(wengert.ones(3))
    monkeypatch.undo()
    for call in code_in(str(e.value)):
        exec(POINT.format("x * 2") + f"out = {call}", {"wengert": wengert})
