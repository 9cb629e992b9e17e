"""Recurrent layers by loops, which the pure build leaves to NumPy: see ``recurrent_loops.pyx``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def scan(
    kind: str, gates: Any, h: Any, c: Any, w: Any, b: Any, w_hr: Any, sizes: Sequence[int], backwards: bool
) -> Any:
    """The states, the last ones, for an LSTM the cells and the last ones, and what backward passes need of the gates.

    None, since NumPy has to compute them, as all that follow.
    """
    return None


def gradients(
    kind: str, g: Any, g_last: Any, g_cells: Any, g_last_cell: Any, h: Any, c: Any, w: Any, w_hr: Any, states: Any,
    cells: Any, acts: Any, sizes: Sequence[int], backwards: bool,
) -> Any:  # fmt: skip
    """The gradients for ``gates``, for the products with ``w``, for ``h``, ``c`` and ``w_hr``."""
    return None
