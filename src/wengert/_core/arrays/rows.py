"""Sums, maxima and scans of rows, which the pure build leaves to NumPy: see ``rows.pyx``."""

from __future__ import annotations

from typing import Any

SHORT = 128  # elements of the longest row for which the compiled build has the place of the maximum, too
LARGE = 1 << 62  # elements from which on the compiled build shares a sum between threads


def by_row(a: Any, axis: Any, largest: bool, keepdims: bool, squares: bool = False) -> Any:
    """The sums or maxima of rows, along the last axes or of all elements; None, since NumPy has to compute them."""
    return None


def add_groups(a: Any, count: int, group: int, n: int) -> Any:
    """``a[:count * group * n].reshape(count, group, n).sum(1)`` in float64; None, since NumPy has to compute it."""
    return None


def moments_by_row(a: Any, axis: Any) -> Any:
    """The moments of rows; None, since NumPy has to compute them."""
    return None


def variances_by_row(a: Any, axis: Any, divisor: float, keepdims: bool, roots: bool) -> Any:
    """The variances of rows or their square roots, and the means; None, since NumPy has to compute them."""
    return None


def product_by_row(a: Any, axis: Any, keepdims: bool) -> Any:
    """The products of rows; None, since NumPy has to compute them."""
    return None


def others_by_row(a: Any, axis: Any) -> Any:
    """For each element, the product of all others of its row; None, since NumPy has to compute it."""
    return None


def places_by_row(x: Any, found: Any) -> Any:
    """The index in each row of ``x`` where its maximum first occurs, which :func:`by_row` never finds here."""
    raise NotImplementedError


def running(a: Any, axis: int, product: bool, backwards: bool) -> Any:
    """The cumulative sums or products of float32 numbers; None, since NumPy has to compute them."""
    return None
