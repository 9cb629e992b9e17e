"""The one thread-local state: grad mode, inference mode, active vmaps and dual levels, anomaly mode."""

from __future__ import annotations

import itertools
import threading


class State:
    """What a thread's modes are now. Everything that consults a mode reads it here, once per call."""

    def __init__(self) -> None:
        self.grad_enabled = True
        self.vmap: tuple[int, ...] = ()  # levels of the vmaps running in this thread, outermost first
        self.counted: tuple[int, ...] = ()  # levels that user code run by the engine may still see as running
        self.dual: tuple[int, ...] = ()  # active forward-mode levels, outermost first
        self.randomness: dict[int, tuple[int, str]] = {}  # by vmap: how many examples, and "same" or "different"


class Local(threading.local):
    """Gives every thread its own :class:`State`."""

    def __init__(self) -> None:
        self.state = State()


local = Local()
new_level = itertools.count(
    1
).__next__  # numbers of vmaps and dual levels: never used twice, so that an ended one is known


def current() -> State:
    """The state of this thread."""
    return local.state
