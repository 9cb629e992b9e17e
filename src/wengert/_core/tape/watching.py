"""One protocol for all that watches operations and backward passes, or takes part in them.

A :class:`Tool` names the events that it wants; :func:`attach` gives it to one thread or to all. While nobody watches a
thread, its ``State.tools`` is None: that is all the fast path asks. Else it is a :class:`Tools`, in which the tools are
sorted by event, so that no event costs anything unless a tool wants it. See docs/design/0006-watching.md.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from .state import State, everywhere, local, switching

CALLS, NODES, PASSES, WRITES, SAVES, COMPUTES = [1 << k for k in range(6)]
"""The events, as bits of ``Tool.events``: a call begins and ends; a node was recorded; a backward pass starts; memory
is about to be written; a tensor is saved; an operation is computed."""

OPERATION, INPLACE, OUT, COMPOSITE, FUNCTION, EVALUATE, BACKWARD, RANGE = range(8)
"""The kinds of calls, and what ``what`` is: an operation (the row), its in-place form (the row and the name it was
called by), its ``out=`` form (the row); a published function that calls others (its name); the forward of a custom
Function (the class); all that a backward pass does at a node, and within that the node's backward (the node); a range
(its label)."""


class Tool:
    """Watches threads. Set ``events``, and override the methods of these events; those here do nothing.

    One tool may be called from several threads at once.
    """

    events = 0
    hides = 0  # events that the tools which its thread attached before it do not get while this one is attached
    compose = False  # SAVES: whether the tensors that pack() returns are packed by the tool around this one

    # -- CALLS. In each thread, the call that begins last ends first, after an exception too. Only ranges are different:
    # users may forget to end one, or end it in another thread.

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        """A call begins. What this returns is handed to ``end``.

        ``args`` are the arguments (tensors, payloads and numbers), ``params`` the parameters. ``EVALUATE`` has no
        arguments, those of ``BACKWARD`` are the cotangents, those of ``RANGE`` what the user gave.
        """

    def end(self, begun: Any, result: Any) -> None:
        """The call ends with ``result``: a tensor or payload, or several; for ``BACKWARD`` the list of gradients; None
        after an exception, and where there is nothing to show."""

    def end_elsewhere(self, begun: Any) -> None:
        """A range that another thread began ends in this thread."""

    # -- NODES

    def recorded(self, node: Any) -> None:
        """A node was recorded: it has its edges and what it saved."""

    def kept_inputs(self, node: Any) -> None:
        """A checkpointed call within has kept its inputs, in a node that is not on the tape."""

    # -- PASSES

    def watcher(self) -> PassWatcher | None:
        """Return the watcher of a backward pass that starts now, or None."""

    # -- WRITES

    def writing(self, storage: Any) -> None:
        """The memory of ``storage`` is about to be written."""

    # -- SAVES. The tool that was attached last packs; those around it see nothing, unless ``compose`` says otherwise.

    def pack(self, t: Any) -> Any:
        """Return what is kept in the place of ``t``, which is being saved for backward."""

    def unpack(self, packed: Any) -> Any:
        """Return the tensor that ``packed`` was made of."""

    # -- COMPUTES. The tool that was attached last computes. It asks ``outer``, the tools around it, with compute_with()
    # or draw_with(). While it does, other operations are none of its business. These tools belong to one thread.

    def compute(self, op: Any, args: Any, values: Any, params: Any, written: bool, outer: tuple[Tool, ...]) -> Any:
        """Return the payloads that ``op`` gives. ``written``: they will be written into the first argument."""

    def made(self, tensors: Any) -> None:
        """These tensors, which have no history yet, were made of the payloads computed last."""

    def wrote(self, x: Any, out: Any) -> None:
        """The payload computed last was written into the tensor ``x``."""

    def drawing(self, draw: Any, args: Any, options: dict[str, Any], outer: tuple[Tool, ...]) -> Any:
        """Return the random numbers that ``draw(*args, **options)`` gives."""


class PassWatcher:
    """Watches one backward pass. Override what you need; this one does nothing."""

    def before(self, walk: Any, node: Any) -> None:
        """A node is about to run."""

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """A node has run: ``gs`` reached it, ``results`` are about to be handed on. Its hooks were called."""

    def failed(self, node: Any, error: Exception) -> None:
        """A node, or one of its hooks, has raised."""

    def hooked(self, place: Any, hook: Any, old: Any, new: Any) -> None:
        """A hook has replaced a gradient, by None if it stopped it. ``place``: a ``Place`` of engine/hook_calls.py."""


class Several(Tool):
    """Tools that get calls, as one: they begin in order and end in reverse."""

    def __init__(self, tools: tuple[Tool, ...]) -> None:
        self.tools = tools

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        begun: list[Any] = []
        try:
            for tool in self.tools:
                begun.append(tool.begin(kind, what, args, params))
        except BaseException:  # the call does not begin: those that were told of it are told that it is over
            self.end(begun, None)
            raise
        return begun

    def end(self, begun: Any, result: Any) -> None:
        self.each("end", begun, result)

    def end_elsewhere(self, begun: Any) -> None:
        self.each("end_elsewhere", begun)

    def each(self, method: str, begun: Any, *args: Any) -> None:
        """Tell every tool for which a call has begun, also if one of them raises; then raise the first error."""
        failed: BaseException | None = None
        for k in range(len(begun) - 1, -1, -1):
            try:
                getattr(self.tools[k], method)(begun[k], *args)
            except BaseException as error:
                failed = failed or error
        if failed is not None:
            raise failed


class Tools:
    """The tools of a thread, by event. Never changed: :func:`attach` and :func:`detach` make another."""

    def __init__(self, wanted: list[tuple[Tool, int]]) -> None:
        def those(event: int) -> tuple[Tool, ...]:
            return tuple([tool for tool, events in wanted if events & event])

        calls = those(CALLS)
        self.calls = None if not calls else calls[0] if len(calls) == 1 else Several(calls)
        self.nodes = those(NODES)
        self.passes = those(PASSES)
        self.writes = those(WRITES)
        self.saves = those(SAVES)
        self.computes = those(COMPUTES)
        self.recording = len(self.nodes) + len(self.saves) > 0  # whether a node that is recorded is any tool's business

    def writing(self, storage: Any) -> None:
        """Call before memory is written."""
        for tool in self.writes:
            tool.writing(storage)


# -- attaching

attached: list[Tool] = []  # every tool, whichever thread it watches: while it is empty, nothing else need be asked


def attach(tool: Tool, all_threads: bool = False) -> None:
    """Let a tool watch this thread, or all threads. A tool may be attached several times."""
    with switching:
        place = everywhere if all_threads else local.state
        before, count = place.attached, len(attached)
        try:
            place.attached = (*before, tool)
            attached.append(tool)
            arrange(place)
        except BaseException:  # an interrupt
            place.attached = before
            del attached[count:]
            arrange(place)
            raise


def detach(tool: Tool) -> None:
    """Take back one :func:`attach`, in any order: the latest in this thread, else one for all threads, else one of
    another thread. A tool that is not attached is left alone."""
    with switching:
        for place in (local.state, everywhere, *everywhere.states):
            k = last(place.attached, tool)
            if k >= 0:
                place.attached = (*place.attached[:k], *place.attached[k + 1 :])
                del attached[last(attached, tool)]
                arrange(place)
                return


def snapshot() -> tuple[Any, ...]:
    """The tools of all threads, for :func:`reinstate`. The caller holds ``switching``."""
    return everywhere.attached, tuple(attached)


def reinstate(tools: tuple[Any, ...]) -> None:
    """Undo what :func:`attach` and :func:`detach` have done for all threads since :func:`snapshot`."""
    everywhere.attached, attached[:] = tools
    arrange(everywhere)


@contextlib.contextmanager
def attaching(tool: Tool) -> Iterator[None]:
    """Inside, a tool watches this thread."""
    before = local.state.attached
    try:
        attach(tool)
        yield
    finally:
        if local.state.attached is not before:  # else an interrupt came first
            detach(tool)


def last(tools: Any, tool: Tool) -> int:
    """The last place of a tool; -1 if it has none."""
    return max([k for k, other in enumerate(tools) if other is tool], default=-1)


def arrange(place: Any) -> None:
    """Sort the tools of a thread, or of all threads, anew."""
    if place is everywhere:
        everywhere.tools = by_event(())
        for state in list(everywhere.states):
            state.tools = by_event(state.attached)
    else:
        place.tools = by_event(place.attached)


def by_event(own: tuple[Tool, ...]) -> Tools | None:
    """The tools of all threads and those that a thread attached itself, which is all that may be hidden from."""
    wanted: list[tuple[Tool, int]] = []
    hidden = 0
    for tool in reversed(own):
        wanted.append((tool, tool.events & ~hidden))
        hidden |= tool.hides
    wanted += [(tool, tool.events) for tool in reversed(everywhere.attached)]
    return Tools(wanted[::-1]) if any([events for _, events in wanted]) else None


# -- telling


def observed(tool: Tool, kind: int, what: Any, args: Any, params: Any, run: Any, *given: Any) -> Any:
    """Return ``run(*given)``, as a call that ``tool`` is told of."""
    result = None
    begun = tool.begin(kind, what, args, params)
    try:
        result = run(*given)
    finally:
        tool.end(begun, result)
    return result


def computing(state: State) -> Any:
    """The tools that compute the operations of a thread in their place, outermost first; None if there is none."""
    tools = state.tools
    if tools is None or len(tools.computes) <= state.busy:
        return None
    return tools.computes[state.busy :]


def compute(state: State, by: tuple[Tool, ...], op: Any, args: Any, values: Any, params: Any, written: bool) -> Any:
    """Let the tools that :func:`computing` gave compute an operation."""
    before = state.busy
    try:
        state.busy = before + len(by)
        return compute_with(by, op, args, values, params, written)
    finally:
        state.busy = before


def compute_with(by: tuple[Tool, ...], op: Any, args: Any, values: Any, params: Any, written: bool) -> Any:
    """The payloads of an operation, from the innermost of some tools, or from its kernel if there is none."""
    return by[-1].compute(op, args, values, params, written, by[:-1]) if by else op.compute(values, params)


def made(by: tuple[Tool, ...], tensors: Any) -> None:
    """Tell the tools that compute of the tensors, which have no history yet."""
    for tool in reversed(by):
        tool.made(tensors)


def wrote(by: tuple[Tool, ...], x: Any, out: Any) -> None:
    """Tell the tools that compute of a write."""
    for tool in reversed(by):
        tool.wrote(x, out)


def draw(state: State, by: tuple[Tool, ...], fn: Any, args: Any, options: dict[str, Any]) -> Any:
    """Let the tools that :func:`computing` gave draw random numbers."""
    before = state.busy
    try:
        state.busy = before + len(by)
        return draw_with(by, fn, args, options)
    finally:
        state.busy = before


def draw_with(by: tuple[Tool, ...], fn: Any, args: Any, options: dict[str, Any]) -> Any:
    """Random numbers, from the innermost of some tools, or from ``fn`` if there is none."""
    return by[-1].drawing(fn, args, options, by[:-1]) if by else fn(*args, **options)
