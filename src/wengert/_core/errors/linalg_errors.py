"""Linear algebra: matrices of the wrong shape or dtype, and those without a solution or factorization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import type_name


class LinAlgError(RuntimeError):
    """A factorization or a solution does not exist, or was not found."""

    __module__ = "wengert.linalg"  # the public module: tracebacks show it, and pickles contain it


def few_dimensions(name: str, which: str = "A") -> RuntimeError:
    step = f" Of one right-hand side, give the matrix {which}.unsqueeze(-1)." if which in ("B", "b") else ""
    return RuntimeError(f"{name}: The input tensor {which} must have at least 2 dimensions.{step}")


def reflections(name: str, tau: Sequence[int], A: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{name}: Expected tau to have one dimension less than input, and the same batch dimensions, but got tau of "
        f"shape {list(tau)} and input of shape {list(A)}. Give a factor for each reflection: shape (..., k)."
    )


def row_exchanges(name: str, pivots: Sequence[int], LU: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"{name}: Expected pivots of shape {[*LU[:-2], min(LU[-2:])]} for LU of shape {list(LU)}, but got pivots with "
        f"shape {list(pivots)} instead. Pass both results of lu_factor."
    )


def not_square(name: str, rows: int, columns: int) -> RuntimeError:
    return RuntimeError(
        f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices. "
        "wengert.linalg.lstsq and wengert.linalg.pinv take others."
    )


def not_inexact(name: str, dtype: Any, which: str = "A") -> RuntimeError:
    return RuntimeError(
        f"{name}: Expected a floating point or complex tensor as input. Got {type_name(dtype)}. Cast it first: "
        f"{which}.float() or {which}.double()."
    )


def half(name: str, dtype: Any, which: str = "A") -> RuntimeError:
    return RuntimeError(
        f"{name}: Low precision dtypes not supported. Got {type_name(dtype)}. Cast it first: {which}.float()."
    )


def different_dtypes(name: str, first: Any, second: Any) -> RuntimeError:
    return RuntimeError(
        f"{name}: Expected A and B to have the same dtype, but found A of type {type_name(first)} and B of type "
        f"{type_name(second)} instead"
    )


def incompatible(name: str, equation: str, A: Sequence[int], B: Sequence[int]) -> RuntimeError:
    shapes = " and ".join(f"{s[-2]}x{s[-1]}" for s in (A, B))
    return RuntimeError(
        f"{name}: Incompatible shapes of A and B for the equation {equation} ({shapes}). "
        "Give A and B shapes that fit this equation."
    )


OTHERWISE = (
    "wengert.linalg.lstsq and wengert.linalg.pinv take singular matrices. If the matrix is singular by rounding only, "
    "add a little to its diagonal: A + 1e-6 * wengert.eye(n)."
)


def _batch(at: Sequence[int]) -> str:
    return f"(Batch element {at[0] if len(at) == 1 else tuple(at)}): " if at else ""


def singular_inverse(name: str, at: Sequence[int], info: int) -> LinAlgError:
    return LinAlgError(
        f"{name}: {_batch(at)}The diagonal element {info} is zero, the inversion could not be completed because the "
        f"input matrix is singular. {OTHERWISE}"
    )


def singular_solve(name: str, at: Sequence[int], info: int) -> LinAlgError:
    return LinAlgError(f"torch.{name}: {_batch(at)}The solver failed because the input matrix is singular. {OTHERWISE}")


def singular_lu(name: str, at: Sequence[int], info: int) -> RuntimeError:
    return RuntimeError(
        f"torch.{name}: {_batch(at)}U[{info},{info}] is zero and using it on lu_solve would result in a division by "
        "zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
        "linalg.lu_factor_ex(A, pivot)"
    )


def singular_ldl(name: str, at: Sequence[int], info: int) -> LinAlgError:
    return LinAlgError(
        f"torch.{name}: {_batch(at)}D[{info},{info}] is zero, and ldl_solve would divide by it. If you want the "
        "factors all the same, call linalg.ldl_factor_ex(A)."
    )


def ldl_pivots(n: int) -> RuntimeError:
    return RuntimeError(
        f"torch.linalg.ldl_solve: expected pivots between 1 and {n}, or between -{n} and -1, as ldl_factor returns them"
    )


def ldl_pivots_dtype(dtype: Any) -> RuntimeError:
    return RuntimeError(f"torch.linalg.ldl_solve: Expected pivots to be integers. Got {type_name(dtype)}")


def ldl_pivots_shape(shape: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        "torch.linalg.ldl_solve: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
        f"{list(shape)} instead"
    )


def ldl_sizes(A: Sequence[int], B: Sequence[int]) -> RuntimeError:
    return RuntimeError(
        f"Incompatible matrix sizes for torch.linalg.ldl_solve: each A matrix is {A[-2]} by {A[-1]} but each b matrix "
        f"is {B[-2]} by {B[-1]}. "
        "Give b as many rows as A."
    )


def ldl_dtypes(B: Any, A: Any) -> RuntimeError:
    return RuntimeError(
        f"Expected b and A to have the same dtype, but found b of type {type_name(B)} and A of type {type_name(A)} "
        "instead."
    )


def not_positive_definite(name: str, at: Sequence[int], info: int) -> LinAlgError:
    return LinAlgError(
        f"{name}: {_batch(at)}The factorization could not be completed because the input is not positive-definite "
        f"(the leading minor of order {info} is not positive-definite). If that comes from rounding, add a little to "
        "its diagonal: A + 1e-6 * wengert.eye(n)."
    )


def no_convergence(name: str) -> LinAlgError:
    return LinAlgError(
        f"{name}: The algorithm failed to converge because the input matrix contained non-finite values, or is "
        "ill-conditioned or has too many repeated eigenvalues or singular values. Look for NaN and infinity in it "
        "first; then scale it, or add a little to its diagonal."
    )


def gauge(name: str, what: str) -> RuntimeError:
    return RuntimeError(
        f"{name}_backward: The {what} in the complex case are specified up to multiplication by e^{{i phi}}. The "
        "specified loss function depends on this quantity, so it is ill-defined. Take one that does not depend on phi."
    )


def qr_of_wide_complete() -> RuntimeError:
    return RuntimeError(
        "The QR decomposition is not differentiable when mode='complete' and nrows > ncols. Use mode='reduced'."
    )


def qr_without_q() -> RuntimeError:
    return RuntimeError(
        "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, "
        "mode='reduced') if you are going to require gradients."
    )


def qr_mode(mode: Any) -> RuntimeError:
    return RuntimeError(
        f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
    )
