"""Products, ``numpy.linalg`` and ``numpy.fft`` in operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .generated import fft_functions as fft
from .generated import functions
from .generated import linalg_functions as linalg
from .numpy_reductions import Otherwise, inexact
from .numpy_rows import RECORDED, axes_of, common, converted, inexact_tensor, of, refuse, tensor


@of("dot")
def dot(a: Any, b: Any) -> Any:
    a, b = common(a, b)
    if not a.ndim or not b.ndim:
        return a * b
    return functions.matmul(a, b) if b.ndim == 1 or b.ndim == 2 else functions.tensordot(a, b, ([-1], [-2]))


@of("inner")
def inner(a: Any, b: Any, /) -> Any:
    a, b = common(a, b)
    return functions.inner(a, b)


@of("vdot")
def vdot(a: Any, b: Any, /) -> Any:
    a, b = common(a, b)
    return functions.vdot(a.reshape(-1), b.reshape(-1))


@of("outer", "linalg.outer")
def outer(a: Any, b: Any) -> Any:
    a, b = common(a, b)
    return functions.outer(a.reshape(-1), b.reshape(-1))


@of("tensordot")
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    a, b = common(a, b)
    if not isinstance(axes, int):
        axes = tuple([list(d) if isinstance(d, (list, tuple)) else [d] for d in axes])
    return functions.tensordot(a, b, axes)


@of("kron")
def kron(a: Any, b: Any) -> Any:
    return functions.kron(*common(a, b))


@of("cross", "linalg.cross")
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None) -> Any:
    a, b = common(a, b)
    if axis is not None:
        axisa = axisb = axisc = axis
    if a.shape[axisa] != 3 or b.shape[axisb] != 3:
        raise Otherwise
    parts = functions.broadcast_tensors(functions.movedim(a, axisa, -1), functions.movedim(b, axisb, -1))
    return functions.movedim(linalg.cross(*parts), -1, axisc)


@of("einsum")
def einsum(subscripts: Any, *operands: Any, optimize: Any = False) -> Any:
    if isinstance(subscripts, str):
        return functions.einsum(subscripts, *common(*operands))
    given = [subscripts, *operands]  # each operand before the list of its labels, and the labels of the result
    result = given.pop() if len(given) % 2 else None
    labels = [list(part) for part in given[1::2]]
    pairs = [part for pair in zip(common(*given[::2]), labels, strict=True) for part in pair]
    return functions.einsum(*pairs, *([] if result is None else [list(result)]))


# -- numpy.linalg

for _n in ("inv", "det", "matrix_power", "eigvals"):
    RECORDED[f"linalg.{_n}"] = getattr(linalg, _n)


@of("linalg.slogdet")
def slogdet(a: Any) -> Any:
    return linalg.slogdet(inexact_tensor(a))


@of("linalg.solve")
def solve(a: Any, b: Any) -> Any:
    a, b = map(inexact, common(a, b))
    if b.ndim == 1:
        return linalg.solve(a, b[:, None]).squeeze(-1)
    return linalg.solve(a, b) if b.ndim == a.ndim or b.ndim == 2 else refuse()


@of("linalg.norm")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    x = inexact_tensor(x)
    if ord is None and axis is None:
        found = linalg.vector_norm(x)
        return found.reshape([1] * x.ndim) if keepdims else found
    if axis is None and x.ndim > 2:
        raise Otherwise  # NumPy says what is wrong
    return linalg.norm(x, ord, axis, keepdims)


@of("linalg.eigh")
def eigh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    return linalg.eigh(inexact_tensor(a), UPLO)


@of("linalg.eigvalsh")
def eigvalsh(a: Any, UPLO: str = "L") -> Any:  # noqa: N803
    return linalg.eigvalsh(inexact_tensor(a), UPLO)


@of("linalg.eig")
def eig(a: Any) -> Any:
    return linalg.eig(inexact_tensor(a))


@of("linalg.cholesky")
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    return linalg.cholesky(inexact_tensor(a), upper=upper)


@of("linalg.svd")
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    return linalg.svd(inexact_tensor(a), full_matrices) if compute_uv else linalg.svdvals(inexact_tensor(a))


@of("linalg.svdvals")
def svdvals(x: Any, /) -> Any:
    return linalg.svdvals(inexact_tensor(x))


@of("linalg.qr")
def qr(a: Any, mode: str = "reduced") -> Any:
    if mode == "r":
        return linalg.qr(inexact_tensor(a), "r")[1]
    return linalg.qr(inexact_tensor(a), mode) if mode in ("reduced", "complete") else refuse()


@of("linalg.pinv")
def pinv(a: Any, rcond: Any = None, hermitian: bool = False) -> Any:
    return linalg.pinv(inexact_tensor(a), rcond, hermitian)


@of("linalg.cond")
def cond(x: Any, p: Any = None) -> Any:
    return linalg.cond(inexact_tensor(x), p)


@of("linalg.multi_dot")
def multi_dot(arrays: Any) -> Any:
    return linalg.multi_dot(common(*arrays))


@of("linalg.matmul")
def matmul(x1: Any, x2: Any, /) -> Any:
    return functions.matmul(*common(x1, x2))


@of("linalg.vecdot")
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    return linalg.vecdot(*common(x1, x2), dim=axis)


@of("linalg.tensordot")
def tensordot_of_linalg(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    return tensordot(x1, x2, axes)


@of("matrix_transpose", "linalg.matrix_transpose")
def matrix_transpose(x: Any, /) -> Any:
    return x.mT


@of("linalg.diagonal")
def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    return linalg.diagonal(x, offset=offset)


@of("linalg.trace")
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    return functions.sum(linalg.diagonal(converted(x, dtype), offset=offset), -1)


@of("linalg.matrix_norm")
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:  # noqa: A002
    return linalg.matrix_norm(inexact_tensor(x), ord, (-2, -1), keepdims)


@of("linalg.vector_norm")
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:  # noqa: A002
    return linalg.vector_norm(inexact_tensor(x), ord, axis, keepdims)


@of("linalg.tensorinv")
def tensorinv(a: Any, ind: int = 2) -> Any:
    return linalg.tensorinv(inexact_tensor(a), ind)


@of("linalg.tensorsolve")
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    a, b = map(inexact, common(a, b))
    return linalg.tensorsolve(a, b, axes_of(axes))


@of("linalg.lstsq")
def lstsq(a: Any, b: Any, rcond: float | None = None) -> Any:
    a, b = map(inexact, common(a, b))
    columns = b if b.ndim == 2 else b[:, None]
    found, _, counted, _ = linalg.lstsq(a, columns, rcond, driver="gelsd")
    rank = int(counted)
    residuals = functions.sum(functions.square((columns - functions.matmul(a, found)).abs()), 0)
    full = rank == a.shape[1] < a.shape[0]
    return (found if b.ndim == 2 else found[:, 0]), (residuals if full else residuals[:0]), rank, linalg.svdvals(a)


# -- numpy.fft


def _transform(operation: Any) -> Callable[..., Any]:
    def transformed(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None) -> Any:
        return operation(tensor(a), n, axis, norm)

    return transformed


def _transforms(operation: Any, last: Any) -> Callable[..., Any]:
    def transformed(a: Any, s: Any = None, axes: Any = last, norm: str | None = None) -> Any:
        return operation(tensor(a), s, axes, norm)

    return transformed


def _shifted(operation: Any) -> Callable[..., Any]:
    def shifted(x: Any, axes: Any = None) -> Any:
        return operation(tensor(x), axes)

    return shifted


for _n in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    RECORDED[f"fft.{_n}"] = _transform(getattr(fft, _n))
for _n in ("fft", "ifft", "rfft", "irfft"):
    RECORDED[f"fft.{_n}2"] = _transforms(getattr(fft, f"{_n}2"), (-2, -1))
    RECORDED[f"fft.{_n}n"] = _transforms(getattr(fft, f"{_n}n"), None)
for _n in ("fftshift", "ifftshift"):
    RECORDED[f"fft.{_n}"] = _shifted(getattr(fft, _n))
