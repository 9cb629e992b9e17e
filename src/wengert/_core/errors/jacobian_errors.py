"""Whole Jacobians: memory budgets, complex conventions, batches and sparsity patterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NOT_TRACED = (
    "This was raised while looking for the sparsity pattern, which must hold at every point: the function then runs on "
    "a batch of one, and may not branch on values. Give the pattern instead: sparsity=Sparsity(rows, cols, shape), or "
    "a SciPy sparse array."
)


def bad_mode(mode: Any, known: Sequence[str], what: str) -> ValueError:
    return ValueError(f"{what}: expected mode to be one of {', '.join(map(repr, known))}, got {mode!r}.")


def over_budget(needed: int, budget: int, mode: str) -> RuntimeError:
    return RuntimeError(
        f"jacobian: max_bytes={budget} is too little: a single pass ({mode}) is estimated to take {needed} bytes. Give "
        f"max_bytes={needed} or more, or another mode."
    )


def too_large(what: str, rows: int, columns: int, needed: int, there: int) -> RuntimeError:
    """A Jacobian, or the directions that it is computed from, cannot be held at once."""
    return RuntimeError(
        f"{what}: {rows} × {columns} numbers take {_gigabytes(needed)}, and this machine has {_gigabytes(there)} of "
        f"memory.{_smaller(what)}"
    )


def passes_too_large(what: str, cause: MemoryError) -> RuntimeError:
    """The memory ended while a Jacobian was computed."""
    some = "wengert.func.jacrev(f, chunk_size=16)(x), or wengert.func.jacobian(f, max_bytes=100_000_000)(x)"
    if _second(what):
        some = "wengert.func.hessian(f, max_bytes=100_000_000)(x)"
    return RuntimeError(
        f"{what}: there is not enough memory to compute all rows or columns at once ({cause}). Compute some at a time: "
        f"{some}{_smaller(what)}"
    )


def _smaller(what: str) -> str:
    """What to compute in place of a matrix that is too large; ``f`` is the function that the user gave."""
    if _second(what):
        return """
  If most of it is zero: wengert.func.hessian(f, sparsity="auto", layout="coo")(x)
  If products with it suffice: wengert.autograd.functional.hvp(f, x, v)[1] is H @ v"""
    return """
  If most of it is zero: wengert.func.jacobian(f, sparsity="auto", layout="coo")(x)
  If products with it suffice: wengert.func.vjp(f, x)[1](v) is v @ J, and wengert.func.jvp(f, (x,), (v,))[1] is J @ v"""


def _second(what: str) -> bool:
    return what.endswith("hessian")


def _gigabytes(n: int) -> str:
    return f"{n / 1e9:.3g} GB"


def bad_convention(value: Any) -> ValueError:
    return ValueError(
        f"jacobian: expected convention to be 'holomorphic', 'wirtinger', 'real_pair' or None, got {value!r}."
    )


def needs_convention(kind: str, i: int) -> RuntimeError:
    return RuntimeError(
        f"jacobian: Expected all {kind} to be real but received complex tensor at flattened input idx: {i}. A complex "
        "function has several Jacobians: say which with convention='holomorphic', 'wirtinger' or 'real_pair'."
    )


def complex_rows(i: int, dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"functional.jacobian: grad can be implicitly created only for real scalar outputs but got {dtype}, the dtype "
        f"of output {i}. A row of gradients holds half of the derivative of a complex output. Use vectorize=True with "
        "strategy='forward-mode' for the derivative along the real axis, which is that of a holomorphic function; "
        "wengert.func.jacobian(f, convention=...) for all of it; or wengert.view_as_real() of the output."
    )


def needs_complex(convention: str, i: int, dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"jacobian: convention={convention!r} differentiates by complex numbers, but the input at flattened idx {i} is "
        f"{dtype}. Use convention='real_pair' or make it complex."
    )


def not_holomorphic(output: int, at: Sequence[int], by: Sequence[int], dz: complex, dconj: complex) -> RuntimeError:
    return RuntimeError(
        "jacobian: the function is not holomorphic at this point: the Cauchy-Riemann equations fail. The worst entry "
        f"is that of output {output} at index {at} by the input at index {by}, where df/dz = {dz:.6g} and "
        f"df/dconj(z) = {dconj:.6g}, which should be 0. Use convention='wirtinger' for both."
    )


def batch_shape(kind: str, i: int, shape: Sequence[int], dims: Sequence[int], expected: Sequence[int]) -> ValueError:
    return ValueError(
        f"jacobian: batch_dims={tuple(dims)}: expected all inputs and outputs to have the same sizes {tuple(expected)} "
        f"in these dims, but {kind} {i} has shape {list(shape)}."
    )


def batch_missing(kind: str, i: int, shape: Sequence[int], dims: Any) -> ValueError:
    return ValueError(
        f"jacobian: batch_dims={dims!r}: {kind} {i} has shape {list(shape)}, which has no such dims. Count its "
        "dimensions from 0, or from -1 for the last."
    )


def samples_mixed(at: tuple[int, ...], found: float, expected: float) -> RuntimeError:
    return RuntimeError(
        f"jacobian: with batch_dims, outputs may depend on their own sample only, but the sample at {at} takes part in "
        f"others: along a random direction the derivative is {found:.6g} where its own Jacobian gives {expected:.6g}. "
        "Leave batch_dims out for such a function."
    )


def pattern_misses(col: int, found: float, expected: float) -> RuntimeError:
    return RuntimeError(
        f"jacobian: the sparsity pattern misses entries of column {col}: along a random direction the derivative is "
        f"{found:.6g} where the entries of the pattern give {expected:.6g}. Use sparsity='auto', or add them."
    )


def pattern_shape(given: Sequence[int], expected: Sequence[int]) -> ValueError:
    return ValueError(
        f"jacobian: sparsity is of a matrix of shape {tuple(given)}, but outputs and inputs have "
        f"{tuple(expected)} entries."
    )


def pattern_range(what: str, value: int, shape: Sequence[int]) -> ValueError:
    return ValueError(f"Sparsity: {what} {value} is out of range for a matrix of shape {tuple(shape)}. Count from 0.")


def not_square(shape: Sequence[int]) -> ValueError:
    return ValueError(
        f"Sparsity: a symmetric matrix is square, but the shape is {tuple(shape)}. "
        "Give a square shape, or leave out symmetric."
    )


def too_dense(shape: Sequence[int], nnz: int) -> RuntimeError:
    return RuntimeError(
        f"jacobian: the pattern found so far, of shape {tuple(shape)}, has more entries ({nnz} of one output) than a "
        "sparse one may have. Leave out sparsity=, or give a pattern."
    )


def captured_batch() -> RuntimeError:
    return RuntimeError(
        "jacobian: sparsity='auto' met a value that is mapped by a vmap from outside of the function. Give the pattern."
    )


def batched_pattern() -> RuntimeError:
    return RuntimeError("jacobian: sparsity= does not work on inputs that are mapped by a vmap. Call it outside.")


def no_scipy() -> ImportError:
    return ImportError(
        "jacobian: a sparse Jacobian is a SciPy array, and SciPy is not installed. Install wengert[scipy], or ask for "
        "layout='coo'."
    )


def together(one: str, other: str) -> ValueError:
    return ValueError(f"jacobian: {one} and {other} do not go together. Leave one of them out.")


def not_a_tensor(x: Any) -> RuntimeError:
    return RuntimeError(f"jacobian: Expected what is differentiated to only contain Tensors, got {type(x)}")


def bad_sparsity(value: Any) -> ValueError:
    return ValueError(
        f"jacobian: expected sparsity to be None, 'auto', a Sparsity, a Coloring or a matrix, got {value!r}."
    )


def not_scalar(shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(f"hessian: with sparsity=, the function must return a scalar tensor, got shape {list(shape)}.")


def nothing_to_check(what: str) -> ValueError:
    return ValueError(
        f"{what}: check=True compares with what sparsity= or batch_dims= promise, and neither is given. Leave it out."
    )
