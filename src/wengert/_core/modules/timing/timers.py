"""A timer of statements, which chooses how often they run."""

from __future__ import annotations

import sys
import textwrap
import timeit
from collections.abc import Callable
from typing import Any

from ... import errors
from ...api import cuda
from ..switches import thread_counts
from .measurements import Measurement, TaskSpec

SMALL = 1e-3  # the share of a run that reading the clock may take
RUNS = 1000  # of so many parts, at most, the least time of measuring is made


def timer() -> float:
    """Return the time in seconds, after all that a GPU computes.

    >>> import wengert
    >>> from wengert.utils import benchmark
    >>> start = benchmark.timer()
    >>> benchmark.timer() >= start
    True
    """
    if cuda.is_available():
        cuda.synchronize()
    return timeit.default_timer()


class Timer:
    """Measures how long a statement takes, on a number of threads that is set.

    Args:
        stmt: the statement, as text.
        setup: what runs before it, once.
        global_setup: of a statement in C++ only.
        timer: the clock.
        globals: the names that the statement uses. ``torch`` and ``wengert`` are there.
        label: what the statement is.
        sub_label: tells statements of the same label apart.
        description: tells measurements of the same statement apart.
        env: where it runs.
        num_threads: how many threads compute.
        language: ``"python"``.

    >>> import wengert
    >>> from wengert.utils.benchmark import Timer
    >>> measured = Timer("x.exp()", globals={"x": wengert.ones(10)}, label="exp").blocked_autorange(min_run_time=0.01)
    >>> measured.title, measured.median < 1
    ('exp', True)
    """

    def __init__(
        self,
        stmt: str = "pass",
        setup: str = "pass",
        global_setup: str = "",
        timer: Callable[[], float] = timer,
        globals: dict[str, Any] | None = None,
        label: str | None = None,
        sub_label: str | None = None,
        description: str | None = None,
        env: str | None = None,
        num_threads: int = 1,
        language: Any = "python",
    ) -> None:
        if not isinstance(stmt, str):
            raise errors.profiler.no_statement(stmt)
        if global_setup or str(language).lower() not in ("python", "language.python"):
            raise errors.profiler.other_language(language)
        stmt, setup = (textwrap.dedent(text).strip() for text in (stmt, setup))
        names = {**dict.fromkeys(("torch", "wengert"), sys.modules["wengert"]), **(globals or {})}
        self._timer = timeit.Timer(stmt=stmt, setup=setup, timer=timer, globals=names)
        self._task_spec = TaskSpec(stmt, setup, "", label, sub_label, description, env, num_threads)

    def _run(self, number: int) -> float:
        """The time of so many statements, on the threads that were asked for."""
        before = thread_counts.get_num_threads()
        thread_counts.set_num_threads(self._task_spec.num_threads)
        try:
            return max(self._timer.timeit(number), 1e-9)
        finally:
            thread_counts.set_num_threads(before)

    def timeit(self, number: int = 1_000_000) -> Measurement:
        """Run the statement so often, after a hundredth of that to warm up, and return the time of all.

        Args:
            number: how often it runs.
        """
        self._run(max(number // 100, 2))
        return Measurement(number, [self._run(number)], self._task_spec)

    def repeat(self, repeat: int = -1, number: int = -1) -> None:
        """Not there: use :meth:`blocked_autorange`."""
        raise errors.profiler.by_autorange("repeat")

    def autorange(self, callback: Callable[[int, float], Any] | None = None) -> None:
        """Not there: use :meth:`blocked_autorange`."""
        raise errors.profiler.by_autorange("autorange")

    def _block(self, min_run_time: float) -> int:
        """How many statements are timed at once, so that reading the clock does not count."""
        overhead = sorted(self._run(0) for _ in range(5))[2]
        number = 1
        while (taken := self._run(number)) < min_run_time:
            if overhead <= SMALL * taken and taken >= min_run_time / RUNS:
                break
            number *= 10
        return number

    def _measured(
        self, number: int, callback: Callable[[int, float], Any] | None, done: Callable[[Measurement, float], bool]
    ) -> Measurement:
        """Times of so many statements, until they are enough."""
        found, total = Measurement(number, [], self._task_spec), 0.0
        while not (found.raw_times and done(found, total)):
            found.raw_times.append(self._run(number))
            total += found.raw_times[-1]
            if callback is not None:
                callback(number, found.raw_times[-1])
        return found

    def blocked_autorange(
        self, callback: Callable[[int, float], Any] | None = None, min_run_time: float = 0.2
    ) -> Measurement:
        """Measure for a time, in blocks that are so long that reading the clock does not count.

        Args:
            callback: is called after each block, with its number of statements and its time.
            min_run_time: how many seconds to measure, at least.
        """
        return self._measured(self._block(min_run_time), callback, lambda _, total: total >= min_run_time)

    def adaptive_autorange(
        self,
        threshold: float = 0.1,
        *,
        min_run_time: float = 0.01,
        max_run_time: float = 10.0,
        callback: Callable[[int, float], Any] | None = None,
    ) -> Measurement:
        """Measure until the times vary little.

        Args:
            threshold: how far the quartiles may be apart, as a share of the median.
            min_run_time: how many seconds to measure, at least.
            max_run_time: how many seconds to measure, at most.
            callback: is called after each block, with its number of statements and its time.
        """

        def done(found: Measurement, total: float) -> bool:
            steady = len(found.raw_times) > 2 and found.meets_confidence(threshold)
            return total >= max_run_time or (total >= min_run_time and steady)

        return self._measured(self._block(min_run_time), callback, done)

    def collect_callgrind(self, number: int = 100, **options: Any) -> None:
        """Not there: instructions are not counted."""
        raise errors.profiler.no_instructions()
