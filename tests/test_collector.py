"""Python's garbage collector and the tape: it visits no recorded node without cause, and finds every cycle."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import wengert
from wengert._core.tape.node import Node

compiled_only = pytest.mark.skipif(not wengert.compiled, reason="in the pure build the collector sees every node")


def in_sight() -> int:
    return sum(isinstance(o, Node) and o._wg_plan is not None for o in gc.get_objects())


def chain(x: Any, length: int) -> Any:
    for _ in range(length):
        x = x * x + x.sum()
    return x


@pytest.mark.skipif(wengert.compiled, reason="in the compiled build the collector sees no node")
def test_a_recorded_sum_adds_two_containers(no_gc: None) -> None:
    """The node and its edges: a tape that grows is walked again and again."""
    x = wengert.ones(3, requires_grad=True)
    y = z = x + x
    before = len(gc.get_objects())
    for _ in range(100):
        z = z + y
    assert len(gc.get_objects()) - before <= 2 * 100 + 5


@compiled_only
def test_recorded_nodes_are_out_of_sight_until_everything_is_collected(no_gc: None) -> None:
    x = wengert.ones(3, requires_grad=True)
    before = in_sight()
    y = chain(x, 50)
    z = x.clone()
    z.mul_(y)
    assert in_sight() == before
    gc.collect(1)
    assert in_sight() == before
    gc.collect()
    assert in_sight() == before + 3 * 50 + 2
    y.sum().backward()


@compiled_only
@pytest.mark.parametrize("length", [1, 100])
def test_nodes_that_are_freed_leave_the_list(length: int, no_gc: None) -> None:
    x = wengert.ones(3, requires_grad=True)
    before = in_sight()
    first, middle, last = chain(x, length), chain(x, length), chain(x, length)
    del middle, last, first
    gc.collect()
    assert in_sight() == before


class Squared(wengert.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return 2 * g * ctx.saved_tensors[0]


def with_hook(x: Any) -> Any:
    y = x * 2
    z = y.exp()
    y.register_hook(lambda g: z)
    return y


def with_hook_of_node(x: Any) -> Any:
    y = x * 2
    z = y.exp()
    y.grad_fn.register_hook(lambda gi, go: print(z))
    return y


def with_prehook(x: Any) -> Any:
    y = x * 2
    z = y.exp()
    y.grad_fn.register_prehook(lambda go: print(z))
    return y


def with_metadata(x: Any) -> Any:
    y = x * 2
    y.grad_fn.metadata["later"] = [y.exp()]
    return y


def with_context(x: Any) -> Any:
    y = Squared.apply(x)
    y.grad_fn.later = {"result": y.exp()}
    return y


def with_packed_values(x: Any) -> Any:
    later: list[Any] = []
    with wengert.autograd.graph.saved_tensors_hooks(lambda t: (t.detach(), later), lambda p: p[0]):
        y = x.exp()
    later.append(y.exp())
    return y


def with_hook_of_leaf(x: Any) -> Any:
    leaf = x.detach().requires_grad_()
    y = leaf.exp()
    leaf.register_post_accumulate_grad_hook(lambda t: print(y))
    return y


def with_attribute(x: Any) -> Any:
    y = x.exp()
    y.later = [y * 2, y]
    return y


def with_gradient_of_itself(x: Any) -> Any:
    leaf = x.detach().requires_grad_()
    leaf.grad = leaf.detach() * 2
    leaf.grad.later = leaf.exp(), leaf
    return leaf


CYCLES = [
    with_hook, with_hook_of_node, with_prehook, with_metadata, with_context, with_packed_values, with_hook_of_leaf,
    with_attribute, with_gradient_of_itself,
]  # fmt: skip


@pytest.mark.parametrize("older", [False, True], ids=["young", "old"])
@pytest.mark.parametrize("close", CYCLES)
def test_every_way_to_close_a_cycle_is_found(close: Callable[[Any], Any], older: bool, no_gc: None) -> None:
    x = wengert.ones(3, requires_grad=True)
    y = close(x * 1)
    seen = [weakref.ref(o) for o in (y, y.grad_fn) if o is not None]
    if older:
        gc.collect()
    chain(y, 3)
    del y
    assert older or any(ref() is not None for ref in seen), "this closes no cycle"
    gc.collect()
    assert all(ref() is None for ref in seen)


@pytest.mark.parametrize("close", [with_hook, with_hook_of_node, with_prehook, with_metadata, with_packed_values])
def test_a_cycle_through_a_node_is_found_while_it_is_young(close: Callable[[Any], Any], no_gc: None) -> None:
    ref = weakref.ref(close(wengert.ones(3, requires_grad=True) * 1).grad_fn)
    assert ref() is not None
    gc.collect(0)
    assert ref() is None


def with_list(x: Any) -> Any:
    later: list[Any] = []
    y = x * 2
    y.register_hook(lambda g: later)
    gc.collect()  # what the hook announced is over
    later.append(y.exp())
    return later[0]


def test_python_itself_finds_a_cycle_that_nothing_announced(no_gc: None) -> None:
    """Some releases of Python never collect all objects of their own accord."""
    x = wengert.ones(3, requires_grad=True)
    usual = gc.get_threshold()
    try:
        gone: list[Any] = []  # asked in the loop, the reference would hold the tensor whenever Python collects
        ref = weakref.ref(with_list(x), gone.append)
        assert ref() is not None
        gc.set_threshold(100, 1, 1)
        gc.enable()
        kept: list[Any] = []
        while not gone and len(kept) < 100_000:
            kept.append([])
        assert gone
    finally:
        gc.disable()
        gc.set_threshold(*usual)


def test_a_collection_while_a_long_tape_is_freed(no_gc: None) -> None:
    x = wengert.ones(3, requires_grad=True)
    y = x * 1
    watched = []
    for k in range(3000):
        y = y * 2
        if k % 500 == 7:
            watched.append(weakref.ref(y.grad_fn, lambda _: gc.collect()))
    others = chain(x, 20)
    del y
    assert all(ref() is None for ref in watched)
    others.sum().backward()
    assert x.grad is not None


def test_check_leaks_finds_nodes_that_are_out_of_sight() -> None:
    kept = []
    x = wengert.ones(3, requires_grad=True)
    with wengert.autograd.graph.check_leaks() as leaks:
        kept.append((x * x).sum())
    assert (leaks.nodes, leaks.tensors, leaks.held) == (2, 1, 3)
    assert "list of 1" in leaks.text
