"""What a timer has measured: times of a statement, how much they vary, and how they are printed."""

from __future__ import annotations

import dataclasses
import math
import textwrap
from collections.abc import Iterable
from typing import Any

import numpy as np

UNITS = {-3: ("ns", 1e-9), -2: ("us", 1e-6), -1: ("ms", 1e-3)}
NAMES = {"ns": "nanosecond", "us": "microsecond", "ms": "millisecond", "s": "second"}
NOISE = 25e-9  # seconds: no time is known better
MANY = 4  # quartiles of fewer times say nothing


def select_unit(t: float) -> tuple[str, float]:
    """Return the unit in which a time is printed, and how many seconds it has.

    Args:
        t: the time in seconds.

    >>> from wengert.utils import benchmark
    >>> benchmark.select_unit(4.2e-5)
    ('us', 1e-06)
    """
    return UNITS.get(math.floor(math.log10(t) / 3), ("s", 1))


def unit_to_english(u: str) -> str:
    """Return the name of a unit of time.

    Args:
        u: ``"ns"``, ``"us"``, ``"ms"`` or ``"s"``.

    >>> from wengert.utils import benchmark
    >>> benchmark.unit_to_english("us")
    'microsecond'
    """
    return NAMES[u]


@dataclasses.dataclass(frozen=True, repr=False)
class TaskSpec:
    """What was measured, as :class:`Timer` was told.

    Args:
        stmt: the statement.
        setup: what ran before it, once.
        global_setup: of a statement in C++ only.
        label: what the statement is.
        sub_label: tells statements of the same label apart.
        description: tells measurements of the same statement apart.
        env: where it ran.
        num_threads: how many threads computed.
    """

    stmt: str
    setup: str
    global_setup: str = ""
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None
    env: str | None = None
    num_threads: int = 1

    @property
    def title(self) -> str:
        if self.label is None:
            return self.stmt
        return self.label + (f": {self.sub_label}" if self.sub_label else "")

    def setup_str(self) -> str:
        if not self.setup or self.setup == "pass":
            return ""
        if "\n" in self.setup:
            return f"setup:\n{textwrap.indent(self.setup, '  ')}\n"
        return f"setup: {self.setup}"

    def summarize(self) -> str:
        """Return the title, the description and the setup, each in its lines."""
        parts = (self.title, self.description or "", self.setup_str())
        return "\n".join(part for part in parts if part)


@dataclasses.dataclass(repr=False)
class Measurement:
    """Times of a statement, in seconds.

    Args:
        number_per_run: how often the statement ran for each time.
        raw_times: the times.
        task_spec: what was measured.
        metadata: whatever the caller notes.

    >>> from wengert.utils.benchmark import Timer
    >>> measured = Timer("x + x", globals={"x": 1}).timeit(10)
    >>> measured.number_per_run, measured.median > 0
    (10, True)
    """

    number_per_run: int
    raw_times: list[float]
    task_spec: TaskSpec
    metadata: dict[Any, Any] | None = None

    @property
    def times(self) -> list[float]:
        """The time of one statement, for each run."""
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def median(self) -> float:
        return float(np.median(self.times))

    @property
    def mean(self) -> float:
        return float(np.mean(self.times))

    @property
    def iqr(self) -> float:
        """The distance between the quartiles."""
        low, high = self._quartiles()
        return high - low

    def _quartiles(self) -> tuple[float, float]:
        low, high = np.quantile(self.times, (0.25, 0.75))
        return float(low), float(high)

    @property
    def significant_figures(self) -> int:
        """How many digits of the median the times bear out, one to four."""
        times = sorted(self.times)
        middle = times[len(times) // 4 : math.ceil(3 * len(times) / 4)]
        doubt = max(1.645 * float(np.std(middle)) / math.sqrt(len(middle)), NOISE)
        return max(1, min(4, math.floor(math.log10(self.median / doubt))))

    @property
    def has_warnings(self) -> bool:
        """Whether the times vary so much that they should be taken again."""
        return not self.meets_confidence()

    def meets_confidence(self, threshold: float = 0.1) -> bool:
        """Return whether the quartiles are close.

        Args:
            threshold: at most this share of the median apart.
        """
        return self.iqr / self.median < threshold

    title = property(lambda self: self.task_spec.title)
    env = property(lambda self: self.task_spec.env)
    stmt = property(lambda self: self.task_spec.stmt)
    setup = property(lambda self: self.task_spec.setup)
    label = property(lambda self: self.task_spec.label)
    sub_label = property(lambda self: self.task_spec.sub_label)
    description = property(lambda self: self.task_spec.description)
    num_threads = property(lambda self: self.task_spec.num_threads)

    @property
    def as_row_name(self) -> str:
        return self.sub_label or self.stmt or "[Unknown]"

    def __repr__(self) -> str:
        count, (unit, size) = len(self.raw_times), select_unit(self.median)
        shown = f"{self.median / size:.2f} {unit}"
        lines = [object.__repr__(self), self.task_spec.summarize(), f"  {'Median: ' if count > 1 else ''}{shown}"]
        if count >= MANY:
            low, high = self._quartiles()
            lines.append(f"  IQR:    {self.iqr / size:.2f} {unit} ({low / size:.2f} to {high / size:.2f})")
        each = " per measurement, " if count > 1 else " , "
        lines.append(
            f"  {count} measurement{'s' * (count > 1)}, {self.number_per_run} runs{each}"
            f"{self.num_threads} thread{'s' * (self.num_threads > 1)}"
        )
        if self.has_warnings:
            cause = "could indicate system fluctuation" if self.meets_confidence(0.25) else (
                "suggests significant environmental influence"
            )  # fmt: skip
            lines += [
                f"  WARNING: Interquartile range is {self.iqr / self.median * 100:.1f}% of the median measurement.",
                f"           This {cause}.",
            ]
        return "\n".join(lines)

    @staticmethod
    def merge(measurements: Iterable[Measurement]) -> list[Measurement]:
        """Return one measurement for all of the same statement, with the times of all.

        Args:
            measurements: the measurements.
        """
        groups: dict[TaskSpec, list[float]] = {}
        for one in measurements:
            groups.setdefault(one.task_spec, []).extend(one.times)
        return [Measurement(1, times, spec) for spec, times in groups.items()]
