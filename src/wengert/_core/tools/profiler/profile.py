"""``profile``: measure the operations that a block of code runs."""

from __future__ import annotations

import importlib
import os
from html import escape
from time import perf_counter_ns as clock
from typing import Any

from ... import errors
from ...arrays.arrays import cuda_available, cupy
from ...tape.watching import attach, detach
from . import chrome_trace as traces
from .build import Asked, build
from .events import DeviceType, EventList, FunctionEventAvg
from .ledger import Ledger
from .notes import Recorder
from .recorder import Detailed, Threads

INLINE = 2_000_000  # characters: a larger timeline is not put into a notebook


class _ExperimentalConfig:
    """Options for the argument ``experimental_config`` of :class:`profile`.

    Args:
        profile_all_threads: also measure other threads. Each has its own number, ``thread``.
        verbose: record whole stacks. They are always recorded whole.

    Raises:
        NotImplementedError: for the other arguments, which need the hardware counters of a GPU.
    """

    def __init__(
        self,
        profiler_metrics: Any = (),
        profiler_measure_per_kernel: bool = False,
        verbose: bool = False,
        performance_events: Any = (),
        enable_cuda_sync_events: bool = False,
        *,
        profile_all_threads: bool = False,
    ) -> None:
        for name, value in (
            ("profiler_metrics", profiler_metrics), ("profiler_measure_per_kernel", profiler_measure_per_kernel),
            ("performance_events", performance_events), ("enable_cuda_sync_events", enable_cuda_sync_events),
        ):  # fmt: skip
            if value:
                raise errors.profiler.no_counters(name)
        self.verbose = verbose
        self.profile_all_threads = profile_all_threads


class profile:  # noqa: N801 - torch's name
    """Measure the operations, backwards, and ``record_function`` ranges that a block of code runs.

    The thread that enters the block is measured. Profiles can be nested; each records everything. An object can measure
    one block only.

    Args:
        enabled: with False, measure nothing.
        use_cuda: also measure time on the GPU; an older name for ``use_device="cuda"``.
        record_shapes: record the shapes of arguments, so that ``key_averages`` can distinguish them.
        with_flops: count floating point operations, from the shapes.
        profile_memory: record the memory of results, and when it is freed.
        with_stack: record the lines of the program that called operations.
        use_kineto: accepted and ignored.
        use_cpu: with False, leave out events on the CPU (needs ``use_kineto=True`` and a GPU).
        use_device: ``"cuda"`` also measures time on the GPU. If there is none, a warning is given.
        with_modules: record the types of the objects whose ``forward`` or ``__call__`` is running.
        experimental_config: an ``_ExperimentalConfig``, for example to measure all threads.

    Raises:
        RuntimeError: if the object is entered a second time.

    >>> import wengert
    >>> from wengert.autograd.profiler import profile
    >>> x = wengert.randn(3, 3, requires_grad=True)
    >>> with profile(record_shapes=True) as prof:
    ...     (x * x).sum().backward()
    >>> for row in prof.key_averages(group_by_input_shape=True)[:2]:
    ...     print(row.key, row.count, row.input_shapes)
    aten::mul 1 [[3, 3], [3, 3]]
    aten::sum 1 [[3, 3], [], [], []]
    """

    def __init__(
        self,
        enabled: bool = True,
        use_cuda: bool = False,
        record_shapes: bool = False,
        with_flops: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        use_kineto: bool = False,
        use_cpu: bool = True,
        *,
        use_device: str | None = None,
        with_modules: bool = False,
        experimental_config: Any = None,
    ) -> None:
        self.enabled = enabled
        self.use_device = use_device
        self.record_shapes = record_shapes
        self.with_flops = with_flops
        self.profile_memory = profile_memory
        self.with_stack = with_stack
        self.with_modules = with_modules
        self.use_cpu = use_cpu
        self.experimental_config = _ExperimentalConfig() if experimental_config is None else experimental_config
        self.entered = False
        self.finished = False
        self._epoch = 0
        self._observer: Any = None
        self._noted: list[Any] = []
        self._ledger: Ledger | None = None
        self._events: EventList | None = None
        if not enabled:
            return
        if use_cuda:
            errors.profiler.use_cuda_deprecated()
            self.use_device = "cuda"
        if self.use_device is not None and self.use_device != "cuda":
            errors.profiler.no_device(self.use_device)
            self.use_device = None
        if self.use_device is not None and not cuda_available():
            errors.profiler.no_cuda()
            self.use_device = None
        if not use_cpu:
            if not use_kineto:
                raise errors.profiler.device_only()
            if self.use_device is None:
                raise errors.profiler.no_activities()

    # -- the block

    def __enter__(self) -> profile:
        if not self.enabled:
            return self
        if self.entered:
            raise errors.profiler.reentrant()
        self.entered = True
        self._ledger = Ledger() if self.profile_memory else None
        self._observer = first = self._recorder(1)
        if self.experimental_config.profile_all_threads:
            self._observer = Threads(first, self._recorder)
        self._epoch = clock()
        try:
            attach(self._observer, self.experimental_config.profile_all_threads)
            return self
        except BaseException:  # an interrupt
            detach(self._observer)
            raise

    def _recorder(self, thread: int) -> Recorder:
        mark = None if self.use_device is None else _mark
        shapes, counted = self.record_shapes, self.with_flops
        if shapes or counted or self.with_stack or self.with_modules or self._ledger is not None or mark is not None:
            return Detailed(thread, shapes, counted, self.with_stack, self.with_modules, self._ledger, mark)
        return Recorder(thread)

    def __exit__(self, *error: object) -> None:
        if not self.entered or self.finished:
            return
        detach(self._observer)
        many = isinstance(self._observer, Threads)
        recorders = list(self._observer.recorders.values()) if many else [self._observer]
        self._noted = [recorder.finish() for recorder in recorders]
        if self._ledger is not None:
            self._ledger.close()
        self.finished = True

    # -- results

    @property
    def function_events(self) -> EventList:
        """The events, in the order of their start. The list is empty until the block has ended."""
        if self._events is None:
            if not self.finished:
                return EventList(use_device=self.use_device, profile_memory=self.profile_memory)._like([])
            asked = Asked(self.record_shapes, self.with_flops, self.profile_memory, self.use_device)
            self._events = build(self._noted, self._epoch, asked, self._ledger, _elapsed)
            if not self.use_cpu:
                self._events = device_only(self._events)
        return self._events

    def __repr__(self) -> str:
        return repr(self.function_events) if self.finished else "<unfinished wengert.autograd.profile>"

    def __str__(self) -> str:
        return str(self.function_events) if self.finished else "<unfinished wengert.autograd.profile>"

    def _repr_html_(self) -> str:
        """What notebooks display: the table, and below it the timeline, which can be unfolded."""
        table = self.key_averages()._repr_html_()
        if not self.function_events:
            return table
        page = importlib.import_module("wengert._core.tools.profiler.timeline").timeline(self)
        if len(page) > INLINE:
            return f"{table}<p>The timeline is large: profiler.timeline(prof, 'timeline.html') writes it to a file.</p>"
        frame = f'<iframe sandbox="allow-scripts" style="width:100%;height:480px;border:0" srcdoc="{escape(page)}">'
        return f"{table}<details><summary>timeline</summary>{frame}</iframe></details>"

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False
    ) -> EventList:
        """Return sums of events with the same name; see ``EventList.key_averages``."""
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def table(
        self,
        sort_by: str | None = None,
        row_limit: int = 100,
        max_src_column_width: int = 75,
        max_name_column_width: int = 55,
        max_shapes_column_width: int = 80,
        header: str | None = None,
        top_level_events_only: bool = False,
        time_unit: str | None = None,
    ) -> str:
        """Return the events as a table; see ``EventList.table``."""
        return self.function_events.table(
            sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width, header,
            top_level_events_only, time_unit,
        )  # fmt: skip

    def total_average(self) -> FunctionEventAvg:
        """Return the sum of all events: a ``FunctionEventAvg`` with the key ``Total``."""
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self) -> float:
        """The total time on the CPU in microseconds: the sum of the events' self times."""
        return self.function_events.self_cpu_time_total

    @property
    def peak_memory(self) -> int:
        """The peak of memory allocated in the block, in bytes (needs ``profile_memory=True``)."""
        return max([size for _, device, size in self.function_events._totals if not device], default=0)

    def export_chrome_trace(self, path: str | os.PathLike[str]) -> None:
        """Write a file for https://ui.perfetto.dev or chrome://tracing, compressed if its name ends in ``.gz``.

        Args:
            path: the file to write.

        Raises:
            RuntimeError: if the block has not ended.
        """
        self._check_finished("export_chrome_trace")
        traces.write(self.function_events, path)

    def export_stacks(self, path: str | os.PathLike[str], metric: str = "self_cpu_time_total") -> None:
        """Write the lines that called operations, with a metric, for flame graph tools.

        Args:
            path: the file to write.
            metric: ``self_cpu_time_total`` or ``self_cuda_time_total``.

        Raises:
            RuntimeError: if the block has not ended.
            AssertionError: without ``with_stack=True``.
        """
        self._check_finished("export_stacks")
        if not self.with_stack:
            raise AssertionError("export_stacks() requires with_stack=True")
        self.function_events.export_stacks(path, metric)

    def _check_finished(self, name: str) -> None:
        if self.enabled and not self.finished:
            raise errors.profiler.unfinished(name)


def device_only(events: EventList) -> EventList:
    """The events of kernels only."""
    found: list[Any] = []
    for e in events:
        for k in e.kernels:
            start = e.time_range.start
            one = type(e)(len(found) + 1, k.name, e.thread, start, start + k.duration, device_type=DeviceType.CUDA,
                          use_device="cuda", stack=e.stack, input_shapes=e.input_shapes, flops=e.flops)  # fmt: skip
            found.append(one)
    return events._like(found)


def _mark() -> Any:
    event = cupy().cuda.Event()
    event.record()
    return event


def _elapsed(begin: Any, end: Any) -> float:
    end.synchronize()
    return float(cupy().cuda.get_elapsed_time(begin, end)) * 1000
