"""What is recorded while a profile runs. It is as little as possible, to be fast; events are made of it later."""

from __future__ import annotations

from time import perf_counter_ns as clock
from typing import Any

from ...tape.tensor import Tensor, TensorBase
from ...tape.watching import BACKWARD, CALLS, EVALUATE, FUNCTION, INPLACE, OPERATION, RANGE, Tool


class Recorder(Tool):
    """Records the runs of one thread: six items per run, when it ends, so children come before their parents.

    ``done`` is a flat list (many tuples would slow down the garbage collector) of ``kind``, ``what``, start and end in
    nanoseconds, the sequence number of the recorded or run node, and details. ``loose`` has runs that overlap with
    others without nesting: ranges that users ended in another thread, or in another order than they started. For nodes
    and classes, only the name is kept.
    """

    events = CALLS

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.open: list[Any] = []
        self.done: list[Any] = []
        self.loose: list[Any] = []
        self.drifting: set[int] = set()  # the ids of open ranges around which something ended

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        before = None
        if kind == INPLACE:
            before = getattr(args[0], "_wg_node", None)
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
                if t._wg_node is not None:
                    seq = t._wg_node._wg_sequence_nr
            elif type(result) is tuple:
                seq = made(result)
        elif kind in (EVALUATE, BACKWARD):
            node = what
            if node._wg_plan is not None or node._wg_next:
                seq = node._wg_sequence_nr
            what = node._wg_name()
        else:
            what, seq = self.told(kind, what, before, result)
        done.extend((kind, what, start, now, seq, None))

    def pull(self, begun: Any) -> list[Any]:
        """Remove a run that ended while later ranges are open. Return the list in which to record it."""
        at = next((i for i in range(len(self.open) - 1, -1, -1) if self.open[i] is begun), None)
        if at is None:
            return []  # the profile was restarted, or has ended it
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
        """What to keep of a run that is not a plain operation, and the sequence number of its node."""
        if kind == INPLACE:
            return what, written(result, before)
        if kind == FUNCTION:
            return what.__name__, made_by(what, result)
        if isinstance(result, (tuple, list)):
            return what, made(result)
        return what, made((result,))

    def finish(self) -> Any:
        """End the open runs and return all records. Later reports of a running backward pass are ignored."""
        for begun in reversed(list(self.open)):
            self.end(begun, None)
        noted = self.thread, self.done, self.loose
        self.done, self.loose = [], []
        return noted


def made(results: Any) -> int:
    """The sequence number of the first result's node that exists, or -1."""
    for r in results:
        if isinstance(r, TensorBase) and r._wg_node is not None:
            return int(r._wg_node._wg_sequence_nr)
    return -1


def made_by(cls: Any, result: Any) -> int:
    """The sequence number of the node that a custom Function recorded. A result may be an input, with another node."""
    for r in result if isinstance(result, tuple) else (result,):
        node = r._wg_node if isinstance(r, TensorBase) else None
        if node is not None and getattr(type(node), "_forward_cls", None) is cls:
            return int(node._wg_sequence_nr)
    return -1


def written(x: Any, before: Any) -> int:
    """The sequence number of the node that a write recorded."""
    if not isinstance(x, TensorBase):
        return -1
    node = x._wg_node
    if node is None or node is before:
        return -1
    return int(written_by(x)._wg_sequence_nr)


def written_by(x: Any) -> Any:
    """The node of the last write to a tensor. After a write through a view, the base has it."""
    view = x._wg_view
    return x._wg_node if view is None or view.base._wg_node is None else view.base._wg_node
