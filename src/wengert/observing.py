"""The observation points: how what runs is told to those who watch it.

An :class:`Observer` is told when something begins and when it ends. There are two places, and an operation knows of
neither: where it is called, and where a walk runs a node. Ranges that users name are told by whoever makes them. While
nobody observes, ``State.observer`` is None, which is all that is asked.

What a thread tells nests: what begins last ends first, after an exception too, for which ``end`` gets None.
"""

from __future__ import annotations

from typing import Any

from .modes import State, everywhere, local, switching

OPERATION, INPLACE, OUT, COMPOSITE, FUNCTION, EVALUATE, BACKWARD, RANGE = range(8)
"""What begins: a row (``what`` is the ``Op``), its in-place and its ``out=`` form; a published function made of other
operations (its name); the forward of a custom Function (the class); all that a walk does at a node, and within that its
backward (the node); a range (its label)."""


class Observer:
    """Who is told. Override what you need; this one does nothing.

    One observer may be told by several threads at once, in each of which its calls pair up.
    """

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> None:
        """Something begins: ``args`` are its arguments, tensors, payloads and numbers, ``params`` its parameters.

        For ``EVALUATE`` there are no arguments, for ``BACKWARD`` they are the cotangents, for ``RANGE`` what the user
        gave.
        """

    def end(self, result: Any) -> None:
        """What began last, in this thread, ends with ``result``: a tensor or payload, or a tuple of them; for
        ``BACKWARD`` the list of gradients. None after an exception, and where there is nothing to show."""


class Several(Observer):
    """Observers as one: the first is told first of what begins, and last of what ends."""

    def __init__(self, observers: tuple[Any, ...]) -> None:
        self.observers = observers

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> None:
        for o in self.observers:
            o.begin(kind, what, args, params)

    def end(self, result: Any) -> None:
        for o in reversed(self.observers):
            o.end(result)


def attach(observer: Any, all_threads: bool = False) -> None:
    """Let an observer be told of this thread, or of all."""
    with switching:
        if all_threads:
            spread((*everywhere.observers, observer))
        else:
            state = local.state
            state.observers = (*state.observers, observer)
            arrange(state)


def detach(observer: Any) -> None:
    """Take an observer away again, wherever it was attached."""
    with switching:
        for state in list(everywhere.states):
            state.observers = tuple([o for o in state.observers if o is not observer])
        spread(tuple([o for o in everywhere.observers if o is not observer]))


def spread(observers: tuple[Any, ...]) -> None:
    """Set who is told by all threads."""
    everywhere.observers = observers
    everywhere.observer = as_one(observers)
    for state in list(everywhere.states):
        arrange(state)


def arrange(state: State) -> None:
    """Set whom a thread tells."""
    state.observer = as_one((*everywhere.observers, *state.observers))


def as_one(observers: tuple[Any, ...]) -> Any:
    """Observers as one; None if there is none."""
    return None if not observers else observers[0] if len(observers) == 1 else Several(observers)


def observed(kind: int, what: Any, run: Any, args: Any, params: Any) -> Any:
    """Run an operation, ``run(args, params, True)``, and tell of it."""
    observer = local.state.observer
    result = None
    observer.begin(kind, what, args, params)
    try:
        result = run(args, params, True)
    finally:
        observer.end(result)
    return result
