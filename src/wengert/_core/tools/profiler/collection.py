"""``cuda.profiler``: which part of a program NVIDIA's profilers look at."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from ...arrays.arrays import cupy


def start() -> None:
    """Begin the collection of a profiler that was started to wait for it.

    These are ``nsys profile --capture-range=cudaProfilerApi`` and ``nvprof --profile-from-start off``.

    Raises:
        RuntimeError: if CuPy is not installed, as all functions of this module.
    """
    cupy().cuda.runtime.profilerStart()


def stop() -> None:
    """End what :func:`start` began."""
    cupy().cuda.runtime.profilerStop()


@contextlib.contextmanager
def profile() -> Iterator[None]:
    """A block of which the profiler collects what the GPU does, and ranges of
    :class:`~wengert.autograd.profiler.emit_nvtx`. Outside of such blocks it collects nothing."""
    start()
    try:
        yield
    finally:
        stop()
