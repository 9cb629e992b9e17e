"""How other operations take sparse tensors: by rules that work on their values and indices.

A rule gets the arguments of its row, ``(args, params)``, as tensors or payloads. A row without a rule refuses them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.coo import COLUMNS, COO, COORDINATES, TRANSPOSED, same_pattern
from ...declare.families import composite
from ...declare.sparse_rules import sparse_rule, sparse_rule_of
from ...tape.tensor import payload_of
from ..elementwise.elementary import exp
from ..elementwise.elementary import log as log_of
from ..elementwise.elementary import pow as _dense_pow
from ..elementwise.pointwise import _to, add, mul, neg, sub, true_divide
from ..index.index import index_add, index_select
from ..index.positions import check_bounds
from ..linalg.matmul import addmm as _dense_addmm
from ..nn.activation import _log_softmax as _dense_log_softmax
from ..nn.activation import _softmax as _dense_softmax
from ..reduce.norm import _vector_norm as _dense_vector_norm
from ..reduce.reduce import _any as _dense_any
from ..reduce.reduce import _sum as _dense_sum
from ..reduce.reduce import _sum_dim as _dense_sum_dim
from ..reduce.reduce import _sum_to as _dense_sum_to
from ..reduce.reduce import sum as sum_of
from ..shape.arrange import expand
from ..shape.join import cat
from ..shape.shape import _getitem as _dense_getitem
from ..shape.shape import permute, reshape, select, transpose, unsqueeze, wrap_dim, wrap_dims
from .sparse import _sparse_product, at, gathered, is_sparse, pattern, pick, scattered, values_of, with_values

# -- elementwise


@sparse_rule_of("neg", "_conj", "_conj_physical", "_real", "_imag", "_to", "clone", "deg2rad", "rad2deg")
def _on_values(op: Any) -> Any:
    """A linear operation maps zero to zero, and acts on the values directly."""
    return lambda args, params: with_values(args[0], op.apply((values_of(args[0]), *args[1:]), params))


@sparse_rule_of(
    "abs", "sgn", "sign", "floor", "ceil", "trunc", "round", "frac", "sqrt", "expm1", "log1p", "sin", "tan", "asin",
    "atan", "sinh", "tanh", "asinh", "atanh", "erf", "erfinv", "relu", "_nan_to_num", "isnan", "isinf", "isposinf",
    "isneginf", "signbit", "_leaky_relu", "angle",
)  # fmt: skip
def _on_elements(op: Any) -> Any:
    """An operation that maps zero to zero but is not linear: the tensor is coalesced first."""

    def apply(args: Any, params: Any) -> Any:
        s = gathered(args[0])
        return with_values(s, op.apply((values_of(s), *args[1:]), params))

    return apply


def _is_number(x: Any) -> bool:
    """True if an argument is a single number: of Python, of NumPy, or a 0-d tensor."""
    return not is_sparse(x) and (not hasattr(x, "shape") or not tuple(payload_of(x).shape))


@sparse_rule("pow")
def _pow(args: Any, params: Any) -> Any:
    x, y = args
    if not isinstance(y, (int, float, np.integer, np.floating, np.bool_)) or not y > 0:
        raise errors.sparse.exponent()
    x = gathered(x)
    return with_values(x, _dense_pow(values_of(x), y))


def _dense_values(name: str, s: Any, y: Any) -> Any:
    """The elements of a dense ``y``, broadcast to the shape of ``s``, at the indices of ``s``."""
    shape = pattern(s).shape
    try:
        np.broadcast_shapes(shape, payload_of(y).shape)
        y = expand(y, shape=shape)
    except (ValueError, RuntimeError):
        raise errors.sparse.broadcast(name, shape, payload_of(y).shape) from None
    return pick(y, pattern(s).indices)


@sparse_rule("mul")
def _mul(args: Any, params: Any) -> Any:
    x, y = args
    if not is_sparse(x):
        x, y = y, x
    if _is_number(y):
        return with_values(x, mul(values_of(x), y))
    if not is_sparse(y):
        return with_values(x, mul(values_of(x), _dense_values("mul", x, y)))
    _check_shapes("mul", x, y)
    x, y = gathered(x), gathered(y)
    a, b = pattern(x), pattern(y)
    if same_pattern(a, b):
        return with_values(x, mul(values_of(x), values_of(y)))
    xp = arrays.xp_of(a.indices)
    _, i, j = xp.intersect1d(a.keys(), b.keys(a.layout), assume_unique=True, return_indices=True)
    both = mul(index_select(values_of(x), i, dim=0), index_select(values_of(y), j, dim=0))
    return at(a.indices[:, i], both, a.shape, True, a.layout)


@sparse_rule_of("true_divide", "floor_divide", "_floor_quotient", "_trunc_quotient")
def _divide(op: Any) -> Any:
    """Rounded quotients are not linear: there the tensor is coalesced first."""

    def apply(args: Any, params: Any) -> Any:
        x, y = args
        if is_sparse(y):
            raise errors.sparse.divisor()
        x = x if op.name == "true_divide" else gathered(x)
        divisor = y if _is_number(y) else _dense_values("div", x, y)
        return with_values(x, op.apply((values_of(x), divisor), params))

    return apply


def _check_shapes(name: str, x: Any, y: Any) -> None:
    if pattern(x).shape != pattern(y).shape:
        raise errors.sparse.different_sizes(name, pattern(x).shape, pattern(y).shape)
    if pattern(x).sparse_dim != pattern(y).sparse_dim:
        raise errors.sparse.dimensions(pattern(x).sparse_dim, pattern(y).ndim - pattern(y).sparse_dim, pattern(y).shape)


def _sum(name: str, x: Any, y: Any) -> Any:
    """``x + y``, where at least one is sparse."""
    if not is_sparse(x) or not is_sparse(y):
        s, dense = (x, y) if is_sparse(x) else (y, x)
        if _is_number(dense):
            raise errors.sparse.plus_number(name)
        return add(dense, scattered(s))
    _check_shapes(name, x, y)
    a, b = pattern(x), pattern(y)
    if same_pattern(a, b):
        return with_values(x, add(values_of(x), values_of(y)))
    indices = arrays.xp_of(a.indices).concatenate((a.indices, b.indices), axis=1)
    out = at(indices, cat(values_of(x), values_of(y)), a.shape)
    return gathered(out, a.layout) if a.coalesced and b.coalesced else out


def _times(x: Any, alpha: Any) -> Any:
    return x if alpha is None or (isinstance(alpha, (int, float)) and alpha == 1) else mul(x, alpha)


@sparse_rule("add")
def _add(args: Any, params: Any) -> Any:
    return _sum("add", args[0], _times(args[1], params["alpha"]))


@sparse_rule("sub")
def _sub(args: Any, params: Any) -> Any:
    return _sum("sub", args[0], neg(_times(args[1], params["alpha"])))


@sparse_rule("rsub")
def _rsub(args: Any, params: Any) -> Any:
    return _sum("rsub", args[1], neg(_times(args[0], params["alpha"])))


@sparse_rule("_scaled_sum")
def _scaled_sum(args: Any, params: Any) -> Any:
    x, y = args[0], _times(args[1], params["alpha"])
    return y if params["beta"] == 0 else _sum("addmm", _times(x, params["beta"]), y)


# -- sums


@sparse_rule("_sum")
def _total(args: Any, params: Any) -> Any:
    return _dense_sum(values_of(args[0]), **params)


@sparse_rule("_sum_dim")
def _sum_dim(args: Any, params: Any) -> Any:
    return _summed(args[0], params["dim"], params["keepdim"], params["dtype"])


@sparse_rule("_mean")
def _mean(args: Any, params: Any) -> Any:
    return true_divide(_dense_sum(values_of(args[0]), **params), max(pattern(args[0]).size, 1))


@sparse_rule("_mean_dim")
def _mean_dim(args: Any, params: Any) -> Any:
    p = pattern(args[0])
    dims = wrap_dims(params["dim"], p.ndim) if params["dim"] is not None else range(p.ndim)
    count = math.prod([p.shape[d] for d in dims])
    return true_divide(_summed(args[0], params["dim"], params["keepdim"], params["dtype"]), max(count, 1))


def _summed(s: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """The sum over dimensions. It is sparse if a sparse dimension remains."""
    p = pattern(s)
    dims = set(range(p.ndim)) if dim is None else set(wrap_dims(dim, p.ndim))
    inner = tuple([d - p.sparse_dim + 1 for d in sorted(dims) if d >= p.sparse_dim])
    left = [d for d in range(p.sparse_dim) if d not in dims]
    values = values_of(s)
    row = _dense_sum_dim
    if not left and not keepdim:
        return row(values, dim=(0, *inner), keepdim=False, dtype=dtype)
    if inner:
        values = row(values, dim=inner, keepdim=keepdim, dtype=dtype)
    elif dtype is not None:
        values = _to(values, dtype=dtype)
    if keepdim:
        indices = p.indices.copy()
        indices[[d for d in dims if d < p.sparse_dim]] = 0
        shape = [1 if d in dims else n for d, n in enumerate(p.shape)]
    else:
        indices = p.indices[left]
        shape = [n for d, n in enumerate(p.shape) if d not in dims]
    kept = len(left) == p.sparse_dim
    return gathered(at(indices, values, shape, p.coalesced and kept, p.layout if kept else COORDINATES))


@sparse_rule("_sum_to")
def _sum_to(args: Any, params: Any) -> Any:
    return _dense_sum_to(scattered(args[0]), **params)


@sparse_rule("_vector_norm")
def _vector_norm(args: Any, params: Any) -> Any:
    s = gathered(args[0])
    if params["dim"] is not None and len(wrap_dims(params["dim"], pattern(s).ndim)) < pattern(s).ndim:
        raise errors.sparse.no_rule("norm along some of the dimensions", (payload_of(s),))
    if params["ord"] < 0:
        raise errors.sparse.order(params["ord"])
    out = _dense_vector_norm(reshape(values_of(s), (-1,)), ord=params["ord"], dim=None, keepdim=False)
    return reshape(out, (1,) * pattern(s).ndim) if params["keepdim"] else out


@sparse_rule("_any")
def _any(args: Any, params: Any) -> Any:
    return _dense_any(scattered(args[0]), **params)


# -- shapes


@sparse_rule("transpose")
def _transpose(args: Any, params: Any) -> Any:
    p = pattern(args[0])
    order = list(range(p.ndim))
    i, j = wrap_dim(params["dim0"], p.ndim), wrap_dim(params["dim1"], p.ndim)
    order[i], order[j] = j, i
    return _permuted("transpose", args[0], order)


@sparse_rule("t")
def _t(args: Any, params: Any) -> Any:
    return _permuted("t", args[0], list(range(pattern(args[0]).ndim))[::-1])


@sparse_rule("permute")
def _permute(args: Any, params: Any) -> Any:
    return _permuted("permute", args[0], wrap_dims(params["dims"], pattern(args[0]).ndim))


def _permuted(name: str, s: Any, order: Sequence[int]) -> Any:
    p = pattern(s)
    for d in order[: p.sparse_dim]:
        if d >= p.sparse_dim:
            raise errors.sparse.dense_dim(name, d)
    inner = [d - p.sparse_dim + 1 for d in order[p.sparse_dim :]]
    values = values_of(s)
    if inner != sorted(inner):
        values = permute(values, dims=(0, *inner))
    shape, outer = [p.shape[d] for d in order], list(order[: p.sparse_dim])
    if outer == sorted(outer):
        return at(p.indices, values, shape, p.coalesced, p.layout)
    if outer == [1, 0]:  # what was sorted by rows is sorted by columns
        return at(p.indices[::-1], values, shape, p.coalesced and p.layout != COORDINATES, TRANSPOSED[p.layout])
    return at(p.indices[outer], values, shape)


@sparse_rule("unsqueeze")
def _unsqueeze(args: Any, params: Any) -> Any:
    p = pattern(args[0])
    dim = wrap_dim(params["dim"], p.ndim + 1)
    shape = (*p.shape[:dim], 1, *p.shape[dim:])
    if dim > p.sparse_dim:
        values = unsqueeze(values_of(args[0]), dim=dim - p.sparse_dim + 1)
        return at(p.indices, values, shape, p.coalesced, p.layout)
    xp = arrays.xp_of(p.indices)
    indices = xp.concatenate((p.indices[:dim], xp.zeros((1, p.nnz), "int64"), p.indices[dim:]))
    return at(indices, values_of(args[0]), shape, p.coalesced and p.layout != COLUMNS)


def _part(s: Any, kept: Any, indices: Any, shape: Sequence[int]) -> Any:
    """A sparse tensor with the values where ``kept`` is True, at new ``indices``."""
    p, places = pattern(s), arrays.xp_of(kept).flatnonzero(kept)
    layout = p.layout if len(indices) == p.sparse_dim else COORDINATES  # one dimension less is sorted in any case
    return at(indices[:, places], index_select(values_of(s), places, dim=0), shape, p.coalesced, layout)


def _taken(s: Any, dim: int, index: int) -> Any:
    """One entry of a dimension, without the dimension."""
    p = pattern(s)
    check_bounds(np.asarray(index), p.shape[dim], dim, -p.shape[dim])
    index += p.shape[dim] if index < 0 else 0
    shape = (*p.shape[:dim], *p.shape[dim + 1 :])
    if dim >= p.sparse_dim:
        inner = select(values_of(s), dim=dim - p.sparse_dim + 1, index=index)
        return at(p.indices, inner, shape, p.coalesced, p.layout)
    rest = [d for d in range(p.sparse_dim) if d != dim]
    out = _part(s, p.indices[dim] == index, p.indices[rest], shape)
    return out if rest else scattered(out)


def _narrowed(s: Any, dim: int, start: int, stop: int, step: int) -> Any:
    """A range of entries of a dimension."""
    if step < 0:
        raise errors.sparse.no_rule("indexing with a negative step", (payload_of(s),))
    p = pattern(s)
    count = len(range(start, stop, step))
    shape = (*p.shape[:dim], count, *p.shape[dim + 1 :])
    if dim >= p.sparse_dim:
        key = (slice(None),) * (dim - p.sparse_dim + 1) + (slice(start, stop, step),)
        return at(p.indices, _dense_getitem(values_of(s), key=key), shape, p.coalesced, p.layout)
    axis = p.indices[dim]
    indices = p.indices.copy()
    indices[dim] = (axis - start) // step
    return _part(s, (axis >= start) & (axis < stop) & ((axis - start) % step == 0), indices, shape)


@sparse_rule("select")
def _select(args: Any, params: Any) -> Any:
    return _taken(args[0], wrap_dim(params["dim"], pattern(args[0]).ndim), params["index"])


@sparse_rule("_unbind")
def _unbind(args: Any, params: Any) -> Any:
    p = pattern(args[0])
    dim = wrap_dim(params["dim"], p.ndim)
    return tuple([_taken(args[0], dim, i) for i in range(p.shape[dim])])


@sparse_rule("_getitem")
def _getitem(args: Any, params: Any) -> Any:
    s, key = args[0], params["key"]
    key = key if isinstance(key, tuple) else (key,)
    rank = pattern(s).ndim
    if Ellipsis in key:
        i = key.index(Ellipsis)
        key = (*key[:i], *(slice(None),) * (rank - len(key) + 1), *key[i + 1 :])
    dim = 0
    for one in key:
        if isinstance(one, slice):
            size = payload_of(s).shape[dim]
            if one != slice(None):
                s = _narrowed(s, dim, *one.indices(size))
            dim += 1
        elif isinstance(one, (int, np.integer)):
            s = _taken(s, dim, int(one))
        else:
            raise errors.sparse.no_rule("indexing with other than numbers and slices", (payload_of(s),))
    return s


@sparse_rule("_index_select")
def _index_select(args: Any, params: Any) -> Any:
    s, index = args
    p, places = pattern(s), payload_of(index).reshape(-1)
    dim = wrap_dim(params["dim"], p.ndim)
    shape = (*p.shape[:dim], len(places), *p.shape[dim + 1 :])
    check_bounds(places, p.shape[dim], dim, -p.shape[dim])
    places = arrays.xp_of(places).where(places < 0, places + p.shape[dim], places)
    if dim >= p.sparse_dim:
        inner = index_select(values_of(s), places, dim=dim - p.sparse_dim + 1)
        return at(p.indices, inner, shape, p.coalesced, p.layout)
    first, second = _matches(p.indices[dim], places)
    indices = p.indices[:, first]
    indices[dim] = second
    return gathered(at(indices, index_select(values_of(s), first, dim=0), shape))


def _matches(a: Any, b: Any) -> tuple[Any, Any]:
    """All pairs of positions of equal numbers in two vectors: the positions in ``a``, and those in ``b``."""
    xp = arrays.xp_of(a)
    order = xp.argsort(b, kind="stable")
    low, high = xp.searchsorted(b[order], a, "left"), xp.searchsorted(b[order], a, "right")
    counts = high - low
    first = xp.repeat(xp.arange(len(a)), counts)
    within = xp.arange(len(first)) - xp.repeat(xp.cumsum(counts) - counts, counts)
    return first, order[xp.repeat(low, counts) + within]


@sparse_rule("_cat")
def _cat(args: Any, params: Any) -> Any:
    if not all(map(is_sparse, args)):
        raise errors.sparse.no_rule("cat", [payload_of(a) for a in args])
    first = pattern(args[0])
    dim = wrap_dim(params["dim"], first.ndim)
    if dim >= first.sparse_dim:
        raise errors.sparse.dense_dim("cat", dim)
    start, parts = 0, []
    for a in args:
        indices = pattern(a).indices.copy()
        indices[dim] += start
        start += pattern(a).shape[dim]
        parts.append(indices)
    shape = (*first.shape[:dim], start, *first.shape[dim + 1 :])
    indices = arrays.xp_of(first.indices).concatenate(parts, axis=1)
    coalesced = dim == 0 and all([pattern(a).coalesced and pattern(a).layout != COLUMNS for a in args])
    return at(indices, cat(*[values_of(a) for a in args]), shape, coalesced)


@sparse_rule("stack")
def _stack(args: Any, params: Any) -> Any:
    rank = payload_of(args[0]).ndim
    dim = wrap_dim(params["dim"], rank + 1)
    return cat(*[unsqueeze(a, dim=dim) for a in args], dim=dim)


# -- matrix products


def check_matrix(name: str, s: Any) -> None:
    p = pattern(s)
    if p.ndim != 2 or p.sparse_dim != 2:
        raise RuntimeError(
            f"{name}: expected a sparse matrix with two sparse dimensions, got {p.sparse_dim} of {p.ndim}"
        )


def check_sizes(x: Any, y: Any) -> None:
    a, b = payload_of(x).shape, payload_of(y).shape
    if len(a) != 2 or len(b) != 2 or a[1] != b[0]:
        raise RuntimeError(
            "mat1 and mat2 shapes cannot be multiplied ("
            + " and ".join(["x".join(map(str, n)) for n in (a, b)]) + "). Transpose one of them."
        )  # fmt: skip


@sparse_rule("mm")
def _mm(args: Any, params: Any) -> Any:
    x, y = args
    check_sizes(x, y)
    for s in (x, y):
        if is_sparse(s):
            check_matrix("mm", s)
    if not is_sparse(x):
        flipped = _permuted("mm", y, (1, 0))
        return transpose(_mm((flipped, transpose(x, dim0=0, dim1=1)), params), dim0=0, dim1=1)
    p = pattern(x)
    if not is_sparse(y):
        return _sparse_product(values_of(x), y, rows=p.indices[0], columns=p.indices[1], count=p.shape[0])
    q = pattern(y)
    first, second = _matches(p.indices[1], q.indices[0])
    products = mul(index_select(values_of(x), first, dim=0), index_select(values_of(y), second, dim=0))
    indices = arrays.xp_of(p.indices).stack((p.indices[0, first], q.indices[1, second]))
    return gathered(at(indices, products, (p.shape[0], q.shape[1])), p.layout)


@sparse_rule("mv")
def _mv(args: Any, params: Any) -> Any:
    s, vec = args
    if not is_sparse(s):
        raise errors.sparse.no_rule("mv", [payload_of(a) for a in args])
    return reshape(_mm((s, unsqueeze(vec, dim=1)), params), (-1,))


@sparse_rule("_bmm")
def _bmm(args: Any, params: Any) -> Any:
    """A batch of products as one product, with a matrix that is block diagonal."""
    x, y = args
    p = pattern(x) if is_sparse(x) else None
    shape = payload_of(y).shape
    if p is None or is_sparse(y) or p.ndim != 3 or p.sparse_dim != 3 or len(shape) != 3:
        raise errors.sparse.no_rule("bmm", [payload_of(a) for a in args])
    count, n, m = p.shape
    if (count, m) != tuple(shape[:2]):
        raise RuntimeError(f"bmm: expected sizes [{count}, {m}, ...] of the second tensor, got {list(shape)}")
    rows, columns = p.indices[0] * n + p.indices[1], p.indices[0] * m + p.indices[2]
    out = _sparse_product(values_of(x), reshape(y, (count * m, shape[2])), rows=rows, columns=columns, count=count * n)
    return reshape(out, (count, n, shape[2]))


# -- writes


@sparse_rule("_zero")
def _zero(args: Any, params: Any) -> Any:
    p = payload_of(args[0])
    return COO(p.indices[:, :0], p.values[:0], p.shape, True, p.layout)


@sparse_rule("fill")
def _fill(args: Any, params: Any) -> Any:
    x, value = args
    if not _is_number(value) or payload_of(value) != 0:
        raise errors.sparse.no_rule("fill with other than zero", [payload_of(a) for a in args])
    return _zero((x,), params)


@sparse_rule("_copy")
def _copy(args: Any, params: Any) -> Any:
    x, src = args
    if not is_sparse(src):
        raise errors.sparse.no_rule("copy_ from a dense tensor", [payload_of(a) for a in args])
    return payload_of(gathered(src, pattern(x).layout) if pattern(x).layout != pattern(src).layout else src).copy()


# -- wengert.sparse


@composite("sparse.addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0)", method=False)
def sparse_addmm(mat: Any, mat1: Any, mat2: Any, *, beta: Any = 1.0, alpha: Any = 1.0) -> Any:
    """``beta * mat + alpha * (mat1 @ mat2)``, where ``mat1`` is sparse.

    Args:
        mat: the matrix to add, broadcast to (n, p)
        mat1: a sparse matrix: shape (n, m)
        mat2: shape (m, p)

    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.addmm(wengert.ones(2, 1), a, wengert.tensor([[1.0], [10.0]]))
    tensor([[21.],
            [ 4.]])
    """
    return _dense_addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


@composite("sparse.sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None)", method=False)
def sparse_sampled_addmm(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1.0, alpha: Any = 1.0) -> Any:
    """The elements of ``beta * input + alpha * (mat1 @ mat2)`` at the indices of a sparse ``input``.

    No other elements of the product are computed.

    Args:
        input: a sparse matrix: shape (n, p)
        mat1: a dense matrix: shape (n, m)
        mat2: a dense matrix: shape (m, p)

    Returns:
        a coalesced sparse matrix with the indices and the layout of ``input``

    Raises:
        RuntimeError: if layouts, shapes or dtypes do not match.

    >>> s = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 1.0], (2, 2))
    >>> wengert.sparse.sampled_addmm(s, wengert.tensor([[1.0], [2.0]]), wengert.tensor([[3.0, 4.0]])).to_dense()
    tensor([[0., 5.],
            [7., 0.]])
    """
    if not is_sparse(input):
        raise errors.sparse.not_sparse("sparse.sampled_addmm")
    check_matrix("sampled_addmm", input)
    p = pattern(input)
    if not dtypes.is_inexact(p.dtype):
        raise errors.sparse.sampled(
            "Expected self to be a floating-point or complex tensor, but got " + errors.text.type_name(p.dtype)
        )
    a, b = payload_of(mat1), payload_of(mat2)
    for name, m in (("mat1", a), ("mat2", b)):
        if type(m) is COO:
            raise errors.sparse.sampled(f"Expected {name} to have strided layout, but got Sparse")
        if m.dtype != p.dtype:
            raise errors.sparse.sampled_dtype(name, m.dtype, p.dtype)
        if m.ndim != 2:
            raise errors.sparse.sampled(f"Expected {name} to be a matrix, got {m.ndim}-D tensor")
    if a.shape[1] != b.shape[0]:
        shapes = " and ".join(["x".join(map(str, m.shape)) for m in (a, b)])
        raise errors.sparse.sampled(f"mat1 and mat2 shapes cannot be multiplied ({shapes})")
    for at_dim, name, m in ((-2, "mat1", a), (-1, "mat2", b)):
        if p.shape[at_dim] != m.shape[at_dim]:
            raise errors.sparse.sampled(f"self.shape[{at_dim}] must match {name}.shape[{at_dim}]")
    s = gathered(input)
    rows, columns = pattern(s).indices
    left = index_select(mat1, rows, dim=0)
    right = index_select(transpose(mat2, dim0=0, dim1=1), columns, dim=0)
    products = _dense_sum_dim(mul(left, right), dim=(1,), keepdim=False, dtype=None)
    return with_values(s, add(_times(values_of(s), beta), _times(products, alpha)))


@composite("sparse.sum(input, dim=None, dtype=None)", method=False)
def sparse_sum(input: Any, dim: Any = None, dtype: Any = None) -> Any:
    """The sum of a sparse tensor over all dimensions or over ``dim``. It is sparse if a sparse dimension remains.

    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 1]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.sum(a, 0).to_dense()
    tensor([0., 5.])
    """
    if not is_sparse(input):
        raise errors.sparse.not_sparse("sparse.sum")
    return sum_of(input, dtype=dtype) if dim is None else sum_of(input, dim, dtype=dtype)


def _softmax(name: str, input: Any, dim: int, dtype: Any, log: bool) -> Any:
    """Softmax along ``dim``. Unspecified elements count as minus infinity."""
    if not is_sparse(input):
        raise errors.sparse.not_sparse(name)
    s = gathered(input if dtype is None else input.to(dtype))
    p = pattern(s)
    dim = wrap_dim(dim, p.ndim)
    if dim >= p.sparse_dim:
        row = _dense_log_softmax if log else _dense_softmax
        return with_values(s, row(values_of(s), dim=dim - p.sparse_dim + 1))
    xp = arrays.xp_of(p.indices)
    rest = [d for d in range(p.sparse_dim) if d != dim]
    groups = COO(p.indices[rest], p.values, [p.shape[d] for d in rest])
    keys, group = xp.unique(groups.keys(), return_inverse=True)
    group = group.reshape(-1)
    top = xp.full((len(keys), *p.values.shape[1:]), -xp.inf, p.dtype)
    xp.maximum.at(top, group, p.values)
    shifted = sub(values_of(s), top[group])
    powers = exp(shifted)
    total = index_select(index_add(xp.zeros(top.shape, p.dtype), group, powers, dim=0), group, dim=0)
    return with_values(s, sub(shifted, log_of(total)) if log else true_divide(powers, total))


@composite("sparse.softmax(input, dim, *, dtype=None)", method=False)
def sparse_softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """Softmax along one dimension of a sparse tensor. Unspecified elements count as minus infinity.

    >>> a = wengert.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (1, 3))
    >>> wengert.sparse.softmax(a, 1).to_dense()
    tensor([[0.5000, 0.0000, 0.5000]])
    """
    return _softmax("sparse.softmax", input, dim, dtype, False)


@composite("sparse.log_softmax(input, dim, *, dtype=None)", method=False)
def sparse_log_softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """The logarithm of :func:`sparse.softmax` at the specified elements.

    >>> a = wengert.sparse_coo_tensor([[0, 0], [0, 2]], [1.0, 1.0], (1, 3))
    >>> wengert.sparse.log_softmax(a, 1).values()
    tensor([-0.6931, -0.6931])
    """
    return _softmax("sparse.log_softmax", input, dim, dtype, True)
