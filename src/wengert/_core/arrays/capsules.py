"""Capsules of DLPack: memory that one library hands to another, once, in an object of Python's C interface."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from .. import errors
from . import arrays

KIND_AT = {b"dltensor": 8, b"dltensor_versioned": 40}  # where the struct in a capsule says the kind of device

_is_named = ctypes.pythonapi.PyCapsule_IsValid
_is_named.restype, _is_named.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def is_capsule(value: Any) -> bool:
    """Whether this is a capsule. Python has no name for their type."""
    return type(value).__name__ == "PyCapsule"


class Exported:
    """The tensor in a capsule, as an object with ``__dlpack__``, which is what arrays are made of.

    Raises:
        RuntimeError: if there is no tensor in the capsule, or it has been taken.
    """

    def __init__(self, capsule: Any) -> None:
        name = next((n for n in KIND_AT if _is_named(capsule, n)), None)
        if name is None:
            raise errors.elements.no_tensor_in_capsule()
        start = _pointer(capsule, name) + KIND_AT[name]
        self.capsule = capsule
        self.place = tuple(ctypes.c_int32.from_address(start + at).value for at in (0, 4))

    def __dlpack__(self, **options: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, ...]:
        return self.place

    def writable(self, array: Any) -> Any:
        """The array that NumPy made of this. Capsules of the first kind do not say whether they may be written, and
        NumPy takes them for read-only; but they may."""
        if array.flags.writeable:
            return array
        if not array.size:
            return np.empty_like(array)
        low = arrays.address(array) + sum((n - 1) * s for n, s in zip(array.shape, array.strides, strict=True) if s < 0)
        span = sum((n - 1) * abs(s) for n, s in zip(array.shape, array.strides, strict=True)) + array.itemsize
        memory: Any = (ctypes.c_char * span).from_address(low)
        memory.owner = array
        return np.ndarray(array.shape, array.dtype, memory, arrays.address(array) - low, array.strides)
