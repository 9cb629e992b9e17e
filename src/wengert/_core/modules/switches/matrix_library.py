"""How many threads the matrix libraries use that NumPy and SciPy call: OpenBLAS, MKL or BLIS."""

from __future__ import annotations

import ctypes
import functools
import glob
import os
import sys
from collections.abc import Callable
from typing import Any

CALLERS = ("numpy._core._multiarray_umath", "scipy.linalg._fblas")  # extension modules that the libraries are linked to
SETTERS = (
    "scipy_openblas_set_num_threads64_", "scipy_openblas_set_num_threads", "openblas_set_num_threads64_",
    "openblas_set_num_threads", "MKL_Set_Num_Threads", "bli_thread_set_num_threads",
)  # fmt: skip


def set_threads(number: int) -> bool:
    """Set the threads of the libraries that are loaded; return whether there is one that takes a number."""
    setters = [setter for name in CALLERS if name in sys.modules and (setter := _setter(sys.modules[name].__file__))]
    for setter in setters:
        setter(number)
    return bool(setters)


@functools.cache
def _setter(extension: Any) -> Callable[[int], Any] | None:
    """The function that sets the threads of the library that an extension module calls.

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
        for name in SETTERS:
            found = getattr(library, name, None)
            if found is not None:
                found.argtypes, found.restype = [ctypes.c_int], None
                return found  # type: ignore[no-any-return]
    return None
