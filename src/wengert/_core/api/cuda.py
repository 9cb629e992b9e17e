"""Whether there is a GPU, and its random numbers."""

from __future__ import annotations

from ..arrays.arrays import cuda_available, cupy
from ..ops.random import generator


def is_available() -> bool:
    """Whether CuPy is installed and sees a GPU.

    >>> import wengert
    >>> wengert.cuda.is_available() in (True, False)
    True
    """
    return cuda_available()


def device_count() -> int:
    """The number of GPUs; 0 without CuPy."""
    return int(cupy().cuda.runtime.getDeviceCount()) if cuda_available() else 0


def manual_seed(seed: int) -> None:
    """Seed the random numbers drawn for the GPU, which are those of the CPU's generator; nothing without a GPU.

    Args:
        seed: an integer.

    >>> import wengert
    >>> wengert.cuda.manual_seed(0)
    """
    if is_available():
        generator.manual_seed(seed)


manual_seed_all = manual_seed
