"""What each thread has of its own, in the pure build: see ``per_thread.pyx``."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


class Owned:
    """What one thread has of its own."""


class PerThread(threading.local):
    """Gives every thread a ``state`` of its own, which ``begin`` makes when the thread first asks."""

    def __init__(self, begin: Callable[[], Any]) -> None:
        self.state = begin()
