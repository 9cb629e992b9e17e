"""Sorting, searching, and sets of the values of an array."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ...api.generated import functions
from ...tape.tensor import Tensor
from .elementwise import alike


def argmax(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """The place of the first largest element, along an axis or (None) in the flattened array.

    Args:
        x: the array
        axis: the axis, or None
        keepdims: whether the axis stays, with size one

    >>> import wengert
    >>> wengert.array_api.argmax(wengert.tensor([[1, 5], [3, 2]]), axis=1)
    tensor([1, 0])
    """
    return _place(functions.argmax, x, axis, keepdims)


def argmin(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """The place of the first smallest element, along an axis or (None) in the flattened array.

    Args:
        x: the array
        axis: the axis, or None
        keepdims: whether the axis stays, with size one

    >>> import wengert
    >>> wengert.array_api.argmin(wengert.tensor([[1, 5], [3, 2]]), axis=1)
    tensor([0, 1])
    """
    return _place(functions.argmin, x, axis, keepdims)


def _place(of: Any, x: Any, axis: int | None, keepdims: bool) -> Any:
    out = of(x, axis, keepdims)
    return out.reshape((1,) * x.ndim) if axis is None and keepdims else out


def argsort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """The places of the elements along an axis, in the order of their values.

    Args:
        x: the array
        axis: the axis
        descending: whether the largest comes first
        stable: whether equal elements keep their order

    >>> import wengert
    >>> wengert.array_api.argsort(wengert.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    return functions.argsort(x, dim=axis, descending=descending, stable=stable)


def sort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """An array sorted along an axis. The other arguments are those of :func:`argsort`.

    >>> import wengert
    >>> wengert.array_api.sort(wengert.tensor([3, 1, 2]), descending=True)
    tensor([3, 2, 1])
    """
    return functions.sort(x, dim=axis, descending=descending, stable=stable)[0]


def nonzero(x: Any, /) -> tuple[Any, ...]:
    """The places of the elements that are not zero: an array of integers for each axis.

    >>> import wengert
    >>> wengert.array_api.nonzero(wengert.tensor([0, 3, 0, 1]))
    (tensor([1, 3]),)
    """
    if x.ndim == 0:
        raise ValueError("nonzero: expected an array with dimensions, got one without. Add an axis with expand_dims.")
    return tuple(functions.nonzero(x, as_tuple=True))


def searchsorted(x1: Any, x2: Any, /, *, side: Literal["left", "right"] = "left", sorter: Any = None) -> Any:
    """Where values are to be inserted into a sorted array, so that it stays sorted.

    Args:
        x1: the sorted array, of one dimension
        x2: the values: an array, or a number
        side: "left" inserts before equal elements, "right" behind them
        sorter: the places that would sort ``x1``, if it is not sorted

    >>> import wengert
    >>> wengert.array_api.searchsorted(wengert.tensor([1, 3, 5]), wengert.tensor([3, 4]))
    tensor([1, 2])
    """
    x1, x2 = alike(x1, x2)
    return functions.searchsorted(x1, x2, side=side, sorter=sorter)


def isin(x1: Any, x2: Any, /, *, invert: bool = False) -> Any:
    """Which elements of ``x1`` are among those of ``x2``; if ``invert``, which are not.

    >>> import wengert
    >>> wengert.array_api.isin(wengert.tensor([1, 2, 3]), wengert.tensor([2, 4]))
    tensor([False,  True, False])
    """
    return functions.isin(*alike(x1, x2), invert=invert)


class UniqueAll(NamedTuple):
    """What :func:`unique_all` returns."""

    values: Tensor
    indices: Tensor
    inverse_indices: Tensor
    counts: Tensor


class UniqueCounts(NamedTuple):
    """What :func:`unique_counts` returns."""

    values: Tensor
    counts: Tensor


class UniqueInverse(NamedTuple):
    """What :func:`unique_inverse` returns."""

    values: Tensor
    inverse_indices: Tensor


def unique_all(x: Any, /) -> UniqueAll:
    """The distinct values of an array, in order; where each is first, where each element is among them; how often each
    occurs.

    >>> import wengert
    >>> wengert.array_api.unique_all(wengert.tensor([5, 1, 5])).indices
    tensor([1, 0])
    """
    values, inverse, counts = functions.unique(x, return_inverse=True, return_counts=True)
    order = functions.argsort(inverse.flatten(), stable=True)
    return UniqueAll(values, order[counts.cumsum(0) - counts], inverse.reshape(x.shape), counts)


def unique_counts(x: Any, /) -> UniqueCounts:
    """The distinct values of an array, in order, and how often each occurs.

    >>> import wengert
    >>> wengert.array_api.unique_counts(wengert.tensor([5, 1, 5])).counts
    tensor([1, 2])
    """
    return UniqueCounts(*functions.unique(x, return_counts=True))


def unique_inverse(x: Any, /) -> UniqueInverse:
    """The distinct values of an array, in order, and where each element is among them.

    >>> import wengert
    >>> wengert.array_api.unique_inverse(wengert.tensor([5, 1, 5])).inverse_indices
    tensor([1, 0, 1])
    """
    values, inverse = functions.unique(x, return_inverse=True)
    return UniqueInverse(values, inverse.reshape(x.shape))


def unique_values(x: Any, /) -> Any:
    """The distinct values of an array, in order.

    >>> import wengert
    >>> wengert.array_api.unique_values(wengert.tensor([5, 1, 5]))
    tensor([1, 5])
    """
    return functions.unique(x)
