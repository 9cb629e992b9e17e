"""The calls that a function makes: every recorded operation and Function, with its arguments, so that it can be
repeated.

Note [Called again]. An operation is a function of its arguments, so it can be examined on its own. The arguments are
copied at the time of the call. An in-place operation is repeated on a copy of the tensor that it wrote; if that was a
view, on a copy of the base, through the same chain of views. A Function gets copies, because it may write its
arguments.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ...dispatch.inplace import apply_inplace
from ...ops.elementwise.pointwise import clone
from ...tape.state import local
from ...tape.tensor import TensorBase, payload_of
from ...tape.view import replay
from ...tape.watching import BACKWARD, CALLS, FUNCTION, INPLACE, OPERATION, Tool, attaching


class Given:
    """A tensor argument, as it was when the call was made."""

    def __init__(self, t: Any) -> None:
        self.payload = t._wg_data.copy()
        self.requires_grad = bool(t._wg_requires_grad)
        self.lost = t._wg_lost


class Place:
    """Represents a tensor among the arguments by its index in ``given``."""

    def __init__(self, index: int) -> None:
        self.index = index


class Call:
    """One call of an operation (``what`` is the row) or Function (``what`` is the class), and the node it recorded.

    ``within`` is the node whose backward made the call, or None. ``results`` are copies of the results.
    """

    def __init__(self, kind: int, what: Any, args: Any, params: Any, within: Any) -> None:
        self.kind = kind
        self.what: Any
        self.name: str | None
        self.what, self.name = what if kind == INPLACE else (what, None)
        self.params = params
        self.within = within
        self.node: Any = None
        self.results: list[Any] = []
        self.given: list[Given] = []
        self.args: list[Any] = []
        self.chain: Any = ()
        places: dict[int, int] = {}
        if kind == INPLACE and isinstance(args[0], TensorBase) and args[0]._wg_view is not None:
            x = args[0]
            x._wg_refresh()
            self.chain = x._wg_view.chain
            places[id(x)] = 0
            self.given.append(Given(x._wg_view.base))
        for a in args:
            if not isinstance(a, TensorBase):
                self.args.append(a.copy() if hasattr(a, "dtype") and hasattr(a, "copy") else a)
                continue
            if id(a) not in places:
                places[id(a)] = len(self.given)
                self.given.append(Given(a))
            self.args.append(Place(places[id(a)]))

    def ended(self, result: Any) -> bool:
        """Take the node that the call recorded. Return whether there is one."""
        found = [t for t in (result if isinstance(result, tuple) else (result,)) if isinstance(t, TensorBase)]
        self.results = [payload_of(t).copy() for t in found]
        bases = [t._wg_view.base for t in found if t._wg_view is not None]  # after a write through a view it is there
        for t in (*found, *bases):
            node = t._wg_node
            if node is not None and self.made(node):
                self.node = node
                return True
        return False

    def made(self, node: Any) -> bool:
        """Whether a node belongs to this operation."""
        if self.kind == FUNCTION:
            return getattr(type(node), "_forward_cls", None) is self.what
        return node._wg_plan is not None and node._wg_plan.op is self.what

    @property
    def source(self) -> tuple[Any, ...]:
        """The operation and its line: the same each time a function runs."""
        return self.node._wg_name(), self.name, self.node._wg_code, self.node._wg_lasti

    @property
    def is_function(self) -> bool:
        """Whether it is a call of a custom Function."""
        return self.kind == FUNCTION

    @property
    def structural(self) -> bool:
        """Whether it only enters or leaves a vmap."""
        return self.kind != FUNCTION and bool(self.what.takes_batched)

    def again(self, *tensors: Any) -> tuple[Any, ...]:
        """Repeat the call with other tensors in place of ``given``; return its tensors: Note [Called again]."""
        if self.kind == OPERATION:
            out = self.what.apply(self.arguments(tensors), self.params)
        elif self.kind == FUNCTION:
            copies = [clone(t) for t in tensors]
            out = self.what.apply(*self.arguments(copies), **(self.params or {}))
        else:
            base = clone(tensors[0])
            apply_inplace(self.what, self.arguments((replay(base, self.chain), *tensors[1:])), self.params, self.name)
            out = base
        return tuple([t for t in (out if isinstance(out, tuple) else (out,)) if isinstance(t, TensorBase)])

    def arguments(self, tensors: Any) -> tuple[Any, ...]:
        """The arguments, with these tensors in place of those ``given``."""
        return tuple([tensors[a.index] if isinstance(a, Place) else a for a in self.args])

    def argument(self, index: int) -> str:
        """The name of a tensor argument for messages."""
        at = next(i for i, a in enumerate(self.args) if isinstance(a, Place) and a.index == index)
        if self.kind == FUNCTION:
            return f"argument {at}"
        return str(self.what.torch_names.saved_name(False, at))

    def constants(self) -> list[tuple[Any, Any]]:
        """All arguments without a gradient, with how they lost their history: tensors, numbers and parameters."""
        found: list[tuple[Any, Any]] = []
        for a in self.args:
            if isinstance(a, Place):
                g = self.given[a.index]
                if not g.requires_grad:
                    found.append((g.payload, g.lost))
            else:
                found.append((a, None))
        return found + [(v, None) for v in (self.params or {}).values()]


class Recorder(Tool):
    """Records the calls that are made while it is attached, in order."""

    events = CALLS

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.running: list[Any] = []  # the nodes whose backward is running

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        """Copy the arguments before the call."""
        if kind == BACKWARD:
            self.running.append(what)
            return self.running
        if kind not in (OPERATION, INPLACE, FUNCTION) or not local.state.grad_enabled:
            return None
        if not any([isinstance(a, TensorBase) for a in args]):
            return None
        return Call(kind, what, args, params, self.running[-1] if self.running else None)

    def end(self, begun: Any, result: Any) -> None:
        """Keep the call if it was recorded on the tape."""
        if begun is self.running:
            self.running.pop()
        elif isinstance(begun, Call) and result is not None and begun.ended(result):
            self.calls.append(begun)


@contextlib.contextmanager
def recording() -> Iterator[list[Call]]:
    """Inside, all calls of this thread that are recorded on the tape are added to the list."""
    recorder = Recorder()
    with attaching(recorder):
        yield recorder.calls
