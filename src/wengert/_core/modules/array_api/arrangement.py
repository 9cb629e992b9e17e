"""The shape of arrays, and the selection of elements."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from ...api.generated import functions
from .elementwise import alike


def axes_of(name: str, x: Any, axis: int | tuple[int, ...] | list[int] | None, more: bool = False) -> list[int]:
    """The axes that are named, counted from the front: all for None, and unlike in PyTorch none for an empty tuple.

    Args:
        name: the function, for errors
        x: the array
        axis: the axes
        more: whether the result of the function has these axes besides those of ``x``
    """
    if axis is None:
        return list(range(x.ndim))
    given = list(axis) if isinstance(axis, (tuple, list)) else [operator.index(axis)]
    if x.ndim == 0 and given in ([0], [-1]) and not more:  # NumPy and PyTorch take one axis of an array without any
        return []
    ndim = x.ndim + len(given) if more else x.ndim
    for one in given:
        if not -ndim <= one < ndim:
            held = f"an axis from {-ndim} to {ndim - 1}" if ndim else "no axis"
            raise IndexError(
                f"{name}: expected {held} for an array of {x.ndim} dimensions, got {one}. "
                f"Give a position that the {'result' if more else 'array'} has."
            )
    places = [one % ndim for one in given]
    if len(set(places)) < len(places):
        raise ValueError(f"{name}: expected axes that differ, got {axis}. Name each position once.")
    return places


def only_axis(name: str, x: Any, axis: int | None) -> int:
    """The axis that is named, or the only one."""
    if axis is None and x.ndim != 1:
        raise ValueError(f"{name}: expected an array of one dimension, got shape {tuple(x.shape)}. Give axis.")
    if x.ndim == 0:
        raise IndexError(f"{name}: expected an array with dimensions, got one without. Add an axis with expand_dims.")
    return axes_of(name, x, operator.index(axis or 0))[0]


def broadcast_arrays(*arrays: Any) -> tuple[Any, ...]:
    """Arrays broadcast against each other.

    >>> import wengert
    >>> [x.shape for x in wengert.array_api.broadcast_arrays(wengert.ones(2, 1), wengert.ones(3))]
    [wengert.Size([2, 3]), wengert.Size([2, 3])]
    """
    return tuple(functions.broadcast_tensors(*arrays)) if arrays else ()


def broadcast_to(x: Any, /, shape: Sequence[int]) -> Any:
    """An array broadcast to a shape.

    Args:
        x: the array
        shape: the shape

    >>> import wengert
    >>> wengert.array_api.broadcast_to(wengert.tensor([1.0, 2.0]), (2, 2))
    tensor([[1., 2.],
            [1., 2.]])
    """
    return functions.broadcast_to(x, tuple(shape))


def concat(arrays: Sequence[Any], /, *, axis: int | None = 0) -> Any:
    """Arrays joined along an axis, or (None) along the only one they have when they are flattened.

    Args:
        arrays: the arrays
        axis: the axis, or None

    >>> import wengert
    >>> wengert.array_api.concat([wengert.ones(1, 2), wengert.zeros(1, 2)], axis=None)
    tensor([1., 1., 0., 0.])
    """
    arrays = alike(*arrays)
    return functions.cat([x.flatten() for x in arrays]) if axis is None else functions.cat(arrays, axis)


def expand_dims(x: Any, /, axis: int | tuple[int, ...]) -> Any:
    """An array with a new axis of size one, or with several.

    Args:
        x: the array
        axis: where the axis is in the result, or where several are

    >>> import wengert
    >>> wengert.array_api.expand_dims(wengert.ones(2), axis=0).shape
    wengert.Size([1, 2])
    """
    for one in sorted(axes_of("expand_dims", x, axis, more=True)):
        x = functions.unsqueeze(x, one)
    return x


def flip(x: Any, /, *, axis: int | tuple[int, ...] | None = None) -> Any:
    """An array with its elements in the other order along an axis, along several or (None) along all.

    Args:
        x: the array
        axis: an axis, a tuple of axes, or None

    >>> import wengert
    >>> wengert.array_api.flip(wengert.arange(3))
    tensor([2, 1, 0])
    """
    return functions.flip(x, axes_of("flip", x, axis))


def matrix_transpose(x: Any, /) -> Any:
    """Matrices with rows and columns exchanged: shape (..., n, m) of (..., m, n).

    >>> import wengert
    >>> wengert.array_api.matrix_transpose(wengert.ones(4, 2, 3)).shape
    wengert.Size([4, 3, 2])
    """
    if x.ndim < 2:
        raise ValueError(
            f"matrix_transpose: expected two dimensions or more, got shape {tuple(x.shape)}. Add axes with expand_dims."
        )
    return x.mT


def permute_dims(x: Any, /, axes: tuple[int, ...]) -> Any:
    """An array with its axes in another order.

    Args:
        x: the array
        axes: the axis of ``x`` that each axis of the result is

    >>> import wengert
    >>> wengert.array_api.permute_dims(wengert.ones(2, 3, 4), (2, 0, 1)).shape
    wengert.Size([4, 2, 3])
    """
    return functions.permute(x, tuple(axes))


def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """An array with each element, or each slice along an axis, repeated.

    Args:
        x: the array
        repeats: how often: an integer, or an array of one for each
        axis: the axis; None repeats the elements of the flattened array

    >>> import wengert
    >>> wengert.array_api.repeat(wengert.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    """
    return functions.repeat_interleave(x, repeats, axis)


def reshape(x: Any, /, shape: Sequence[int], *, copy: bool | None = None) -> Any:
    """An array with another shape.

    Args:
        x: the array
        shape: the shape, of which one size may be -1
        copy: True copies, False raises where a copy is needed, None copies where it is needed

    >>> import wengert
    >>> wengert.array_api.reshape(wengert.arange(4), (2, -1))
    tensor([[0, 1],
            [2, 3]])
    """
    if copy is False:
        try:
            return x.view(tuple(shape))
        except RuntimeError as e:
            raise ValueError(f"reshape: {e}") from e
    return functions.reshape(x.clone() if copy else x, tuple(shape))


def roll(x: Any, /, shift: int | tuple[int, ...], *, axis: int | tuple[int, ...] | None = None) -> Any:
    """An array with its elements moved along axes; what leaves at one end enters at the other.

    Args:
        x: the array
        shift: by how many places, for each axis
        axis: the axes; None rolls the flattened array

    >>> import wengert
    >>> wengert.array_api.roll(wengert.arange(3), 1)
    tensor([2, 0, 1])
    """
    return functions.roll(x, shift, () if axis is None else axis)


def squeeze(x: Any, /, axis: int | tuple[int, ...]) -> Any:
    """An array without some axes, whose size is one.

    Args:
        x: the array
        axis: the axis, or a tuple of axes

    >>> import wengert
    >>> wengert.array_api.squeeze(wengert.ones(1, 2, 1), axis=(0, 2)).shape
    wengert.Size([2])
    """
    axes = axes_of("squeeze", x, axis)
    long = [a for a in axes if x.shape[a] != 1]
    if long:
        raise ValueError(
            f"squeeze: expected axes of size 1, got axis {long[0]} of an array of shape {tuple(x.shape)}. "
            "Select an element of it with x[...], or keep the axis."
        )
    return functions.squeeze(x, axes)


def stack(arrays: Sequence[Any], /, *, axis: int = 0) -> Any:
    """Arrays of one shape joined along a new axis.

    Args:
        arrays: the arrays
        axis: where the new axis is in the result

    >>> import wengert
    >>> wengert.array_api.stack([wengert.ones(2), wengert.zeros(2)], axis=1)
    tensor([[1., 0.],
            [1., 0.]])
    """
    return functions.stack(alike(*arrays), axis)


def tile(x: Any, repetitions: tuple[int, ...], /) -> Any:
    """An array repeated as a whole along its axes.

    Args:
        x: the array
        repetitions: how often, for each axis; for the last ones, if there are more

    >>> import wengert
    >>> wengert.array_api.tile(wengert.tensor([1, 2]), (2,))
    tensor([1, 2, 1, 2])
    """
    return functions.tile(x, tuple(repetitions))


def unstack(x: Any, /, *, axis: int = 0) -> tuple[Any, ...]:
    """The slices of an array along an axis.

    Args:
        x: the array
        axis: the axis

    >>> import wengert
    >>> wengert.array_api.unstack(wengert.tensor([[1, 2], [3, 4]]), axis=1)
    (tensor([1, 3]), tensor([2, 4]))
    """
    return tuple(functions.unbind(x, axis))


def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """The slices of an array at some places along an axis.

    Args:
        x: the array
        indices: the places: an array of integers
        axis: the axis; it may be None if there is only one

    >>> import wengert
    >>> wengert.array_api.take(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([1, 1]), axis=0)
    tensor([[3, 4],
            [3, 4]])
    """
    return x[(slice(None),) * only_axis("take", x, axis) + (indices,)]


def take_along_axis(x: Any, indices: Any, /, *, axis: int = -1) -> Any:
    """Elements of an array, at places along an axis that differ from row to row.

    Args:
        x: the array
        indices: the places, as :func:`argsort` gives them: an array of integers, whose other axes broadcast
        axis: the axis

    >>> import wengert
    >>> wengert.array_api.take_along_axis(wengert.tensor([[1, 2], [3, 4]]), wengert.tensor([[1], [0]]))
    tensor([[2],
            [3]])
    """
    return functions.take_along_dim(x, indices, axis)
