"""Read traces of nvprof: the ranges of ``emit_nvtx``, and the kernels launched inside them, as events."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ... import errors
from .events import EventList, FunctionEvent, Scope

NOTES = "(seq|stashed seq|op_id|sizes|input_op_ids) = "  # what PyTorch and emit_nvtx append to names
NUMBERS = re.compile(rf", {NOTES}(\d+|\[.*?\])(?=, {NOTES.replace('(', '(?:')}|$)")
THREAD = 2  # the kind of objects whose thread number is known
NEEDED = ("StringTable", "CUPTI_ACTIVITY_KIND_MARKER")
RUNTIME, KERNELS = "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"


def load_nvprof(path: str | os.PathLike[str]) -> EventList:
    """Read a trace of nvprof (``nvprof --profile-from-start off -o trace.nvvp -- python program.py``).

    The labels of :class:`emit_nvtx` are parsed. An event gets the name, the sequence number as ``sequence_nr`` (for a
    backward, the number of its node) and the sizes as ``input_shapes``. Other ranges keep their labels.

    Args:
        path: the SQLite file.

    Returns:
        an :class:`EventList` in order of time, in microseconds. Kernels belong to the events that launched them.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: if it is not a trace of nvprof.
    """
    events = parse_nvprof_trace(path)
    out = EventList(events, use_device="cuda" if any([e.kernels for e in events]) else None)
    out._build_tree()
    return out


def parse_nvprof_trace(path: str | os.PathLike[str]) -> list[FunctionEvent]:
    """Return the events of a trace of nvprof like :func:`load_nvprof`, but without their nesting.

    Args:
        path: the SQLite file.
    """
    import sqlite3  # not every Python has it

    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"load_nvprof: there is no file {os.fspath(path)}. Check the path.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            return _events(Tables(base))
    except (sqlite3.DatabaseError, LookupError) as e:
        raise errors.profiler.no_nvprof(os.fspath(path), e) from e


class Tables:
    """The tables of a trace. Versions of nvprof differ in their columns; a missing column reads as None."""

    def __init__(self, base: Any) -> None:
        self.base = base
        tables = base.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        self.known = {name for (name,) in tables}
        for name in NEEDED:
            if name not in self.known:
                raise LookupError(f"there is no table {name}. Export the profile from nvprof again.")
        demangle = demangler()
        self.strings = {number: demangle(text) for number, text in base.execute("SELECT _id_, value FROM StringTable")}

    def rows(self, table: str, *columns: str) -> Iterator[tuple[Any, ...]]:
        """These columns of every row, in order; no rows if the table is missing."""
        if table not in self.known:
            return
        existing = {row[1] for row in self.base.execute(f"PRAGMA table_info({table})")}
        named = ", ".join([f'"{c}"' if c in existing else "NULL" for c in columns])
        yield from self.base.execute(f"SELECT {named} FROM {table} ORDER BY _id_")


def _events(tables: Tables) -> list[FunctionEvent]:
    events = sorted(_ranges(tables), key=lambda e: (e.time_range.start, -e.time_range.end))
    _launches(tables, events)
    return events


def _ranges(tables: Tables) -> Iterator[FunctionEvent]:
    """All ranges that ended. A marker without a name ends the one with the same id; nvprof never reuses an id."""
    begun: dict[int, tuple[float, str, int]] = {}
    marker = tables.rows(NEEDED[1], "id", "timestamp", "name", "objectKind", "objectId")
    for number, at, name, kind, belongs in sorted(marker, key=lambda row: row[1]):
        if name:
            if number in begun:
                raise LookupError(f"two markers begin with id {number}. Export the profile from nvprof again.")
            begun[number] = at / 1e3, tables.strings[name], _thread(kind, belongs)
        elif number in begun:
            start, label, thread = begun.pop(number)
            yield _event(number, label, thread, start, at / 1e3)


def _thread(kind: Any, belongs: Any) -> int:
    """The thread of a marker, which contains a process and a thread; 0 if unknown."""
    if kind == THREAD and isinstance(belongs, bytes) and len(belongs) >= 8:
        return int(struct.unpack_from("<II", belongs)[1])
    return 0


def _event(number: int, label: str, thread: int, start: float, end: float) -> FunctionEvent:
    numbers = dict(NUMBERS.findall(label))
    stashed = numbers.get("stashed seq")
    sizes = numbers.get("sizes")
    return FunctionEvent(
        number,
        NUMBERS.sub("", label),
        thread,
        start,
        end,
        fwd_thread=thread if stashed else 0,
        input_shapes=sizes and shapes(sizes),
        scope=Scope.BACKWARD_FUNCTION if stashed else Scope.FUNCTION,
        use_device="cuda",
        sequence_nr=int(stashed or numbers.get("seq", 0)) or -1,  # 0 if nothing was recorded
        is_user_annotation=not numbers,
    )


def _launches(tables: Tables, events: list[FunctionEvent]) -> None:
    """Add every kernel to the innermost range of the thread in which it was launched."""
    calls = {
        correlation: (start / 1e3, end / 1e3, thread)
        for correlation, start, end, thread in tables.rows(RUNTIME, "correlationId", "start", "end", "threadId")
    }
    kernels = tables.rows(KERNELS, "correlationId", "name", "deviceId", "start", "end")
    launched = sorted(
        [(*calls[c], tables.strings[name], device or 0, (end - start) / 1e3)
         for c, name, device, start, end in kernels if c in calls]
    )  # fmt: skip
    running: list[FunctionEvent] = []
    later = iter(events)
    coming = next(later, None)
    for start, end, thread, name, device, duration in launched:
        while coming is not None and coming.time_range.start < start:
            running.append(coming)
            coming = next(later, None)
        running = [e for e in running if e.time_range.end > start]
        around = [
            e for e in running if e.time_range.end > end and (thread is None or e.thread in (0, thread & 0xFFFFFFFF))
        ]
        if around:
            around[-1].append_kernel(name, device, duration)


def shapes(text: str) -> list[list[int]]:
    """``[[3, 2], []]`` as lists."""
    return [[int(n) for n in re.findall(r"\d+", sizes)] for sizes in re.findall(r"\[([\d, ]*)\]", text)]


def demangler() -> Callable[[str], str]:
    """A function that decodes C++ names, if the C++ library is available; otherwise it returns them unchanged."""
    try:
        library = ctypes.CDLL(ctypes.util.find_library("stdc++") or "")
        demangle, free = library.__cxa_demangle, ctypes.CDLL(None).free
    except (OSError, AttributeError, TypeError):
        return lambda text: text
    demangle.restype = ctypes.c_void_p
    demangle.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    free.argtypes = [ctypes.c_void_p]

    def readable(text: str) -> str:
        if not text.startswith("_Z"):
            return text
        status = ctypes.c_int()
        name = demangle(text.encode(), None, None, ctypes.byref(status))
        if not name:
            return text
        try:
            return (ctypes.string_at(name) or b"").decode(errors="replace")
        finally:
            free(name)

    return readable
