"""How the items of a batch become one."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...ops.sparse.sparse import is_sparse
from ...tape.tensor import Tensor, TensorBase

TEXT = (str, bytes)
NO_NUMBERS = re.compile("[SUaO]")  # found in ``dtype.str`` of texts and objects, of which no tensor is made
Kinds = dict[type | tuple[type, ...], Callable[..., Any]]


def default_collate(batch: Any) -> Any:
    """Make one batch of a list of items: tensors are stacked, numbers become a tensor, containers are gone into.

    Args:
        batch: a list of tensors, arrays, numbers, text, or dicts, tuples and lists of these.

    Returns:
        the batch: the container that each item is, with batches in it. A tuple becomes a list.

    Raises:
        TypeError: if it does not know what an item is.
        RuntimeError: if lists have different lengths, or tensors are sparse or have different shapes.

    >>> import wengert
    >>> wengert.utils.data.default_collate([{"x": 1.0, "y": "a"}, {"x": 2.0, "y": "b"}])
    {'x': tensor([1., 2.], dtype=wengert.float64), 'y': ['a', 'b']}
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    """Make one batch of a list of items, by a table of what becomes of each type.

    Args:
        batch: a list of items, which may be containers.
        collate_fn_map: types, or tuples of types, each with a function of a batch and this table.

    Returns:
        the batch: what the function of the items' type returns, or the container that each item is, with batches in it.

    Raises:
        TypeError: if an item is of no type in the table and no container.
        RuntimeError: if lists have different lengths.
    """
    first = batch[0]
    for kind, function in (collate_fn_map or {}).items():
        if type(first) is kind:
            return function(batch, collate_fn_map=collate_fn_map)
    for kind, function in (collate_fn_map or {}).items():
        if isinstance(first, kind):
            return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, Mapping):
        inner = {key: collate([d[key] for d in batch], collate_fn_map=collate_fn_map) for key in first}
        return _like_mapping(first, inner)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*[collate(part, collate_fn_map=collate_fn_map) for part in _transposed(batch, False)])
    if isinstance(first, Sequence):
        parts = [collate(part, collate_fn_map=collate_fn_map) for part in _transposed(batch, True)]
        return parts if isinstance(first, tuple) else _like_sequence(first, parts)
    raise errors.loading.collated(type(first))


def collate_tensor_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    if is_sparse(batch[0]):
        raise errors.loading.sparse_batch()
    return functions.stack(batch, 0)


def collate_numpy_array_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    if NO_NUMBERS.search(batch[0].dtype.str):
        raise errors.loading.collated(batch[0].dtype)
    return collate([functions.as_tensor(x) for x in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    return functions.as_tensor(batch)


def collate_float_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    return functions.tensor(batch, dtype=dtypes.float64)


def collate_int_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    return functions.tensor(batch)


def collate_str_fn(batch: Any, *, collate_fn_map: Kinds | None = None) -> Any:
    return batch


default_collate_fn_map: Kinds = {  # programs add their own types
    Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    float: collate_float_fn,
    int: collate_int_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
}


def _transposed(batch: Any, checked: bool) -> list[tuple[Any, ...]]:
    """For each place in the items, what they have there."""
    rows = [tuple(item) for item in batch]
    if checked and any(len(row) != len(rows[0]) for row in rows):
        raise RuntimeError("each element in list of batch should be of equal size. Give a collate_fn that pads them.")
    return list(zip(*rows, strict=False))


def default_convert(data: Any) -> Any:
    """Make tensors of the arrays in an item, without a batch dimension. What is no array stays as it is.

    Args:
        data: arrays, and containers of these.

    >>> import numpy as np, wengert
    >>> wengert.utils.data.default_convert([np.ones(2), "a", 3])
    [tensor([1., 1.], dtype=wengert.float64), 'a', 3]
    """
    if isinstance(data, TensorBase):
        return data
    if isinstance(data, (np.ndarray, np.generic)):
        return data if NO_NUMBERS.search(data.dtype.str) else functions.as_tensor(data)
    return _within(data, default_convert)


def pinned(data: Any, device: Any = None) -> Any:
    """A batch with its tensors in page-locked memory, and with what else can be pinned. Tuples stay tuples."""
    if isinstance(data, TEXT):
        return data
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
    if isinstance(data, tuple) and not hasattr(data, "_fields"):
        return type(data)(map(pinned, data))
    return _within(data, pinned)


def _within(data: Any, function: Callable[[Any], Any]) -> Any:
    """A container with a function applied to what is in it."""
    if isinstance(data, Mapping):
        return _like_mapping(data, {key: function(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(function, data))
    if isinstance(data, tuple):
        return [function(x) for x in data]
    if isinstance(data, Sequence) and not isinstance(data, TEXT):
        return _like_sequence(data, [function(x) for x in data])
    return data


def _like_mapping(like: Mapping[Any, Any], found: dict[Any, Any]) -> Any:
    """A dict as another mapping is, with its attributes; a plain dict if such a mapping cannot be made."""
    try:
        if isinstance(like, MutableMapping):
            out = copy.copy(like)
            out.update(found)
            return out
        return type(like)(found)  # type: ignore[call-arg]
    except TypeError:
        return found


def _like_sequence(like: Sequence[Any], found: list[Any]) -> Any:
    """A list as another sequence is; a plain list if such a sequence cannot be made."""
    try:
        if isinstance(like, MutableSequence):
            out = copy.copy(like)
            for i, value in enumerate(found):
                out[i] = value
            return out
        return type(like)(found)  # type: ignore[call-arg]
    except TypeError:
        return found
