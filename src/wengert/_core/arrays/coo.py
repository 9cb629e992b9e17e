"""``COO``: a sparse payload. It stores elements with their indices; all other elements are zero."""

from __future__ import annotations

import math
from typing import Any

from .. import errors
from . import arrays, reductions
from .batched import physical


class COO:
    """A sparse payload: ``values[k]`` is the element at ``indices[:, k]``, and everything else is zero.

    ``indices`` is an int64 array of shape (s, n): the first ``s`` of the dimensions of ``shape`` are sparse. ``values``
    has the shape (n, *the other dimensions*), which are dense. An index may occur several times; then the element is
    the sum. If ``coalesced``, indices are sorted and each occurs once.
    """

    __array_ufunc__ = None  # ndarray * COO asks the tensor

    def __init__(self, indices: Any, values: Any, shape: Any, coalesced: bool = False) -> None:
        self.indices = indices
        self.values = values
        self.shape: tuple[int, ...] = tuple(shape)
        self.coalesced = coalesced

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

    def astype(self, dtype: Any, order: Any = "K", *, copy: bool = True) -> COO:
        # `order` is for dense arrays: the values keep theirs
        return COO(self.indices, self.values.astype(dtype, copy=copy), self.shape, self.coalesced)

    def copy(self) -> COO:
        return COO(self.indices.copy(), self.values.copy(), self.shape, self.coalesced)

    def become(self, other: COO) -> None:
        """Take the contents of another COO of the same shape: this is how a sparse tensor is written in place."""
        self.indices, self.values, self.coalesced = other.indices, other.values, other.coalesced

    def resized_like(self, other: COO) -> COO:
        """The same elements in a larger array, of the shape of another one. What is new is zero."""
        xp, s = arrays.xp_of(self.values), other.sparse_dim
        if not self.nnz:
            values = xp.zeros((0, *other.shape[s:]), self.dtype)
            return COO(xp.zeros((s, 0), "int64"), values, other.shape, True)
        if (s, other.ndim) != (self.sparse_dim, self.ndim):
            raise errors.sparse.other_dimensions(self, other)
        if any(new < old for new, old in zip(other.shape, self.shape, strict=True)):
            raise errors.sparse.shrinks(self, other)
        values = xp.zeros((self.nnz, *other.shape[s:]), self.dtype)
        values[tuple([slice(n) for n in self.values.shape])] = self.values
        return COO(self.indices, values, other.shape, self.coalesced)

    def keys(self) -> Any:
        """The flat index of each stored element in the sparse dimensions, in row-major order."""
        xp = arrays.xp_of(self.indices)
        out = xp.zeros(self.nnz, "int64")
        for axis, size in zip(self.indices, self.shape, strict=False):
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
        raise errors.sparse.no_numpy()

    def __repr__(self) -> str:
        return f"COO(shape={list(self.shape)}, nnz={self.nnz}, dtype={self.dtype})"


def parts(payload: Any) -> tuple[Any, ...]:
    """The arrays that a payload consists of: for a sparse one, its values and indices."""
    payload = physical(payload)
    return (payload.values, payload.indices) if type(payload) is COO else (payload,)


def same_pattern(a: COO, b: COO) -> bool:
    """Whether two have the same indices in the same order."""
    if a.indices is b.indices:
        return True
    return a.indices.shape == b.indices.shape and bool((a.indices == b.indices).all())
