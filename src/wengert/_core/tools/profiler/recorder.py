"""What is recorded besides times while a profile runs, and recording in all threads."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np

from ... import errors
from ...arrays.batched import Batched, physical, sizes_of
from ...tape.tensor import TensorBase, payload_of
from ...tape.watching import BACKWARD, CALLS, EVALUATE, INPLACE, RANGE, Tool
from . import flops
from .ledger import Ledger
from .notes import Recorder, written_by

ndarray = np.ndarray
FORWARD = ("forward", "__call__")  # a frame of one of these methods means that a module is running


# -- with details


class Details:
    """The details of a run, besides its times. Options that are off leave the defaults."""

    shapes: Any = None
    values: Any = None
    params: Any = None
    results: Any = None
    stack: Any = None
    hierarchy = ""
    known: Any = None
    marks: Any = None
    sizes: dict[int, int] = {}  # of the batch dimensions that the arguments hide, by level
    flops = 0
    saved = 0


class Detailed(Recorder):
    """Records shapes, lines, modules, memory or device times too, as selected."""

    def __init__(
        self, thread: int, shapes: bool, flops: bool, stack: bool, modules: bool, ledger: Ledger | None, mark: Any
    ) -> None:  # fmt: skip
        super().__init__(thread)
        self.shapes = shapes or flops
        self.flops = flops
        self.lines = stack
        self.modules = modules
        self.ledger = ledger
        self.mark = mark  # makes a mark in a stream of the device
        self.details: dict[int, Any] = {}  # by id of the open run

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        details = Details()
        if self.shapes and kind != EVALUATE:
            note_shapes(details, args, params)
        if self.lines and kind not in (EVALUATE, BACKWARD):
            details.stack = stack()
        if self.modules:
            details.hierarchy = hierarchy()
        if self.ledger is not None:
            details.known = self.ledger.known([*args, *known_to(kind, what, params)])
            self.ledger.entered(details)
        if self.mark is not None:
            details.marks = [self.mark()]
        begun = Recorder.begin(self, kind, what, args, params)
        self.details[id(begun)] = details
        return begun

    def end(self, begun: Any, result: Any) -> None:
        count, loose = len(self.done), len(self.loose)
        Recorder.end(self, begun, result)
        details = self.details.pop(id(begun), None)
        if details is None:
            return
        kind = begun[0]
        if details.marks is not None:
            details.marks.append(self.mark())
        if self.flops and kind != EVALUATE:
            details.results = shapes_of(result)
            if kind == BACKWARD:
                details.flops = flops.backward(begun[1], details.results)
        if self.ledger is not None:
            self.ledger.left(details)
            if len(self.done) > count:  # allocation is a part of the run, and has happened by its end
                self.ledger.take(self.done[-3], details, result, details.known)
            if kind not in (EVALUATE, BACKWARD, RANGE):
                details.saved = saved_bytes(result, kind == INPLACE)
            details.known = None
        if len(self.done) > count:
            self.done[-1] = details
        elif len(self.loose) > loose:
            self.loose[-1] = details


def known_to(kind: int, what: Any, params: Any) -> Any:
    """Further values that a run may return: its parameters, or those of its node."""
    params = what._wg_params if kind == BACKWARD else params
    return () if not params else params.values()


def note_shapes(details: Details, args: Any, params: Any) -> None:
    """Record the shapes and dtypes of arguments, and the values of those that are not arrays."""
    shapes: list[Any] = []
    values: list[Any] = []
    for a in args if not params else (*args, *params.values()):
        payload = a._wg_data if isinstance(a, TensorBase) else a
        if type(payload) is ndarray:
            shapes.append(payload.shape)
            values.append(payload.dtype)
            continue
        if type(payload) is Batched:
            details.sizes = {**details.sizes, **sizes_of(payload)}
        shape, dtype = getattr(payload, "shape", None), getattr(payload, "dtype", None)
        if not isinstance(shape, tuple) or not isinstance(dtype, np.dtype):  # classes of numbers have descriptors
            shape, dtype = (), a
        shapes.append(shape)
        values.append(dtype)
    details.shapes, details.values, details.params = shapes, values, params


def shapes_of(result: Any) -> list[Any]:
    """The shapes of results."""
    found = []
    for r in result if isinstance(result, (tuple, list)) else (result,):
        shape = getattr(payload_of(r), "shape", None)
        found.append(None if shape is None else tuple(shape))
    return found


def saved_bytes(result: Any, in_place: bool) -> int:
    """The bytes that a result's node saves for backward. After a write through a view, that is the base's node."""
    for r in result if isinstance(result, (tuple, list)) else (result,):
        if isinstance(r, TensorBase) and r._wg_node is not None:
            node = written_by(r) if in_place else r._wg_node
            return sum([nbytes(getattr(s, "data", None)) for s in node._wg_saved or ()])
    return 0


def nbytes(payload: Any) -> int:
    """The size of a payload; 0 for numbers, and for values that a hook has packed."""
    return int(getattr(physical(payload), "nbytes", 0))


def stack() -> list[Any]:
    """The program's call stack, innermost first: code objects and instructions, from which lines are computed later."""
    found = []
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith((errors.text.PACKAGE, "<frozen ")):  # frozen modules import and run programs
            found.append((code, frame.f_lasti))
        frame = frame.f_back
    return found


def hierarchy() -> str:
    """The types of the running modules (objects with a ``forward``), outermost first: ``A.B``."""
    found: list[Any] = []
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_name in FORWARD and code.co_argcount and not code.co_filename.startswith(errors.text.PACKAGE):
            module = frame.f_locals.get(code.co_varnames[0])
            if hasattr(type(module), "forward") and (not found or found[-1] is not module):
                found.append(module)
        frame = frame.f_back
    return ".".join([type(m).__qualname__ for m in reversed(found)])


class Threads(Tool):
    """Records the runs of all threads, each with its own recorder."""

    events = CALLS

    def __init__(self, first: Recorder, make: Any) -> None:
        self.make = make
        self.recorders: dict[int, Recorder] = {threading.get_ident(): first}
        self.adding = threading.Lock()

    def recorder(self) -> Recorder:
        """The recorder of this thread."""
        ident = threading.get_ident()
        found = self.recorders.get(ident)
        if found is None:
            with self.adding:
                found = self.recorders[ident] = self.make(len(self.recorders) + 1)
        return found

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        recorder = self.recorder()
        return recorder, recorder.begin(kind, what, args, params)

    def end(self, begun: Any, result: Any) -> None:
        begun[0].end(begun[1], result)

    def end_elsewhere(self, begun: Any) -> None:
        begun[0].end_elsewhere(begun[1])
