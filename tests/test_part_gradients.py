"""Gradients of parts: a loop over ``x[i]`` adds each of them to one array, at its place.

They are held to the sum of the gradients of the parts, each in a pass of its own.
"""

from __future__ import annotations

import gc
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within
from wengert import func
from wengert.autograd import grad
from wengert.nn import functional as F

Part = Callable[[Any], Any]
# parts of a tensor of shape (4, 5, 3), or all of it
PARTS: dict[str, Part] = {
    "x[i]": lambda x: x[2],
    "x[-1]": lambda x: x[-1],
    "x[i, j]": lambda x: x[1, 3],
    "x[i, j, k]": lambda x: x[3, 0, 2],
    "x[i:j]": lambda x: x[1:3],
    "x[::2]": lambda x: x[::2],
    "x[:, i]": lambda x: x[:, 2],
    "x[..., i:]": lambda x: x[..., 1:],
    "x[None, i, :, None, ::2]": lambda x: x[None, 1, :, None, ::2],
    "x[i:i]": lambda x: x[2:2],
    "x[i][j]": lambda x: x[1][2],
    "x.T[i]": lambda x: x.transpose(0, 2)[1],
    "select": lambda x: x.select(1, 4),
    "narrow": lambda x: x.narrow(2, 1, 2),
    "x[[i, j, i]]": lambda x: x[[2, 0, 2]],
    "x[:, [[i, j], [j, j]]]": lambda x: x[:, wengert.tensor([[4, 0], [0, 0]])],
    "x[[i, j], :, [k, k]]": lambda x: x[[3, 1], :, [-1, -1]],
    "x[mask]": lambda x: x[wengert.arange(60).reshape(4, 5, 3) % 7 == 0],
    "x[mask of rows]": lambda x: x[wengert.tensor([True, False, True, True])],
    "x[[]]": lambda x: x[[]],
    "index_select": lambda x: x.index_select(1, wengert.tensor([1, 1, 1])),
    "embedding": lambda x: F.embedding(wengert.tensor([[0, 3], [3, 3]]), x[:, :, 1]),
    "all of it": lambda x: x * 0.5,
    "all of it, as it is": lambda x: x[:],
    "its sum": lambda x: x.sum(),
}
# what the parts are taken from: a leaf, and tensors whose gradient goes through a node with one result or several
SOURCES: dict[str, Callable[[Any], Any]] = {
    "a leaf": lambda x: x,
    "a product": lambda x: x * x,
    "a view": lambda x: x.flip(0).transpose(0, 1).transpose(0, 1),
    "one of several": lambda x: (wengert.stack([x, x * 3]) * 1).unbind(0)[1],
    "a largest entry": lambda x: wengert.stack([x, -x]).max(0).values,
}
DTYPES = (wengert.float64, wengert.float32, wengert.float16, wengert.bfloat16, wengert.complex128)


def leaf(dtype: Any = wengert.float64, seed: int = 0) -> Any:
    x = np.random.default_rng(seed).normal(size=(4, 5, 3))
    return wengert.tensor(x + 1j * x[::-1] if dtype.is_complex else x).to(dtype).requires_grad_()


def loss_of(parts: list[Any]) -> Any:
    """A number in which every part has weights of its own, which are exact in half types."""
    total = 0.0
    for k, part in enumerate(parts):
        weights = ((wengert.arange(part.numel()) % 5 - 2) * 2.0 ** -(k % 3)).reshape(part.shape).to(part.dtype)
        total = total + (part * weights).sum()
    return total.real if total.is_complex() else total


def drawn(seed: int, source: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], int]:
    """A function of some parts, or of the part of a number, and how many there are."""
    rng = np.random.default_rng(seed)
    names = [list(PARTS)[k] for k in rng.integers(len(PARTS), size=rng.integers(2, 9))]

    def f(x: Any, only: int | None = None) -> Any:
        whole = source(x)
        parts = [PARTS[name](whole) for name in names]
        return loss_of([part if only in (None, k) else part * 0 for k, part in enumerate(parts)])

    return f, len(names)


def same(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-12, atol=1e-12)


@within("source", SOURCES)
def test_parts_in_any_order_give_the_sum_of_their_gradients(source: str) -> None:
    for seed in range(40):
        f, count = drawn(seed, SOURCES[source])
        x, v = leaf(seed=seed), leaf(seed=seed + 1).detach()
        expected = sum(grad(f(x, k), x)[0] for k in range(count))
        loss = f(x)
        (recorded,) = grad(loss, x, create_graph=True)
        same(recorded, expected)
        same(grad(loss, x, retain_graph=True)[0], expected)
        x.grad = wengert.ones_like(x)
        loss.backward()
        same(x.grad, 1 + expected)
        same(func.vmap(func.grad(f))(wengert.stack([v, x.detach()]))[1], expected)
        # f is a polynomial of second degree, whose gradient has this slope along v
        slope = (func.grad(f)(x.detach() + v * 1e-6) - func.grad(f)(x.detach() - v * 1e-6)) * 5e5
        close = {"rtol": 1e-7, "atol": 1e-7}
        for second in (
            func.jvp(func.grad(f), (x.detach(),), (v,))[1],
            grad(recorded, x, v)[0] if recorded.requires_grad else wengert.zeros_like(v),
        ):
            np.testing.assert_allclose(second.numpy(), slope.numpy(), **close)


@within("dtype", DTYPES)
def test_parts_of_every_dtype(dtype: Any) -> None:
    for name, part in PARTS.items():
        x = leaf(dtype)
        parts = [part(x), x[1], part(x * 1), x[0, 2]]
        expected = sum(
            grad(loss_of([p * (p is q) for q in parts]), x, retain_graph=True)[0].to(wengert.complex128) for p in parts
        )
        for recorded in (False, True):
            (found,) = grad(loss_of(parts), x, create_graph=recorded, retain_graph=True)
            assert found.dtype == x.dtype, name
            difference = (found.detach().to(wengert.complex128) - expected).abs().max()
            assert float(difference) <= 8 * wengert.finfo(x.dtype).eps, name


def test_values_that_meet_in_a_half_type_are_added_before_they_are_rounded() -> None:
    x = wengert.zeros(3, dtype=wengert.float16, requires_grad=True)
    loss = x[[0] * 4096].float().sum() + x[[1, 1]].float().sum() + x[2]
    assert grad(loss, x)[0].tolist() == [4096, 2, 1]  # one after the other, ones end at 2048


def test_parts_within_a_vmap_of_what_is_outside() -> None:
    x, w = leaf(), wengert.arange(6.0, dtype=wengert.float64).reshape(2, 3)
    loss = func.vmap(lambda w: (x[1] * w).sum() + x[0, 0, 0] * w[0] + x[1, 2].sum())(w).sum()
    expected = wengert.zeros(4, 5, 3, dtype=wengert.float64)
    expected[1] += w.sum(0)
    expected[0, 0, 0] += w[:, 0].sum()
    expected[1, 2] += 2
    for recorded in (False, True):
        same(grad(loss, x, create_graph=recorded, retain_graph=True)[0], expected)


def test_hooks_captures_and_formulas_of_users_get_whole_gradients() -> None:
    seen: list[Any] = []

    class Twice(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:  # type: ignore[override]
            seen.append(g)
            return g * 2

    x = leaf()
    y = x * 1
    y.register_hook(seen.append)
    y.grad_fn.register_prehook(lambda gs: seen.append(gs[0]))
    x.register_hook(seen.append)
    part = y[2]
    part.grad_fn.register_hook(lambda made, got: seen.append(made[0]))
    (part.sum() + Twice.apply(y)[1].sum()).backward()
    assert [type(g) for g in seen] == [wengert.Tensor] * 5
    assert {tuple(g.shape) for g in seen} == {(4, 5, 3)}
    assert float(seen[0].sum()) == 15 and float(seen[-1].sum()) == 45

    z = leaf()
    whole = z * 1
    captured, at_leaf = grad(whole[1].sum(), [whole, z])
    assert captured.tolist() == at_leaf.tolist() and float(captured.sum()) == 15
    assert whole[1].grad_fn(wengert.ones(5, 3, dtype=z.dtype)).sum() == 15  # a node that is called by hand


def test_watched_passes_see_whole_gradients() -> None:
    def run() -> Any:
        x = leaf()
        (x[1].sum() + (x[2] * 2).sum()).backward()
        return x.grad.tolist()

    expected = run()
    with warnings.catch_warnings(action="ignore"), wengert.autograd.detect_anomaly():
        assert run() == expected
    with wengert.autograd.profiler.profile(record_shapes=True) as profiled:
        assert run() == expected
    assert any("Select" in e.name or "Slice" in e.name for e in profiled.function_events)


@pytest.fixture
def traced() -> Iterator[None]:
    gc.collect()
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
def test_a_loop_over_parts_makes_one_array() -> None:
    """Each part is added in place. Otherwise the time of such a loop would grow with the square of its length."""
    x, places = wengert.zeros(64, 4096, requires_grad=True), wengert.arange(64).reshape(64, 1)
    ways: list[Callable[[Any, int], Any]] = [
        lambda x, i: x[i], lambda x, i: x[places[i]], lambda x, i: x.index_select(0, places[i]),
        lambda x, i: x[places[:, 0] == i], lambda x, i: F.embedding(places[i], x),
    ]  # fmt: skip
    for source in (x, (x * 1).max(-1, keepdim=True).values.expand(64, 4096) * 1, wengert.stack([x, x]).unbind(0)[0]):
        for way in ways:
            loss = sum((way(source, i) * i).sum() for i in range(64))
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            grad(loss, source)
            assert tracemalloc.get_traced_memory()[1] - before < 1.3 * 4 * source.numel()
