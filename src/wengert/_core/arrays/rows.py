"""Sums and maxima of rows, which the pure build leaves to NumPy: see ``rows.pyx``."""

from __future__ import annotations

from typing import Any


def by_row(a: Any, axis: Any, largest: bool, keepdims: bool) -> Any:
    """The sums or maxima of short rows along the last axis; None, since NumPy has to compute them."""
    return None


def moments_by_row(a: Any, axis: Any) -> Any:
    """The moments of short rows; None, since NumPy has to compute them."""
    return None


def places_by_row(x: Any, found: Any) -> Any:
    """The index in each row of ``x`` where its maximum first occurs, which :func:`by_row` never finds here."""
    raise NotImplementedError
