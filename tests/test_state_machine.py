"""Programs drawn by chance of views, writes, detached aliases, modes, hooks and walks, against a naive engine.

The naive engine has no tape. A value carries the dense Jacobian of its elements by everything it may come from: the
leaves, and one perturbation for each value that a program could ask the gradient of. A view is an array of places in
its base, a write replaces rows. What may be walked is said by the set of operations behind a value, what may be written
by the rules of the reference pages. PyTorch is held against the same engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

import wengert
from tests.cases import among

DEFAULT, MULTI, NO_GRAD = "default", "multi", "no_grad"  # how a view was made
LEAF = "a leaf Variable that requires grad is being used in an in-place operation"
VIEW_OF_LEAF = "a view of a leaf Variable that requires grad is being used in an in-place operation"
OVERLAP = "unsupported operation: more than one element of the written-to tensor refers to a single memory location"
FORBIDDEN = "is the output of a function that returns multiple views|was created in no_grad mode and|" + LEAF
WRITTEN = "modified (by an )?inplace"
FREED = "Trying to backward through the graph a second time"
MOVED = "leaf variable has been moved into the graph interior"
CONSTANT = "does not require grad and does not have a grad_fn"
NON_LEAF = "you can only change requires_grad flags of leaf variables"


class Refused(Exception):
    """The naive engine expects an error with these words."""


class Operation:
    """A function of one or two arrays: its value, its slopes, and what the gradient by each argument relies on.

    ``saves`` names arguments by position, the result by -1 and a number, which has no version, by None; ``call`` is the
    same on tensors.
    """

    def __init__(self, name: str, value: Any, slopes: Any, saves: Any, call: Any) -> None:
        self.name = name
        self.value = value
        self.slopes = slopes
        self.saves = saves
        self.call = call


class Counter:
    """A version, shared by the aliases of a memory that count together."""

    def __init__(self) -> None:
        self.version = 0


class Past:
    """An operation behind a value, or a leaf: the versions it relies on, and whether a walk has used it up."""

    def __init__(self, world: World, saved: list[Naive], leaf: Naive | None = None) -> None:
        self.saved = [(t.memory, t.counter, t.counter.version) for t in saved]
        self.leaf = leaf
        self.freed = False
        self.spoiled = False  # something it relies on was written through ``.data``, which nobody counts
        world.pasts.append(self)

    @property
    def written(self) -> bool:
        return any(counter.version != version for _, counter, version in self.saved)

    @property
    def moved(self) -> bool:
        """Whether this is a leaf that a write has since given a history: it accumulates no more."""
        return self.leaf is not None and not self.leaf.leaf


class Naive:
    """A tensor of the naive engine."""

    def __init__(self, memory: Any, at: Any, counter: Counter) -> None:
        self.memory = memory  # the elements of all aliases, flat
        self.at = at  # where in the memory each element is
        self.counter = counter
        self.base: Naive | None = None
        self.inside: Any = None  # where in the base each element is
        self.kind = DEFAULT
        self.seen = 0  # the version that the history of a view is of
        self.viewed = False
        self.tracked = False
        self.leaf = True
        self.jacobian = np.zeros((at.size, 0))
        self.own: Any = None  # the perturbations of this value
        self.past: frozenset[Past] = frozenset()
        self.retained = False
        self.grad: Any = None

    @property
    def values(self) -> Any:
        return self.memory[self.at]

    @property
    def overlaps(self) -> bool:
        return len(np.unique(self.at)) < self.at.size

    @property
    def root(self) -> Naive:
        return self if self.base is None else self.base

    @property
    def stale(self) -> bool:
        return self.base is not None and self.seen != self.counter.version


class World:
    """The tensors of one program: the grad mode, the perturbations there are, and the operations recorded."""

    def __init__(self) -> None:
        self.grad = True
        self.count = 0
        self.pasts: list[Past] = []

    def wide(self, jacobian: Any) -> Any:
        return np.pad(jacobian, ((0, 0), (0, self.count - jacobian.shape[1])))

    def track(self, t: Naive, jacobian: Any, past: frozenset[Past], leaf: bool = False) -> None:
        """Give a value a history, and perturbations of its own."""
        self.count += t.at.size
        t.own = np.arange(self.count - t.at.size, self.count)
        t.jacobian = self.wide(jacobian)
        t.jacobian[np.arange(t.at.size), t.own] += 1
        t.past, t.tracked, t.leaf = past, True, leaf

    def settle(self, t: Naive) -> None:
        """Bring the history of a view up to date with its base."""
        if not t.stale:
            return
        assert t.base is not None
        if t.kind != DEFAULT:
            if self.grad and (t.tracked or t.base.tracked):
                raise Refused(FORBIDDEN)
            return
        t.seen = t.counter.version
        if t.base.tracked:
            self.track(t, self.wide(t.base.jacobian)[t.inside.ravel()], t.base.past)

    # -- what programs do

    def fresh(self, values: Any) -> Naive:
        return Naive(values.ravel().copy(), np.arange(values.size).reshape(values.shape), Counter())

    def alias(self, x: Naive, counter: Counter) -> Naive:
        """The same memory without history."""
        return Naive(x.memory, x.at, counter)

    def require(self, x: Naive, wanted: bool) -> None:
        self.settle(x)
        if not wanted:
            if x.tracked and not x.leaf:
                raise Refused(NON_LEAF)
            x.tracked = False
        elif not x.tracked:
            if x.own is None or not x.leaf:
                self.track(x, np.zeros((x.at.size, self.count)), frozenset({Past(self, [], x)}), leaf=True)
            x.tracked = True

    def view(self, x: Naive, look: Callable[[Any], Any], multi: bool = False) -> Naive:
        self.settle(x)
        x.root.viewed = True
        t = Naive(x.memory, np.asarray(look(x.at)), x.counter)
        t.base = x.root
        places = np.arange(x.at.size).reshape(x.at.shape)
        t.inside = np.asarray(look(places if x.base is None else x.inside))
        made = NO_GRAD if not self.grad else MULTI if multi else DEFAULT
        t.kind = x.kind if made == DEFAULT else made
        t.seen = x.counter.version
        if x.tracked and self.grad:
            self.track(t, self.wide(x.jacobian)[np.asarray(look(places)).ravel()], x.past)
        return t

    def record(self, op: Operation, args: list[Naive], histories: list[Any]) -> tuple[Any, Any, list[int]]:
        """Value and Jacobian of an operation, and the arguments that a gradient will flow to."""
        values = [a.values for a in args]
        out = op.value(*values)
        total = np.zeros((out.size, self.count))
        live = [i for i, h in enumerate(histories) if h is not None and self.grad]
        for i in live:
            slope = np.broadcast_to(op.slopes[i](*values), out.shape).reshape(-1, 1)
            total += slope * self.wide(histories[i])
        return out, total, live

    def compute(self, op: Operation, args: list[Naive]) -> Naive:
        for a in args:
            self.settle(a)
        out, jacobian, live = self.record(op, args, [a.jacobian if a.tracked else None for a in args])
        t = self.fresh(out)
        if live:
            past = Past(self, [self.saved(t, args, j) for i in live for j in op.saves[i]])
            self.track(t, jacobian, frozenset({past}).union(*(args[i].past for i in live)))
        return t

    def write(self, op: Operation, x: Naive, sources: list[Naive]) -> None:
        base = x.root
        for s in sources:
            self.settle(s)
        if self.grad and (x.tracked or base.tracked or any(s.tracked for s in sources)):
            if x.kind != DEFAULT:
                raise Refused(FORBIDDEN)
            self.settle(x)
            if x.base is not None and base.leaf and base.tracked:
                raise Refused(VIEW_OF_LEAF)
            if x.tracked and x.leaf:
                raise Refused(LEAF)
        if x.overlaps and op.name not in FILLS:
            raise Refused(OVERLAP)
        inside = np.arange(x.at.size) if x.base is None else x.inside.ravel()
        before = self.wide(base.jacobian)[inside] if base.tracked else None
        args, before_values = [x, *sources], x.values.copy()
        out, rows, live = self.record(op, args, [before, *(s.jacobian if s.tracked else None for s in sources)])
        for past in self.pasts:
            past.spoiled |= any(memory is x.memory and counter is not x.counter for memory, counter, _ in past.saved)
        x.memory[x.at] = out
        x.counter.version += 1
        if live:
            args[0] = self.fresh(before_values)  # what was overwritten is saved as a copy
            past = Past(self, [self.saved(x, args, j) for i in live for j in op.saves[i]])
            whole = self.wide(base.jacobian)
            whole[inside] = rows
            earlier = [t.past for t in (base, *sources) if t.tracked]
            self.track(base, whole, frozenset({past}).union(*earlier))

    def saved(self, result: Naive, args: list[Naive], j: int | None) -> Naive:
        return self.fresh(np.zeros(0)) if j is None else result if j < 0 else args[j]

    def walk(self, t: Naive, weights: Any, keep: bool) -> Any:
        """The gradient of ``sum(weights * t)`` by every perturbation."""
        self.settle(t)
        if not (self.grad and t.tracked):
            raise Refused(CONSTANT)
        if any(past.written or past.moved or (past.freed and past.saved) for past in t.past):
            raise Refused(f"{WRITTEN}|{FREED}|{MOVED}")
        for past in t.past:
            past.freed |= not keep
        return weights.ravel() @ self.wide(t.jacobian)


SIN = ("sin", np.sin, [np.cos], [(0,)])
TANH = ("tanh", np.tanh, [lambda x: 1 - np.tanh(x) ** 2], [(-1,)])
HALF = ("half", lambda x: x * 0.5, [lambda x: 0.5], [(None,)])
ADD = ("add", np.add, [lambda x, y: 1.0, lambda x, y: 1.0], [(), ()])
MUL = ("mul", np.multiply, [lambda x, y: y, lambda x, y: x], [(1,), (0,)])
UNARY = [
    Operation(*SIN, lambda x: x.sin()),
    Operation(*TANH, lambda x: x.tanh()),
    Operation(*HALF, lambda x: x * 0.5),
    Operation("clone", np.copy, [lambda x: 1.0], [()], lambda x: x.clone()),
]
BINARY = [Operation(*ADD, lambda x, y: x + y), Operation(*MUL, lambda x, y: x * y)]
UNARY_WRITES = [
    Operation(*SIN, lambda x: x.sin_()),
    Operation(*TANH, lambda x: x.tanh_()),
    Operation(*HALF, lambda x: x.mul_(0.5)),
    Operation("zero", np.zeros_like, [lambda x: 0.0], [()], lambda x: x.zero_()),
]
BINARY_WRITES = [
    Operation(*ADD, lambda x, y: x.add_(y)),
    Operation(*MUL, lambda x, y: x.mul_(y)),
    Operation("copy", lambda x, y: y, [lambda x, y: 0.0, lambda x, y: 1.0], [(), ()], lambda x, y: x.copy_(y)),
]
FILLS = ("zero",)  # may be written where elements share memory
VIEWS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {  # on tensors, on arrays of places
    "first": (lambda x: x[0], lambda a: a[0]),
    "last": (lambda x: x[-1:], lambda a: a[-1:]),
    "columns": (lambda x: x[..., ::2], lambda a: a[..., ::2]),
    "new": (lambda x: x[None], lambda a: a[None]),
    "mT": (lambda x: x.transpose(0, -1), lambda a: a.swapaxes(0, -1)),
    "flat": (lambda x: x.reshape(-1), lambda a: a.reshape(-1)),
    "diagonal": (lambda x: x.diagonal(), lambda a: a.diagonal()),
    "expand": (lambda x: x.expand(2, *x.shape), lambda a: np.broadcast_to(a, (2, *a.shape))),
}
SHAPES = [(3,), (2, 3), (2, 2), (1, 2)]

which = st.one_of(st.integers(0, 3), st.integers(0, 60))  # mostly what was made last
modes = st.sampled_from([True, True, True, True, False])


class Programs(RuleBasedStateMachine):
    """A program on tensors of ``m`` and on the naive engine at once."""

    m: Any = wengert

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.pairs: list[tuple[Any, Naive]] = []
        self.leaves: list[tuple[Naive, Any]] = []
        self.hooks: list[tuple[Any, list[Any]]] = []
        self.rng = np.random.default_rng(0)
        self.leaf(0, True)
        self.leaf(1, True)
        self.compute(UNARY[2], [self.pairs[0]], True)
        self.compute(UNARY[2], [self.pairs[1]], True)

    def teardown(self) -> None:
        """In the end, walk from everything there is."""
        for i in range(len(self.pairs)):
            self.inspect(i)
            self.walk(i, True)
        self.memory_versions_bases_and_gradients_agree()

    def draw(self, i: int) -> tuple[Any, Naive]:
        x, t = self.pairs[-1 - i % len(self.pairs)]
        if self.m is not wengert and t.kind == DEFAULT:
            _ = x.grad_fn  # of a view behind its base PyTorch asks the old history in places, and even crashes
            self.world.settle(t)
        return x, t

    def tensor(self, values: Any) -> Any:
        return self.m.tensor(values.tolist(), dtype=self.m.float64)

    def do(self, naive: Callable[[], Any], real: Callable[[], Any], grad: bool) -> Any:
        """Run both in a grad mode; what one refuses, the other must. A pair of results, or None."""
        self.world.grad = grad
        with self.m.set_grad_enabled(grad):
            try:
                expected = naive()
            except Refused as e:
                with pytest.raises(RuntimeError, match=str(e)):
                    real()
                assert self.m.is_grad_enabled() is grad
                return None
            return real(), expected

    def keep(self, pair: Any) -> None:
        if pair is not None:
            self.pairs.append(pair)

    def lost(self, t: Naive, grad: bool) -> bool:
        """PyTorch lets a view made without grad say that it requires grad, and sends its gradients nowhere."""
        return self.m is not wengert and t.kind == NO_GRAD and grad and t.root.tracked

    # -- rules

    @rule(shape=which, requires_grad=st.booleans())
    def leaf(self, shape: int, requires_grad: bool) -> None:
        values = self.rng.uniform(0.3, 1.2, SHAPES[shape % len(SHAPES)])
        naive, real = self.world.fresh(values), self.tensor(values)
        self.pairs.append((real, naive))
        if requires_grad:
            self.require(0, True)

    @rule(i=which, wanted=st.sampled_from([True, True, False]))
    def require(self, i: int, wanted: bool) -> None:
        x, t = self.pairs[0] if not wanted else self.draw(i)
        if t.base is not None or (t.leaf and t.viewed):
            return  # what it means for views that there are is a test by itself
        own = t.own
        self.do(lambda: self.world.require(t, wanted), lambda: x.requires_grad_(wanted), True)
        if t.own is not own:
            self.leaves.append((t, t.own))

    @rule(i=which, name=st.sampled_from(sorted(VIEWS)), grad=modes)
    def view(self, i: int, name: str, grad: bool) -> None:
        x, t = self.draw(i)
        if self.lost(t, grad) or t.at.ndim == 0 or t.at.ndim > 3 or t.at.size > 12:
            return
        if (name == "flat" and not x.is_contiguous()) or (name == "diagonal" and t.at.ndim < 2):
            return
        look, places = VIEWS[name]
        self.keep(self.do(lambda: self.world.view(t, places), lambda: look(x), grad))

    @rule(i=which, grad=modes)
    def unbind(self, i: int, grad: bool) -> None:
        x, t = self.draw(i)
        if self.lost(t, grad) or t.at.ndim == 0:
            return
        n = t.at.shape[0]
        made = self.do(
            lambda: [self.world.view(t, lambda a, k=k: a[k], multi=True) for k in range(n)], lambda: x.unbind(), grad
        )
        if made is not None:
            self.pairs += list(zip(*made, strict=True))[-2:]

    @rule(i=which, counted=st.booleans())
    def alias(self, i: int, counted: bool) -> None:
        x, t = self.draw(i)
        counter = t.counter if counted else Counter()
        self.keep((x.detach() if counted else x.data, self.world.alias(t, counter)))

    @rule(i=which, k=which, grad=modes)
    def compute_one(self, i: int, k: int, grad: bool) -> None:
        self.compute(UNARY[k % len(UNARY)], [self.draw(i)], grad)

    @rule(i=which, j=which, k=which, grad=modes)
    def compute_two(self, i: int, j: int, k: int, grad: bool) -> None:
        x, t = self.draw(i)
        others = [p for p in self.pairs if p[1].at.shape == t.at.shape]
        self.compute(BINARY[k % len(BINARY)], [(x, t), others[j % len(others)]], grad)

    def compute(self, op: Operation, args: list[tuple[Any, Naive]], grad: bool) -> None:
        if not any(self.lost(t, grad) for _, t in args):
            ts = [t for _, t in args]
            self.keep(self.do(lambda: self.world.compute(op, ts), lambda: op.call(*[x for x, _ in args]), grad))

    @rule(i=which, k=which, grad=modes)
    def write_one(self, i: int, k: int, grad: bool) -> None:
        x, t = self.draw(i)
        op = UNARY_WRITES[k % len(UNARY_WRITES)]
        if self.m is not wengert and grad and t.overlaps:
            return  # PyTorch cannot write the gradient of such a fill back
        self.do(lambda: self.world.write(op, t, []), lambda: op.call(x), grad)

    @rule(i=which, j=which, k=which, grad=modes)
    def write_two(self, i: int, j: int, k: int, grad: bool) -> None:
        x, t = self.draw(i)
        others = [p for p in self.pairs if p[1].at.shape == t.at.shape and p[1].memory is not t.memory]
        if others:
            y, s = others[j % len(others)]
            op = BINARY_WRITES[k % len(BINARY_WRITES)]
            if not self.lost(s, grad):
                self.do(lambda: self.world.write(op, t, [s]), lambda: op.call(x, y), grad)

    @rule(i=which)
    def watch(self, i: int) -> None:
        """Ask for the gradient of a value, by a hook and by ``retain_grad``."""
        x, t = self.draw(i)
        if self.usable(t) and t.tracked:
            found: list[Any] = []
            x.register_hook(lambda g: None if g is None else found.append(np.array(g.tolist())))
            self.hooks.append((t.own, found))
            x.retain_grad()
            t.retained |= not t.leaf

    @rule(i=which, keep=st.sampled_from([True, True, False]))
    def walk(self, i: int, keep: bool) -> None:
        x, t = self.draw(i)
        if self.lost(t, True) or any(past.spoiled for past in t.past):
            return
        weights = self.rng.uniform(0.5, 1.5, t.at.shape)
        before = [p.freed for p in self.world.pasts]
        refused = False
        try:
            self.world.grad = True
            self.world.walk(t, weights, True)
        except Refused:
            refused = True  # a walk that fails on its way has freed and accumulated what it came by
        assert before == [p.freed for p in self.world.pasts]
        keep |= refused
        done = self.do(
            lambda: self.world.walk(t, weights, keep),
            lambda: (x * self.tensor(weights)).sum().backward(retain_graph=keep),
            True,
        )
        if done is None:
            for y, s in self.pairs:
                y.grad = s.grad = None
            for _, found in self.hooks:
                found.clear()
            return
        sinks = [(s, own) for s, own in self.leaves if s.tracked] + [(s, s.own) for _, s in self.pairs if s.retained]
        for s, own in sinks:
            g = self.part(done[1], own).reshape(s.at.shape)
            s.grad = g if s.grad is None else s.grad + g
        for own, found in self.hooks:
            expected = self.part(done[1], own)
            assert len(found) < 2
            close(found.pop().ravel() if found else np.zeros_like(expected), expected)

    def part(self, gradient: Any, own: Any) -> Any:
        return gradient[own]

    # -- what must hold

    def usable(self, t: Naive) -> bool:
        """Bring a tensor up to date; False if that is not allowed."""
        self.world.grad = True
        try:
            self.world.settle(t)
        except Refused:
            return False
        return not self.lost(t, True)

    @rule(i=which)
    def inspect(self, i: int) -> None:
        """What a tensor says of its history; asking brings a view up to date."""
        x, t = self.draw(i)
        if self.usable(t):
            assert (x.requires_grad, x.is_leaf) == (t.tracked, not t.tracked or t.leaf)
            assert (x.grad_fn is None) == x.is_leaf
            assert x.retains_grad == (t.retained and t.tracked and not t.leaf)

    @invariant()
    def memory_versions_bases_and_gradients_agree(self) -> None:
        real = {id(t): x for x, t in self.pairs}
        for x, t in self.pairs:
            close(np.array(x.detach().tolist()), t.values)
            assert x._version == t.counter.version
            assert x._is_view() == (t.base is not None)
            assert x._base is (None if t.base is None else real[id(t.base)])
            if t.leaf or t.retained:
                g = x.grad
                close(np.zeros(t.at.shape) if g is None else np.array(g.tolist()), 0 if t.grad is None else t.grad)


def close(a: Any, b: Any) -> None:
    np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)


SETTINGS = settings(
    derandomize=True, database=None, deadline=None, max_examples=50 if among.few else 150, stateful_step_count=35,
    suppress_health_check=list(HealthCheck), print_blob=False,
)  # fmt: skip


def test_programs_mean_what_the_naive_engine_says() -> None:
    run_state_machine_as_test(Programs, settings=SETTINGS)


@pytest.mark.oracle
def test_programs_mean_the_same_to_torch() -> None:
    torch = pytest.importorskip("torch")

    class OnTorch(Programs):
        m = torch

    run_state_machine_as_test(OnTorch, settings=SETTINGS)
