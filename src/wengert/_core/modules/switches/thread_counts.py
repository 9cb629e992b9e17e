"""How many threads compute: those that share wengert's own loops, and those of the matrix library."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...arrays import matrix_library, threads
from ...errors.tracebacks import public

LARGEST = (1 << 31) - 1  # the most that the libraries take: a C integer


def get_num_threads() -> int:
    """Return how many threads at most compute one operation.

    At first it is ``OMP_NUM_THREADS`` if that is set, else the number of cores that the process may use.

    >>> import wengert
    >>> wengert.get_num_threads() >= 1
    True
    """
    return threads.count()


@public
def set_num_threads(num_threads: int) -> None:
    """Set how many threads at most compute one operation: a large loop of wengert's own, or a product of matrices.

    wengert's own loops give the same bits on any number of threads. A library that is loaded later, as SciPy's, starts
    with a number of its own.

    Args:
        num_threads: how many.

    Raises:
        RuntimeError: if it is not a positive integer.

    >>> import wengert
    >>> wengert.set_num_threads(wengert.get_num_threads())
    """
    _check("set_num_threads", num_threads)
    changed = num_threads != threads.count()
    threads.set_count(min(num_threads, LARGEST))
    if not matrix_library.set_threads(min(num_threads, LARGEST)) and changed:
        errors.text.warn(errors.switches.no_threads(num_threads))


def get_num_interop_threads() -> int:
    """Return how many operations run at once: 1.

    >>> import wengert
    >>> wengert.get_num_interop_threads()
    1
    """
    return 1


@public
def set_num_interop_threads(num_threads: int) -> None:
    """Set how many operations run at once. For more than 1 it warns: it is always 1.

    Args:
        num_threads: how many.

    Raises:
        RuntimeError: if it is not a positive integer.

    >>> import wengert
    >>> wengert.set_num_interop_threads(1)
    """
    _check("set_num_interop_threads", num_threads)
    if num_threads != 1:
        errors.text.warn(errors.switches.no_interop())


def _check(name: str, value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuntimeError(f"{name} expects an int, but got {type(value).__name__}")
    if value <= 0:
        raise errors.switches.count(name)
