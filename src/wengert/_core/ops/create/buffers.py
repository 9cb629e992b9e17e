"""Tensors that share memory with other objects."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes
from ...declare.families import composite
from ...tape.tensor import wrap


@composite("frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False)", method=False)
def frombuffer(buffer: Any, *, dtype: Any, count: int = -1, offset: int = 0, requires_grad: bool = False) -> Any:
    """Creates a tensor that shares the memory of an object with Python's buffer protocol.

    Args:
        buffer: the object: ``bytearray``, ``memoryview``, ``mmap``, …
        count: the number of elements; a negative number means all of them
        offset: the number of bytes before the first element

    Raises:
        ValueError: if the buffer is too small.

    >>> wengert.frombuffer(bytearray([1, 0, 2, 0]), dtype=wengert.int16)
    tensor([1, 2], dtype=wengert.int16)
    """
    target = dtypes.as_numpy(dtype)
    try:
        size = memoryview(buffer).nbytes
    except TypeError:
        raise errors.elements.no_buffer() from None
    wrong = errors.elements.buffer(size, target.itemsize, count, offset)
    if wrong is not None:
        raise wrong
    n = (size - offset) // target.itemsize if count < 0 else count
    made = np.frombuffer(buffer, np.uint8, n * target.itemsize, offset).view(target)
    if not made.flags.writeable:
        errors.text.warn(
            "The given buffer is not writable: writing the tensor will fail. Copy it: wengert.tensor(...)."
        )
    t = wrap(made, requires_grad)
    t._wg_cell().foreign = True
    return t
