"""Lifetime: how large a graph may be, when it is freed, and its state after an error."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wengert
from tests.functions import Exp, leaf
from wengert._core.dispatch.op import KEPT_PLANS, MANY_ARGUMENTS
from wengert._core.dispatch.plan import PARTS
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.tape import node as nodes
from wengert._core.tape.collector import hides
from wengert._core.tools.diagnosis.leaks import Census, report
from wengert.autograd import Function, Variable, backward, forward_ad, grad
from wengert.func import jvp, vmap

pytestmark = pytest.mark.usefixtures("no_gc")


class Cube(Function):
    """Saves its input and its output for the backward pass."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        y = x**3
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * (2 * x**2 + y / x)


# -- size

# what recurses overflows the stack long before; the uncompiled build's steps need more of it each, and more time
VERY_MANY = 1_000_000 if wengert.compiled else 100_000


@pytest.mark.slow
@pytest.mark.parametrize("how", ["walked", "recorded", "looked at"])
def test_a_chain_of_very_many_nodes(how: str) -> None:
    """Neither the backward pass nor freeing recurses, whatever class the nodes have (Note [A class per name])."""
    x = leaf(1.0)
    y = x * 1
    first = weakref.ref(y.grad_fn)
    for _ in range(VERY_MANY):
        y = y + 1
        if how == "looked at":
            assert type(y.grad_fn).__name__ == "AddBackward0"
    if how == "walked":
        y.backward()
        assert x.grad.item() == 1
    del y
    assert first() is None


LINKS: dict[str, Callable[[Any, Any], Any]] = {
    "saved inputs": lambda y, x: y * x,
    "saved outputs": lambda y, x: (y * 0).exp(),
    "functions": lambda y, x: Cube.apply(y),
    "in place": lambda y, x: y.add_(x),
    "through views": lambda y, x: (y[:1].mul_(x[1]), y)[1],
    "views": lambda y, x: y.view(2),
    "diamonds": lambda y, x: y + y,
}


@pytest.mark.parametrize("walked", [True, False])
@pytest.mark.parametrize("link", LINKS)
def test_a_long_chain_of_each_kind(link: str, walked: bool) -> None:
    """Each link by which a node keeps the one before it alive: an edge, a saved tensor, the base of a view."""
    x = leaf(1.0, 1.0)
    y = x * 1
    first = weakref.ref(y.grad_fn)
    for _ in range(5_000 if link == "views" else 20_000):  # a view stores its whole chain
        y = LINKS[link](y, x)
    if walked:
        y.sum().backward()
        assert x.grad is not None
    del y
    assert first() is None


def test_a_long_chain_differentiated_twice() -> None:
    x = leaf(0.5)
    y = x * 1
    for _ in range(5_000):
        y = y + x * x * 1e-3
    (g,) = grad(y, x, create_graph=True)
    node = weakref.ref(g.grad_fn)
    assert grad(g, x)[0].item() == pytest.approx(10)
    del y, g
    assert node() is None


def test_a_value_used_a_hundred_thousand_times() -> None:
    x = leaf(1.0, 2.0)
    y, total = x * 1, x * 0
    for _ in range(100_000):
        total = total + y
    total.sum().backward()
    assert x.grad.tolist() == [100_000, 100_000]


def test_many_roots() -> None:
    x = leaf(1.0)
    backward([x * i for i in range(20_000)])
    assert x.grad.item() == sum(range(20_000))


@pytest.mark.parametrize("join", [wengert.cat, wengert.stack])
def test_ten_thousand_values_joined(join: Any) -> None:
    leaves = [leaf(float(i), 1.0) for i in range(10_000)]
    (join(leaves) ** 2).sum().backward()
    assert all(x.grad.tolist() == [2.0 * i, 2.0] for i, x in enumerate(leaves))


def test_a_list_that_grows_keeps_few_plans() -> None:
    x, row = leaf(1.0, 2.0), REGISTRY["_cat"]
    for n in range(1, 200):
        wengert.cat([x] * n)
    wide = [count for _, count, _ in row.plans if count >= MANY_ARGUMENTS]
    assert len(wide) == KEPT_PLANS and max(wide) == 199
    assert len(row.plans) >= MANY_ARGUMENTS


def test_passes_to_some_inputs_of_a_node_keep_few_plans() -> None:
    leaves = [leaf(float(i)) for i in range(6)]
    y = (wengert.stack(leaves) * leaf(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).sum()
    stacked = y.grad_fn.next_functions[0][0].next_functions[0][0]
    for chosen in itertools.combinations(range(6), 3):  # 20 choices
        gradients = grad(y, [leaves[i] for i in chosen], retain_graph=True)
        assert [g.item() for g in gradients] == [i + 1.0 for i in chosen]
        assert 0 < len(stacked._wg_plan.parts) <= PARTS


@pytest.mark.skipif(hides, reason="the compiled build shares no shapes")
def test_nodes_of_many_shapes_share_few() -> None:
    for n in range(nodes.MOST + 10):
        leaf(1.0).expand(n + 1).sum()
    assert 0 < len(nodes.SHAPES) <= nodes.MOST and 0 < len(nodes.METAS) <= nodes.MOST


@pytest.mark.parametrize("take", [lambda x: x.unbind(), lambda x: x.split(1)], ids=["unbind", "split"])
def test_ten_thousand_outputs(take: Any) -> None:
    x = wengert.ones(10_000, requires_grad=True)
    backward([y.sum() for y in take(x)])
    assert x.grad.tolist() == [1.0] * 10_000


# -- what frees a graph


def hooked(x: Any) -> Any:
    y = x.exp()
    seen: list[Any] = []
    y.register_hook(lambda g: seen.append(g))
    y.retain_grad()
    return y * 2


def written(x: Any) -> Any:
    z = (x.exp() * x.tanh()).clone()
    z[0] = z[1]
    z[1:].mul_(x[:1])
    return z


def dual(x: Any) -> Any:
    with forward_ad.dual_level():
        y = forward_ad.make_dual(x, wengert.ones_like(x)).sin() * x
        return y * forward_ad.unpack_dual(y).tangent


def failed(x: Any) -> Any:
    y = x.exp()
    with y.register_hook(lambda g: 1 / 0):
        try:
            (y * x).sum().backward(retain_graph=True)
        except ZeroDivisionError:
            pass
    return y * x


def reentrant(x: Any) -> Any:
    y = x.exp()

    def inner(g: Any) -> None:
        with wengert.enable_grad():
            w = leaf(1.0)
            (w * w).backward()

    y.register_hook(inner)
    y.sum().backward(retain_graph=True)
    return y * 2


def batched(x: Any) -> Any:
    eye = wengert.eye(2, dtype=wengert.float64)
    return grad(x**3, x, eye, is_grads_batched=True, create_graph=True)[0].sum(0)


def called_back(x: Any) -> Any:
    y = x.exp()
    y.register_hook(lambda g: Variable._execution_engine.queue_callback(list))
    return y * 2


GRAPHS: dict[str, Callable[[Any], Any]] = {
    "saved": lambda x: x.exp() * x.tanh(),
    "written": written,
    "hooked": hooked,
    "function": lambda x: Cube.apply(x * 2) * x,
    "second derivative": lambda x: grad((x.exp() * x).sum(), x, create_graph=True)[0] * x,
    "is_grads_batched": batched,
    "dual": dual,
    "func.jvp": lambda x: jvp(lambda x: x.sin() * x, (x,), (x * 2,))[1],
    "vmap": vmap(lambda a: (a.clone().mul_(2) * a).exp()),
    "an error in between": failed,
    "a walk within": reentrant,
    "a callback": called_back,
    "views": lambda x: x.exp().view(2, 1).t().squeeze()[::1],
}


@pytest.mark.parametrize("ending", ["dropped", "walked", "walked and kept"])
@pytest.mark.parametrize("build", GRAPHS.values(), ids=GRAPHS)
def test_a_dropped_loss_frees_its_graph(build: Any, ending: str) -> None:
    """It is freed at once, by reference counts. The leaf, its gradient and its AccumulateGrad node stay."""
    x = leaf(1.0, 2.0)
    loss = build(x).sum()
    nodes = [weakref.ref(n) for n in reached(loss.grad_fn)]
    memory = [weakref.ref(s.data) for n in reached(loss.grad_fn) for s in saved(n) if s.data is not x._wg_data]
    assert len(nodes) > 2
    if ending != "dropped":
        loss.backward(retain_graph=ending == "walked and kept")
    del loss
    assert [n() for n in nodes if n() is not None and n().name() != "AccumulateGrad"] == []
    assert [m() for m in memory if m() is not None] == []


def reached(node: Any) -> list[Any]:
    """All nodes of a graph."""
    found, stack = {node}, [node]
    while stack:
        new = [n for n, _ in stack.pop().next_functions if n is not None and n not in found]
        found.update(new)
        stack.extend(new)
    return list(found)


def saved(node: Any) -> list[Any]:
    return [s for s in node._wg_saved or () if hasattr(s, "data") and hasattr(s, "storage")]


def test_a_walked_graph_frees_what_it_saved() -> None:
    x = leaf(1.0, 2.0)
    kept = x * 3
    loss = (kept * kept).sum()
    memory = weakref.ref(kept._wg_data)
    del kept
    assert memory() is not None
    loss.backward()
    assert memory() is None


def test_what_an_input_needs_no_further_is_not_freed() -> None:
    """The gradient of y needs no node behind y, so y can be differentiated afterwards."""
    x = leaf(3.0)
    y = x * x
    z = y * y
    assert grad(z, y)[0].item() == 18
    assert grad(y, x)[0].item() == 6
    with pytest.raises(RuntimeError, match="second time"):
        z.backward()


def test_a_gradient_with_a_history_holds_its_leaf_in_no_cycle() -> None:
    """PyTorch warns of a leak here: the leaf holds its gradient, whose graph holds the leaf."""
    x = leaf(0.5, 2.0)
    with pytest.warns(UserWarning, match="reference cycle"):
        (x**3).sum().backward(create_graph=True)
    assert x.grad.requires_grad
    refs = [weakref.ref(x), weakref.ref(x.grad), weakref.ref(x.grad.grad_fn)]
    del x
    assert [r() for r in refs] == [None] * 3


def test_a_hook_that_names_its_own_tensor_is_left_to_the_collector() -> None:
    """The user made this reference cycle. PyTorch does the same."""

    def tie(y: Any) -> Any:
        y.register_hook(lambda g: g * y)
        return weakref.ref(y.grad_fn)

    node = tie(leaf(1.0) * 2)
    assert node() is not None
    gc.collect()
    assert node() is None


def test_a_hook_may_name_what_its_tensor_came_from() -> None:
    x = leaf(1.0)
    a = x * 3
    y = a * 2
    y.register_hook(lambda g: g * a.detach())
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


def test_the_graph_outlives_the_tensors_it_was_made_of() -> None:
    def loss() -> Any:
        a = x * 2
        b = a.exp()
        return (a * b).sum()

    x = leaf(0.0)
    loss().backward()
    assert x.grad.item() == 2


def test_a_dead_leaf_takes_no_gradient() -> None:
    x, w = leaf(2.0), leaf(3.0)
    y = x * w
    del w
    y.backward()
    assert x.grad.item() == 3


# -- nested backward passes


class Deep(Function):
    """Calls itself in its backward, as often as its value says."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        with wengert.enable_grad():
            ctx.x = Variable(x, requires_grad=True) - 1
        return ctx.x.detach()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        if ctx.x >= 0:
            with wengert.enable_grad():
                Deep.apply(ctx.x).sum().backward()
        return g


def test_two_thousand_walks_within_each_other() -> None:
    """Recursion would overflow Python's stack after some hundred."""
    x = leaf(2000.0)
    Deep.apply(x).sum().backward()
    assert x.grad.item() == 1


class Implicit(Function):
    """The derivative of a root. Its backward differentiates a graph that contains its own node."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        out = x.sqrt()
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, out = ctx.saved_tensors
        with wengert.enable_grad():
            return grad(out * out - x, x, -g)


def test_a_backward_that_walks_to_itself_is_stopped() -> None:
    x = leaf(4.0)
    y = Implicit.apply(x)
    with pytest.raises(RecursionError, match="ImplicitBackward runs within itself, .* backward passes deep") as info:
        y.backward()
    assert "ImplicitBackward was recorded at" in str(info.value) and "y = Implicit.apply(x)" in str(info.value)
    assert "x.detach().requires_grad_()" in str(info.value) and x.grad is None and wengert.is_grad_enabled()


@pytest.mark.parametrize("of_leaf", [False, True])
def test_a_hook_that_walks_to_itself_is_stopped(of_leaf: bool) -> None:
    x = leaf(4.0)
    y = x * 2
    hooked = x if of_leaf else y
    handle = hooked.register_hook(lambda g: grad(y, x, g, retain_graph=True)[0])
    with pytest.raises(RecursionError, match="runs within itself"):
        y.backward(retain_graph=True)
    handle.remove()
    y = x * 2
    y.backward()
    assert x.grad.item() == 2.0


@pytest.fixture
def nest() -> Iterator[Callable[[int, Callable[[], Any]], None]]:
    """``nest(n, call)`` calls ``call`` inside ``n`` nested backward passes."""

    def nested(depth: int, call: Callable[[], Any]) -> None:
        def hook(g: Any) -> None:
            if depth == 1:
                call()
            else:
                with wengert.enable_grad():
                    nested(depth - 1, call)

        y = leaf(1.0) * 2
        y.register_hook(hook)
        y.backward()

    yield nested


@pytest.mark.parametrize("depth", [1, 2, 19, 20, 21, 45])
def test_what_is_raised_deep_inside_comes_out(nest: Any, depth: int) -> None:
    def call() -> None:
        raise KeyError("deep")

    with pytest.raises(KeyError, match="deep"):
        nest(depth, call)
    nest(2, list)


@pytest.mark.parametrize("depth", [1, 20, 45])
def test_modes_hold_deep_inside(nest: Any, depth: int) -> None:
    """A backward pass has the modes of the thread that started it, on whatever stack it runs."""
    seen = []
    wengert.autograd.set_multithreading_enabled(False)
    try:
        nest(depth, lambda: seen.append((wengert.is_grad_enabled(), wengert.autograd.is_multithreading_enabled())))
    finally:
        wengert.autograd.set_multithreading_enabled(True)
    assert seen == [(False, False)]


# -- errors


def fail(g: Any) -> None:
    raise KeyError("stop")


def test_an_error_leaves_what_has_not_run_as_it_was() -> None:
    """Nodes that have run are freed. The others can still run."""
    x = leaf(3.0)
    y = x * x
    z = y * y
    handle = y.register_hook(fail)
    with pytest.raises(KeyError, match="stop"):
        z.backward()
    handle.remove()
    assert x.grad is None
    with pytest.raises(RuntimeError, match="second time"):
        z.backward()
    y.backward()
    assert x.grad.item() == 6


def test_an_error_leaves_a_retained_graph_whole() -> None:
    x = leaf(2.0)
    y = x * x
    handle = y.register_hook(fail)
    z = y * 2
    for _ in range(2):
        with pytest.raises(KeyError, match="stop"):
            z.backward(retain_graph=True)
    assert x.grad is None and wengert.is_grad_enabled()
    handle.remove()
    z.backward()
    assert x.grad.item() == 8


def test_leaves_that_were_reached_before_an_error_have_their_gradient() -> None:
    a, b = leaf(3.0), leaf(5.0)
    p = b * 2
    p.register_hook(fail)
    with pytest.raises(KeyError, match="stop"):
        (a * p).backward()
    assert (a.grad.item(), b.grad) == (10, None)


def test_an_error_in_a_batched_walk_ends_its_batch() -> None:
    x = leaf(1.0, 2.0)
    y = x * x
    y.register_hook(fail)
    before = wengert._core.tape.state.current().vmap
    with pytest.raises(KeyError, match="stop"):
        grad(y, x, wengert.eye(2, dtype=wengert.float64), is_grads_batched=True)
    assert wengert._core.tape.state.current().vmap == before


def test_the_graph_of_an_error_is_freed_with_it() -> None:
    x = leaf(2.0)
    y = x.exp()
    y.register_hook(fail)
    z = y * y
    nodes = [weakref.ref(n) for n in reached(z.grad_fn) if n.name() != "AccumulateGrad"]
    try:
        z.backward()
    except KeyError:
        pass
    del y, z
    assert [n() for n in nodes] == [None] * len(nodes)


def test_a_product_of_a_chain_is_freed_with_its_result() -> None:
    x = leaf(1.0, 2.0).view(1, 2)
    memory = weakref.ref(x._wg_data)
    wengert.linalg.multi_dot([x, x.mT, x])
    del x
    assert memory() is None


KEEPERS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: x.exp(),
    "sigmoid": lambda x: x.sigmoid() * x,
    "softmax": lambda x: x.softmax(0) ** 2,
    "views": lambda x: (x * 1)[:2].tanh_().sqrt(),
    "Function": Exp.apply,
}


@pytest.mark.parametrize("name", KEEPERS)
def test_forward_over_reverse_frees_nodes_that_keep_their_own_results(name: str) -> None:
    """A tangent of such a result refers to the node, so it is dropped with its level, even if the result is gone."""

    def gradient(x: Any) -> Any:
        return wengert.func.grad(lambda y: KEEPERS[name](y).sum())(x)

    def twice(x: Any) -> Any:
        basis = wengert.eye(3, dtype=x.dtype)
        return wengert.stack([jvp(gradient, (x,), (e,))[1] for e in basis]), jvp(gradient, (x,), (x,))[1]

    x = leaf(0.5, 2.0, 1.0).detach()
    twice(x)
    gc.collect()  # frees what only the first call makes
    matrix, product = twice(x)
    assert gc.collect() == 0
    expected = wengert.func.jacrev(gradient)(x)
    assert wengert.allclose(matrix, expected) and wengert.allclose(product, expected @ x)


@pytest.mark.parametrize("name", ["svdvals", "qr", "solve", "det", "pinv"])
def test_forward_mode_by_the_transpose_leaves_nothing_to_collect(name: str) -> None:
    x = wengert.eye(3, dtype=wengert.float64) + wengert.arange(9.0, dtype=wengert.float64).reshape(3, 3) ** 0.5
    function = getattr(wengert.linalg, name)

    def run() -> None:
        jvp(lambda y: function(y, x) if name == "solve" else function(y), (x,), (x,))

    run()
    gc.collect()  # frees what only the first call makes
    run()
    assert gc.collect() == 0


FAILURES: dict[str, Callable[[Any], Any]] = {
    "what the arguments explain": lambda x: wengert.nn.functional.relu(x.tolist()),
    "what they do not": lambda x: wengert.nn.functional.dropout(x, 2.0),
    "a second attempt": lambda x: wengert.sum(x, dim=wengert.tensor(4)),
    "a method": lambda x: x.scatter(0, wengert.tensor([5]), 1.0),
    "within vmap": lambda x: vmap(lambda y: wengert.nn.functional.dropout(y, 0.5))(x),
}


@pytest.mark.parametrize("name", FAILURES)
def test_an_error_leaves_its_callers_nothing_to_collect(name: str) -> None:
    def failed(x: Any) -> bool:
        try:
            FAILURES[name](x)
        except (RuntimeError, ValueError, IndexError, TypeError):
            return True
        return False

    x = leaf(1.0, 2.0).detach()
    assert failed(x)
    gc.collect()  # frees what only the first call makes
    assert failed(x)
    assert gc.collect() == 0


# -- the census of live objects, taken around each test module


def test_the_census_names_who_is_left_and_who_holds_it() -> None:
    census = Census()
    y = leaf(1.0, 2.0).exp()
    shelf = {"forgotten": [y.grad_fn]}
    del y
    left = census.left()
    text = report(left)
    assert [type(o).__name__ for o in left] == ["ExpBackward0"], text
    assert "ExpBackward0 recorded at" in text and "y = leaf(1.0, 2.0).exp()" in text
    assert "list of 1" in text and "dict with keys ['forgotten']" in text
    del left
    shelf.clear()
    assert census.left() == []


def test_the_census_collects_cycles_and_allows_gradients_of_what_was_there() -> None:
    def tie(y: Any) -> None:
        y.register_hook(lambda g: (y, None)[1])
        y.backward()

    x = leaf(1.0)
    census = Census()
    tie(x * 2)
    assert x.grad is not None and census.left() == []
    unknown = x * 2
    assert len(census.left()) == 2
    del unknown


def test_a_value_of_forward_keeps_no_class_alive() -> None:
    """A tensor notes the forward in which it lost its history, but not the class, which may refer to the tensor."""
    kept: list[Any] = []

    class Local(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            kept.append(x * 2)
            return x * 1

    Local.apply(leaf(1.0))
    alive = weakref.ref(Local)
    del Local
    gc.collect()  # a class is always part of a reference cycle
    assert alive() is None
    with pytest.raises(RuntimeError, match="mul in Local.forward"):
        kept[0].backward()
