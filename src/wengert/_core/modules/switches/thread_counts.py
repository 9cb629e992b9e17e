"""How many threads compute: those of the matrix library that NumPy calls. Everything else runs in one."""

from __future__ import annotations

import importlib
import os
from typing import Any

from ... import errors
from ...errors.tracebacks import public

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS")


def _control() -> Any:
    """The package that knows the threads of matrix libraries, if it is installed."""
    try:
        return importlib.import_module("threadpoolctl")
    except ImportError:
        return None


def get_num_threads() -> int:
    """Return how many threads multiply matrices.

    Without the package threadpoolctl, it is what the environment says, or the number of cores: with that the library
    starts.

    >>> import wengert
    >>> wengert.get_num_threads() >= 1
    True
    """
    control = _control()
    if control is not None:
        found = [int(library["num_threads"]) for library in control.threadpool_info() if library["user_api"] == "blas"]
        if found:
            return max(found)
    given = next((os.environ[name] for name in VARIABLES if os.environ.get(name, "").isdigit()), None)
    return max(int(given), 1) if given else os.cpu_count() or 1


@public
def set_num_threads(num_threads: int) -> None:
    """Set how many threads multiply matrices. It needs the package threadpoolctl; without it, this warns.

    Args:
        num_threads: how many.

    Raises:
        RuntimeError: if it is not a positive integer.

    >>> import wengert
    >>> wengert.set_num_threads(wengert.get_num_threads())  # doctest: +SKIP
    """
    _check("set_num_threads", num_threads)
    control = _control()
    if control is not None:
        control.threadpool_limits(limits=num_threads, user_api="blas")
    elif num_threads != get_num_threads():
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
        raise errors.switches.count_type(name, value)
    if value <= 0:
        raise errors.switches.count(name)
