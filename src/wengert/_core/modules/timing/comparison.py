"""Measurements side by side, as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ... import errors
from .measurements import Measurement, select_unit, unit_to_english

BOLD, GREEN, DIM, RED, OFF = "\033[1m", "\033[92m", "\033[2m\033[91m", "\033[31m\033[1m", "\033[0m\033[0m"
NEAR, FAR, VERY_FAR = 1.05, 2, 5  # times, as multiples of the least one
GAP = "  |  "


class Compare:
    """A table of measurements: a part for each label, a row for each sub-label and number of threads, and a column for
    each description. Measurements of the same statement are merged.

    Args:
        results: the measurements.

    >>> from wengert.utils.benchmark import Compare, Measurement, TaskSpec
    >>> def measured(seconds, size, how):
    ...     return Measurement(1, [seconds], TaskSpec("f(x)", "", label="dot", sub_label=size, description=how))
    >>> Compare([measured(4e-6, "10", "bmm"), measured(9e-6, "100", "bmm"), measured(8e-6, "100", "sum")]).print()
    [--------- dot ---------]
               |  bmm  |  sum
    1 threads: --------------
          10   |  4.0  |
          100  |  9.0  |  8.0
    <BLANKLINE>
    Times are in microseconds (us).
    """

    def __init__(self, results: Iterable[Measurement]) -> None:
        self._results: list[Measurement] = []
        self._trims = self._warns = False
        self._colours = ""
        self.extend_results(results)

    def extend_results(self, results: Iterable[Measurement]) -> None:
        """Add measurements.

        Args:
            results: the measurements.
        """
        found = list(results)
        for one in found:
            if not isinstance(one, Measurement):
                raise errors.profiler.no_measurement(one)
        self._results += found

    def trim_significant_figures(self) -> None:
        """Show only the digits that the times bear out."""
        self._trims = True

    def colorize(self, rowwise: bool = False) -> None:
        """Show the least time green and bold, and those of more than twice and five times as much in red.

        Args:
            rowwise: whether times are compared with others of their row; else, of their column.
        """
        self._colours = "rows" if rowwise else "columns"

    def highlight_warnings(self) -> None:
        """Show how far the quartiles are apart, as a share of the median, where that is much."""
        self._warns = True

    def print(self) -> None:
        """Print the table."""
        print(str(self))

    def __str__(self) -> str:
        merged = Measurement.merge(self._results)
        labels = dict.fromkeys(one.label for one in merged)
        return "\n".join([self._part(label, [one for one in merged if one.label == label]) for label in labels])

    def _part(self, label: str | None, found: list[Measurement]) -> str:
        """The table of one label, and its unit."""
        unit, size = select_unit(min(one.median for one in found))
        heads = list(dict.fromkeys(one.description for one in found))
        rows = list(dict.fromkeys((one.num_threads, one.env, one.as_row_name) for one in found))
        rows.sort(key=lambda row: row[0])
        cells = {(one.num_threads, one.env, one.as_row_name, one.description): one for one in found}
        table = [[cells.get((*row, head)) for head in heads] for row in rows]
        columns = [
            self._column(head or "", list(column), size)
            for head, column in zip(heads, zip(*table, strict=True), strict=True)
        ]
        names = named_rows(rows)
        lines = [" " * len(names[0]) + GAP + GAP.join(head for head, _ in columns)]
        title = f" {label} " if label else ""
        whole = max(len(lines[0]), len(title) + 2)
        lines.insert(0, f"[{title.center(whole - 2, '-')}]")
        colours: list[list[str]] = []
        for threads in dict.fromkeys(row[0] for row in rows):
            colours += self._chosen([line for row, line in zip(rows, table, strict=True) if row[0] == threads])
        for i, row in enumerate(rows):
            if i == 0 or row[0] != rows[i - 1][0]:
                lines.append(f"{row[0]} threads: ".ljust(whole, "-"))
            shown = [colours[i][k] + texts[i] + (OFF if colours[i][k] else "") for k, (_, texts) in enumerate(columns)]
            lines.append(names[i] + GAP + GAP.join(shown))
        lines += ["", f"Times are in {unit_to_english(unit)}s ({unit})."]
        if self._warns and any(one.has_warnings for one in found):
            lines.append("(! XX%) Measurement has high variance, where XX is the IQR / median * 100.")
        return "\n".join([*lines, ""])

    def _column(self, head: str, found: list[Measurement | None], size: float) -> tuple[str, list[str]]:
        """The heading and the cells of a column, all of the same width."""
        numbers = [None if one is None else one.median / size for one in found]
        places = 1
        if self._trims:
            figures = [1 if one is None else one.significant_figures for one in found]
            numbers = [v if v is None else significant(v, n) for v, n in zip(numbers, figures, strict=True)]
            needed = [n - 1 - exponent(v) for v, n in zip(numbers, figures, strict=True) if v is not None]
            places = max(0, min(1, *needed))
        texts = ["" if v is None else f"{v:.{places}f}" for v in numbers]
        wide = max(map(len, texts))
        texts = [text.rjust(wide) for text in texts]
        if self._warns:
            after = [
                f" (! {one.iqr / one.median * 100:.0f}%)" if one is not None and one.has_warnings else ""
                for one in found
            ]
            texts = [text + more.ljust(max(map(len, after))) for text, more in zip(texts, after, strict=True)]
        wide = max(len(head), *map(len, texts))
        return head.center(wide), [text.center(wide) for text in texts]

    def _chosen(self, table: list[list[Measurement | None]]) -> list[list[str]]:
        """The colours of the cells of a table of measurements."""
        if not self._colours:
            return [["" for _ in row] for row in table]
        if self._colours == "columns":
            turned = [list(column) for column in zip(*table, strict=True)]
            return [list(row) for row in zip(*map(self._of_group, turned), strict=True)]
        return [self._of_group(row) for row in table]

    @staticmethod
    def _of_group(group: list[Measurement | None]) -> list[str]:
        """The colours of times that are compared with one another."""
        least = min((one.median for one in group if one is not None), default=1)
        return ["" if one is None else colour(one.median / least) for one in group]


def named_rows(rows: list[tuple[int, str | None, str]]) -> list[str]:
    """The names of rows, all of the same width, behind where they were measured."""
    places = ["" if env is None else f"  ({env})" for _, env, _ in rows]
    wide = max(4, *map(len, places))
    names = [f"{place.ljust(wide)}  {name}" for place, (_, _, name) in zip(places, rows, strict=True)]
    return [name.ljust(max(map(len, names))) for name in names]


def colour(times: float) -> str:
    """The colour of so many times the least time."""
    return GREEN + BOLD if times <= NEAR else RED if times > VERY_FAR else DIM if times > FAR else ""


def exponent(value: float) -> int:
    """The power of ten of the first digit."""
    return math.floor(math.log10(value)) if value > 0 else 0


def significant(value: float, figures: int) -> float:
    """A number, rounded to so many digits."""
    return round(value, figures - 1 - exponent(value))
