"""The backward pass: its results, the order of nodes, what it frees, and which memory it writes."""

from __future__ import annotations

import tracemalloc
import warnings
from typing import Any

import numpy as np
import pytest

import wengert
from tests.functions import leaf
from wengert.autograd import backward, forward_ad, grad

# -- results


def test_formulas_that_lead_to_no_input_do_not_run() -> None:
    """What they need is not unpacked. As in PyTorch, hooks get None in place of their results."""
    a, b, unpacked, seen = leaf(1.0, 2.0), leaf(3.0, 4.0), [], []
    with wengert.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: unpacked.append(x.tolist()) or x):
        y = a * b
    y.grad_fn.register_hook(lambda given, taken: seen.append([d is None for d in given]))
    for inputs in ([a], [b], [a, b]):
        grad(y.sum(), inputs, retain_graph=True)
    assert unpacked[:2] == [[3.0, 4.0], [1.0, 2.0]] and len(unpacked) == 4
    assert seen == [[False, True], [True, False], [False, False]]


def test_a_node_with_many_edges_runs_for_any_of_them() -> None:
    xs = [leaf(float(i)) for i in range(70)]
    y = wengert.stack(xs) * wengert.arange(70.0)
    for i in (0, 3, 69):
        assert grad(y.sum(), xs[i], retain_graph=True)[0].item() == i
    found = grad(y.sum(), xs[20:50], retain_graph=True)
    assert [g.item() for g in found] == list(range(20, 50))


def test_a_diamond_adds_both_sides() -> None:
    x = leaf(3.0)
    a, b = x * 2, x * x
    (a * b + a).backward()
    assert x.grad.item() == 6 * 9 + 2


def test_a_ladder_of_diamonds_is_walked_once_per_node() -> None:
    x = leaf(1.0)
    y, calls = x, []
    for _ in range(64):
        y = y + y
        y.register_hook(calls.append)
    y.backward()
    assert x.grad.item() == 2.0**64 and len(calls) == 64


@pytest.mark.parametrize("create", [False, True])
def test_what_is_asked_for_on_the_way_is_not_written_by_the_steps_after_it(create: bool) -> None:
    x = leaf(1.0, 1.0, 1.0)
    y = x * 2
    y[0].mul_(3)  # overwrites the gradient of y if nothing else refers to that
    found = grad((y * y).sum() + (y * 2).sum(), [y, x], create_graph=create)
    assert [g.tolist() for g in found] == [[14.0, 6.0, 6.0], [84.0, 12.0, 12.0]]


def whole(x: Any, y: Any) -> Any:
    return x + y


def mapped(x: Any, y: Any) -> Any:
    return wengert.func.vmap(whole)(x, y)


def sparse(x: Any, y: Any) -> Any:
    at = wengert.arange(len(x))[None]
    x, y = (wengert.sparse_coo_tensor(at, v, (len(v),), is_coalesced=True) for v in (x, y))
    return whole(x, y).to_dense()


@pytest.mark.parametrize("added", [mapped, sparse])
def test_a_cotangent_that_goes_two_ways_within_a_batch_or_a_sparse_one_is_nobodys_to_write(added: Any) -> None:
    for _ in range(3):  # fused programs, which overwrite cotangents, are used from the second pass on
        found = []
        for add in (whole, added):
            x, y = leaf(0.1, 0.2, 0.3), leaf(1.0, 2.0, 3.0)
            z = add(x.tanh(), y.tanh())
            (z * z).sum().backward()
            found.append(x.grad.tolist() + y.grad.tolist())
        assert found[0] == found[1]


@pytest.mark.parametrize("hooked", [False, True])
def test_gradients_are_the_same_wherever_else_they_are_asked_for(hooked: bool) -> None:
    def steps() -> list[Any]:
        x = leaf(0.3, -0.7)
        a = x * 2
        b = a.view(2) + a.flip(0)  # the gradient of a is a sum; that of x is computed from it
        c = b.clone()
        c[0] = a[1] * b[1]
        d = (c + b).tanh()
        if hooked:
            c.register_hook(lambda g: g * 1)
        return [x, a, b, c, d, d.sum()]

    def alone(i: int) -> list[float]:
        t = steps()
        (g,) = grad(t[-1], t[i])
        return g.tolist()  # type: ignore[no-any-return]

    taken = steps()
    together = grad(taken[-1], taken)
    assert [g.tolist() for g in together] == [alone(i) for i in range(len(taken))]


def test_both_arguments_the_same() -> None:
    x = leaf(2.0, 3.0)
    (x * x * x).sum().backward()
    assert x.grad.tolist() == [12, 27]


def test_a_leaf_may_be_the_root() -> None:
    x = leaf(2.0)
    x.backward()
    assert x.grad.item() == 1
    assert grad(x, x)[0].item() == 1


def test_a_root_inside_the_graph_of_another() -> None:
    x = leaf(2.0)
    y = x * x
    z = y * 3
    backward([z, y])
    assert x.grad.item() == 16


def test_the_same_root_twice() -> None:
    x = leaf(2.0)
    y = x * x
    backward([y, y])
    assert x.grad.item() == 8


def test_an_input_inside_the_graph() -> None:
    x = leaf(2.0)
    y = x * x
    z = y * y
    assert [g.item() for g in grad(z, [x, y])] == [32, 8]
    assert x.grad is None


def test_grad_accumulates_in_place() -> None:
    x = leaf(1.0, 2.0)
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    assert x.grad is first
    assert first.tolist() == [5, 5]


def test_grad_with_create_graph_is_replaced_by_a_new_sum() -> None:
    x = leaf(2.0)
    x.grad = wengert.tensor(1.0, dtype=wengert.float64)
    before = x.grad
    with pytest.warns(UserWarning, match="create_graph=True will create a reference cycle"):
        (x * x).backward(create_graph=True)
    assert before.item() == 1
    assert x.grad.item() == 5
    assert x.grad.requires_grad
    x.grad = None


def test_retain_graph() -> None:
    x = leaf(3.0)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 12
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


def test_third_order() -> None:
    x = leaf(0.5)
    y = x.sin() * x**3
    for _ in range(3):
        (y,) = grad(y, x, create_graph=True)
    s, c = wengert.sin(x).item(), wengert.cos(x).item()
    assert y.item() == pytest.approx(6 * s + 18 * 0.5 * c - 9 * 0.25 * s - 0.125 * c)


def test_create_graph_keeps_and_grad_mode_is_restored() -> None:
    x = leaf(2.0)
    y = x**3
    with wengert.no_grad():
        (g,) = grad(y, x, create_graph=True)
        assert not wengert.is_grad_enabled()
    assert g.requires_grad
    (h,) = grad(y, x)
    assert not h.requires_grad


def test_a_wide_value_after_a_narrow_one_keeps_its_dtype() -> None:
    x = wengert.ones(2, requires_grad=True)
    (x.double() * 2).sum().backward()
    assert x.grad.dtype == wengert.float32


def test_broadcast_arguments_get_their_own_shape() -> None:
    x, y = wengert.ones(3, 1, requires_grad=True), wengert.ones(4, requires_grad=True)
    (x * y).sum().backward()
    assert x.grad.tolist() == [[4]] * 3
    assert y.grad.tolist() == [3] * 4


def test_two_walks_are_bitwise_equal() -> None:
    x = wengert.linspace(0.1, 3, 50).requires_grad_()

    def gradient() -> Any:
        y = x
        for _ in range(5):
            y = y.sin() * x + y.exp() / (y * y + 1) - y.cumsum(0).tanh()
        return grad(y.sum(), x)[0]

    assert gradient().tolist() == gradient().tolist()


# -- memory of gradients


def test_two_leaves_never_share_a_gradient() -> None:
    a, b = leaf(1.0, 2.0), leaf(3.0, 4.0)
    y = a + b
    cotangent = wengert.ones(2, dtype=wengert.float64)
    y.backward(cotangent)
    a.grad.add_(1)
    assert b.grad.tolist() == [1, 1]
    assert cotangent.tolist() == [1, 1]


@pytest.mark.skipif(not wengert.compiled, reason="only compiled walks hand memory on")
def test_a_gradient_that_passes_a_view_is_not_copied() -> None:
    """Norms of groups give gradients of the input, which they see as rows, and of weights."""
    x, weight = wengert.randn(16, 64, 256, requires_grad=True), wengert.ones(64, requires_grad=True)
    y = wengert.nn.functional.group_norm(x, 8, weight)
    y.backward(wengert.ones_like(y), retain_graph=True)
    g, x.grad = wengert.ones_like(y), None
    tracemalloc.start()
    try:
        y.backward(g)
        assert tracemalloc.get_traced_memory()[1] < 1.3 * 4 * x.numel()
    finally:
        tracemalloc.stop()


def test_a_gradient_never_shares_memory_with_the_cotangent_or_a_view_of_it() -> None:
    for f in (lambda x: x.view(4), lambda x: x.t(), lambda x: x.clone(), lambda x: x, lambda x: x.reshape(1, 4)):
        x = wengert.ones(2, 2, requires_grad=True)
        y = f(x)
        g = wengert.ones(*y.shape)
        y.backward(g)
        x.grad.mul_(5)
        assert g.sum().item() == 4


def test_passes_with_one_cotangent_do_not_write_to_it() -> None:
    x, g = wengert.ones(2, 2, requires_grad=True), wengert.ones(1, 4)
    for _ in range(3):
        x.reshape(1, 4).backward(g)
    assert (x.grad == 3).all() and (g == 1).all()


def test_a_retained_gradient_is_nobody_elses() -> None:
    x = leaf(1.0, 2.0)
    y = x * 1
    y.retain_grad()
    z = y + x
    z.retain_grad()
    z.sum().backward()
    z.grad.zero_()
    assert y.grad.tolist() == [1, 1] and x.grad.tolist() == [2, 2]


LAYOUTS: dict[str, tuple[Any, tuple[int, ...]]] = {  # a leaf, and the strides of its first gradient
    "rows": (lambda: wengert.ones(4, 3), (3, 1)),
    "columns": (lambda: wengert.ones(3, 4).t(), (1, 4)),
    "permuted": (lambda: wengert.ones(2, 3, 4).permute(2, 0, 1), (1, 12, 4)),
    "with a gap": (lambda: wengert.ones(4, 6)[:, ::2], (3, 1)),
    "columns with a gap": (lambda: wengert.ones(4, 6)[:, ::2].t(), (4, 1)),
    "every second": (lambda: wengert.ones(6)[::2], (1,)),
    "expanded": (lambda: wengert.ones(1).expand(3), (1,)),
    "expanded rows": (lambda: wengert.ones(1, 3).expand(4, 3), (3, 1)),
    "expanded columns": (lambda: wengert.ones(4, 1).expand(4, 3), (3, 1)),
    "backwards": (lambda: wengert.from_numpy(np.ones((4, 3))[:, ::-1]), (3, 1)),
}


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_first_gradient_has_the_strides_of_a_dense_leaf(name: str, create_graph: bool) -> None:
    """Rules 1 and 2, whether the gradient comes from a formula, a broadcast or the caller."""
    make, strides = LAYOUTS[name]
    x = make().detach().requires_grad_()
    for f in (lambda: (x * x).sum(), lambda: x.sum(), lambda: (x * 1).t().sum() if x.ndim == 2 else (x * 2).sum()):
        x.grad = None
        backward_quietly(f(), create_graph)
        assert x.grad.stride() == strides
    x.grad = None
    cotangent = make().to(x.dtype)
    backward_quietly(x, create_graph, cotangent)
    assert x.grad.stride() == strides and x.grad is not cotangent
    assert not np.shares_memory(x.grad.detach().numpy(), cotangent.numpy())
    x.grad = None


def backward_quietly(y: Any, create_graph: bool, cotangent: Any = None) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*create_graph=True will create a reference cycle")
        y.backward(cotangent, create_graph=create_graph)


def test_a_view_of_a_buffer_of_the_pass_is_not_copied_and_shares_with_nobody() -> None:
    """A seed, a hook, a retained gradient or another leaf may hold a gradient: then ``.grad`` is a copy."""
    x, z, w = wengert.rand(10, 100).requires_grad_(), wengert.rand(1000).requires_grad_(), wengert.rand(1000)
    (x.reshape(-1) * w).sum().backward()
    assert np.array_equal(x.grad.numpy(), w.numpy().reshape(10, 100))
    assert x.grad._wg_data.base is not None or not wengert.compiled
    held: list[Any] = []
    for view in (lambda: x.reshape(-1), lambda: x.unsqueeze(0), lambda: x.flatten(), lambda: x[None]):
        x.grad, y = None, view()
        held.append(wengert.rand(*y.shape))
        y.backward(held[-1])
        assert not np.shares_memory(x.grad.numpy(), held[-1].numpy())
    for hold in (lambda y: y.register_hook(held.append), lambda y: y.retain_grad()):
        x.grad = z.grad = None
        y = x.reshape(-1)
        hold(y)
        ((y + z) * w).sum().backward()
        others = [h.numpy() for h in held] + [z.grad.numpy()] + ([y.grad.numpy()] if y.retains_grad else [])
        assert not any(np.shares_memory(x.grad.numpy(), other) for other in others)


def test_an_index_that_takes_everything_hands_the_gradient_on() -> None:
    """No zeros are made for what the index left out, as it left nothing out."""
    x = wengert.ones(1, 4, 3, requires_grad=True)
    whole = (x[None], x[..., None], x[:], x[0], x[:, :4], x.select(0, 0), x.narrow(1, 0, 4))
    for y in whole:
        cotangent = wengert.arange(12.0).reshape(y.shape)
        (found,) = wengert.autograd.grad(y, x, cotangent)
        assert found.tolist() == cotangent.reshape(1, 4, 3).tolist()
        assert np.shares_memory(found.numpy(), cotangent.numpy())


def test_a_gradient_that_is_there_is_added_to_in_place() -> None:
    """Rule 3: it keeps its strides, and its version grows by one."""
    x = wengert.ones(3, 2, requires_grad=True)
    x.grad = mine = wengert.zeros(2, 3).t()
    (x * 2).sum().backward()
    assert x.grad is mine and mine.stride() == (1, 3) and mine._version == 1
    assert x.grad.tolist() == [[2, 2]] * 3


def test_a_gradient_that_is_there_is_replaced_when_the_walk_is_recorded() -> None:
    """Rule 4: the sum is a new tensor, here with the same strides."""
    x = wengert.ones(3, 2, requires_grad=True)
    x.grad = mine = wengert.zeros(2, 3).t()
    backward_quietly((x * x).sum(), True)
    assert x.grad is not mine and x.grad.stride() == (1, 3) and x.grad.requires_grad
    assert mine.tolist() == [[0, 0]] * 3 and mine._version == 0
    x.grad = None


def test_a_gradient_with_a_history_is_added_to_without_one() -> None:
    x, h = leaf(1.0, 2.0), leaf(0.0, 0.0)
    x.grad = h * 1
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2, 2] and x.grad.grad_fn.name() == "MulBackward0"


def test_a_gradient_that_overlaps_itself_cannot_be_added_to() -> None:
    x = wengert.ones(3, requires_grad=True)
    x.grad = wengert.zeros(1).expand(3)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor refers to a single memory"):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [0, 0, 0]


def test_gradients_carry_tangents() -> None:
    """The first gradient too. (PyTorch drops its tangent, and adds those of later gradients.)"""
    x, one = leaf(1.0, 2.0), wengert.ones(2, dtype=wengert.float64)
    with forward_ad.dual_level():
        for times in (1, 2):
            (forward_ad.make_dual(x, one) ** 3).sum().backward()
            assert x.grad.tolist() == [3 * times, 12 * times]
            assert forward_ad.unpack_dual(x.grad).tangent.tolist() == [6 * times, 12 * times]


def test_a_cotangent_with_a_tangent_is_not_the_gradient_that_is_retained() -> None:
    y = leaf(1.0, 2.0) * 2
    y.retain_grad()
    with forward_ad.dual_level():
        g = forward_ad.make_dual(wengert.ones(2, dtype=wengert.float64), y.detach())
        y.backward(g)
        y.grad.zero_()
        assert g.tolist() == [1, 1]


# -- nested backward passes


def test_backward_inside_a_hook() -> None:
    x, w = leaf(2.0), leaf(3.0)

    def again(g: Any) -> Any:
        with wengert.enable_grad():
            (w * w).backward()
        return g * 10

    y = x * x
    y.register_hook(again)
    y.backward()
    assert (x.grad.item(), w.grad.item()) == (40, 6)


def test_grad_through_the_same_graph_inside_a_hook() -> None:
    x = leaf(2.0)
    y = x**3
    inner: list[float] = []
    z = y * 2
    z.register_hook(lambda g: inner.append(grad(y, x, retain_graph=True)[0].item()))
    z.backward()
    assert (inner, x.grad.item()) == ([12.0], 24.0)


def test_an_error_in_the_middle_leaves_no_trace() -> None:
    x = leaf(2.0)
    y = x * x

    def fail(g: Any) -> None:
        raise KeyError("stop")

    handle = y.register_hook(fail)
    z = y * 2
    with pytest.raises(KeyError, match="stop"):
        z.backward(retain_graph=True)
    assert x.grad is None and wengert.is_grad_enabled()
    handle.remove()
    z.backward()
    assert x.grad.item() == 8


# -- the graph as users see it


def test_next_functions_lead_to_the_leaves() -> None:
    x, w = leaf(2.0), leaf(3.0)
    y = x * w
    assert y.grad_fn.name() == "MulBackward0"
    (a, i), (b, j) = y.grad_fn.next_functions
    assert (a.name(), b.name(), i, j) == ("AccumulateGrad", "AccumulateGrad", 0, 0)
    assert (a.variable, b.variable) == (x, w) or (a.variable is x and b.variable is w)
    assert (x.grad_fn, x.is_leaf, y.is_leaf, y.output_nr) == (None, True, False, 0)


def test_saved_values_are_seen() -> None:
    x, w = leaf(2.0), leaf(3.0)
    y = x * w
    assert y.grad_fn._saved_self is x and y.grad_fn._saved_other is w
    z = x.exp()
    assert z.grad_fn._saved_result.item() == z.item()
    y.backward()
    with pytest.raises(RuntimeError, match="directly access saved tensors after they have already been freed"):
        _ = y.grad_fn._saved_self


def test_constants_are_not_recorded() -> None:
    x, c = leaf(2.0), wengert.tensor(3.0, dtype=wengert.float64)
    assert (c * 2).grad_fn is None and not (c * 2).requires_grad
    assert (x * c).grad_fn.next_functions[1][0] is None
    assert not wengert.argmax(x).requires_grad
