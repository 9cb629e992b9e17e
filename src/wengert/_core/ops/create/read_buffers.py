"""Arrays on the memory of objects with Python's buffer protocol."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import errors


def elements(buffer: Any, dtype: np.dtype[Any], count: int = -1, offset: int = 0) -> Any:
    """The bytes of a buffer as an array of ``dtype``: ``count`` elements behind ``offset`` bytes, or all of them."""
    try:
        size = memoryview(buffer).nbytes
    except TypeError:
        raise errors.elements.no_buffer() from None
    wrong = errors.elements.buffer(size, dtype.itemsize, count, offset)
    if wrong is not None:
        raise wrong
    n = (size - offset) // dtype.itemsize if count < 0 else count
    made = np.frombuffer(buffer, np.uint8, n * dtype.itemsize, offset).view(dtype)
    if not made.flags.writeable:
        errors.text.warn(
            "The given buffer is not writable: writing the tensor will fail. Copy it: wengert.tensor(...)."
        )
    return made
