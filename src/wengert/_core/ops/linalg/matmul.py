"""Products of matrices and vectors, and their sums with another tensor."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, matrix_batches
from ...arrays.batched import batch_pointwise
from ...declare.families import composite, multilinear, pointwise
from ...tape.tensor import payload_of
from ..elementwise.complex import conj
from ..elementwise.pointwise import _to, mul, no_wider
from ..reduce.reduce import sum as sum_rows
from ..shape.arrange import expand
from ..shape.shape import adjoint, mT, reshape, squeeze, t, unsqueeze, wrap_dim
from .contract import _contract, tensordot

# NumPy computes x @ x.T by half of the products, and then copies them, which takes longer up to so many columns.
THIN = 32
BLOCK = 1 << 16  # of vectors: BLAS adds the products of a block one after the other, which loses digits

# -- Matrix products ---------------------------------------------------------------------------------------------------


def _check_matrices(x: Any, mat2: Any) -> None:
    if x.ndim != 2 or mat2.ndim != 2:
        raise errors.shapes.not_a_matrix("self" if x.ndim != 2 else "mat2", x.ndim if x.ndim != 2 else mat2.ndim)
    if x.shape[1] != mat2.shape[0]:
        raise errors.shapes.product("mm", x.shape, mat2.shape)


def _batched_matmul(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    return matmul(*args)


@multilinear(
    "mm(input, mat2, *, out=None)",
    x=lambda g, mat2: mm(g, conj(t(mat2))),
    mat2=lambda g, x: mm(conj(t(x)), g),
    promote="match",
    batch=_batched_matmul,
    check=_check_matrices,
)
def mm(xp, x, mat2):
    """The product of two matrices.

    Args:
        input: the first matrix: shape (n, m)

    Returns:
        a matrix of shape (n, p)

    >>> wengert.mm(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([[1], [1]]))
    tensor([[3],
            [7]])
    """
    try:
        if mat2.base is x and x.shape[-1] <= THIN:
            mat2 = mat2.copy()
        return matrix_batches.product(x, mat2) if x.ndim == mat2.ndim == 2 else _check_matrices(x, mat2)
    except ValueError:
        _check_matrices(x, mat2)
        raise


def _check_mv(x: Any, vec: Any) -> None:
    if x.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {x.ndim}, {vec.ndim}")
    if x.shape[1] != vec.shape[0]:
        raise errors.shapes.vector(x.shape, vec.shape)


def _batched_mv(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    mat, vec = args
    if flags == (False, True):
        return matmul(vec, mT(mat))
    return _column(matmul(mat, unsqueeze(vec, dim=-1))) if flags[1] else matmul(mat, vec)


def _column(x: Any) -> Any:
    return squeeze(x, dim=-1)


@multilinear(
    "mv(input, vec, *, out=None)",
    x=lambda g, vec: outer(g, conj(vec)),
    vec=lambda g, x: mv(conj(t(x)), g),
    promote="match",
    batch=_batched_mv,
    check=_check_mv,
)
def mv(xp, x, vec):
    """The product of a matrix and a vector.

    Args:
        input: the matrix: shape (n, m)

    Returns:
        a vector of shape (n,)

    >>> wengert.mv(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    try:
        return x.dot(vec) if x.ndim == 2 and vec.ndim == 1 else _check_mv(x, vec)
    except ValueError:
        _check_mv(x, vec)
        raise


def _check_vectors(x: Any, y: Any) -> None:
    if x.ndim != 1 or y.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {x.ndim}D and {y.ndim}D tensors. Use x.matmul(y).")
    if x.shape != y.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{x.shape[0]}] and src [{y.shape[0]}] to have the same number "
            f"of elements, but got {x.shape[0]} and {y.shape[0]} elements respectively. (wengert.outer takes any.)"
        )


def _batched_dot(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    x, y = args
    return sum_rows(mul(conj(x) if op is vdot else x, y), dim=-1)


@multilinear(
    "dot(input, tensor, *, out=None)",
    x=lambda g, y: g * conj(y),
    y=lambda g, x: g * conj(x),
    promote="match",
    saved="y=tensor",
    batch=_batched_dot,
    check=_check_vectors,
)
def dot(xp, x, y):
    """The inner product of two vectors. Complex vectors are not conjugated.

    Args:
        input: the first vector: shape (n,)
        tensor: the second vector: shape (n,)

    >>> wengert.dot(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor(11)
    """
    _check_vectors(x, y)
    if len(x) < 2 * BLOCK or xp is not np or x.dtype.kind not in "fc":
        return x.dot(y)
    end = len(x) // BLOCK * BLOCK
    return xp.matmul(x[:end].reshape(-1, 1, BLOCK), y[:end].reshape(-1, BLOCK, 1)).sum() + x[end:].dot(y[end:])


@multilinear(
    "vdot(input, other, *, out=None)",
    x=lambda g, y: conj(g) * y,
    y=lambda g, x: g * x,
    promote="match",
    aliases="linalg.vdot",
    batch=_batched_dot,
    check=_check_vectors,
)
def vdot(xp, x, y):
    """The inner product of two vectors. The first one is conjugated.

    Args:
        input: the first vector: shape (n,)
        other: the second vector: shape (n,)

    >>> wengert.vdot(wengert.tensor([1 + 1j]), wengert.tensor([1j]))
    tensor(1.+1.j)
    """
    _check_vectors(x, y)
    return xp.vdot(x, y)


@multilinear(
    x=lambda g, y: _bmm(g, adjoint(y)),
    y=lambda g, x: _bmm(adjoint(x), g),
    promote="match",
    saved="y=mat2",
    node="BmmBackward0",
    batch=batch_pointwise,
    layout="rows",
)
def _bmm(xp, x, y):
    """Products of matrices over broadcast batch dimensions. Those of a vmap are added in front."""
    try:
        return matrix_batches.matmul(xp, x, y)
    except ValueError:
        raise _mismatch(x.shape, y.shape) from None


def _mismatch(one: Sequence[int], two: Sequence[int]) -> Exception:
    """The error for batches of matrices of these shapes, which do not fit."""
    lead = errors.calls.broadcast("matmul of batches", one[:-2], two[:-2]) if one[-1] == two[-2] else None
    return lead or errors.shapes.products("matmul", one, two, (math.prod(two[:-2]), one[-1]))


def _check_batches(batch1: Any, batch2: Any) -> None:
    one, two = payload_of(batch1).shape, payload_of(batch2).shape
    if len(one) != 3 or len(two) != 3:
        raise errors.shapes.not_a_batch(*((1, len(one)) if len(one) != 3 else (2, len(two))))
    if one[0] != two[0] or one[2] != two[1]:
        raise errors.shapes.products("bmm", one, two, (one[0], one[2]))


@composite("bmm(input, mat2, *, out=None)")
def bmm(input, mat2):
    """The matrix products of two batches of matrices.

    Args:
        input: the first matrices: shape (b, n, m)
        mat2: the second matrices: shape (b, m, p)

    Returns:
        matrices of shape (b, n, p)

    >>> wengert.bmm(wengert.ones(2, 1, 3), wengert.ones(2, 3, 1)).flatten()
    tensor([3., 3.])
    """
    _check_batches(input, mat2)
    return _bmm(input, mat2)


def _flat(x: Any) -> Any:
    """``x`` as a matrix. The last axis becomes its columns."""
    return x if x.ndim == 2 else reshape(x, (math.prod(x.shape[:-1]), x.shape[-1]))


@composite("matmul(input, other, *, out=None)", aliases="linalg.matmul", dunders="__matmul__ __rmatmul__")
def matmul(input, other):
    """The product of matrices or vectors. All dimensions but the last two are batch dimensions, and are broadcast.

    Args:
        input: a vector (m,) or matrices (..., n, m)
        other: a vector (m,) or matrices (..., m, p)

    Returns:
        the inner product of two vectors; else the matrix product, without the dimension that a vector lacks

    >>> wengert.matmul(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    try:
        m, n = input.ndim, other.ndim
    except AttributeError:
        name, x = ("other", other) if hasattr(input, "ndim") else ("input", input)
        raise errors.calls.not_an_array("matmul", name, x) from None
    if m == 2 and n == 2:
        return mm.on(input, other)
    if m == 0 or n == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {m}D and {n}D")
    if n == 1:
        if m == 1:
            return dot.on(input, other)
        return mv.on(input, other) if m == 2 else reshape(mv(_flat(input), other), tuple(input.shape[:-1]))
    if n == 2 and m > 2:  # one large product instead of many small ones
        return reshape(mm(_flat(input), other), (*input.shape[:-1], other.shape[1]))
    if m == 1:
        row = unsqueeze(input, dim=0)
        return squeeze(mm(row, other) if n == 2 else _bmm(row, other), dim=-2)
    return _bmm(input, other)


@composite("vecdot(x, y, *, dim=-1, out=None)", method=False, namespace="linalg")
def vecdot(x, y, *, dim=-1):
    """The inner products of vectors along ``dim``. The first ones are conjugated.

    Args:
        x: the first vectors
        y: the second vectors, broadcast with the first

    >>> wengert.linalg.vecdot(wengert.tensor([[1.0, 2.0], [3.0, 4.0]]), wengert.tensor([1.0, 1.0]))
    tensor([3., 7.])
    """
    if not dtypes.is_inexact(dtypes.as_numpy(x.dtype)):
        shown = errors.text.type_name(dtypes.as_numpy(x.dtype))
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {shown}")
    if dim is None:
        raise errors.calls.wrong_type("linalg.vecdot", "dim", "int", dim)
    if x.ndim == y.ndim == 1 and x.shape == y.shape and x.dtype == y.dtype:
        wrap_dim(dim, 1)
        return vdot(x, y)
    return sum_rows(mul(conj(x), y), dim=dim)


@composite("outer(input, vec2, *, out=None)", aliases="ger", out="cast over")
def outer(input, vec2):
    """The outer product of two vectors: the products of each element of one with each element of the other.

    Args:
        input: the first vector: shape (n,)

    Returns:
        a matrix of shape (n, m)

    >>> wengert.outer(wengert.tensor([1, 2]), wengert.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    return mul(unsqueeze(input, dim=1), vec2)


@composite("inner(input, other, *, out=None)")
def inner(input, other):
    """The inner products over the last dimensions. A number or 0-d tensor multiplies the other tensor.

    Args:
        input: shape (..., m)
        other: shape (..., m)

    >>> wengert.inner(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]))
    tensor([3, 7])
    """
    if not input.ndim or not other.ndim:
        return mul(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    return dot(input, other) if input.ndim == other.ndim == 1 else tensordot(input, other, ([-1], [-1]))


@composite("kron(input, other, *, out=None)", out="cast over")
def kron(input, other):
    """The Kronecker product: each element of ``input`` is replaced by its product with ``other``.

    >>> wengert.kron(wengert.tensor([[1, 2]]), wengert.tensor([[1, 1]]))
    tensor([[1, 1, 2, 2]])
    """
    rank = max(input.ndim, other.ndim)
    a, b = ((1,) * (rank - x.ndim) + tuple(x.shape) for x in (input, other))
    spread = mul(
        reshape(input, [n for size in a for n in (size, 1)]), reshape(other, [n for size in b for n in (1, size)])
    )
    return reshape(spread, [m * n for m, n in zip(a, b)])


# -- Product plus a tensor ---------------------------------------------------------------------------------------------


SCALED = {
    "x": lambda g, beta: g * beta.conjugate(), "y": lambda g, alpha: g * alpha.conjugate(), "promote": "match",
    "node": "AddBackward0",
}  # fmt: skip


@pointwise(**SCALED, layout="rows")
def _scaled_sum(xp, x, y, *, beta, alpha):
    """``beta * x + alpha * y``. If beta is 0, x counts as zero, even if it is not finite."""
    alpha, beta = dtypes.fitting(alpha, y.dtype), dtypes.fitting(beta, x.dtype)
    scaled = y if alpha == 1 else y * alpha
    if beta == 0:
        return xp.broadcast_to(scaled, np.broadcast_shapes(x.shape, y.shape)).copy()
    return scaled + (x if beta == 1 else x * beta)


@pointwise(**SCALED)
def _scaled_outer(xp, x, y, *, beta, alpha):
    """The same, in the memory order of ``x``."""
    return _scaled_sum.kernel(xp, x, y, beta=beta, alpha=alpha)


def _add(product: Any, input: Any, *factors: Any, beta: Any, alpha: Any, row: Any = _scaled_sum) -> Any:
    """``beta * input + alpha * product(*factors)``. Of half types, the sum is of float32, and is rounded once."""
    if beta is None or alpha is None:  # NumPy would convert None to NaN
        raise errors.calls.wrong_type("addmm", "beta" if beta is None else "alpha", "number", None)
    given = payload_of(input).dtype
    wide = dtypes.is_half(given) and all(payload_of(x).dtype == given for x in factors)
    if wide:
        input, *factors = (_to(x, dtype=dtypes.F32) for x in (input, *factors))
    added = product(*factors)
    if input.shape != added.shape:
        input = expand(input, shape=tuple(added.shape))
    result = row(input, added, beta=beta, alpha=alpha)
    return _to(result, dtype=given) if wide else result


@composite("addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None)", inplace=True, older=True)
def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """``beta * input + alpha * (mat1 @ mat2)``. With ``beta=0``, ``input`` is ignored, even if it contains NaN.

    Args:
        input: the tensor to add, broadcast to (n, p)
        alpha: the factor by which the product is multiplied
        beta: the factor by which ``input`` is multiplied

    >>> wengert.addmm(wengert.tensor([10]), wengert.tensor([[1, 2]]), wengert.tensor([[3], [4]]))
    tensor([[21]])
    """
    return _add(mm, input, mat1, mat2, beta=beta, alpha=alpha)


@composite("addmv(input, mat, vec, *, beta=1, alpha=1, out=None)", inplace=True, older=True)
def addmv(input, mat, vec, *, beta=1, alpha=1):
    """``beta * input + alpha * (mat @ vec)``. With ``beta=0``, ``input`` is ignored, even if it contains NaN.

    Args:
        input: the tensor to add, broadcast to (n,)
        alpha: the factor by which the product is multiplied
        beta: the factor by which ``input`` is multiplied

    >>> wengert.addmv(wengert.tensor([10]), wengert.tensor([[1, 2]]), wengert.tensor([3, 4]))
    tensor([21])
    """
    return _add(mv, input, mat, vec, beta=beta, alpha=alpha)


@composite("addr(input, vec1, vec2, *, beta=1, alpha=1, out=None)", inplace=True, older=True, out="cast over")
def addr(input, vec1, vec2, *, beta=1, alpha=1):
    """``beta * input + alpha * outer(vec1, vec2)``. With ``beta=0``, ``input`` is ignored, even if it contains NaN.

    Args:
        input: the tensor to add, broadcast to (n, m)
        alpha: the factor by which the product is multiplied
        beta: the factor by which ``input`` is multiplied

    >>> wengert.addr(wengert.zeros(2, 2), wengert.tensor([1.0, 2.0]), wengert.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    dtype = dtypes.result_type([payload_of(v) for v in (input, vec1, vec2)])
    no_wider("beta", beta, dtype)
    no_wider("alpha", alpha, dtype)
    input, vec1, vec2 = [v if payload_of(v).dtype == dtype else _to(v, dtype=dtype) for v in (input, vec1, vec2)]
    return _add(outer, input, vec1, vec2, beta=beta, alpha=alpha, row=_scaled_outer)


@composite("baddbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None)", inplace=True, older=True)
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """``beta * input + alpha * bmm(batch1, batch2)``. With ``beta=0``, ``input`` is ignored, even if it contains NaN.

    Args:
        input: the tensor to add, broadcast to (b, n, p)
        alpha: the factor by which the products are multiplied
        beta: the factor by which ``input`` is multiplied

    >>> wengert.baddbmm(wengert.tensor([[[10.0]]]), wengert.ones(1, 1, 3), wengert.ones(1, 3, 1))
    tensor([[[13.]]])
    """
    return _add(bmm, input, batch1, batch2, beta=beta, alpha=alpha)


@composite("addbmm(input, batch1, batch2, *, beta=1, alpha=1, out=None)", inplace=True, older=True)
def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """``beta * input + alpha * bmm(batch1, batch2).sum(0)``. With ``beta=0``, ``input`` is ignored, even if it contains
    NaN.

    Args:
        input: the tensor to add, broadcast to (n, p)
        alpha: the factor by which the products are multiplied
        beta: the factor by which ``input`` is multiplied

    >>> wengert.addbmm(wengert.tensor([[10.0]]), wengert.ones(2, 1, 3), wengert.ones(2, 3, 1))
    tensor([[16.]])
    """
    _check_batches(batch1, batch2)
    return _add(_sum_of_products, input, batch1, batch2, beta=beta, alpha=alpha)


def _sum_of_products(batch1: Any, batch2: Any) -> Any:
    return _contract(batch1, batch2, x_axes=(0, 1, 2), y_axes=(0, 2, 3), axes=(1, 3))
