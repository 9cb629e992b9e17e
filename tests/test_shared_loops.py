"""Loops that threads share give the same bits on any number of threads, in forks, interrupted, at exit."""

from __future__ import annotations

import itertools
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import Cases
from tests.guarded_memory import BYTES, guarded
from tests.test_fused import ELEMENTWISE, kernel_of, programs
from wengert._core.arrays import copies, cores, extremes, gradient_buffers, reductions, rows, scan_loops, threads
from wengert._core.dispatch.registry import REGISTRY
from wengert._core.ops.index import index_loops
from wengert._core.ops.nn import activation as nn_activation
from wengert._core.ops.nn import normalization
from wengert._core.ops.reduce import order_loops

F = wengert.nn.functional
COUNTS = (1, 2, 3, 7)
WHOLE = np.lib.NumpyVersion(np.__version__) >= "2.3.0"  # NumPy adds long dense arrays whole; before, 8,192 at a time
SHAPES = ((301, 502), (150001,))  # each is large enough to be shared, and no multiple of a part
compiled = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has no loops of its own")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@contextmanager
def threads_of(count: int) -> Iterator[None]:
    before = threads.count()
    threads.set_count(count)
    yield
    threads.set_count(before)


def values(count: int, shape: tuple[int, ...], dtype: Any = np.float32) -> list[np.ndarray]:
    return list(np.random.default_rng(0).normal(size=(count, *shape)).astype(dtype))


def arrays_of(found: Any) -> list[np.ndarray]:
    if isinstance(found, list | tuple):
        return [a for f in found for a in arrays_of(f)]
    return [np.asarray(found.detach() if isinstance(found, wengert.Tensor) else found)]


def same_at_each_count(compute: Callable[[], Any], counts: tuple[int, ...] = COUNTS) -> list[np.ndarray]:
    """Hold results to the same bits on any number of threads, and whatever was in memory before. Return them."""
    with threads_of(1), guarded(BYTES[0]):
        first = arrays_of(compute())
    for number, count in enumerate(counts[1:], 1):
        with threads_of(count), guarded(BYTES[number % len(BYTES)]):
            for mine, its in zip(arrays_of(compute()), first, strict=True):
                assert mine.dtype == its.dtype and mine.shape == its.shape and mine.tobytes() == its.tobytes(), count
    return first


def gapped(xs: list[np.ndarray]) -> list[np.ndarray]:
    """Arrays of which each has gaps, and all but the first broadcast."""
    return [xs[0][..., 1:], *[x[..., 1:] if x.ndim == 1 else x[:1, 1:] for x in xs[1:]]]


@compiled
def test_elementwise_programs() -> None:
    cases = Cases("elementwise programs")
    for number, name in enumerate(ELEMENTWISE):
        op = REGISTRY[name]
        if set(op.params) - set(op.defaults) or op.group:
            continue
        xs = values(op.count, SHAPES[number % 2], (np.float32, np.float64)[number // 2 % 2])
        with cases(name), np.errstate(all="ignore"):
            for inputs in (xs, gapped(xs)):
                found = programs(kernel_of(op))
                if found.run(inputs) is not None:
                    same_at_each_count(lambda f=found, inputs=inputs: f.run(inputs), (1, COUNTS[1 + number % 3]))
    cases.report()


@compiled
def test_formulas() -> None:
    cases = Cases("formulas")
    for number, name in enumerate(ELEMENTWISE):
        op = REGISTRY[name]
        mask = op.differentiable_mask
        plan = op.make_plan(op, mask, op.count, False) if op.formulas and mask else None
        if plan is None or plan.fused is None or (plan.parametric and set(op.params) - set(op.defaults)):
            continue
        with cases(name), np.errstate(all="ignore"):
            inputs = values(1 + len(plan.saves), SHAPES[0])
            found = programs(plan.function(op.defaults))
            spare, counts = bool(number % 2), (1, COUNTS[1 + number // 2 % 3])
            same_at_each_count(lambda f=found, xs=inputs, s=spare: f.run([x.copy() for x in xs], None, s), counts)
    cases.report()


def step(optimiser: Any) -> list[Any]:
    """Three steps of an optimiser."""
    wengert.manual_seed(0)
    p = wengert.nn.Parameter(wengert.randn(400, 400))
    taken = optimiser([p])
    for _ in range(3):
        p.grad = p.detach() * 0.5 + 0.1
        taken.step()
    return [p]


def test_steps_of_optimisers() -> None:
    optim = wengert.optim
    for optimiser in (
        lambda p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.01), optim.Adam, optim.AdamW, optim.RMSprop,
        optim.Adagrad,
    ):  # fmt: skip
        same_at_each_count(lambda optimiser=optimiser: step(optimiser))


@compiled
@pytest.mark.parametrize("shape", [(333, 500), (70000, 3), (40, 50, 90), (2, 70000)])
def test_rows(shape: tuple[int, ...]) -> None:
    x, g = values(2, shape)
    out, row, each, n = np.exp(x), x[(0,) * (len(shape) - 1)].copy(), x[..., :1].copy(), shape[-1]
    for fn, inputs in {
        nn_activation._exponentials: (np, x), nn_activation._logarithms: (np, x),
        nn_activation._softmax_slope: (g, out),
        normalization._slope_of_rows: (g, x, row, each, each * each, n, 1e-5),
    }.items():  # fmt: skip
        same_at_each_count(lambda fn=fn, inputs=inputs: fn(*inputs, dim=-1))


@compiled
def test_layers_and_rows() -> None:
    def passes(fn: Callable[..., Any], *shapes: tuple[int, ...]) -> Callable[[], list[Any]]:
        def compute() -> list[Any]:
            xs = [wengert.from_numpy(x).requires_grad_() for shape in shapes for x in values(1, shape)]
            out = fn(*xs)
            out.backward(wengert.from_numpy(np.asarray(values(1, tuple(out.shape))[0])))
            return [out, *[x.grad for x in xs]]

        return compute

    for compute in (
        passes(lambda x, w, b: F.layer_norm(x, (301,), w, b), (511, 301), (301,), (301,)),
        passes(lambda x: F.layer_norm(x, (40, 70)), (60, 40, 70)),
        passes(lambda x, w, b: F.group_norm(x, 2, w, b), (30, 6, 25, 37), (6,), (6,)),
        passes(lambda x, w, b: F.batch_norm(x, None, None, w, b, True), (30, 6, 25, 37), (6,), (6,)),
        passes(lambda x, w, b: F.batch_norm(x, None, None, w, b, True), (301, 511), (511,), (511,)),
        passes(lambda x, w: F.conv2d(x, w, padding=1), (4, 8, 90, 70), (5, 8, 3, 3)),
        # as many products as threads: the library's bits of a part are not always those of the whole
        passes(lambda x, w: F.conv2d(x, w, padding=2, stride=2, groups=2), (8, 8, 60, 50), (50, 4, 3, 3)),
        passes(lambda x, w, b: F.conv1d(x, w, b), (40, 8, 300), (20, 8, 5), (20,)),
        passes(lambda x: F.max_pool2d(x, 3, 2) + F.avg_pool2d(x, 3, 2), (5, 7, 90, 70)),
        passes(
            lambda x: F.adaptive_avg_pool2d(x, (3, 4)).sum() + x.topk(5).values.sum() + x.median(-1).values.sum(),
            (5, 7, 90, 70),
        ),
        passes(lambda x, y: F.unfold(x, 3).sum() + wengert.cdist(y, y[:50]).sum(), (4, 8, 90, 70), (300, 17)),
        passes(lambda x: wengert.linalg.inv(x) + wengert.linalg.det(x).sum(), (3, 5, 901, 3, 3)),
        passes(lambda x, y: wengert.linalg.solve(x, y.mT), (701, 9, 9), (701, 2, 9)),
        passes(lambda x: x.std() + x.var(1).sum() + x.prod(1).sum(), (301, 502)),
        *[
            passes(
                lambda x, g, mode=mode: F.grid_sample(x, g.tanh(), mode, "reflection", False),
                (3, 7, 40, 50),
                (3, 90, 80, 2),
            )
            for mode in ("bilinear", "bicubic")
        ],
        passes(lambda x: F.interpolate(x, (130, 100), mode="bilinear").log_softmax(1), (3, 7, 80, 70)),
        passes(lambda x: F.pad(x, (2, 1, 0, 3), "reflect").tril(3), (5, 7, 90, 70)),
        passes(lambda x: F.ctc_loss(x.log_softmax(2), wengert.ones(9, 20).long(), (60,) * 9, (20,) * 9), (60, 9, 12)),
    ):
        same_at_each_count(compute)


@compiled
def test_scans_and_sorts_of_rows() -> None:
    for shape in ((301, 502), (4, 50, 900), (2, 90000), (90000, 3), (1, 200, 1000)):
        x = values(1, shape)[0]
        for axis in range(x.ndim):
            for product, backwards in ((False, False), (True, True)):
                turn = np.exp(1j * x).astype("c8") if x.size < 200_000 else 1 + x * np.float32(0.01)
                for near in (1 + x * np.float32(0.01), turn):
                    found = same_at_each_count(partial(scan_loops.running, near, axis, product, backwards))[0]
                    wide = (np.flip(near, axis) if backwards else near).astype(np.promote_types(near.dtype, "f8"))
                    wide = (np.multiply if product else np.add).accumulate(wide, axis)
                    assert np.array_equal(found, (np.flip(wide, axis) if backwards else wide).astype(near.dtype))
    for dtype in ("f4", "f8"):
        x = values(1, (301, 502), dtype)[0]
        x[:, ::7], x[:, 3::11], x[:, 5], x[:, 9], x[:, 1], x[2] = 0, -0.0, np.nan, -np.nan, -np.inf, 1
        for descending in (False, True):
            found = same_at_each_count(partial(order_loops.argsorted, x, descending))[0]
            expected = (
                501 - x[:, ::-1].argsort(-1, kind="stable")[:, ::-1] if descending else x.argsort(-1, kind="stable")
            )
            assert np.array_equal(found, expected)
    assert order_loops.argsorted(x[:, :9].copy(), False) is None and order_loops.argsorted(x.T, False) is None


@compiled
def test_searches_of_rows() -> None:
    for dtype in ("f4", "f8", "i8"):
        for n in (0, 1, 2, 7, 500):
            edges, x = values(1, (301, n))[0] * 3, values(1, (301, 502))[0] * 3
            edges, x = edges.round(1), x.round(1)  # values that are edges, too
            if dtype != "i8":
                edges[:, -2:], x[:, ::7], x[:, 3::11], x[:, 5], x[:, 1] = np.nan, 0, -0.0, np.nan, -np.inf
            edges, x = np.sort(edges.astype(dtype)), x.astype(dtype)
            for right in (False, True):
                side = "right" if right else "left"
                for e in (edges, edges[1]):
                    found = same_at_each_count(partial(order_loops.searched, e, x, right))[0]
                    expected = [np.searchsorted(e if e.ndim == 1 else e[i], x[i], side) for i in range(len(x))]
                    assert np.array_equal(found, expected), (dtype, n, right, e.ndim)
    assert np.array_equal(order_loops.searched(edges.T.copy().T, x, False), order_loops.searched(edges, x, False))
    assert order_loops.searched(edges, x.astype("i4"), False) is None


@compiled
def test_taking_rows() -> None:
    rng = np.random.default_rng(0)
    for dtype, outer, n, m, inner in (("f4", 1, 50, 3000, 70), ("i8", 3, 50, 900, 60), ("?", 2, 7, 5000, 9)):
        x, at = rng.integers(0, 99, (outer, n, inner)).astype(dtype), rng.integers(0, n, m)
        found = same_at_each_count(partial(index_loops.take_rows, x, at, outer, inner))[0]
        assert np.array_equal(found, x[:, at])
        for wrong in (-1, n):
            at[m // 2] = wrong
            assert index_loops.take_rows(x, at, outer, inner) is None


@compiled
def test_formulas_with_bools_and_reductions() -> None:
    def gradients(fn: Callable[..., Any], *more: np.ndarray) -> Callable[[], list[Any]]:
        def compute() -> list[Any]:
            x = wengert.from_numpy(values(1, (301, 502))[0]).requires_grad_()
            out = fn(x, *[wengert.from_numpy(m) for m in more])
            out.backward(wengert.ones_like(out) * 0.3)
            return [out, x.grad]

        return compute

    y, mask = values(1, (301, 502))[0][::-1].copy(), values(1, (301, 502))[0] > 0.3
    for compute in (
        gradients(lambda x, m: wengert.where(m, x, x * 2).masked_fill(m & (x > 1), 0.5), mask),
        gradients(lambda x, m: wengert.where(m, x, 1.0), mask[0]),
        gradients(F.mse_loss, y), gradients(lambda x, y: F.smooth_l1_loss(x, y, reduction="none"), y),
        gradients(lambda x: x.std() + x.var(0).sum() + x.std(1).sum() + x.norm() + x.norm(dim=1).sum()),
        gradients(lambda x: wengert.cat([x.double(), x.double().flip(0)]).repeat(2, 1).roll(3, 0)),
        gradients(lambda x: F.pad(wengert.stack([x, x * 2], 1), (1, 2, 0, 1)).sort(-1).values.cumsum(-1)),
    ):  # fmt: skip
        same_at_each_count(compute)


REDUCED: tuple[tuple[tuple[int, ...], Any], ...] = (
    ((400001,), None), ((400001,), 0), ((1 << 18,), (0,)), ((1000, 777), 1), ((1000, 777), None), ((777, 1000), 0),
    ((3, 300000), 1), ((3, 300000), 0), ((50, 60, 70), (1, 2)), ((50, 60, 70), (0, 1)), ((50, 60, 70), (0, 2)),
    ((50, 60, 70), (0, 1, 2)), ((200000, 3), 1), ((200000, 3), 0), ((1, 200000), 0), ((30, 4000, 2), 1),
    ((40, 3, 70, 70), (0, 2, 3)), ((20000, 90), 0), ((6, 1500, 1100), 1), ((2, 300000), 0), ((70, 90, 100), (0, 1)),
)  # fmt: skip


@compiled
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_reductions_have_one_order(dtype: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On any number of threads; and without loops of our own, from NumPy 2.3 on."""
    calls = {
        "sum": reductions.total, "squares": reductions.squares, "mean and variance": reductions.moments,
        "max": reductions.largest, "min": reductions.smallest,
        "max, transposed": lambda x, axis: reductions.largest(x.T, axis if axis is None else 0),
        "sum, transposed": lambda x, axis: reductions.total(x.T, axis if axis is None else 0),
        "product": lambda x, axis: reductions.product(1 + x * x.dtype.type(0.01), axis),
        "variance": lambda x, axis: reductions.variances(x, axis, 7.0),
        "place": lambda x, axis: reductions.place(x, axis if type(axis) is int else None, False),
    }  # fmt: skip
    found, cases = {}, Cases("reductions")

    @lru_cache(1)
    def given(shape: tuple[int, ...]) -> Any:
        return values(1, shape, dtype)[0]

    for shape, axis in REDUCED:
        for name, call in calls.items():
            with cases(name, shape, axis):
                x = given(shape)
                found[name, shape, axis] = same_at_each_count(lambda call=call, x=x, axis=axis: call(x, axis))
    cases.report()
    monkeypatch.setattr(rows, "by_row", lambda a, axis, keepdims, squares=False: None)
    monkeypatch.setattr(extremes, "with_places", lambda a, axis, smallest, keepdims: None)
    monkeypatch.setattr(extremes, "of", lambda a, axis, smallest, keepdims: None)
    monkeypatch.setattr(rows, "moments_by_row", lambda a, axis: None)
    monkeypatch.setattr(rows, "variances_by_row", lambda a, axis, divisor, keepdims, roots: None)
    monkeypatch.setattr(rows, "product_by_row", lambda a, axis, keepdims: None)
    monkeypatch.setattr(rows, "by_column", lambda a, axis, keepdims, wide=False, product=False: None)
    for (name, shape, axis), first in found.items():
        with cases("NumPy's", name, shape, axis):
            x = given(shape)
            again = arrays_of(calls[name](x, axis))
            if WHOLE:
                assert [a.tobytes() for a in again] == [a.tobytes() for a in first]
            for a, b in zip(again, first, strict=True):
                np.testing.assert_allclose(a, b, 100 * np.finfo(dtype).eps, 100 * np.finfo(dtype).eps * x.size**0.5)
    cases.report()


NUMPYS: Any = {"sum": np.sum, "max": np.max, "min": np.min, "product": np.prod, "kept": partial(np.sum, keepdims=True)}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sums_of_expanded_arrays(dtype: Any) -> None:
    """What is repeated is added once, and multiplied by the number of times."""
    base, cases = 1 + values(1, (34, 1, 90), dtype)[0] * dtype(0.01), Cases("sums")
    for once in (base, base[:, :, :1], base[:1, :, ::2]):
        for axes in itertools.permutations(range(3)):
            whole = np.broadcast_to(once, (34, 70, once.shape[2] if once.shape[2] > 1 else 90)).transpose(axes)
            part = once.transpose(axes)
            for axis in (None, 0, 1, 2, (0, 1), (0, 2), (1, 2)):
                over = range(3) if axis is None else axis if isinstance(axis, tuple) else (axis,)
                times = math.prod([whole.shape[a] // part.shape[a] for a in over])
                with cases(part.strides, axis):
                    found, expected = reductions.total(whole, axis, True), reductions.total(part, axis, True)
                    assert (found == expected * dtype(times)).all() and found.dtype == dtype
                    assert found.shape == whole.sum(axis, keepdims=True).shape and found.flags.c_contiguous
                    np.testing.assert_array_equal(reductions.total(whole, axis), np.squeeze(found, axis))
    cases.report()


@compiled
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_reductions_of_arrays_with_gaps(dtype: Any) -> None:
    """They have the bits of reductions of a copy without gaps, in the same order of memory."""
    base, cases = 1 + values(1, (34, 70, 90), dtype)[0] * dtype(0.01), Cases("reductions")
    given = {
        "every second": base[:, :, ::2], "inner": base[1:, 1:-1, 1:-1], "rows": base[:, ::3],
        "backwards": base[::-1, :, ::-1], "narrow": base[:, :, :3], "one": base[:, :1, ::2], "dense": base,
        "expanded": np.broadcast_to(base[:, :1], base.shape), "a column": base.reshape(-1)[::3][:, None, None],
        "small": base[:3, :9, :20:2], "one row": base[:1, :, ::2],
    }  # fmt: skip
    calls = {
        "sum": reductions.total, "max": reductions.largest, "min": reductions.smallest,
        "product": lambda x, axis: reductions.product(x, axis), "kept": lambda x, axis: reductions.total(x, axis, True),
    }  # fmt: skip
    for (name, x), axes in itertools.product(given.items(), itertools.permutations(range(3))):
        turned = x.transpose(axes)
        steps = [(n > 1, -abs(s)) for n, s in zip(turned.shape, turned.strides, strict=True)]
        order = sorted(range(3), key=steps.__getitem__)
        whole = turned.transpose(order).copy()
        for axis in (None, 0, 1, 2, (0, 1), (0, 2), (1, 2)):
            over = range(3) if axis is None else axis if isinstance(axis, tuple) else (axis,)
            among = tuple([i for i, a in enumerate(order) if a in over and turned.shape[a] > 1])
            for what, call in calls.items():
                if what == "product" and isinstance(axis, tuple):
                    continue  # nothing asks for it
                if name == "expanded" and what in ("sum", "kept"):
                    continue  # what is repeated is added once
                with cases(name, turned.strides, axis, what):
                    found = same_at_each_count(lambda call=call, x=turned, axis=axis: call(x, axis), COUNTS[:3])[0]
                    if among or what in ("sum", "kept"):
                        expected = np.asarray(call(whole, None if axis is None and what == "product" else among))
                        assert sorted(found.ravel().tolist()) == sorted(expected.ravel().tolist())
                    np.testing.assert_allclose(found, NUMPYS[what](turned.astype("f8"), axis=axis), 1e-5, 1e-3)
    cases.report()


@compiled
def test_large_sums_of_special_numbers() -> None:
    for filling in (-0.0, np.inf, np.nan, 1e38):
        x = np.full((3, 100000), filling, np.float32)
        with threads_of(3), np.errstate(all="ignore"):
            for axis in (None, 0, 1):
                np.testing.assert_array_equal(reductions.total(x, axis), x.sum(axis))
                np.testing.assert_array_equal(reductions.largest(x, axis), x.max(axis))
            assert np.signbit(reductions.total(x, 1)[0]) == np.signbit(x.sum(1)[0])


@compiled
@pytest.mark.parametrize(
    ("outer", "n", "m", "inner"),
    [(1, 7, 200000, 1), (1, 50000, 200000, 1), (1, 3, 3000, 50), (2, 900, 1000, 70), (40, 60, 70, 80),
     (1, 1, 150000, 1), (1, 90, 700, 500)],
)  # fmt: skip
def test_adding_at_indices(outer: int, n: int, m: int, inner: int) -> None:
    rng = np.random.default_rng(0)
    start, new = values(2, (outer, max(n, m), inner), np.float64)
    start, new = start[:, :n].copy(), new[:, :m].copy()
    rows_at, each_at = rng.integers(0, n, m), rng.integers(0, n, (outer, m, inner))

    def by_rows() -> np.ndarray:
        out = start.copy()
        assert index_loops.add_rows(out, rows_at, new, outer, inner)
        return out

    def by_elements() -> np.ndarray:
        out = start.copy()
        assert index_loops.along(out, each_at, new, 1, np.add)
        return out

    def by_expanded_rows() -> np.ndarray:
        out = start.copy()
        assert index_loops.along(out, np.broadcast_to(rows_at[:, None], new.shape), new, 1, np.add)
        return out

    def gathered() -> np.ndarray:
        return index_loops.taken(start, each_at, 1)

    expected = start.copy()
    np.add.at(expected, (slice(None), rows_at), new)
    assert np.array_equal(same_at_each_count(by_rows)[0], expected)
    assert np.array_equal(same_at_each_count(by_expanded_rows)[0], expected)
    at = (np.arange(outer)[:, None, None], each_at, np.arange(inner))
    expected = start.copy()
    np.add.at(expected, at, new)
    assert np.array_equal(same_at_each_count(by_elements)[0], expected)
    assert np.array_equal(same_at_each_count(gathered)[0], start[at])
    for wrong in (-1, n):  # wherever it is
        for where in (0, m // 2, m - 1):
            rows_at[where], kept = wrong, rows_at[where]
            with threads_of(3):
                assert not index_loops.add_rows(start, rows_at, new, outer, inner)
            rows_at[where] = kept


@compiled
def test_copies_in_another_order() -> None:
    rng, cases, taken = np.random.default_rng(0), Cases("copies"), 0
    for number, dtype in enumerate(("f4", "f8", "i2", "u1", "c8", "?", "f4", "c16")):
        for shape in ((512, 300), (60, 50, 70), (20, 21, 22, 23), (1, 9, 10, 11, 12, 13)):
            shape = tuple(rng.permutation(shape))
            parts = [rng.choice(3, p=(0.6, 0.2, 0.2)) for _ in shape]
            cuts = [(slice(0, n), slice(None, 2 * n, 2), slice(n - 1, None, -1))[p] for n, p in zip(shape, parts)]
            base = rng.integers(0, 200, [2 * n if p else n for n, p in zip(shape, parts)]).astype(dtype)
            x = base[tuple(cuts)].transpose(rng.permutation(len(shape)))
            x = np.broadcast_to(x[:1], x.shape) if number % 4 == 3 else x

            def copied(x: np.ndarray = x, number: int = number) -> np.ndarray:
                out = np.zeros([n + 2 for n in (x.T if number % 2 else x).shape], x.dtype)  # of which a part is written
                inside = out[(slice(1, -1),) * x.ndim]
                inside = inside.T if number % 2 else inside
                nonlocal taken
                taken += copies.write(inside, x)
                return out

            with cases(dtype, shape, cuts, x.strides):
                out = same_at_each_count(copied)[0]
                if np.any(out):
                    inside = out[(slice(1, -1),) * x.ndim]
                    assert np.array_equal(inside.T if number % 2 else inside, x)
                    assert np.count_nonzero(out) == np.count_nonzero(x), "around it nothing is written"
    cases.report()
    assert taken >= 100
    x = np.ones((600, 300), np.float32)
    for out in (np.ones((300, 600), "i2"), np.ones((600, 300), "f4"), np.ones(180000, "f4"), np.ones((9, 9), "f4")):
        assert not copies.write(out, x.T), "a cast that NumPy does, another shape, or small"
    assert not copies.write(x[1:], x[:-1]), "memory that they share"
    frozen = np.ones((300, 600), np.float32)
    frozen.flags.writeable = False
    assert not copies.write(frozen, x.T)


def test_copies_that_cast_and_repeat() -> None:
    rng, taken = np.random.default_rng(0), 0
    for given in ("f4", "f8", "i8", "u1", "?"):
        for wanted in ("f4", "f8", "i8"):
            whole = rng.integers(0, 9, (301, 502)).astype(given)
            repeated = (whole[0], whole[:, :1], whole[:1, :1], whole[5, 5])
            for x in (whole, whole[:, ::2], whole.T[::-1], *repeated):
                shape = x.shape if x.ndim == 2 and min(x.shape) > 1 else whole.shape

                def copied(x: np.ndarray = x, shape: tuple[int, ...] = shape, wanted: str = wanted) -> np.ndarray:
                    out = np.empty(shape, wanted)
                    nonlocal taken
                    taken += copies.write(out, x)
                    copies.put(out, x)
                    return out

                found = same_at_each_count(copied)[0]
                assert np.array_equal(found, np.broadcast_to(x, shape).astype(wanted)), (given, wanted, x.strides)
    assert taken > 300 or not wengert.compiled
    for dtype, value in (
        ("f4", 0),
        ("f4", 1),
        ("f4", -0.0),
        ("?", True),
        ("i2", 257),
        ("i8", -1),
        ("u1", 7),
        ("c8", 1j),
    ):
        out = same_at_each_count(lambda dtype=dtype, value=value: filled(dtype, value))[0]
        assert out.tobytes() == np.full((301, 502), value, dtype).tobytes()
        zeros = copies.zeros(np, (301, 502), np.dtype(dtype))
        assert zeros.dtype == dtype and zeros.shape == (301, 502) and not zeros.any()


@compiled
@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_large_arrays_of_half_types_are_computed_in_pieces(name: str) -> None:
    x, y = (wengert.tensor(v).to(getattr(wengert, name)) for v in values(2, (301, 502)))
    calls: list[Any] = [lambda a, b: a * a, lambda a, b: a / b, lambda a, b: a < b, lambda a, b: a.clamp(b, 2)]
    for call in (*calls, lambda a, b: 2 - a):
        found = same_at_each_count(lambda call=call: call(x, y).view(wengert.uint8))[0]
        few = [call(a, b).view(wengert.uint8) for a, b in zip(x.split(9), y.split(9), strict=True)]
        assert np.array_equal(found, np.concatenate(arrays_of(few)))


def filled(dtype: str, value: Any) -> np.ndarray:
    out = np.empty((301, 502), dtype)
    copies.fill(out, value)
    return out


@compiled
def test_accumulated_gradients() -> None:
    x, y = values(2, SHAPES[1])

    def add() -> np.ndarray:
        out = x.copy()
        assert gradient_buffers.add_into(out, y)
        return out

    assert np.array_equal(same_at_each_count(add)[0], x + y)


def training() -> list[Any]:
    """A step of training through operations of many kinds, and random numbers."""
    wengert.manual_seed(0)
    table, bias = wengert.randn(5000, 40, requires_grad=True), wengert.zeros(40, requires_grad=True)
    at = wengert.randint(0, 5000, (4000,))
    x = F.layer_norm(table[at] + bias, (40,))
    h = F.dropout((x * 1.5).tanh(), 0.1) + x.sigmoid()
    loss = F.cross_entropy(h, at % 40) + h.var() + h.max(1).values.mean() + h.sum(0).square().mean()
    loss.backward()
    return [loss, table.grad, bias.grad, wengert.rand(200000), wengert.randn(200003), wengert.empty(9).normal_()]


def test_training() -> None:
    same_at_each_count(training)


def computed_by_others(compute: Callable[[], Any]) -> None:
    """Check that threads of the pool take parts of a loop. On a busy machine they wake late."""
    before, end = threads.taken(), time.monotonic() + 60
    while wengert.compiled and threads.taken() < before + 10:
        compute()
        assert time.monotonic() < end, "no thread of the pool has taken a part"


@compiled
def test_threads_take_part() -> None:
    x = wengert.rand(1 << 20)
    with threads_of(3):
        computed_by_others(x.exp)
        assert threads.started() >= 2
    with threads_of(1):
        before = threads.taken()
        x.exp()
        assert threads.taken() == before
    with threads_of(3):
        x[:1000].exp()
        assert threads.taken() == before, "what is small is computed at once"


@compiled
def test_several_threads_of_python_at_once() -> None:
    inputs = [wengert.tensor(x) for x in values(4, SHAPES[1])]
    with threads_of(1):
        expected = [((x.exp() + x).sum(), x.tanh()) for x in inputs]
    wrong = []

    def compute(x: Any, its: Any) -> None:
        for _ in range(30):
            total, tanh = (x.exp() + x).sum(), x.tanh()
            if not (wengert.equal(total, its[0]) and wengert.equal(tanh, its[1])):
                wrong.append(x)

    with threads_of(3):
        running = [threading.Thread(target=compute, args=a) for a in zip(inputs, expected, strict=True)]
        for thread in running:
            thread.start()
        for count in (2, 5, 3):  # the number changes while they run
            wengert.set_num_threads(count)
            time.sleep(0.01)
        for thread in running:
            thread.join()
    assert not wrong


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such signals")
def test_interrupted_calls() -> None:
    x, stopped = wengert.rand(1 << 20), 0
    expected = x.exp()

    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with threads_of(3):
            for delay in (0.0005, 0.001, 0.002, 0.004):
                try:
                    signal.setitimer(signal.ITIMER_REAL, delay)
                    while True:
                        x.exp()
                except KeyboardInterrupt:
                    stopped += 1
                assert wengert.equal(x.exp(), expected)
            computed_by_others(x.exp)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert stopped == 4


@compiled
@pytest.mark.skipif(sys.platform != "linux", reason="it reads /proc")
def test_signals_are_left_to_the_program() -> None:
    with threads_of(3):
        wengert.rand(1 << 18).exp()
    own = {thread.native_id for thread in threading.enumerate()}
    blocked = []
    for task in os.listdir("/proc/self/task"):
        if int(task) not in own:
            with open(f"/proc/self/task/{task}/status") as status:
                blocked += [int(line.split()[1], 16) for line in status if line.startswith("SigBlk")]
    assert sum(bool(b >> signal.SIGINT - 1 & 1) for b in blocked) >= 2


@compiled
@pytest.mark.skipif(sys.platform != "linux" or os.uname().machine != "x86_64", reason="it knows one processor's modes")
def test_threads_round_as_the_caller_does() -> None:
    import ctypes

    library = ctypes.CDLL(None)
    x, y = wengert.full((1 << 20,), 1.0), wengert.full((1 << 20,), 1e-9)
    with threads_of(3):
        for mode in (0x800, 0):  # up, to nearest
            library.fesetround(mode)
            try:
                found = [(x + y).numpy() for _ in range(20)]
            finally:
                library.fesetround(0)
            assert {f.min() for f in found} == {f.max() for f in found} == {np.float32(1 + (1.2e-7 if mode else 0))}


def script(text: str, **environment: str) -> list[str]:
    """Run a program in a fresh process, and return what it prints."""
    given = {k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"} | environment
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", text]
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_environment_says_how_many() -> None:
    text = "import wengert; print(wengert.get_num_threads())"
    most = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert script(text, OMP_NUM_THREADS="3") == ["3"] and script(text) == [str(most)]


def test_the_number_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    most = cores.usable()
    for given, expected in (("3", 3), ("5,2", 5), (" 4 ", 4), ("0", most), ("-1", most), ("many", most), ("", most)):
        monkeypatch.setenv("OMP_NUM_THREADS", given)
        assert cores.usable() == expected


PLACES = """
import os, time, wengert
wengert.set_num_threads(3)
x, allowed, end = wengert.rand(1 << 20), os.sched_getaffinity(0), time.monotonic() + 60

def elsewhere():
    return [t for t in os.listdir("/proc/self/task") if os.sched_getaffinity(int(t)) != allowed]

for _ in range(20):
    time.sleep(0.005)  # threads of the pool fall asleep
    x.exp()
while elsewhere() and time.monotonic() < end:  # those that have not woken yet
    time.sleep(0.01)
print(len(elsewhere()), end=" ")
os.sched_setaffinity(0, {min(allowed)})
x.exp()
print(os.sched_getaffinity(0) == {min(allowed)})
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not say where threads run")
def test_threads_may_run_where_they_might_before() -> None:
    """One that wakes is kept from the caller's processor, but only until it runs."""
    assert script(PLACES) == ["0", "True"]


FORK = """
import os, wengert
from wengert._core.arrays import threads
wengert.set_num_threads(3)
x = wengert.rand(1 << 19)
wanted = x.exp().sum()
for _ in range(5):
    child = os.fork()
    if not child:
        none = threads.started() == 0
        fine = all(wengert.equal(x.exp().sum(), wanted) for _ in range(20))
        os._exit(0 if none and fine and threads.started() == (2 if wengert.compiled else 0) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert wengert.equal(x.exp().sum(), wanted)
print("done")
"""


FORK_BUSY = """
import os, threading, time, wengert
wengert.set_num_threads(3)
x, over = wengert.rand(1 << 19), threading.Event()

def compute():
    while not over.is_set():
        x.exp()

other = threading.Thread(target=compute)
other.start()
for _ in range(20):  # while the other thread has the pool
    child = os.fork()
    if not child:
        x[:200000].exp()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
over.set()
other.join()
print("done")
"""


@forks
@pytest.mark.parametrize("text", [FORK, FORK_BUSY])
def test_a_child_of_a_fork_has_a_pool_of_its_own(text: str) -> None:
    assert script(text) == ["done"]


EXIT = """
import threading, time, wengert
wengert.set_num_threads(3)
x = wengert.rand(1 << 19)

def compute():
    while True:
        x.exp()

threading.Thread(target=compute, daemon=True).start()
time.sleep(0.1)
print("done")
"""


def test_exit_while_a_loop_runs() -> None:
    assert script(EXIT) == ["done"]


def test_the_uncompiled_build_remembers_the_number() -> None:
    text = (
        "import warnings; warnings.simplefilter('error'); import wengert; wengert.set_num_threads(4);"
        "x = wengert.rand(1 << 19); assert float(x.exp().log().sub(x).abs().max()) < 1e-6;"
        "print(wengert.get_num_threads(), wengert.compiled)"
    )
    assert script(text, WENGERT_PURE_PYTHON="1") == ["4", "False"]
