"""Compare two profiles: which operations and lines take more time or memory than before."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from ... import errors
from . import table as tables
from .spans import Run, Span, read

SORTS = ("self", "total", "memory", "device", "calls", "ratio")
HEAD = ("Name", "Calls", "Self before", "Self after", "Change", "Ratio", "Total before", "Total after")


@dataclass(slots=True)
class Sums:
    """The sums over the events of one operation, or of one operation on one line. Times are in microseconds.

    ``total`` includes children; for an operation inside itself, time is counted once. ``memory`` is what the operation
    itself allocated, minus what it freed, in bytes. ``device`` is the time on a device of the kernels that it launched
    itself.
    """

    calls: int = 0
    self: float = 0.0
    total: float = 0.0
    memory: int = 0
    device: float = 0.0


@dataclass(frozen=True)
class Row:
    """The sums of one operation before and after. ``line`` is its line; it is empty in the sums by operation."""

    name: str
    line: str
    before: Sums
    after: Sums

    @property
    def change(self) -> float:
        """The change of self time, in microseconds."""
        return self.after.self - self.before.self

    @property
    def ratio(self) -> float:
        """The ratio of self times after and before: infinite for a new operation, and NaN if both are zero."""
        if self.before.self:
            return self.after.self / self.before.self
        return math.inf if self.after.self else math.nan

    def changed(self, what: str) -> float:
        """The change of a sum, such as ``self`` or ``total``; for ``ratio``, its logarithm."""
        if what == "ratio":
            return math.log(self.ratio) if self.ratio > 0 else 0.0 if math.isnan(self.ratio) else -math.inf
        return float(getattr(self.after, what) - getattr(self.before, what))


class Diff:
    """The comparison of two profiles. ``by_op`` and ``by_line`` are lists of :class:`Row`, the largest change first.

    ``print`` shows it as a table, notebooks display it, and ``rows`` returns data.
    """

    def __init__(self, before: Run, after: Run) -> None:
        self.by_op = _rows(before, after, lambda s: (s.name, ""))
        self.by_line = _rows(before, after, lambda s: (s.name, s.line))
        self._more = self._found()
        self.before = sum(r.before.self for r in self.by_op)
        self.after = sum(r.after.self for r in self.by_op)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<Diff {tables.time(self.before)} -> {tables.time(self.after)}, {len(self.by_op)} operations>"

    def rows(self, by: str = "op", sort_by: str = "self") -> list[Row]:
        """Return the rows, the largest change first.

        Args:
            by: ``"op"`` for one row per operation; ``"line"`` for one row per operation and line. Lines are known if
                the profiles were recorded ``with_stack=True``.
            sort_by: sort by the change of this sum: ``"self"``, ``"total"``, ``"memory"``, ``"device"``, ``"calls"``,
                or ``"ratio"``.

        Raises:
            ValueError: if ``by`` or ``sort_by`` is invalid.
        """
        if by not in ("op", "line"):
            raise errors.profiler.diff_argument("by", by, ("op", "line"))
        if sort_by not in SORTS:
            raise errors.profiler.diff_argument("sort_by", sort_by, SORTS)
        rows = self.by_op if by == "op" else self.by_line
        return sorted(rows, key=lambda r: -abs(r.changed(sort_by)))

    def data(self, by: str = "op") -> list[dict[str, Any]]:
        """Return the rows as dictionaries of numbers and strings, for JSON or a data frame."""
        return [asdict(r) | {"change": r.change, "ratio": r.ratio} for r in self.rows(by)]

    def table(self, by: str = "op", sort_by: str = "self", row_limit: int = 30) -> str:
        """Return the rows as a table, with the total change below.

        Args:
            by: as for :meth:`rows`.
            sort_by: as for :meth:`rows`.
            row_limit: the number of rows; -1 for all.
        """
        rows = self.rows(by, sort_by)
        shown = rows if row_limit < 0 else rows[:row_limit]
        cells = [self._head(by), *(self._cells(r, by) for r in shown)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        left = 2 if by == "line" else 1
        rule = "  ".join("-" * w for w in widths)
        lines = [
            "  ".join(
                c.ljust(w) if k < left else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        more = [f"and {len(rows) - len(shown)} more"] * (len(shown) < len(rows))
        return "\n".join([rule, lines[0], rule, *lines[1:], rule, *more, self._whole()]) + "\n"

    def _whole(self) -> str:
        change = f", {self.after / self.before:.2f} times as long" if self.before else ""
        return f"Self CPU time total: {tables.time(self.before)} before, {tables.time(self.after)} after{change}"

    def _head(self, by: str) -> list[str]:
        return [HEAD[0], *["Line"] * (by == "line"), *HEAD[1:], *[title for title, _ in self._more]]

    def _found(self) -> list[tuple[str, Callable[[Row], str]]]:
        """The columns for which only some profiles have data."""
        columns: list[tuple[str, Callable[[Row], str]]] = []
        for title, what, shown in (("Device", "device", tables.time), ("Memory", "memory", tables.memory)):
            if any(getattr(r.before, what) or getattr(r.after, what) for r in self.by_op):
                columns.append((title, _changes(what, shown)))
        return columns

    def _cells(self, r: Row, by: str) -> list[str]:
        a, b = r.before, r.after
        calls = str(a.calls) if a.calls == b.calls else f"{a.calls} -> {b.calls}"
        return [
            tables.cut(r.name, 55),
            *[tables.tail(r.line, 60)] * (by == "line"),
            calls,
            tables.time(a.self) if a.calls else "-",
            tables.time(b.self) if b.calls else "-",
            signed(r.change, tables.time),
            "new" if not a.calls else "gone" if not b.calls else "-" if math.isnan(r.ratio) else f"{r.ratio:.2f}x",
            tables.time(a.total) if a.calls else "-",
            tables.time(b.total) if b.calls else "-",
            *[text(r) for _, text in self._more],
        ]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{h}</th>" for h in self._head("op"))
        body = []
        for r in self.by_op[:100]:
            name, *numbers = self._cells(r, "op")
            cells = "".join(f'<td style="text-align:right">{escape(n)}</td>' for n in numbers)
            body.append(f'<tr><td style="text-align:left">{escape(name)}</td>{cells}</tr>')
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table><p>{self._whole()}</p>"


def diff(a: Any, b: Any) -> Diff:
    """Compare two profiles, by operation and by line.

    Args:
        a: the first profile: a profile, its events, or the path of a saved trace. Traces are saved by
            :meth:`export_chrome_trace` (also PyTorch's) or by ``python -m wengert profile``.
        b: the second profile, likewise.

    Returns:
        a :class:`Diff`, which prints as a table: calls, times before and after, and memory. It is sorted by the change
        of self time.

    Raises:
        TypeError: if ``a`` or ``b`` is none of these.
        ValueError: if a file is not a trace.

    >>> import wengert
    >>> from wengert.autograd import profiler
    >>> x = wengert.ones(3)
    >>> with profiler.profile() as a:
    ...     y = x.exp()
    >>> with profiler.profile() as b:
    ...     y = x.exp() + x.exp()
    >>> sorted((r.name, r.before.calls, r.after.calls) for r in profiler.diff(a, b).by_op)
    [('aten::add', 0, 1), ('aten::exp', 1, 2)]
    """
    return Diff(read(a), read(b))


def signed(value: float, shown: Callable[[Any], str]) -> str:
    """The text of a change: with its sign, or empty for zero."""
    return "" if value == 0 else ("+" if value > 0 else "-") + shown(abs(value))


def _changes(what: str, shown: Callable[[Any], str]) -> Callable[[Row], str]:
    return lambda r: signed(getattr(r.after, what) - getattr(r.before, what), shown)


def _rows(before: Run, after: Run, key: Callable[[Span], tuple[str, str]]) -> list[Row]:
    sums: dict[tuple[str, str], tuple[Sums, Sums]] = {}
    for side, run in enumerate((before, after)):
        for s in _on_cpu(run):
            at = sums.setdefault(key(s), (Sums(), Sums()))[side]
            at.calls += 1
            at.self += s.self_time
            at.total += 0.0 if s.recurs(key) else s.time
            at.memory += s.self_memory
            at.device += s.device
    rows = [Row(*k, *pair) for k, pair in sums.items()]
    return sorted(rows, key=lambda r: -abs(r.change))


def _on_cpu(run: Run) -> Iterator[Span]:
    """Operations and ranges, without kernels, which run in parallel."""
    return (s for s in run.spans if s.kind != "kernel")
