"""Threads: each has its own modes and backward passes. Many may differentiate a retained graph at once."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.functions import leaf
from wengert._core.tape.state import current
from wengert.autograd import Function, Variable, forward_ad, grad
from wengert.autograd.graph import saved_tensors_hooks
from wengert.func import jvp, vmap

THREADS = 6


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Switch between threads as often as Python can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def together(work: Callable[[int], None], count: int = THREADS) -> None:
    """Run ``work(0)``, ``work(1)`` … at once, and raise what the first of them raised."""
    failed: list[BaseException] = []
    start = threading.Barrier(count)

    def run(i: int) -> None:
        try:
            start.wait()
            work(i)
        except BaseException as e:
            failed.append(e)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if failed:
        raise failed[0]


def test_a_graph_made_in_one_thread_is_walked_in_another() -> None:
    x = leaf(3.0)
    y = x * x
    together(lambda i: y.backward(), 1)
    assert x.grad.item() == 6


def test_separate_graphs() -> None:
    leaves = [leaf(*range(1, 50)) for _ in range(THREADS)]

    def work(i: int) -> None:
        for _ in range(50):
            (leaves[i] ** 3).sum().backward()

    together(work)
    assert all(x.grad.tolist() == [150.0 * i * i for i in range(1, 50)] for x in leaves)


def test_graphs_that_meet_at_a_leaf() -> None:
    """NumPy lets other threads run while it adds, but no gradient may be lost."""
    x = wengert.zeros(500_000, requires_grad=True)

    def work(i: int) -> None:
        for _ in range(8):
            (x * 1).sum().backward()

    together(work)
    assert (x.grad == 8 * THREADS).all()


class Double(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        (x,) = ctx.saved_tensors
        return g * 2 + x * 0


def tangle(x: Any, w: Any) -> Any:
    """A bit of everything: saved inputs and outputs, a join, writes through views, a Function, a large tensor."""
    a = (x * w).tanh() + x.exp()
    b = wengert.cat([a, a * w, Double.apply(x)])
    c = b.clone()
    c[:2] = x[:2] * 2
    c[2:].mul_(w[0])
    for _ in range(10):
        c = c + b * a[0]
    return c.view(3, -1).sum(0).log_softmax(0).square()


def test_one_graph_walked_by_many() -> None:
    """Each backward pass adds the whole gradient. The gradients are bitwise equal."""
    x, w = leaf(0.1, 0.2, 0.3), leaf(0.7, -0.4, 0.5)
    loss = tangle(x, w).sum()
    expected = [g.numpy() for g in grad(loss, [x, w], retain_graph=True)]
    rounds = 10

    def work(i: int) -> None:
        for k in range(rounds):
            if (i + k) % 2:
                loss.backward(retain_graph=True)
            else:
                for g, e in zip(grad(loss, [x, w], retain_graph=True), expected, strict=True):
                    assert g.tolist() == e.tolist()

    together(work)
    for t, e in zip((x, w), expected, strict=True):
        np.testing.assert_allclose(t.grad.numpy(), e * rounds * THREADS / 2, rtol=1e-12)


def everything(x: Any, w: Any, seen: list[Any]) -> list[Any]:
    """What a program does in one step: hooks on tensors, nodes and saved memory, transforms, dual levels, writes."""

    def pack(saved: Any) -> Any:
        seen.append("saved")
        return saved

    with saved_tensors_hooks(pack, lambda saved: saved):
        y = tangle(x, w)
    y.register_hook(lambda g: seen.append("tensor"))
    y.grad_fn.register_prehook(lambda gs: seen.append("node"))
    first = grad(y.sum(), [x, w], create_graph=True)
    second = grad((first[0] * first[1]).sum(), x, retain_graph=True)[0]
    with forward_ad.dual_level():
        pushed = forward_ad.unpack_dual((forward_ad.make_dual(x, w) * x).sin()).tangent
    mapped = vmap(lambda a, b: jvp(lambda c: (c * b).exp() * a, (a,), (b,))[1])(x, w)
    with wengert.no_grad():
        written = x.clone()
        written[1:].mul_(w[:-1]).add_(1)
    (y.sum() + mapped.sum()).backward()
    return [t.detach().tolist() for t in (y, *first, second, pushed, mapped, written)]


def test_whole_steps_beside_each_other() -> None:
    """Each thread on a tensor of its own and on one that all share: what one thread computes alone."""
    shared, rounds = leaf(0.7, -0.4, 0.5), 15
    alone: list[Any] = []
    x = leaf(0.1, 0.2, 0.3)
    expected = everything(x, shared, alone)
    own, part, shared.grad = x.grad, shared.grad, None
    leaves = [leaf(0.1, 0.2, 0.3) for _ in range(THREADS)]

    def work(i: int) -> None:
        for _ in range(rounds):
            seen: list[Any] = []
            for found, wanted in zip(everything(leaves[i], shared, seen), expected, strict=True):
                np.testing.assert_allclose(found, wanted, rtol=1e-12)
            assert seen == alone, "a hook of another thread ran here, or one of this thread did not"

    together(work)
    np.testing.assert_allclose(shared.grad.numpy(), part.numpy() * rounds * THREADS, rtol=1e-12)
    for x in leaves:
        np.testing.assert_allclose(x.grad.numpy(), own.numpy() * rounds, rtol=1e-12)


MODES: dict[str, Callable[[laws.Case], Any]] = {
    "backward": lambda case: case.vjp(case.point, case.cotangents()),
    "forward": lambda case: case.jvp(case.point, case.tangents()),
}  # one after the other: in a dual level, of whichever thread, a backward pass is recorded, and may round otherwise


@pytest.mark.parametrize("derived", MODES.values(), ids=MODES)
def test_every_operation_gives_in_many_threads_what_it_gives_in_one(derived: Any) -> None:
    """At first all call the same one at once, which none may have called before; then each calls another."""
    cases = [next(c for c in laws.few(name) if c.live) for name in laws.NAMES if any(c.live for c in laws.few(name))]
    count = 3
    found: list[list[Any]] = [[] for _ in range(count)]

    def work(i: int) -> None:
        found[i] += map(derived, cases)
        start = i * len(cases) // count
        for case, first in zip(cases[start:] + cases[:start], found[i][start:] + found[i][:start], strict=True):
            for a, b in zip(derived(case), first, strict=True):
                np.testing.assert_array_equal(a, b, str(case))

    together(work, count)
    for case, *both in zip(cases, *found, strict=True):
        for results in both:
            for a, b in zip(results, derived(case), strict=True):
                np.testing.assert_array_equal(a, b, str(case))
        case.forget()


def test_many_walks_add_to_a_retained_gradient() -> None:
    x = wengert.zeros(1_000_000, requires_grad=True)
    y = x * 2
    y.retain_grad()
    loss = y.sum()

    def work(i: int) -> None:
        for _ in range(8):
            loss.backward(retain_graph=True)

    together(work)
    assert (y.grad == 8 * THREADS).all() and (x.grad == 16 * THREADS).all()


def test_one_graph_walked_by_many_in_every_reading() -> None:
    """Plain, recorded and batched backward passes through the same nodes, at once."""
    x, w = leaf(0.1, 0.2, 0.3), leaf(0.7, -0.4, 0.5)
    y = tangle(x, w)
    eye = wengert.eye(3, dtype=wengert.float64)

    def raw() -> Any:
        return grad(y, x, eye[0], retain_graph=True)[0]

    def recorded() -> Any:
        (g,) = grad(y, x, eye[1], create_graph=True)
        return grad(g.sum(), w, retain_graph=True)[0]

    def batched() -> Any:
        return grad(y, w, eye, retain_graph=True, is_grads_batched=True)[0]

    readings = (raw, recorded, batched)
    expected = [reading().tolist() for reading in readings]

    def work(i: int) -> None:
        for k in range(8):
            which = (i + k) % 3
            np.testing.assert_allclose(readings[which]().tolist(), expected[which], rtol=1e-12)

    together(work)


def test_a_view_gets_its_new_history_whoever_asks_first() -> None:
    """After a write, the history of a view is updated when it is first read. No thread may see the old one then."""
    for _ in range(100):
        x = leaf(1.0, 2.0)
        base = x * 1
        view = base[:1].view(1, 1)
        base.mul_(3)

        def work(i: int, view: Any = view, x: Any = x) -> None:
            assert grad(view.sum(), x, retain_graph=True)[0].tolist() == [3, 0]

        together(work)


def test_a_leaf_has_one_accumulator_and_one_version_whoever_uses_it_first() -> None:
    for _ in range(300):
        x, found = leaf(1.0), [None] * THREADS
        together(lambda i, x=x, found=found: found.__setitem__(i, (x * x).grad_fn))
        assert len({n.next_functions[0][0] for n in found}) == 1
        assert len({s.storage for n in found for s in n._wg_saved}) == 1


def test_many_second_walks_of_a_freed_graph_all_fail() -> None:
    x = leaf(2.0)
    y = x.exp()
    y.backward()

    def work(i: int) -> None:
        with pytest.raises(RuntimeError, match="second time"):
            y.backward()

    together(work)


def test_the_plan_of_a_node_is_its_own() -> None:
    """Many threads record one operation, with different inputs that need a gradient."""

    def work(i: int) -> None:
        x, w = leaf(2.0), leaf(3.0)
        constant = wengert.tensor(5.0, dtype=wengert.float64)
        for _ in range(200):
            for a, b in ((x, w), (x, constant), (constant, w)):
                y = a * b
                found = grad(y, [t for t in (a, b) if t.requires_grad])
                assert [g.item() for g in found] == [o.item() for t, o in ((a, b), (b, a)) if t.requires_grad]

    together(work)


def test_every_thread_has_its_own_modes_and_callbacks() -> None:
    order: dict[int, list[str]] = {i: [] for i in range(THREADS)}

    def work(i: int) -> None:
        def hook(g: Any) -> None:
            Variable._execution_engine.queue_callback(lambda: order[i].append("over"))

        with wengert.set_grad_enabled(i % 2 == 0):
            for _ in range(20):
                assert wengert.is_grad_enabled() == (i % 2 == 0)
                with wengert.enable_grad():
                    y = leaf(1.0) * 2
                y.register_hook(hook)
                y.backward()
                order[i].append("returned")

    together(work)
    assert all(calls == ["over", "returned"] * 20 for calls in order.values())


def test_deep_walks_in_many_threads() -> None:
    """Nested backward passes that moved to another stack do not mix."""

    def nest(x: Any, depth: int) -> None:
        with wengert.enable_grad():
            y = x * depth
            if depth > 1:
                y.register_hook(lambda g: nest(x, depth - 1))
            y.backward()

    def work(i: int) -> None:
        x = leaf(1.0)
        nest(x, 50)
        assert x.grad.item() == sum(range(51))

    together(work)


def test_the_state_of_a_thread_ends_with_it() -> None:
    """The state that was asked for last is found by the number of its thread; it must not outlive the thread."""
    states: list[Any] = []

    def work() -> None:
        with wengert.no_grad():
            assert not (leaf(1.0) * 2).requires_grad
            states.append(weakref.ref(current()))

    for _ in range(20):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    gc.collect()
    assert len(states) == 20 and all(state() is None for state in states)
    assert (leaf(1.0) * 2).requires_grad


def test_what_ends_with_a_thread_has_a_state() -> None:
    """Objects of a thread may call operations while the thread ends, before and after its state has gone."""
    found: list[bool] = []
    place = threading.local()

    class Last:
        def __del__(self) -> None:
            found.append((leaf(1.0) * 2).requires_grad)

    def work() -> None:
        place.before = Last()  # if this place is cleared first
        (leaf(1.0) * 2).sum().backward()
        later = threading.local()
        later.after = Last()
        places.append(later)

    places: list[Any] = []
    for _ in range(10):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        (leaf(1.0) * 2).sum().backward()
    gc.collect()
    assert found == [True] * 20


def test_operations_of_threads_in_turn_see_their_own_modes() -> None:
    """Threads alternate after every operation, so that the state asked for last is mostly another thread's."""
    turns = [threading.Event() for _ in range(3)]
    wrong: list[int] = []

    def work(i: int) -> None:
        with wengert.set_grad_enabled(i != 1):
            for _ in range(30):
                turns[i].wait()
                turns[i].clear()
                if (leaf(1.0) * 2).requires_grad != (i != 1):
                    wrong.append(i)
                turns[(i + 1) % 3].set()

    turns[0].set()
    together(work, 3)
    assert not wrong
