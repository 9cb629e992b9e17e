"""Tensors that share memory with other objects."""

from __future__ import annotations

from typing import Any

from ...arrays import dtypes
from ...declare.families import composite
from ...tape.tensor import wrap
from .read_buffers import elements


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
    t = wrap(elements(buffer, dtypes.as_numpy(dtype), count, offset), requires_grad)
    t._wg_cell().foreign = True
    return t
