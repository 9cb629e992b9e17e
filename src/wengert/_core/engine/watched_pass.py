"""What a backward pass tells the tools that watch it."""

from __future__ import annotations

from typing import Any

from ..tape.watching import BACKWARD, EVALUATE, PassWatcher, Tool, Tools


class WatchedPass:
    """Tells ``calls``, a tool that gets calls, and the watchers of one backward pass what runs.

    The backward of a node begins after the hooks that get what reached it and ends before those that get what it gave,
    which the engine says where there are any. For ``calls``, leaves wait until the node before them is done, so that
    they show beside it and not within it; nothing else runs in between.
    """

    def __init__(self, calls: Tool | None, watchers: tuple[PassWatcher, ...]) -> None:
        self.calls = calls
        self.watchers = watchers
        self.begun: Any = None  # the backward that runs
        self.idle = False  # True for a node whose gradient is only captured: it runs no backward
        self.stepping = False
        self.leaves: list[Any] = []

    def step(self, walk: Any, node: Any) -> Any:
        """Run one node, and the leaves that it completes; return what ``Walk.step`` does."""
        if self.calls is None:
            return self.run(walk, node)
        self.stepping, self.idle = True, node in walk.ends
        begun = self.calls.begin(EVALUATE, node, ())
        try:
            if node._wg_hooks is None:
                self.begins(node, walk.waiting[node].gradient)
            ready = self.run(walk, node)
        finally:
            self.ends(None)
            self.calls.end(begun, None)
            self.stepping = False
            leaves, self.leaves = self.leaves, []
            for leaf in leaves:
                self.finish(walk, leaf)
        return ready

    def run(self, walk: Any, node: Any) -> Any:
        """Run one node for the watchers."""
        if not self.watchers:
            return walk.step(node)
        walk.at = node
        try:
            for watcher in self.watchers:
                watcher.before(walk, node)
            return walk.step(node)
        except Exception as error:
            for watcher in self.watchers:
                watcher.failed(walk.at, error)
            raise

    def begins(self, node: Any, gs: Any) -> None:
        """The backward of a node begins."""
        if self.calls is not None and not self.idle:
            self.begun = self.calls.begin(BACKWARD, node, gs if type(gs) is list else [gs])

    def ends(self, results: Any) -> None:
        """The backward of a node ends, if it has not yet."""
        begun, self.begun = self.begun, None
        if self.calls is not None and begun is not None:
            self.calls.end(begun, results)

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """A node has run and its hooks were called."""
        self.ends(results)
        for watcher in self.watchers:
            watcher.ran(walk, node, gs, results)

    def hooked(self, place: Any, hook: Any, old: Any, new: Any) -> None:
        """A hook has replaced a gradient."""
        for watcher in self.watchers:
            watcher.hooked(place, hook, old, new)

    def leaf(self, walk: Any, node: Any) -> None:
        """All that leads to a leaf has reached it."""
        if self.calls is None:
            walk.finish_leaf(node)
        elif self.stepping and not self.watchers:
            self.leaves.append(node)
        else:  # an error in a hook of the leaf reaches the watchers through the step
            self.finish(walk, node)

    def finish(self, walk: Any, node: Any) -> None:
        """Let a leaf take its gradient."""
        calls = self.calls
        if calls is None:
            return
        self.idle = not walk.accumulates(node)
        begun = calls.begin(EVALUATE, node, ())
        try:
            if node._wg_hooks is None:
                self.begins(node, walk.waiting[node].gradient)
            walk.finish_leaf(node)
            leaf = node.ref()
            self.ends(None if leaf is None else [leaf._wg_grad])
        finally:
            self.ends(None)
            calls.end(begun, None)


def watched(tools: Tools) -> WatchedPass | None:
    """What tells the tools of a thread of a backward pass that starts now; None if none of them wants to know."""
    watchers = tuple([w for w in [tool.watcher() for tool in tools.passes] if w is not None])
    return None if tools.calls is None and not watchers else WatchedPass(tools.calls, watchers)
