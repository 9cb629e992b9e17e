"""Make events from recorded entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any

import numpy as np

from ...tape.watching import BACKWARD, COMPOSITE, EVALUATE, FUNCTION, INPLACE, OPERATION, OUT, RANGE
from . import flops, names
from .events import MEMORY, EventList, FunctionEvent, Scope
from .ledger import Ledger

SCOPES = {BACKWARD: Scope.BACKWARD_FUNCTION, RANGE: Scope.USER_SCOPE}
FORWARD = (OPERATION, INPLACE, COMPOSITE, FUNCTION)


class Asked:
    """The options of a profile that decide what its events contain."""

    def __init__(self, shapes: bool, flops: bool, memory: bool, device: str | None) -> None:
        self.shapes = shapes
        self.flops = flops
        self.memory = memory
        self.device = device


class Noted:
    """An entry that becomes an event."""

    __slots__ = ("children", "computed", "details", "event", "kind", "start", "what")

    def __init__(self, kind: int, what: Any, start: int, details: Any, event: FunctionEvent) -> None:
        self.kind = kind
        self.what = what
        self.start = start
        self.details = details
        self.event = event
        self.children: list[Noted] = []
        self.computed = False  # whether it, or a child, has counted floating point operations


def build(threads: Iterable[Any], epoch: int, asked: Asked, ledger: Ledger | None, elapsed: Any) -> EventList:
    """The events of a profile, in the order of their start.

    Args:
        threads: for each thread its number, its nested entries, and its overlapping entries.
        epoch: the start of the profile, in nanoseconds.
        asked: the options of the profile.
        ledger: the record of memory, if there is one.
        elapsed: returns the microseconds between two marks in a stream of a device.
    """
    everything: list[Noted] = []
    for thread, done, loose in threads:
        noted = nested(thread, done, loose, epoch, asked)
        link_composites(noted)
        everything += noted
    everything.sort(key=lambda n: n.start)  # stable: an entry stays behind its parent if both started at the same time
    if asked.flops:
        for n in reversed(everything):
            count_flops(n)
    if asked.device is not None:
        for n in everything:
            if n.details is not None and n.details.marks is not None:
                n.event.use_device = asked.device
                inside = sum([elapsed(*c.details.marks) for c in n.children if c.details is not None])
                own = elapsed(*n.details.marks) - inside
                if own > 0:
                    n.event.append_kernel(n.event.name, 0, own)
    released = [] if ledger is None else account(everything, ledger, epoch)
    run_events = [n.event for n in everything]
    link_threads(everything)
    events = EventList(use_device=asked.device, profile_memory=asked.memory, with_flops=asked.flops)
    events.extend(run_events)
    events._drop_doubles()
    events._trace_backwards()
    events.extend(released)
    events.sort(key=lambda e: e.time_range.start)
    for i, e in enumerate(events):
        e.id = i + 1
    events._tree_built = True
    if ledger is not None:
        events._totals = totals(ledger, epoch)
    return events


def nested(thread: int, done: list[Any], loose: list[Any], epoch: int, asked: Asked) -> list[Noted]:
    """The entries of one thread with their children. Children were recorded before their parents."""
    open_: list[Noted] = []
    entries: list[Noted] = []
    for entry in sixes(done):
        n = noted(entry, thread, epoch, asked)
        while open_ and open_[-1].start >= n.start:
            child = open_.pop()
            n.children.append(child)
            child.event.set_cpu_parent(n.event)
        n.children.reverse()
        for child in n.children:
            n.event.append_cpu_child(child.event)
        open_.append(n)
        entries.append(n)
    entries.reverse()  # parents first, if they started at the same time
    for entry in sixes(loose):
        n = noted(entry, thread, epoch, asked)
        n.event.is_async = True
        entries.append(n)
    return entries


def sixes(items: list[Any]) -> Iterator[Any]:
    """The entries in a recorder's flat list, six items each."""
    return zip(*[iter(items)] * 6, strict=True)


def noted(entry: Any, thread: int, epoch: int, asked: Asked) -> Noted:
    """One entry and its event."""
    kind, what, start, end, seq, details = entry
    name = names.of(kind, what)
    e = FunctionEvent(
        0,
        names.in_tables(name),
        thread,
        (start - epoch) / 1000,
        (end - epoch) / 1000,
        trace_name=name,
        overload_name="",
        fwd_thread=0,
        input_shapes=[],
        stack=[],
        scope=SCOPES.get(kind, Scope.FUNCTION),
        sequence_nr=seq,
        flops=0,
        concrete_inputs=[],
        kwinputs={},
        is_user_annotation=kind == RANGE,
        input_dtypes=[],
    )
    if kind in (EVALUATE, BACKWARD) and seq >= 0:
        e.fwd_thread = thread
    if details is not None:
        if asked.shapes and details.shapes is not None:
            e.input_shapes = [list(shape) for shape in details.shapes]
            e.input_dtypes = [typename(v) for v in details.values]
            e.concrete_inputs = [None if isinstance(v, np.dtype) else v for v in details.values]
        if details.stack is not None:
            e.stack = [line(*place) for place in details.stack]
        e.module_hierarchy = details.hierarchy
        e.saved_bytes = details.saved
    return Noted(kind, what, start, details, e)


def link_composites(noted: list[Noted]) -> None:
    """Give a composite function the sequence number that PyTorch gives it: the first that is recorded inside it."""
    for n in reversed(noted):
        if n.kind == COMPOSITE:
            within = [c.event.sequence_nr for c in n.children if c.kind in FORWARD and c.event.sequence_nr >= 0]
            n.event.sequence_nr = min(within, default=n.event.sequence_nr)
            n.event.saved_bytes = 0  # it is counted for the functions inside


def link_threads(noted: list[Noted]) -> None:
    """Give each backward event the thread in which its node was recorded, if the profile contains that."""
    recorded = {n.event.sequence_nr: n.event.thread for n in noted if n.kind in FORWARD}
    for n in noted:
        if n.event.fwd_thread:
            n.event.fwd_thread = recorded.get(n.event.sequence_nr, n.event.fwd_thread)


def count_flops(n: Noted) -> None:
    """Count the operations of an entry, unless its children have counted theirs. Children come before."""
    n.computed = any([c.computed for c in n.children])
    if n.computed or n.details is None or n.details.shapes is None:
        return
    if n.kind == BACKWARD:
        n.event.flops = n.details.flops
    elif n.kind in (OPERATION, INPLACE, OUT):
        op = n.what[0] if n.kind == INPLACE else n.what
        batch = prod(n.details.sizes.values())
        n.event.flops = batch * flops.count(op.name, n.details.shapes, n.details.params, n.details.results)
    n.computed = bool(n.event.flops)


TYPES = {
    "float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16", "int64": "long int",
    "int32": "int", "int16": "short int", "int8": "signed char", "uint8": "unsigned char", "bool": "bool",
    "complex64": "c10::complex<float>", "complex128": "c10::complex<double>",
}  # fmt: skip


def typename(value: Any) -> str:
    """PyTorch's name of a dtype; ``Scalar`` for a number, and an empty string for anything else."""
    if isinstance(value, np.dtype):
        return TYPES.get(str(value), str(value))
    return "Scalar" if isinstance(value, (int, float, complex)) and not isinstance(value, bool) else ""


# -- memory


def account(noted: list[Noted], ledger: Ledger, epoch: int) -> list[FunctionEvent]:
    """Give events the memory that was allocated and freed while they ran. Other releases become events."""
    own: dict[int, list[int]] = {}
    outside = []
    for at, device, size, details in ledger.entries:
        if details is None:
            us = (at - epoch) / 1000
            e = FunctionEvent(0, MEMORY, 1, us, us, overload_name="", fwd_thread=0, input_shapes=[], stack=[], flops=0)
            if device:
                e.device_memory_usage = size
            else:
                e.cpu_memory_usage = size
            outside.append(e)
        else:
            own.setdefault(id(details), [0, 0])[device] += size
    for n in reversed(noted):  # children come first
        cpu, gpu = own.get(id(n.details), (0, 0))
        n.event.cpu_memory_usage = cpu + sum([c.event.cpu_memory_usage for c in n.children])
        n.event.device_memory_usage = gpu + sum([c.event.device_memory_usage for c in n.children])
    note_peaks(noted, totals(ledger, epoch))
    return outside


def note_peaks(noted: list[Noted], changes: list[tuple[float, bool, int]]) -> None:
    """Set the peak memory of each event, relative to its start."""
    times = np.array([at for at, device, _ in changes if not device])
    amounts = np.array([0, *[size for _, device, size in changes if not device]])
    spans = np.array([(n.event.time_range.start, n.event.time_range.end) for n in noted]).reshape(-1, 2)
    begins, ends = np.searchsorted(times, spans[:, 0]), np.searchsorted(times, spans[:, 1], side="right")
    for n, i, j in zip(noted, begins, ends, strict=True):
        n.event.cpu_memory_peak = int(amounts[i : j + 1].max() - amounts[i])


def totals(ledger: Ledger, epoch: int) -> list[tuple[float, bool, int]]:
    """The memory in use after each change: ``(time in us, on the device, bytes)``."""
    now = [0, 0]
    changes = []
    for at, device, size, _ in sorted(ledger.entries, key=lambda entry: entry[0]):
        now[device] += size
        changes.append(((at - epoch) / 1000, device, now[device]))
    return changes


# -- lines

known: dict[Any, str] = {}


def line(code: Any, lasti: int) -> str:
    """``file.py(12): f`` for a code object and an instruction in it."""
    key = (code, lasti)
    text = known.get(key)
    if text is None:
        number = next((n for a, b, n in code.co_lines() if a <= lasti < b and n is not None), code.co_firstlineno)
        text = f"{code.co_filename}({number}): {code.co_name}"
        if len(known) < 1 << 16:
            known[key] = text
    return text
