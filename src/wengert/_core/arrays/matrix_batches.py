"""Products of matrices, which the pure build leaves to NumPy: see ``matrix_batches.pyx``."""

from __future__ import annotations

from typing import Any


def product(x: Any, y: Any) -> Any:
    """``x.dot(y)``, of two matrices."""
    return x.dot(y)


def matmul(xp: Any, x: Any, y: Any, out: Any = None) -> Any:
    """``xp.matmul(x, y)``."""
    return xp.matmul(x, y) if out is None else xp.matmul(x, y, out=out)
