"""The extension for linear algebra of the array API standard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.api import public
from ..linalg import det, diagonal, eigh, eigvalsh, inv, matrix_power, qr, slogdet, svd, svdvals
from .._core.modules.array_api.arrangement import matrix_transpose
from .._core.modules.array_api.linalg import (
    cholesky, cross, matmul, matrix_norm, matrix_rank, outer, pinv, solve, tensordot, trace, vecdot, vector_norm,
)  # fmt: skip

__all__ = [
    "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "matmul", "matrix_norm", "matrix_power",
    "matrix_rank", "matrix_transpose", "outer", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "tensordot",
    "trace", "vecdot", "vector_norm",
]  # fmt: skip

if not TYPE_CHECKING:  # type checkers report missing names themselves
    __getattr__, __dir__ = public.surface(__name__)
