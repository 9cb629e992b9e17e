"""Hooks that wait for several gradients, or for the first of several."""

from __future__ import annotations

import importlib
import threading
from typing import Any

import pytest

import wengert
from tests.both import single as leaf
from wengert.autograd.graph import register_multi_grad_hook


def test_multi_grad_hooks_wait_for_what_this_walk_computes(lib: Any) -> None:
    a, b = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    c, d = a * b, a + b
    seen: list[Any] = []
    hook = lib.autograd.graph.register_multi_grad_hook
    handle = hook((a, b, c, d), lambda gs: seen.append([g is not None for g in gs]))
    c.sum().backward(retain_graph=True)
    c.sum().backward(inputs=(a,), retain_graph=True)
    (c + d).sum().backward(retain_graph=True)
    lib.autograd.grad(c.sum(), [c], retain_graph=True)
    handle.remove()
    c.sum().backward()
    assert seen == [[True, True, True, False], [True, False, True, False], [True] * 4, [False, False, True, False]]


def test_multi_grad_hooks_run_for_grad_of_leaves() -> None:
    """PyTorch raises here: its engine does not know whether a leaf is requested."""
    a, b = leaf(wengert, 1.0), leaf(wengert, 3.0)
    seen: list[Any] = []
    register_multi_grad_hook((a, b), lambda gs: seen.append([g if g is None else g.item() for g in gs]))
    wengert.autograd.grad(a * b, a, retain_graph=True)
    wengert.autograd.grad(a * b, [a, b])
    assert seen == [[3, None], [3, 1]]


def test_multi_grad_hooks_of_outputs_that_get_no_gradient() -> None:
    """PyTorch never calls the hook here: it waits for a gradient that is not computed."""
    a, b = leaf(wengert, 1.0, 2.0).unbind()
    seen: list[Any] = []
    register_multi_grad_hook((a, b), lambda gs: seen.append([g is not None for g in gs]))
    a.backward()
    assert seen == [[True, False]]


def test_multi_grad_hooks_take_their_place_among_the_hooks(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    seen: list[Any] = []
    y.register_hook(lambda g: g * 10)
    lib.autograd.graph.register_multi_grad_hook((x, y), lambda gs: seen.append([g.tolist() for g in gs]))
    x.register_hook(lambda g: seen.append("later"))
    y.sum().backward()
    assert seen == [[[20, 20], [10, 10]], "later"]


@pytest.mark.parametrize("mode", ["all", "any"])
def test_what_multi_grad_hooks_return_is_ignored(lib: Any, mode: str) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    lib.autograd.graph.register_multi_grad_hook((x, y), lambda gs: 3, mode=mode)
    y.sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_any_of_several_gradients(lib: Any) -> None:
    a, b = leaf(lib, 1.0), leaf(lib, 3.0)
    c = a * b
    seen: list[float] = []
    handle = lib.autograd.graph.register_multi_grad_hook(
        (a, b, c, lib.ones(1)), lambda g: seen.append(g.item()), mode="any"
    )
    for _ in range(2):
        (c * 5).backward(retain_graph=True)
    with handle:
        pass
    (c * 5).backward()
    assert seen == [5, 5]


def test_multi_grad_hooks_check_what_they_are_given(lib: Any) -> None:
    hook = lib.autograd.graph.register_multi_grad_hook
    with pytest.raises(ValueError, match=r"Expects mode to be one of \('all', 'any'\) but got some"):
        hook((leaf(lib, 1.0),), print, mode="some")
    with pytest.raises(AssertionError, match="Expected gradient function to be set"):
        hook((leaf(lib, 1.0), lib.ones(1)), print)
    assert isinstance(hook((), print), importlib.import_module(f"{lib.__name__}.utils.hooks").RemovableHandle)


def test_a_walk_that_failed_leaves_nothing_for_the_next() -> None:
    """Each backward pass has its own number, in PyTorch too, so counting starts anew after a failed pass."""
    x, w = leaf(wengert, 1.0), leaf(wengert, 2.0)
    y = x * w
    seen: list[Any] = []
    register_multi_grad_hook((x, w, y), lambda gs: seen.append(len(gs)))

    def fail(g: Any) -> None:
        raise ValueError

    with x.register_hook(fail), pytest.raises(ValueError):
        y.backward(retain_graph=True)
    y.backward()
    assert seen == [3]


def test_multi_grad_hooks_in_two_threads() -> None:
    x, w = leaf(wengert, 1.0, 2.0), leaf(wengert, 2.0, 3.0)
    y = x * w
    seen: list[Any] = []
    register_multi_grad_hook((x, w, y), lambda gs: seen.append([g is None for g in gs]))
    barrier = threading.Barrier(2)
    y.register_hook(lambda g: (barrier.wait(10), None)[1])
    walks = [threading.Thread(target=lambda: y.sum().backward(retain_graph=True)) for _ in range(2)]
    for walk in walks:
        walk.start()
    for walk in walks:
        walk.join()
    assert seen == [[False] * 3] * 2 and x.grad.tolist() == [4, 6]
