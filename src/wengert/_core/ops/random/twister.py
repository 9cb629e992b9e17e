"""The Mersenne Twister MT19937 by NumPy's engine, in the pure build: see ``twister.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np


class Twister:
    """An engine that starts with a seed of 32 bits.

    Its caller sees to it that one thread at a time uses it.
    """

    def __init__(self, seed: int) -> None:
        self._engine = np.random.MT19937(0)
        np.random.RandomState(self._engine).seed(seed)

    @property
    def state(self) -> tuple[Any, int]:
        """The 624 words of the state, as an array of uint32, and how many of its numbers were drawn."""
        state: Any = self._engine.state["state"]
        return state["key"], int(state["pos"])

    @state.setter
    def state(self, state: tuple[Any, int]) -> None:
        self._engine.state = {"bit_generator": "MT19937", "state": {"key": state[0], "pos": state[1]}}

    def words(self, n: int, wide: bool) -> Any:
        """``n`` words of 32 bits, or of 64 (the first draw is the upper half), as uint64."""
        raw = self._engine.random_raw(2 * n if wide else n)
        return (raw[0::2] << np.uint64(32)) | raw[1::2] if wide else raw
