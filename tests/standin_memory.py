"""The memory of the stand-in for CuPy, with the names of CuPy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np


class Memory:
    """The piece of memory an array lies in."""

    def __init__(self, array: np.ndarray[Any, np.dtype[Any]]) -> None:
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        as_it_lies = owner.transpose(sorted(range(owner.ndim), key=lambda d: -owner.strides[d]))
        self.row = as_it_lies.reshape(-1).view(np.uint8)
        self.ptr = owner.__array_interface__["data"][0]
        self.size = self.row.nbytes


class UnownedMemory(Memory):
    """Memory that an object keeps alive."""

    def __init__(self, ptr: int, size: int, owner: Any) -> None:
        region = SimpleNamespace(owner=owner)
        region.__array_interface__ = {"data": (ptr, False), "typestr": "|u1", "shape": (size,), "version": 3}
        self.row, self.ptr, self.size = np.asarray(region), ptr, size


class Pointer:
    """A place in memory."""

    def __init__(self, mem: Memory, offset: int) -> None:
        self.mem, self.ptr = mem, mem.ptr + offset

    def __add__(self, offset: int) -> Pointer:
        return Pointer(self.mem, self.ptr - self.mem.ptr + offset)
