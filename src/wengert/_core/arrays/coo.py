"""``COO``: a sparse payload. It stores elements with their indices; all other elements are zero.

Note [Compressed layouts]. A matrix of compressed rows (CSR) or columns (CSC) has coordinates like any other, and their
order says the rest: they are sorted by row, or by column. So each rule for coordinates is one for these layouts. Their
pointers, which say where each row or column begins, are computed from the coordinates when they are asked for.
"""

from __future__ import annotations

import math
from typing import Any

from .. import errors
from . import arrays, reductions
from .batched import physical

COORDINATES, ROWS, COLUMNS = "sparse_coo", "sparse_csr", "sparse_csc"  # PyTorch's names
TRANSPOSED = {COORDINATES: COORDINATES, ROWS: COLUMNS, COLUMNS: ROWS}  # the rows of one are the columns of the other


class COO:
    """A sparse payload: ``values[k]`` is the element at ``indices[:, k]``, and everything else is zero.

    ``indices`` is an int64 array of shape (s, n): the first ``s`` of the dimensions of ``shape`` are sparse. ``values``
    has the shape (n, *the other dimensions*), which are dense. An index may occur several times; then the element is
    the sum. ``layout``: Note [Compressed layouts]; those have two sparse dimensions. If ``coalesced``, indices are
    sorted in the order of the layout, and each occurs once.
    """

    __array_ufunc__ = None  # ndarray * COO asks the tensor

    def __init__(
        self, indices: Any, values: Any, shape: Any, coalesced: bool = False, layout: str = COORDINATES
    ) -> None:
        self.indices = indices
        self.values = values
        self.shape: tuple[int, ...] = tuple(shape)
        self.coalesced = coalesced
        self.layout = layout

    @property
    def data(self) -> Any:
        """The values: functions that need the device or array module look here."""
        return self.values

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    @property
    def itemsize(self) -> int:
        return int(self.values.itemsize)

    @property
    def nbytes(self) -> int:
        return int(self.values.nbytes + self.indices.nbytes)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def strides(self) -> tuple[int, ...]:
        return (0,) * self.ndim

    @property
    def sparse_dim(self) -> int:
        return int(self.indices.shape[0])

    @property
    def nnz(self) -> int:
        """The number of stored elements."""
        return int(self.indices.shape[1])

    @property
    def compressed(self) -> int:
        """The sparse dimension by which a compressed layout is sorted."""
        return int(self.layout == COLUMNS)

    @property
    def pointers(self) -> Any:
        """Where each row (CSR) or column (CSC) begins among the values, and where the last one ends."""
        xp = arrays.xp_of(self.indices)
        out = xp.zeros(self.shape[self.compressed] + 1, "int64")
        xp.cumsum(xp.bincount(self.indices[self.compressed], minlength=len(out) - 1), out=out[1:])
        return out

    @property
    def plain_indices(self) -> Any:
        """The columns (CSR) or rows (CSC) of the values."""
        return self.indices[1 - self.compressed]

    def of(self, indices: Any, values: Any) -> COO:
        """The same with other arrays: copies, or those on another device."""
        return COO(indices, values, self.shape, self.coalesced, self.layout)

    def astype(self, dtype: Any, order: Any = "K", *, copy: bool = True) -> COO:
        # `order` is for dense arrays: the values keep theirs
        return self.of(self.indices, self.values.astype(dtype, copy=copy))

    def copy(self) -> COO:
        return self.of(self.indices.copy(), self.values.copy())

    def become(self, other: COO) -> None:
        """Take the contents of another COO of the same shape and layout. So a sparse tensor is written in place."""
        self.indices, self.values, self.coalesced = other.indices, other.values, other.coalesced

    def resized_like(self, other: COO) -> COO:
        """The same elements in a larger array, of the shape of another one. What is new is zero."""
        xp, s = arrays.xp_of(self.values), other.sparse_dim
        if not self.nnz and self.layout == other.layout:
            values = xp.zeros((0, *other.shape[s:]), self.dtype)
            return COO(xp.zeros((s, 0), "int64"), values, other.shape, True, self.layout)
        if (s, other.ndim) != (self.sparse_dim, self.ndim):
            raise errors.sparse.other_dimensions(self, other)
        if any(new < old for new, old in zip(other.shape, self.shape, strict=True)):
            raise errors.sparse.shrinks(self, other)
        values = xp.zeros((self.nnz, *other.shape[s:]), self.dtype)
        values[tuple([slice(n) for n in self.values.shape])] = self.values
        return COO(self.indices, values, other.shape, self.coalesced, self.layout)

    def keys(self, layout: str | None = None) -> Any:
        """The flat index of each stored element in the sparse dimensions, in the order of a layout (its own)."""
        xp = arrays.xp_of(self.indices)
        out = xp.zeros(self.nnz, "int64")
        axes = list(zip(self.indices, self.shape, strict=False))
        for axis, size in axes[::-1] if (layout or self.layout) == COLUMNS else axes:
            out = out * size + axis
        return out

    def distinct(self) -> bool:
        """Whether each element is specified once."""
        return self.coalesced or len(arrays.xp_of(self.indices).unique(self.keys())) == self.nnz

    def dense(self) -> Any:
        """The array with all elements."""
        xp = arrays.xp_of(self.values)
        out = xp.zeros(self.shape, self.values.dtype)
        self.add_to(out)
        return out

    def add_to(self, out: Any) -> None:
        """Add all elements to an array."""
        if not self.sparse_dim:
            out += reductions.total(self.values, 0, dtype=out.dtype)
        elif self.coalesced:
            out[tuple(self.indices)] += self.values
        else:
            arrays.xp_of(out).add.at(out, tuple(self.indices), self.values)

    def __bool__(self) -> bool:
        return bool(self.dense())

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise errors.sparse.no_numpy(self.layout)

    def __repr__(self) -> str:
        return f"COO(shape={list(self.shape)}, nnz={self.nnz}, dtype={self.dtype}, layout={self.layout})"


def parts(payload: Any) -> tuple[Any, ...]:
    """The arrays that a payload consists of: for a sparse one, its values and indices."""
    payload = physical(payload)
    return (payload.values, payload.indices) if type(payload) is COO else (payload,)


def layout_named(given: Any, default: str) -> str:
    """The name of a layout that a call was given, if any was: a layout, or PyTorch's name of one."""
    return default if given is None else str(given).rpartition(".")[2]


def layout_of(payload: Any) -> str:
    """The name of a payload's layout."""
    return payload.layout if type(payload) is COO else "strided"


def same_pattern(a: COO, b: COO) -> bool:
    """Whether two have the same indices in the same order."""
    if a.indices is b.indices:
        return True
    return a.indices.shape == b.indices.shape and bool((a.indices == b.indices).all())
