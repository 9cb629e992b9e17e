"""Checkpointing without re-entry: what is saved is replaced by places, and computed again when a walk reads it."""

from __future__ import annotations

import contextlib
import contextvars
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.batched import Batched, levels_of
from ...errors.checkpoint_errors import Made
from ...ops.random.generator import drawing_from, get_rng_state, place
from ...tape.saved_hooks import Keeper
from ...tape.saving import restore
from ...tape.state import Carriers, duals, local
from ...tape.tensor import Size, TensorBase, alias
from ...tape.watching import COMPUTES, NODES, SAVES, Tool, attach, attaching, detach
from ...tools.recompute.inputs import Inputs
from ..graph import saved_tensors_hooks
from ..trees import tree_flatten, tree_unflatten

# Note [Regions]
# --------------
# A region is one checkpointed call. While its function runs, a pair of saved-tensor hooks puts a ``_Place`` where a
# saved value would be: nothing but its number. The node that owns the value holds the place, the place's hook holds the
# region, the region holds its inputs (saved as an operation saves them: with their versions, and through the hooks
# around it, so that an outer region keeps places for the inputs of an inner one). Nothing points back.
#
# When a walk first reads a place, the function runs again, in the modes of the first time, under hooks that catch what
# is saved; the values wait in ``runs`` for the walk to come for them, each once. They are values only: the node that
# saved the place knows where they belong on the tape, and the tape that the second run records is dropped. So
# everything that can be done with a tape can be done with this one, and the walk knows nothing of it.
#
# A value is handed out only if it is known to be the one that was saved: of the same operation, shape, dtype and
# device; not written since it was computed again; and if it came from outside the region, not written there between.

Contexts = tuple[AbstractContextManager[Any], AbstractContextManager[Any]]

_group: contextvars.ContextVar[Any] = contextvars.ContextVar("group", default=None)
_early_stop: contextvars.ContextVar[bool | None] = contextvars.ContextVar("early_stop", default=None)
_debug: contextvars.ContextVar[bool | None] = contextvars.ContextVar("debug", default=None)

CHECKS = ("default", "none")  # of determinism


def noop_context_fn() -> Contexts:
    """The default ``context_fn`` of :func:`checkpoint`: two context managers that do nothing.

    >>> forward, recompute = noop_context_fn()
    >>> with forward:
    ...     pass
    """
    return contextlib.nullcontext(), contextlib.nullcontext()


@contextlib.contextmanager
def _set(variable: contextvars.ContextVar[Any], value: Any) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def set_checkpoint_early_stop(enable: bool | None) -> AbstractContextManager[None]:
    """Inside, recomputation stops as soon as it has all that is needed, or never, whatever ``checkpoint`` is told.

    It acts where the function is called first; backward may be outside. In the thread that enters it.

    Args:
        enable: whether to stop early; None leaves it to the argument of :func:`checkpoint`.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint, set_checkpoint_early_stop
    >>> def f(x):
    ...     y = x.sin()
    ...     print("past the last operation that saves")
    ...     return y
    >>> x = wengert.ones(1, requires_grad=True)
    >>> with set_checkpoint_early_stop(False):
    ...     y = checkpoint(f, x, use_reentrant=False)
    past the last operation that saves
    >>> y.backward()
    past the last operation that saves
    """
    return _set(_early_stop, enable)


def set_checkpoint_debug_enabled(enabled: bool | None) -> AbstractContextManager[None]:
    """Inside, errors of checkpointed calls list all operations of both runs, or do not, whatever ``debug`` says.

    It acts where the function is called first, in the thread that enters it.

    Args:
        enabled: whether to list them; None leaves it to the argument of :func:`checkpoint`.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint, set_checkpoint_debug_enabled
    >>> x = wengert.ones(1, requires_grad=True)
    >>> with set_checkpoint_debug_enabled(True):
    ...     y = checkpoint(lambda x: x.sin(), x, use_reentrant=False)
    """
    return _set(_debug, enabled)


class GraphExecGroup:
    """Inside, what a checkpointed call recomputes serves several walks, each of which comes for a part of it.

    A value that two of the walks need is computed again for the second one.

    Raises:
        RuntimeError: on entering inside another one.

    >>> import wengert
    >>> from wengert.utils.checkpoint import GraphExecGroup, checkpoint
    >>> def f(x):
    ...     print("runs")
    ...     return x.sin(), x.cos()
    >>> x = wengert.ones(1, requires_grad=True)
    >>> with wengert.utils.checkpoint.set_checkpoint_early_stop(False):
    ...     a, b = checkpoint(f, x, use_reentrant=False)
    runs
    >>> with GraphExecGroup():
    ...     a.backward()
    ...     b.backward()
    runs
    """

    def __enter__(self) -> GraphExecGroup:
        if _group.get() is not None:
            raise errors.checkpoint.nested_groups(_group.get())
        _group.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        _group.set(None)


class _Hiding(Tool):
    """Hides what is recorded and computed again from the tools of the program that waits for it."""

    hides = SAVES | NODES | COMPUTES


class Modes:
    """What the modes of a thread are when a function is called, to call it again so."""

    NAMES = ("vmap", "counted", "transforms", "dual", "forward", "randomness", "disabled", "overriding")
    RECORDING = {"grad_enabled": True, "inference": False, "asked": True, "unrecorded": " under no_grad()"}

    def __init__(self) -> None:
        state = local.state
        self.values = {name: getattr(state, name) for name in self.NAMES}

    @contextlib.contextmanager
    def again(self, passing: list[Any] | None) -> Iterator[None]:
        """Recording in these modes, seen by no hook. What ``passing`` collects are hooks that go afterwards."""
        state = local.state
        values = {**self.values, **self.RECORDING, "passing": passing, "busy": 0}
        before = {name: getattr(state, name) for name in values}
        ended = [level for level in values["dual"] if level not in duals]
        hiding = _Hiding()
        attach(hiding)
        try:
            for name, value in values.items():
                setattr(state, name, value)
            duals.update({level: Carriers() for level in ended})  # what was computed of tangents is computed again
            yield
        finally:
            for level in ended:
                duals.pop(level).release(level)
            for name, value in before.items():
                setattr(state, name, value)
            detach(hiding)
            for handle in passing or ():
                handle.remove()


# -- one run of a region


class _Stop(BaseException):
    """Ends a recomputation that has all it needs. No program catches it by catching its own errors."""


class _Seen(NamedTuple):
    """What is known of a saved tensor without keeping it."""

    shape: tuple[int, ...]
    dtype: Any
    device: str
    batches: tuple[int, ...]  # how many examples it has, by vmap
    levels: tuple[int, ...]
    cell: Any
    version: int

    @classmethod
    def of(cls, t: Any) -> _Seen:
        p, cell, sizes = t._data, t._cell(), []
        while type(p) is Batched:
            sizes.append(p.batch)
            p = p.data
        where = str(arrays.device_of(p))
        return cls(tuple(t._data.shape), p.dtype, where, tuple(sizes), levels_of(t._data), cell, cell.version)

    def like(self, other: _Seen) -> bool:
        return self[:4] == other[:4]

    def shown(self) -> dict[str, Any]:
        """As messages show it: with torch's names."""
        told = {"shape": Size(self.shape), "dtype": dtypes.of(self.dtype), "device": arrays.device(self.device)}
        return {**told, "batch sizes": self.batches} if self.batches else told


class _Trace(Tool):
    """What one run of a region saves, in order, and by which operations."""

    events = NODES

    def __init__(self, debug: bool) -> None:
        self.found: list[_Seen] = []
        self.operation: list[Made] = []  # by which operation, once that is over: a node is shown after it has saved
        self.operations: list[Made] | None = [] if debug else None

    def recorded(self, node: Any) -> None:
        made = node.name(), (node.code, node.lasti)
        self.operation += [made] * (len(self.found) - len(self.operation))
        if self.operations is not None:
            self.operations.append(made)

    def kept_inputs(self, node: Any) -> None:
        self.recorded(node)

    def by(self, i: int) -> Made | None:
        """The operation that saved a tensor, as far as it is known."""
        return self.operation[i] if i < len(self.operation) else None

    def modified(self, i: int) -> RuntimeError:
        """A saved tensor has been written since."""
        s, (name, site) = self.found[i], self.by(i) or ("an operation", (None, -1))
        return errors.writes.modified(s.shape, s.dtype, s.device, name, site, s.cell, s.version, 0, None)


class _Again(_Trace):
    """A recomputation: catches what is saved where the region has a place for it."""

    def __init__(self, region: _Region) -> None:
        super().__init__(region.debug)
        self.region: Any = region
        self.total = len(region.places)  # inside the function itself, a walk asks for what has been saved so far
        self.values: dict[int, Any] = {}
        self.began = {id(s.cell): s.cell.version for s in region.first.found}

    def pack(self, t: Any) -> Any:
        region, i = self.region, len(self.found)
        if i >= self.total:
            if region.early_stop:
                raise _Stop
            if region.complete:
                raise errors.checkpoint.too_many(self.total, region.first.by(i - 1), region.traces(self))
            return t
        seen, first = _Seen.of(t), region.first.found[i]
        self.found.append(seen)
        if region.places[i]() is not None:
            if seen.cell is first.cell and first.version != seen.version == self.began[id(seen.cell)]:
                raise region.first.modified(i)  # it is from outside, and was written there since
            self.values[i] = t._data
        return t  # walks inside the function read it from here

    def unpack(self, t: Any) -> Any:
        return t

    def recorded(self, node: Any) -> None:
        super().recorded(node)
        if self.region.early_stop and len(self.found) >= self.total:
            raise _Stop

    def check(self) -> None:
        """Refuse what is not what was saved first."""
        region, first = self.region, self.region.first
        if len(self.found) < self.total:
            at = next((i for i in range(len(self.found)) if self.differs(i)), len(self.found))
            parting = at, first.by(at), self.by(at)
            raise errors.checkpoint.count(self.total, len(self.found), parting, region.traces(self))
        if not region.checked:
            return
        wrong = [i for i in range(self.total) if region.places[i]() is not None and self.differs(i)]
        if wrong:
            each = [(i, first.found[i].shown(), first.by(i), self.found[i].shown(), self.by(i)) for i in wrong]
            raise errors.checkpoint.differing(each, region.traces(self))

    def differs(self, i: int) -> bool:
        """Whether a tensor is another one than the first time (in PyTorch only shape, dtype and device tell)."""
        first, was, now = self.region.first, self.region.first.by(i), self.by(i)
        if not self.found[i].like(first.found[i]):
            return True
        return was is not None and now is not None and was[0] != now[0]


# -- a region


class _Place:
    """Stands for one saved tensor of a region."""

    def __init__(self, index: int) -> None:
        self.index = index


class _Region(Keeper):
    """One checkpointed call: Note [Regions]."""

    complete = False  # whether the function has returned

    def __init__(self, function: Callable[..., Any], args: Any, kwargs: Any, context: Any, checked: bool,
                 early_stop: bool, debug: bool, random: Any) -> None:  # fmt: skip
        self.function = function
        self.context = context
        self.checked = checked
        self.early_stop = early_stop
        self.debug = debug
        self.random = random
        self.modes = Modes()
        leaves, self.spec = tree_flatten((args, kwargs))
        self.inputs = Inputs([x for x in leaves if isinstance(x, TensorBase)])
        self.rest = [() if isinstance(x, TensorBase) else (x,) for x in leaves]
        self.first = _Trace(debug)
        self.places: list[weakref.ref[_Place]] = []
        self.runs: Any = weakref.WeakKeyDictionary()  # by walk or group: what was computed again, and not yet taken

    def pack(self, t: Any) -> _Place:
        place = _Place(len(self.places))
        self.first.found.append(_Seen.of(t))
        self.places.append(weakref.ref(place))
        return place

    def unpack(self, place: _Place) -> Any:
        i, key = place.index, _group.get() or local.state.walk
        run = self.runs.get(key) if key is not None else None
        if run is None or i not in run.values:
            run = self.run()
            if key is not None:
                self.runs[key] = run
        data, seen = run.values.pop(i), run.found[i]
        if seen.cell.version != seen.version:
            raise run.modified(i)
        levels = self.first.found[i].levels
        return alias(data if seen.levels == levels else _numbered(data, levels), seen.cell)

    def stands_for(self, place: _Place) -> tuple[tuple[int, ...], Any, Any]:
        seen = self.first.found[place.index]
        found = [run.values[place.index] for run in self.runs.values() if place.index in run.values]
        return seen.shape, seen.dtype, found[0] if found else None

    def keeps(self) -> list[Any]:
        return [self.inputs]

    def run(self) -> _Again:
        """Call the function again."""
        tensors = iter([restore(s, self.inputs) for s in self.inputs.saved])
        args, kwargs = tree_unflatten([x[0] if x else next(tensors) for x in self.rest], self.spec)
        run = _Again(self)
        drawing = contextlib.nullcontext() if self.random is None else drawing_from(self.random)
        hooks = saved_tensors_hooks(run.pack, run.unpack)
        with self.modes.again([]), drawing, hooks, attaching(run), self.context:
            with contextlib.suppress(_Stop):
                self.function(*args, **kwargs)
        run.check()
        run.region = None  # what waits for a walk must not hold the region that keeps it waiting
        return run

    def traces(self, run: _Again) -> Any:
        """The operations of both runs, where they are noted."""
        return None if self.first.operations is None else (self.first.operations, run.operations)


def _numbered(payload: Any, levels: tuple[int, ...]) -> Any:
    """A payload of vmaps inside the region, which have new numbers each time it runs."""
    return Batched(_numbered(payload.data, levels[:-1]), levels[-1]) if levels else payload


def without_reentry(function: Callable[..., Any], args: Any, kwargs: Any, context_fn: Callable[[], Contexts],
                     check: str, debug: bool, early_stop: bool, preserve: bool) -> Any:  # fmt: skip
    override = _debug.get()
    debug = debug if override is None else override
    if debug and context_fn is not noop_context_fn:
        raise errors.checkpoint.debug_and_context()
    if check not in CHECKS:
        raise errors.checkpoint.determinism(CHECKS, check)
    contexts = context_fn()
    if not isinstance(contexts, (tuple, list)) or len(contexts) != 2:
        raise errors.checkpoint.contexts(contexts)
    if not local.state.grad_enabled:
        return function(*args, **kwargs)
    override = _early_stop.get()
    random, start = get_rng_state() if preserve else None, place()
    region = _Region(function, args, kwargs, contexts[1], check != "none", early_stop if override is None else override,
                     debug, random)  # fmt: skip
    returned = False
    with saved_tensors_hooks(region.pack, region.unpack), attaching(region.first), contexts[0]:
        out = function(*args, **kwargs)
        returned = True
    if not returned:
        raise errors.checkpoint.suppressed()
    if place() == start:
        region.random = None  # it draws nothing
    region.complete = True
    return out
