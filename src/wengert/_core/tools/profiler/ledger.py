"""Memory: who took it, when it was given back, and how much there was at most.

NumPy does not say when it takes memory. What can be seen is what an operation leaves behind: an array whose memory was
not there before. It counts for the innermost operation that gave it, and against the one that runs when the array goes.
What a kernel takes and gives back itself is not seen.
"""

from __future__ import annotations

import functools
import weakref
from threading import get_ident
from time import perf_counter_ns as clock
from typing import Any

import numpy as np

from ...arrays import arrays
from ...arrays.coo import parts
from ...tape.tensor import payload_of


def payloads(values: Any) -> list[Any]:
    """The arrays within arguments or results."""
    found = []
    for v in values if isinstance(values, (tuple, list)) else (values,):
        found += [part for part in parts(payload_of(v)) if arrays.is_array(part)]
    return found


class Ledger:
    """The memory that came and went while a profile runs.

    ``entries`` are ``(time in ns, on a device, bytes, details of the run)``, negative where memory went; the details
    are None where nothing ran.
    """

    def __init__(self) -> None:
        self.entries: list[tuple[int, bool, int, Any]] = []
        self.live: dict[int, Any] = {}
        self.running: dict[int, list[Any]] = {}  # by thread: the details of what runs, innermost last
        self.open = True

    def known(self, args: Any) -> set[int]:
        """What of the memory is not new: that of the arguments."""
        return {id(a if a.base is None else arrays.owner(a)) for a in payloads(args or ())}

    def entered(self, details: Any) -> None:
        """Something begins."""
        self.running.setdefault(get_ident(), []).append(details)

    def left(self, details: Any) -> None:
        """It ends."""
        running = self.running.get(get_ident(), [])
        for i in range(len(running) - 1, -1, -1):
            if running[i] is details:
                del running[i]
                return

    def take(self, at: int, details: Any, result: Any, known: set[int]) -> None:
        """Note the memory of results that is new."""
        for a in payloads(result):
            whole = a if a.base is None else arrays.owner(a)
            key = id(whole)
            if key in self.live or key in known:
                continue
            device = not isinstance(whole, np.ndarray)
            size = int(whole.nbytes)
            self.live[key] = weakref.ref(whole, functools.partial(self.gone, key, device, size))
            self.entries.append((at, device, size, details))

    def gone(self, key: int, device: bool, size: int, ref: Any) -> None:
        """An array is no more."""
        self.live.pop(key, None)
        if self.open:
            running = self.running.get(get_ident())
            self.entries.append((clock(), device, -size, running[-1] if running else None))

    def close(self) -> None:
        """Note no more."""
        self.open = False
        self.live.clear()
        self.running.clear()
