"""Products of matrices, which the pure build leaves to NumPy: see ``matrix_batches.pyx``."""

from __future__ import annotations

from typing import Any


def product(x: Any, y: Any, bias: Any = None) -> Any:
    """``x.dot(y)``, of two matrices, plus a vector that is added to each row."""
    out = x.dot(y)
    if bias is not None:
        out += bias
    return out


def matmul(xp: Any, x: Any, y: Any, out: Any = None) -> Any:
    """``xp.matmul(x, y)``."""
    if out is None and x.shape[-1] == 1 == y.shape[-2]:
        return x * y  # there is no sum
    return xp.matmul(x, y) if out is None else xp.matmul(x, y, out=out)


def cross_products(x: Any, y: Any, dim: int) -> Any:
    """The cross products of vectors along ``dim``; None, since NumPy has to compute them."""
    return None
