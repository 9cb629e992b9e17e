"""Profiles of the steps of a training loop: which of them are measured, and what is done with each measurement."""

from __future__ import annotations

import enum
import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

from ... import errors
from ...arrays.arrays import cuda_available
from .events import EventList
from .names import STEP
from .profile import profile as Measured
from .scopes import record_function


class ProfilerAction(enum.Enum):
    """What a profile does in a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class ProfilerActivity(enum.Enum):
    """What is measured: what runs on the CPU, or on the GPU."""

    CPU = 0
    CUDA = 2


NONE, WARMUP, RECORD, SAVE = ProfilerAction
PREPARE, START, STOP, READY = "_prepare", "_start", "_stop", "_ready"
# What is done between a step and the next one. After the last step comes None.
TRANSITIONS: dict[tuple[ProfilerAction, ProfilerAction | None], tuple[str, ...]] = {
    (NONE, WARMUP): (PREPARE,),
    (NONE, RECORD): (PREPARE, START),
    (NONE, SAVE): (PREPARE, START),
    (WARMUP, NONE): (START, STOP),
    (WARMUP, RECORD): (START,),
    (WARMUP, SAVE): (START,),
    (RECORD, NONE): (STOP,),
    (RECORD, WARMUP): (STOP,),
    (SAVE, NONE): (STOP, READY),
    (SAVE, WARMUP): (STOP, READY, PREPARE),
    (SAVE, RECORD): (STOP, READY, PREPARE, START),
    (SAVE, SAVE): (STOP, READY, PREPARE, START),
    (WARMUP, None): (START, STOP),
    (RECORD, None): (STOP, READY),
    (SAVE, None): (STOP, READY),
}
INCORRECT = frozenset(((WARMUP, NONE), (RECORD, NONE), (RECORD, WARMUP)))


def supported_activities() -> set[ProfilerActivity]:
    """Return what can be measured: the CPU, and the GPU if there is one.

    >>> import wengert
    >>> wengert.profiler.ProfilerActivity.CPU in wengert.profiler.supported_activities()
    True
    """
    return {ProfilerActivity.CPU, ProfilerActivity.CUDA} if cuda_available() else {ProfilerActivity.CPU}


def kineto_available() -> bool:
    """Return False: wengert has a profiler of its own.

    >>> import wengert
    >>> wengert.profiler.kineto_available()
    False
    """
    return False


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0, skip_first_wait: int = 0
) -> Callable[[int], ProfilerAction]:
    """Return a schedule of cycles for :class:`profile`: wait for some steps, warm up, measure, and again.

    Args:
        wait: how many steps of a cycle are left out.
        warmup: how many steps after these are not measured either.
        active: how many steps are then measured.
        repeat: how many cycles there are; 0 for as long as the program runs.
        skip_first: how many steps are left out before the first cycle.
        skip_first_wait: if it is not 0, the first cycle does not wait.

    Raises:
        AssertionError: if a number is negative, or no step is measured.

    >>> import wengert
    >>> steps = wengert.profiler.schedule(wait=1, warmup=1, active=2)
    >>> [steps(i).name for i in range(5)]
    ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise errors.profiler.schedule()
    if warmup == 0:
        errors.text.warn("Profiler won't be using warmup, this can skew profiler results")
    length = wait + warmup + active

    def action(step: int) -> ProfilerAction:
        if step < 0:
            raise errors.profiler.step(step)
        step -= skip_first
        if step < 0:
            return NONE
        if skip_first_wait:
            step += wait
        if repeat and step // length >= repeat:
            return NONE
        at = step % length
        if at < wait + warmup:
            return NONE if at < wait else WARMUP
        return RECORD if at < length - 1 else SAVE

    return action


def tensorboard_trace_handler(dir_name: str, worker_name: str | None = None, use_gzip: bool = False) -> Any:
    """Return a function for ``on_trace_ready`` that writes each measurement to a file, which a browser shows.

    Args:
        dir_name: the folder.
        worker_name: the start of the names of the files. The default is that of the machine and of the process.
        use_gzip: whether to compress them.

    >>> import os, tempfile, wengert
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with wengert.profiler.profile(on_trace_ready=wengert.profiler.tensorboard_trace_handler(folder, "run")):
    ...         _ = wengert.ones(2).sum()
    ...     os.listdir(folder)[0].startswith("run.")
    True
    """
    worker = worker_name or f"{socket.gethostname()}_{os.getpid()}"

    def write(prof: profile) -> None:
        os.makedirs(dir_name, exist_ok=True)
        name = f"{worker}.{time.time_ns()}.pt.trace.json{'.gz' if use_gzip else ''}"
        prof.export_chrome_trace(os.path.join(dir_name, name))

    return write


def _always(step: int) -> ProfilerAction:
    return RECORD


class profile:  # noqa: N801 - torch's name
    """Measure what a block runs, or some of the steps of a loop in it.

    It is :class:`wengert.autograd.profiler.profile` with PyTorch's newer interface: the events are the same.

    Args:
        activities: what is measured. The default is all that can be.
        schedule: tells for each step what to do: see :func:`schedule`. The program calls :meth:`step` after each.
        on_trace_ready: called with this object when a measurement is complete.
        record_shapes: record the shapes of arguments.
        profile_memory: record the memory of results, and when it is freed.
        with_stack: record the lines of the program that called operations.
        with_flops: count floating point operations.
        with_modules: record the types of the objects whose ``forward`` or ``__call__`` is running.
        experimental_config: as for :class:`wengert.autograd.profiler.profile`.
        execution_trace_observer: not supported.
        acc_events: not supported: a measurement has the events of one cycle.
        use_cuda: also measure the GPU; an older way to say it.

    Raises:
        RuntimeError: if nothing that can be measured is asked for.
        NotImplementedError: for what is not supported.

    >>> import wengert
    >>> from wengert.profiler import profile, schedule
    >>> def show(prof):
    ...     print(prof.step_num, [e.name for e in prof.events()])
    >>> with profile(schedule=schedule(wait=1, warmup=1, active=1), on_trace_ready=show) as prof:
    ...     for _ in range(4):
    ...         _ = wengert.ones(2).sum()
    ...         prof.step()
    3 ['ProfilerStep*', 'aten::ones', 'aten::sum']
    """

    def __init__(
        self,
        *,
        activities: Iterable[ProfilerActivity] | None = None,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[..., Any] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_flops: bool = False,
        with_modules: bool = False,
        experimental_config: Any = None,
        execution_trace_observer: Any = None,
        acc_events: bool = False,
        use_cuda: bool | None = None,
    ) -> None:
        for name, value in (("execution_trace_observer", execution_trace_observer), ("acc_events", acc_events)):
            if value:
                raise errors.profiler.no_option(name)
        self.activities = set(supported_activities() if activities is None else activities)
        if use_cuda is not None:
            errors.profiler.use_cuda_deprecated()
            (self.activities.add if use_cuda else self.activities.discard)(ProfilerActivity.CUDA)
        if not self.activities:
            raise errors.profiler.no_activities()
        cuda, cpu = (kind in self.activities for kind in (ProfilerActivity.CUDA, ProfilerActivity.CPU))
        self._options: dict[str, Any] = {
            "record_shapes": record_shapes, "profile_memory": profile_memory, "with_stack": with_stack,
            "with_flops": with_flops, "with_modules": with_modules, "experimental_config": experimental_config,
            "use_device": "cuda" if cuda else None, "use_cpu": cpu, "use_kineto": True,
        }  # fmt: skip
        self.with_stack = with_stack
        self.schedule = schedule or _always
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.current_action = self.schedule(0)
        self.profiler: Measured | None = None
        self._counts = schedule is not None
        self._range: Any = None

    # -- the loop

    def start(self) -> None:
        """Begin, as entering the block does."""
        self._pass(NONE, self.current_action)
        self._mark()

    def stop(self) -> None:
        """End, as leaving the block does."""
        self._unmark()
        self._pass(self.current_action, None)

    def step(self) -> None:
        """Tell that a step of the loop has ended."""
        self._unmark()
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._pass(before, self.current_action)
        self._mark()

    def __enter__(self) -> profile:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _mark(self) -> None:
        if self._counts:
            self._range = record_function(f"{STEP}{self.step_num}")
            self._range.__enter__()

    def _unmark(self) -> None:
        if self._range is not None:
            self._range.__exit__(None, None, None)
            self._range = None

    def _pass(self, before: ProfilerAction, after: ProfilerAction | None) -> None:
        if (before, after) in INCORRECT:
            errors.text.warn(f"Incorrect schedule: {before.name} followed by {after.name if after else None}")
        for do in TRANSITIONS.get((before, after), ()):
            getattr(self, do)()

    def _prepare(self) -> None:
        self.profiler = Measured(**self._options)

    def _start(self) -> None:
        if self._measured().entered:  # an incorrect schedule: it was not handed on
            self._prepare()
        self._measured().__enter__()

    def _stop(self) -> None:
        self._measured().__exit__(None, None, None)

    def _ready(self) -> None:
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def _measured(self) -> Measured:
        if self.profiler is None:
            raise errors.profiler.not_started()
        return self.profiler

    # -- results

    def _repr_html_(self) -> str | None:
        """What notebooks display: the last measurement. Before there is one, they show the text."""
        return None if self.profiler is None else self.profiler._repr_html_()

    def events(self) -> EventList:
        """Return the events of the last measurement, in the order of their start.

        Raises:
            AssertionError: if nothing has been measured yet.
        """
        return self._measured().function_events

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False
    ) -> EventList:
        """Return sums of events with the same name; see ``EventList.key_averages``."""
        return self._measured().key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def export_chrome_trace(self, path: str) -> None:
        """Write the last measurement to a file for https://ui.perfetto.dev, compressed if its name ends in ``.gz``.

        Args:
            path: the file.
        """
        self._measured().export_chrome_trace(path)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Write the lines that called operations, with a metric, for flame graph tools.

        Args:
            path: the file.
            metric: ``self_cpu_time_total`` or ``self_cuda_time_total``.
        """
        self._measured().export_stacks(path, metric)
