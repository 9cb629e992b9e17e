"""Recurrent layers by loops, which the pure build leaves to NumPy: see ``recurrent_loops.pyx``."""

from __future__ import annotations

from typing import Any


def rnn(gates: Any, h: Any, w: Any, bend: str, backwards: bool) -> Any:
    """The states of an Elman layer; None, since NumPy has to compute them, as all that follow."""
    return None


def rnn_gradients(g: Any, w: Any, states: Any, bend: str, backwards: bool) -> Any:
    """The gradients for ``gates`` and ``h``."""
    return None


def gru(gates: Any, h: Any, w: Any, b: Any, backwards: bool) -> Any:
    """The states and gates of gated recurrent units."""
    return None


def gru_gradients(g: Any, h: Any, w: Any, states: Any, acts: Any, backwards: bool) -> Any:
    """The gradients for ``gates``, the products with ``w``, and ``h``."""
    return None


def lstm(gates: Any, h: Any, c: Any, w: Any, backwards: bool) -> Any:
    """The states, cells and gates of a long short-term memory."""
    return None


def lstm_gradients(g: Any, g_cells: Any, c: Any, w: Any, cells: Any, acts: Any, backwards: bool) -> Any:
    """The gradients for ``gates``, ``h`` and ``c``."""
    return None
