"""Sparse tensors (``docs/sparse.md``): two rows that convert between a sparse tensor and its values, and what uses
them.

An operation on a sparse tensor is done on its values by dense operations. Their indices are known outside the tape. So
the tape needs only two rows. Both are linear and each is the transpose of the other, so all derivatives in all modes
follow. :mod:`wengert._core.ops.sparse.patterns` has the rules by which other operations take sparse tensors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays
from ...arrays.batched import Batched
from ...arrays.coo import COLUMNS, COO, COORDINATES, TRANSPOSED, layout_named, layout_of, same_pattern
from ...declare.families import composite, linear, multilinear
from ...tape.tensor import alias, payload_of, wrap
from ..create.convert import tensor
from ..create.create import empty
from ..elementwise.complex import conj
from ..elementwise.pointwise import clone
from ..index import index_loops
from ..index.index import _index, index_add, index_select
from ..reduce.reduce import _sum_dim
from ..shape.arrange import expand
from ..shape.dims import as_int
from ..shape.shape import reshape
from .invariants import asked


def pattern(s: Any) -> COO:
    """The payload of a sparse tensor, which has the indices of its values."""
    payload = payload_of(s)
    assert type(payload) is COO
    return payload


def is_sparse(x: Any) -> bool:
    """True if an argument is a sparse tensor or payload."""
    return type(payload_of(x)) is COO


def placing(x: Any) -> Any:
    """The payload of an argument that says where elements are. Under ``vmap`` all examples have to share it."""
    payload = payload_of(x)
    if type(payload) is Batched:
        raise errors.sparse.batched()
    return payload


def _refuse(op: Any, size: int, args: Any, flags: Any, params: Any) -> Any:
    raise errors.sparse.batched()


# -- the two rows


@linear(values=lambda g, indices, shape: pick(g, indices), batch=_refuse, sparse=True,
        node="SparseCooTensorWithDimsAndTensorsBackward0")  # fmt: skip
def _coo(xp, values, *, indices, shape, coalesced=False, layout=COORDINATES):
    return COO(indices, values, shape, coalesced, layout)


def _values_along(t_x: Any, indices: Any) -> Any:
    """A tangent can specify elements that its primal does not. These stay zero, so they are dropped."""
    return pick(t_x, indices)


def _once(g: Any, indices: Any, shape: Any, coalesced: bool, layout: str) -> Any:
    """The gradient of a sparse tensor, from that of its values. Coordinates that are repeated have the same gradient,
    which is that of their element: it is specified once.
    """
    if not coalesced:
        keys = COO(indices, None, shape, layout=layout).keys()
        distinct, first = arrays.xp_of(indices).unique(keys, return_index=True)
        if len(distinct) < len(keys):
            g, indices, coalesced = index_select(g, first, dim=0), indices[:, first], True
    return _coo(g, indices=indices, shape=shape, coalesced=coalesced, layout=layout)


@linear(x=lambda g, indices, shape, coalesced, layout: _once(g, indices, shape, coalesced, layout),
        jvp=lambda t_x, indices: _values_along(t_x, indices), batch=_refuse, sparse=True, node="ValuesBackward0")  # fmt: skip
def _values(xp, x, *, indices, shape, coalesced, layout):
    return x.values


def values_of(s: Any) -> Any:
    """The values of a sparse tensor, recorded on the tape. They share its memory and its version."""
    p = pattern(s)
    out = _values(s, indices=p.indices, shape=p.shape, coalesced=p.coalesced, layout=p.layout)
    if out is not payload_of(out):
        out._wg_storage = s._wg_cell()
    return out


def with_values(s: Any, values: Any) -> Any:
    """A sparse tensor with the indices of ``s`` and other values."""
    p = pattern(s)
    shape = (*p.shape[: p.sparse_dim], *payload_of(values).shape[1:])
    return _coo(values, indices=p.indices, shape=shape, coalesced=p.coalesced, layout=p.layout)


def at(indices: Any, values: Any, shape: Any, coalesced: bool = False, layout: str = COORDINATES) -> Any:
    """A sparse tensor with the given indices and values."""
    return _coo(values, indices=indices, shape=tuple(shape), coalesced=coalesced, layout=layout)


def pick(x: Any, indices: Any) -> Any:
    """The elements of a dense or sparse ``x`` at the given indices, as values."""
    if not is_sparse(x):
        if not indices.shape[0]:
            return expand(reshape(x, (1, *x.shape)), shape=(indices.shape[1], *x.shape))
        return _index(x, *indices, dims=tuple(range(indices.shape[0])))
    p = pattern(x)
    wanted = COO(indices, p.values[:0], p.shape, layout=p.layout)
    if same_pattern(p, wanted):
        return values_of(x)
    x = gathered(x)
    p, xp = pattern(x), arrays.xp_of(indices)
    if not p.nnz:
        zeros = xp.zeros((wanted.nnz, *p.values.shape[1:]), p.dtype)
        return index_add(zeros, xp.zeros(0, np.int64), values_of(x), dim=0)
    keys = p.keys()
    where = xp.minimum(xp.searchsorted(keys, wanted.keys()), p.nnz - 1)
    known = (keys[where] == wanted.keys()).reshape(-1, *(1,) * (p.values.ndim - 1))
    return index_select(values_of(x), where, dim=0) * known.astype(p.dtype)


def gathered(s: Any, layout: str | None = None) -> Any:
    """``s`` in coalesced form: each element is specified once, in the order of a layout; default: its own."""
    p = pattern(s)
    layout = layout or p.layout
    if p.coalesced and p.layout == layout:
        return s
    if p.coalesced and COLUMNS not in (p.layout, layout):  # the same order
        return at(p.indices, values_of(s), p.shape, True, layout)
    xp = arrays.xp_of(p.indices)
    keys, first, inverse = xp.unique(p.keys(layout), return_index=True, return_inverse=True)
    indices = p.indices.take(first, axis=1)  # row-major, as products need them
    if len(keys) == p.nnz:
        return at(indices, index_select(values_of(s), first, dim=0), p.shape, True, layout)
    zeros = xp.zeros((len(keys), *p.values.shape[1:]), p.dtype)
    return at(indices, index_add(zeros, inverse.reshape(-1), values_of(s), dim=0), p.shape, True, layout)


def in_layout_of(out: Any, args: Any) -> Any:
    """What a rule made of sparse arguments, in the layout of the first of them.

    A rule that makes coordinates of compressed rows leaves it to this function to compress the result. What is
    compressed already stays so: rules that keep the order keep the layout, and ``t`` turns rows into columns.
    """
    layout = next((p.layout for p in map(payload_of, args) if type(p) is COO), COORDINATES)
    if layout == COORDINATES:
        return out
    if type(out) is tuple:
        return tuple([in_layout_of(one, args) for one in out])
    loose = is_sparse(out) and pattern(out).layout == COORDINATES and pattern(out).sparse_dim == 2
    return gathered(out, layout) if loose else out


@linear(x=lambda g: g, batch=_refuse, sparse=True, node="ToDenseBackward0")
def _unmasked(xp, x):
    """A sparse tensor as a dense one. The gradient is dense: it has the elements that are not specified, too."""
    return x.dense()


@linear(values=lambda g, indices: pick(g, indices), node="ToDenseBackward0")
def _scattered(xp, values, *, indices, shape, coalesced):
    return COO(indices, values, shape, coalesced).dense()


def scattered(s: Any) -> Any:
    """``s`` as a dense tensor."""
    p = pattern(s)
    return _scattered(values_of(s), indices=p.indices, shape=p.shape, coalesced=p.coalesced)


# -- products


def _product_slope(g: Any, dense: Any, rows: Any, columns: Any) -> Any:
    """The elements of ``g @ dense.H`` at the given rows and columns; no others are computed."""
    return _sum_dim(index_select(g, rows, dim=0) * conj(index_select(dense, columns, dim=0)), dim=(1,))


@multilinear(
    values=_product_slope,
    dense=lambda g, values, rows, columns, dense_meta: _sparse_product(
        conj(values), g, rows=columns, columns=rows, count=dense_meta.shape[0]
    ),
    promote="match",
    node="SparseAddmmBackward0",
)
def _sparse_product(xp, values, dense, *, rows, columns, count):
    """The product of a sparse matrix, given by its values and their rows and columns, with a dense matrix."""
    out = xp.zeros((count, dense.shape[1]), np.result_type(values.dtype, dense.dtype))
    if xp is not np:
        xp.add.at(out, rows, values[:, None] * dense[columns])
        return out
    dense = np.ascontiguousarray(dense)  # a gradient may be expanded
    if not len(rows) or index_loops.add_products(out, rows, columns, values, dense):
        return out
    if not (rows[1:] >= rows[:-1]).all():
        order = np.argsort(rows, kind="stable")
        rows, columns, values = rows[order], columns[order], values[order]
    starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    out[rows[starts]] = np.add.reduceat(values[:, None] * dense[columns], starts, axis=0)
    return out


# -- construction


@composite(
    "sparse_coo_tensor(indices=None, values=None, size=None, *, dtype=None, device=None, requires_grad=False, "
    "pin_memory=False, check_invariants=None, is_coalesced=None)",
    method=False,
)
def sparse_coo_tensor(
    indices: Any = None, values: Any = None, size: Any = None, *, dtype: Any = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False, check_invariants: bool | None = None,
    is_coalesced: bool | None = None,
) -> Any:  # fmt: skip
    """Creates a sparse tensor with ``values[k]`` at ``indices[:, k]``, and zero elsewhere. Values at equal indices are
    added. With ``size`` alone, no element is specified: ``sparse_coo_tensor((2, 3))``.

    Args:
        indices: the positions of the values, of shape (s, n), for ``s`` sparse dimensions; numbers are cut to integers
        values: the values: shape (n,), followed by the sizes of dense dimensions, or one number. Differentiable
        size: the sizes of all dimensions; None means as large as the indices require

    Returns:
        a sparse tensor; if ``values`` requires grad, the operation is recorded

    >>> i = wengert.tensor([[0, 1, 1], [2, 0, 2]])
    >>> wengert.sparse_coo_tensor(i, wengert.tensor([3.0, 4.0, 5.0]), (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 5.]])
    """
    if pin_memory:
        raise errors.calls.later("sparse_coo_tensor(pin_memory=True)", "Leave it out.")
    if values is None:
        if indices is None and size is None:
            raise errors.calls.missing_arguments("sparse_coo_tensor", indices=..., values=...)
        given = indices if size is None else size
        if not isinstance(given, (tuple, list)):
            raise errors.calls.wrong_type("sparse_coo_tensor", "size", "tuple of ints", given)
        if None not in (indices, size) or any(isinstance(n, (tuple, list)) for n in given):
            raise RuntimeError(
                "Could not infer dtype of NoneType: sparse_coo_tensor got indices, but no values. "
                "Give one value per index."
            )
        size = given
        indices, values = np.empty((len(size), 0), np.int64), empty(0)
    where = placing(indices)
    if type(where) is COO or is_sparse(values):
        raise RuntimeError(
            "expected indices and values to be dense tensors, but got one of layout Sparse. Use x.to_dense()."
        )
    where = where if arrays.is_array(where) else payload_of(tensor(where))
    values = given_values(values, dtype, device)
    if where.dtype.kind not in "iufb":
        raise TypeError(f"sparse_coo_tensor: expected indices to be integers, got {where.dtype}")
    if size is not None and not isinstance(size, (tuple, list)):
        raise errors.calls.wrong_type("sparse_coo_tensor", "size", "tuple of ints", size)
    if where.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(where.shape)}")
    xp = arrays.xp_of(payload_of(values))
    where = xp.array(where, "int64", copy=True)
    sizes = _checked(where, tuple(payload_of(values).shape), size)
    if is_coalesced and asked(check_invariants) and not COO(where, payload_of(values), sizes).distinct():
        raise RuntimeError(
            "cannot set is_coalesced to true if indices correspond to uncoalesced COO tensor. Call coalesce() instead."
        )
    made = at(where, clone(values), sizes, bool(is_coalesced) or (is_coalesced is None and where.shape[1] < 2))
    return finished(made, requires_grad)


def given_values(values: Any, dtype: Any, device: Any) -> Any:
    """The values that a constructor of sparse tensors is given: at least a vector, of a dtype and on a device."""
    values = values if hasattr(values, "dtype") else tensor(values)
    if not payload_of(values).ndim:
        values = reshape(values, (1,))
    if dtype is device is None:
        return values
    return (tensor(values) if arrays.is_array(values) else values).to(device=device, dtype=dtype)


def finished(made: Any, requires_grad: bool) -> Any:
    """What a constructor of sparse tensors returns."""
    made = wrap(made) if made is payload_of(made) else made
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


def _checked(where: Any, values: tuple[int, ...], size: Any) -> tuple[int, ...]:
    """Check indices and values. Returns the sizes of all dimensions."""
    count, given = where.shape
    if not values or values[0] != given:
        raise errors.sparse.counts_differ(where.shape, values)
    largest = [int(n) for n in where.max(axis=1)] if where.size else [-1] * count
    if where.size and int(where.min()) < 0:
        raise errors.sparse.negative(int(where.min()))
    if size is None:
        return (*[n + 1 for n in largest], *values[1:])
    sizes = tuple(map(as_int, size))
    if len(sizes) != count + len(values) - 1:
        raise errors.sparse.dimensions(count, len(values) - 1, sizes)
    for dim, (n, top) in enumerate(zip(sizes, largest, strict=False)):
        if top >= n:
            raise errors.sparse.too_small(dim, n, top)
    if sizes[count:] != values[1:]:
        raise errors.sparse.dense_sizes(values, (given, *sizes[count:]))
    return sizes


@composite("sparse.spdiags(diagonals, offsets, shape, layout=None)", method=False)
def sparse_spdiags(diagonals: Any, offsets: Any, shape: Any, layout: Any = None) -> Any:
    """Creates a sparse matrix from its diagonals.

    Each entry of ``diagonals`` keeps its column in the matrix. Entries outside the matrix are dropped.

    Args:
        diagonals: the diagonals: shape (k, m), or (m,) for a single one. Differentiable
        offsets: the positions of the diagonals: an int64 tensor of shape (k,), 0 for the main one, positive above it
        shape: the number of rows and columns of the matrix
        layout: ``wengert.sparse_coo``, ``sparse_csr`` or ``sparse_csc``; None means the first

    Raises:
        RuntimeError: if an offset appears twice, or shapes or dtypes do not match.

    >>> d = wengert.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> wengert.sparse.spdiags(d, wengert.tensor([0, -1]), (3, 3)).to_dense()
    tensor([[1., 0., 0.],
            [4., 2., 0.],
            [0., 5., 3.]])
    """
    data = payload_of(diagonals)
    where = arrays.move(payload_of(offsets), arrays.device_of(data))
    if data.ndim not in (1, 2):
        raise RuntimeError("Diagonals must be vector or matrix")
    if len(shape) != 2:
        raise RuntimeError("Output shape must be 2d")
    if where.ndim > 1:
        raise RuntimeError("Offsets must be scalar or vector")
    if where.dtype != "int64":
        raise RuntimeError(f"Offset Tensor must have dtype Long but got {errors.text.type_name(where.dtype)}")
    count, length = (1, *data.shape)[-2:]
    if where.size != count:
        raise RuntimeError(
            f"Number of diagonals ({count}) does not match the number of offsets ({where.size}). "
            "Give one offset per diagonal."
        )
    xp = arrays.xp_of(where)
    where = where.reshape(count, 1)
    if xp.unique(where).size != count:
        raise RuntimeError("Offset tensor contains duplicate values. Name each offset once.")
    into = layout_named(layout, COORDINATES)
    if into not in TRANSPOSED:
        raise errors.sparse.output_layout(into)
    rows = xp.arange(length) - where
    columns = xp.broadcast_to(xp.arange(length), rows.shape)
    # PyTorch writes beyond its memory for an offset outside the matrix
    fits = xp.flatnonzero((rows >= 0) & (rows < shape[0]) & (columns < shape[1]))
    indices = xp.stack((rows.reshape(-1)[fits], columns.reshape(-1)[fits]))
    out = at(indices, index_select(reshape(diagonals, (-1,)), fits, dim=0), [int(n) for n in shape])
    return finished(out if into == COORDINATES else gathered(out, into), False)


@composite("to_sparse(input, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None)", function=False)
def to_sparse(
    input: Any,
    sparse_dim: int | None = None,
    *,
    layout: Any = None,
    blocksize: Any = None,
    dense_dim: int | None = None,
) -> Any:
    """Converts a dense tensor to a sparse one, which specifies its nonzero elements, or a sparse one to another layout.

    Args:
        sparse_dim: the number of sparse dimensions, which come first; None means all
        layout: ``wengert.sparse_coo``, ``sparse_csr`` or ``sparse_csc``; None means the first
        blocksize: for layouts of blocks, which are not supported: only None
        dense_dim: the number of dense dimensions, which come last

    Returns:
        a coalesced sparse tensor

    >>> wengert.tensor([[0.0, 2.0], [0.0, 0.0]]).to_sparse()
    tensor(indices=tensor([[0],
                           [1]]),
           values=tensor([2.]),
           size=(2, 2), nnz=1, layout=wengert.sparse_coo)
    """
    into, has = layout_named(layout, COORDINATES), layout_of(payload_of(input))
    if into == "strided":
        return to_dense(input)
    if into not in TRANSPOSED:
        raise errors.sparse.blocks("to_sparse")
    if blocksize is not None:
        raise errors.sparse.given_argument("to_sparse", has, into, "blocksize")
    if is_sparse(input):
        return _converted(input, into, sparse_dim, dense_dim)
    data = placing(input)
    if sparse_dim is None:
        sparse_dim = data.ndim - (dense_dim or 0)
    if into != COORDINATES and sparse_dim != 2:
        raise errors.sparse.two_dimensions("to_sparse", into, data.ndim, dense_dim)
    if not min(data.ndim, 1) <= sparse_dim <= data.ndim:
        raise RuntimeError(f"to_sparse: sparse_dim must be in [{min(data.ndim, 1)}, {data.ndim}], but got {sparse_dim}")
    xp = arrays.xp_of(data)
    given = (data != 0).any(axis=tuple(range(sparse_dim, data.ndim))) if sparse_dim < data.ndim else data != 0
    if into == COLUMNS:
        where = xp.stack(xp.nonzero(xp.swapaxes(given, 0, 1))[::-1])
    else:
        where = xp.stack(xp.nonzero(given)) if sparse_dim else xp.zeros((0, int(given)), "int64")
    return at(where, pick(input, where), data.shape, True, into)


def _converted(s: Any, into: str, sparse_dim: int | None, dense_dim: int | None) -> Any:
    """A sparse tensor in another layout."""
    p = pattern(s)
    if p.layout != into:
        if dense_dim is not None:
            raise errors.sparse.given_argument("to_sparse", p.layout, into, "dense_dim")
        if into != COORDINATES and p.sparse_dim != 2:
            raise errors.sparse.two_dimensions("to_sparse", into, p.ndim, p.ndim - p.sparse_dim)
        s = gathered(s, into)
    asked = p.ndim - dense_dim if sparse_dim is None and dense_dim is not None else sparse_dim
    if asked not in (None, p.sparse_dim):
        raise errors.sparse.other_split(asked, p.sparse_dim)
    return s


@composite("to_sparse_coo(input)", function=False)
def to_sparse_coo(input: Any) -> Any:
    """Converts a dense tensor to a sparse one, which specifies its nonzero elements. All dimensions are sparse.

    >>> wengert.eye(2).to_sparse_coo()._nnz()
    2
    """
    return to_sparse(input)


@composite("sparse_mask(input, mask)", function=False)
def sparse_mask(input: Any, mask: Any) -> Any:
    """A sparse tensor with the elements of ``input`` at the indices of the sparse tensor ``mask``.

    Args:
        input: a dense or sparse tensor
        mask: a sparse tensor of the same shape; its values are not used

    >>> mask = wengert.tensor([[1.0, 0.0], [0.0, 1.0]]).to_sparse()
    >>> wengert.tensor([[1.0, 2.0], [3.0, 4.0]]).sparse_mask(mask).values()
    tensor([1., 4.])
    """
    if not is_sparse(mask):
        raise errors.sparse.not_sparse("sparse_mask")
    p = pattern(mask)
    if tuple(payload_of(input).shape) != p.shape:
        raise errors.sparse.different_sizes("sparse_mask", payload_of(input).shape, p.shape)
    return at(p.indices, pick(input, p.indices), p.shape, p.coalesced, p.layout)


# -- conversion and parts


@composite("to_dense(input, dtype=None, *, masked_grad=None)", function=False)
def to_dense(input: Any, dtype: Any = None, *, masked_grad: bool | None = None) -> Any:
    """Converts a sparse tensor to a dense one. A dense tensor is returned as it is.

    Args:
        masked_grad: whether the gradient is that of the specified elements; False gives a dense gradient

    >>> s = wengert.sparse_coo_tensor([[1, 1]], [2.0, 3.0], (3,))
    >>> s.to_dense()
    tensor([0., 5., 0.])
    """
    out = input
    if is_sparse(input):
        out = _unmasked(input) if masked_grad is False else scattered(input)
    return out if dtype is None else out.to(dtype)


@composite("coalesce(input)", function=False)
def coalesce(input: Any) -> Any:
    """Coalesces a sparse tensor: values at equal indices are added, and the indices are sorted.

    >>> s = wengert.sparse_coo_tensor([[1, 0, 1]], [2.0, 3.0, 4.0], (3,))
    >>> s.coalesce().values()
    tensor([3., 6.])
    """
    _coordinates("coalesce", input)
    return gathered(input)


def _pattern_of(name: str, input: Any) -> COO:
    if not is_sparse(input):
        raise errors.sparse.not_sparse(name)
    return pattern(input)


def _coordinates(name: str, input: Any) -> COO:
    """The payload of a tensor of coordinates."""
    if layout_of(payload_of(input)) != COORDINATES:
        raise errors.sparse.not_sparse(name, layout_of(payload_of(input)))
    return pattern(input)


@composite("is_coalesced(input)", function=False)
def is_coalesced(input: Any) -> bool:
    """True if a sparse tensor is known to be coalesced: each index occurs once, and they are sorted.

    >>> wengert.eye(2).to_sparse().is_coalesced()
    True
    """
    return _coordinates("is_coalesced", input).coalesced


@composite("values(input)", function=False)
def values(input: Any) -> Any:
    """The values of a sparse tensor, as a new tensor. It is recorded. Coordinates have to be coalesced.

    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse().values()
    tensor([2., 3.])
    """
    p = _pattern_of("values", input)
    if not p.coalesced and p.layout == COORDINATES:
        raise errors.sparse.uncoalesced("values")
    return clone(values_of(input))


@composite("indices(input)", function=False)
def indices(input: Any) -> Any:
    """The indices of a coalesced sparse tensor: shape (sparse dimensions, n).

    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse().indices()
    tensor([[0, 1],
            [1, 0]])
    """
    p = _coordinates("indices", input)
    if not p.coalesced:
        raise errors.sparse.uncoalesced("indices")
    return wrap(p.indices.copy())


@composite("_values(input)", function=False)
def _values_public(input: Any) -> Any:
    """The values of a sparse tensor, sharing its memory and without a graph. Writing to them changes the sparse tensor.

    >>> s = wengert.sparse_coo_tensor([[1, 0]], [2.0, 3.0], (3,))
    >>> _ = s._values().mul_(2)
    >>> s.to_dense()
    tensor([6., 4., 0.])
    """
    return alias(_pattern_of("_values", input).values, input._wg_cell())


@composite("_indices(input)", function=False)
def _indices_public(input: Any) -> Any:
    """The indices of a sparse tensor, coalesced or not.

    >>> wengert.sparse_coo_tensor([[1, 0]], [2.0, 3.0], (3,))._indices()
    tensor([[1, 0]])
    """
    return wrap(_coordinates("_indices", input).indices.copy())


@composite("_nnz(input)", function=False)
def _nnz(input: Any) -> int:
    """The number of specified values of a sparse tensor.

    >>> wengert.eye(3).to_sparse()._nnz()
    3
    """
    return _pattern_of("_nnz", input).nnz


@composite("sparse_dim(input)", function=False)
def sparse_dim(input: Any) -> int:
    """The number of sparse dimensions of a tensor, which come first. It is 0 for a dense tensor.

    >>> wengert.eye(3).to_sparse().sparse_dim()
    2
    """
    return pattern(input).sparse_dim if is_sparse(input) else 0


@composite("dense_dim(input)", function=False)
def dense_dim(input: Any) -> int:
    """The number of dense dimensions of a tensor. For a dense tensor these are all dimensions.

    >>> wengert.eye(3).to_sparse(1).dense_dim()
    1
    """
    return pattern(input).ndim - pattern(input).sparse_dim if is_sparse(input) else int(input.ndim)
