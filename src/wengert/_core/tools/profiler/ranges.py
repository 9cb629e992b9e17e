"""Ranges for the vendors' tools: every operation and every backward, as NVIDIA's and Intel's profilers show them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from ... import errors
from ...arrays import arrays
from ...tape.node import AccumulateGrad, coming_number
from ...tape.state import local
from ...tape.tensor import TensorBase
from ...tape.watching import BACKWARD, CALLS, EVALUATE, RANGE, Tool, attach, detach
from . import names
from .recorder import Details, note_shapes


class Emitter(Tool):
    """Begins and ends ranges as it is told, in one thread.

    A tool ends the range that began last, whichever it is. So where users forget to end one, it ends with what it began
    in; and one that they end in another thread goes on until then.
    """

    events = CALLS

    def __init__(self, push: Callable[[str], Any], pop: Callable[[], Any], shapes: bool) -> None:
        self.push = push
        self.pop = pop
        self.shapes = shapes
        self.open: list[Any] = []

    def label(self, kind: int, what: Any, args: Any) -> str:
        """What a range is called, without sizes."""
        return names.of(kind, what)

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        if kind == EVALUATE:
            return None  # what runs a node is not shown, only the node
        label = self.label(kind, what, args)
        if self.shapes and kind != RANGE:
            details = Details()
            note_shapes(details, args, params)
            label += f", sizes = {[list(shape) for shape in details.shapes]}"
        self.push(label)
        begun = [label]  # itself, whatever it is equal to
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
        """End what is still open."""
        while self.open:
            self.open.pop()
            self.pop()


class Numbered(Emitter):
    """Puts numbers behind names: which node an operation records if it records one, and which one a backward is of."""

    def label(self, kind: int, what: Any, args: Any) -> str:
        name = super().label(kind, what, args)
        if kind == RANGE:
            return name
        name += f", seq = {coming_number() + unknown_leaves(args) if local.state.grad_enabled else 0}"
        return name if kind != BACKWARD or type(what) is AccumulateGrad else f"{name}, stashed seq = {what.sequence_nr}"


def unknown_leaves(args: Any) -> int:
    """How many leaves the tape meets for the first time, each of which takes a number before what takes it does."""
    found = set()
    for x in args:
        for y in x if isinstance(x, (tuple, list)) else (x,):
            if isinstance(y, TensorBase) and y._requires_grad and y._node is None and y._grad_accumulator is None:
                found.add(id(y))
    return len(found)


class Emit:
    """What :class:`emit_nvtx` and :class:`emit_itt` have in common."""

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
        """What emits the ranges."""
        raise NotImplementedError


class emit_nvtx(Emit):  # noqa: N801 - torch's name
    """Context manager under which every operation, every node of a backward and every named range is an NVTX range.

    Nsight Systems shows them (``nsys profile python program.py``), and so does what listens to NVTX else. They are
    emitted through CuPy where the program has imported it, else through the ``nvtx`` package. Without a tool that
    listens nothing comes of it. What runs in the thread that entered the block is emitted; one block at a time.

    A range is called as the profiler calls its event, with numbers that tell which backward belongs to which operation:
    ``aten::mul, seq = 5`` says that the node it records, if it records one, gets number 5, and
    ``MulBackward0, seq = 0, stashed seq = 5`` that this node runs. ``seq`` is 0 where nothing is recorded; in a
    backward with ``create_graph=True`` it is the number of what that backward records.

    Args:
        enabled: ``False`` makes the block do nothing.
        record_shapes: put the shapes of arguments behind each label, ``[]`` for those that are no tensors:
            ``aten::mul, seq = 5, sizes = [[3, 2], []]``.

    Raises:
        ImportError: on entering, if neither CuPy nor ``nvtx`` is installed.
        RuntimeError: on entering for the second time, or within another block that emits ranges.

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
    """Context manager under which every operation, every node of a backward and every named range is an ITT range.

    Intel's VTune shows them as tasks of the domain ``wengert`` (``vtune -collect hotspots -knob sampling-mode=sw
    -- python program.py``). They are emitted through the ``ittapi`` package. Without a tool that listens nothing comes
    of it. What runs in the thread that entered the block is emitted; one block at a time. A range is called as the
    profiler calls its event, so that VTune adds up those of one operation.

    Args:
        enabled: ``False`` makes the block do nothing.
        record_shapes: put the shapes of arguments behind each label, ``[]`` for those that are no tensors:
            ``aten::mul, sizes = [[3, 2], []]``.

    Raises:
        ImportError: on entering, if ``ittapi`` is not installed.
        RuntimeError: on entering for the second time, or within another block that emits ranges.

    >>> import wengert
    >>> from wengert.autograd import profiler
    >>> x = wengert.ones(3, requires_grad=True)
    >>> with profiler.emit_itt(enabled=False):
    ...     x.exp().sum().backward()
    """

    tool = "ITT"

    def made(self) -> Emitter:
        return Emitter(*itt(), self.record_shapes)


Calls = tuple[Callable[[str], Any], Callable[[], Any]]  # that begin a range, and end the last


def nvtx() -> Calls:
    """NVTX, by CuPy if that is imported: it makes nothing of labels that outlasts their range."""
    found = _of_cupy() or _installed("nvtx") or (_installed("cupy") and _of_cupy())
    if found is None:
        raise errors.profiler.not_installed("emit_nvtx", "nvtx", "nvtx")
    return (found.RangePush, found.RangePop) if hasattr(found, "RangePush") else (found.push_range, found.pop_range)


def itt() -> Calls:
    """ITT. A tool knows strings by handles, of which it keeps each: there is one for each label."""
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
    """CuPy's NVTX; None if CuPy is not imported, or was built without."""
    module = getattr(getattr(sys.modules.get("cupy"), "cuda", None), "nvtx", None)
    return module if getattr(module, "available", False) else None


def _installed(name: str) -> Any:
    """A module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def synchronize() -> None:
    """Wait for the GPU, so that what runs on it is in the range that it was launched in, and nothing from before is."""
    if "cupy" in sys.modules and arrays.cuda_available():
        arrays.cupy().cuda.runtime.deviceSynchronize()
