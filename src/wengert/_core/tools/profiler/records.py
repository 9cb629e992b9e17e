"""What reads the records of a profile: names as the source spells them, and memory by time."""

from __future__ import annotations

import bisect
import ctypes
import ctypes.util
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any


class StringTable(defaultdict[str, str]):
    """Names of functions as they stand in the source, for names as a compiler of C++ writes them.

    A name that no compiler wrote stands for itself; so do all where there is no C++ library to ask.

    >>> from wengert.autograd.profiler_util import StringTable
    >>> StringTable()["MulBackward0"]
    'MulBackward0'
    """

    def __missing__(self, key: str) -> str:
        self[key] = found = _spelled(key) if len(key) > 1 else key
        return found


def _spelled(name: str) -> str:
    library = ctypes.util.find_library("stdc++") or ctypes.util.find_library("c++")
    if library is None or not name.startswith("_Z"):
        return name
    read = ctypes.CDLL(library).__cxa_demangle
    read.restype = ctypes.c_void_p
    found = read(name.encode(), None, None, None)
    if not found:
        return name
    text = ctypes.string_at(found).decode()
    free = ctypes.CDLL(None).free
    free.argtypes = (ctypes.c_void_p,)
    free(found)
    return text


class MemRecordsAcc:
    """Finds the records of memory in an interval of time.

    Args:
        mem_records: sequences whose first element has a method ``start_ns()``.

    >>> from wengert.autograd.profiler_util import MemRecordsAcc
    >>> list(MemRecordsAcc([]).in_interval(0, 10))
    []
    """

    def __init__(self, mem_records: Sequence[Any]) -> None:
        self._records = sorted(mem_records, key=_start)  # those of one time stay in their order

    def in_interval(self, start_ns: int, end_ns: int) -> Iterator[Any]:
        """Return the records from ``start_ns`` to ``end_ns``, both included, in the order of time."""
        first = bisect.bisect_left(self._records, start_ns, key=_start)
        end = bisect.bisect_right(self._records, end_ns, key=_start)
        yield from self._records[first:end]


def _start(record: Any) -> int:
    return record[0].start_ns()  # type: ignore[no-any-return]
