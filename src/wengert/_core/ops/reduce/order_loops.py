"""Sorts, the first few elements of rows and those of a rank, which the pure build leaves to NumPy: see ``order_loops.pyx``."""

from __future__ import annotations

from typing import Any


def first_few(x: Any, k: int, largest: bool) -> Any:
    """The ``k`` largest or smallest elements of each row and their indices; None, since NumPy has to find them."""
    return None


def of_rank(x: Any, k: int, keepdim: bool) -> Any:
    """The element of rank ``k`` in each row and its index; None, since NumPy has to find it."""
    return None


def argsorted(x: Any, descending: bool) -> Any:
    """The indices that sort each row stably; None, since NumPy has to find them."""
    return None
