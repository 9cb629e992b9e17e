"""Selective checkpointing: a policy decides which results are kept. Most tests run on PyTorch too (``lib``)."""

from __future__ import annotations

import functools
import importlib
import tracemalloc
from typing import Any

import numpy as np
import pytest

import wengert
from tests.test_checkpoint import again, leaf, tools
from wengert.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts


def operation(lib: Any, name: str) -> Any:
    """The object for an operation in a policy. PyTorch uses overloads."""
    return getattr(lib, name) if lib is wengert else getattr(lib.ops.aten, name).default


def contexts(lib: Any, policy: Any, **kwargs: Any) -> Any:
    return functools.partial(tools(lib).create_selective_checkpoint_contexts, policy, **kwargs)


def square(lib: Any) -> Any:
    return lib.tensor([[0.3, 0.1], [-0.2, 0.5]], dtype=lib.float64, requires_grad=True)


class Counted:
    """Counts how often the kernel of an operation runs, below everything that could skip it, in both libraries."""

    def __init__(self, lib: Any, monkeypatch: Any, name: str) -> None:
        self.count = 0
        if lib is wengert:
            row = wengert._core.dispatch.registry.REGISTRY[name]
            kernel = row.kernel

            def counting(xp: Any, *values: Any, **params: Any) -> Any:
                self.count += 1
                return kernel(xp, *values, **params)

            monkeypatch.setattr(row, "kernel", counting)
            monkeypatch.setattr(row, "fused", None)


def test_what_is_listed_is_not_computed_again(lib: Any, monkeypatch: Any) -> None:
    counted = {name: Counted(lib, monkeypatch, name) for name in ("mm", "exp")}

    def f(x: Any) -> Any:
        return lib.mm(lib.mm(x, x).exp(), x).sin()

    x = square(lib)
    f(x).sum().backward()
    expected, x.grad = x.grad, None
    for c in counted.values():
        c.count = 0
    y = again(lib, f, x, context_fn=contexts(lib, [operation(lib, "mm")]))
    first = counted["mm"].count
    y.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), expected.numpy())
    if lib is wengert:
        assert first == 2 and counted["exp"].count == 2
        assert counted["mm"].count == first + 4  # the backward pass adds two for each


def test_a_policy_is_asked_in_the_first_call_only(lib: Any) -> None:
    asked: list[Any] = []
    policies = tools(lib).CheckpointPolicy

    def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        if op in (operation(lib, "mm"), operation(lib, "sin")):
            asked.append((ctx.is_recompute, ctx.op_output.tolist(), [a.tolist() for a in args], kwargs))
        return policies.MUST_SAVE if op is operation(lib, "mm") else policies.PREFER_RECOMPUTE

    x = square(lib)
    y = again(lib, lambda x: lib.mm(x, x).sin(), x, context_fn=contexts(lib, policy))
    product = (x @ x).tolist()
    y.sum().backward()
    assert asked == [
        (False, product, [x.tolist()] * 2, {}),
        (False, (x @ x).sin().tolist(), [product], {}),
    ]
    assert [p.name for p in policies] == [p.name for p in CheckpointPolicy]
    assert [p.value for p in policies] == [p.value for p in CheckpointPolicy]


def pure(x: Any) -> Any:
    a = wengert.cat([x[1:] * 2, x[:1]])
    b = wengert.nn.functional.dropout(a @ x, 0.3).relu()
    return (b.softmax(-1) @ x).sum(0) * wengert.rand(2, dtype=x.dtype)


def written(x: Any) -> Any:
    """The policy applies only to in-place operations here, because a result that is written later may not be kept."""
    a = x.clone()
    a[0] = a[1] * 2
    b = wengert.nn.functional.dropout(a @ x, 0.3).relu_()
    return (b.softmax(-1) @ x).sum(0) * wengert.rand(2, dtype=x.dtype)


@pytest.mark.parametrize("answer", [True, False, *CheckpointPolicy])
@pytest.mark.parametrize("f", [pure, written])
@pytest.mark.parametrize("order", [1, 2])
def test_gradients_are_the_same_whatever_it_answers(answer: Any, f: Any, order: int) -> None:
    def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        return answer if f is pure or op.__name__.endswith("_") else CheckpointPolicy.MUST_RECOMPUTE

    found = []
    for g in (f, lambda x: checkpoint(f, x, use_reentrant=False, context_fn=contexts(wengert, policy))):
        wengert.manual_seed(3)
        x = square(wengert)
        y = g(x)
        (dx,) = wengert.autograd.grad(y.sum(), x, create_graph=True)
        if order == 2:
            (dx,) = wengert.autograd.grad((dx * dx).sum(), x)
        found.append(dx.detach().numpy())
    np.testing.assert_array_equal(*found)


@pytest.mark.parametrize("walks", [1, 2])
def test_mixed_policies_within_vmap_and_again(walks: int) -> None:
    """A retained graph may be differentiated again, which PyTorch refuses."""
    turns = iter([True, False] * 50)
    region = contexts(wengert, lambda ctx, op, *args, **kwargs: next(turns))

    def f(x: Any) -> Any:
        return ((x @ x).exp() @ x).sin().sum()

    x = wengert.stack([square(wengert), square(wengert) * 2]).detach().requires_grad_()
    y = wengert.func.vmap(lambda x: checkpoint(f, x, use_reentrant=False, context_fn=region))(x).sum()
    for _ in range(walks):
        y.backward(retain_graph=True)
    (expected,) = wengert.autograd.grad(sum(f(a) for a in x), x)
    np.testing.assert_allclose(x.grad.numpy(), walks * expected.numpy(), rtol=1e-12)


def test_memory() -> None:
    """After the call, only kept values are in memory. A backward pass that frees the graph frees them as it runs."""
    size = 8 * 50_000

    def f(x: Any) -> Any:
        for _ in range(10):
            x = (x.sin() * 0.5).exp()
        return x.sum()

    def held(chosen: list[Any]) -> float:
        x = wengert.full((50_000,), 0.5, dtype=wengert.float64, requires_grad=True)
        tracemalloc.start()
        try:
            y = checkpoint(f, x, use_reentrant=False, context_fn=contexts(wengert, chosen))
            kept = tracemalloc.get_traced_memory()[0] / size
            y.backward()
            x.grad = None
            assert tracemalloc.get_traced_memory()[0] < 0.5 * size
            return kept
        finally:
            tracemalloc.stop()

    assert held([]) < 0.5
    assert 9.9 < held([wengert.exp]) < 10.5
    assert 19.9 < held([wengert.exp, wengert.sin]) < 20.5


def test_what_was_kept_may_not_be_written(lib: Any) -> None:
    def f(x: Any) -> Any:
        y = lib.mm(x, x)
        y.mul_(2)
        return y.sin()

    chosen = [operation(lib, "mm")]
    y = again(lib, f, square(lib), context_fn=contexts(lib, chosen))
    with pytest.raises(RuntimeError, match="Tensor cached during selective activation checkpoint has been mutated"):
        y.sum().backward()
    y = again(lib, f, square(lib), context_fn=contexts(lib, chosen, allow_cache_entry_mutation=True))
    y.sum().backward()


def test_what_was_kept_and_returned_may_not_be_written() -> None:
    """A write to a returned value that was kept raises. The message names the operation that wrote."""
    x = square(wengert)
    y = checkpoint(lambda x: (x @ x).exp(), x, use_reentrant=False, context_fn=contexts(wengert, [wengert.exp]))
    with wengert.no_grad():
        y.zero_()
    with pytest.raises(RuntimeError, match="the result of exp was written by zero_ at .*test_checkpoint_selective"):
        y.sum().backward()


def test_another_operation_than_the_first_time() -> None:
    steps = [wengert.sin, wengert.exp]
    y = checkpoint(lambda x: steps.pop()(x), square(wengert), use_reentrant=False, context_fn=contexts(wengert, []))
    with pytest.raises(RuntimeError, match="sin invocation index 0 encountered during backward but not found in"):
        y.sum().backward()


def test_arguments(lib: Any) -> None:
    make = tools(lib).create_selective_checkpoint_contexts
    with pytest.raises(TypeError, match="policy_fn_or_list must be either a function or a list of ops"):
        make(3)
    for wrong in (3, "mm", lib.nn.functional.layer_norm):
        with pytest.raises(ValueError, match="Expected op in `op_list` to be an "):
            make([wrong])
    assert len(make([])) == 2 and len(make(lambda ctx, op, *args, **kwargs: True)) == 2


def test_a_policy_must_answer() -> None:
    with pytest.raises(TypeError, match="must return a CheckpointPolicy or a bool, got 'yes'"):
        checkpoint(wengert.sin, square(wengert), use_reentrant=False, context_fn=contexts(wengert, lambda *a: "yes"))
    assert wengert._core.tape.state.current().tools is None and wengert._core.tape.state.current().busy == 0


def test_operations_are_those_that_users_know() -> None:
    functional = wengert.nn.functional
    seen: list[Any] = []

    def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> bool:
        seen.append(op)
        return False

    def f(x: Any) -> Any:
        y = functional.linear(x @ x, x).sum(0) + 1
        y *= 2
        return functional.conv2d(y.reshape(1, 1, 1, 2), y.reshape(1, 1, 1, 2)).mean()

    checkpoint(f, square(wengert), use_reentrant=False, context_fn=contexts(wengert, policy))
    names = [wengert.mm, functional.linear, wengert.sum, wengert.add, wengert.Tensor.mul_]
    assert seen[:5] == names and seen[5].name == "_convolution" and seen[6:] == [wengert.mean]
    create_selective_checkpoint_contexts([*names, functional.conv2d, functional.conv1d, functional.max_pool2d])


def test_listed_convolutions_are_kept(monkeypatch: Any) -> None:
    counted = Counted(wengert, monkeypatch, "_convolution")
    image = wengert.ones(1, 1, 4, 4, requires_grad=True)
    conv = wengert.nn.functional.conv2d

    def f(x: Any) -> Any:
        return conv(conv(x, wengert.ones(1, 1, 2, 2)).exp(), wengert.ones(1, 1, 2, 2)).sin()

    y = checkpoint(f, image, use_reentrant=False, context_fn=contexts(wengert, [conv]))
    first = counted.count
    before = counted.count
    run = y.grad_fn._saved_self  # recomputes, outside of a backward pass
    assert first == 2 and counted.count == before and run.shape == (1, 1, 2, 2)


@pytest.mark.oracle
def test_every_name_of_pytorch_is_there() -> None:
    assert set(tools(importlib.import_module("torch")).__all__) <= set(tools(wengert).__all__)


def test_views_are_not_asked_about() -> None:
    assert wengert.permute in tools(wengert).SAC_IGNORED_OPS and wengert.exp not in tools(wengert).SAC_IGNORED_OPS


def test_device_types(lib: Any) -> None:
    kind = tools(lib).DefaultDeviceType
    before = kind._default_device_type
    try:
        kind.set_device_type("cpu")
        assert kind.get_device_type() == "cpu"
        kind._default_device_type = None
        assert kind.get_device_type() == "cpu"
    finally:
        kind._default_device_type = before
    assert tools(lib).get_device_states(leaf(lib, 1.0), 3) == ([], [])
    tools(lib).set_device_states([], [], device_type="meta")
