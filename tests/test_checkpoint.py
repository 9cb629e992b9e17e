"""Checkpointing: what is kept, what is recomputed, and that nothing else changes.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import tracemalloc
import warnings
import weakref
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import leaf
from tests.test_words import ALL, W, apply, in_place, out_of_place, point
from wengert.autograd import forward_ad
from wengert.func import grad, jvp, vmap
from wengert.utils.checkpoint import checkpoint


def tools(lib: Any) -> Any:
    return importlib.import_module(f"{lib.__name__}.utils.checkpoint")


def again(lib: Any, f: Any, *args: Any, **kwargs: Any) -> Any:
    """The non-reentrant form."""
    return tools(lib).checkpoint(f, *args, use_reentrant=False, **kwargs)


# -- the law: checkpointing changes no results


class Cube(wengert.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return 3 * g * ctx.saved_tensors[0] * ctx.saved_tensors[0]


def mixed(x: Any) -> Any:
    """Views, in-place writes, several outputs, and operations that are not recorded."""
    a = x.clone()
    first, second = a[:1], a[1:]
    second.mul_(x[1:].sin())
    with wengert.no_grad():
        scale = x.abs().max() + 1
    parts = (a / scale).split(2)
    return wengert.cat([parts[1], first * 2, parts[0][1:]])


STEPS: dict[str, Any] = {
    "sin": lambda x: x.sin() * x,
    "captured": lambda x: x * W,
    "exp": lambda x: (x * 0.3).exp(),
    "random": lambda x: x * wengert.rand(3, dtype=x.dtype),
    "matmul": lambda x: (x[:, None] * W) @ x,
    "mixed": mixed,
    "function": Cube.apply,
    "normal": lambda x: wengert.randn(1, dtype=x.dtype) + x.tanh(),  # draws half of a pair
}


def cuts(count: int) -> list[tuple[int, ...]]:
    """All ways to cut ``count`` steps into segments, as tuples of the positions of cuts."""
    inner = range(1, count)
    return [c for n in range(count) for c in itertools.combinations(inner, n)]


def chain(steps: Any) -> Any:
    def run(x: Any) -> Any:
        for step in steps:
            x = step(x)
        return x

    return run


def program(steps: list[Any], cut: tuple[int, ...], form: str) -> Any:
    """The steps in segments. Each is checkpointed, and in the nested form runs inside the one before."""
    edges = [0, *cut, len(steps)]
    if form == "nested":
        f = chain(steps[edges[-2] :])
        for a, b in reversed(list(zip(edges[:-2], edges[1:-1], strict=True))):
            inner, part = f, chain(steps[a:b])
            f = lambda x, inner=inner, part=part: checkpoint(inner, part(x), use_reentrant=False)  # noqa: E731
        return lambda x: checkpoint(f, x, use_reentrant=False)
    parts = [chain(steps[a:b]) for a, b in itertools.pairwise(edges)]
    reentrant = form == "reentrant"
    return chain([lambda x, p=p: checkpoint(p, x, use_reentrant=reentrant) for p in parts])


def results(f: Any) -> list[Any]:
    """Value, gradients and second gradients, by ``backward``, which both forms support."""
    wengert.manual_seed(4)
    x = leaf(wengert, 0.3, -0.8, 0.5)
    W.grad = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # create_graph warns of a reference cycle
        y = f(x)
        after = wengert.rand(2)
        (y * y.detach().cos()).sum().backward(create_graph=True)
    gx, gw = x.grad, W.grad
    found = [y, after, gx, *([] if gw is None else [gw])]
    x.grad = W.grad = None
    if gx.requires_grad:
        ((gx * gx.detach().sin()).sum() + (0 if gw is None else (gw * gx).sum())).backward()
        found += [t.grad for t in (x, W) if t.grad is not None]
        x.grad = W.grad = None
    return [t.detach().numpy() for t in found]


RANDOM = np.random.default_rng(0)
PROGRAMS = [tuple(RANDOM.permutation(list(STEPS))[:5]) for _ in range(6)]


@pytest.mark.parametrize("form", ["in a row", "nested", "reentrant"])
@pytest.mark.parametrize("names", PROGRAMS, ids="-".join)
def test_every_way_of_cutting_gives_the_same(names: tuple[str, ...], form: str) -> None:
    steps = [STEPS[n] for n in names]
    expected = results(chain(steps))
    for cut in cuts(len(steps)):
        found = results(program(steps, cut, form))
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14, err_msg=str(cut))


@pytest.mark.parametrize("word", ALL, ids=".".join)
def test_words_of_transformations(word: tuple[str, ...]) -> None:
    """Inside grad, jvp, jacrev, jacfwd and vmap, nested up to three deep. (torch.func refuses saved-tensor hooks.)"""
    x = point(word)

    def f(x: Any) -> Any:
        return checkpoint(in_place, x, use_reentrant=False)

    found, expected = apply(word, f)(x), apply(word, out_of_place)(x)
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-11)
    (a,), (b,) = wengert.autograd.grad(found.sum(), W), wengert.autograd.grad(expected.sum(), W)
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("word", [w for w in ALL if len(w) < 3], ids=".".join)
def test_words_within(word: tuple[str, ...]) -> None:
    """The transformation runs inside the region, so each run numbers its vmaps anew. Also of second order."""

    def region(x: Any) -> Any:
        return checkpoint(apply(word, out_of_place), x, use_reentrant=False).sum()

    def plain(x: Any) -> Any:
        return apply(word, out_of_place)(x).sum()

    x = point(word)
    np.testing.assert_allclose(grad(region)(x).detach().numpy(), grad(plain)(x).detach().numpy(), rtol=1e-9)
    twice = [grad(lambda x, f=f: grad(f)(x).sum())(x).detach().numpy() for f in (region, plain)]
    np.testing.assert_allclose(*twice, rtol=1e-8, atol=1e-10)


# -- what is kept


def test_only_the_inputs_are_kept(lib: Any) -> None:
    kept: list[Any] = []

    def pack(t: Any) -> Any:
        kept.append(t.tolist())
        return t.detach().clone()

    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = again(lib, lambda x, w: (x * w).sin().exp().tanh(), x, w)
    assert kept == [[1.0, 2.0], [3.0, 4.0]]
    y.sum().backward()
    assert w.grad is not None


def kept(y: Any) -> list[tuple[str, str, str]]:
    """The rows of ``graph.saved`` for a result, in the order of recording."""
    rows = wengert.autograd.graph.saved(y).rows
    return [(r.operation, r.name, r.memory() + (" leaf" if r.leaf else "")) for r in rows]


def test_saved_lists_inputs_and_what_is_computed_again() -> None:
    x, w = wengert.ones(100, requires_grad=True), wengert.ones(100, requires_grad=True)
    y = checkpoint(lambda x, w: (x * w).exp(), x * 2, w, use_reentrant=False)
    found = kept(y)
    assert found == [
        ("checkpoint()", "inputs[0]", "400 B"),
        ("checkpoint()", "inputs[1]", "400 B leaf"),
        ("MulBackward0", "_saved_other", "recomputed"),
        ("MulBackward0", "_saved_self", "recomputed"),
        ("ExpBackward0", "_saved_result", "recomputed"),
    ]
    table = wengert.autograd.graph.saved(y)
    assert (table.bytes, table.leaf_bytes) == (800, 400)
    assert {r.shape for r in table.rows} == {(100,)} and {r.dtype for r in table.rows} == {"float32"}
    y.sum().backward(retain_graph=True)
    assert kept(y) == found
    with wengert.utils.checkpoint.GraphExecGroup():
        w.register_hook(lambda g: found.append(kept(y)))
        y.sum().backward(retain_graph=True)
    assert ("MulBackward0", "_saved_self", "recomputed") in found[-1]


def test_saved_lists_what_waits_for_a_walk() -> None:
    x = wengert.ones(100, requires_grad=True)
    seen: list[Any] = []
    y = checkpoint(lambda x: x.sin().sin(), x, use_reentrant=False)
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(kept(y)))
    y.sum().backward(retain_graph=True)
    assert seen == [[("checkpoint()", "inputs[0]", "400 B leaf"), ("SinBackward0", "_saved_self", "shared leaf"),
                     ("SinBackward0", "_saved_self", "recomputed")]]  # fmt: skip


def test_saved_of_nested_regions() -> None:
    x = wengert.ones(100, requires_grad=True)
    inner = lambda x: checkpoint(wengert.exp, x, use_reentrant=False)  # noqa: E731
    assert kept(checkpoint(lambda x: inner(x.sin()), x * 2, use_reentrant=False)) == [
        ("checkpoint()", "inputs[0]", "400 B"),
        ("SinBackward0", "_saved_self", "recomputed"),
        ("checkpoint()", "inputs[0]", "recomputed"),
        ("ExpBackward0", "_saved_result", "recomputed"),
    ]


@pytest.mark.parametrize("form", [False, True])
def test_memory(form: bool) -> None:
    """Thirty intermediate values are freed after the forward pass, and after the backward pass.

    (Python counts NumPy's memory, not PyTorch's.)
    """
    size = 8 * 50_000

    def f(x: Any) -> Any:
        for _ in range(30):
            x = x.sin() * x
        return x

    x = wengert.full((50_000,), 0.5, dtype=wengert.float64, requires_grad=True)
    checkpoint(f, x * 1, use_reentrant=form).sum().backward()  # allocates what only the first call allocates
    x.grad = None
    tracemalloc.start()
    try:
        y = f(x * 1)
        assert tracemalloc.get_traced_memory()[0] > 30 * size
        del y
        before = tracemalloc.get_traced_memory()[0]
        y = checkpoint(f, x * 1, use_reentrant=form)
        assert tracemalloc.get_traced_memory()[0] - before < 2.3 * size  # the input and the output
        y.sum().backward(retain_graph=True)
        x.grad = None
        assert tracemalloc.get_traced_memory()[0] - before < 2.3 * size
    finally:
        tracemalloc.stop()


def test_values_go_when_they_have_been_read() -> None:
    """They are freed though the graph is retained, during the backward pass.

    (Python counts NumPy's memory, not PyTorch's.)
    """
    size = 8 * 50_000
    x = wengert.full((50_000,), 0.5, dtype=wengert.float64, requires_grad=True)

    def f(x: Any) -> Any:
        for _ in range(30):
            x = x.sin()
        return x

    kept: list[int] = []
    x.register_hook(lambda g: kept.append(tracemalloc.get_traced_memory()[0]))
    y = checkpoint(f, x, use_reentrant=False).sum()
    tracemalloc.start()
    try:
        y.backward(retain_graph=True)
    finally:
        tracemalloc.stop()
    assert kept[0] < 5 * size


@pytest.mark.usefixtures("no_gc")
def test_a_group_keeps_no_region() -> None:
    x = leaf(wengert, 1.0)
    with wengert.utils.checkpoint.GraphExecGroup():
        y, z = checkpoint(lambda x: (x.sin(), x.exp()), x, use_reentrant=False, early_stop=False)
        node = weakref.ref(z.grad_fn)
        y.backward()
        inputs = weakref.ref(z.grad_fn._raw_saved_result.unpack_hook.__self__)
        del y, z
        assert node() is None and inputs() is None


@pytest.mark.parametrize("form", ["in a row", "nested", "reentrant"])
@pytest.mark.usefixtures("no_gc")
def test_everything_goes_with_the_loss(form: str) -> None:
    class Marker:
        pass

    x = leaf(wengert, 0.3, -0.8, 0.5)
    marker = Marker()
    steps = [STEPS["sin"], lambda x, m=marker: x.exp(), STEPS["captured"]]
    for walk in (False, True):
        y = program(steps, (1, 2), form)(x * 1)
        node, held = weakref.ref(y.grad_fn), weakref.ref(marker)
        if walk:
            y.sum().backward(retain_graph=True)
        del y
        assert node() is None
    del steps, marker
    assert held() is None
    W.grad = None


# -- when a region is recomputed


def counting(lib: Any, log: list[str]) -> Any:
    def f(x: Any) -> Any:
        log.append("begin")
        y = (x.sin() * 3).exp()
        log.append("end")
        return y

    return f


def test_it_stops_early(lib: Any) -> None:
    log: list[str] = []
    y = again(lib, counting(lib, log), leaf(lib, 1.0))
    assert log == ["begin", "end"]
    y.backward()
    assert log == ["begin", "end", "begin"]


@pytest.mark.parametrize("how", ["argument", "context"])
def test_it_need_not_stop_early(lib: Any, how: str) -> None:
    log: list[str] = []
    if how == "argument":
        y = again(lib, counting(lib, log), leaf(lib, 1.0), early_stop=False)
    else:
        with tools(lib).set_checkpoint_early_stop(False):
            y = again(lib, counting(lib, log), leaf(lib, 1.0))
    y.backward()
    assert log == ["begin", "end"] * 2


def test_once_in_a_walk_and_in_each(lib: Any) -> None:
    log: list[str] = []
    x = leaf(lib, 1.0)
    y = again(lib, counting(lib, log), x)
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    assert log.count("begin") == 3
    assert y.grad_fn._saved_result.item() == y.item()  # outside of a backward pass
    assert log.count("begin") == 4
    (g,) = lib.autograd.grad(y, x)
    assert x.grad.item() == pytest.approx(2 * g.item())
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


def test_a_group_shares_what_is_computed_again(lib: Any) -> None:
    log: list[str] = []

    def f(x: Any) -> Any:
        log.append("run")
        return x.sin(), x.exp()

    x = leaf(lib, 1.0)
    with tools(lib).set_checkpoint_early_stop(False):
        a, b = again(lib, f, x)
    with tools(lib).GraphExecGroup():
        a.backward()
        b.backward()
    assert log == ["run"] * 2 and x.grad.item() == pytest.approx(np.cos(1) + np.e)
    with pytest.raises(RuntimeError, match="GraphExecGroup contexts cannot be nested"):
        with tools(lib).GraphExecGroup(), tools(lib).GraphExecGroup():
            pass


def test_a_group_may_need_a_value_twice() -> None:
    """It is recomputed. (PyTorch raises.)"""
    x = leaf(wengert, 1.0)
    y = checkpoint(lambda x: (x * x).sin(), x, use_reentrant=False)
    with wengert.utils.checkpoint.GraphExecGroup():
        y.backward(retain_graph=True)
        y.backward()
    assert x.grad.item() == pytest.approx(4 * np.cos(1))


def test_nested_regions_run_as_often_as_torch_runs_them(lib: Any) -> None:
    log: list[str] = []

    def step(name: str, inner: Any) -> Any:
        def f(x: Any) -> Any:
            log.append(name)
            y = (x * x).sin()
            return inner(y) if inner else y.exp()

        return lambda x: again(lib, f, x)

    x = leaf(lib, 0.7)
    step("a", step("b", step("c", None)))(x).backward()
    assert log == ["a", "b", "c"] * 2


@pytest.mark.filterwarnings("ignore:None of the inputs")  # inside a re-entrant region nothing is recorded
@pytest.mark.parametrize("forms", list(itertools.product([False, True], repeat=2)))
def test_forms_nest(lib: Any, forms: tuple[bool, bool]) -> None:
    call = tools(lib).checkpoint
    x, w = leaf(lib, 0.3, 0.6), leaf(lib, 1.5, -1.0)

    def inner(y: Any) -> Any:
        return (y * w).exp()

    def outer(x: Any) -> Any:
        return call(inner, x.sin(), use_reentrant=forms[1]).tanh() * x

    call(outer, x * 1, use_reentrant=forms[0]).sum().backward()
    found = x.grad.tolist(), w.grad.tolist()
    x.grad = w.grad = None
    ((x.sin() * w).exp().tanh() * x).sum().backward()
    assert np.allclose(found, (x.grad.tolist(), w.grad.tolist()), rtol=1e-12)


# -- arguments and results


def test_arguments_of_every_kind(lib: Any) -> None:
    def f(x: Any, n: int, pair: Any, *, scale: Any, names: Any = None) -> Any:
        assert n == 3 and names == ["a"]
        return (x * pair[0] * scale["s"]).sin() * n, "told", pair[0].detach()

    x, a, s = leaf(lib, 0.5), leaf(lib, 0.7), leaf(lib, 0.9)
    y, word, plain = again(lib, f, x, 3, (a, None), scale={"s": s}, names=["a"])
    assert word == "told" and not plain.requires_grad
    y.backward()
    c = 3 * np.cos(0.5 * 0.7 * 0.9)
    assert np.allclose([x.grad.item(), a.grad.item(), s.grad.item()], [c * 0.63, c * 0.45, c * 0.35])


def test_containers_of_tensors_are_kept_as_they_were() -> None:
    """The function may change a list. The second run gets it unchanged. (PyTorch passes the changed list.)"""

    def f(parts: list[Any]) -> Any:
        return parts.pop().sin() * parts.pop()

    a, b = leaf(wengert, 0.5), leaf(wengert, 0.7)
    checkpoint(f, [a, b], use_reentrant=False).backward()
    assert [a.grad.item(), b.grad.item()] == pytest.approx([np.sin(0.7), 0.5 * np.cos(0.7)])


def test_results_that_are_views(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0, 3.0)
    y, z = again(lib, lambda x: ((x * x)[1:], x[:2]), x)
    assert y._is_view() and z._is_view()
    y.mul_(2)
    (y.sum() + z.sum()).backward()
    assert x.grad.tolist() == [1.0, 9.0, 12.0]


def test_results_may_be_written(lib: Any) -> None:
    """Without checkpoint, exp raises because its saved result was written. Here it is recomputed."""
    x = leaf(lib, 1.0)
    y = again(lib, lambda x: x.exp(), x)
    y.mul_(2)
    y.backward()
    assert x.grad.item() == pytest.approx(2 * np.e)


@pytest.mark.parametrize("form", [False, True])
def test_no_argument_requires_grad(lib: Any, form: bool) -> None:
    w = leaf(lib, 2.0)
    x = leaf(lib, 3.0).detach()
    told = pytest.warns(UserWarning, match="None of the inputs have requires_grad=True. Gradients will be None")
    with told if form else contextlib.nullcontext():
        y = tools(lib).checkpoint(lambda x: (x * w).sin(), x, use_reentrant=form)
    assert y.requires_grad is not form
    if not form:
        y.backward()
        assert w.grad.item() == pytest.approx(3 * np.cos(6))


def test_under_no_grad_nothing_is_recorded(lib: Any) -> None:
    log: list[str] = []

    @contextlib.contextmanager
    def entering() -> Any:
        log.append("entered")
        yield

    x = leaf(lib, 1.0)
    with lib.no_grad():
        y = again(lib, lambda x: x.sin(), x, context_fn=lambda: (entering(), entering()))
    assert not y.requires_grad and log == []


def test_both_runs_have_a_context(lib: Any) -> None:
    log: list[str] = []

    @contextlib.contextmanager
    def entering(name: str) -> Any:
        log.append(name)
        yield

    x = leaf(lib, 1.0)
    y = again(lib, lambda x: x.sin().exp(), x, context_fn=lambda: (entering("first"), entering("again")))
    y.backward()
    assert log == ["first", "again"]


# -- backward passes of every kind


def test_grad(lib: Any) -> None:
    x, w = leaf(lib, 0.5), leaf(lib, 0.7)
    y = again(lib, lambda x: (x * w).exp() * x, x)
    found = lib.autograd.grad(y, (x, w), create_graph=True)
    second = lib.autograd.grad(found[0] * found[1], (x, w), create_graph=True)
    third = lib.autograd.grad(second[0] + second[1], (x, w))
    x, w = leaf(lib, 0.5), leaf(lib, 0.7)
    first = lib.autograd.grad((x * w).exp() * x, (x, w), create_graph=True)
    more = lib.autograd.grad(first[0] * first[1], (x, w), create_graph=True)
    last = lib.autograd.grad(more[0] + more[1], (x, w))
    for a, b in zip((*found, *second, *third), (*first, *more, *last), strict=True):
        assert a.item() == pytest.approx(b.item(), rel=1e-12)


@pytest.mark.parametrize("how", ["grad", "inputs"])
def test_reentrant_walks_must_reach_all_leaves(lib: Any, how: str) -> None:
    x = leaf(lib, 0.5)
    y = tools(lib).checkpoint(lambda x: x.sin(), x, use_reentrant=True)
    with pytest.raises(RuntimeError, match=r"When use_reentrant=True, .* is incompatible with .grad\(\) or passing an"):
        if how == "grad":
            lib.autograd.grad(y, x)
        else:
            y.backward(inputs=[x])
    assert x.grad is None


def test_reentrant_parts_that_need_no_gradient(lib: Any) -> None:
    x = leaf(lib, 0.5)
    y = tools(lib).checkpoint(lambda x: x.detach().sin(), x, use_reentrant=True)
    with pytest.raises(RuntimeError, match=r"none of output has requires_grad=True"):
        y.backward()


def test_walks_inside_the_function(lib: Any) -> None:
    for early in (True, False):
        for keep in (True, False):

            def f(x: Any, keep: bool = keep) -> Any:
                y = x.sin()
                z = y.cos()
                (g,) = lib.autograd.grad(z, x, retain_graph=keep)
                return (x.cos() * g + z) if keep else x.cos() * g

            x = leaf(lib, 0.5)
            again(lib, f, x, early_stop=early).backward()
            t = leaf(lib, 0.5)
            f(t).backward()
            assert x.grad.item() == pytest.approx(t.grad.item(), rel=1e-12)


def test_second_order_inside_the_function(lib: Any) -> None:
    def f(x: Any) -> Any:
        (g,) = lib.autograd.grad(x.sin() * x, x, create_graph=True)
        return g.exp()

    x, t = leaf(lib, 0.5), leaf(lib, 0.5)
    again(lib, f, x).backward()
    f(t).backward()
    assert x.grad.item() == pytest.approx(t.grad.item(), rel=1e-12)


def test_hooks_inside_are_called_once(lib: Any) -> None:
    log: list[str] = []

    def f(x: Any) -> Any:
        y = x.sin()
        y.register_hook(lambda g: log.append("tensor"))
        y.grad_fn.register_hook(lambda *_: log.append("node"))
        return y.exp()

    again(lib, f, leaf(lib, 0.5)).backward()
    assert log == ["tensor", "node"]


def test_hooks_inside_of_what_is_outside_are_called_once() -> None:
    """(In PyTorch the second run registers them again, and ``retain_grad`` has no effect.)"""
    log: list[str] = []
    x, w = leaf(wengert, 0.5), leaf(wengert, 2.0)
    z = x * 1

    def f(z: Any) -> Any:
        z.register_hook(lambda g: log.append("input") or g * 10)  # type: ignore[func-returns-value]
        w.register_hook(lambda g: log.append("captured"))
        z.retain_grad()
        return (z * w).exp()

    checkpoint(f, z, use_reentrant=False).backward()
    assert sorted(log) == ["captured", "input"]
    assert z.grad.item() == x.grad.item() == pytest.approx(20 * np.e)
    assert len(w._backward_hooks) == 1


def test_functions_inside_may_read_what_they_saved_twice() -> None:
    """(PyTorch raises a CheckpointError.)"""
    x = leaf(wengert, 0.5)
    checkpoint(lambda x: Cube.apply(x.sin()), x, use_reentrant=False).backward()
    assert x.grad.item() == pytest.approx(3 * np.sin(0.5) ** 2 * np.cos(0.5))


def test_forward_mode(lib: Any) -> None:
    """A dual number through a region; backward of the result and its tangent, inside the level and after it."""
    forward = importlib.import_module(f"{lib.__name__}.autograd.forward_ad")
    with forward.dual_level():
        x = leaf(lib, 0.5)
        d = forward.make_dual(x, lib.ones_like(x))
        value, tangent = forward.unpack_dual(again(lib, lambda x: (x.sin() * x).exp(), d))
        plain, expected = forward.unpack_dual((d.sin() * d).exp())
        assert value.item() == plain.item() and tangent.item() == pytest.approx(expected.item())
        (a,), (b,) = lib.autograd.grad(value, x), lib.autograd.grad(plain, x)
        assert a.item() == pytest.approx(b.item())


def test_forward_mode_and_backward_afterwards() -> None:
    """The second run enters the level again after it has ended, and saves the same. (PyTorch's tangents are gone.)"""
    with forward_ad.dual_level():
        x = leaf(wengert, 0.5)
        d = forward_ad.make_dual(x, wengert.ones_like(x))
        value, tangent = forward_ad.unpack_dual(checkpoint(lambda x: (x.sin() * x).exp(), d, use_reentrant=False))
    (a,) = wengert.autograd.grad(value + tangent, x)
    y = leaf(wengert, 0.5)
    (g,) = wengert.autograd.grad((y.sin() * y).exp(), y, create_graph=True)
    (h,) = wengert.autograd.grad(g, y, retain_graph=True)
    assert a.item() == pytest.approx((g + h).item())


def test_reentrant_under_vmap_and_walked_afterwards() -> None:
    """The gradient of a captured tensor is summed over examples once. (torch.vmap refuses the re-entrant form.)"""
    xs, w = leaf(wengert, 0.1, 0.2, 0.3), leaf(wengert, 2.0)
    ys = vmap(lambda x: checkpoint(lambda x: (x * w).sin(), x, use_reentrant=True))(xs)
    ys.sum().backward()
    c = np.cos(2 * np.array([0.1, 0.2, 0.3]))
    np.testing.assert_allclose(xs.grad.numpy(), 2 * c)
    assert w.grad.item() == pytest.approx((c * [0.1, 0.2, 0.3]).sum())


def test_unused_tangents_change_nothing() -> None:
    """jvp of a gradient through a region that is recorded inside the level. (torch.func refuses the hooks.)"""
    x = wengert.tensor([0.1, 0.2], dtype=wengert.float64)

    def f(x: Any) -> Any:
        return checkpoint(lambda x: (x.sin() * x).exp().sum(), x, use_reentrant=False)

    def plain(x: Any) -> Any:
        return (x.sin() * x).exp().sum()

    found, expected = (jvp(grad(g), (x,), (x.cos(),))[1].numpy() for g in (f, plain))
    np.testing.assert_allclose(found, expected)
