"""Profiles with times that tests choose."""

from __future__ import annotations

from typing import Any

from wengert._core.tools.profiler.events import EventList, FunctionEvent


def event(name: str, start: float, end: float, thread: int = 1, **more: Any) -> FunctionEvent:
    """An event, in microseconds."""
    return FunctionEvent(0, name, thread, start, end, **more)


def profile(*events: FunctionEvent, memory: Any = ()) -> EventList:
    """A profile of these events."""
    out = EventList(sorted(events, key=lambda e: (e.time_range.start, -e.time_range.end)), profile_memory=True)
    for k, e in enumerate(out):
        e.id = k
    out._totals = [(at, False, held) for at, held in memory]
    out._build_tree()
    return out
