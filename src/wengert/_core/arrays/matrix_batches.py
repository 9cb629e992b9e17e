"""Products of many matrices, which the pure build leaves to NumPy: see ``matrix_batches.pyx``."""

from __future__ import annotations

from typing import Any


def matmul(xp: Any, x: Any, y: Any, out: Any = None) -> Any:
    """``xp.matmul(x, y)``."""
    return xp.matmul(x, y) if out is None else xp.matmul(x, y, out=out)
