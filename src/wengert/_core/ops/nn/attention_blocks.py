"""Attention by blocks of queries, which the pure build leaves to NumPy: see ``attention_blocks.pyx``."""

from __future__ import annotations

from typing import Any


def attended(query: Any, key: Any, value: Any, mask: Any, scale: float, is_causal: bool) -> Any:
    """The values, weighted for each query; None, since NumPy has to compute them."""
    return None


def slopes(
    g: Any, query: Any, key: Any, value: Any, result: Any, mask: Any, scale: float, is_causal: bool, needs: Any
) -> Any:
    """The gradients for queries, keys and values; None, since NumPy has to compute them."""
    return None
