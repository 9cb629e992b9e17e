"""How many threads the matrix libraries use that NumPy and SciPy call: OpenBLAS, MKL or BLIS."""

from __future__ import annotations

import ctypes
import functools
import glob
import os
import sys
import threading
from typing import Any

CALLERS = ("numpy._core._multiarray_umath", "scipy.linalg._fblas")  # extension modules that the libraries are linked to
FUNCTIONS = (
    ("scipy_openblas_set_num_threads64_", "scipy_openblas_get_num_threads64_"),
    ("scipy_openblas_set_num_threads", "scipy_openblas_get_num_threads"),
    ("openblas_set_num_threads64_", "openblas_get_num_threads64_"),
    ("openblas_set_num_threads", "openblas_get_num_threads"),
    ("MKL_Set_Num_Threads", "MKL_Get_Max_Threads"),
    ("bli_thread_set_num_threads", "bli_thread_get_num_threads"),
)


class _Single:
    """Who wants NumPy's library to use one thread, because threads of ours call it side by side."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.usual = 1  # the number of threads when nobody does


_single = _Single()


def set_threads(number: int) -> bool:
    """Set the threads of the libraries that are loaded; return whether there is one that takes a number."""
    found = [f for name in CALLERS if name in sys.modules and (f := _functions(sys.modules[name].__file__))]
    with _single.lock:
        _single.usual = number
        for k, (setter, _) in enumerate(found):
            if k or not _single.count:
                setter(number)
    return bool(found)


def use_one_thread() -> bool:
    """Make NumPy's library use one thread until :func:`use_threads`. Return False if that cannot be done."""
    found = _functions(sys.modules[CALLERS[0]].__file__)
    if found is None:
        return False
    setter, getter = found
    with _single.lock:
        if not _single.count:
            _single.usual = getter()
            setter(1)
        _single.count += 1
    return True


def use_threads() -> None:
    """Let NumPy's library use its threads again, if nobody else has made it use one."""
    setter, _ = _functions(sys.modules[CALLERS[0]].__file__)
    with _single.lock:
        _single.count -= 1
        if not _single.count:
            setter(_single.usual)


def _forget() -> None:
    """In a child of a fork, nobody computes."""
    global _single
    before, _single = _single, _Single()
    if before.count:
        _functions(sys.modules[CALLERS[0]].__file__)[0](before.usual)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@functools.cache
def _functions(extension: Any) -> Any:
    """The functions that set and get the threads of the library that an extension module calls; None without them.

    The system looks a name up in the libraries of a library, too. Windows does not: there, wheels have them in a folder
    beside the package.
    """
    package = os.path.dirname(extension)
    while os.path.exists(os.path.join(os.path.dirname(package), "__init__.py")):
        package = os.path.dirname(package)
    for path in (extension, *glob.glob(os.path.join(package + ".libs", "*.dll"))):
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        for names in FUNCTIONS:
            setter, getter = [getattr(library, name, None) for name in names]
            if setter is not None and getter is not None:
                setter.argtypes, setter.restype = [ctypes.c_int], None
                getter.argtypes, getter.restype = [], ctypes.c_int
                return setter, getter
    return None
