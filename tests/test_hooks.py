"""Hooks on tensors: when they run, in which order, what they may change."""

from __future__ import annotations

from typing import Any

import pytest

import wengert
from wengert.autograd import grad


def leaf(*values: float) -> Any:
    return wengert.tensor(values if len(values) != 1 else values[0], requires_grad=True)


def test_hooks_run_in_order_and_pass_on_what_they_return() -> None:
    x = leaf(2.0)
    seen = []
    x.register_hook(lambda g: seen.append(g.item()))
    x.register_hook(lambda g: g * 10)
    x.register_hook(lambda g: seen.append(g.item()))
    (x * x).backward()
    assert seen == [4, 40]
    assert x.grad.item() == 40


def test_a_hook_sees_the_whole_gradient_once() -> None:
    x = leaf(2.0)
    y = x * 1
    seen = []
    y.register_hook(lambda g: seen.append(g.item()))
    (y * 3 + y * y).backward()
    assert seen == [7]


def test_removed_hooks_do_not_run() -> None:
    x = leaf(2.0)
    y = x * 3
    handle = y.register_hook(lambda g: g * 10)
    handle.remove()
    handle.remove()
    with y.register_hook(lambda g: g * 100):
        pass
    y.backward()
    assert x.grad.item() == 3


def test_a_hook_may_remove_itself() -> None:
    x = leaf(2.0)
    seen = []

    def once(g: Any) -> None:
        seen.append(g.item())
        handle.remove()

    handle = x.register_hook(once)
    x.register_hook(lambda g: seen.append(-g.item()))
    for _ in range(2):
        (x * 1).backward()
    assert seen == [1, -1, -1]


def test_hooks_run_for_autograd_grad() -> None:
    x = leaf(2.0)
    y = x * 3
    x.register_hook(lambda g: g * 10)
    y.register_hook(lambda g: g * 2)
    assert [g.item() for g in grad(y * 5, [x, y])] == [300, 10]


def test_hooks_do_not_run_where_no_gradient_arrives() -> None:
    x = leaf(1.0, 2.0)
    a, b = x.unbind()
    b.register_hook(lambda g: pytest.fail("no gradient arrives here"))
    a.backward()
    assert x.grad.tolist() == [1, 0]


def test_each_output_has_hooks_of_its_own() -> None:
    x = leaf(1.0, 2.0)
    a, b = x.unbind()
    a.register_hook(lambda g: g * 10)
    b.register_hook(lambda g: g * 100)
    (a + b).backward()
    assert x.grad.tolist() == [10, 100]


def test_the_gradient_of_a_hook_may_be_differentiated() -> None:
    x = leaf(2.0)
    y = x**3
    y.register_hook(lambda g: g * x)
    (d,) = grad(y, x, create_graph=True)
    assert d.item() == 24  # x · 3x²
    assert grad(d, x)[0].item() == 36


def test_hooks_get_no_graph_without_create_graph() -> None:
    x = leaf(2.0)
    y = x * x
    seen = []
    y.register_hook(lambda g: seen.append((g.requires_grad, wengert.is_grad_enabled())))
    y.backward(retain_graph=True)
    grad(y, x, create_graph=True)
    assert seen == [(False, False), (False, True)]


def test_hooks_of_a_value_written_later_stay_with_the_old_value() -> None:
    x = leaf(2.0)
    y = x * 1
    y.register_hook(lambda g: g * 10)
    y.mul_(3)
    y.register_hook(lambda g: g + 1)
    y.backward()
    assert x.grad.item() == 60  # (1 + 1) · 3 · 10


def test_retained_gradients() -> None:
    x = leaf(2.0)
    y = x * 3
    assert not y.retains_grad
    y.retain_grad()
    y.retain_grad()
    assert y.retains_grad
    x.retain_grad()
    assert not x.retains_grad
    (y * y).backward()
    assert (y.grad.item(), x.grad.item()) == (12, 36)


def test_a_retained_gradient_comes_after_the_hooks() -> None:
    x = leaf(2.0)
    y = x * 3
    y.retain_grad()
    y.register_hook(lambda g: g * 10)
    y.backward()
    assert (y.grad.item(), x.grad.item()) == (10, 30)


def test_retain_grad_moves_with_a_write() -> None:
    x = leaf(2.0)
    y = x * 1
    y.retain_grad()
    y.mul_(3)
    (y * 5).backward()
    assert (y.grad.item(), x.grad.item()) == (5, 15)


def test_retained_gradients_add_up() -> None:
    x = leaf(2.0)
    y = x * 3
    y.retain_grad()
    for _ in range(2):
        y.backward(retain_graph=True)
    assert (y.grad.item(), x.grad.item()) == (2, 6)


def test_the_gradient_of_a_non_leaf_warns() -> None:
    y = leaf(2.0) * 3
    with pytest.warns(UserWarning, match="grad attribute of a Tensor that is not a leaf"):
        assert y.grad is None


def test_a_hook_of_a_wrong_kind_is_refused() -> None:
    x = leaf(2.0)
    x.register_hook(lambda g: 3)
    with pytest.raises(TypeError, match="expected Variable, but hook returned 'int'"):
        (x * 1).backward()
    assert x.grad is None


def test_a_hook_that_changes_the_shape_is_refused() -> None:
    x = leaf(1.0, 2.0)
    y = x * 1
    y.register_hook(lambda g: wengert.ones(5))
    with pytest.raises(RuntimeError, match="shape|size|gradient"):
        y.sum().backward()
    assert x.grad is None


def test_writing_the_gradient_a_hook_got_harms_nobody() -> None:
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    a.register_hook(lambda g: g * 2)
    (a + b).backward(wengert.ones(2))
    assert a.grad.tolist() == [2, 2] and b.grad.tolist() == [1, 1]


def test_hooks_whose_handles_nobody_keeps_are_all_called() -> None:
    x = leaf(2.0)
    seen: list[int] = []
    for i in range(20):
        x.register_hook(lambda g, i=i: seen.append(i))
    (x * 1).backward()
    assert seen == list(range(20))


def test_retain_grad_of_a_view_survives_a_write_to_its_base() -> None:
    x = leaf(1.0, 2.0)
    y = x * 2
    v = y[0]
    v.retain_grad()
    y.mul_(3)
    v.backward()
    assert (v.grad.item(), x.grad.tolist()) == (1, [6, 0])
