"""What is noted while a profile runs: as little as possible, since the clock is running. Events are made of it later."""

from __future__ import annotations

import sys
import threading
from math import prod
from time import perf_counter_ns as clock
from typing import Any

from .. import errors
from ..batched import Batched, sizes_of
from ..observing import BACKWARD, EVALUATE, FUNCTION, INPLACE, OPERATION, RANGE, Observer
from ..tensor import Tensor, TensorBase, payload_of
from . import flops, names
from .memory import Ledger

FORWARD = ("forward", "__call__")  # methods of which a frame says that a module runs


class Recorder(Observer):
    """Notes what one thread tells: of each run a tuple, when it is over, children before their parents.

    ``done`` are tuples ``(kind, what, begin, end, number of the node that it recorded or ran, details)``; ``loose`` those that overlap with others without
    being within them: ranges that users ended in another thread, or in another order than they began.
    """

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.open: list[Any] = []
        self.done: list[Any] = []
        self.loose: list[Any] = []
        self.drifting: set[int] = set()  # the ids of open ranges that something ended around

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        begun = (kind, what, args[0]._node if kind == INPLACE else None, clock())
        self.open.append(begun)
        return begun

    def end(self, begun: Any, result: Any) -> None:
        now = clock()
        done = self.done
        if self.open and self.open[-1] is begun:
            self.open.pop()
            if self.drifting and id(begun) in self.drifting:
                self.drifting.discard(id(begun))
                done = self.loose
        else:
            done = self.pull(begun)
        kind, what, before, start = begun
        if kind == OPERATION:
            seq = -1
            if type(result) is Tensor:
                node = result._node
                if node is not None:
                    seq = node.seq
            elif type(result) is tuple:
                seq = made(result)
            done.append((OPERATION, what, start, now, seq, None))
        else:
            done.append((kind, *self.told(kind, what, before, result, start, now), None))

    def pull(self, begun: Any) -> list[Any]:
        """Take out what ended while ranges that began after it are open; returns where it is to be noted."""
        at = next((i for i in range(len(self.open) - 1, -1, -1) if self.open[i] is begun), None)
        if at is None:
            return []  # the profile has begun anew, or ended it
        above = self.open[at + 1 :]
        del self.open[at]
        if begun[0] == RANGE:
            return self.loose
        self.drifting.update([id(b) for b in above])
        return self.done

    def end_elsewhere(self, begun: Any) -> None:
        now = clock()
        for i, other in enumerate(self.open):
            if other is begun:
                del self.open[i]
                self.loose.append((RANGE, begun[1], begun[3], now, -1, None))
                return

    def told(self, kind: int, what: Any, before: Any, result: Any, start: int, now: int) -> Any:
        """``what``, times and number of what is no plain operation: nodes are not kept alive."""
        seq = -1
        if kind == EVALUATE or kind == BACKWARD:
            if what.plan is not None or what.next:
                seq = what.seq
            return names.of(kind, what), start, now, seq
        if kind == INPLACE:
            seq = written(result, before)
        elif kind == FUNCTION:
            what, seq = what.__name__, made_by(what, result)
        elif isinstance(result, (tuple, list)):
            seq = made(result)
        elif isinstance(result, TensorBase) and result._node is not None:
            seq = result._node.seq
        return what, start, now, seq

    def finish(self) -> None:
        """End what is still open."""
        for begun in reversed(list(self.open)):
            self.end(begun, None)


def made(results: Any) -> int:
    """The number of the node of the first of several results that has one."""
    for r in results:
        if isinstance(r, TensorBase) and r._node is not None:
            return int(r._node.seq)
    return -1


def made_by(cls: Any, result: Any) -> int:
    """The number of the node that a custom Function recorded: a result may be an input, with the history it had."""
    for r in result if isinstance(result, tuple) else (result,):
        node = r._node if isinstance(r, TensorBase) else None
        if node is not None and getattr(node, "_forward_cls", None) is cls:
            return int(node.seq)
    return -1


def written(x: Any, before: Any) -> int:
    """The number of the node that a write recorded: where it went through a view, the base has it."""
    if not isinstance(x, TensorBase):
        return -1
    node = x._node
    if node is None or node is before:
        return -1
    if x._view is not None and x._view.base._node is not None:
        node = x._view.base._node
    return int(node.seq)


# -- with details


class Details:
    """What is noted of a run besides its times."""

    __slots__ = (
        "batch", "dtypes", "flops", "hierarchy", "known", "marks", "params", "results", "saved", "shapes", "stack",
        "values",
    )  # fmt: skip

    def __init__(self) -> None:
        self.shapes: Any = None
        self.dtypes: Any = None
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
            self.ledger.take(details, result, details.known)
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
    dtypes: list[str] = []
    values: list[Any] = []
    sizes: dict[int, int] = {}
    for a in (*(args or ()), *(params or {}).values()):
        payload = payload_of(a) if isinstance(a, TensorBase) else a
        if type(payload) is Batched:
            sizes.update(sizes_of(payload))
        dtype = getattr(payload, "dtype", None)
        shapes.append(list(payload.shape) if dtype is not None else [])
        dtypes.append(
            TYPES.get(str(dtype), str(dtype)) if dtype is not None
            else "Scalar" if isinstance(a, (int, float, complex)) and not isinstance(a, bool) else ""
        )  # fmt: skip
        values.append(None if dtype is not None else a)
    details.shapes, details.dtypes, details.values, details.params = shapes, dtypes, values, params
    details.batch = prod(sizes.values())


TYPES = {
    "float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16", "int64": "long int",
    "int32": "int", "int16": "short int", "int8": "signed char", "uint8": "unsigned char", "bool": "bool",
    "complex64": "c10::complex<float>", "complex128": "c10::complex<double>",
}  # fmt: skip


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
        if not code.co_filename.startswith(errors.PACKAGE):
            found.append((code, frame.f_lasti))
        frame = frame.f_back
    return found


def hierarchy() -> str:
    """The types of the modules whose ``forward`` or ``__call__`` runs, outermost first: ``A.B``."""
    found: list[Any] = []
    frame: Any = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if code.co_name in FORWARD and code.co_argcount and not code.co_filename.startswith(errors.PACKAGE):
            module = frame.f_locals.get(code.co_varnames[0])
            if module is not None and not isinstance(module, TensorBase) and (not found or found[-1] is not module):
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
