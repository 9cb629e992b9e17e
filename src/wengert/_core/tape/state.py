"""The one thread-local state: grad and inference mode, running transforms, the backward pass, tools, function modes."""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any

from .history import INFERENCE, NO_GRAD, Mode
from .per_thread import Owned, PerThread

Before = tuple[bool, bool, bool, Mode]  # grad and inference mode, and what goes with them


class State(Owned):
    """What a thread's modes are now. Everything that consults a mode reads it here, once per call."""

    def __init__(self) -> None:
        # grad and inference mode
        self.grad_enabled = True  # whether operations are recorded: never in inference mode
        self.inference = False
        self.asked = True  # the grad mode that users set: in inference mode it has no effect, but they can read it
        self.unrecorded = NO_GRAD  # which mode disables recording, while it is disabled

        # reverse-mode transforms and vmap
        self.transforms: tuple[int, ...] = ()  # running reverse-mode transforms, outermost first; see node.moment
        self.vmap: tuple[int, ...] = ()  # levels of the vmaps running in this thread, outermost first
        self.counted: tuple[int, ...] = ()  # levels that user code run by the engine may still see as running

        # random numbers
        self.randomness: dict[int, tuple[int, str]] = {}  # by vmap: how many examples, and "same" or "different"
        self.streams: Any = None  # by generator: the stream that this thread draws from instead of the generator's

        # forward mode
        self.forward = True  # whether tangents are carried along
        self.dual: tuple[int, ...] = ()  # forward-mode levels that this thread entered, outermost first
        self.linearized: tuple[int, ...] = ()  # forward-mode levels of running linearize calls, which record tangents
        self.covered: tuple[int, ...] = ()  # forward-mode levels whose tangents a running Function's jvp computes

        # backward passes
        self.walk: Any = None  # the innermost backward pass that runs in this thread
        self.multithreading = True  # whether a backward may use other threads (none does)
        self.keeps_layout = True  # whether the first gradient of a leaf gets the leaf's layout
        self.passing: Any = None  # during a recomputation: the hooks registered meanwhile, to be removed after it
        self.disabled: tuple[str, ...] = ()  # where saved-tensor hooks may not be set: why

        # tools
        self.tools: Any = None  # the tools that watch this thread, by event (watching.Tools); None if there are none
        self.attached: tuple[Any, ...] = ()  # the tools that this thread attached itself; see watching.attach
        self.busy = 0  # how many tools that compute operations are computing one now, from the outermost

        # overriding
        self.overriding = True  # whether public functions call the handlers of their arguments' types
        self.functions: tuple[Any, ...] = ()  # the function modes that this thread entered, outermost first
        self.skipping = 0  # 1: the next public function calls no handler; 2: none does

    def enter(self, grad_enabled: bool, inference: bool) -> None:
        """Set grad and inference mode.

        An interrupt may come between any two lines: call :meth:`now` before ``try``, and :meth:`leave` in ``finally``.
        """
        if inference != self.inference:
            self.unrecorded = INFERENCE if inference else NO_GRAD
        self.inference = inference
        self.asked = grad_enabled
        self.grad_enabled = False if inference else grad_enabled

    def now(self) -> Before:
        """Both modes, for :meth:`leave`."""
        return self.grad_enabled, self.inference, self.asked, self.unrecorded

    def leave(self, before: Before) -> None:
        """Set both modes to what they were."""
        self.grad_enabled, self.inference, self.asked, self.unrecorded = before

    def carries(self) -> bool:
        """Whether tangents are carried along: not in inference mode."""
        return self.forward and not self.inference

    def lift(self, level: int) -> bool:
        """Turn recording on if it is off and ``linearize`` runs at this forward-mode level. Return whether it was.

        ``no_grad`` does not affect forward mode, and ``linearize`` records forward mode. The caller turns it off again.
        """
        lifted = not self.grad_enabled and not self.inference and level in self.linearized
        if lifted:
            self.grad_enabled = True
        return lifted

    def grad_asked(self) -> bool:
        """The grad mode that users set."""
        return self.asked if self.inference else self.grad_enabled


def begin() -> State:
    """The state of a thread that asks for the first time."""
    state = State()
    with switching:
        state.tools = everywhere.tools
        everywhere.states.add(state)
    return state


class Tangents(dict[int, Any]):
    """The tangents of a result that its own node has saved. The result may be gone when their level ends."""

    __slots__ = ("__weakref__",)


class Carriers:
    """The tensors that have a tangent at a forward-mode level, so that it can be removed when the level ends."""

    def __init__(self) -> None:
        self.refs: list[Any] = []
        self.limit = 64

    def add(self, t: Any) -> None:
        self.refs.append(weakref.ref(t))
        if len(self.refs) > self.limit:
            self.refs = [r for r in self.refs if r() is not None]
            self.limit = 2 * len(self.refs) + 64

    def release(self, level: int) -> None:
        """Remove the tangents of ``level``."""
        for ref in self.refs:
            t = ref()
            if type(t) is Tangents:
                t.pop(level, None)
            elif t is not None and t._wg_tangents is not None:
                t._wg_tangents.pop(level, None)
                t._wg_tangents = t._wg_tangents or None


class Everywhere:
    """What holds for all threads: their states, and the tools that watch all of them."""

    def __init__(self) -> None:
        self.states: Any = weakref.WeakSet()
        self.tools: Any = None  # by event: the tools of a thread that attached none itself
        self.attached: tuple[Any, ...] = ()


everywhere = Everywhere()
switching = threading.RLock()  # held while what watches a thread is changed, which another thread may do
local = PerThread(begin)  # gives every thread its own state
duals: dict[int, Carriers] = {}  # the active forward-mode levels of all threads: a dual may be handed to another
new_level = itertools.count(1).__next__  # numbers vmaps and dual levels; no number twice, so an ended one is known


def current() -> State:
    """The state of this thread."""
    return local.state
