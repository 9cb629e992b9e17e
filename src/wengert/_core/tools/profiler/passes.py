"""One row per operation, with its forward and its backward."""

from __future__ import annotations

from typing import Any

from . import table as tables


class Operation:
    """All runs of one operation: their number, and the times of its forward and its backward, in microseconds.

    ``backward`` is the time of its nodes in all backward passes, including those of a double backward. ``saved_bytes``
    is the memory that the operation saved for them.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self.forward = 0.0
        self.backward_count = 0
        self.backward = 0.0
        self.flops = 0
        self.saved_bytes = 0

    @property
    def total(self) -> float:
        """The time of forward and backward together."""
        return self.forward + self.backward

    def __repr__(self) -> str:
        return (
            f"<Operation {self.name} count={self.count} forward={tables.time(self.forward)} "
            f"backward={tables.time(self.backward)} saved_bytes={self.saved_bytes}>"
        )


class Operations(list[Operation]):
    """A list of operations, the slowest first."""

    def __str__(self) -> str:
        head = ("Name", "# of Calls", "Forward", "# of Backwards", "Backward", "Total", "Saved")
        rows = [
            (o.name, str(o.count), tables.time(o.forward), str(o.backward_count), tables.time(o.backward),
             tables.time(o.total), tables.memory(o.saved_bytes))
            for o in self
        ]  # fmt: skip
        widths = [max(len(r[i]) for r in (head, *rows)) for i in range(len(head))]
        rule = "  ".join(["-" * w for w in widths])
        lines = ["  ".join([f"{t:>{w}}" for t, w in zip(r, widths, strict=True)]) for r in (head, *rows)]
        return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def joined(events: Any) -> Operations:
    """One row per operation; see ``EventList.operations``."""
    rows: dict[str, Operation] = {}
    owner: dict[int, Operation] = {}  # sequence number -> the operation that owns the node
    for e in events:
        if e.is_async or e.is_user_annotation or e.name.startswith("["):
            continue
        if e.scope == 1:
            row = owner.get(e.sequence_nr)
            if row is None:
                row = rows.setdefault(e.name, Operation(e.name))
                if e.sequence_nr < 0:
                    row.count += 1
                    row.forward += e.cpu_time_total
                    continue
            row.backward_count += 1
            row.backward += e.cpu_time_total
            continue
        if e.fwd_thread or e.name.startswith("autograd::engine"):
            continue
        above = outermost(e)
        if above.scope == 1:  # operations recorded in a backward belong to that backward's operation
            row = owner.get(above.sequence_nr)
        else:
            row = rows.setdefault(above.name, Operation(above.name))
            if above is e:
                row.count += 1
                row.forward += e.cpu_time_total
            row.flops += e.flops or 0
            row.saved_bytes += e.saved_bytes
        if row is not None and e.sequence_nr >= 0:
            owner.setdefault(e.sequence_nr, row)
    return Operations(sorted(rows.values(), key=lambda o: -o.total))


def outermost(e: Any) -> Any:
    """The backward that contains an event; else the outermost operation, which may be the event itself."""
    outer = e
    while e is not None and e.scope != 7:
        if e.scope == 1:
            return e
        if not e.name.startswith("autograd::engine"):
            outer = e
        e = e.cpu_parent
    return outer
