"""Memory of NumPy arrays that shows what reads it before it is written, or reads and writes beside it.

:func:`guarded` lets NumPy take its memory from ``guarded_memory.c``. New memory has one byte everywhere, as has a guard
before and behind it. A result that changes with this byte was computed from something that nobody had written, or that
lies outside. A guard that has changed when memory is freed was written.
"""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

BYTES = (0x00, 0xFF, 0x42, 0xC2)  # zeros and False; NaN, -1 and True; large numbers of both signs
SET_HANDLER = 304  # the place of PyDataMem_SetHandler in NumPy's table of functions
M_PERTURB = -6  # mallopt's name for the byte of freed memory; new memory has its complement


AVAILABLE = os.name == "posix" and shutil.which("cc") is not None


@functools.cache
def library() -> ctypes.CDLL:
    """``guarded_memory.c``, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "guarded_memory.so")
        source = Path(__file__).with_suffix(".c")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", path], check=True)
        return ctypes.CDLL(str(path))


@functools.cache
def handler() -> object:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(ctypes.c_char.in_dll(library(), "guarded_handler")), b"mem_handler", None)


@functools.cache
def set_handler() -> ctypes._CFuncPtr:
    """NumPy's function that sets where new arrays have their memory, and returns what was set before."""
    table = ctypes.pythonapi.PyCapsule_GetPointer
    table.restype, table.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    functions = ctypes.cast(table(np._core.multiarray._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(functions[SET_HANDLER])


LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def perturb(byte: int) -> None:
    """Fill what the C library hands out, too, where it can do so."""
    if LIBC is not None and hasattr(LIBC, "mallopt"):
        LIBC.mallopt(M_PERTURB, byte)


@contextmanager
def guarded(byte: int) -> Iterator[None]:
    """New arrays of this thread have this byte everywhere, and around them. Nothing is written outside of any.

    Without a C compiler they are as always.
    """
    if not AVAILABLE:
        yield
        return
    library().guarded_fill(byte)
    library().guarded_written_outside()
    before = set_handler()(handler())
    perturb(byte ^ 255)
    try:
        yield
    finally:
        perturb(0)
        set_handler()(before)
    outside = library().guarded_written_outside()
    assert not outside, f"bytes outside of {outside} array{'s' * (outside > 1)} were written"
