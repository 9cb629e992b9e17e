"""Poisson and binomial numbers: PyTorch's on equal seeds, and the distributions they are meant to be."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import Library, outcome
from wengert._core import compiled
from wengert._core.ops.random import random_loops, twister

R = np.random.default_rng(5)
RATES = np.concatenate([R.uniform(0, 12, 60), R.uniform(10, 60, 60), R.uniform(50, 5000, 30), [0, 10, 1e6]])
COUNTS = np.concatenate([R.integers(0, 40, 80), R.integers(30, 3000, 80)])
CHANCES = R.uniform(-0.05, 1.05, 160)


def seeded(lib: Library) -> Library:
    lib.manual_seed(11)
    return lib


PROGRAMS: dict[str, Callable[[Library], Any]] = {
    "poisson": lambda lib: seeded(lib).poisson(lib.tensor(RATES)).tolist(),
    "poisson in single precision": lambda lib: seeded(lib).poisson(lib.tensor(RATES).float()).tolist(),
    "poisson in half precision": lambda lib: seeded(lib).poisson(lib.tensor(RATES[:60]).half()).tolist(),
    "poisson transposed": lambda lib: seeded(lib).poisson(lib.arange(6.0).reshape(2, 3).t()).tolist(),
    "poisson and what follows": lambda lib: [seeded(lib).poisson(lib.tensor(RATES)).shape[0], lib.rand(3).tolist()],
    "poisson of a generator": lambda lib: lib.poisson(
        lib.ones(5), generator=lib.Generator().manual_seed(3)
    ).tolist(),
    "poisson of integers": lambda lib: lib.poisson(lib.tensor([1])),
    "poisson of a negative rate": lambda lib: lib.poisson(lib.tensor([-1.0])),
    "poisson of NaN": lambda lib: lib.poisson(lib.tensor([float("nan")])),
    "binomial": lambda lib: seeded(lib).binomial(lib.tensor(COUNTS).double(), lib.tensor(CHANCES)).tolist(),
    "binomial in single precision": lambda lib: seeded(lib).binomial(
        lib.tensor(COUNTS).float(), lib.tensor(CHANCES).float()
    ).tolist(),
    "binomial of integers": lambda lib: lib.binomial(lib.tensor([3]), lib.tensor([0.5])),
    "binomial of integer chances": lambda lib: lib.binomial(lib.tensor([3.0]), lib.tensor([1])),
    "binomial of two dtypes": lambda lib: lib.binomial(lib.ones(2), lib.ones(2).double()),
    "binomial in half precision": lambda lib: lib.binomial(lib.ones(2).half(), lib.ones(2).half()),
}  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_pytorch(name: str) -> None:
    ours, theirs = (outcome(PROGRAMS[name], Library(m)) for m in (wengert, pytest.importorskip("torch")))
    assert ours[0] == theirs[0]
    assert theirs[1] in ours[1]


@pytest.mark.parametrize("mean", [0.3, 4.0, 40.0])
def test_the_moments_are_the_distributions(mean: float) -> None:
    wengert.manual_seed(0)
    n = 4000
    x = wengert.poisson(wengert.full((n,), mean, dtype=wengert.float64))
    assert abs(x.mean().item() - mean) < 5 * (mean / n) ** 0.5
    assert abs(x.var().item() / mean - 1) < 0.2
    for p in (0.3, 0.8):
        x = wengert.binomial(wengert.full((n,), mean * 10), wengert.full((n,), p))
        assert abs(x.mean().item() - mean * 10 * p) < 5 * (mean * 10 * p * (1 - p) / n) ** 0.5
        assert abs(x.var().item() / (mean * 10 * p * (1 - p)) - 1) < 0.2


def test_what_is_not_a_number_stays_one() -> None:
    """PyTorch does not return from this."""
    nan = float("nan")
    x = wengert.binomial(wengert.tensor([nan, 3.0, 3.0]), wengert.tensor([0.5, nan, 1.0]))
    assert x.isnan().tolist() == [True, True, False]


def test_gradients_are_zero() -> None:
    """Those of a binomial number too, for which PyTorch has none."""
    a, b = wengert.full((3,), 4.0, requires_grad=True), wengert.full((3,), 0.5, requires_grad=True)
    (wengert.poisson(a) + wengert.binomial(a, b)).sum().backward()
    assert a.grad is not None and b.grad is not None
    assert (a.grad.tolist(), b.grad.tolist()) == ([0] * 3, [0] * 3)


def test_every_example_of_a_vmap_draws_its_own() -> None:
    rates = wengert.full((4, 50), 30.0)
    x = wengert.vmap(wengert.poisson, randomness="different")(rates)
    assert x.shape == (4, 50)
    assert len({tuple(row) for row in x.tolist()}) == 4
    with pytest.raises(RuntimeError, match="random"):
        wengert.vmap(wengert.poisson)(rates)
    chances = wengert.vmap(lambda c: wengert.binomial(c, wengert.full((50,), 0.5)), randomness="different")(rates)
    assert chances.shape == (4, 50)


def test_numbers_broadcast() -> None:
    assert wengert.binomial(wengert.ones(2, 1), wengert.ones(3)).tolist() == [[1, 1, 1], [1, 1, 1]]


def test_an_infinite_rate_counts_infinitely_many() -> None:
    assert wengert.poisson(wengert.tensor([float("inf")])).tolist() == [float("inf")]


def uncompiled(name: str) -> Any:
    """A module of the random numbers as the uncompiled build has it."""
    spec = importlib.util.spec_from_file_location(f"uncompiled_{name}", compiled.path_of(f"ops.random.{name}", ".py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not compiled.active, reason="there is one build")
def test_both_builds_draw_the_same_numbers() -> None:
    pure = uncompiled("random_loops")
    loops = [(random_loops, twister.Twister(3)), (pure, uncompiled("twister").Twister(3))]
    for wide in (False, True):
        for loop in ("units", "shuffled"):
            compare(*[getattr(m, loop)(engine, 9, wide) for m, engine in loops])
    compare(*[m.pairs(m.units(engine, 10, True)) for m, engine in loops])
    for name, given in (("poissons", [RATES]), ("binomials", [np.full(9, 50.0), np.linspace(0.1, 0.5, 9)])):
        (found, *rest), (expected, *others) = [getattr(m, name)(engine, None, *given) for m, engine in loops]
        compare(found, expected)
        assert rest == others  # the normal number that is left, and how many uniform ones were used
    compare(*[m.units(engine, 1, True) for m, engine in loops])  # the engines are at one place


@pytest.mark.parametrize("seed", [0, 3, 2**32 - 1])
def test_words_are_those_of_numpys_engine(seed: int) -> None:
    engine, control = twister.Twister(seed), uncompiled("twister").Twister(seed)
    for n, wide in (
        (1, False),
        (623, False),
        (1, True),
        (700, True),
        (2000, False),
    ):  # before, at and after a block's end
        np.testing.assert_array_equal(engine.words(n, wide), control.words(n, wide), strict=True)
        (key, at), (expected, place) = engine.state, control.state
        np.testing.assert_array_equal(key, expected, strict=True)
        assert at == place
        engine = twister.Twister(5)  # goes on from a state, in the middle of a block
        engine.state = control.state
    np.testing.assert_array_equal(random_loops.units(engine, 1500, False), control.words(1500, False) % 2**24 / 2**24)


def compare(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-14)
