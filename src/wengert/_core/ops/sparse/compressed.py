"""Sparse matrices of compressed rows (CSR) and columns (CSC): Note [Compressed layouts] in ``arrays/coo.py``."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...arrays import arrays
from ...arrays.coo import COLUMNS, COO, ROWS, layout_named, layout_of
from ...declare.families import composite
from ...tape.tensor import payload_of, wrap
from ..create.convert import tensor
from ..elementwise.pointwise import clone, mul, true_divide, where
from ..index.index import index_select
from ..index.places import _each_repeated
from ..linalg.matmul import mm as mm_of
from ..nn.segments import segment_reduce
from ..shape.dims import as_int
from ..shape.shape import unsqueeze
from .invariants import asked
from .patterns import check_matrix, check_sizes
from .sparse import at, finished, gathered, given_values, is_sparse, pattern, placing, to_sparse, values_of

# what PyTorch calls the pointers, the other indices, and the dimensions that these count
POINTERS = {ROWS: "crow_indices", COLUMNS: "ccol_indices"}
PLAIN = {ROWS: "col_indices", COLUMNS: "row_indices"}
COUNTS = {ROWS: ("nrows", "ncols"), COLUMNS: ("ncols", "nrows")}
OPTIONS = (
    "size=None, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, check_invariants=None"
)


def _indices(name: str, given: Any, layout: str) -> Any:
    """Indices as an int64 array of their own."""
    where = placing(given)
    where = where if arrays.is_array(where) else payload_of(tensor(where))
    if where.dtype.kind not in "iu" and where.size:
        raise RuntimeError(
            f"{POINTERS[layout]} and {PLAIN[layout]} dtype must be Int or Long, but got "
            f"{errors.text.type_name(where.dtype)}. Convert them: x.long()."
        )
    if where.ndim > 1:
        raise errors.sparse.batch_of_compressed(name)
    if not where.ndim:
        raise RuntimeError(f"{name}: indices must have a dimension, but got a number. Write it in brackets.")
    return arrays.xp_of(where).array(where, "int64", copy=True)


def _checked(layout: str, pointers: Any, plain: Any, values: tuple[int, ...], size: Any) -> tuple[int, ...]:
    """Check pointers, indices and values. Returns the sizes of all dimensions."""
    crow, col, columns = POINTERS[layout], PLAIN[layout], COUNTS[layout][1]
    main = int(layout == COLUMNS)
    if size is None:
        pair = [max(len(pointers) - 1, 0), int(plain.max()) + 1 if plain.size else 0]
        size = (*(pair[::-1] if main else pair), *values[1:])
    sizes = tuple(map(as_int, size))
    if len(sizes) != 1 + len(values):
        raise RuntimeError(
            "tensor dimensionality must be sum of batch, base, and dense dimensionalities (=0 + 2 + "
            f"{len(values) - 1}) but got {len(sizes)}"
        )
    if len(pointers) != sizes[main] + 1:
        raise RuntimeError(
            f"{crow}.shape[-1] must be equal to the number of {'columns' if main else 'rows'} + 1 (={sizes[main] + 1}), "
            f"but got {len(pointers)}. Give one pointer for each, and one for the end."
        )
    if len(plain) != values[0]:
        raise RuntimeError(
            f"{col}.shape[-1] must be equal to nnz (={values[0]}) as defined by values.shape[0], but got {len(plain)}. "
            "Give one index per value."
        )
    if sizes[2:] != values[1:]:
        raise errors.sparse.dense_sizes(values, (values[0], *sizes[2:]))
    if pointers[0] != 0:
        raise errors.sparse.invariant(f"{crow}[..., 0] == 0", "Values are counted from 0.")
    if pointers[-1] != len(plain):
        raise errors.sparse.invariant(f"{crow}[..., -1] == nnz", f"nnz is {len(plain)}: let the last pointer be that.")
    if (pointers[1:] < pointers[:-1]).any():
        raise errors.sparse.invariant(
            f"0 <= {crow}[..., 1:] - {crow}[..., :-1] <= {columns}", "Let no pointer decrease."
        )
    if plain.size and not 0 <= int(plain.min()) <= int(plain.max()) < sizes[1 - main]:
        raise errors.sparse.invariant(
            f"0 <= {col} < {columns}", f"{columns} is {sizes[1 - main]}: give a larger size, or leave it out."
        )
    return sizes


def _made(name: str, kind: str, pointers: Any, plain: Any, values: Any, size: Any, *, dtype: Any = None,
          layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
          check_invariants: bool | None = None) -> Any:  # fmt: skip
    if kind not in POINTERS or (layout is not None and not str(layout).endswith(kind)):
        raise errors.sparse.not_a_compressed_layout(name, layout, kind in POINTERS)
    if pin_memory:
        raise errors.calls.later(f"{name}(pin_memory=True)", "Leave it out.")
    values = given_values(values, dtype, device)
    data = payload_of(values)
    if any([type(payload_of(given)) is COO for given in (pointers, plain, values)]):
        raise RuntimeError(
            f"{name}: expected indices and values to be dense tensors, got a sparse one. Use x.to_dense()."
        )
    here = arrays.device_of(data)
    pointers, plain = [arrays.move(_indices(name, given, kind), here) for given in (pointers, plain)]
    if size is not None and not isinstance(size, (tuple, list)):
        raise errors.calls.wrong_type(name, "size", "tuple of ints", size)
    sizes = _checked(kind, pointers, plain, tuple(data.shape), size)
    xp = arrays.xp_of(plain)
    pair = [payload_of(_each_repeated(pointers[1:] - pointers[:-1], length=len(pointers) - 1)), plain]
    indices = xp.stack(pair[::-1] if kind == COLUMNS else pair)
    keys = COO(indices, data, sizes, layout=kind).keys()
    ordered = bool((keys[1:] > keys[:-1]).all())
    if not ordered and asked(check_invariants):
        crow, col, rows = POINTERS[kind], PLAIN[kind], COUNTS[kind][0]
        raise errors.sparse.invariant(
            f"{col}[..., {crow}[..., i - 1]:{crow}[..., i]] for all i = 1, ..., {rows} are sorted and distinct along the "
            "last dimension values",
            "Sort them, and add up the values of equal ones.",
        )
    return finished(at(indices, clone(values), sizes, ordered, kind), requires_grad)


@composite(f"sparse_csr_tensor(crow_indices, col_indices, values, {OPTIONS})", method=False)
def sparse_csr_tensor(crow_indices: Any, col_indices: Any, values: Any, size: Any = None, **options: Any) -> Any:
    """Creates a sparse tensor of compressed rows (CSR): the columns and values of each row, one row after the other.

    Args:
        crow_indices: where each row begins among the values, and where the last one ends: one number more than rows
        col_indices: the column of each value
        values: the values: shape (n,), followed by the sizes of dense dimensions. Differentiable
        size: the sizes of all dimensions; None means as small as the indices allow
        check_invariants: whether the columns of each row must be sorted and distinct; all else is always checked. None
            means what :class:`sparse.check_sparse_tensor_invariants` says

    Returns:
        a tensor of layout ``wengert.sparse_csr``; if ``values`` requires grad, the operation is recorded

    Raises:
        RuntimeError: if indices, values and sizes do not fit together.

    >>> wengert.sparse_csr_tensor([0, 2, 4], [0, 1, 0, 1], [1.0, 2.0, 3.0, 4.0])
    tensor(crow_indices=tensor([0, 2, 4]),
           col_indices=tensor([0, 1, 0, 1]),
           values=tensor([1., 2., 3., 4.]), size=(2, 2), nnz=4,
           layout=wengert.sparse_csr)
    """
    return _made("sparse_csr_tensor", ROWS, crow_indices, col_indices, values, size, **options)


@composite(f"sparse_csc_tensor(ccol_indices, row_indices, values, {OPTIONS})", method=False)
def sparse_csc_tensor(ccol_indices: Any, row_indices: Any, values: Any, size: Any = None, **options: Any) -> Any:
    """Creates a sparse tensor of compressed columns (CSC): the rows and values of each column, one after the other.

    Args:
        ccol_indices: where each column begins among the values, and where the last one ends: one number more than columns
        row_indices: the row of each value
        values: the values: shape (n,), followed by the sizes of dense dimensions. Differentiable
        size: the sizes of all dimensions; None means as small as the indices allow
        check_invariants: whether the rows of each column must be sorted and distinct; all else is always checked. None
            means what :class:`sparse.check_sparse_tensor_invariants` says

    Returns:
        a tensor of layout ``wengert.sparse_csc``; if ``values`` requires grad, the operation is recorded

    Raises:
        RuntimeError: if indices, values and sizes do not fit together.

    >>> wengert.sparse_csc_tensor([0, 1, 2], [1, 0], [1.0, 2.0]).to_dense()
    tensor([[0., 2.],
            [1., 0.]])
    """
    return _made("sparse_csc_tensor", COLUMNS, ccol_indices, row_indices, values, size, **options)


@composite(
    f"sparse_compressed_tensor(compressed_indices, plain_indices, values, {OPTIONS})",
    method=False,
)
def sparse_compressed_tensor(
    compressed_indices: Any, plain_indices: Any, values: Any, size: Any = None, *, layout: Any = None, **options: Any
) -> Any:
    """Creates a sparse tensor of compressed rows or columns: :func:`sparse_csr_tensor` or :func:`sparse_csc_tensor`.

    Args:
        compressed_indices: where each row (or column) begins among the values, and where the last one ends
        plain_indices: the column (or row) of each value
        values: the values: shape (n,), followed by the sizes of dense dimensions. Differentiable
        size: the sizes of all dimensions; None means as small as the indices allow
        layout: ``wengert.sparse_csr`` or ``wengert.sparse_csc``
        check_invariants: whether indices must be sorted and distinct; all else is always checked. None means what
            :class:`sparse.check_sparse_tensor_invariants` says

    Raises:
        RuntimeError: if indices, values and sizes do not fit together, or the layout is another one.

    >>> s = wengert.sparse_compressed_tensor([0, 1, 2], [1, 0], [1.0, 2.0], layout=wengert.sparse_csr)
    >>> s.to_dense()
    tensor([[0., 1.],
            [2., 0.]])
    """
    kind = layout_named(layout, "strided")
    pieces = compressed_indices, plain_indices, values, size
    return _made("sparse_compressed_tensor", kind, *pieces, layout=layout, **options)


# -- conversion and parts


@composite("to_sparse_csr(input, dense_dim=None)", function=False)
def to_sparse_csr(input: Any, dense_dim: int | None = None) -> Any:
    """Converts a dense or sparse tensor to one of compressed rows (CSR).

    Args:
        input: a tensor with two dimensions, and ``dense_dim`` more
        dense_dim: the number of dense dimensions, which come last; for a dense ``input`` only

    Returns:
        a tensor of layout ``wengert.sparse_csr``

    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse_csr().col_indices()
    tensor([1, 0])
    """
    return to_sparse(input, layout=ROWS, dense_dim=dense_dim)


@composite("to_sparse_csc(input, dense_dim=None)", function=False)
def to_sparse_csc(input: Any, dense_dim: int | None = None) -> Any:
    """Converts a dense or sparse tensor to one of compressed columns (CSC).

    Args:
        input: a tensor with two dimensions, and ``dense_dim`` more
        dense_dim: the number of dense dimensions, which come last; for a dense ``input`` only

    Returns:
        a tensor of layout ``wengert.sparse_csc``

    >>> wengert.tensor([[0.0, 2.0], [3.0, 0.0]]).to_sparse_csc().row_indices()
    tensor([1, 0])
    """
    return to_sparse(input, layout=COLUMNS, dense_dim=dense_dim)


def _compressed(name: str, input: Any, layout: str) -> COO:
    if layout_of(payload_of(input)) != layout:
        raise errors.sparse.not_compressed(name, layout, layout_of(payload_of(input)))
    return pattern(input)


@composite("crow_indices(input)", function=False)
def crow_indices(input: Any) -> Any:
    """Where each row of a tensor of compressed rows begins among its values, and where the last one ends.

    >>> wengert.eye(2).to_sparse_csr().crow_indices()
    tensor([0, 1, 2])
    """
    return wrap(_compressed("crow_indices", input, ROWS).pointers)


@composite("col_indices(input)", function=False)
def col_indices(input: Any) -> Any:
    """The column of each value of a tensor of compressed rows.

    >>> wengert.eye(2).to_sparse_csr().col_indices()
    tensor([0, 1])
    """
    return wrap(_compressed("col_indices", input, ROWS).plain_indices.copy())


@composite("ccol_indices(input)", function=False)
def ccol_indices(input: Any) -> Any:
    """Where each column of a tensor of compressed columns begins among its values, and where the last one ends.

    >>> wengert.eye(2).to_sparse_csc().ccol_indices()
    tensor([0, 1, 2])
    """
    return wrap(_compressed("ccol_indices", input, COLUMNS).pointers)


@composite("row_indices(input)", function=False)
def row_indices(input: Any) -> Any:
    """The row of each value of a tensor of compressed columns.

    >>> wengert.eye(2).to_sparse_csc().row_indices()
    tensor([0, 1])
    """
    return wrap(_compressed("row_indices", input, COLUMNS).plain_indices.copy())


# -- products, whose elements may be reduced in other ways than by their sum


@composite("sparse.mm(mat1, mat2, reduce='sum')", method=False)
def sparse_mm(mat1: Any, mat2: Any, reduce: str = "sum") -> Any:
    """The product of two matrices, at least one of which is sparse.

    Args:
        mat1: shape (n, m)
        mat2: shape (m, p)
        reduce: what becomes of the products of a specified element of ``mat1`` and an element of ``mat2`` that would be
            added: ``'sum'``, or for a sparse ``mat1`` and a dense ``mat2`` also ``'mean'``, ``'amax'`` or ``'amin'``

    Returns:
        a matrix of shape (n, p), sparse if both are; 0 where there are no products

    Raises:
        RuntimeError: if ``reduce`` is another word, or the shapes do not fit.

    >>> a = wengert.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> wengert.sparse.mm(a, wengert.tensor([[1.0], [10.0]]))
    tensor([[20.],
            [ 3.]])
    """
    if reduce == "sum":
        return mm_of(mat1, mat2)
    if reduce not in ("mean", "amax", "amin"):
        raise errors.sparse.reduction(reduce)
    if not is_sparse(mat1) or is_sparse(mat2):
        raise errors.sparse.sparse_and_dense("sparse.mm", payload_of(mat1), payload_of(mat2))
    check_sizes(mat1, mat2)
    check_matrix("mm", mat1)
    s = gathered(mat1, ROWS)
    starts = pattern(s).pointers
    lengths = starts[1:] - starts[:-1]
    if reduce == "mean":
        return true_divide(mm_of(s, mat2), lengths.clip(1)[:, None].astype(pattern(s).dtype))
    products = mul(unsqueeze(values_of(s), dim=1), index_select(mat2, pattern(s).plain_indices, dim=0))
    return where(lengths[:, None] == 0, 0.0, segment_reduce(products, reduce, lengths=lengths, unsafe=True))
