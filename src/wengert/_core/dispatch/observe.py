"""The observation points: how what runs is told to those who watch it.

An :class:`Observer` is told when something begins and when it ends. There are two places, and an operation knows of
neither: where it is called, and where a walk runs a node. Ranges that users name are told by whoever makes them. While
nobody observes, ``State.observer`` is None, which is all that is asked.

Published functions that call other operations are plain functions, in which there is no such place. While anybody
observes, the modules they are in have others in their place, that tell; else they cost nothing.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

from ..tape.state import State, everywhere, local, switching
from .registry import COMPOSITES

OPERATION, INPLACE, OUT, COMPOSITE, FUNCTION, EVALUATE, BACKWARD, RANGE = range(8)
"""What begins, and what ``what`` is then: a row (the ``Op``), its in-place form (the ``Op`` and the name it was called
by), its ``out=`` form (the ``Op``); a published function that calls others (its name); the forward of a custom Function
(the class); all that a walk does at a node, and within that its backward (the node); a range (its label)."""


class Observer:
    """Who is told. Override what you need; this one does nothing.

    One observer may be told by several threads at once. In each, what begins last ends first, after an exception too;
    only ranges are in the hands of users, who may forget to end one, or end it in another thread: so ``end`` gets
    what ``begin`` returned.
    """

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        """Something begins: ``args`` are its arguments, tensors, payloads and numbers, ``params`` its parameters.

        For ``EVALUATE`` there are no arguments, for ``BACKWARD`` they are the cotangents, for ``RANGE`` what the user
        gave.
        """

    def end(self, begun: Any, result: Any) -> None:
        """It ends with ``result``: a tensor or payload, or several; for ``BACKWARD`` the list of gradients; None after
        an exception, and where there is nothing to show."""

    def end_elsewhere(self, begun: Any) -> None:
        """A range that another thread began ends in this one."""


class Several(Observer):
    """Observers as one: the first is told first of what begins, and last of what ends."""

    def __init__(self, observers: tuple[Any, ...]) -> None:
        self.observers = observers

    def begin(self, kind: int, what: Any, args: Any, params: Any = None) -> Any:
        return [o.begin(kind, what, args, params) for o in self.observers]

    def end(self, begun: Any, result: Any) -> None:
        for o, one in zip(reversed(self.observers), reversed(begun), strict=True):
            o.end(one, result)

    def end_elsewhere(self, begun: Any) -> None:
        for o, one in zip(reversed(self.observers), reversed(begun), strict=True):
            o.end_elsewhere(one)


def attach(observer: Any, all_threads: bool = False) -> None:
    """Let an observer be told of this thread, or of all."""
    with switching:
        if not attached:
            show_composites(True)
        attached.append(observer)
        if all_threads:
            spread((*everywhere.observers, observer))
        else:
            state = local.state
            state.observers = (*state.observers, observer)
            arrange(state)


def detach(observer: Any) -> None:
    """Take an observer away again, wherever it was attached."""
    with switching:
        attached[:] = [o for o in attached if o is not observer]
        if not attached:
            show_composites(False)
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


SILENT = frozenset(("getitem", "setitem_", "is_tensor", "get_rng_state", "set_rng_state"))  # no operations in PyTorch
attached: list[Any] = []  # the observers of all threads
telling: dict[str, Any] = {}  # by name: what stands in the place of a published function, made when first needed


def show_composites(on: bool) -> None:
    """Put functions that tell in the place of the published functions that do not, or take them away."""
    for name, fn in COMPOSITES.items():
        if name in SILENT:
            continue
        module = sys.modules[fn.__module__].__dict__
        if name not in telling:
            telling[name] = composite(name, fn)
        there = module.get(fn.__name__)
        if there is fn or there is telling[name]:
            module[fn.__name__] = telling[name] if on else fn


def composite(name: str, fn: Any) -> Any:
    """A published function that tells."""

    @functools.wraps(fn)
    def told(*args: Any, **kwargs: Any) -> Any:
        observer = local.state.observer
        if observer is None:
            return fn(*args, **kwargs)
        result = None
        begun = observer.begin(COMPOSITE, name, args, kwargs)
        try:
            result = fn(*args, **kwargs)
        finally:
            observer.end(begun, result)
        return result

    return told


def observed(kind: int, what: Any, args: Any, params: Any, run: Any, *given: Any) -> Any:
    """``run(*given)``, of which those who observe are told."""
    observer = local.state.observer
    result = None
    begun = observer.begin(kind, what, args, params)
    try:
        result = run(*given)
    finally:
        observer.end(begun, result)
    return result


class Steps:
    """What a walk tells while it is observed. ``tool`` is what watches the walk besides.

    The backward of a node begins after the hooks that get what reached it and ends before those that get what it gave,
    which the walk says where there are any. Leaves wait until the node before them is done, so that they show beside it
    and not within it; nothing else runs in between.
    """

    def __init__(self, observer: Any, tool: Any) -> None:
        self.observer = observer
        self.tool = tool
        self.begun: Any = None  # the backward that runs
        self.idle = False  # what is at hand runs no backward: it only hands out what reached it
        self.stepping = False
        self.leaves: list[Any] = []

    def step(self, walk: Any, node: Any) -> Any:
        """Run one node of the walk, and the leaves that it completes; returns what :meth:`Walk.step` does."""
        observer = self.observer
        self.stepping, self.idle = True, node in walk.ends
        begun = observer.begin(EVALUATE, node, ())
        try:
            if node.hooks is None:
                self.begins(node, walk.waiting[node][1])
            ready = walk.step(node) if self.tool is None else self.tool.step(walk, node)
        finally:
            self.ends(None)
            observer.end(begun, None)
            self.stepping = False
            leaves, self.leaves = self.leaves, []
            for leaf in leaves:
                self.finish(walk, leaf)
        return ready

    def begins(self, node: Any, gs: Any) -> None:
        """The backward of a node begins."""
        if not self.idle:
            self.begun = self.observer.begin(BACKWARD, node, gs if type(gs) is list else [gs])

    def ends(self, results: Any) -> None:
        """The backward of a node ends, if it has not yet."""
        begun, self.begun = self.begun, None
        if begun is not None:
            self.observer.end(begun, results)

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Called when a node has run and its hooks were called."""
        self.ends(results)
        if self.tool is not None:
            self.tool.ran(walk, node, gs, results)

    def hooked(self, *args: Any) -> None:
        """Called when a hook has replaced a gradient."""
        if self.tool is not None:
            self.tool.hooked(*args)

    def leaf(self, walk: Any, node: Any) -> None:
        """All that leads to a leaf has reached it."""
        if self.stepping and self.tool is None:
            self.leaves.append(node)
        else:
            self.finish(walk, node)

    def finish(self, walk: Any, node: Any) -> None:
        """Let a leaf take its gradient."""
        self.idle = not walk.accumulates(node)
        begun = self.observer.begin(EVALUATE, node, ())
        try:
            if node.hooks is None:
                self.begins(node, walk.waiting[node][1])
            walk.finish_leaf(node)
            leaf = node.ref()
            self.ends(None if leaf is None else [leaf._grad])
        finally:
            self.ends(None)
            self.observer.end(begun, None)
