"""The same calls of ``backward`` and ``grad`` on PyTorch: values, errors, warnings, the order of hooks, layouts."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import leaf
from wengert._core.tape.node import GradientEdge

pytestmark = pytest.mark.oracle
T = Any  # wengert or torch


@pytest.fixture
def torch() -> ModuleType:
    return pytest.importorskip("torch")  # type: ignore[no-any-return]


def ones(t: T, *shape: int) -> Any:
    return t.ones(shape, dtype=t.float64)


def edge(t: T, x: Any) -> Any:
    return GradientEdge(*x._wg_edge()) if t is wengert else t.autograd.graph.get_gradient_edge(x)


# -- calls: results and errors

CALLS: list[Callable[[T], Any]] = []


def call(f: Callable[[T], Any]) -> Callable[[T], Any]:
    CALLS.append(f)
    return f


@call
def no_history(t: T) -> Any:
    t.ones(()).backward()


@call
def one_output_without_history(t: T) -> Any:
    x = leaf(t, 1, 2)
    return t.autograd.grad([x.sum(), t.ones(3)], x, [None, t.ones(3)])


@call
def a_comparison_has_no_history(t: T) -> Any:
    (leaf(t, 1.0) > 0).backward()


@call
def detached_from_the_input(t: T) -> Any:
    x = leaf(t, 1, 2)
    return t.autograd.grad(x.detach().sum(), x)


@call
def input_that_needs_no_gradient(t: T) -> Any:
    return t.autograd.grad(leaf(t, 1, 2).sum(), t.ones(3))


@call
def backward_to_an_input_that_needs_no_gradient(t: T) -> Any:
    leaf(t, 1, 2).sum().backward(inputs=[t.ones(3)])


@call
def unused_input(t: T) -> Any:
    x = leaf(t, 1, 2)
    return t.autograd.grad(x.sum(), [x, leaf(t, 1)])


@call
def unused_inputs_allowed(t: T) -> Any:
    x = leaf(t, 1, 2)
    return t.autograd.grad(x.sum(), [x, x * 2, leaf(t, 1)], allow_unused=True)


@call
def unused_inputs_as_zeros(t: T) -> Any:
    x, other = leaf(t, 3), leaf(t, 1, 2)
    return [t.autograd.grad(x * 2, [x, other], materialize_grads=True, create_graph=c) for c in (False, True)]


@call
def zeros_of_an_edge(t: T) -> Any:
    return t.autograd.grad(leaf(t, 3) * 2, [edge(t, leaf(t, 1))], materialize_grads=True)


@call
def contradiction(t: T) -> Any:
    x = leaf(t, 3)
    return t.autograd.grad(x * 2, x, materialize_grads=True, allow_unused=False)


@call
def backward_to_an_unused_input(t: T) -> Any:
    x, other = leaf(t, 1, 2), leaf(t, 1)
    x.sum().backward(inputs=[other])
    return x.grad, other.grad


@call
def fewer_gradients_than_outputs(t: T) -> Any:
    x = leaf(t, 1, 2)
    return t.autograd.grad([x.sum(), x.sum()], x, [ones(t)])


@call
def backward_with_fewer_gradients(t: T) -> Any:
    x = leaf(t, 1, 2)
    t.autograd.backward([x.sum(), x.sum()], [ones(t)])


@call
def wrong_shape(t: T) -> Any:
    (leaf(t, 1, 2) * 2).backward(ones(t, 3))


@call
def a_shape_that_would_broadcast(t: T) -> Any:
    (leaf(t, 1, 2) * 2).backward(ones(t, 1))


@call
def complex_for_real(t: T) -> Any:
    (leaf(t, 1, 2) * 2).backward(t.ones(2, dtype=t.complex128))


@call
def complex_scalar(t: T) -> Any:
    (t.ones((), dtype=t.complex128, requires_grad=True) * 2).backward()


@call
def not_a_scalar(t: T) -> Any:
    (leaf(t, 1, 2) * 2).backward()


@call
def other_dtypes(t: T) -> Any:
    x = leaf(t, 1, 2)
    for dtype in (t.float32, t.float16, t.int64, t.bool):
        (x * 2).backward(t.ones(2, dtype=dtype))
    return x.grad


@call
def a_string_for_a_gradient(t: T) -> Any:
    (leaf(t, 1, 2) * 2).backward("a")


@call
def numbers_for_gradients(t: T) -> Any:
    t.autograd.backward(leaf(t, 1, 2) * 2, [1.0])


@call
def a_number_for_an_output(t: T) -> Any:
    t.autograd.backward(3)


@call
def nothing_for_an_output(t: T) -> Any:
    t.autograd.backward(None)


@call
def nothing_to_differentiate(t: T) -> Any:
    t.autograd.backward([])
    x = leaf(t, 1, 2)
    return t.autograd.grad([], x, allow_unused=True)


@call
def an_input_of_nothing(t: T) -> Any:
    return t.autograd.grad([], leaf(t, 1, 2))


@call
def no_inputs(t: T) -> Any:
    return t.autograd.grad(leaf(t, 1, 2).sum(), [])


@call
def backward_to_no_inputs(t: T) -> Any:
    leaf(t, 1, 2).sum().backward(inputs=())


@call
def nothing_for_an_input(t: T) -> Any:
    x = leaf(t, 3)
    return t.autograd.grad(x * 2, [x, None])


@call
def nothing_for_inputs(t: T) -> Any:
    return t.autograd.grad(leaf(t, 3) * 2, None)


@call
def a_number_for_an_input(t: T) -> Any:
    (leaf(t, 3) * 2).backward(inputs=[3])


@call
def inputs_in_a_dict(t: T) -> Any:
    x, w = leaf(t, 1, 2), leaf(t, 3)
    found = t.autograd.grad((x * w).sum(), {"x": x, "w": w})
    (x * w).sum().backward(inputs={"x": x})
    return found, x.grad, w.grad


@call
def edges_everywhere(t: T) -> Any:
    x = leaf(t, 3, 4)
    y = x * 2
    found = t.autograd.grad(edge(t, (y * y).sum()), [edge(t, y), edge(t, x)])
    t.autograd.backward([edge(t, x * 3), (x * x).sum()], [ones(t, 2), None])
    return found, x.grad


@call
def an_edge_that_is_no_scalar(t: T) -> Any:
    t.autograd.backward(edge(t, leaf(t, 3, 1) * 2))


@call
def an_edge_and_a_wrong_shape(t: T) -> Any:
    t.autograd.backward(edge(t, leaf(t, 3, 1) * 2), ones(t, 3))


@call
def edges_and_batches(t: T) -> Any:
    x = leaf(t, 3, 1)
    return t.autograd.grad(edge(t, x * 2), x, t.eye(2, dtype=t.float64), is_grads_batched=True)


@call
def edges_as_inputs_of_backward(t: T) -> Any:
    x = leaf(t, 3)
    y = x * 2
    y.retain_grad()
    (y * y).backward(inputs=[edge(t, y)], retain_graph=True)
    before = x.grad
    (y * y).backward(inputs=[edge(t, x)])
    return before, x.grad, y.grad


@call
def inputs_that_are_no_leaves(t: T) -> Any:
    x = leaf(t, 3)
    y = x * 2
    (y * y).backward(inputs=[y, y, x])
    return x.grad, y.grad, y.retains_grad


@call
def retained_on_the_way(t: T) -> Any:
    x = leaf(t, 3)
    y = x * 2
    y.retain_grad()
    z = y * y
    return t.autograd.grad(z, x, retain_graph=True), y.grad, t.autograd.grad(z, y), y.grad


@call
def batches(t: T) -> Any:
    x, w = leaf(t, 3, 1), leaf(t, 2)
    y = x * x * w
    eye = t.eye(2, dtype=t.float64)
    found = t.autograd.grad([y, w * 2], [x, w, y], [eye, ones(t, 2)], is_grads_batched=True, create_graph=True)
    return [(g.shape, g.requires_grad) for g in found], [g.sum().item() for g in found], t.autograd.grad(
        found[0].sum(), [x, w]
    )  # fmt: skip


@call
def unused_inputs_and_batches(t: T) -> Any:
    x = leaf(t, 3)
    return t.autograd.grad(x * 2, [x, leaf(t, 1, 2)], ones(t, 4), is_grads_batched=True, allow_unused=True)


@call
def batches_of_the_wrong_shape(t: T) -> Any:
    x = leaf(t, 3, 1)
    return t.autograd.grad(x * 2, x, ones(t, 2, 3), is_grads_batched=True)


@call
def batches_of_different_sizes(t: T) -> Any:
    x = leaf(t, 3)
    return t.autograd.grad([x * 2, x * 3], x, [ones(t, 4), ones(t, 3)], is_grads_batched=True)


@call
def grad_of_the_wrong_type(t: T) -> Any:
    leaf(t, 1, 2).grad = "a"


@call
def grad_of_itself(t: T) -> Any:
    x = leaf(t, 1, 2)
    x.grad = x


@call
def grad_of_the_wrong_shape(t: T) -> Any:
    leaf(t, 1, 2).grad = ones(t, 2, 1)


@call
def grad_of_no_leaf(t: T) -> Any:
    y = leaf(t, 1, 2) * 2
    before = y.grad
    y.grad = ones(t, 2)
    return before, y.grad


@call
def grad_of_a_constant(t: T) -> Any:
    x = t.ones(2)
    x.grad = t.zeros(2)
    first = x.grad
    del x.grad
    return first, x.grad


@call
def grad_that_is_retained(t: T) -> Any:
    y = leaf(t, 1, 2) * 2
    y.retain_grad()
    return y.grad


@call
def grad_of_a_view_of_a_leaf(t: T) -> Any:
    x = leaf(t, 1, 2)
    v = x[0]
    (x * 2).sum().backward()
    return v.grad


@call
def recorded_gradients_warn(t: T) -> Any:
    x = leaf(t, 3)
    (x**3).backward(create_graph=True)
    g, x.grad = x.grad, None
    return g.requires_grad, t.autograd.grad(g, x)


@call
def a_cotangent_passes_through(t: T) -> Any:
    x, g = leaf(t, 3, 1), ones(t, 2)
    y = x * 1
    (r,) = t.autograd.grad(y, y, g)
    a, b = t.autograd.grad(x.sum(), [x, x])
    return r is g, a is b


@call
def a_leaf_for_a_root(t: T) -> Any:
    x = leaf(t, 3)
    x.register_hook(lambda g: g * 2)
    found = t.autograd.grad(x, x)
    x.backward()
    return found, x.grad


@call
def what_an_input_needs_no_further_is_kept(t: T) -> Any:
    x = leaf(t, 3)
    y = x * x
    z = y * y
    return t.autograd.grad(z, y), t.autograd.grad(y, x), t.autograd.grad(z, y)


@call
def a_cotangent_with_a_history(t: T) -> Any:
    x = leaf(t, 3)
    (x * x).backward(leaf(t, 1))
    return x.grad


@call
def walking_without_grad_mode(t: T) -> Any:
    x = leaf(t, 3)
    y = x * x
    with t.no_grad():
        y.backward()
        (g,) = t.autograd.grad(x**2 if x.grad is None else y.detach().requires_grad_() * 1, x, allow_unused=True)
    return x.grad, g


@call
def positional_arguments(t: T) -> Any:
    x = leaf(t, 3)
    y = x * 2
    y.backward(ones(t), True, False)
    y.backward(None, 1, False, [x])
    return x.grad


@call
def callbacks(t: T) -> Any:
    engine, x, log = t.autograd.Variable._execution_engine, leaf(t, 3), []
    y = x * x
    y.register_hook(lambda g: engine.queue_callback(lambda: log.append((x.grad is None, t.is_grad_enabled()))))
    y.backward(retain_graph=True)
    t.autograd.grad(y, x, create_graph=True)
    return log


@call
def callbacks_outside(t: T) -> Any:
    t.autograd.Variable._execution_engine.queue_callback(list)


@call
def variables(t: T) -> Any:
    variable, a, b = t.autograd.Variable, t.ones(2), t.ones(2, requires_grad=True) * 2
    made = [variable(a), variable(a, True), variable(b), variable(b, requires_grad=True), variable(data=a), variable()]
    return made, [v.is_leaf for v in made], isinstance(a, variable), issubclass(t.Tensor, variable)


@call
def a_number_for_a_variable(t: T) -> Any:
    t.autograd.Variable(3)


@call
def the_function_variable(t: T) -> Any:
    t.autograd.variable(3)


@call
def multithreading(t: T) -> Any:
    seen = [t.autograd.is_multithreading_enabled()]
    with t.autograd.set_multithreading_enabled(False):
        seen.append(t.autograd.is_multithreading_enabled())
    return [*seen, t.autograd.is_multithreading_enabled()]


@call
def layouts_of_gradients(t: T) -> Any:
    seen = []
    for enable in (True, False):
        p = t.ones(2, 3).t().requires_grad_()
        with t.autograd.enforce_grad_layout_policy(enable):
            (p * t.ones(3, 2)).sum().backward()
        seen.append(p.grad.stride())
    return seen


@pytest.mark.parametrize("f", CALLS, ids=lambda f: f.__name__)
def test_call(f: Callable[[T], Any], torch: T) -> None:
    expected, found = outcome(torch, f), outcome(wengert, f)
    if isinstance(expected[0], Exception):
        assert type(found[0]) is type(expected[0]), found[0]
        assert str(found[0]).startswith(opening(str(expected[0]))), f"{found[0]}\nPyTorch: {expected[0]}"
    else:
        assert found[0] == expected[0]
    assert found[1] == expected[1]


def outcome(t: T, f: Callable[[T], Any]) -> tuple[Any, list[Any]]:
    """The result of a call as plain values, or its error, and its warnings."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = plain(t, f(t))
        except Exception as e:
            result = e
    return result, [(w.category, opening(str(w.message))) for w in seen]


def opening(message: str) -> str:
    """The words that programs match on: the first sentence, without the format of shapes."""
    return message.replace("torch", "wengert").split("\n")[0].split(". ")[0].split(" wengert.Size")[0].rstrip(".")


def plain(t: T, x: Any) -> Any:
    if isinstance(x, t.Tensor):
        return x.tolist(), str(x.dtype).split(".")[-1], x.requires_grad
    if isinstance(x, dict):
        return {k: plain(t, v) for k, v in x.items()}
    return [plain(t, v) for v in x] if isinstance(x, (tuple, list)) else x


# -- order


@pytest.mark.parametrize("seed", range(150))
def test_hooks_run_in_the_same_order(seed: int, torch: T) -> None:
    """On random graphs with several roots and inputs, leaves and non-leaves, calls and gradients are the same."""
    assert walk_at_random(wengert, seed) == walk_at_random(torch, seed)


def walk_at_random(t: T, seed: int) -> list[Any]:
    r, log = random.Random(seed), []

    def named(x: Any, name: str) -> Any:
        x.register_hook(lambda g: log.append(name))
        return x

    leaves = [named(leaf(t, 0.5 + i / 10), f"leaf {i}") for i in range(4)]
    pool, nodes = list(leaves), []
    for i in range(25):
        kind = r.choice(["add", "mul", "sin", "stack", "unbind", "write", "clone"])
        a, b, c = (r.choice(pool) for _ in range(3))
        new = step(t, kind, a, b, c)
        nodes += [named(x, f"{kind} {i}.{k}") for k, x in enumerate(new)]
        pool += new
    roots = [r.choice(nodes) for _ in range(1 + seed % 3)] + leaves[: seed % 4 // 3]
    r.shuffle(roots)
    if r.random() < 0.5:
        t.autograd.backward(roots)
    else:
        inputs = [r.choice(leaves + nodes) for _ in range(3)]
        log.append([rounded(g) for g in t.autograd.grad(roots, inputs, allow_unused=True)])
    return [*log, [rounded(x.grad) for x in leaves]]


def step(t: T, kind: str, a: Any, b: Any, c: Any) -> list[Any]:
    """The result of one operation on three values."""
    if kind == "unbind":
        return [u * 1 for u in t.stack([a, b]).unbind()]
    if kind == "stack":
        return [t.stack([a, b, c]).sum()]
    if kind == "write":
        return [(a * 1).add_(b)]
    return [{"add": t.add, "mul": t.mul}[kind](a, b) if kind in ("add", "mul") else getattr(a, kind)()]


def rounded(g: Any) -> Any:
    return None if g is None else float(f"{g.item():.9g}")


# -- derivatives of derivatives

KINKS: dict[str, Callable[[T, Any], Any]] = {
    "relu": lambda t, x: t.relu(x),
    "relu6": lambda t, x: t.nn.functional.relu6(x),
    "hardtanh": lambda t, x: t.nn.functional.hardtanh(x),
    "leaky_relu": lambda t, x: t.nn.functional.leaky_relu(x),
    "prelu": lambda t, x: t.nn.functional.prelu(x, ones(t, 1) / 4),
    "threshold": lambda t, x: t.nn.functional.threshold(x, 0.1, 0.0),
    "hardshrink": lambda t, x: t.nn.functional.hardshrink(x),
    "softshrink": lambda t, x: t.nn.functional.softshrink(x),
    "clamp": lambda t, x: x.clamp(0, 1),
    "square": lambda t, x: x.square(),
    "pow 1": lambda t, x: x**1,
    "pow 2": lambda t, x: x**2,
    "pow 3": lambda t, x: x**3,
    "pow 2.0": lambda t, x: x**2.0,
    "mul": lambda t, x: x * x,
}


@pytest.mark.parametrize("name", KINKS)
def test_a_slope_that_is_constant_has_a_history_where_pytorch_has_one(name: str, torch: T) -> None:
    """A second derivative that is 0 everywhere is 0, not an error. The bias below gets zeros, not None."""
    found: list[list[Any]] = []
    for t in (wengert, torch):
        x, bias = leaf(t, -0.7, 0.6, 1.7), leaf(t, 0, 0, 0)
        y = KINKS[name](t, x + bias)
        told = []
        for _ in range(3):
            y, below = t.autograd.grad(y.sum(), (x, bias), create_graph=True, allow_unused=True)
            told.append(None if y is None else (y.detach().numpy().round(6).tolist(), y.requires_grad, below is None))
            if y is None or not y.requires_grad:
                break
        found.append(told)
    assert found[0] == found[1]


# -- layouts


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("steps", [(3, 1), (1, 4), (6, 1), (6, 2), (2, 6), (0, 1), (1, 0), (0, 0), (1, 1)], ids=str)
def test_strides_of_gradients(steps: tuple[int, int], create_graph: bool, torch: T) -> None:
    """The first gradient of a leaf of shape (4, 3) with these strides, and a second one added to it."""
    found = []
    for t in (wengert, torch):
        memory = np.arange(30.0)
        if t is wengert:
            strides = tuple(8 * s for s in steps)
            x = wengert.from_numpy(np.lib.stride_tricks.as_strided(memory, (4, 3), strides)).requires_grad_()
        else:
            x = torch.from_numpy(memory).as_strided((4, 3), steps).detach().requires_grad_()
        for _ in range(2):
            with warnings.catch_warnings(action="ignore"):
                (x * x).sum().backward(create_graph=create_graph)
            found.append((tuple(x.stride()), tuple(x.grad.stride()), x.grad.tolist()))
        x.grad = None
    assert found[:2] == found[2:]
