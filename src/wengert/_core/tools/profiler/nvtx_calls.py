"""``cuda.nvtx``: ranges and marks of one's own, for NVIDIA's profilers."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from .vendor_ranges import nvtx, nvtx_module


class _Depth(threading.local):
    """How many ranges of a thread are open."""

    count = 0


_depth = _Depth()


def range_push(msg: str) -> int:
    """Begin a range of this thread, inside those that are open. Return how many these are.

    Args:
        msg: the label.

    Raises:
        ImportError: if neither CuPy nor ``nvtx`` is installed, as all functions of this module.
    """
    nvtx()[0](msg)
    _depth.count += 1
    return _depth.count - 1


def range_pop() -> int:
    """End the range of this thread that began last. Return how many are open then."""
    nvtx()[1]()
    _depth.count = max(0, _depth.count - 1)
    return _depth.count


@contextlib.contextmanager
def range(msg: str, *args: Any, **kwargs: Any) -> Iterator[None]:  # noqa: A001  (torch's name)
    """A range around a block, or around the calls of a function that it decorates.

    Args:
        msg: the label.
        args: what ``msg.format`` takes.
        kwargs: what ``msg.format`` takes.
    """
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()


def mark(msg: str) -> None:
    """Mark a moment.

    Args:
        msg: the label.
    """
    found = nvtx_module("mark")
    (found.Mark if hasattr(found, "Mark") else found.mark)(msg)
