"""Blame: find the operation or Function that made a check fail, and its line.

Note [Blame]. The function runs once more while its calls are recorded (``diagnosis/calls.py``). Then each call, in
order, is checked on its own with the check that failed. The first call that fails for another reason than rounding is
blamed. A rule may be wrong by less than the tolerance, and other functions may magnify the error; so if no call fails,
all are checked again with tight tolerances. If a Function is wrong whose backward only runs other recorded operations
(a checkpoint), those operations are checked.

If every rule is right, the error is between them: saved values that changed, a hook, an input that reaches the output
by a path that is not recorded (it was detached, given to NumPy, or read as a number), or a Function that uses more than
its arguments. Each of these causes is tested by an experiment.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import errors
from ...arrays.batched import levels_of, physical
from ...engine.walk import Walk
from ...engine.watched_pass import WatchedPass
from ...tape.tensor import Tensor, make
from ...tools.diagnosis.calls import Call, recording
from ...tools.diagnosis.trace import Trace, flat
from ..backward import grad
from ..function import Function
from ..grad_mode import enable_grad, no_grad
from ..transforms.vmap import vmap
from . import checks
from .numerical import Point, like, reals, size_of
from .report import Entry, GradcheckError
from .sweep import KINK, PRECISION, Sweep, along

TIGHT = 1e-8, 1e-6  # absolute and relative tolerance, if the user's tolerances find nothing
MANY = 64  # arguments with more real numbers than this are checked along random directions first
AWAY = 1e-3  # how far inputs are moved to see which values depend on them


@dataclass
class Blame:
    """The cause of a failed check.

    Attributes:
        reason: ``"rule"``: the derivative of an operation or Function is wrong. ``"kink"``: it has no derivative at
            this point. ``"precision"``: it rounds to single precision. ``"saved"``: a tensor that it saved was changed.
            ``"hook"``: a hook changed a gradient. ``"detached"``: it got a value that depends on the inputs but has no
            history. ``"hidden"``: a Function uses more than its arguments. ``"random"``: the function returns
            different values each time it is called. ``"unknown"``: none of these causes was found.
        name: the name of the node, as in ``grad_fn.name()``; None if unknown.
        position: the position of the call among the recorded calls, starting at 1. ``calls`` is their number.
        site: the file, line and source text of the call.
        entry: for a wrong rule, the worst element of the call's own Jacobian.
        lines: the explanation. ``fix`` says what to do.
    """

    reason: str
    lines: list[str]
    fix: str
    name: str | None = None
    position: int = 0
    calls: int = 0
    site: str | None = None
    entry: Entry | None = None

    def __str__(self) -> str:
        return "\n".join([*self.lines, self.fix])


@dataclass
class Fault:
    """How one call failed a check on its own."""

    call: Call
    position: int
    message: str
    kind: str | None = None
    entry: Entry | None = None


class Search:
    """Searches for the cause of a failed ``check``."""

    def __init__(self, point: Point, options: checks.Options, check: str) -> None:
        self.point, self.check = point, check
        names = ("undefined", "dtypes", "batched", "batched_forward", "forward", "backward")
        nothing = dataclasses.replace(options, **dict.fromkeys(names, False))
        wanted: dict[str, Any] = {
            "backward": {"backward": True, "dtypes": options.dtypes},
            "forward": {"forward": True, "dtypes": options.dtypes},
            "nondeterminism": {"backward": True},
            "zero": {"backward": True},
            "undefined": {"backward": True, "undefined": True},
            "undefined forward": {"forward": True, "undefined": True},
            "batched": {"backward": True, "batched": True},
            "batched forward": {"forward": True, "batched_forward": True},
        }
        self.options = dataclasses.replace(nothing, **wanted.get(check, {}))
        self.calls = self.record()

    def record(self) -> list[Call]:
        """The calls that the function makes with its current arguments."""
        with recording() as calls:
            self.point.run()
        return calls

    def run(self, kind: str | None) -> Blame:
        """Find the cause. ``kind`` is the kind of the differing entries."""
        unsteady = self.unsteady()
        if unsteady is not None:
            return unsteady
        if self.check == "constant":
            return self.lost() or self.detached() or self.unknown()
        if kind == PRECISION:
            return self.rounded() or self.unknown()
        fault = self.faulty(self.calls)
        if fault is None:
            return self.saved() or self.hooked() or self.detached() or self.hidden() or self.unknown()
        return self.blame_rule(fault)

    # -- rules

    def faulty(self, calls: list[Call]) -> Fault | None:
        """The first call that fails the check on its own; one with a kink only if no call is wrong."""
        tolerances = [(self.options.atol, self.options.rtol)]
        if self.check in ("backward", "forward"):
            tolerances.append(TIGHT)
        for atol, rtol in tolerances:
            options = dataclasses.replace(self.options, atol=atol, rtol=rtol)
            kink = None
            for position, call in enumerate(calls, 1):
                fault = None if call.structural else self.alone(call, position, options)
                if fault is not None and fault.kind == KINK:
                    kink = kink or fault
                elif fault is not None and fault.kind != PRECISION:
                    return self.within(fault)
            if kink is not None:
                return kink
        return None

    def alone(self, call: Call, position: int, options: checks.Options) -> Fault | None:
        """Check one call on its own."""
        try:
            function, leaves = function_of(call)
            fast = max(map(size_of, leaves)) > MANY
            point = Point(function, leaves, self.point.eps, fast)
            if not point.outputs or not point.inputs:
                return None
            checks.all_of(point, options)
        except checks.Mismatch as failure:
            return mismatched(failure, point, options, call, position)
        except GradcheckError as failure:
            return Fault(call, position, str(failure).split("\n")[0])
        except Exception:  # it cannot be called on its own, so nothing is known about it
            return None
        return None

    def within(self, fault: Fault) -> Fault:
        """If the call is a Function: the call inside its backward that is wrong, if there is one."""
        if not fault.call.is_function or self.check not in ("backward", "batched", "nondeterminism"):
            return fault
        function, leaves = function_of(fault.call)
        with enable_grad():
            outputs = [y for y in function(*leaves) if y.requires_grad]
        with recording() as calls:
            try:
                grad(outputs, [x for x in leaves if x.requires_grad], [cotangent(y) for y in outputs],
                     allow_unused=True)  # fmt: skip
            except Exception:
                return fault
        inner = self.faulty([c for c in calls if c.within is not None])
        if inner is None:
            return fault
        inner.call.within, inner.position = fault.call.node, fault.position
        return inner

    def blame_rule(self, fault: Fault) -> Blame:
        """The cause for a call with a wrong rule or a kink."""
        call, at = fault.call, errors.text.where((fault.call.node._wg_code, fault.call.node._wg_lasti))
        of = f" ({call.name})" if call.chain else ""
        lines = errors.gradcheck.blamed(
            call.node._wg_name() + of, fault.position, len(self.calls), at, within(call), fault.kind == KINK
        )
        if fault.entry is not None:
            side = f"output {fault.entry.output}" if len(call.results) > 1 else "its result"
            lines.append(errors.gradcheck.local(call.argument(fault.entry.input), side, fault.entry))
        else:
            lines.append(f"  {fault.message}")
        if fault.kind == KINK:
            fix = errors.gradcheck.KINK
        elif call.is_function:
            method = "jvp" if self.check in ("forward", "undefined forward", "batched forward") else "backward"
            if method == "backward" and call.what.vjp is not Function.vjp:
                method = "vjp"
            place = errors.diagnosis.hook_place(getattr(call.what, method))
            fix = errors.gradcheck.correct_function(call.what.__name__, method, place)
        else:
            fix = errors.gradcheck.correct_row(call.what.name)
        reason = "kink" if fault.kind == KINK else "rule"
        return Blame(reason, lines, fix, call.node._wg_name(), fault.position, len(self.calls), at, fault.entry)

    # -- causes between the rules

    def blame_call(self, reason: str, call: Call, lines: list[str], fix: str) -> Blame:
        position = next((k for k, c in enumerate(self.calls, 1) if c is call), 0)
        at = errors.text.where((call.node._wg_code, call.node._wg_lasti))
        return Blame(reason, lines, fix, call.node._wg_name(), position, len(self.calls), at)

    def unsteady(self) -> Blame | None:
        """The cause if the function returns different values at the same inputs."""
        if steady(self.point):
            return None
        lines, fix = [errors.gradcheck.UNSTEADY], errors.gradcheck.STEADY
        for call, other in zip(self.calls, self.record(), strict=False):
            if call.source != other.source or any(map(follows, call.results, other.results)):
                at = errors.text.where((call.node._wg_code, call.node._wg_lasti))
                lines.append(errors.gradcheck.first_unsteady(call.node._wg_name(), at))
                return self.blame_call("random", call, lines, fix)
        return Blame("random", lines, fix, calls=len(self.calls))

    def rounded(self) -> Blame | None:
        """The first call that rounds double precision to single precision."""
        for call in self.calls:
            given = [physical(g.payload).dtype for g in call.given if g.requires_grad]
            if any(d.char in "dD" for d in given) and all(physical(r).dtype.char in "fFeE" for r in call.results):
                lines = errors.gradcheck.rounded(
                    call.node._wg_name(), errors.text.where((call.node._wg_code, call.node._wg_lasti))
                )
                return self.blame_call("precision", call, lines, errors.gradcheck.ROUNDED)
        return None

    def saved(self) -> Blame | None:
        """The first call whose recorded node returns another gradient than a new call with the same arguments."""
        if self.check != "backward":
            return None
        for call in self.calls:
            try:
                function, leaves = function_of(call)
                if call.structural or any(levels_of(g.payload) for g in call.given):
                    continue
                differs = changed(call, function, leaves)
            except Exception:  # for example, if the graph was freed
                continue
            if differs:
                at = errors.text.where((call.node._wg_code, call.node._wg_lasti))
                lines = errors.gradcheck.changed(call.node._wg_name(), at, within(call))
                return self.blame_call("saved", call, lines, errors.gradcheck.CHANGED)
        return None

    def hooked(self) -> Blame | None:
        """A hook that changed a gradient."""
        if self.check != "backward":
            return None
        outputs = [y for y in self.point.run() if y.requires_grad]
        walk = Walk(False, True, {x.tensor._wg_edge(): [k] for k, x in enumerate(self.point.inputs)}, False)
        watch = HookWatch()
        walk.watch = WatchedPass(None, (watch,))
        walk.launch([y._wg_edge() for y in outputs], [cotangent(y)._wg_data for y in outputs])
        if not watch.seen:
            return None
        node, hook = watch.seen[0]
        lines = errors.gradcheck.hooked(errors.diagnosis.hook_shown(hook), node._wg_name())
        return Blame("hook", lines, errors.gradcheck.HOOKED, node._wg_name(), calls=len(self.calls))

    def lost(self) -> Blame | None:
        """The place where an output that depends on the inputs lost its history."""
        for y in self.point.constants:
            lost = y.tensor._wg_lost
            if lost is not None:
                at = errors.text.where(lost.site)
                lines = errors.gradcheck.detached_output(y.index, errors.history.phrase(lost), at)
                return Blame("detached", lines, errors.gradcheck.DETACHED, site=at, calls=len(self.calls))
        return None

    def detached(self) -> Blame | None:
        """The first call with an argument that depends on the inputs but has no history."""
        for call, moved_call in self.pairs():
            for (a, lost), (b, _) in zip(call.constants(), moved_call.constants(), strict=False):
                if follows(a, b):
                    at = errors.text.where((call.node._wg_code, call.node._wg_lasti))
                    said = None if lost is None else f"{errors.history.phrase(lost)} at {errors.text.where(lost.site)}"
                    lines = errors.gradcheck.detached(call.node._wg_name(), at, within(call), said)
                    return self.blame_call("detached", call, lines, errors.gradcheck.DETACHED)
        return None

    def hidden(self) -> Blame | None:
        """The first Function whose result for the same arguments depends on the inputs."""
        for here, call in self.pairs():
            if not call.is_function:
                continue
            function, leaves = function_of(call)
            now = function(*leaves)
            then = [physical(r) for r in call.results]
            if any(not np.allclose(flat(a), b, 1e-9, 1e-12, True) for a, b in zip(now, then, strict=False)):
                at = errors.text.where((call.node._wg_code, call.node._wg_lasti))
                lines = errors.gradcheck.hidden(call.node._wg_name(), at)
                return self.blame_call("hidden", here, lines, errors.gradcheck.HIDDEN)
        return None

    def pairs(self) -> Iterator[tuple[Call, Call]]:
        """Pairs of each call and the same call with moved inputs; none if different functions are called."""
        with self.point.displaced(AWAY):
            moved = self.record()
        again = self.record()
        for a, b, c in zip(self.calls, moved, again, strict=False):
            if not (a.source == b.source == c.source):
                return
            steady = zip(a.constants(), c.constants(), strict=False)
            if not any(follows(x, y) for (x, _), (y, _) in steady):  # otherwise it differs from run to run
                yield a, b

    def unknown(self) -> Blame:
        return Blame(
            "unknown", errors.gradcheck.unknown(len(self.calls)), errors.gradcheck.UNKNOWN, calls=len(self.calls)
        )


def steady(point: Point) -> bool:
    """Whether a function returns the same values twice at the same inputs."""
    outputs = point.outputs + point.constants
    pairs = zip(point.values(outputs), point.values(outputs), strict=True)
    return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)


class HookWatch(Trace):
    """Watches a backward pass for hooks that replace a gradient by another value."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[Any, Any]] = []

    def ran(self, *args: Any) -> None:
        """Called when a node has run."""

    def hooked(self, place: Any, hook: Any, old: Any, new: Any) -> None:
        """Called when a hook has replaced a gradient."""
        if new is None or not np.array_equal(flat(old), flat(new), equal_nan=True):
            self.seen.append((place.node, hook))


def within(call: Call) -> str | None:
    """The node whose backward made a call, and its line."""
    node = call.within
    return None if node is None else f"{node._wg_name()} at {errors.text.where((node._wg_code, node._wg_lasti))}"


def function_of(call: Call) -> tuple[Callable[..., Any], tuple[Tensor, ...]]:
    """A call as a function of new leaves. Its batch dimensions become new vmaps."""
    levels = sorted({k for g in call.given for k in levels_of(g.payload)})  # outermost first
    leaves = []
    for g in call.given:
        t = make(physical(g.payload).copy())
        t._wg_requires_grad = g.requires_grad
        leaves.append(t)
    function: Callable[..., Any] = call.again
    for level in reversed(levels):
        dims = tuple(0 if level in levels_of(g.payload) else None for g in call.given)
        function = vmap(function, in_dims=dims, randomness="different")
    return function, tuple(leaves)


def mismatched(failure: checks.Mismatch, point: Point, options: checks.Options, call: Call, position: int) -> Fault:
    """The fault of a call whose Jacobian differs: its worst element and the reason."""
    message = str(failure).split("\n")[0]
    comparison = failure.comparison
    if point.fast and point.large:
        return Fault(call, position, message, along(comparison, failure.at).kind)
    if point.fast:
        comparison = checks.element_by_element(comparison, options)
    entries, _, _ = comparison.entries()
    if not entries:
        return Fault(call, position, message, PRECISION)
    entry = entries[0]
    entry.kind = Sweep(comparison.point, options.atol, options.rtol).of(entry).kind
    return Fault(call, position, message, entry.kind, entry)


def changed(call: Call, function: Callable[..., Any], leaves: tuple[Tensor, ...]) -> bool:
    """Whether the node of a call returns other gradients than a new call with the same arguments."""
    with enable_grad():
        outputs = function(*leaves)
    live = [k for k, y in enumerate(outputs) if y.requires_grad]
    cotangents = {k: cotangent(outputs[k]) for k in live}
    checked = [x for x in leaves if x.requires_grad]
    fresh = dict(zip(map(id, checked), grad([outputs[k] for k in live], checked, list(cotangents.values()),
                                           allow_unused=True), strict=True))  # fmt: skip
    node = call.node
    count = 1 if node._wg_metas is None else len(node._wg_metas)
    with no_grad():
        grads = node(*[cotangents.get(k) for k in range(count)])
    grads = grads if isinstance(grads, tuple) else (grads,)
    taking = [a.index for a in call.args if hasattr(a, "index")]
    if not call.is_function:
        bits = [i for i in range(len(call.args)) if call.what.bit(i) or (i == 0 and node._wg_base)]
        taking = [call.args[i].index if hasattr(call.args[i], "index") else -1 for i in bits]
    sums: dict[int, Any] = {}
    for k, g in zip(taking, grads, strict=False):
        if g is not None and k >= 0:
            sums[k] = reals(g) + sums.get(k, 0.0)
    for k, leaf in enumerate(leaves):
        one = fresh.get(id(leaf))
        if one is not None and k in sums and not np.allclose(sums[k], reals(one), 1e-9, 1e-12, equal_nan=True):
            return True
    return False


def cotangent(y: Tensor) -> Tensor:
    """A random cotangent for ``y``, the same each time."""
    return like(y, np.random.default_rng(0).normal(size=size_of(y)))


def follows(a: Any, b: Any) -> bool:
    """Whether a floating point array or number changed. Others are ignored, because they select positions."""
    if isinstance(a, float) and isinstance(b, float):
        return a != b
    a, b = physical(a), physical(b)
    if not (hasattr(a, "dtype") and hasattr(b, "dtype")) or a.dtype.kind not in "fc" or a.shape != b.shape:
        return False
    return not bool(np.array_equal(flat(a), flat(b), equal_nan=True))
