"""Checkpointing under a budget: the bytes that are kept, what is recomputed, and that nothing else changes."""

from __future__ import annotations

import contextlib
import mmap
import tracemalloc
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import wengert
from tests.test_checkpoint import PROGRAMS, STEPS, W, chain, leaf, mixed, results
from tests.test_words import ALL, apply, in_place, out_of_place, point
from tests.test_words import W as W2
from wengert._core.tools.recompute import region as regions
from wengert._core.tools.recompute.region import parsed
from wengert.autograd.graph import region_activation_memory_budget, saved, saved_tensors_hooks
from wengert.utils.checkpoint import checkpoint, checkpoint_plan

SIZE = 8 * 200_000


@pytest.fixture(autouse=True)
def fresh() -> Any:
    """Forget the plans of other tests."""
    regions._wanted.clear()
    regions._solved.clear()


def least(f: Any, *args: Any) -> int:
    """The least budget of a call, read from the error message."""
    with pytest.raises(RuntimeError, match="It needs at least") as error:
        checkpoint(f, *args, budget=0)
    return int(str(error.value).partition("at least ")[2].split()[0])


# -- the law: a budget changes no results


@pytest.mark.parametrize("calls", [1, 2])
@pytest.mark.parametrize("names", PROGRAMS, ids="-".join)
def test_gradients_are_the_same(names: tuple[str, ...], calls: int) -> None:
    """Bitwise equal, of first and second order, at every budget. The second call uses the plan of the first."""
    f = chain([STEPS[n] for n in names])
    expected = results(f)
    low = least(f, leaf(wengert, 0.3, -0.8, 0.5))
    W.grad = None
    for budget in (low, low + 24, low + 72, 1.0, 10_000):
        for _ in range(calls):
            found = results(lambda x, b=budget: checkpoint(f, x, budget=b))
            assert len(found) == len(expected)
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_array_equal(a, b, err_msg=str(budget))


@pytest.mark.parametrize("budget", [0.0, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("names", PROGRAMS, ids="-".join)
def test_gradients_are_the_same_of_a_block(names: tuple[str, ...], budget: float) -> None:
    f = chain([STEPS[n] for n in names])

    def block(x: Any) -> Any:
        with region_activation_memory_budget(budget) as region:
            y = f(x)
        assert region.plan is not None and region.plan.kept <= budget * region.plan.full
        return y

    for a, b in zip(results(block), results(f), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("word", ALL, ids=".".join)
def test_words_of_transformations(word: tuple[str, ...]) -> None:
    """Inside grad, jvp, jacrev, jacfwd and vmap, nested up to three deep."""
    x = point(word)

    def f(x: Any) -> Any:
        with region_activation_memory_budget(0.3):
            return in_place(x)

    found, expected = apply(word, f)(x), apply(word, out_of_place)(x)
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-11)
    (a,), (b,) = wengert.autograd.grad(found.sum(), W2), wengert.autograd.grad(expected.sum(), W2)
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("word", [w for w in ALL if len(w) < 3], ids=".".join)
def test_words_within(word: tuple[str, ...]) -> None:
    x = point(word).detach().requires_grad_()

    def region(x: Any) -> Any:
        with region_activation_memory_budget(0.3):
            return apply(word, out_of_place)(x).sum()

    (a,), (b,) = (wengert.autograd.grad(f(x), x) for f in (region, lambda x: apply(word, out_of_place)(x).sum()))
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-9)


def writes(x: Any) -> Any:
    """Writes of every kind: to whole tensors, through views, to buffers made inside, and in another dtype."""
    a = x.sin()
    a.mul_(3)
    b = wengert.zeros(3, dtype=x.dtype)
    for i in range(3):
        b[i] = a[i] * (i + 1)
    c = b.sin()
    view = c[1:]
    view.mul_(a[1:])
    d = c * view.sum()
    half = wengert.zeros(3, dtype=wengert.float32)
    half.add_(d)
    total = x.new_zeros(())
    total += half.exp().sum()
    return (d.cos() * total).reshape(3, 1).expand(3, 2).sum(1).tanh()


def draws(x: Any) -> Any:
    functional = wengert.nn.functional
    y = functional.dropout(x.repeat(400) * 2, 0.4).exp()
    y = functional.dropout(y * 2, 0.2, inplace=True) * wengert.rand(1200, dtype=x.dtype)
    return (y.sin() * wengert.randn(1200, dtype=x.dtype).exp()).tanh().reshape(3, 400).sum(1)


def parts(x: Any) -> Any:
    """Several outputs, views of them, indices and casts."""
    values, places = (x * x.cos()).sort()
    a, b, c = values.outer(x.exp()).exp().unbind(1)
    low = a.to(wengert.float32).sin().to(x.dtype)
    top, _ = (low * b + c[places].tanh()).exp().max(0, keepdim=True)
    return top * (b * c).cumsum(0).sin()[:1]


@pytest.mark.parametrize("f", [writes, draws, parts, mixed])
def test_writes_draws_and_parts(f: Any) -> None:
    expected = results(f)
    full = checkpoint_plan(f, leaf(wengert, 0.3, -0.8, 0.5), budget=1.0).full
    for budget in (0.0, 0.2, 0.4, 0.7, 0.9):

        def block(x: Any, budget: float = budget) -> Any:
            with region_activation_memory_budget(budget):
                return f(x)

        for g in (block, lambda x, b=budget: checkpoint(f, x, budget=int(full * (1 + b)))):
            for a, b in zip(results(g), expected, strict=True):
                np.testing.assert_array_equal(a, b)


def test_what_is_drawn_is_drawn_again() -> None:
    """Masks need not be kept. Random numbers that are drawn afterwards do not change."""
    x = wengert.ones(5000, requires_grad=True)

    def f(x: Any) -> Any:
        return wengert.nn.functional.dropout(x.sin(), 0.5).exp() * wengert.rand(5000)

    grads = []
    for budget in (1.0, 0.0):
        wengert.manual_seed(1)
        with region_activation_memory_budget(budget) as region:
            y = f(x)
        assert region.plan is not None and region.plan.inputs == 20_000  # x
        after = wengert.rand(3)
        grads.append((wengert.autograd.grad(y.sum(), x)[0].tolist(), after.tolist(), wengert.rand(3).tolist()))
    assert grads[0] == grads[1] and 0.0 in grads[0][0]


def test_the_function_is_called_once() -> None:
    log: list[str] = []

    def f(x: Any, *, scale: float, more: dict[str, Any]) -> Any:
        log.append("run")
        y = x.sin()
        y.register_hook(lambda g: log.append("hook"))
        return (y * scale).exp() * more["w"]

    x, w = leaf(wengert, 1.0), leaf(wengert, 2.0)
    y = checkpoint(f, x, scale=3.0, more={"w": w}, budget=16)
    y.backward()
    assert log == ["run", "hook"]
    expected = wengert.autograd.grad(f(x, scale=3.0, more={"w": w}), (x, w))
    assert (x.grad, w.grad) == expected


@pytest.mark.parametrize("outer", ["plain", "budget", "block"])
@pytest.mark.parametrize("inner", ["plain", "budget", "block"])
def test_nested(outer: str, inner: str) -> None:
    def under(kind: str, f: Any) -> Any:
        def run(x: Any) -> Any:
            if kind == "block":
                with region_activation_memory_budget(0.2):
                    return f(x)
            return checkpoint(f, x, budget=500) if kind == "budget" else checkpoint(f, x, use_reentrant=False)

        return run

    def f(g: Any) -> Any:
        return lambda x: g(x.sin().exp() * x).cos() * wengert.rand(3, dtype=x.dtype)

    body = chain([STEPS["sin"], STEPS["random"], STEPS["mixed"], STEPS["exp"]])
    for a, b in zip(results(under(outer, f(under(inner, body)))), results(f(body)), strict=True):
        np.testing.assert_array_equal(a, b)


def test_an_outer_region_keeps_the_inputs_of_an_inner_one() -> None:
    x = wengert.full((200_000,), 0.5, dtype=wengert.float64, requires_grad=True)

    def f(x: Any) -> Any:
        for _ in range(5):
            x = checkpoint(lambda x: x.sin().exp().sin(), x.cos(), budget=1.0)  # its budget allows to keep everything
        return x

    f(x).sum().backward()
    tracemalloc.start()
    try:
        y = checkpoint(f, x, use_reentrant=False)
        assert tracemalloc.get_traced_memory()[0] < 1.5 * SIZE  # the result
        y.sum().backward()
    finally:
        tracemalloc.stop()


def test_hooks_for_saved_tensors_around_get_what_is_kept() -> None:
    seen: list[Any] = []
    x = leaf(wengert, 1.0, 2.0)
    with saved_tensors_hooks(lambda t: (seen.append(t.tolist()), t.detach().numpy())[1], wengert.from_numpy):
        y = checkpoint(lambda x: x.sin().exp(), x, budget=16)
    assert seen == [[1.0, 2.0], x.sin().exp().tolist()]  # the input, and the value that is kept
    y.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), (x.cos() * x.sin().exp()).detach().numpy())


# -- memory


def deep(x: Any) -> Any:
    for _ in range(30):
        x = x.sin()
    return x


def wide(x: Any) -> Any:
    for _ in range(8):
        x = (x.exp() * 0.1 + x.sin() * x).tanh()
    return x


def away(t: Any) -> Any:
    """Pack a tensor into memory that tracemalloc does not count."""
    memory = mmap.mmap(-1, t.numel() * 8)
    memory.write(t.detach().numpy().tobytes())
    return memory, t.shape


def np_from(packed: Any) -> Any:
    return wengert.from_numpy(np.frombuffer(packed[0], np.float64).reshape(packed[1]))


class Highest:
    """Measures the peak of newly allocated bytes."""

    def __enter__(self) -> Highest:
        tracemalloc.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bytes = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


@pytest.mark.parametrize("f", [deep, wide])
@pytest.mark.parametrize("slots", [3, 8])
def test_the_peak_stays_under_the_budget(f: Any, slots: int) -> None:
    """Checks the memory after the call, and the peak of the backward pass, without a plan and with one.

    The result and the gradients come on top. Their memory is measured with all saved tensors in memory that is not
    counted.
    """
    x = wengert.full((200_000,), 0.5, dtype=wengert.float64, requires_grad=True)
    budget = max(slots * SIZE, least(f, x))
    f(x).sum().backward()
    expected, x.grad = x.grad, None
    with Highest() as gradients, saved_tensors_hooks(away, np_from):
        y = f(x)
        y.sum().backward()
    spare = gradients.bytes + SIZE // 4
    assert spare < 9 * SIZE
    for retain in (False, False, True):
        x.grad = None
        tracemalloc.start()
        try:
            y = checkpoint(f, x, budget=budget)
            assert tracemalloc.get_traced_memory()[0] < budget + 1.5 * SIZE  # plus the result
            tracemalloc.reset_peak()
            y.sum().backward(retain_graph=retain)
            assert tracemalloc.get_traced_memory()[1] < budget + spare
            if retain:
                x.grad = None
                tracemalloc.reset_peak()
                y.sum().backward()
                assert tracemalloc.get_traced_memory()[1] < budget + spare
        finally:
            tracemalloc.stop()
        np.testing.assert_array_equal(x.grad.numpy(), expected.numpy())
        del y


@pytest.mark.parametrize("f", [deep, wide])
def test_the_budget_is_used(f: Any) -> None:
    """With a larger budget less is recomputed, and with the full budget nothing."""
    x = wengert.full((200_000,), 0.5, dtype=wengert.float64, requires_grad=True)
    low, full = least(f, x), checkpoint_plan(f, x, budget=1.0).full
    plans = [checkpoint_plan(f, x, budget=low + k * (full - low) // 4) for k in range(5)]
    costs = [p.cost for p in plans]
    assert costs == sorted(costs, reverse=True) and costs[-1] == 0 < costs[-2]
    assert plans[-1].kept == full and all(p.peak <= p.budget for p in plans)
    assert all("recomputed" not in r.what() for r in plans[-1].rows)


def test_as_much_is_computed_as_was_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    x = wengert.full((1000,), 0.5, dtype=wengert.float64, requires_grad=True)
    plan = checkpoint_plan(deep, x, budget=5 * 8000)
    y = checkpoint(deep, x, budget=5 * 8000)
    row, count = wengert._core.dispatch.registry.REGISTRY["sin"], [0]
    kernel = row.kernel

    def counting(xp: Any, x: Any) -> Any:
        count[0] += 1
        return kernel(xp, x)

    monkeypatch.setattr(row, "kernel", counting)
    monkeypatch.setattr(row, "fused", None)
    y.sum().backward()
    assert count[0] == sum(r.times for r in plan.rows) > 0


@pytest.mark.usefixtures("no_gc")
def test_everything_goes_with_the_loss() -> None:
    x = leaf(wengert, 0.3, -0.8, 0.5)
    for walk in (False, True):
        y = checkpoint(chain([STEPS["sin"], STEPS["mixed"], STEPS["random"]]), x * 1, budget=300)
        node, region = weakref.ref(y.grad_fn), weakref.ref(saved_region(y))
        assert region() is not None
        if walk:
            y.sum().backward(retain_graph=True)
        del y
        assert node() is None and region() is None


def saved_region(y: Any) -> Any:
    """The region that holds the saved tensors of a result."""
    stack = [y.grad_fn]
    while True:
        node = stack.pop()
        for s in node._wg_saved or ():
            unpack = getattr(getattr(s, "data", None), "unpack", None)
            if unpack is not None:
                return unpack.__self__
        stack += [n for n in node._wg_next if n is not None]


# -- orders of backward passes


def test_walks_of_any_order_and_part() -> None:
    x = leaf(wengert, 0.3, -0.8, 0.5)

    def f(x: Any) -> Any:
        a = x.sin().exp().cos()
        b = a.exp().sin().tanh()
        return a, b, (a * b).exp()

    low = least(lambda x: sum(f(x)), x)
    expected = [wengert.autograd.grad(y.sum(), x, retain_graph=True)[0].tolist() for y in f(x)]
    for order in ((0, 1, 2), (2, 1, 0), (1, 1, 2, 0, 2)):
        ys = checkpoint(f, x, budget=low + 24)
        for k in order:
            assert wengert.autograd.grad(ys[k].sum(), x, retain_graph=True)[0].tolist() == expected[k]
        assert ys[0].grad_fn._saved_self.shape == (3,)


def test_a_walk_within_and_one_while_it_is_recorded() -> None:
    def f(x: Any) -> Any:
        y = (x.sin() * x).exp()
        (g,) = wengert.autograd.grad(y.sum(), x, create_graph=True)
        return (g * y).sin()

    x = leaf(wengert, 0.3, -0.8, 0.5)
    expected = f(x)
    (g,) = wengert.autograd.grad(expected.sum(), x)
    for budget in (24 * 20, 24 * 8):
        y = checkpoint(f, x, budget=budget)
        assert y.tolist() == expected.tolist()
        assert wengert.autograd.grad(y.sum(), x)[0].tolist() == g.tolist()


# -- in-place writes


def test_what_was_written_is_refused() -> None:
    """It raises as without a budget."""
    x = leaf(wengert, 1.0, 2.0)
    y = checkpoint(lambda x: x.exp(), x, budget=1.0)
    with wengert.no_grad():
        y.zero_()
    with pytest.raises(RuntimeError, match=r"(?s)modified by an inplace operation.*ExpBackward0.*overwritten by zero_"):
        y.sum().backward()
    z = x * 1
    y = checkpoint(lambda z: z.sin(), z, budget=1.0)
    z.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_what_is_begun_with_was_written() -> None:
    """Dropped values are recomputed from the inputs of the region, so a write to one raises."""
    w = leaf(wengert, 1.0, 2.0)
    x = leaf(wengert, 1.0, 2.0)
    y = checkpoint(lambda x: (x + w).exp().sin(), x, budget=32)
    with region_activation_memory_budget(0.0):
        z = (x + w).exp().sin()
    with wengert.no_grad():
        w.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()
    y.sum().backward()  # this region does not need the written tensor


# -- arguments, plans, messages


def test_budgets() -> None:
    assert parsed("200MB") == 200_000_000 and parsed("1.5 GiB") == 3 * 2**29 and parsed(" 10 kb ") == 10_000
    assert parsed("7") == 7 and parsed("0.5kiB") == 512 and parsed("3 TB") == 3 * 10**12 and parsed("12 B") == 12
    assert parsed(0.5) == 0.5 and parsed(12) == 12
    for text in ("", "MB", "12 XB", "-3MB", "12 iB", "1e9"):
        with pytest.raises(ValueError, match="budget expected bytes as in '200MB' or '1.5 GiB', got"):
            parsed(text)
    for number in (-1, 1.5, -0.5, float("nan")):
        with pytest.raises(ValueError, match="budget expected bytes as an int of at least 0, or a part"):
            parsed(number)
    for other in (True, [1], 1j):
        with pytest.raises(TypeError, match="budget expected a number of bytes, a string as in '200MB', or a float"):
            parsed(other)


def test_what_excludes_a_budget() -> None:
    x = leaf(wengert, 1.0)
    contexts = lambda: (contextlib.nullcontext(), contextlib.nullcontext())  # noqa: E731
    for name, options in (("use_reentrant=True", {"use_reentrant": True}), ("context_fn", {"context_fn": contexts}),
                          ("debug", {"debug": True})):  # fmt: skip
        with pytest.raises(ValueError, match=f"`{name}` says how the function is called again; with a budget it is"):
            checkpoint(wengert.sin, x, budget=1.0, **options)
    with wengert.no_grad():
        assert not checkpoint(wengert.sin, x, budget=0).requires_grad
        with pytest.raises(RuntimeError, match="checkpoint_plan: nothing is recorded under no_grad"):
            checkpoint_plan(wengert.sin, x, budget=0)


def test_too_small_a_budget_says_what_is_needed() -> None:
    x = leaf(wengert, 0.3, -0.8, 0.5)
    low = least(deep, x)
    message = (
        rf"cannot be differentiated within a budget of {low - 1} bytes. It needs at least {low} bytes .*would keep"
    )
    with pytest.raises(RuntimeError, match=message):
        checkpoint(deep, x, budget=low - 1)
    checkpoint(deep, x, budget=low).sum().backward()
    with pytest.raises(RuntimeError, match=rf"at least {low} bytes, which is a part of {low / (29 * 24):.3f} "):
        checkpoint(deep, x, budget=0.01)
    assert wengert._core.tape.state.current().tools is None and wengert._core.tape.state.current().busy == 0


def test_a_region_is_entered_once() -> None:
    region = region_activation_memory_budget(0.5)
    with region:
        leaf(wengert, 1.0).sin()
    with pytest.raises(RuntimeError, match="this region has been entered before"), region:
        pass


def test_where_hooks_are_refused() -> None:
    refused = wengert.autograd.graph.disable_saved_tensors_hooks("none here")
    with refused, pytest.raises(RuntimeError, match="none here"):
        checkpoint(wengert.sin, leaf(wengert, 1.0), budget=1.0)


def test_a_walk_in_another_thread() -> None:
    x = leaf(wengert, 0.3, -0.8, 0.5)
    y = checkpoint(mixed, x, budget=least(mixed, x) + 24).sum()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(y.backward).result()
    assert x.grad.tolist() == wengert.autograd.grad(mixed(x).sum(), x)[0].tolist()


def test_an_error_inside_leaves_nothing_behind() -> None:
    with pytest.raises(ZeroDivisionError):
        checkpoint(lambda x: x.sin() * (1 // 0), leaf(wengert, 1.0), budget=1.0)
    assert wengert._core.tape.state.current().tools is None and wengert._core.tape.state.current().busy == 0


def test_the_plan_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    x = wengert.ones(1000, requires_grad=True)

    def f(x: Any) -> Any:
        return ((x.exp() * 2).sin().exp() * 3).cos()

    y = checkpoint(f, x, budget="8kB", verbose=True)
    y.sum().backward()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["operation", "shape", "dtype", "memory", "cost", "line"]
    plan = checkpoint_plan(f, x, budget="8kB")
    assert str(plan) == plan.explain() == "\n".join(lines)
    assert [r.operation for r in plan.rows] == ["exp", "mul", "sin", "exp", "mul"]
    assert all("`return ((x.exp() * 2)" in line for line in lines[1:-2])
    assert lines[-2].startswith("8 kB kept of 8 kB allowed, 16 kB without a budget; at most 8 kB while backward")
    assert lines[-1] == "4 kB of inputs are kept besides."
    assert repr(plan).startswith("<plan: 8 kB kept of 16 kB, ")
    assert plan.share == plan.cost / (sum(r.cost for r in plan.rows) + plan.rows[2].cost)  # plus cos, the last one


def test_saved_shows_what_is_kept() -> None:
    x = wengert.ones(1000, requires_grad=True)
    with region_activation_memory_budget(0.5) as region:
        y = x.exp().sin().exp().sin()
    table = saved(y)
    assert region.plan is not None and table.bytes == region.plan.kept + 4000  # plus the input
    found = [(r.operation, r.name, r.memory()) for r in table.rows]
    assert ("checkpoint()", "inputs[0]", "4 kB") in found and ("ExpBackward0", "_saved_result", "recomputed") in found


def test_a_call_learns_from_the_one_before() -> None:
    """For a function with the same code and argument shapes, the second call keeps the planned values at once."""
    x = wengert.ones(1000, requires_grad=True)
    kept = []
    for _ in range(2):
        y = checkpoint(deep, x, budget=5 * 4000)
        kept.append(sum(r.bytes for r in saved(y).rows if not r.leaf))
    assert kept[0] < kept[1] == checkpoint_plan(deep, x, budget=5 * 4000).kept
