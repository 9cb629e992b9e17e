"""The contents of a profile: events, sums of events with the same key, and lists of both."""

from __future__ import annotations

import enum
import os
import pathlib
from collections.abc import Iterable
from typing import Any, NamedTuple, SupportsIndex, overload

from ... import errors
from . import chrome_trace as traces
from . import table as tables
from .passes import Operations, joined

MEMORY = "[memory]"  # the name of events for memory that was freed while no operation ran


class DeviceType(enum.IntEnum):
    """The device type of an event."""

    CPU = 0
    CUDA = 1

    def __repr__(self) -> str:
        return f"DeviceType.{self.name}"

    __str__ = __repr__


class Scope(enum.IntEnum):
    """The kind of an event, ``event.scope``, with PyTorch's numbers."""

    FUNCTION = 0
    BACKWARD_FUNCTION = 1
    USER_SCOPE = 7


class Interval:
    """A time interval in microseconds: the ``time_range`` of a :class:`FunctionEvent`."""

    __slots__ = ("end", "start")

    def __init__(self, start: float, end: float) -> None:
        self.start = start
        self.end = end

    def elapsed_us(self) -> float:
        """Return its length."""
        return self.end - self.start

    def __repr__(self) -> str:
        return f"Interval(start={self.start}, end={self.end})"


class Kernel(NamedTuple):
    """A kernel that ran on a device for a :class:`FunctionEvent`. ``duration`` is in microseconds."""

    name: str
    device: int
    duration: float


class Times:
    """The common part of events and sums of events: times as text, means, and older names."""

    count: int
    use_device: str | None
    cpu_time_total: float
    device_time_total: float
    self_cpu_time_total: float
    self_device_time_total: float
    device_memory_usage: int
    self_device_memory_usage: int

    @property
    def cpu_time(self) -> float:
        """The mean time on the CPU in microseconds, including children."""
        return 0.0 if self.count == 0 else 1.0 * self.cpu_time_total / self.count

    @property
    def device_time(self) -> float:
        """The mean time on the device in microseconds, including children."""
        return 0.0 if self.count == 0 else 1.0 * self.device_time_total / self.count

    cpu_time_str = property(lambda self: tables.time(self.cpu_time))
    device_time_str = property(lambda self: tables.time(self.device_time))
    cpu_time_total_str = property(lambda self: tables.time(self.cpu_time_total))
    device_time_total_str = property(lambda self: tables.time(self.device_time_total))
    self_cpu_time_total_str = property(lambda self: tables.time(self.self_cpu_time_total))
    self_device_time_total_str = property(lambda self: tables.time(self.self_device_time_total))
    # names before 2.1
    cuda_time = property(lambda self: self.device_time)
    cuda_time_total = property(lambda self: self.device_time_total)
    self_cuda_time_total = property(lambda self: self.self_device_time_total)
    cuda_memory_usage = property(lambda self: self.device_memory_usage)
    self_cuda_memory_usage = property(lambda self: self.self_device_memory_usage)


class FunctionEvent(Times):
    """One run of an operation, of a node of a backward pass, or of a named range: an event of :class:`profile`.

    Args:
        id: a number. The events of a profile are numbered in the order of their start.
        name: ``aten::mul``, ``MulBackward0``, or the label of a range.
        thread: the number of the thread, starting at 1.
        start_us, end_us: start and end, in microseconds.
        sequence_nr: the sequence number of a node of the tape. The operation that recorded the node and the node's
            backward have the same number. -1 means none.
        fwd_thread: for a backward, the thread in which the node was recorded; else 0.

    The other arguments are attributes of the same names. ``cpu_parent`` and ``cpu_children`` describe the nesting.
    """

    def __init__(
        self,
        id: int,  # noqa: A002 - PyTorch's name
        name: str,
        thread: int,
        start_us: float,
        end_us: float,
        overload_name: str | None = None,
        fwd_thread: int | None = None,
        input_shapes: list[Any] | None = None,
        stack: list[str] | None = None,
        scope: int = 0,
        use_device: str | None = None,
        cpu_memory_usage: int = 0,
        device_memory_usage: int = 0,
        is_async: bool = False,
        is_remote: bool = False,
        sequence_nr: int = -1,
        node_id: int = -1,
        device_type: DeviceType = DeviceType.CPU,
        device_index: int = 0,
        device_resource_id: int | None = None,
        is_legacy: bool = False,
        flops: int | None = None,
        trace_name: str | None = None,
        concrete_inputs: list[Any] | None = None,
        kwinputs: dict[str, Any] | None = None,
        is_user_annotation: bool = False,
        *,
        input_dtypes: list[str] | None = None,
        module_hierarchy: str = "",
        saved_bytes: int = 0,
    ) -> None:
        self.id = id
        self.node_id = node_id
        self.name = name
        self.overload_name = overload_name
        self.trace_name = name if trace_name is None else trace_name
        self.time_range = Interval(start_us, end_us)
        self.thread = thread
        self.fwd_thread = fwd_thread
        self.kernels: list[Kernel] = []
        self.count = 1
        self.cpu_children: list[FunctionEvent] = []
        self.cpu_parent: FunctionEvent | None = None
        self.input_shapes = input_shapes
        self.input_dtypes = input_dtypes
        self.concrete_inputs = concrete_inputs
        self.kwinputs = kwinputs
        self.stack = stack
        self.scope = scope
        self.use_device = use_device
        self.cpu_memory_usage = cpu_memory_usage
        self.device_memory_usage = device_memory_usage
        self.is_async = is_async
        self.is_remote = is_remote
        self.sequence_nr = sequence_nr
        self.device_type = device_type
        self.device_index = device_index
        self.device_resource_id = thread if device_resource_id is None else device_resource_id
        self.is_legacy = is_legacy
        self.flops = flops
        self.is_user_annotation = is_user_annotation
        self.module_hierarchy = module_hierarchy  # with_modules: "A.B"
        self.saved_bytes = saved_bytes  # memory that the operation saved for its backward
        self.cpu_memory_peak = 0  # the peak of memory in use, relative to the start
        self.self_cpu_percent: float = -1
        self.total_cpu_percent: float = -1
        self.total_device_percent: float = -1

    @property
    def key(self) -> str:
        """The name, which is the key for sums."""
        return self.name

    def append_kernel(self, name: str, device: int, duration: float) -> None:
        """Add a kernel that ran on a device for this event. ``duration`` is in microseconds."""
        self.kernels.append(Kernel(name, device, duration))

    def append_cpu_child(self, child: FunctionEvent) -> None:
        """Add an event that ran inside this one."""
        self.cpu_children.append(child)

    def set_cpu_parent(self, parent: FunctionEvent) -> None:
        """Set the event inside which this one ran."""
        self.cpu_parent = parent

    # An event that did not start and end in one thread has no self time and no self memory.

    def _own(self, name: str) -> Any:
        total = getattr(self, name)
        return total - sum([getattr(child, name) for child in self.cpu_children])

    @property
    def cpu_time_total(self) -> float:  # type: ignore[override]
        """The time on the CPU in microseconds, including children."""
        return self.time_range.elapsed_us() if self.device_type == DeviceType.CPU else 0

    @property
    def self_cpu_time_total(self) -> float:  # type: ignore[override]
        """The time on the CPU in microseconds, without children."""
        return 0 if self.is_async or self.device_type != DeviceType.CPU else self._own("cpu_time_total")  # type: ignore[no-any-return]

    @property
    def self_cpu_memory_usage(self) -> int:
        """The bytes of CPU memory that were allocated minus those freed, without children."""
        return 0 if self.is_async or self.device_type != DeviceType.CPU else self._own("cpu_memory_usage")  # type: ignore[no-any-return]

    @property
    def self_device_memory_usage(self) -> int:  # type: ignore[override]
        """The bytes of device memory that were allocated minus those freed, without children."""
        return 0 if self.is_async or self.device_type != DeviceType.CPU else self._own("device_memory_usage")  # type: ignore[no-any-return]

    @property
    def device_time_total(self) -> float:  # type: ignore[override]
        """The time on the device in microseconds, including children."""
        if self.is_async or not self.use_device:
            return 0
        if self.device_type != DeviceType.CPU:
            return self.time_range.elapsed_us()
        own = sum([k.duration for k in self.kernels])
        return own if self.is_legacy else own + sum([child.device_time_total for child in self.cpu_children])

    @property
    def self_device_time_total(self) -> float:  # type: ignore[override]
        """The time on the device in microseconds, without children."""
        if self.is_async or not self.use_device:
            return 0
        if self.device_type != DeviceType.CPU:
            return self.time_range.elapsed_us()
        return self.device_time_total - sum([child.device_time_total for child in self.cpu_children])

    def __repr__(self) -> str:
        device = self.use_device
        return (
            f"<FunctionEvent id={self.id} name={self.name} overload_name={self.overload_name} "
            f"device_type={self.device_type!r} node_id={self.node_id} cpu_time={self.cpu_time_str} "
            f"start_us={self.time_range.start} end_us={self.time_range.end} "
            f"cpu_children={[child.id for child in self.cpu_children]} {device}_time={self.device_time_str} "
            f"name={self.name} thread={self.thread} input_shapes={self.input_shapes} "
            f"cpu_memory_usage={self.cpu_memory_usage} {device}_memory_usage={self.device_memory_usage} "
            f"is_async={self.is_async} is_remote={self.is_remote} seq_nr={self.sequence_nr} "
            f"is_legacy={self.is_legacy}>"
        )


SUMMED = (
    "cpu_time_total", "device_time_total", "self_cpu_time_total", "self_device_time_total", "cpu_memory_usage",
    "device_memory_usage", "self_cpu_memory_usage", "self_device_memory_usage", "count", "saved_bytes",
)  # fmt: skip


class FunctionEventAvg(Times):
    """The sum of events with the same key, made by :meth:`EventList.key_averages`.

    ``cpu_time`` and ``device_time`` are means.
    """

    def __init__(self) -> None:
        self.key: str | None = None
        self.count = 0
        self.node_id = 0
        self.is_async = False
        self.is_remote = False
        self.use_device = None
        self.cpu_time_total = 0.0
        self.device_time_total = 0.0
        self.self_cpu_time_total = 0.0
        self.self_device_time_total = 0.0
        self.input_shapes: Any = None
        self.overload_name: str | None = None
        self.stack: list[str] | None = None
        self.scope: int | None = None
        self.cpu_memory_usage = 0
        self.device_memory_usage = 0
        self.self_cpu_memory_usage = 0
        self.self_device_memory_usage = 0
        self.cpu_children: list[FunctionEvent] | None = None
        self.cpu_parent: FunctionEvent | None = None
        self.device_type = DeviceType.CPU
        self.is_legacy = False
        self.flops = 0
        self.saved_bytes = 0
        self.cpu_memory_peak = 0  # the largest peak
        self.is_user_annotation = False

    def add(self, other: Any) -> FunctionEventAvg:
        """Add an event, or a sum of events, with the same key."""
        if self.key is None:  # the first event determines these
            for name in ("key", "node_id", "is_async", "is_remote", "use_device", "cpu_parent", "cpu_children",
                         "overload_name", "input_shapes", "stack", "scope", "device_type", "is_legacy",
                         "is_user_annotation"):  # fmt: skip
                setattr(self, name, getattr(other, name))
        if not isinstance(other, (FunctionEvent, FunctionEventAvg)):
            raise AssertionError(f"expected a FunctionEvent or a FunctionEventAvg, got {type(other).__name__}")
        if other.key != self.key:
            raise errors.profiler.other_key(self.key, other.key)
        for name in SUMMED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.flops += other.flops or 0
        self.cpu_memory_peak = max(self.cpu_memory_peak, other.cpu_memory_peak)
        return self

    __iadd__ = add

    def __repr__(self) -> str:
        device = self.use_device or "cuda"
        return (
            f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} "
            f"cpu_time={self.cpu_time_str}  self_{device}_time={self.self_device_time_total_str} "
            f"{device}_time={self.device_time_str} input_shapes={self.input_shapes} "
            f"cpu_memory_usage={self.cpu_memory_usage} {device}_memory_usage={self.device_memory_usage}>"
        )


class EventList(list[Any]):
    """A list of events, or of sums of events, which can be summed, printed as a table, and exported.

    :class:`profile` makes it.
    """

    def __init__(
        self,
        events: Iterable[Any] = (),
        *,
        use_device: str | None = None,
        profile_memory: bool = False,
        with_flops: bool = False,
    ) -> None:
        super().__init__(events)
        self._use_device = use_device
        self._profile_memory = profile_memory
        self._with_flops = with_flops
        self._tree_built = False
        self._totals: list[tuple[float, bool, int]] = []  # memory in use: (time, on the device, bytes)

    @overload
    def __getitem__(self, i: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, i: slice, /) -> list[Any]: ...
    def __getitem__(self, i: Any, /) -> Any:
        return super().__getitem__(i)

    def _like(self, events: Iterable[Any]) -> EventList:
        out = EventList(events, use_device=self._use_device, profile_memory=self._profile_memory,
                        with_flops=self._with_flops)  # fmt: skip
        out._tree_built = True
        return out

    # -- nesting

    def _build_tree(self) -> None:
        """Determine the nesting from the times, merge duplicates, and give backward events the lines of their
        operations."""
        self._nest()
        self._drop_doubles()
        self._trace_backwards()
        self._tree_built = True

    def _nest(self) -> None:
        inside: dict[Any, list[FunctionEvent]] = {}
        taking = [e for e in self if not e.is_async and e.device_type == DeviceType.CPU]
        for e in sorted(taking, key=lambda e: (e.thread, e.time_range.start, -e.time_range.end)):
            open_ = inside.setdefault((e.thread, e.node_id), [])
            while open_ and (
                e.time_range.start >= open_[-1].time_range.end or e.time_range.end > open_[-1].time_range.end
            ):
                open_.pop()
            if open_:
                open_[-1].append_cpu_child(e)
                e.set_cpu_parent(open_[-1])
            open_.append(e)

    def _drop_doubles(self) -> None:
        """Merge an event with its parent, if it has the same name and is the only child."""
        while True:
            double = {
                id(e) for e in self
                if e.cpu_parent is not None and e.cpu_parent.name == e.name and len(e.cpu_parent.cpu_children) == 1
            }  # fmt: skip
            if not double:
                return
            for e in self:
                if id(e) in double:
                    e.cpu_parent.cpu_children = e.cpu_children
                    e.cpu_parent.kernels += e.kernels
                    if e.cpu_parent.sequence_nr < 0:
                        e.cpu_parent.sequence_nr = e.sequence_nr
                    e.cpu_parent.flops = e.cpu_parent.flops or e.flops
                    e.cpu_parent.saved_bytes = e.cpu_parent.saved_bytes or e.saved_bytes
                    for child in e.cpu_children:
                        child.set_cpu_parent(e.cpu_parent)
            self[:] = [e for e in self if id(e) not in double]

    def _trace_backwards(self) -> None:
        """Give events in a backward the lines of the operation that recorded the node."""
        recorded: dict[Any, list[str]] = {}
        for e in self:
            if e.scope == Scope.FUNCTION and e.stack and e.sequence_nr >= 0:
                recorded.setdefault(e.sequence_nr, e.stack)
        for e in self:
            above: FunctionEvent | None = e
            while above is not None and not above.fwd_thread:
                above = above.cpu_parent
            if above is not None:
                e.stack = recorded.get(above.sequence_nr, [])

    # -- sums

    @property
    def self_cpu_time_total(self) -> float:
        """The total time on the CPU in microseconds: the sum of the events' self times."""
        return float(sum([e.self_cpu_time_total for e in self]))

    def key_averages(
        self,
        group_by_input_shapes: bool = False,
        group_by_stack_n: int = 0,
        group_by_overload_name: bool = False,
    ) -> EventList:
        """Return sums of events with the same name.

        Args:
            group_by_input_shapes: also distinguish argument shapes (needs ``record_shapes=True``).
            group_by_stack_n: also distinguish the innermost lines of the program, this number of them (needs
                ``with_stack=True``).
            group_by_overload_name: also distinguish overloads. Operations here have no overloads.

        Returns:
            an :class:`EventList` of :class:`FunctionEventAvg`, in the order in which the keys first appear.
        """
        if not self._tree_built:
            raise AssertionError("Expected tree to be built before calling key_averages: call _build_tree() first.")
        sums: dict[tuple[Any, ...], FunctionEventAvg] = {}
        for e in self:
            key: tuple[Any, ...] = (e.key, e.node_id, e.device_type, e.is_legacy, e.is_user_annotation)
            if group_by_overload_name:
                key += (e.overload_name,)
            if group_by_input_shapes:
                key += (str(e.input_shapes),)
            if group_by_stack_n > 0:
                key += tuple((e.stack or ())[:group_by_stack_n])
            sums.setdefault(key, FunctionEventAvg()).add(e)
        out = self._like(sums.values())
        for s in out:
            s.stack = (s.stack or [])[:group_by_stack_n]
            s.input_shapes = s.input_shapes if group_by_input_shapes else ""
            s.overload_name = s.overload_name if group_by_overload_name else ""
        return out

    def total_average(self) -> FunctionEventAvg:
        """Return the sum of all events: a :class:`FunctionEventAvg` with the key ``Total``."""
        total = FunctionEventAvg()
        for e in self:
            total.key = None  # ignore the names
            total.add(e)
        total.key = "Total"
        return total

    def operations(self) -> Operations:
        """Return one row per operation, with its forward and its backward.

        Returns:
            a list of :class:`Operation`, the slowest first, which prints as a table.

        >>> import wengert
        >>> from wengert.autograd.profiler import profile
        >>> x = wengert.ones(3, requires_grad=True)
        >>> with profile() as prof:
        ...     (x.exp() * x).sum().backward()
        >>> sorted((o.name, o.count, o.backward_count) for o in prof.function_events.operations())
        [('aten::exp', 1, 1), ('aten::mul', 1, 1), ('aten::sum', 1, 1), ('torch::autograd::AccumulateGrad', 1, 0)]
        """
        return joined(self)

    # -- display

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        return tables.html(self)

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
        """Return the events as a table.

        Args:
            sort_by: the attribute to sort by, the largest first: ``cpu_time``, ``device_time``, ``cpu_time_total``,
                ``device_time_total``, ``self_cpu_time_total``, ``self_device_time_total``, ``cpu_memory_usage``,
                ``device_memory_usage``, ``self_cpu_memory_usage``, ``self_device_memory_usage``, ``count``, or any
                other. ``cuda`` can be written for ``device``. None keeps the order.
            row_limit: the number of rows; -1 for all.
            max_src_column_width: the largest width of the column of source lines.
            max_name_column_width: the largest width of the column of names.
            max_shapes_column_width: the largest width of the column of shapes.
            header: text above the table.
            top_level_events_only: leave out events inside other events.
            time_unit: ``s``, ``ms`` or ``us`` for all times. None chooses a unit for each.

        Raises:
            AttributeError: if the events have no attribute ``sort_by``.
        """
        return tables.build(self, sort_by, row_limit, max_src_column_width, max_name_column_width,
                            max_shapes_column_width, header, top_level_events_only, time_unit)  # fmt: skip

    # -- files

    def export_chrome_trace(self, path: str | os.PathLike[str]) -> None:
        """Write a file for https://ui.perfetto.dev or chrome://tracing, compressed if its name ends in ``.gz``."""
        traces.write(self, path)

    def supported_export_stacks_metrics(self) -> list[str]:
        """Return the metrics that :meth:`export_stacks` accepts."""
        return ["self_cpu_time_total", "self_cuda_time_total", "self_xpu_time_total", "self_privateuse1_time_total"]

    def export_stacks(self, path: str | os.PathLike[str], metric: str) -> None:
        """Write the program's stacks with a metric, one stack per line, in the format of flame graph tools (needs
        ``with_stack=True``).

        Args:
            path: the file to write.
            metric: ``self_cpu_time_total`` or ``self_cuda_time_total``.

        Raises:
            ValueError: for any other ``metric``.
        """
        if metric not in self.supported_export_stacks_metrics():
            raise errors.profiler.metric(metric, self.supported_export_stacks_metrics())
        spaces = str.maketrans(" ;\t\n", "____")
        name = metric.replace("cuda", "device").replace("xpu", "device").replace("privateuse1", "device")
        lines = []
        for e in self:
            value = int(getattr(e, name))
            if e.stack and value > 0:
                lines.append(";".join([line.translate(spaces) for line in reversed(e.stack)]) + f" {value}\n")
        pathlib.Path(path).write_text("".join(lines))
