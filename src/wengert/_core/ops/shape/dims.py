"""Dimensions and sizes as users give them: checked, and as plain non-negative integers.

It is compiled: nearly every call with a ``dim`` or a shape passes here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index as as_index
from typing import Any

from ... import errors
from ...arrays import dtypes

Axes = tuple[int, ...] | None
WHOLE = slice(None)


def as_int(value: Any) -> int:
    """An integer: of Python, NumPy or a 0-d tensor. A bool is none: ``x.sort(True)`` sorts along no dimension."""
    if type(value) is int:
        return value
    if type(value) is bool or getattr(value, "dtype", None) == dtypes.bool_:
        raise errors.calls.bool_for_int(value)
    return as_index(value)


# -- Dimensions --------------------------------------------------------------------------------------------------------


def wrap_dim(dim: int, ndim: int) -> int:
    """Convert ``dim`` to a non-negative number. A 0-d tensor counts as having one dimension."""
    if type(dim) is int and 0 <= dim < ndim:
        return dim
    if type(dim) is not int:
        dim = as_int(dim)
    n = ndim or 1
    if not -n <= dim < n:
        raise errors.calls.dim_range(dim, ndim)
    return dim % n


def wrap_dims(dims: int | Sequence[int], ndim: int) -> tuple[int, ...]:
    """Convert several dimensions to non-negative numbers. Raises if one appears twice."""
    if dtypes.is_integer(dims):
        return (wrap_dim(as_int(dims), ndim),)
    wrapped = tuple([wrap_dim(d, ndim) for d in dims])
    for i, d in enumerate(wrapped):
        if d in wrapped[:i]:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims. Name each dimension once.")
    return wrapped


def axes(x: Any, dim: int | Sequence[int] | None) -> Axes:
    """The dimensions that ``dim`` names; None means all of them (no ``dim``, an empty one, or a 0-d ``x``)."""
    if dim is None:
        return None
    ndim = x.ndim
    if type(dim) is int and -ndim <= dim < ndim:
        return (dim % ndim,)
    dims = wrap_dims(dim, ndim)
    return tuple(sorted(dims)) if dims and ndim else None


def inverse_permutation(dims: Sequence[int]) -> tuple[int, ...]:
    """The permutation that undoes ``dims``."""
    rank = len(dims)
    inverse = [0] * rank
    for to, source in enumerate(dims):
        inverse[source % rank] = to
    return tuple(inverse)


def permutation(dims: Sequence[int], ndim: int) -> tuple[int, ...]:
    """All dimensions in a new order, as non-negative numbers. Raises if one is missing or appears twice."""
    if len(dims) != ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
            f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {len(dims)}. "
            "Name each dimension once."
        )
    wrapped = tuple([d % ndim if -ndim <= d < ndim else wrap_dim(d, ndim) for d in dims])
    if len(set(wrapped)) < ndim:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return wrapped


def at_dim(dim: int, part: int | slice, ndim: int) -> tuple[int | slice, ...]:
    """The index that selects ``part`` of one dimension."""
    return (WHOLE,) * wrap_dim(dim, ndim) + (part,)


def refuse_scalar(ndim: int) -> None:
    if ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")


def entry(shape: Sequence[int], dim: int, index: Any) -> tuple[Any, ...]:
    """The index of the view of one entry of a dimension. It is an array even if no dimension is left."""
    ndim = len(shape)
    if ndim == 0:
        refuse_scalar(ndim)
    at = 0 if type(dim) is int and dim == 0 else wrap_dim(dim, ndim)
    n = shape[at]
    if type(index) is not int:
        index = as_int(index)
    if not -n <= index < n:
        if not errors.text.is_read(index):
            raise errors.text.unread("select(): argument 'index'", index)
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {at}")
    return (index, ...) if at == 0 else (*[WHOLE] * at, index, ...)


# -- Sizes ---------------------------------------------------------------------------------------------------------------


def as_sizes(sizes: Sequence[Any]) -> tuple[int, ...]:
    """The integers that a method got, as separate arguments or as one sequence."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
        sizes = sizes[0]
    for n in sizes:
        if type(n) is not int:
            return tuple(map(as_int, sizes))
    return tuple(sizes)


def in_sequence(sizes: Any) -> tuple[int, ...]:
    """The integers of a sequence, where one must be given. Bytes are none, though Python reads integers off them."""
    if dtypes.is_integer(sizes):
        raise TypeError(f"expected a sequence of ints, got {sizes}. Write ({sizes},)")
    return as_sizes((tuple(sizes),))


def as_group(tensors: Sequence[Any]) -> tuple[Any, ...]:
    """The tensors that a function got, as separate arguments or as one sequence."""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    return tuple(tensors)


def resolve_shape(shape: Sequence[int], numel: int) -> tuple[int, ...]:
    """Replace a size of -1, and check that the sizes hold ``numel`` elements."""
    product, open_at = 1, -1
    for i, n in enumerate(shape):
        if n >= 0:
            product *= n
        elif n == -1 and open_at < 0:
            open_at = i
        else:
            break
    else:
        if open_at < 0:
            if product == numel:
                return tuple(shape)
        elif product and numel % product == 0:
            return (*shape[:open_at], numel // product, *shape[open_at + 1 :])
    shown = list(shape)
    for i, n in enumerate(shown):
        if n < -1:
            raise RuntimeError(
                f"invalid shape dimension {n} at index {i} of shape {shown}. Give sizes of at least 0, or -1 once."
            )
    if shown.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred. Give -1 once.")
    if -1 in shown and math.prod([n for n in shown if n != -1]) == numel == 0:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {shown} because the unspecified dimension size -1 "
            "can be any value and is ambiguous. "
            "Give a size in place of -1."
        )
    raise RuntimeError(
        f"shape '{shown}' is invalid for input of size {numel}. "
        "Give sizes whose product is this number. One of them may be -1."
    )


def can_view(x: Any, shape: tuple[int, ...]) -> bool:
    """True if strides can describe ``x`` in the shape ``shape``.

    Neighbouring dimensions of ``x`` that are contiguous in memory are merged into runs. Each run must be filled exactly
    by some of the new dimensions.
    """
    runs: list[tuple[int, int]] = []  # (elements, stride of the last dimension of the run); the last run comes first
    for n, stride in zip(reversed(x.shape), reversed(x.strides), strict=True):
        if n == 1:
            continue
        if runs and stride == runs[-1][0] * runs[-1][1]:
            runs[-1] = (runs[-1][0] * n, runs[-1][1])
        else:
            runs.append((n, stride))
    sizes = [n for n in shape if n != 1]
    for elements, _ in runs:
        while elements > 1:
            n = sizes.pop()
            if elements % n:
                return False
            elements //= n
    return True


def expanded(old: Sequence[int], shape: Sequence[int]) -> tuple[int, ...]:
    """The sizes ``shape`` with each -1 replaced. Raises if the sizes ``old`` cannot be expanded to them."""
    missing = len(shape) - len(old)
    if missing < 0:
        raise RuntimeError(
            f"expand(Tensor{{{list(old)}}}, size={list(shape)}): the number of sizes provided ({len(shape)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({len(old)})"
        )
    full = list(shape)
    for i, n in enumerate(shape):
        if i < missing:
            if n < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) isn't allowed in a leading, non-existing dimension {i}. "
                    "Give a size of at least 0 there."
                )
        elif n == -1:
            full[i] = old[i - missing]
        elif n != old[i - missing] and (old[i - missing] != 1 or n < 0):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({old[i - missing]}) at "
                f"non-singleton dimension {i}.  Target sizes: {list(shape)}.  Tensor sizes: {list(old)}. Sizes are "
                "compared from the last dimension on, and have to be equal, or that of the tensor 1."
            )
    return tuple(full)
