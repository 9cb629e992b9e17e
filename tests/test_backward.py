"""``backward`` and ``grad``: which gradients may be requested, in which forms, and where the results are stored."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import wengert
from tests.functions import leaf
from wengert._core.tape.node import GradientEdge
from wengert.autograd import Function, Variable, backward, grad
from wengert.func import vmap


def ones(*shape: int) -> Any:
    return wengert.ones(shape, dtype=wengert.float64)


def edge(t: Any) -> Any:
    return GradientEdge(*t._wg_edge())


# -- inputs of backward


def test_inputs_limits_accumulation() -> None:
    x, w = leaf(2.0), leaf(3.0)
    y = x * w
    (y * y).backward(inputs=[x, y])
    assert (x.grad.item(), y.grad.item(), w.grad) == (36, 12, None)


def test_inputs_that_are_no_leaves_retain_their_gradient() -> None:
    x = leaf(3.0)
    y = x * 2
    for times in (1, 2):
        (y * y).backward(inputs=[y, y], retain_graph=True)  # an input that is named twice counts once
        assert y.retains_grad and y.grad.item() == 12 * times
    y.backward()
    assert x.grad.item() == 2 and y.grad.item() == 25


@pytest.mark.parametrize("form", [lambda w: w, lambda w: [w], lambda w: (w,), lambda w: {"w": w}, edge])
def test_inputs_in_every_form(form: Any) -> None:
    x, w = leaf(2.0), leaf(3.0)
    (x * w).backward(inputs=form(w))
    assert (x.grad, w.grad.item()) == (None, 2)


def test_an_edge_among_inputs_accumulates_where_somebody_keeps_it() -> None:
    x = leaf(3.0)
    y = x * 2
    (y * y).backward(inputs=[edge(y)], retain_graph=True)
    assert (x.grad, y._wg_grad) == (None, None)
    y.retain_grad()
    (y * y).backward(inputs=[edge(y), edge(x)])
    assert (x.grad.item(), y.grad.item()) == (24, 12)


def test_inputs_that_are_not_reached_keep_what_they_have() -> None:
    x, other = leaf(2.0), leaf(1.0)
    (x * 2).backward(inputs=[other])
    assert (x.grad, other.grad) == (None, None)


# -- forms of outputs, inputs and cotangents


def test_grad_of_one_tensor_sequences_generators_and_dicts() -> None:
    x = leaf(3.0)
    for outputs in (x * x, [x * x], (x * x,), (t for t in [x * x])):
        assert grad(outputs, x)[0].item() == 6
    assert grad(x * x, (t for t in [x]))[0].item() == 6
    found = grad(x * x, {"x": x, "again": x})
    assert {k: g.item() for k, g in found.items()} == {"x": 6, "again": 6}
    assert found["x"] is found["again"]


def test_mappings_other_than_dicts_are_refused() -> None:
    x = leaf(3.0)
    with pytest.raises(TypeError, match=r"`inputs` argument to `grad\(\)` must be a dict, not mappingproxy"):
        grad(x * x, MappingProxyType({"x": x}))
    with pytest.raises(TypeError, match=r"`inputs` argument to `backward\(\)` must be a dict, not mappingproxy"):
        (x * x).backward(inputs=MappingProxyType({"x": x}))


def test_edges_stand_for_tensors() -> None:
    x = leaf(3.0, 4.0)
    y = x * 2
    z = (y * y).sum()
    found = grad(edge(z), [edge(y), edge(x), x], retain_graph=True)
    assert [g.tolist() for g in found] == [[12, 16], [24, 32], [24, 32]]
    backward([edge(y), z], [ones(2), None])
    assert x.grad.tolist() == [26, 34]
    (jacobian,) = grad(edge(x * x), x, wengert.eye(2, dtype=wengert.float64), is_grads_batched=True)
    assert jacobian.tolist() == [[6, 0], [0, 8]]


def test_edges_are_checked() -> None:
    x, unused = leaf(3.0, 4.0), leaf(1.0)
    y = edge(x * 2)
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        backward(y)
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: grad_output\[0\]"):
        backward(y, ones(3))
    with pytest.raises(RuntimeError, match="materialize_grads cannot be used when the given input is a GradientEdge"):
        grad(y, edge(unused), ones(2), materialize_grads=True)
    with pytest.raises(RuntimeError, match="MulBackward0 has 1 outputs, numbered from 0; number 1 is none"):
        backward(GradientEdge(y.node, 1), ones(2))
    assert x.grad is None


def test_an_edge_of_one_of_several_outputs() -> None:
    x = leaf(3.0, 4.0)
    a, b = x.unbind()
    assert (edge(a).output_nr, edge(b).output_nr) == (0, 1)
    assert grad(edge(b), x)[0].tolist() == [0, 1]


def test_the_same_root_twice_and_a_root_inside_the_graph_of_another() -> None:
    x = leaf(2.0)
    y = x * x
    backward([y, y, edge(y), y * 3], [None, None, None, ones()])
    assert x.grad.item() == 4 * 3 + 12


def test_grad_tensors_weigh_the_outputs() -> None:
    x = leaf(1.0, 2.0)
    backward([x * x, x.sum()], [wengert.tensor([1.0, 10.0], dtype=wengert.float64), None])
    assert x.grad.tolist() == [3, 41]


def test_grad_variables_is_the_old_name() -> None:
    x, g = leaf(1.0, 2.0), ones(2)
    with pytest.warns(FutureWarning, match="grad_variables"):
        backward([x * x], grad_variables=[g])
    assert x.grad.tolist() == [2, 4]
    with pytest.warns(FutureWarning), pytest.raises(RuntimeError, match="both passed to `backward"):
        backward([x * x], [g], grad_variables=[g])


def test_cotangents_are_cast_to_what_they_belong_to() -> None:
    x = wengert.ones(2, requires_grad=True)
    for dtype in (wengert.float64, wengert.float16, wengert.int64):
        (x * 2).backward(wengert.ones(2, dtype=dtype))
    assert x.grad.tolist() == [6, 6] and x.grad.dtype == wengert.float32


# -- results of grad


def test_what_is_one_tensor_in_the_walk_is_one_for_the_caller() -> None:
    """So every reference to the memory of a result notices a write to it."""
    x, g = leaf(1.0, 2.0), ones(2)
    assert grad(x * 1, x, g)[0] is not g
    y = x * 1
    assert grad(y, y, g)[0] is g
    a, b = grad((x * 2).sum(), [x, x])
    assert a is b


def test_unused_inputs() -> None:
    x, other = leaf(1.0), leaf(1.0, 2.0)
    assert grad(x * 2, [x, other], allow_unused=True)[1] is None
    with pytest.raises(RuntimeError, match="The differentiated Tensor at index 1 appears to not have been used"):
        grad(x * 2, [x, other])
    with pytest.raises(ValueError, match="Expected allow_unused to be True or not passed when materialize_grads=True"):
        grad(x * 2, [x, other], materialize_grads=True, allow_unused=False)


@pytest.mark.parametrize("create_graph", [False, True])
def test_unused_inputs_as_zeros(create_graph: bool) -> None:
    x, other = leaf(1.0), wengert.ones(1, 2, dtype=wengert.complex64, requires_grad=True)
    zeros = grad(x * 2, [x, other], materialize_grads=True, create_graph=create_graph)[1]
    assert zeros.tolist() == [[0, 0]] and zeros.dtype == wengert.complex64
    assert zeros.requires_grad == create_graph


def test_an_input_beyond_the_output_is_unused() -> None:
    x = leaf(1.0)
    y = x * 2
    assert grad(y, y * 3, allow_unused=True) == (None,)


def test_a_function_that_gives_no_gradient_leaves_its_input_unused() -> None:
    class Stop(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    x = leaf(1.0)
    assert grad(Stop.apply(x * 2), x, allow_unused=True) == (None,)
    Stop.apply(x * 2).backward()
    assert x.grad is None


def test_only_inputs_false_is_deprecated_and_fills_the_other_leaves() -> None:
    """As the documentation of torch 1.x says. (Newer versions do not do it.)"""
    x, w = leaf(2.0), leaf(3.0)
    y = x * w
    with pytest.warns(FutureWarning, match="only_inputs argument is deprecated"):
        gx, gy = grad(y * y, [x, y], only_inputs=False)
    assert (gx.item(), gy.item()) == (36, 12)
    assert (x.grad, w.grad.item()) == (None, 24)


# -- is_grads_batched


def test_batched_cotangents_give_a_jacobian() -> None:
    x = leaf(1.0, 2.0, 3.0)
    eye = wengert.eye(3, dtype=wengert.float64)
    (jacobian,) = grad(x * x, x, eye, is_grads_batched=True, retain_graph=True)
    assert jacobian.tolist() == [[2, 0, 0], [0, 4, 0], [0, 0, 6]]
    (hessian,) = grad(grad((x**3).sum(), x, create_graph=True), x, (eye,), is_grads_batched=True)
    assert hessian.tolist() == [[6, 0, 0], [0, 12, 0], [0, 0, 18]]


def test_batched_cotangents_equal_a_loop() -> None:
    """Several outputs and inputs, leaves and non-leaves, of different shapes and dtypes; also recorded."""
    r = np.random.default_rng(0)
    x = wengert.from_numpy(r.normal(size=(2, 3))).requires_grad_()
    w = wengert.from_numpy(r.normal(size=3).astype(np.float32)).requires_grad_()
    a = (x * w).sin()
    outputs = [a.sum(1), a.exp().mean(), w.cumsum(0)]
    cotangents = [wengert.from_numpy(r.normal(size=(4, *o.shape))).to(o.dtype) for o in outputs]
    inputs = [x, w, a]
    found = grad(outputs, inputs, cotangents, is_grads_batched=True, create_graph=True)
    for i in range(4):
        expected = grad(outputs, inputs, [c[i] for c in cotangents], create_graph=True)
        for g, e in zip(found, expected, strict=True):
            assert g.dtype == e.dtype and g[i].shape == e.shape
            np.testing.assert_allclose(g[i].detach().numpy(), e.detach().numpy(), rtol=1e-5)
        second = [grad(t, w, retain_graph=True)[0] for t in (found[1][i].sum(), expected[1].sum())]
        np.testing.assert_allclose(second[0].numpy(), second[1].numpy(), rtol=1e-5)


def test_batched_cotangents_and_hooks() -> None:
    """A hook gets one example. A retained gradient is the sum, because its tensor has no batch dimension."""
    x, w = leaf(1.0, 2.0), leaf(3.0, 3.0)
    y = x * x
    shapes: list[Any] = []
    y.register_hook(lambda g: shapes.append(g.shape))
    y.retain_grad()
    for times in (1, 2):
        with pytest.warns(FutureWarning):
            grad(y * w, x, ones(4, 2), is_grads_batched=True, only_inputs=False, retain_graph=True)
        assert y.grad.tolist() == [12 * times, 12 * times]
        assert w.grad.tolist() == [4 * times, 16 * times]
    assert shapes == [(2,)] * 2


def test_batches_inside_a_vmap() -> None:
    x = wengert.from_numpy(np.arange(6.0).reshape(3, 2))
    eye = wengert.eye(2, dtype=wengert.float64)

    def jacobian(row: Any) -> Any:
        row = row.detach().requires_grad_()
        return grad(row**2, row, eye, is_grads_batched=True)[0]

    assert vmap(jacobian)(x).tolist() == [[[2 * a, 0], [0, 2 * b]] for a, b in x.tolist()]


def test_batched_cotangents_of_an_unused_input() -> None:
    """The zeros have the batch dimension too. PyTorch's do not."""
    x, other = leaf(1.0, 2.0), leaf(1.0)
    eye = wengert.eye(2, dtype=wengert.float64)
    found = grad(x * 2, [x, other], eye, is_grads_batched=True, materialize_grads=True)
    assert [tuple(g.shape) for g in found] == [(2, 2), (2,)]
    assert grad(x * 2, [x, other], eye, is_grads_batched=True, allow_unused=True)[1] is None


def test_an_empty_batch() -> None:
    """PyTorch reads the first example, and fails."""
    x = leaf(1.0, 2.0)
    assert grad(x * 2, x, ones(0, 2), is_grads_batched=True)[0].shape == (0, 2)


def test_batches_are_checked() -> None:
    x = leaf(3.0)
    outputs = [x * 2, x * 3]
    with pytest.raises(RuntimeError, match="we interpret the first dimension of each grad_output as the batch"):
        grad(outputs, x, [ones(4), ones(4, 2)], is_grads_batched=True)
    with pytest.raises(RuntimeError, match="we interpret the first dimension of each grad_output as the batch"):
        grad(outputs, x, [ones(), ones()], is_grads_batched=True)
    with pytest.raises(ValueError, match=r"same size in the mapped dimension, got sizes \[4, 3\]"):
        grad(outputs, x, [ones(4), ones(3)], is_grads_batched=True)
    with pytest.raises(ValueError, match=r"needs a batch of gradients for every output, but grad_outputs\[1\] is None"):
        grad(outputs, x, [ones(4), None], is_grads_batched=True)


# -- callbacks


def queue(callback: Any) -> None:
    Variable._execution_engine.queue_callback(callback)


def test_callbacks_run_once_all_leaves_have_their_gradient() -> None:
    x, log = leaf(2.0), []
    y = x * x
    y.register_hook(lambda g: queue(lambda: log.append(x.grad.item())))
    y.backward()
    assert log == [4]


def test_callbacks_run_in_order_and_may_queue_more() -> None:
    log: list[Any] = []

    def first() -> None:
        log.append(1)
        queue(lambda: log.append(3))

    def hook(g: Any) -> None:
        queue(first)
        queue(lambda: log.append(2))

    y = leaf(2.0) * 1
    y.register_hook(hook)
    y.backward()
    assert log == [1, 2, 3]


@pytest.mark.parametrize("create_graph", [False, True])
def test_callbacks_see_the_grad_mode_of_the_walk(create_graph: bool) -> None:
    x, log = leaf(2.0), []
    y = x * x
    y.register_hook(lambda g: queue(lambda: log.append(wengert.is_grad_enabled())))
    grad(y, x, create_graph=create_graph)
    assert log == [create_graph] and wengert.is_grad_enabled()


def test_a_walk_within_calls_its_own_callbacks() -> None:
    log = []

    def hook(g: Any) -> None:
        queue(lambda: log.append("outer"))
        with wengert.enable_grad():
            z = leaf(1.0) * 2
        z.register_hook(lambda g: queue(lambda: log.append("inner")))
        z.backward()
        log.append("back")

    y = leaf(2.0) * 1
    y.register_hook(hook)
    y.backward()
    assert log == ["inner", "back", "outer"]


def test_a_callback_that_fails_ends_the_call_but_the_gradients_are_there() -> None:
    x, log = leaf(2.0), []

    def fail() -> None:
        raise KeyError("callback")

    def hook(g: Any) -> None:
        queue(fail)
        queue(lambda: log.append("never"))

    y = x * x
    y.register_hook(hook)
    with pytest.raises(KeyError, match="callback"):
        y.backward()
    assert x.grad.item() == 4 and log == [] and wengert.is_grad_enabled()
    with pytest.raises(RuntimeError, match="Final callbacks can only be installed during backward pass"):
        queue(fail)


def test_a_walk_that_fails_calls_no_callbacks() -> None:
    log: list[Any] = []

    def hook(g: Any) -> None:
        queue(lambda: log.append("never"))
        raise KeyError("hook")

    y = leaf(2.0) * 1
    y.register_hook(hook)
    with pytest.raises(KeyError, match="hook"):
        y.backward()
    assert log == []


def test_the_engine_by_its_old_handle() -> None:
    engine, x = Variable._execution_engine, leaf(2.0)
    valid = []
    y = x * x
    y.register_hook(lambda g: valid.append(engine.is_checkpoint_valid()))
    engine.run_backward((y,), (ones(),), True, False)
    assert engine.run_backward((y,), (ones(),), True, False, (x,))[0].item() == 4
    engine.run_backward((y,), (ones(),), False, False, (x,), accumulate_grad=True)
    assert x.grad.item() == 8
    assert valid == [True, False, False] and engine.is_checkpoint_valid()


# -- Variable


def test_variables_are_tensors() -> None:
    t = wengert.ones(2)
    v = Variable(t)
    assert type(v) is type(t) and isinstance(t, Variable) and not isinstance(3, Variable)
    v.add_(1)
    assert t.tolist() == [2, 2] and t._version == 1 and not v.requires_grad
    w = Variable(t, requires_grad=True)
    (w * w).sum().backward()
    assert w.is_leaf and w.grad.tolist() == [4, 4] and not t.requires_grad


def test_a_variable_has_no_history() -> None:
    y = leaf(1.0, 2.0) * 2
    v = Variable(y)
    assert v.is_leaf and not v.requires_grad
    assert Variable(y, True).requires_grad
    assert Variable().shape == (0,) and Variable(y, name="old").name == "old"


def test_variables_are_checked() -> None:
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got int"):
        Variable(3)
    with pytest.raises(RuntimeError, match="nly Tensors of floating point and complex dtype can require gradients"):
        Variable(wengert.tensor([1]), True)
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        Variable(ones(2), "yes")
    with pytest.raises(TypeError, match="_grad_fn has to be a Function object or None"):
        Variable(ones(2), _grad_fn=3)
    with pytest.warns(UserWarning, match="volatile was removed"):
        assert not Variable(ones(2), volatile=True).requires_grad
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="can't be volatile and require_grad"):
        Variable(ones(2), True, True)


def test_the_module_and_the_function_of_the_same_name() -> None:
    from wengert.autograd.variable import Variable as same  # noqa: N813

    assert same is Variable is wengert.autograd.variable.Variable
    with pytest.raises(RuntimeError, match=r"variable\(...\) is deprecated, use wengert.tensor"):
        wengert.autograd.variable(3)


# -- layout


def test_the_layout_of_gradients_may_be_theirs() -> None:
    policy = wengert.autograd.enforce_grad_layout_policy

    def strides() -> tuple[int, ...]:
        p = wengert.ones(2, 3).t().requires_grad_()
        (p * wengert.ones(3, 2)).sum().backward()
        assert wengert.equal(p.grad, wengert.ones(3, 2))
        return p.grad.stride()

    assert strides() == (1, 3)
    with policy(False):
        assert strides() == (2, 1)
        with policy():
            assert strides() == (1, 3)
        assert strides() == (2, 1)
    assert strides() == (1, 3)
    assert policy(False)(strides)() == (2, 1)
    assert strides() == (1, 3)
    policy(False)
    assert strides() == (2, 1)
    policy(True)
    seed, p = wengert.ones(3, 2), wengert.ones(2, 3, requires_grad=True)
    with policy(False):
        p.t().backward(seed)
    assert wengert.equal(seed.mul_(2), wengert.full((3, 2), 2.0)) and wengert.equal(p.grad, wengert.ones(2, 3))


# -- multithreading


def test_multithreading_is_remembered() -> None:
    enabled = wengert.autograd.is_multithreading_enabled
    switch = wengert.autograd.set_multithreading_enabled
    assert enabled()
    with switch(False):
        assert not enabled()
        with switch(True):
            assert enabled()
        assert not enabled()
    assert enabled()
    switch(False)
    assert not enabled()
    switch(True)

    @switch(False)
    def inside() -> bool:
        return enabled()

    assert enabled() and not inside() and enabled()
