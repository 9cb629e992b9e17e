"""The number of threads that share a loop, which the pure build only remembers: it has no loops of its own."""

from __future__ import annotations

from . import cores

_count = cores.usable()


def count() -> int:
    """How many threads may share a loop of the compiled build."""
    return _count


def set_count(number: int) -> None:
    """Set how many threads may share a loop of the compiled build."""
    global _count
    _count = number


def started() -> int:
    """How many threads wait for work: none, in this build."""
    return 0


def taken() -> int:
    """How many parts of loops they have computed."""
    return 0
