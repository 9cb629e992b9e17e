"""Linear algebra. What is missing here, :mod:`wengert.linalg` has under the standard's name and arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...api.generated import functions, linalg_functions
from .elementwise import alike
from .over_axes import sum

Axis = int | tuple[int, ...] | None


def _same_sizes(name: str, first: Sequence[int], second: Sequence[int]) -> None:
    """Sums over axes of size one and of another size are PyTorch's: here these axes do not broadcast."""
    if list(first) != list(second):
        raise ValueError(
            f"{name}: expected axes of the same sizes, got {list(first)} and {list(second)}. "
            "Name the axes that belong together."
        )


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The Cholesky factors of positive definite matrices.

    Args:
        x: the matrices: shape (..., n, n)
        upper: whether the factor is the upper triangle

    >>> import wengert
    >>> wengert.array_api.linalg.cholesky(wengert.tensor([[4.0, 0.0], [0.0, 9.0]]))
    tensor([[2., 0.],
            [0., 3.]])
    """
    return linalg_functions.cholesky(x, upper=upper)


def matmul(x1: Any, x2: Any, /) -> Any:
    """The product of matrices, or of a matrix and a vector, or of vectors. Axes before the last two broadcast.

    Args:
        x1: matrices of shape (..., m, k), or a vector of shape (k,)
        x2: matrices of shape (..., k, n), or a vector of shape (k,)

    >>> import wengert
    >>> wengert.array_api.matmul(wengert.ones(2, 3), wengert.ones(3))
    tensor([3., 3.])
    """
    return functions.matmul(*alike(x1, x2))


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The cross product of vectors of three elements, which lie along an axis.

    Args:
        x1: the first vectors
        x2: the second vectors
        axis: the axis

    >>> import wengert
    >>> wengert.array_api.linalg.cross(wengert.tensor([1, 0, 0]), wengert.tensor([0, 1, 0]))
    tensor([0, 0, 1])
    """
    return linalg_functions.cross(*alike(x1, x2), dim=axis)


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """The norms of matrices.

    Args:
        x: the matrices: shape (..., m, n)
        keepdims: whether the last two axes stay, with size one
        ord: which norm, as in :func:`wengert.linalg.matrix_norm`

    >>> import wengert
    >>> wengert.array_api.linalg.matrix_norm(wengert.tensor([[3.0, 0.0], [0.0, 4.0]]))
    tensor(5.)
    """
    return linalg_functions.matrix_norm(x, "fro" if ord is None else ord, keepdim=keepdims)


def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """The ranks of matrices: how many singular values exceed ``rtol`` times the largest.

    Args:
        x: the matrices: shape (..., m, n)
        rtol: the factor; by default the larger size times the precision of the dtype

    >>> import wengert
    >>> wengert.array_api.linalg.matrix_rank(wengert.ones(2, 2))
    tensor(1)
    """
    return linalg_functions.matrix_rank(x, rtol=rtol)


def outer(x1: Any, x2: Any, /) -> Any:
    """The products of all elements of one vector with all of another.

    Args:
        x1: a vector: shape (m,)
        x2: a vector: shape (n,)

    >>> import wengert
    >>> wengert.array_api.linalg.outer(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    return functions.outer(*alike(x1, x2))


def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """The pseudo-inverses of matrices. Singular values up to ``rtol`` times the largest count as zero.

    Args:
        x: the matrices: shape (..., m, n)
        rtol: the factor; by default the larger size times the precision of the dtype

    >>> import wengert
    >>> wengert.array_api.linalg.pinv(wengert.tensor([[2.0, 0.0], [0.0, 0.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    return linalg_functions.pinv(x, rtol=rtol)


def solve(x1: Any, x2: Any, /) -> Any:
    """The solutions of linear systems.

    Args:
        x1: the matrices: shape (..., n, n)
        x2: the right-hand sides: a vector if it has one dimension, else matrices of shape (..., n, k)

    >>> import wengert
    >>> wengert.array_api.linalg.solve(wengert.tensor([[2.0, 0.0], [0.0, 4.0]]), wengert.tensor([2.0, 4.0]))
    tensor([1., 1.])
    """
    x1, x2 = alike(x1, x2)
    if x2.ndim == 1:
        return linalg_functions.solve(x1, x2[:, None])[..., 0]
    return linalg_functions.solve(x1, x2.expand((1,) * (x1.ndim - x2.ndim) + x2.shape))  # never vectors, as PyTorch has


def tensordot(x1: Any, x2: Any, /, *, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Any:
    """The sum of products over axes of two arrays.

    Args:
        x1: the first array
        x2: the second array
        axes: how many: the last ones of ``x1`` and the first ones of ``x2``; or which of ``x1`` and which of ``x2``

    >>> import wengert
    >>> wengert.array_api.tensordot(wengert.ones(2, 3), wengert.ones(3, 2), axes=1)
    tensor([[3., 3.],
            [3., 3.]])
    """
    x1, x2 = alike(x1, x2)
    if isinstance(axes, int):
        first, second = x1.shape[x1.ndim - axes :], x2.shape[:axes]
    else:
        first, second = ([x.shape[one] for one in some] for x, some in zip((x1, x2), axes, strict=True))
    _same_sizes("tensordot", first, second)
    return functions.tensordot(x1, x2, axes)


def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sums along a diagonal of matrices.

    Args:
        x: the matrices: shape (..., m, n)
        offset: which diagonal: 0 is the main one, 1 is above it, -1 below it
        dtype: the dtype of the result, as in ``sum``

    >>> import wengert
    >>> wengert.array_api.linalg.trace(wengert.ones(5, 2, 2))
    tensor([2., 2., 2., 2., 2.])
    """
    return sum(linalg_functions.diagonal(x, offset=offset), axis=-1, dtype=dtype)


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The products of vectors along an axis, of which the first is conjugated. The other axes broadcast.

    Args:
        x1: the first vectors
        x2: the second vectors
        axis: the axis

    >>> import wengert
    >>> wengert.array_api.vecdot(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    x1, x2 = (functions.movedim(x, axis, -1) for x in alike(x1, x2))
    _same_sizes("vecdot", x1.shape[-1:], x2.shape[-1:])
    return functions.matmul(x1[..., None, :].conj(), x2[..., None])[..., 0, 0]


def vector_norm(x: Any, /, *, axis: Axis = None, keepdims: bool = False, ord: float = 2) -> Any:
    """The norms of vectors.

    Args:
        x: the array
        axis: the axis along which the vectors lie, a tuple of axes, or None for all
        keepdims: whether the axes stay, with size one
        ord: which norm, as in :func:`wengert.linalg.vector_norm`

    >>> import wengert
    >>> wengert.array_api.linalg.vector_norm(wengert.tensor([3.0, 4.0]))
    tensor(5.)
    """
    if axis == ():
        return x.abs() if ord != 0 else (x != 0).to(x.abs().dtype)
    return linalg_functions.vector_norm(x, ord, axis, keepdims)
