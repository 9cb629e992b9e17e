"""Whether there is a GPU. Streams and pinned memory come later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import errors, random
from .arrays import cuda_available, cupy

__path__: list[str] = []  # a package to Python, which then asks what is not there by `errors.absent`, as of the others

if not TYPE_CHECKING:
    __getattr__ = errors.absent.looked_up_in(__name__)


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
        random.manual_seed(seed)


manual_seed_all = manual_seed
