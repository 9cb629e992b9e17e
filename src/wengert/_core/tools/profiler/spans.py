"""What a trace says of time, taken just now or read from a file: spans that nest in threads, each with its place."""

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
NO_EVENTS = ("python_function", "Trace", "overhead")  # what traces of PyTorch hold besides


@dataclass(slots=True, eq=False)
class Span:
    """One event, in microseconds; what it lies in, and what lies in it, is found by :func:`nest`."""

    name: str
    start: float
    end: float
    thread: Any = 0
    kind: str = "forward"  # or "backward"; "range": what a user named; "kernel": what ran on a device
    stack: tuple[str, ...] = ()  # innermost first
    shapes: str = ""
    seq: int = -1
    memory: int = 0  # bytes taken less bytes given back, with those of what lies within
    device: float = 0.0  # how long what it launched itself ran on a device
    parent: Span | None = None
    depth: int = 0
    within: float = 0.0  # how long what lies directly within took
    memory_within: int = 0

    @property
    def time(self) -> float:
        """How long it took, with what lies within."""
        return self.end - self.start

    @property
    def self_time(self) -> float:
        """How long it took, less what lies within."""
        return max(self.time - self.within, 0.0)

    @property
    def self_memory(self) -> int:
        """Bytes that it took itself, less those that it gave back."""
        return self.memory - self.memory_within

    @property
    def line(self) -> str:
        """Where it was called."""
        return self.stack[0] if self.stack else ""

    def recurs(self, key: Callable[[Span], Any]) -> bool:
        """Whether it lies in one of the same key, whose time holds its own already."""
        holder = self.parent
        while holder is not None and key(holder) != key(self):
            holder = holder.parent
        return holder is not None


@dataclass(eq=False)
class Run:
    """The spans of a trace in order of their beginning, the names of their threads, and what memory was held when."""

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
        """When the first began."""
        return min([s.start for s in self.spans[:1]] + [at for at, _ in self.held()], default=0.0)

    @property
    def end(self) -> float:
        """When the last ended."""
        return max([s.end for s in self.spans] + [at for at, _ in self.held()], default=0.0)

    def held(self) -> list[tuple[float, int]]:
        """What was held when, wherever."""
        return [change for track in self.memory.values() for change in track]

    def links(self) -> Iterator[tuple[Span, Span]]:
        """Every operation with what ran backward for it: the innermost and last that bore the number, and the outermost
        that bears it again."""
        recorded: dict[int, Span] = {}
        for s in self.spans:
            if s.seq < 0:
                continue
            if s.kind != "backward":
                recorded[s.seq] = s
            elif s.seq in recorded and not s.recurs(lambda t: (t.kind, t.seq)):
                yield recorded[s.seq], s


def _lane(thread: Any) -> str:
    """What a thread is called that has no name."""
    return thread if isinstance(thread, str) else f"thread {thread}"


def nest(spans: Iterable[Span]) -> None:
    """Find what lies within what, of spans in order of their beginning."""
    running: dict[Any, list[Span]] = {}
    for s in spans:
        holders = running.setdefault(s.thread, [])
        while holders and holders[-1].end <= s.start:
            holders.pop()
        s.depth = holders[-1].depth + 1 if holders else 0  # below all that still run, so that none are drawn over
        s.parent = next((h for h in reversed(holders) if h.end >= s.end), None)  # in files there are ranges that cross
        if s.parent is not None:
            s.parent.within += s.time
            s.parent.memory_within += s.memory
        holders.append(s)


def read(source: Any) -> Run:
    """The spans of a profile, of its events, or of the file of a trace."""
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
        found = json.loads(gzip.decompress(raw) if raw.startswith(GZIP) else raw)
        return _run(found["traceEvents"] if isinstance(found, dict) else found)
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
        elif e.get("name") == "[memory]" and "Total Allocated" in args:  # as PyTorch writes it
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
