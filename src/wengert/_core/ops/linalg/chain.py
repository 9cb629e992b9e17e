"""Chains and powers of matrices, and the cross product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import matrix_batches
from ...arrays.batched import batch_dims
from ...declare.families import composite, multilinear, sloped
from ..elementwise.complex import conj
from ..elementwise.pointwise import clone
from ..shape.shape import compact, squeeze, unsqueeze, wrap_dim
from .matmul import matmul, mm
from .solve import inv

# -- Chains and powers -------------------------------------------------------------------------------------------------


def _cheapest(sizes: Sequence[int]) -> dict[tuple[int, int], int]:
    """For each run i..j of a chain of matrices, the cheapest place to split it, by dynamic programming over runs."""
    n = len(sizes) - 1
    cost = {(i, i): 0 for i in range(n)}
    split = {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], split[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)
            )
    return split


def _product(chain: Sequence[Any], split: dict[tuple[int, int], int], i: int, j: int) -> Any:
    """The product of the matrices i..j of a chain."""
    if i == j:
        return chain[i]
    k = split[i, j]
    return mm(_product(chain, split, i, k), _product(chain, split, k + 1, j))


@composite("multi_dot(tensors, *, out=None)", method=False, namespace="linalg")
def multi_dot(tensors):
    """The product of several matrices, in the order that needs the fewest multiplications.

    The order is found by dynamic programming (Cormen et al., "Introduction to Algorithms", 2009, section 15.2).

    Args:
        tensors: the matrices; the first and the last may be vectors

    >>> a, b, c = wengert.ones(2, 3), wengert.ones(3, 4), wengert.ones(4, 1)
    >>> wengert.linalg.multi_dot([a, b, c]).shape
    wengert.Size([2, 1])
    """
    n = len(tensors)
    if n < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {n}")
    for i, x in enumerate(tensors):
        if i in (0, n - 1) and x.ndim not in (1, 2):
            raise RuntimeError(f"multi_dot(): the {'last' if i else 'first'} tensor must be 1D or 2D but got {x.ndim}D")
        if 0 < i < n - 1 and x.ndim != 2:
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {x.ndim}D")
    row, column = tensors[0].ndim == 1, tensors[-1].ndim == 1
    chain = list(tensors)
    if row:
        chain[0] = unsqueeze(chain[0], dim=0)
    if column:
        chain[-1] = unsqueeze(chain[-1], dim=1)
    for i in range(n - 1):
        if chain[i].shape[1] != chain[i + 1].shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {i} and {i + 1} with shapes {list(tensors[i].shape)} and "
                f"{list(tensors[i + 1].shape)} cannot be multiplied. "
                "Transpose one of them, or reorder the tensors."
            )
    split = _cheapest([x.shape[0] for x in chain] + [chain[-1].shape[1]])
    out = _product(chain, split, 0, n - 1)
    if row:
        out = squeeze(out, dim=0)
    return squeeze(out, dim=-1) if column else out


@composite("chain_matmul(*matrices, *, out=None)", method=False)
def chain_matmul(*matrices):
    """The product of several matrices. The same as :func:`wengert.linalg.multi_dot`.

    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.chain_matmul(wengert.ones(2, 3), wengert.ones(3, 1))
    tensor([[3.],
            [3.]])
    """
    errors.deprecated.older_linalg("chain_matmul", "multi_dot(matrices)")
    for x in matrices:
        if x.ndim != 2:
            raise RuntimeError(
                f"Tensor dimension is {x.ndim}, expected 2 instead. (chain_matmul takes matrices alone.)"
            )
    return clone(matrices[0]) if len(matrices) == 1 else multi_dot(matrices)


@sloped(x=lambda x_meta: x_meta.zeros(), batch=lambda op, size, args, flags, params: op(*args))
def _identity_like(xp, x):
    return xp.broadcast_to(xp.eye(x.shape[-1], dtype=x.dtype), x.shape).copy()


@composite("matrix_power(input, n, *, out=None)", aliases="linalg.matrix_power", out="cast")
def matrix_power(input, n):
    """The ``n``-th power of square matrices. Negative powers are powers of the inverse.

    Args:
        input: the matrices: shape (..., m, m)
        n: the power

    >>> wengert.matrix_power(wengert.tensor([[1, 1], [0, 1]]), 3)
    tensor([[1, 3],
            [0, 1]])
    """
    rows, columns = input.shape[-2:] if input.ndim > 1 else (0, -1)
    if rows != columns:
        shown = f"they are {rows} by {columns} matrices" if input.ndim > 1 else f"got a {input.ndim}-D tensor"
        raise RuntimeError(f"linalg.matrix_power: A must be batches of square matrices, but {shown}")
    if n < 0:
        return matrix_power(inv(input), -n)
    if n == 0:
        return _identity_like(input)
    if n == 1:
        return compact(input)
    power, out = input, None
    while n:
        if n & 1:
            out = power if out is None else matmul(out, power)
        n >>= 1
        if n:
            power = matmul(power, power)
    return out


@multilinear(
    x=lambda g, y, dim: _cross(conj(y), g, dim=dim),
    y=lambda g, x, dim: _cross(g, conj(x), dim=dim),
    promote="match",
    node="LinalgCrossBackward0",
    batch=batch_dims,
)
def _cross(xp, x, y, *, dim):
    if x.shape[dim] != 3 or y.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {x.shape[dim]} and {y.shape[dim]}"
        )
    if x.dtype.kind == "b":
        raise errors.calls.not_implemented("cross", x.dtype)
    if x.shape != y.shape:
        clash = errors.calls.broadcast("linalg.cross", x.shape, y.shape)
        if clash is not None:
            raise clash
        x, y = xp.broadcast_arrays(x, y)
    out = matrix_batches.cross_products(x, y, dim % x.ndim)
    if out is not None:
        return out
    out = xp.empty(x.shape, x.dtype)
    around = (slice(None),) * (dim % x.ndim)
    x1, x2, x3, y1, y2, y3, to1, to2, to3 = [a[(*around, i, ...)] for a in (x, y, out) for i in range(3)]
    for to, a, b, c, d in ((to1, x2, y3, x3, y2), (to2, x3, y1, x1, y3), (to3, x1, y2, x2, y1)):
        xp.multiply(a, b, out=to)
        to -= c * d
    return out


@composite("cross(input, other, *, dim=-1, out=None)", method=False, namespace="linalg", name="cross", out="apart")
def linalg_cross(input, other, *, dim=-1):
    """The cross product of vectors with three elements along ``dim``.

    Args:
        input: the first vectors
        other: the second vectors, broadcast with the first

    >>> wengert.linalg.cross(wengert.tensor([1, 0, 0]), wengert.tensor([0, 1, 0]))
    tensor([0, 0, 1])
    """
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if not input.ndim:
        raise errors.shapes.no_dimensions(dim)
    return _cross(input, other, dim=wrap_dim(dim, input.ndim))


@composite("cross(input, other, dim=None, *, out=None)", out="apart")
def cross(input, other, dim=None):
    """The cross product of vectors with three elements along ``dim``.

    Args:
        input: the first vectors
        other: the second vectors, broadcast with the first
        dim: the dimension of the vectors; None means the first one of size 3

    >>> wengert.cross(wengert.tensor([[1, 0, 0]]), wengert.tensor([[0, 1, 0]]), dim=1)
    tensor([[0, 0, 1]])
    """
    if dim is None:
        errors.text.warn(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or "
            "simply use torch.linalg.cross.\nThe default value of dim will change to agree with that of linalg.cross."
        )
        if 3 not in input.shape:
            raise RuntimeError("no dimension of size 3 in input. Choose dim, or give vectors of 3 elements.")
        dim = tuple(input.shape).index(3)
    return linalg_cross(input, other, dim=dim)
