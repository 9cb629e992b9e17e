"""The plan of a checkpointed call: what is kept and what is recomputed."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, NamedTuple

from ...arrays import dtypes
from ...errors.text import Site, where
from ..diagnosis.picture import bytes_shown
from .schedule import Problem, Schedule, peak

HEAD = ("operation", "shape", "dtype", "memory", "", "cost", "line")


class PlanRow(NamedTuple):
    """One operation whose result the backward pass needs. ``times``: how often it is recomputed. ``kept``: whether its
    result is kept after the first call. ``cost``: the estimated cost of computing it once, in bytes moved.
    """

    operation: str
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    kept: bool
    times: int
    cost: float
    line: str

    def what(self) -> str:
        """What happens to the result, as text."""
        again = "" if not self.times else "recomputed" if self.times == 1 else f"recomputed {self.times} times"
        return ", ".join([word for word in ("kept" if self.kept else "", again) if word])

    def cells(self) -> tuple[str, ...]:
        """The row as text for the table."""
        shape, memory, cost = str(list(self.shape)), bytes_shown(self.bytes), bytes_shown(round(self.cost))
        return self.operation, shape, self.dtype, memory, self.what(), cost, self.line


class CheckpointPlan:
    """What a call under a budget keeps and recomputes. ``print(plan.explain())`` shows it as a table.

    Attributes:
        rows: a :class:`PlanRow` per operation whose result is kept or recomputed, in order.
        budget: the bytes that may be kept; None if only the end of the first call is limited.
        full: the bytes that would be kept without a budget.
        kept: the bytes that are kept after the first call.
        peak: the largest number of bytes in use at any time of the backward pass.
        inputs: the bytes of the call's inputs, and of values made by unobserved means. They are kept in addition.
        cost: the estimated cost of recomputation, in bytes moved.
        share: this cost as a fraction of the cost of the first call.
    """

    def __init__(self, problem: Problem, schedule: Schedule, made: list[tuple[str, Any, Any, Site]],
                 budget: int | None, full: int, inputs: int, total: float) -> None:  # fmt: skip
        self.solution = problem, schedule
        self.made = made  # for each unit: operation, shape, dtype and site
        self.budget = budget
        self.full = full
        self.inputs = inputs
        self.kept = problem.bytes(schedule.keep)
        most = peak(problem, schedule)
        assert most is not None, "the plan cannot be carried out"
        self.peak = most
        self.cost = schedule.cost(problem)
        self.share = self.cost / total if total else 0.0

    @functools.cached_property
    def rows(self) -> list[PlanRow]:
        """A :class:`PlanRow` per operation whose result is kept or recomputed, in order."""
        problem, schedule = self.solution
        times = Counter(schedule.computed())
        return [
            PlanRow(name, shape, str(dtypes.of(dtype)).rpartition(".")[2], problem.sizes[i], i in schedule.keep,
                    times[i], problem.costs[i], where(site))
            for i, (name, shape, dtype, site) in enumerate(self.made)
        ]  # fmt: skip

    def explain(self) -> str:
        """Return the plan as a table, followed by the totals.

        >>> import wengert
        >>> from wengert.utils.checkpoint import checkpoint_plan
        >>> x = wengert.ones(1000, requires_grad=True)
        >>> print(checkpoint_plan(lambda x: x.exp().sin().exp().sin().sum(), x, budget="4kB").explain())
        operation  shape   dtype    memory              cost   line
        exp        [1000]  float32  4 kB    recomputed  20 kB  ...
        exp        [1000]  float32  4 kB    kept        20 kB  ...
        4 kB kept of 4 kB allowed, 8 kB without a budget; at most 4 kB while backward computes again 24% of ...
        4 kB of inputs are kept besides.
        """
        cells = [HEAD, *[row.cells() for row in self.rows if row.what()]]
        widths = [max([len(row[k]) for row in cells]) for k in range(len(HEAD))]
        lines = ["  ".join([c.ljust(w) for c, w in zip(row, widths, strict=True)]).rstrip() for row in cells]
        allowed = "" if self.budget is None else f" of {bytes_shown(self.budget)} allowed"
        lines.append(
            f"{bytes_shown(self.kept)} kept{allowed}, {bytes_shown(self.full)} without a budget; at most "
            f"{bytes_shown(self.peak)} while backward computes again {self.share:.0%} of the first call."
        )
        if self.inputs:
            lines.append(f"{bytes_shown(self.inputs)} of inputs are kept besides.")
        return "\n".join(lines)

    __str__ = explain

    def __repr__(self) -> str:
        return f"<plan: {bytes_shown(self.kept)} kept of {bytes_shown(self.full)}, {self.share:.0%} computed again>"
