"""Attention by loops, which the pure build leaves to NumPy: see ``attention_loops.pyx``."""

from __future__ import annotations

from typing import Any


def attended(query: Any, key: Any, value: Any, scale: float) -> Any:
    """The values, weighted for each query; None, since NumPy has to compute them."""
    return None


def slopes(g: Any, query: Any, key: Any, value: Any, result: Any, scale: float, needs: Any) -> Any:
    """The gradients for queries, keys and values; None, since NumPy has to compute them."""
    return None
