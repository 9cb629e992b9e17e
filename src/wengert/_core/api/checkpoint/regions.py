"""Checkpointing without re-entry: placeholders replace saved tensors, which are recomputed when first read."""

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
from ...dispatch import override
from ...errors.checkpoint_errors import Made
from ...ops.random.generator import drawing_from
from ...ops.random.seeding import place, rng_bytes
from ...tape.history import NO_GRAD
from ...tape.saved_hooks import Keeper
from ...tape.saving import restore
from ...tape.state import Carriers, duals, local
from ...tape.tensor import Size, TensorBase, alias
from ...tape.watching import COMPUTES, NODES, SAVES, Tool, attach, attaching, detach
from ...tools.recompute.inputs import Inputs
from .. import subclass
from ..function_inputs import of_type, type_of
from ..graph import saved_tensors_hooks
from ..trees import tree_flatten, tree_unflatten

# Note [Regions]
# --------------
# A region is one checkpointed call. While its function runs, a pair of saved-tensor hooks saves a ``_Place`` instead of
# each tensor: only its number. The node of the operation refers to the place, the place's hook refers to the region,
# and the region refers to its inputs. The inputs are saved as an operation saves them: with their versions, and through
# the enclosing hooks, so that an outer region keeps places for the inputs of an inner one. Nothing refers back.
#
# When a backward pass first reads a place, the function runs again, in the modes of the first run, under hooks that
# collect the saved tensors. Each value waits in ``runs`` until the backward pass takes it. Only values are collected:
# the node that saved the place knows their position on the tape, and the tape of the second run is dropped. So
# everything that works with a tape works with this one, and the engine does not know about regions.
#
# A value is returned only if it is certainly the saved one: it has the same operation, shape, dtype and device; it was
# not written since the recomputation; and if it came from outside the region, it was not written in between.

Contexts = tuple[AbstractContextManager[Any], AbstractContextManager[Any]]

_group: contextvars.ContextVar[Any] = contextvars.ContextVar("group", default=None)
_early_stop: contextvars.ContextVar[bool | None] = contextvars.ContextVar("early_stop", default=None)
_debug: contextvars.ContextVar[bool | None] = contextvars.ContextVar("debug", default=None)

CHECKS = ("default", "none")  # the values of determinism_check


def noop_context_fn() -> Contexts:
    """The default ``context_fn`` of :func:`checkpoint`: return two context managers that do nothing.

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
    """Choose early stopping for all checkpointed calls inside, whatever their ``early_stop`` argument says.

    The setting applies where the function is first called, in the current thread. The backward pass may run outside.

    Args:
        enable: whether to stop early. None leaves the choice to the argument of :func:`checkpoint`.

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
    """Choose whether errors of checkpointed calls list all operations of both runs, whatever ``debug`` says.

    The setting applies where the function is first called, in the current thread.

    Args:
        enabled: whether to list them. None leaves the choice to the argument of :func:`checkpoint`.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint, set_checkpoint_debug_enabled
    >>> x = wengert.ones(1, requires_grad=True)
    >>> with set_checkpoint_debug_enabled(True):
    ...     y = checkpoint(lambda x: x.sin(), x, use_reentrant=False)
    """
    return _set(_debug, enabled)


class GraphExecGroup:
    """Inside, one recomputation of a checkpointed call serves several backward passes, each of which needs a part.

    A value that two of the backward passes need is recomputed for the second one.

    Raises:
        RuntimeError: if groups are nested.

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
    """The modes of a thread when a function is first called, to restore them when it is called again."""

    NAMES = ("vmap", "counted", "transforms", "dual", "forward", "linearized", "randomness", "disabled", "overriding")
    RECORDING = {"grad_enabled": True, "inference": False, "asked": True, "unrecorded": NO_GRAD}

    def __init__(self) -> None:
        state = local.state
        self.values = {name: getattr(state, name) for name in self.NAMES}
        casting = override.casting.now
        self.casting = None if casting is None else casting.again()

    @contextlib.contextmanager
    def again(self, passing: list[Any] | None) -> Iterator[None]:
        """Enter these modes, with recording on and without outer hooks. Hooks in ``passing`` are removed at the end."""
        state = local.state
        values = {**self.values, **self.RECORDING, "passing": passing, "busy": 0}
        before = {name: getattr(state, name) for name in values}
        ended = [level for level in values["dual"] if level not in duals]
        hiding = _Hiding()
        casting = override.casting.now
        try:
            attach(hiding)
            subclass.cast_as(self.casting)
            for name, value in values.items():
                setattr(state, name, value)
            duals.update({level: Carriers() for level in ended})  # recompute tangents, too
            yield
        finally:
            for name, value in before.items():
                setattr(state, name, value)
            subclass.cast_as(casting)
            detach(hiding)
            for level in ended:
                if level in duals:  # no interrupt came first
                    duals.pop(level).release(level)
            for handle in passing or ():
                handle.remove()


# -- one run of a region


class _Stop(BaseException):
    """Stops a recomputation that has all values. It is no Exception, so that user code does not catch it."""


class _Seen(NamedTuple):
    """Describes a saved tensor without keeping it alive."""

    shape: tuple[int, ...]
    dtype: Any
    device: str
    batches: tuple[int, ...]  # the batch size of each vmap
    levels: tuple[int, ...]
    cell: Any
    version: int

    @classmethod
    def of(cls, t: Any) -> _Seen:
        p, cell, sizes = t._wg_data, t._wg_cell(), []
        while type(p) is Batched:
            sizes.append(p.batch)
            p = p.data
        where = str(arrays.device_of(p))
        return cls(tuple(t._wg_data.shape), p.dtype, where, tuple(sizes), levels_of(t._wg_data), cell, cell.version)

    def like(self, other: _Seen) -> bool:
        return self[:4] == other[:4]

    def shown(self) -> dict[str, Any]:
        """The description as error messages show it, with torch's names."""
        shown = {"shape": Size(self.shape), "dtype": dtypes.of(self.dtype), "device": arrays.device(self.device)}
        return {**shown, "batch sizes": self.batches} if self.batches else shown


class _Trace(Tool):
    """The tensors that one run of a region saves, in order, and their operations."""

    events = NODES

    def __init__(self, debug: bool) -> None:
        self.found: list[_Seen] = []
        self.operation: list[Made] = []  # of each tensor; an operation is known only after it has saved
        self.operations: list[Made] | None = [] if debug else None

    def recorded(self, node: Any) -> None:
        made = node._wg_name(), (node._wg_code, node._wg_lasti)
        self.operation += [made] * (len(self.found) - len(self.operation))
        if self.operations is not None:
            self.operations.append(made)

    def kept_inputs(self, node: Any) -> None:
        self.recorded(node)

    def by(self, i: int) -> Made | None:
        """The operation that saved tensor ``i``, or None if it is not known yet."""
        return self.operation[i] if i < len(self.operation) else None

    def modified(self, i: int) -> RuntimeError:
        """The error for a saved tensor that was written since."""
        s, (name, site) = self.found[i], self.by(i) or ("an operation", (None, -1))
        return errors.writes.modified(s.shape, s.dtype, s.device, name, site, s.cell, s.version, 0, None)


class _Again(_Trace):
    """A recomputation: collects the tensors whose places still exist."""

    def __init__(self, region: _Region) -> None:
        super().__init__(region.debug)
        self.region: Any = region
        self.total = len(region.places)  # a backward pass inside the function needs only what has been saved so far
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
                raise region.first.modified(i)  # a tensor from outside the region, written since the first run
            self.values[i] = t._wg_data
        return t  # backward passes inside the function read this tensor

    def unpack(self, t: Any) -> Any:
        return t

    def recorded(self, node: Any) -> None:
        super().recorded(node)
        if self.region.early_stop and len(self.found) >= self.total:
            raise _Stop

    def check(self) -> None:
        """Raise an error if the recomputed tensors differ from those of the first run."""
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
        """Whether a tensor differs from the first run. (PyTorch compares only shape, dtype and device.)"""
        first, was, now = self.region.first, self.region.first.by(i), self.by(i)
        if not self.found[i].like(first.found[i]):
            return True
        return was is not None and now is not None and was[0] != now[0]


# -- a region


class _Place:
    """A placeholder for one saved tensor of a region."""

    def __init__(self, index: int) -> None:
        self.index = index


class _Region(Keeper):
    """One checkpointed call. See Note [Regions]."""

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
        given = [x for x in leaves if isinstance(x, TensorBase)]
        self.inputs = Inputs(given)
        self.types = [type_of(x) for x in given]
        self.rest = [() if isinstance(x, TensorBase) else (x,) for x in leaves]
        self.first = _Trace(debug)
        self.places: list[weakref.ref[_Place]] = []
        self.runs: Any = weakref.WeakKeyDictionary()  # recomputed values not yet taken, by backward pass or group

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
        """Call the function again, and check what it saves."""
        saved = zip(self.inputs._wg_saved, self.types, strict=True)
        tensors = iter([of_type(restore(s, self.inputs), kind) for s, kind in saved])
        args, kwargs = tree_unflatten([x[0] if x else next(tensors) for x in self.rest], self.spec)
        run = _Again(self)
        drawing = contextlib.nullcontext() if self.random is None else drawing_from(self.random)
        hooks = saved_tensors_hooks(run.pack, run.unpack)
        with self.modes.again([]), drawing, hooks, attaching(run), self.context:
            with contextlib.suppress(_Stop):
                self.function(*args, **kwargs)
        run.check()
        run.region = None  # break the reference: a waiting run must not keep its region alive
        return run

    def traces(self, run: _Again) -> Any:
        """The operations of both runs, if ``debug`` is on."""
        return None if self.first.operations is None else (self.first.operations, run.operations)


def _numbered(payload: Any, levels: tuple[int, ...]) -> Any:
    """A payload with new level numbers: a vmap inside the region gets a new level each time it runs."""
    return Batched(_numbered(payload.data, levels[:-1]), levels[-1]) if levels else payload


def without_reentry(function: Callable[..., Any], args: Any, kwargs: Any, context_fn: Callable[[], Contexts],
                     check: str, debug: bool, early_stop: bool, preserve: bool) -> Any:  # fmt: skip
    override = _debug.get()
    debug = debug if override is None else override
    if debug and context_fn is not noop_context_fn:
        raise ValueError("debug=True is incompatible with non-default context_fn. Remove one of the two.")
    if check not in CHECKS:
        raise ValueError(f"determinism_check should be one of {list(CHECKS)}, but got {check}")
    contexts = context_fn()
    if not isinstance(contexts, (tuple, list)) or len(contexts) != 2:
        raise errors.checkpoint.contexts(contexts)
    if not local.state.grad_enabled:
        return function(*args, **kwargs)
    override = _early_stop.get()
    random, start = rng_bytes() if preserve else None, place()
    region = _Region(function, args, kwargs, contexts[1], check != "none", early_stop if override is None else override,
                     debug, random)  # fmt: skip
    returned = False
    with saved_tensors_hooks(region.pack, region.unpack), attaching(region.first), contexts[0]:
        out = function(*args, **kwargs)
        returned = True
    if not returned:
        raise errors.checkpoint.suppressed()
    if place() == start:
        region.random = None  # the function draws no random numbers
    region.complete = True
    return out
