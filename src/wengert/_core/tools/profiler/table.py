"""Events as a table, in PyTorch's layout."""

from __future__ import annotations

import html as escaping
import math
from typing import Any

WIDTH = 12  # of a column of numbers
GAP = "  "


def time(us: float) -> str:
    """A time in a suitable unit."""
    if us >= 1e6:
        return f"{us / 1e6:.3f}s"
    if us >= 1e3:
        return f"{us / 1e3:.3f}ms"
    return f"{us:.3f}us"


def time_in(us: float, unit: str | None) -> str:
    """A time in a given unit: s, ms or us."""
    if unit is None:
        return time(us)
    if unit not in ("s", "ms", "us"):
        raise ValueError(f"time_unit should be one of: ['s', 'ms', 'us'], not {unit!r}")
    return f"{us / {'s': 1e6, 'ms': 1e3, 'us': 1.0}[unit]:.3f}{unit}"


def memory(size: int) -> str:
    """A number of bytes in a suitable unit."""
    for unit, shift in (("GB", 30), ("MB", 20), ("KB", 10)):
        if abs(size) >= 1 << shift:
            return f"{size / (1 << shift):.2f} {unit}"
    return f"{size} B"


def share(part: float, whole: float) -> str:
    """A fraction in percent."""
    return f"{part * 100.0 / whole:.2f}%" if whole else "NaN"


def cut(text: str, width: int) -> str:
    """The beginning of a text that is too long."""
    return text[: width - 3] + "..." if len(text) >= width - 3 else text


def tail(text: str, width: int) -> str:
    """The end of a path that is too long."""
    return "..." + text[len(text) - width + 3 :] if len(text) > width else text


class Column:
    """A column: its title, a function from an event to its text, its width, and its alignment."""

    def __init__(self, title: str, text: Any, width: int = WIDTH, side: str = ">") -> None:
        self.title = title
        self.text = text
        self.width = width
        self.side = side

    def put(self, text: str, side: str | None = None) -> str:
        """A text, padded to the width of this column."""
        return f"{text:{side or self.side}{self.width}}"


def columns(events: Any, widths: tuple[int, int, int], unit: str | None) -> list[Column]:
    """The columns that are needed for these events."""
    src, most, shapes = widths
    device = events._use_device
    with_device = device is not None and any([e.self_device_time_total > 0 for e in events])
    name_width = min(max([len(str(e.key)) for e in events]) + 4, most)
    stacks = [e for e in events if e.stack]
    cols = [Column("Name", lambda e: cut(str(e.key), most), name_width)]
    if any([e.overload_name for e in events]):
        width = min(max([len(e.overload_name or "") for e in events]) + 4, most)
        cols.append(Column("Overload Name", lambda e: cut(e.overload_name or "", most), max(width, 13)))
    cpu = events.self_cpu_time_total

    def spent(name: str) -> Any:
        return lambda e: time_in(getattr(e, name), unit)

    cols += [
        Column("Self CPU %", lambda e: share(e.self_cpu_time_total, cpu)),
        Column("Self CPU", spent("self_cpu_time_total")),
        Column("CPU total %", lambda e: "0" if e.is_async else share(e.cpu_time_total, cpu)),
        Column("CPU total", spent("cpu_time_total")),
        Column("CPU time avg", spent("cpu_time")),
    ]
    if with_device:
        own = device_total(events)
        name = str(device).upper()
        cols += [
            Column("Self " + name, spent("self_device_time_total")),
            Column(f"Self {name} %", lambda e: share(e.self_device_time_total, own)),
            Column(name + " total", spent("device_time_total")),
            Column(name + " time avg", spent("device_time")),
        ]
    if events._profile_memory:
        cols += [
            Column("CPU Mem", lambda e: memory(e.cpu_memory_usage)),
            Column("Self CPU Mem", lambda e: memory(e.self_cpu_memory_usage)),
        ]
        if device is not None and any([e.self_device_memory_usage for e in events]):
            name = device.upper()
            cols += [
                Column(name + " Mem", lambda e: memory(e.device_memory_usage)),
                Column(f"Self {name} Mem", lambda e: memory(e.self_device_memory_usage)),
            ]
    cols.append(Column("# of Calls", lambda e: str(e.count)))
    if any([e.node_id != -1 for e in events]):
        cols.append(Column("Node ID", lambda e: str(e.node_id)))
    lengths = [len(str(e.input_shapes)) for e in events if e.input_shapes]
    if lengths:
        width = min(max(lengths) + 4, shapes)
        cols.append(Column("Input Shapes", lambda e: str(e.input_shapes)[:width], width))
    if stacks:
        longest = max([len(line) for e in stacks for line in e.stack])
        cols.append(
            Column("Source Location", lambda e: tail(e.stack[0], src) if e.stack else "", min(longest + 4, src), "<")
        )
    if events._with_flops:
        counts = [e.flops for e in events if e.flops]
        if counts:
            power = min(max(math.floor(math.log10(min(counts)) / 3), 0), 5)
            unit_of = ("FLOPs", "KFLOPs", "MFLOPs", "GFLOPs", "TFLOPs", "PFLOPs")[power]
            cols.append(Column("Total " + unit_of, lambda e: f"{e.flops / 1000.0**power:.3f}" if e.flops else "--"))
    return cols


def device_total(events: Any) -> float:
    """The time on the device: of the events there, if there are any; else of the kernels of the other events."""
    on_device = [e for e in events if e.device_type != 0]
    return float(sum([e.self_device_time_total for e in on_device or events]))


def chosen(events: Any, sort_by: str | None, row_limit: int, top_level_only: bool) -> list[Any]:
    """The events that get a row, in order."""
    rows = list(events)
    if sort_by is not None:
        name = sort_by if all([hasattr(e, sort_by) for e in rows]) else sort_by.replace("cuda", "device")
        rows.sort(key=lambda e: _order(getattr(e, name)), reverse=True)
    if top_level_only:
        rows = [e for e in rows if e.cpu_parent is None]
    return rows if row_limit < 0 else rows[:row_limit]


def _order(value: Any) -> Any:
    return 0 if value is None else value


def build(
    events: Any, sort_by: str | None, row_limit: int, src: int, most: int, shapes: int, header: str | None,
    top_level_only: bool, unit: str | None,
) -> str:  # fmt: skip
    """The table; see ``EventList.table``."""
    if len(events) == 0:
        return ""
    cols = columns(events, (src, most, shapes), unit)
    rows = chosen(events, sort_by, row_limit, top_level_only)
    rule = line(["-" * c.width for c in cols])
    source = next((c for c in cols if c.title == "Source Location"), None)
    lines = []
    if header is not None:
        lines += ["=" * (len(rule) - len(GAP)), header]
    if top_level_only:
        lines += ["=" * (len(rule) - len(GAP)), "This report only display top-level ops statistics"]
    lines += [rule, line([c.put(c.title) for c in cols]), rule]
    for e in rows:
        lines.append(line([c.put(c.text(e)) for c in cols]))
        if source is not None:
            for more in (*(e.stack or ())[1:], ""):
                lines.append(line([c.put(tail(more, src) if c is source else "") for c in cols]))
    lines.append(rule)
    lines.append(f"Self CPU time total: {time_in(events.self_cpu_time_total, unit)}")
    if any([c.title.endswith(" total") and c.title != "CPU total" for c in cols]):
        own = device_total(events)
        lines.append(f"Self {events._use_device.upper()} time total: {time_in(own, unit)}")
    return "\n".join(lines) + "\n"


def line(cells: list[str]) -> str:
    """One line of the table."""
    return GAP.join(cells) + GAP


def html(events: Any) -> str:
    """The events as a table for a notebook."""
    if len(events) == 0:
        return "<p>No events.</p>"
    cols = columns(events, (75, 1 << 20, 1 << 20), None)
    head = "".join([f"<th>{escaping.escape(c.title)}</th>" for c in cols])
    body = []
    for e in chosen(events, None, 100, False):
        cells = []
        for c in cols:
            text = "\n".join(e.stack or ()) if c.title == "Source Location" else c.text(e)
            side = "left" if c.side == "<" or c.title == "Name" else "right"
            shown = escaping.escape(text).replace("\n", "<br>")
            cells.append(f'<td style="text-align:{side}">{shown}</td>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    left = "" if len(events) <= 100 else f"<p>{len(events) - 100} more rows: print(table(row_limit=-1)).</p>"
    total = f"<p>Self CPU time total: {time(events.self_cpu_time_total)}</p>"
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{left}{total}"
