"""Emit ranges for vendors' profilers: every operation and every backward, for NVIDIA's and Intel's tools."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from ... import errors
from ...arrays import arrays
from ...tape.counting import coming_number
from ...tape.node import AccumulateGrad
from ...tape.state import local
from ...tape.tensor import TensorBase
from ...tape.watching import BACKWARD, CALLS, EVALUATE, RANGE, Tool, attach, detach
from . import names
from .recorder import Details, note_shapes


class Emitter(Tool):
    """Starts and ends the ranges of one thread.

    A tool always ends the range that was started last. So if the user forgets to end a range, it ends with the
    enclosing one; and a range that is ended in another thread lasts until then, too.
    """

    events = CALLS

    def __init__(self, push: Callable[[str], Any], pop: Callable[[], Any], shapes: bool) -> None:
        self.push = push
        self.pop = pop
        self.shapes = shapes
        self.open: list[Any] = []

    def label(self, kind: int, what: Any, args: Any) -> str:
        """The label of a range, without sizes."""
        return names.of(kind, what)

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        if kind == EVALUATE:
            return None  # only the node itself is shown
        label = self.label(kind, what, args)
        if self.shapes and kind != RANGE:
            details = Details()
            note_shapes(details, args, params)
            label += f", sizes = {[list(shape) for shape in details.shapes]}"
        self.push(label)
        begun = [label]  # a new object, so that equal labels differ
        self.open.append(begun)
        return begun

    def end(self, begun: Any, result: Any) -> None:
        if any([begun is other for other in self.open]):
            while self.open:
                last = self.open.pop()
                self.pop()
                if last is begun:
                    return

    def finish(self) -> None:
        """End the ranges that are still open."""
        while self.open:
            self.open.pop()
            self.pop()


class Numbered(Emitter):
    """Adds numbers to labels: of the node that an operation may record, and of the node that a backward runs."""

    def label(self, kind: int, what: Any, args: Any) -> str:
        name = super().label(kind, what, args)
        if kind == RANGE:
            return name
        name += f", seq = {coming_number() + unknown_leaves(args) if local.state.grad_enabled else 0}"
        return (
            name
            if kind != BACKWARD or type(what) is AccumulateGrad
            else f"{name}, stashed seq = {what._wg_sequence_nr}"
        )


def unknown_leaves(args: Any) -> int:
    """The number of leaves that are new to the tape: each takes a sequence number before the operation does."""
    found = set()
    for x in args:
        for y in x if isinstance(x, (tuple, list)) else (x,):
            if (
                isinstance(y, TensorBase)
                and y._wg_requires_grad
                and y._wg_node is None
                and y._wg_grad_accumulator is None
            ):
                found.add(id(y))
    return len(found)


class Emit:
    """The common part of :class:`emit_nvtx` and :class:`emit_itt`."""

    def __init__(self, enabled: bool = True, record_shapes: bool = False) -> None:
        self.enabled = enabled
        self.entered = False
        self.record_shapes = record_shapes
        self.emitter: Any = None

    def __enter__(self) -> Any:
        if not self.enabled:
            return None
        if self.entered:
            raise errors.profiler.not_again(self.tool)
        if any([isinstance(tool, Emitter) for tool in local.state.attached]):
            raise errors.profiler.already_enabled(type(self).__name__)
        emitter = self.made()
        synchronize()
        attach(emitter)
        self.entered, self.emitter = True, emitter
        return self

    def __exit__(self, *error: Any) -> bool | None:
        if not self.enabled:
            return None
        synchronize()
        detach(self.emitter)
        self.emitter.finish()
        return False

    tool: str

    def made(self) -> Emitter:
        """Create the emitter of the ranges."""
        raise NotImplementedError


class emit_nvtx(Emit):  # noqa: N801 - torch's name
    """Context manager that emits every operation, every node of a backward pass and every named range as an NVTX range.

    Nsight Systems shows the ranges (``nsys profile python program.py``), and so do other tools for NVTX. They are
    emitted by CuPy if the program has imported it, else by the ``nvtx`` package. Without a tool, nothing happens. Only
    the thread that entered the block is covered. Blocks cannot be nested.

    The label of a range is the profiler's name for the event, with numbers that connect operations and their backwards.
    ``aten::mul, seq = 5`` means that a node recorded by this operation has the number 5.
    ``MulBackward0, seq = 0, stashed seq = 5`` means that this node runs. ``seq`` is 0 if nothing is recorded; in a
    backward with ``create_graph=True``, it is the number of the node that the backward records.

    Args:
        enabled: with ``False``, do nothing.
        record_shapes: append the shapes of arguments to each label, ``[]`` for arguments that are not tensors:
            ``aten::mul, seq = 5, sizes = [[3, 2], []]``.

    Raises:
        ImportError: on entering, if neither CuPy nor ``nvtx`` is installed.
        RuntimeError: on entering a second time, or inside another block that emits ranges.

    >>> import wengert
    >>> from wengert.autograd import profiler
    >>> x = wengert.ones(3, requires_grad=True)
    >>> with profiler.emit_nvtx(enabled=False):
    ...     x.exp().sum().backward()
    """

    tool = "NVTX"

    def made(self) -> Emitter:
        return Numbered(*nvtx(), self.record_shapes)


class emit_itt(Emit):  # noqa: N801 - torch's name
    """Context manager that emits every operation, every node of a backward pass and every named range as an ITT range.

    Intel's VTune shows the ranges as tasks of the domain ``wengert`` (``vtune -collect hotspots -knob sampling-mode=sw
    -- python program.py``). They are emitted by the ``ittapi`` package. Without a tool, nothing happens. Only the
    thread that entered the block is covered. Blocks cannot be nested. The label of a range is the profiler's name for
    the event, so that VTune adds up all ranges of an operation.

    Args:
        enabled: with ``False``, do nothing.
        record_shapes: append the shapes of arguments to each label, ``[]`` for arguments that are not tensors:
            ``aten::mul, sizes = [[3, 2], []]``.

    Raises:
        ImportError: on entering, if ``ittapi`` is not installed.
        RuntimeError: on entering a second time, or inside another block that emits ranges.

    >>> import wengert
    >>> from wengert.autograd import profiler
    >>> x = wengert.ones(3, requires_grad=True)
    >>> with profiler.emit_itt(enabled=False):
    ...     x.exp().sum().backward()
    """

    tool = "ITT"

    def made(self) -> Emitter:
        return Emitter(*itt(), self.record_shapes)


Calls = tuple[Callable[[str], Any], Callable[[], Any]]  # start a range, end the last range


def nvtx() -> Calls:
    """NVTX, by CuPy if it is imported: CuPy does not keep labels after their ranges."""
    found = nvtx_module("emit_nvtx")
    return (found.RangePush, found.RangePop) if hasattr(found, "RangePush") else (found.push_range, found.pop_range)


def nvtx_module(caller: str) -> Any:
    """CuPy's module of NVTX, or the package ``nvtx``."""
    found = _of_cupy() or _installed("nvtx") or (_installed("cupy") and _of_cupy())
    if found is None:
        raise errors.profiler.not_installed(caller, "nvtx", "nvtx")
    return found


def itt() -> Calls:
    """ITT. A tool identifies strings by handles, and keeps every handle, so there is one per label."""
    module = _installed("ittapi")
    if module is None:
        raise errors.profiler.not_installed("emit_itt", "ittapi", "itt")
    domain = module.domain("wengert")
    handles: dict[str, Any] = {}

    def push(label: str) -> None:
        if label not in handles:
            handles[label] = module.string_handle(label)
        module.task_begin(domain, handles[label])

    return push, lambda: module.task_end(domain)


def _of_cupy() -> Any:
    """CuPy's NVTX; None if CuPy is not imported, or was built without NVTX."""
    module = getattr(getattr(sys.modules.get("cupy"), "cuda", None), "nvtx", None)
    return module if getattr(module, "available", False) else None


def _installed(name: str) -> Any:
    """A module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def synchronize() -> None:
    """Wait for the GPU, so that its work is in the range in which it was launched, and earlier work is not."""
    if "cupy" in sys.modules and arrays.cuda_available():
        arrays.cupy().cuda.runtime.deviceSynchronize()
