"""Sums and maxima of rows, which the pure build leaves to NumPy: see ``rows.pyx``."""

from __future__ import annotations

from typing import Any


def by_row(a: Any, largest: bool) -> Any:
    """The sums, or the largest, along the last axis where a compiled loop can do it."""
    return None


def places_by_row(x: Any, found: Any) -> Any:
    """Where each row of ``x`` first has its number of ``found``, which :func:`by_row` found in it."""
    raise NotImplementedError
