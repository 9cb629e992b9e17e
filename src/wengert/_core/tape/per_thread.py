"""What each thread has of its own, in the pure build: see ``per_thread.pyx``."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar


class Owned:
    """What one thread has of its own."""


S = TypeVar("S", bound=Owned)


class PerThread(threading.local, Generic[S]):
    """Gives every thread a ``state`` of its own, which ``begin`` makes when the thread first asks."""

    state: S

    def __init__(self, begin: Callable[[], S]) -> None:
        self.state = begin()
