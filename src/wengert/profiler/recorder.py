"""What is noted while a profile runs besides times, and of all threads."""

from __future__ import annotations

import sys
import threading
from math import prod
from typing import Any

import numpy as np

from .. import errors
from ..batched import Batched, sizes_of
from ..observing import BACKWARD, EVALUATE, INPLACE, RANGE, Observer
from ..recording import Recorder
from ..tensor import TensorBase, payload_of
from . import flops
from .memory import Ledger

FORWARD = ("forward", "__call__")  # methods of which a frame says that a module runs


# -- with details


class Details:
    """What is noted of a run besides its times."""

    __slots__ = (
        "batch", "flops", "hierarchy", "known", "marks", "params", "results", "saved", "shapes", "stack",
        "values",
    )  # fmt: skip

    def __init__(self) -> None:
        self.shapes: Any = None
        self.values: Any = None
        self.params: Any = None
        self.results: Any = None
        self.stack: Any = None
        self.hierarchy = ""
        self.known: Any = None
        self.marks: Any = None
        self.batch = 1  # how many examples the batches that the arguments hide have
        self.flops = 0
        self.saved = 0


class Detailed(Recorder):
    """Notes shapes, lines, modules, memory or a device's times too, whatever is asked for."""

    def __init__(
        self, thread: int, shapes: bool, stack: bool, modules: bool, ledger: Ledger | None, mark: Any
    ) -> None:  # fmt: skip
        super().__init__(thread)
        self.shapes = shapes
        self.lines = stack
        self.modules = modules
        self.ledger = ledger
        self.mark = mark  # makes a mark in a stream of the device
        self.details: dict[int, Any] = {}  # by id of what is open

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        details = Details()
        if self.shapes:
            note_shapes(details, args, params)
        if self.lines and kind not in (EVALUATE, BACKWARD):
            details.stack = stack()
        if self.modules:
            details.hierarchy = hierarchy()
        if self.ledger is not None:
            details.known = self.ledger.known(args)
        if self.mark is not None:
            details.marks = [self.mark()]
        begun = super().begin(kind, what, args, params)
        self.details[id(begun)] = details
        if self.ledger is not None:
            self.ledger.entered(details)
        return begun

    def end(self, begun: Any, result: Any) -> None:
        details = self.details.pop(id(begun), None)
        count, loose = len(self.done), len(self.loose)
        super().end(begun, result)
        if details is None:
            return
        if details.marks is not None:
            details.marks.append(self.mark())
        if self.shapes:
            details.results = shapes_of(result)
            if begun[0] == BACKWARD:
                details.flops = flops.backward(begun[1], details.results)
        if self.ledger is not None:
            self.ledger.left(details)
            if len(self.done) > count:  # taking memory is part of the run: it has happened by its end
                self.ledger.take(self.done[-1][3], details, result, details.known)
        kind, what, _, _ = begun
        if kind not in (EVALUATE, BACKWARD, RANGE):
            details.saved = kept(result, kind == INPLACE)
        details.known = None
        if len(self.done) > count:
            self.done[-1] = (*self.done[-1][:5], details)
        elif len(self.loose) > loose:
            self.loose[-1] = (*self.loose[-1][:5], details)


def note_shapes(details: Details, args: Any, params: Any) -> None:
    """The shapes and dtypes of arguments, and what those that are no arrays are."""
    shapes: list[Any] = []
    values: list[Any] = []
    sizes: dict[int, int] = {}
    for a in args if not params else (*args, *params.values()):
        if isinstance(a, TensorBase):
            a = a._data
        if type(a) is Batched:
            sizes.update(sizes_of(a))
        shape, dtype = getattr(a, "shape", None), getattr(a, "dtype", None)
        if not isinstance(shape, tuple) or not isinstance(dtype, np.dtype):  # classes of numbers have descriptors
            shape, dtype = (), a
        shapes.append(shape)
        values.append(dtype)
    details.shapes, details.values, details.params = shapes, values, params
    details.batch = prod(sizes.values())


def shapes_of(result: Any) -> list[Any]:
    """The shapes of results."""
    found = []
    for r in result if isinstance(result, (tuple, list)) else (result,):
        shape = getattr(payload_of(r) if isinstance(r, TensorBase) else r, "shape", None)
        found.append(None if shape is None else tuple(shape))
    return found


def kept(result: Any, in_place: bool) -> int:
    """How many bytes the node of a result keeps for its backward; that of a write through a view is the base's."""
    for r in result if isinstance(result, (tuple, list)) else (result,):
        if isinstance(r, TensorBase) and r._node is not None:
            node = r._node
            if in_place and r._view is not None and r._view.base._node is not None:
                node = r._view.base._node
            return sum([nbytes(getattr(s, "data", None)) for s in node.saved or ()])
    return 0


def nbytes(payload: Any) -> int:
    """The size of a payload; 0 for what a hook has packed, and for numbers."""
    while type(payload) is Batched:
        payload = payload.data
    return int(getattr(payload, "nbytes", 0))


def stack() -> list[Any]:
    """Where the program is, innermost first: code objects and instructions, which become lines when they are asked
    for."""
    found = []
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith((errors.PACKAGE, "<frozen ")):  # what imports and runs programs
            found.append((code, frame.f_lasti))
        frame = frame.f_back
    return found


def hierarchy() -> str:
    """The types of the modules, objects with a ``forward``, that run, outermost first: ``A.B``."""
    found: list[Any] = []
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_name in FORWARD and code.co_argcount and not code.co_filename.startswith(errors.PACKAGE):
            module = frame.f_locals.get(code.co_varnames[0])
            if hasattr(type(module), "forward") and (not found or found[-1] is not module):
                found.append(module)
        frame = frame.f_back
    return ".".join([type(m).__qualname__ for m in reversed(found)])


class Threads(Observer):
    """Notes what all threads tell, each by itself."""

    def __init__(self, first: Recorder, make: Any) -> None:
        self.make = make
        self.recorders: dict[int, Recorder] = {threading.get_ident(): first}
        self.adding = threading.Lock()

    def recorder(self) -> Recorder:
        """That of this thread."""
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
