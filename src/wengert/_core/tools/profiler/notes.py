"""What is noted while a profile runs: as little as possible, since the clock runs; events are made of it later."""

from __future__ import annotations

from time import perf_counter_ns as clock
from typing import Any

from ...tape.tensor import Tensor, TensorBase
from ...tape.watching import BACKWARD, CALLS, EVALUATE, FUNCTION, INPLACE, OPERATION, RANGE, Tool


class Recorder(Tool):
    """Notes what one thread tells: of each run six items, when it is over, children before their parents.

    ``done`` has, one after the other (many tuples would keep the collector busy), ``kind``, ``what``, begin and end
    in nanoseconds, the number of the node that it recorded or ran, and details. ``loose`` has those that overlap with
    others without being within them: ranges that users ended in another thread, or in another order than they began. Of
    nodes and classes only the name is kept.
    """

    events = CALLS

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.open: list[Any] = []
        self.done: list[Any] = []
        self.loose: list[Any] = []
        self.drifting: set[int] = set()  # the ids of open ranges that something ended around

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        before = None
        if kind == INPLACE:
            before = getattr(args[0], "_node", None)
        begun = (kind, what, before, clock())
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
        seq = -1
        if kind == OPERATION:
            if type(result) is Tensor:
                t = result
                if t._node is not None:
                    seq = t._node.sequence_nr
            elif type(result) is tuple:
                seq = made(result)
        elif kind in (EVALUATE, BACKWARD):
            node = what
            if node.plan is not None or node.next:
                seq = node.sequence_nr
            what = node.name()
        else:
            what, seq = self.told(kind, what, before, result)
        done.extend((kind, what, start, now, seq, None))

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
                self.loose.extend((RANGE, begun[1], begun[3], now, -1, None))
                return

    def told(self, kind: int, what: Any, before: Any, result: Any) -> Any:
        """What is kept of what is no plain operation, and the number of the node that it recorded."""
        if kind == INPLACE:
            return what, written(result, before)
        if kind == FUNCTION:
            return what.__name__, made_by(what, result)
        if isinstance(result, (tuple, list)):
            return what, made(result)
        return what, made((result,))

    def finish(self) -> Any:
        """End what is still open, and hand out all: a walk that goes on may tell more, which is nobody's business."""
        for begun in reversed(list(self.open)):
            self.end(begun, None)
        noted = self.thread, self.done, self.loose
        self.done, self.loose = [], []
        return noted


def made(results: Any) -> int:
    """The number of the node of the first of several results that has one."""
    for r in results:
        if isinstance(r, TensorBase) and r._node is not None:
            return int(r._node.sequence_nr)
    return -1


def made_by(cls: Any, result: Any) -> int:
    """The number of the node that a custom Function recorded: a result may be an input, with the history it had."""
    for r in result if isinstance(result, tuple) else (result,):
        node = r._node if isinstance(r, TensorBase) else None
        if node is not None and getattr(node, "_forward_cls", None) is cls:
            return int(node.sequence_nr)
    return -1


def written(x: Any, before: Any) -> int:
    """The number of the node that a write recorded."""
    if not isinstance(x, TensorBase):
        return -1
    node = x._node
    if node is None or node is before:
        return -1
    return int(written_by(x).sequence_nr)


def written_by(x: Any) -> Any:
    """The node of the last write to a tensor: where that went through a view, the base has it."""
    view = x._view
    return x._node if view is None or view.base._node is None else view.base._node
