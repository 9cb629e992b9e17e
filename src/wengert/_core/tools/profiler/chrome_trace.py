"""Events as a file in Chrome's trace event format, which Perfetto can open, too."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from typing import IO, Any

GPU = 1 << 16  # the first track number of devices
RELEASE = "[memory]"


def write(events: Any, path: str | os.PathLike[str]) -> None:
    """Write a trace to a file, entry by entry, so that a long trace is never in memory as a whole."""
    name = os.fspath(path)
    with gzip.open(name, "wt") if name.endswith(".gz") else open(name, "w") as file:
        stream(events, file)


def stream(events: Any, file: IO[str]) -> None:
    """Write a trace to an open file."""
    file.write('{"schemaVersion": 1, "displayTimeUnit": "ms", "traceEvents": [')
    between = "\n"
    for entry in entries(events):
        file.write(between + json.dumps(entry, default=str))
        between = ",\n"
    file.write("\n]}\n")


def entries(events: Any) -> Iterator[dict[str, Any]]:
    """The entries of a trace: thread names, events, an arrow from each operation to its backward, and the memory in
    use."""
    process = os.getpid()
    yield {"ph": "M", "pid": process, "tid": 0, "name": "process_name", "args": {"name": "wengert"}}
    tracks = {e.thread: f"thread {e.thread}" for e in events}
    tracks |= {GPU + k.device: f"GPU {k.device}" for e in events for k in e.kernels}
    for track in sorted(tracks):
        yield {"ph": "M", "pid": process, "tid": track, "name": "thread_name", "args": {"name": tracks[track]}}
    forward: dict[int, Any] = {}
    for e in events:
        if e.name == RELEASE:
            continue  # it has no duration, and the counter shows it
        yield complete(e, process)
        yield from kernels(e, process)
        if e.sequence_nr < 0:
            continue
        if e.scope == 0 and not e.fwd_thread:
            forward[e.sequence_nr] = e  # the innermost one comes last
        elif e.scope == 1 and e.sequence_nr in forward:
            yield from arrow(forward[e.sequence_nr], e, process)
    for at, device, held in getattr(events, "_totals", ()):
        name = "Memory on the device" if device else "Memory"
        yield {"ph": "C", "pid": process, "tid": 0, "ts": at, "name": name, "args": {"bytes": held}}


def category(e: Any) -> str:
    """The kind of an event."""
    return "user_annotation" if e.is_user_annotation else "cpu_op"


def complete(e: Any, process: int) -> dict[str, Any]:
    """One event, from start to end."""
    args: dict[str, Any] = {"Ev Idx": e.id}
    for title, value in (
        ("Input Dims", e.input_shapes), ("Input type", e.input_dtypes), ("Concrete Inputs", e.concrete_inputs),
        ("Call stack", ";".join(reversed(e.stack)) if e.stack else None), ("Module Hierarchy", e.module_hierarchy),
        ("Flops", e.flops), ("Bytes", e.cpu_memory_usage), ("Saved bytes", e.saved_bytes),
    ):  # fmt: skip
        if value:
            args[title] = value
    if e.sequence_nr >= 0:
        args["Sequence number"] = e.sequence_nr
        args["Fwd thread id"] = e.fwd_thread or 0
    span = e.time_range
    return {
        "ph": "X", "cat": category(e), "name": e.trace_name, "pid": process, "tid": e.thread, "ts": span.start,
        "dur": span.end - span.start, "args": args,
    }  # fmt: skip


def kernels(e: Any, process: int) -> Iterator[dict[str, Any]]:
    """The kernels of an event. As in PyTorch's events, only their durations are known, not their start."""
    at = e.time_range.start
    for k in e.kernels:
        yield {
            "ph": "X", "cat": "kernel", "name": k.name, "pid": process, "tid": GPU + k.device, "ts": at,
            "dur": k.duration, "args": {"External id": e.id},
        }  # fmt: skip
        at += k.duration


def arrow(source: Any, target: Any, process: int) -> Iterator[dict[str, Any]]:
    """An arrow from an operation to its backward."""
    common = {"cat": "fwdbwd", "name": "fwdbwd", "pid": process, "id": target.id}
    yield {"ph": "s", "tid": source.thread, "ts": source.time_range.start, **common}
    yield {"ph": "f", "bp": "e", "tid": target.thread, "ts": target.time_range.start, **common}
