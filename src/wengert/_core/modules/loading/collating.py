"""How the items of a batch become one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...api.generated import functions
from ...arrays import dtypes
from ...tape.tensor import TensorBase

TEXT = (str, bytes)


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
    first = batch[0]
    if isinstance(first, TensorBase):
        if first.is_sparse:  # type: ignore[attr-defined]
            raise errors.loading.sparse_batch()
        return functions.stack(batch, 0)
    if isinstance(first, np.ndarray):
        if first.dtype.kind in "SUO":
            raise errors.loading.collated(first.dtype)
        return default_collate([functions.as_tensor(x) for x in batch])
    if isinstance(first, (np.bool_, np.number, np.object_)):
        return functions.as_tensor(batch)
    if isinstance(first, float):
        return functions.tensor(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return functions.tensor(batch)
    if isinstance(first, TEXT):
        return batch
    if isinstance(first, Mapping):
        return _like_mapping(first, {key: default_collate([d[key] for d in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*[default_collate(part) for part in _transposed(batch, False)])
    if isinstance(first, Sequence):
        parts = [default_collate(part) for part in _transposed(batch, True)]
        return parts if isinstance(first, tuple) else _like_sequence(first, parts)
    raise errors.loading.collated(type(first))


def _transposed(batch: Any, checked: bool) -> list[tuple[Any, ...]]:
    """For each place in the items, what they have there."""
    rows = [tuple(item) for item in batch]
    if checked and any(len(row) != len(rows[0]) for row in rows):
        raise errors.loading.unequal()
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
        return data if data.dtype.kind in "SUO" else functions.as_tensor(data)
    return _within(data, default_convert)


def pinned(data: Any) -> Any:
    """A batch with its tensors in page-locked memory, and with what else can be pinned."""
    if isinstance(data, TEXT):
        return data
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
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
