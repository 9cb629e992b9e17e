"""Loops over the elements that indices name, which the pure build leaves to NumPy: see ``index_loops.pyx``."""

from __future__ import annotations

from typing import Any


def add_rows(out: Any, at: Any, values: Any, outer: int, inner: int) -> bool:
    """``out[:, at[j]] += values[:, j]``, of (outer, ..., inner); False, since NumPy has to do it."""
    return False


def take_rows(x: Any, at: Any, outer: int, inner: int) -> Any:
    """``x[:, at]``, of (outer, ..., inner); None, since NumPy has to do it."""
    return None


def taken(a: Any, at: Any, dim: int) -> Any:
    """The elements that indices along a dimension name; None, since NumPy has to find them."""
    return None


def along(a: Any, at: Any, b: Any, dim: int, ufunc: Any) -> bool:
    """Combine ``b`` with what indices along a dimension name; False, since NumPy has to do it.

    ``ufunc`` says how; None puts it there.
    """
    return False


def add_products(out: Any, rows: Any, columns: Any, values: Any, dense: Any) -> bool:
    """``out[rows[j]] += values[j] * dense[columns[j]]`` for each j; False, since NumPy has to do it."""
    return False


def marked(mask: Any) -> Any:
    """The indices of the True elements, a row for each dimension; None, since NumPy has to find them."""
    return None


def chosen(a: Any, mask: Any) -> Any:
    """The elements where a mask of the same shape is True; None, since NumPy has to find them."""
    return None


def put_chosen(out: Any, mask: Any, values: Any, adds: bool) -> bool:
    """``out[mask] = values`` for a mask of the shape of ``out``, or ``+=``; False, since NumPy has to do it."""
    return False


def all_below(places: Any, n: int) -> Any:
    """Whether there is an index at all and all are from 0 to ``n`` exclusive; None, since NumPy has to answer."""
    return None


def class_losses(x: Any, target: Any, weight: Any, ignore_index: int, axis: int, reduction: int) -> Any:
    """Minus the entry along an axis of each class; None, since NumPy has to compute it."""
    return None


def class_slopes(u: Any, target: Any, weight: Any, shape: Any, ignore_index: int, axis: int, reduction: int) -> Any:
    """The gradient of what :func:`class_losses` takes; None, since NumPy has to compute it."""
    return None
