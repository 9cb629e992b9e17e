"""Query the GPU and seed its random numbers."""

from __future__ import annotations

from ..arrays.arrays import cuda_available, cupy
from ..ops.random import generator


def is_available() -> bool:
    """Return whether CuPy is installed and finds a GPU.

    >>> import wengert
    >>> wengert.cuda.is_available() in (True, False)
    True
    """
    return cuda_available()


def device_count() -> int:
    """Return the number of GPUs; 0 without CuPy."""
    return int(cupy().cuda.runtime.getDeviceCount()) if cuda_available() else 0


def manual_seed(seed: int) -> None:
    """Seed the random numbers drawn for the GPU. They come from the CPU's generator. Without a GPU, do nothing.

    Args:
        seed: an integer.

    >>> import wengert
    >>> wengert.cuda.manual_seed(0)
    """
    if is_available():
        generator.manual_seed(seed)


manual_seed_all = manual_seed
