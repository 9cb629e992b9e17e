"""Capsules of DLPack: memory that one library hands to another, once, in an object of Python's C interface."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from .. import errors
from . import arrays, dtypes

KIND_AT = {b"dltensor": 8, b"dltensor_versioned": 40}  # where the struct in a capsule says the kind of device
DTYPE_AT = 12  # from there on: the code of a dtype in a byte, its bits, and in two bytes the lanes
UINT16, BFLOAT16 = bytes([1, 16, 1, 0]), bytes([4, 16, 1, 0])

_is_named = ctypes.pythonapi.PyCapsule_IsValid
_is_named.restype, _is_named.argtypes = ctypes.c_int, (ctypes.py_object, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def is_capsule(value: Any) -> bool:
    """Whether this is a capsule. Python has no name for their type."""
    return type(value).__name__ == "PyCapsule"


def _start(capsule: Any) -> int:
    """The address of what the struct in a capsule says of the tensor, from the kind of device on."""
    name = next((n for n in KIND_AT if _is_named(capsule, n)), None)
    if name is None:
        raise errors.elements.no_tensor_in_capsule()
    return int(_pointer(capsule, name)) + KIND_AT[name]


def restated(capsule: Any, old: bytes, new: bytes) -> bool:
    """Let a capsule state another dtype of the same size, if it states ``old``. Whether it did."""
    stated = (ctypes.c_char * 4).from_address(_start(capsule) + DTYPE_AT)
    found = stated.raw == old
    if found:
        stated.raw = new
    return found


class Exported:
    """The tensor in a capsule, as an object with ``__dlpack__``, which is what arrays are made of.

    NumPy does not read bfloat16: it is given the bits.

    Raises:
        RuntimeError: if there is no tensor in the capsule, or it has been taken.
    """

    def __init__(self, capsule: Any) -> None:
        start = _start(capsule)
        self.capsule = capsule
        self.in_bits = restated(capsule, BFLOAT16, UINT16)
        self.place = tuple(ctypes.c_int32.from_address(start + at).value for at in (0, 4))

    def __dlpack__(self, **options: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, ...]:
        return self.place

    def array(self) -> Any:
        """The array that NumPy makes of this."""
        array = self._writable(np.from_dlpack(self))  # type: ignore[arg-type]
        return array.view(dtypes.BF16) if self.in_bits else array

    def _writable(self, array: Any) -> Any:
        """The same array. Capsules of the first kind do not say whether they may be written, and NumPy takes them for
        read-only; but they may."""
        if array.flags.writeable:
            return array
        if not array.size:
            return np.empty_like(array)
        low = arrays.address(array) + sum((n - 1) * s for n, s in zip(array.shape, array.strides, strict=True) if s < 0)
        span = sum((n - 1) * abs(s) for n, s in zip(array.shape, array.strides, strict=True)) + array.itemsize
        memory: Any = (ctypes.c_char * span).from_address(low)
        memory.owner = array
        return np.ndarray(array.shape, array.dtype, memory, arrays.address(array) - low, array.strides)
