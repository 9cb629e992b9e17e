"""A profile as one HTML file: every event in its place in time, to look at in a browser, without a server."""

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
KINDS = ("forward", "backward", "range", "kernel")  # as timeline.js numbers them


def timeline(source: Any, path: Any = None, *, title: str = "Profile") -> str:
    """A profile as a page of HTML, which needs no server, no network and no other file.

    It shows the events of each thread nested in time, what memory was in use if that was recorded, what ran backward
    for what, and what took how long in whatever part is zoomed to. It says itself which keys there are.

    Args:
        source: a profile, its events, or the path of a trace that was saved.
        path: where to write the page; nowhere without one.
        title: what stands above it.

    Returns:
        The page.

    Raises:
        TypeError: ``source`` is none of these.
        ValueError: the file holds no trace.

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
    """What the page's policy lets run: this script and no other, whatever a name in the trace may hold."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _json(data: Any) -> str:
    """JSON that may stand within HTML: nothing in it begins or ends an element."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


class Numbered:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """The number of a text; -1 for none."""
        return self.numbers.setdefault(text, len(self.numbers)) if text else -1


def _data(run: Run) -> dict[str, Any]:
    """What timeline.js reads: columns of numbers, texts apart, times from the beginning."""
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
        "seq": [s.seq for s in run.spans],
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
    """What is shown where scripts do not run: the operations, those first that took longest themselves."""
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
