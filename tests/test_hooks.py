"""Hooks: when they run, in which order, with which arguments, what they may change, and how they are removed.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

import threading
import time
import weakref
from typing import Any

import pytest

import wengert
from tests.both import single as leaf
from wengert.autograd import forward_ad

# -- hooks of tensors


def test_hooks_run_in_order_and_pass_on_what_they_return(lib: Any) -> None:
    x = leaf(lib, 2.0)
    seen = []
    x.register_hook(lambda g: seen.append(g.item()))
    x.register_hook(lambda g: g * 10)
    x.register_hook(lambda g: seen.append(g.item()))
    (x * x).backward()
    assert seen == [4, 40]
    assert x.grad.item() == 40


def test_a_hook_sees_the_whole_gradient_once(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 1
    seen = []
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 3 + y * y).backward()
    assert seen == [7]


def test_hooks_of_a_root_see_what_was_passed_in(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.backward(lib.tensor([1.0, 3.0]))
    assert x.grad.tolist() == [20, 60]


def test_removed_hooks_do_not_run(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    handle = y.register_hook(lambda g: g * 10)
    handle.remove()
    handle.remove()
    with y.register_hook(lambda g: g * 100):
        pass
    y.backward()
    assert x.grad.item() == 3


def test_a_hook_may_remove_itself(lib: Any) -> None:
    x = leaf(lib, 2.0)
    seen = []

    def once(g: Any) -> None:
        seen.append(g.item())
        handle.remove()

    handle = x.register_hook(once)
    x.register_hook(lambda g: seen.append(-g.item()))
    for _ in range(2):
        (x * 1).backward()
    assert seen == [1, -1, -1]


KINDS = ["tensor", "prehook", "hook", "accumulated"]


def register(lib: Any, kind: str, leaf: Any, hook: Any) -> Any:
    """Register a hook of one of the four kinds. It takes any arguments."""
    if kind == "tensor":
        return leaf.register_hook(hook)
    if kind == "accumulated":
        return leaf.register_post_accumulate_grad_hook(hook)
    node = lib.autograd.graph.get_gradient_edge(leaf).node
    handle = node.register_prehook(hook) if kind == "prehook" else node.register_hook(hook)
    handle.node = node  # PyTorch frees the node of a leaf, with its hooks, when nothing refers to it
    return handle


@pytest.mark.parametrize("kind", KINDS)
def test_hooks_removed_or_added_while_running_count_from_the_next_walk_on(lib: Any, kind: str) -> None:
    x = leaf(lib, 2.0)
    seen: list[str] = []

    def first(*_: Any) -> None:
        seen.append("first")
        second.remove()
        if len(seen) == 1:
            kept.append(register(lib, kind, x, lambda *_: seen.append("third")))

    kept = [register(lib, kind, x, first)]
    second = register(lib, kind, x, lambda *_: seen.append("second"))
    for _ in range(2):
        (x * 1).backward()
    assert seen == ["first", "second", "first", "third"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_hook_that_raises_leaves_everything_as_it_was(lib: Any, kind: str) -> None:
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    y = (x * w).sin()

    def fail(*_: Any) -> None:
        raise ValueError("no")

    handle = register(lib, kind, x, fail)
    with pytest.raises(ValueError, match="no"):
        y.backward(retain_graph=True)
    assert lib.is_grad_enabled()
    handle.remove()
    x.grad = w.grad = None
    y.backward()
    assert x.grad.item() == pytest.approx(3 * 0.9601702866503661)
    assert w.grad.item() == pytest.approx(2 * 0.9601702866503661)


def test_hooks_run_for_autograd_grad(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    x.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: g * 2)
    assert lib.autograd.grad(y * 5, x)[0].item() == 300


def test_what_grad_returns_has_passed_the_hooks(lib: Any) -> None:
    y = leaf(lib, 2.0) * 3
    y.register_hook(lambda g: g * 2)
    assert lib.autograd.grad(y * 5, y)[0].item() == 10


def test_what_grad_returns_does_not_depend_on_what_else_is_asked_for() -> None:
    """PyTorch returns 5 for y here, but 10 if only y is requested."""
    x = leaf(wengert, 2.0)
    y = x * 3
    y.register_hook(lambda g: g * 2)
    assert [g.item() for g in wengert.autograd.grad(y * 5, [x, y])] == [30, 10]


def test_hooks_do_not_run_where_no_gradient_arrives() -> None:
    """A hook always gets a gradient. PyTorch calls it with None, so `lambda g: g * 2` fails."""
    x = leaf(wengert, 1.0, 2.0)
    a, b = x.unbind()
    b.register_hook(lambda g: pytest.fail("no gradient arrives here"))
    a.backward()
    assert x.grad.tolist() == [1, 0]


def test_each_output_has_hooks_of_its_own(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    a, b = x.unbind()
    a.register_hook(lambda g: g * 10)
    b.register_hook(lambda g: g * 100)
    (a + b).backward()
    assert x.grad.tolist() == [10, 100]


def test_hooks_whose_handles_nobody_keeps_are_all_called(lib: Any) -> None:
    x = leaf(lib, 2.0)
    seen: list[int] = []
    for i in range(20):
        x.register_hook(lambda g, i=i: seen.append(i))
    (x * 1).backward()
    assert seen == list(range(20))


def test_writing_the_gradient_a_hook_got_harms_nobody(lib: Any) -> None:
    a, b = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    a.register_hook(lambda g: g * 2)
    (a + b).backward(lib.ones(2))
    assert a.grad.tolist() == [2, 2] and b.grad.tolist() == [1, 1]


@pytest.mark.parametrize("kind", ["tensor", "prehook", "hook"])
def test_a_gradient_that_a_hook_keeps_is_never_written_later(lib: Any, kind: str) -> None:
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 1
    other = y * 4
    y[:2].mul_(10)  # its node writes into the gradient of y if nothing else refers to that
    z = y * 1 + y * 2 + other
    kept = []
    if kind == "tensor":
        y.register_hook(kept.append)
        expected = [3, 3, 3]
    elif kind == "prehook":
        y.grad_fn.register_prehook(lambda gs: kept.append(gs[0]))
        expected = [3, 3, 3]
    else:
        y.grad_fn.register_hook(lambda gi, go: kept.append(gi[0]))  # the gradient of `other` is added to this one
        expected = [30, 30, 3]
    for _ in range(2):
        z.sum().backward(retain_graph=True)
    assert [g.tolist() for g in kept] == [expected] * 2
    assert x.grad.tolist() == [68, 68, 14]


def test_a_gradient_that_a_hook_keeps_is_not_that_of_a_leaf(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 3
    kept = []
    y.grad_fn.register_hook(lambda gi, go: kept.append(gi[0]))
    for _ in range(2):
        y.sum().backward(retain_graph=True)
    assert [g.tolist() for g in kept] == [[3, 3], [3, 3]] and x.grad.tolist() == [6, 6]


def test_hooks_of_a_value_written_later_stay_with_the_old_value(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 1
    y.register_hook(lambda g: g * 10)
    y.mul_(3)
    y.register_hook(lambda g: g + 1)
    y.backward()
    assert x.grad.item() == 60  # (1 + 1) · 3 · 10


def test_a_handle_of_a_value_written_later_still_removes(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 1
    handle = y.register_hook(lambda g: g * 10)
    y.mul_(3)
    handle.remove()
    y.backward()
    assert x.grad.item() == 3


def test_a_hook_of_a_view_whose_base_is_written_is_for_the_new_value() -> None:
    """PyTorch registers the second hook on the node of the first, which has left the graph, and never calls it."""
    y = leaf(wengert, 2.0, 3.0) * 1
    v = y[0]
    seen: list[float] = []
    v.register_hook(lambda g: seen.append(-1))
    y.mul_(3)
    v.register_hook(lambda g: seen.append(g.item()))
    (v * 2).backward()
    assert seen == [2]


def test_hooks_are_refused_without_a_gradient_to_come(lib: Any) -> None:
    for method in ("register_hook", "register_post_accumulate_grad_hook"):
        with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"):
            getattr(lib.ones(2), method)(print)
    with pytest.raises(RuntimeError, match="post accumulate grad hooks cannot be registered on non-leaf tensors"):
        (leaf(lib, 1.0) * 2).register_post_accumulate_grad_hook(print)


def test_the_hooks_of_a_tensor_can_be_seen(lib: Any) -> None:
    x = leaf(lib, 1.0)
    assert x._backward_hooks is None and x._post_accumulate_grad_hooks is None
    a = x.register_hook(print)
    b = x.register_post_accumulate_grad_hook(repr)
    assert dict(x._backward_hooks) == {a.id: print}
    assert dict(x._post_accumulate_grad_hooks) == {b.id: repr}


# -- what hooks may return


def bad_results(lib: Any) -> list[tuple[Any, type[Exception], str]]:
    return [
        (lambda g: 3, TypeError, "expected Variable, but hook returned 'int'"),
        (lambda g: lib.ones(5), RuntimeError, "hook '<lambda>' has changed the size of value"),
        (
            lambda g: g.double(), RuntimeError,
            r"hook '<lambda>' has changed the type of value \(was torch.FloatTensor got torch.DoubleTensor\)",
        ),
    ]  # fmt: skip


@pytest.mark.parametrize("case", range(3))
def test_a_tensor_hook_must_return_a_tensor_like_the_gradient(lib: Any, case: int) -> None:
    hook, kind, message = bad_results(lib)[case]
    x = leaf(lib, 1.0, 2.0)
    x.register_hook(hook)
    with pytest.raises(kind, match=message):
        (x * 1).sum().backward()
    assert x.grad is None


@pytest.mark.parametrize("case", range(3))
@pytest.mark.parametrize("kind", ["register_prehook", "register_hook"])
def test_a_node_hook_must_return_tensors_like_the_gradients(lib: Any, kind: str, case: int) -> None:
    hook, error, message = bad_results(lib)[case]
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()

    def hooked(*gs: Any) -> Any:
        return (hook(gs[0][0]),)

    hooked.__name__ = "<lambda>"
    getattr(y.grad_fn, kind)(hooked)
    with pytest.raises(error, match=message):
        y.sum().backward()
    assert x.grad is None


@pytest.mark.parametrize("kind", ["register_prehook", "register_hook"])
def test_a_node_hook_must_return_a_tuple_of_the_right_length(lib: Any, kind: str) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    for result, error, message in [
        (lib.ones(2), TypeError, "expected tuple, but hook returned 'Tensor'"),
        ([lib.ones(2)], TypeError, "expected tuple, but hook returned 'list'"),
        ((lib.ones(2),) * 3, RuntimeError, r"incorrect number of values \(got 3, but expected 1\)"),
        ((), RuntimeError, r"incorrect number of values \(got 0, but expected 1\)"),
    ]:
        with getattr(y.grad_fn, kind)(lambda *_, result=result: result), pytest.raises(error, match=message):
            y.sum().backward(retain_graph=True)
    y.sum().backward()
    assert x.grad is not None


def test_a_hook_cannot_make_a_gradient_where_none_flows(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = x * 3
    y.grad_fn.register_hook(lambda gi, go: (gi[0], gi[0]))
    with pytest.raises(RuntimeError, match="can't replace a None gradient with a non-None value"):
        y.backward()


def test_a_node_hook_can_stop_a_gradient(lib: Any) -> None:
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    y = x * w
    y.grad_fn.register_hook(lambda gi, go: (None, gi[1]))
    y.backward()
    assert x.grad is None and w.grad.item() == 2
    x, z = leaf(lib, 2.0), leaf(lib, 5.0)
    y = x.sin()
    y.grad_fn.register_prehook(lambda gs: (None,))
    (y * z).backward()
    assert x.grad is None and z.grad is not None


# -- hooks of nodes


def test_what_node_hooks_get(lib: Any) -> None:
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    for y, inputs, expected in [
        (x * w, None, ([3, 4], [1, 2])),
        (x * w, [x], ([3, 4], None)),
        (x * 3.0, None, ([3, 3], None)),
        (w.expand(2, 2) * x, [x], (None, [6, 8])),
    ]:
        seen: list[Any] = []
        y.grad_fn.register_prehook(lambda go, seen=seen: seen.append(go))
        y.grad_fn.register_hook(lambda gi, go, seen=seen: seen.extend([gi, go]))
        y.sum().backward(inputs=inputs)
        before, gi, go = seen
        assert type(before) is type(gi) is type(go) is tuple
        assert tuple(None if g is None else g.tolist() for g in gi) == expected
        assert len(before) == len(go) == 1 and before[0].tolist() == go[0].tolist()


def test_node_hooks_see_gradients_fitted_to_their_inputs(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = x * lib.ones(3, dtype=lib.float64)
    y.grad_fn.register_hook(lambda gi, go: (gi[0] * 2, gi[1]))
    y.sum().backward()
    assert x.grad.item() == 6 and x.grad.dtype == lib.float32


def test_node_hooks_replace_gradients_one_after_the_other(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x.sin().exp()
    node = y.grad_fn
    node.register_prehook(lambda gs: (gs[0] * 2,))
    node.register_prehook(lambda gs: (gs[0] + 1,))
    node.register_hook(lambda gi, go: (gi[0] * 0 + 5 * go[0],))
    node.register_hook(lambda gi, go: (gi[0] + 1,))
    (s,) = lib.autograd.grad(x.sin(), x)
    y.backward()
    assert x.grad.item() == pytest.approx(16 * s.item())  # ((1·2 + 1)·5 + 1) cos x


def test_nodes_of_several_outputs_give_their_hooks_all_gradients(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    a, b = x.unbind()
    seen: list[Any] = []
    a.grad_fn.register_prehook(lambda gs: seen.append([None if g is None else g.item() for g in gs]))
    b.grad_fn.register_prehook(lambda gs: (gs[0], lib.tensor(7.0)) if gs[1] is not None else None)
    a.backward(retain_graph=True)
    (a + b * 2).backward()
    assert seen == [[1, None], [1, 2]]
    assert x.grad.tolist() == [2, 7]


def test_hooks_of_a_leafs_node(lib: Any) -> None:
    x = leaf(lib, 1.0)
    node = (x * 1).grad_fn.next_functions[0][0]
    seen: list[Any] = []
    node.register_prehook(lambda gs: (gs[0] * 2,))
    node.register_hook(lambda gi, go: seen.append((gi, go[0].item(), x.grad.item())))
    (x * 3).backward()
    assert seen == [((), 6, 6)]
    assert lib.autograd.grad(x * 3, x)[0].item() == 3  # nothing is accumulated, so the leaf's node does not run
    assert len(seen) == 1


def test_hooks_of_a_custom_function(lib: Any) -> None:
    class Double(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any, k: Any, y: Any, z: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2, None, None, g * 3

    x, z = leaf(lib, 1.0), leaf(lib, 1.0)
    y = Double.apply(x, 3.0, lib.ones(1), z)
    seen: list[Any] = []
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 10,))
    y.grad_fn.register_hook(lambda gi, go: seen.append([None if g is None else g.item() for g in (*gi, *go)]))
    y.backward()
    assert seen == [[20, None, 30, 10]]
    assert (x.grad.item(), z.grad.item()) == (20, 30)


def test_a_node_that_is_only_asked_for_its_gradient_does_not_run(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    seen: list[str] = []
    y.register_hook(lambda g: seen.append("tensor"))
    y.grad_fn.register_prehook(lambda gs: seen.append("prehook"))
    y.grad_fn.register_hook(lambda gi, go: seen.append("hook"))
    lib.autograd.grad(y * 5, y)
    assert seen == ["tensor"]


# -- hooks after accumulation


def test_an_optimizer_inside_the_walk(lib: Any) -> None:
    """The use that the docs give: a hook updates the parameter and drops its gradient once it is accumulated."""
    w = leaf(lib, 1.0, 2.0)

    def step(p: Any) -> None:
        assert p is w and not lib.is_grad_enabled()
        p.sub_(p.grad * 0.5)
        p.grad = None

    w.register_post_accumulate_grad_hook(step)
    for _ in range(2):
        (w * w).sum().backward()
    assert w.tolist() == [0, 0] and w.grad is None and w.is_leaf


def test_hooks_after_accumulation_run_for_a_leaf_that_only_the_graph_knows(lib: Any) -> None:
    """Packages put a stand-in into a program for each parameter, and let its hook hand on the gradient."""
    seen: list[Any] = []

    def stand_in() -> Any:
        x = leaf(lib, 2.0)
        x.register_post_accumulate_grad_hook(lambda p: seen.append((p.item(), p.grad.item())))
        return x

    (stand_in() * 3).backward()
    assert seen == [(2, 3)]


@pytest.mark.usefixtures("no_gc")
def test_hooks_after_accumulation_do_not_keep_their_leaf(lib: Any) -> None:
    x = leaf(lib, 2.0)
    x.register_post_accumulate_grad_hook(lambda p: None)
    (x * 3).backward()
    kept = weakref.ref(x)
    del x
    assert kept() is None


def test_hooks_after_accumulation_return_nothing_but_the_leaf(lib: Any) -> None:
    x = leaf(lib, 2.0)
    with x.register_post_accumulate_grad_hook(lambda p: p):
        (x * 1).backward()
    for wrong in (lambda p: p.grad, lambda p: p.detach()):
        with (
            x.register_post_accumulate_grad_hook(wrong),
            pytest.raises(RuntimeError, match="post accumulate grad hooks should return None"),
        ):
            (x * 1).backward()
    x.register_post_accumulate_grad_hook(lambda p: 3)
    with pytest.raises(TypeError, match="expected Variable, but hook returned 'int'"):
        (x * 1).backward()


def test_hooks_after_accumulation_run_where_something_accumulates(lib: Any) -> None:
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    seen: list[Any] = []
    x.register_post_accumulate_grad_hook(lambda p: seen.append((p.grad.item(), lib.is_grad_enabled())))
    y = x * w
    lib.autograd.grad(y, x, retain_graph=True)
    y.backward(inputs=[w], retain_graph=True)
    assert seen == []
    y.backward(inputs=[x], retain_graph=True)
    lib.autograd.backward(y * 1)
    assert seen == [(3, False), (6, False)]


def test_adding_and_what_follows_are_one_step_in_threads() -> None:
    """Each hook gets the gradient of its own backward pass, though another pass waits to add its own.

    (PyTorch does not guarantee this.)
    """
    x = leaf(wengert, 2.0)
    arrived = threading.Semaphore(0)
    seen: list[float] = []

    def step(p: Any) -> None:
        if not seen:
            arrived.acquire(timeout=10)
            arrived.acquire(timeout=10)
            time.sleep(0.05)  # the other backward pass is now at the leaf, and has to wait
        seen.append(p.grad.item())
        p.grad = None

    x.register_hook(lambda g: arrived.release())
    x.register_post_accumulate_grad_hook(step)
    walks = [threading.Thread(target=(x * 3).backward) for _ in range(2)]
    for walk in walks:
        walk.start()
    for walk in walks:
        walk.join()
    assert seen == [3, 3] and x.grad is None


# -- retain_grad


def test_retained_gradients(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    assert not y.retains_grad
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad
    x.retain_grad()
    assert not x.retains_grad
    (y * y).backward()
    assert (y.grad.item(), x.grad.item()) == (12, 36)


def test_retain_grad_moves_with_a_write(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 1
    y.retain_grad()
    y.mul_(3)
    (y * 5).backward()
    assert (y.grad.item(), x.grad.item()) == (5, 15)


def test_retained_gradients_add_up(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    y.retain_grad()
    for _ in range(2):
        y.backward(retain_graph=True)
    assert (y.grad.item(), x.grad.item()) == (2, 6)


def test_retain_grad_of_a_view_survives_a_write_to_its_base(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    y.retain_grad()
    y[0].mul_(3)
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    assert (y.grad.tolist(), x.grad.tolist()) == ([10, 10], [60, 20])


def test_a_view_that_retains_keeps_doing_so_when_its_base_is_written() -> None:
    """PyTorch leaves the entry on a node that is no longer in the graph, so v.grad stays None."""
    x = leaf(wengert, 1.0, 2.0)
    y = x * 2
    v = y[0]
    v.retain_grad()
    y.mul_(3)
    v.backward()
    assert (v.grad.item(), x.grad.tolist()) == (1, [6, 0])


def test_the_gradient_of_a_non_leaf_warns(lib: Any) -> None:
    y = leaf(lib, 2.0) * 3
    with pytest.warns(UserWarning, match="grad attribute of a Tensor that is not a leaf"):
        assert y.grad is None


# -- in the other modes


def test_hooks_get_no_graph_without_create_graph(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * x
    seen = []
    y.register_hook(lambda g: seen.append((g.requires_grad, lib.is_grad_enabled())))
    y.grad_fn.register_prehook(lambda gs: seen.append((gs[0].requires_grad, lib.is_grad_enabled())))
    y.grad_fn.register_hook(lambda gi, go: seen.append((gi[0].requires_grad, lib.is_grad_enabled())))
    y.backward(retain_graph=True)
    lib.autograd.grad(y, x, create_graph=True)
    assert seen == [(False, False)] * 3 + [(False, True)] * 2 + [(True, True)]


@pytest.mark.parametrize("kind", ["tensor", "prehook", "hook"])
def test_what_a_hook_does_may_be_differentiated(lib: Any, kind: str) -> None:
    x = leaf(lib, 2.0)
    y = x.pow(3)
    if kind == "tensor":
        y.register_hook(lambda g: g * x)
    elif kind == "prehook":
        y.grad_fn.register_prehook(lambda gs: (gs[0] * x,))
    else:
        y.grad_fn.register_hook(lambda gi, go: (gi[0] * x, *gi[1:]))
    (d,) = lib.autograd.grad(y, x, create_graph=True)
    assert d.item() == 24  # x · 3x²
    assert lib.autograd.grad(d, x)[0].item() == 36


def test_what_a_hook_returns_is_cut_off_without_create_graph(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3

    def hook(g: Any) -> Any:
        with lib.enable_grad():
            return g * x

    y.register_hook(hook)
    y.backward()
    assert x.grad.item() == 6 and not x.grad.requires_grad


@pytest.mark.parametrize("kind", ["tensor", "prehook", "hook"])
def test_hooks_in_forward_mode_see_tangents(kind: str) -> None:
    """d/dx of x · 3x² along 1, by forward mode over a backward pass with a hook. (PyTorch drops tangents there.)"""
    with forward_ad.dual_level():
        x = forward_ad.make_dual(leaf(wengert, 2.0), wengert.tensor(1.0))
        y = x**3
        if kind == "tensor":
            y.register_hook(lambda g: g * x)
        elif kind == "prehook":
            y.grad_fn.register_prehook(lambda gs: (gs[0] * x,))
        else:
            y.grad_fn.register_hook(lambda gi, go: (gi[0] * x, *gi[1:]))
        (d,) = wengert.autograd.grad(y, x)
        primal, tangent = forward_ad.unpack_dual(d)
    assert (primal.item(), tangent.item()) == (24, 36)


@pytest.mark.parametrize("kind", ["tensor", "prehook", "hook"])
def test_hooks_under_vmap_see_one_example(kind: str) -> None:
    shapes = []

    def f(x: Any) -> Any:
        y = x.sin()

        def ten(g: Any) -> Any:
            shapes.append(tuple(g.shape))
            return g * 10

        if kind == "tensor":
            y.register_hook(ten)
        elif kind == "prehook":
            y.grad_fn.register_prehook(lambda gs: (ten(gs[0]),))
        else:
            y.grad_fn.register_hook(lambda gi, go: (ten(gi[0]),))
        return (y * y).sum()

    x = wengert.tensor([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], dtype=wengert.float64)
    found = wengert.func.vmap(wengert.func.grad(f))(x)
    assert shapes == [(2,)]
    assert wengert.allclose(found, 10 * (2 * x).sin())


@pytest.mark.parametrize("kind", ["tensor", "prehook", "hook"])
def test_hooks_after_a_vmap_has_ended_still_see_single_examples(kind: str) -> None:
    """A backward pass inside a hook gives one gradient per example, though the vmap of the hooked node has ended."""
    w = wengert.tensor([0.5, -1.0], dtype=wengert.float64, requires_grad=True)
    xs = wengert.tensor([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], dtype=wengert.float64)

    def f(x: Any) -> Any:
        y = (w * x).exp()

        def change(g: Any) -> Any:
            with wengert.enable_grad():
                w1 = w.detach().requires_grad_()
                (d,) = wengert.autograd.grad((w1 * x).sin().sum(), w1)
            return g * d

        if kind == "tensor":
            y.register_hook(change)
        elif kind == "prehook":
            y.grad_fn.register_prehook(lambda gs: (change(gs[0]),))
        else:
            y.grad_fn.register_hook(lambda gi, go: (change(gi[0]),))
        return y.sum()

    wengert.func.vmap(f)(xs).sum().backward()
    p = w.detach() * xs
    assert wengert.allclose(w.grad, (p.exp() * xs * p.cos() * xs).sum(0))


def test_hooks_run_in_walks_on_a_batch_of_gradients(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * x
    shapes = []
    y.register_hook(lambda g: shapes.append(tuple(g.shape)))
    (j,) = lib.autograd.grad(y, x, lib.eye(2), is_grads_batched=True)
    assert j.tolist() == [[2, 0], [0, 4]] and shapes == [(2,)]
