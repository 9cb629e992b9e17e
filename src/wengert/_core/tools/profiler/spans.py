"""The timing data of a profile or a trace file: spans, nested within each thread."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ... import errors
from . import chrome_trace as trace
from .events import EventList

GZIP = b"\x1f\x8b"
NO_EVENTS = ("python_function", "Trace", "overhead")  # additional entries in traces of PyTorch


@dataclass(slots=True, eq=False)
class Span:
    """One event, with times in microseconds. :func:`nest` sets its parent and the sums over its children."""

    name: str
    start: float
    end: float
    thread: Any = 0
    kind: str = "forward"  # or "backward"; "range": named by a user; "kernel": ran on a device
    stack: tuple[str, ...] = ()  # innermost first
    shapes: str = ""
    sequence_nr: int = -1
    memory: int = 0  # bytes allocated minus bytes freed, including children
    device: float = 0.0  # the device time of the kernels that it launched itself
    parent: Span | None = None
    depth: int = 0
    within: float = 0.0  # the time of its direct children
    memory_within: int = 0

    @property
    def time(self) -> float:
        """Its duration, including children."""
        return self.end - self.start

    @property
    def self_time(self) -> float:
        """Its duration without children."""
        return max(self.time - self.within, 0.0)

    @property
    def self_memory(self) -> int:
        """The bytes that it allocated itself, minus those it freed."""
        return self.memory - self.memory_within

    @property
    def line(self) -> str:
        """The line that called it."""
        return self.stack[0] if self.stack else ""

    def recurs(self, key: Callable[[Span], Any]) -> bool:
        """Whether it is inside a span with the same key, whose time includes its own."""
        holder = self.parent
        while holder is not None and key(holder) != key(self):
            holder = holder.parent
        return holder is not None


@dataclass(eq=False)
class Run:
    """The spans of a trace in the order of their start, thread names, and memory in use over time."""

    spans: list[Span]
    threads: dict[Any, str] = field(default_factory=dict)
    memory: dict[str, list[tuple[float, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.spans.sort(key=lambda s: (s.start, -s.end))
        seen = dict.fromkeys(s.thread for s in self.spans)
        self.threads = {thread: self.threads.get(thread, _lane(thread)) for thread in seen}
        nest(self.spans)

    @property
    def start(self) -> float:
        """The time at which the first span starts."""
        return min([s.start for s in self.spans[:1]] + [at for at, _ in self.held()], default=0.0)

    @property
    def end(self) -> float:
        """The time at which the last span ends."""
        return max([s.end for s in self.spans] + [at for at, _ in self.held()], default=0.0)

    def held(self) -> list[tuple[float, int]]:
        """The memory in use over time, on all devices."""
        return [change for track in self.memory.values() for change in track]

    def links(self) -> Iterator[tuple[Span, Span]]:
        """Pairs of an operation and its backward. For a sequence number, the operation is the innermost and last span,
        and the backward is the outermost span."""
        recorded: dict[int, Span] = {}
        for s in self.spans:
            if s.sequence_nr < 0:
                continue
            if s.kind != "backward":
                recorded[s.sequence_nr] = s
            elif s.sequence_nr in recorded and not s.recurs(lambda t: (t.kind, t.sequence_nr)):
                yield recorded[s.sequence_nr], s


def _lane(thread: Any) -> str:
    """The name of a thread that has none."""
    return thread if isinstance(thread, str) else f"thread {thread}"


def nest(spans: Iterable[Span]) -> None:
    """Determine the nesting of spans, which are in the order of their start."""
    running: dict[Any, list[Span]] = {}
    for s in spans:
        holders = running.setdefault(s.thread, [])
        while holders and holders[-1].end <= s.start:
            holders.pop()
        s.depth = holders[-1].depth + 1 if holders else 0  # below all running spans, so that no span hides another
        s.parent = next((h for h in reversed(holders) if h.end >= s.end), None)  # ranges in files may cross
        if s.parent is not None:
            s.parent.within += s.time
            s.parent.memory_within += s.memory
        holders.append(s)


def read(source: Any) -> Run:
    """The spans of a profile, of its events, or of a trace file."""
    if isinstance(source, Run):
        return source
    if isinstance(source, (str, os.PathLike)):
        return _saved(Path(source))
    events = getattr(source, "function_events", source)
    running = getattr(source, "enabled", False) and not source.finished
    if not isinstance(events, EventList) or running:
        raise errors.profiler.nothing_to_read(source)
    return _run(trace.entries(events))


def _saved(path: Path) -> Run:
    raw = path.read_bytes()
    try:
        content = json.loads(gzip.decompress(raw) if raw.startswith(GZIP) else raw)
        return _run(content["traceEvents"] if isinstance(content, dict) else content)
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, gzip.BadGzipFile) as e:
        raise errors.profiler.no_trace(os.fspath(path), e) from e


def _run(entries: Iterable[dict[str, Any]]) -> Run:
    run = Run([])
    spans: list[Span] = []
    launchers: dict[Any, Span] = {}
    for e in entries:
        phase, args = e["ph"], e.get("args", {})
        if phase == "X" and e.get("cat") not in NO_EVENTS:
            span = _span(e, args)
            spans.append(span)
            number = args.get("External id", args.get("Ev Idx"))
            if span.kind != "kernel":
                launchers[number] = span
            elif number in launchers:
                launchers[number].device += span.time
        elif phase == "C":
            for value in args.values():
                run.memory.setdefault(str(e["name"]), []).append((float(e["ts"]), int(value)))
        elif e.get("name") == "[memory]" and "Total Allocated" in args:  # PyTorch's format
            run.memory.setdefault("Memory", []).append((float(e["ts"]), int(args["Total Allocated"])))
        elif phase == "M" and e["name"] == "thread_name":
            run.threads[e["tid"]] = str(args["name"])
    return Run(spans, run.threads, run.memory)


def _span(e: dict[str, Any], args: dict[str, Any]) -> Span:
    start, stack = float(e["ts"]), args.get("Call stack", "")
    category = e.get("cat")
    kind = "range" if category == "user_annotation" else "kernel" if category == "kernel" else "forward"
    if kind == "forward" and args.get("Fwd thread id"):
        kind = "backward"
    shapes = args.get("Input Dims")
    return Span(
        str(e["name"]),
        start,
        start + float(e.get("dur", 0)),
        e.get("tid", 0),
        kind,
        tuple(reversed(stack.split(";"))) if stack else (),
        str(shapes) if shapes else "",
        int(args.get("Sequence number", -1)),
        int(args.get("Bytes", 0)),
    )
