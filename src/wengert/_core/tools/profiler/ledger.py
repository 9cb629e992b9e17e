"""Record memory: the operations that allocate it, when it is freed, and the peak.

NumPy does not report allocations. What can be observed is the result of an operation: an array whose memory did not
exist before. It is counted for the innermost operation that returned it, and its release for the operation that runs
when the array is freed. Temporary memory inside a kernel is not seen.
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
    """The arrays in arguments or results."""
    arrays_ = []
    for v in values if isinstance(values, (tuple, list)) else (values,):
        arrays_ += [part for part in parts(payload_of(v)) if arrays.is_array(part)]
    return arrays_


class Ledger:
    """The memory that is allocated and freed while a profile runs.

    ``entries`` are ``(time in ns, on a device, bytes, details of the run)``. The bytes are negative for a release. The
    details are None if nothing was running.
    """

    def __init__(self) -> None:
        self.entries: list[tuple[int, bool, int, Any]] = []
        self.live: dict[int, Any] = {}
        self.running: dict[int, list[Any]] = {}  # by thread: the details of the running operations, innermost last
        self.open = True

    def known(self, args: Any) -> set[int]:
        """The ids of memory that is not new, because arguments have it."""
        return {id(a if a.base is None else arrays.owner(a)) for a in payloads(args or ())}

    def entered(self, details: Any) -> None:
        """Called when an operation starts."""
        self.running.setdefault(get_ident(), []).append(details)

    def left(self, details: Any) -> None:
        """Called when an operation ends."""
        running = self.running.get(get_ident(), [])
        for i in range(len(running) - 1, -1, -1):
            if running[i] is details:
                del running[i]
                return

    def take(self, at: int, details: Any, result: Any, known: set[int]) -> None:
        """Record the new memory among the results."""
        for a in payloads(result):
            base = a if a.base is None else arrays.owner(a)
            key = id(base)
            if key in self.live or key in known:
                continue
            device = not isinstance(base, np.ndarray)
            size = int(base.nbytes)
            self.live[key] = weakref.ref(base, functools.partial(self.gone, key, device, size))
            self.entries.append((at, device, size, details))

    def gone(self, key: int, device: bool, size: int, ref: Any) -> None:
        """Called when an array is freed."""
        self.live.pop(key, None)
        if self.open:
            running = self.running.get(get_ident())
            self.entries.append((clock(), device, -size, running[-1] if running else None))

    def close(self) -> None:
        """Stop recording."""
        self.open = False
        self.live.clear()
        self.running.clear()
