"""Sorts, searches, the first few of rows, those of a rank, and scans: NumPy's in the pure build.

See ``order_loops.pyx``.
"""

from __future__ import annotations

from typing import Any


def first_few(x: Any, k: int, largest: bool) -> Any:
    """The ``k`` largest or smallest elements of each row and their indices; None, since NumPy has to find them."""
    return None


def of_rank(x: Any, k: int) -> Any:
    """The element of rank ``k`` in each row and its index; None, since NumPy has to find it."""
    return None


def argsorted(x: Any, descending: bool) -> Any:
    """The indices that sort each row stably; None, since NumPy has to find them."""
    return None


def searched(edges: Any, values: Any, right: bool) -> Any:
    """The places of values in sorted edges; None, since NumPy has to search."""
    return None


def recurrence(links: Any, b: Any, axis: int, reverse: bool) -> Any:
    """A linear recurrence along an axis; None, since NumPy has to compute it."""
    return None


def records(a: Any, axis: int, largest: bool) -> Any:
    """The extreme of every prefix and its last index; None, since NumPy has to compute them."""
    return None
