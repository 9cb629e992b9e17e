"""A profile as one HTML file, which shows all events over time in a browser, without a server."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape
from pathlib import Path
from typing import Any

from . import table as tables
from .spans import Run, read

PAGE = Path(__file__).with_name("page")
KINDS = ("forward", "backward", "range", "kernel")  # in the order of the numbers in timeline.js


def timeline(source: Any, path: Any = None, *, title: str = "Profile") -> str:
    """Return a profile as an HTML page, which needs no server, no network and no other file.

    The page shows the nested events of each thread over time, the memory in use (if it was recorded), the connection of
    operations and backwards, and the slowest events in the visible part. It lists its keyboard shortcuts.

    Args:
        source: a profile, its events, or the path of a saved trace.
        path: the file to write. By default none is written.
        title: the heading of the page.

    Returns:
        the page.

    Raises:
        TypeError: if ``source`` is none of these.
        ValueError: if a file is not a trace.

    >>> import wengert
    >>> from wengert.autograd import profiler
    >>> x = wengert.ones(3, requires_grad=True)
    >>> with profiler.profile() as run:
    ...     x.exp().sum().backward()
    >>> "ExpBackward0" in profiler.timeline(run, title="One step")
    True
    """
    run = read(source)
    script = (PAGE / "timeline.js").read_text("utf-8")
    parts = {
        "policy": f"default-src 'none'; style-src 'unsafe-inline'; script-src '{_digest(script)}'",
        "title": escape(title),
        "style": (PAGE / "timeline.css").read_text("utf-8"),
        "table": _table(run),
        "data": _json(_data(run)),
        "script": script,
    }
    page = (PAGE / "timeline.html").read_text("utf-8")
    page = re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)
    if path is not None:
        Path(path).write_text(page, "utf-8")
    return page


def _digest(script: str) -> str:
    """The content policy of the page: it allows this script only, whatever names the trace contains."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _json(data: Any) -> str:
    """JSON for use inside HTML: no character in it can start or end an element."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


class Numbered:
    """Texts with numbers; equal texts get the same number."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """The number of a text; -1 for an empty text."""
        return self.numbers.setdefault(text, len(self.numbers)) if text else -1


def _data(run: Run) -> dict[str, Any]:
    """The input of timeline.js: columns of numbers, texts in tables, and times relative to the start."""
    name, stack, shape = Numbered(), Numbered(), Numbered()
    threads = {thread: k for k, thread in enumerate(run.threads)}
    number = {s: k for k, s in enumerate(run.spans)}
    links = [(number[a], number[b]) for a, b in run.links()]
    zero = run.start
    columns = {
        "name": [name(s.name or "(no name)") for s in run.spans],
        "start": [round(s.start - zero, 3) for s in run.spans],
        "length": [round(s.time, 3) for s in run.spans],
        "thread": [threads[s.thread] for s in run.spans],
        "depth": [s.depth for s in run.spans],
        "parent": [-1 if s.parent is None else number[s.parent] for s in run.spans],
        "kind": [KINDS.index(s.kind) for s in run.spans],
        "stack": [stack("\n".join(s.stack)) for s in run.spans],
        "shape": [shape(s.shapes) for s in run.spans],
        "seq": [s.sequence_nr for s in run.spans],
        "memory": [s.memory for s in run.spans],
    }
    tracks = [
        {"label": label, "time": [round(at - zero, 3) for at, _ in changes], "bytes": [held for _, held in changes]}
        for label, changes in run.memory.items()
    ]
    return {
        "names": list(name.numbers),
        "stacks": list(stack.numbers),
        "shapes": list(shape.numbers),
        "threads": list(run.threads.values()),
        "spans": columns,
        "links": {"from": [a for a, _ in links], "to": [b for _, b in links]},
        "tracks": tracks,
    }


def _table(run: Run) -> str:
    """What is shown if scripts do not run: the operations, the slowest first."""
    sums: dict[str, list[float]] = {}
    for s in run.spans:
        at = sums.setdefault(s.name, [0, 0.0])
        at[0] += 1
        at[1] += s.self_time
    rows = [
        f"<tr><td>{escape(name)}<td>{calls:.0f}<td>{tables.time(own)}"
        for name, (calls, own) in sorted(sums.items(), key=lambda item: -item[1][1])
    ]
    head = "<tr><th>Operation<th>Calls<th>Self"
    return f"<p>The timeline needs JavaScript. These are its sums.</p><table>{head}{''.join(rows)}</table>"
