"""The device beside the CPU, by PyTorch's names that fit every kind of one. Here it is the GPU that CuPy finds."""

from __future__ import annotations

from typing import Any

from ... import errors
from ...api import cuda
from ...arrays import arrays


def is_available() -> bool:
    """Return whether there is a GPU to compute on.

    >>> import wengert
    >>> device = wengert.accelerator.current_accelerator() if wengert.accelerator.is_available() else "cpu"
    """
    return cuda.is_available()


def device_count() -> int:
    """Return the number of GPUs; 0 without CuPy."""
    return cuda.device_count()


def current_accelerator(check_available: bool = False) -> Any:
    """Return the device ``cuda``; None without a GPU.

    Args:
        check_available: makes no difference: there is a device only if it is available.
    """
    return arrays.device("cuda") if cuda.is_available() else None


def current_device_index() -> int:
    """Return the number of the GPU on which tensors are made where ``device="cuda"`` has no number.

    Raises:
        RuntimeError: if there is no GPU, as all functions below.
    """
    _needed()
    return cuda.current_device()


def set_device_index(device: Any, /) -> None:
    """Choose the GPU on which tensors are made where ``device="cuda"`` has no number.

    Args:
        device: a device or its number. A negative number changes nothing.
    """
    _needed()
    cuda.set_device(device)


class device_index:  # noqa: N801  (torch's name)
    """Within the context, another GPU is the current one: see :func:`set_device_index`.

    Args:
        device: its number; None changes nothing.
    """

    def __init__(self, device: int | None, /) -> None:
        self._chosen = cuda.device(device)

    def __enter__(self) -> None:
        self._chosen.__enter__()

    def __exit__(self, *error: object) -> None:
        self._chosen.__exit__(*error)


def synchronize(device: Any = None, /) -> None:
    """Wait until a GPU has done all that it was given.

    Args:
        device: a device or its number; default: the current one.
    """
    _needed()
    cuda.synchronize(device)


def empty_cache() -> None:
    """Give back the memory that CuPy keeps for later."""
    _needed()
    cuda.empty_cache()


def memory_allocated(device: Any = None, /) -> int:
    """Return how many bytes of a GPU arrays hold.

    Args:
        device: a device or its number; default: the current one.
    """
    _needed()
    return cuda.memory_allocated(device)


def memory_reserved(device: Any = None, /) -> int:
    """Return how many bytes of a GPU arrays hold, and CuPy keeps for later.

    Args:
        device: a device or its number; default: the current one.
    """
    _needed()
    return cuda.memory_reserved(device)


def _needed() -> None:
    if not cuda.is_available():
        raise errors.switches.no_accelerator()
