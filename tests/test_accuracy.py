"""Results that add up 10⁶ numbers are about as accurate as PyTorch's: ``tests/facts/accuracy.py`` has the calls.

The order of the additions decides how accurate a sum is. So it is part of what a result is: it may depend on the shape
and the strides of the input, and on nothing else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import facts
from tests.calls import PUBLIC
from tests.facts import accuracy, peaks, tails
from wengert._core.arrays import reductions
from wengert._core.dispatch.registry import COMPOSITES, REGISTRY

FACTS = facts.load("accuracy")
CALLS: dict[str, list[tuple[str, Callable[[Any], float]]]] = defaultdict(list)
for _text, _error in accuracy.calls():
    CALLS[_text.partition(":")[0]].append((_text, _error))


@pytest.mark.parametrize("name", sorted(CALLS))
def test_errors_are_as_small_as_in_pytorch(name: str) -> None:
    wrong = []
    for text, error in CALLS[name]:
        assert text in FACTS, f"{text}: no fact. `make facts` asks PyTorch."
        found, allowed = error(wengert), max(accuracy.FACTOR * FACTS[text], accuracy.SMALL)
        if found > allowed:
            wrong.append(f"{text}: {found:.4g} units in the last place, {FACTS[text]:.4g} in PyTorch")
    assert not wrong, "not accurate:\n" + "\n".join(wrong)


def test_every_operation_that_adds_up_is_measured() -> None:
    measured = {name.partition(",")[0] for name in CALLS} | accuracy.EXACT
    files = {f"wengert._core.ops.{name}" for name in ("reduce.reduce", "reduce.norm", "reduce.scan", "masked")}
    for name, public in PUBLIC.items():
        thing: Any = REGISTRY.get(name) or COMPOSITES.get(name)
        if getattr(thing, "kernel", thing).__module__ in files:
            assert public in measured, f"{public} is neither measured nor exact: tests/facts/accuracy.py"


# -- Special functions -------------------------------------------------------------------------------------------------

TAILS = facts.load("tails")


@pytest.mark.parametrize("name", tails.FUNCTIONS)
def test_special_functions_are_as_exact_as_in_pytorch(name: str) -> None:
    assert name in TAILS, f"{name}: no fact. `make facts` asks PyTorch and mpmath."
    found = tails.errors(wengert, name, TAILS[name]["values"])
    for x, mine, theirs in zip(tails.FUNCTIONS[name][1], found, TAILS[name]["errors"], strict=True):
        assert mine <= max(tails.FACTOR * theirs, tails.SMALL), f"{name}({x}): {mine} units, {theirs} in PyTorch"


@pytest.mark.oracle
def test_the_exact_values_are_those_of_mpmath() -> None:
    pytest.importorskip("mpmath")
    for name in tails.FUNCTIONS:
        assert tails.exact(name) == TAILS[name]["values"], f"{name}: `make facts` writes it again"


# -- Layouts -----------------------------------------------------------------------------------------------------------

R = np.random.default_rng(0)


def layouts() -> list[np.ndarray]:
    """Long and short axes in every order, with gaps, reversed and repeated, in all dtypes that are added in blocks."""
    found = []
    for shape in ((70, 5), (5, 70), (3, 70, 5), (35, 3, 30), (2, 35, 1, 20), (9, 2, 2, 19), (300,)):
        for dtype in (np.float32, np.float64, np.complex64):
            a = R.normal(size=[2 * n for n in shape]).astype(dtype)
            a = a + 1j * a[::-1] if dtype is np.complex64 else a
            for cut in (slice(None, None, 2), slice(None, None, -2), slice(0, None)):
                b = a[(cut,) * a.ndim][tuple(slice(n) for n in shape)]
                found += [b, b.T, np.ascontiguousarray(b), np.broadcast_to(b[:1], b.shape)]
    return found


@pytest.mark.parametrize("fine", [False, True])
def test_sums_moments_scans_and_products_of_all_layouts(fine: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fine:  # even small arrays are split
        for name, value in {"FEW": 3, "BLOCK": 4, "WIDE": 32, "PIECE": 50, "LANES": 4}.items():
            monkeypatch.setattr(reductions, name, value)
    for x in layouts():
        wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
        close = {"rtol": 1e-10 if x.dtype == np.float64 else 1e-4, "atol": 1e-9 if x.dtype == np.float64 else 1e-3}
        for axis in (None, 0, x.ndim - 1, (0,), (0, x.ndim - 1) if x.ndim > 1 else (0,), tuple(range(x.ndim))):
            for kept in (False, True):
                found = np.asarray(reductions.total(x, axis, kept))
                expected = np.asarray(wide.sum(axis, keepdims=kept))
                assert found.dtype == x.dtype and found.shape == expected.shape
                np.testing.assert_allclose(found, expected, **close)
            mean, squares = reductions.moments(x, axis)
            away = wide - wide.mean(axis, keepdims=True)
            np.testing.assert_allclose(mean, wide.mean(axis, keepdims=True), 1e-10, 1e-10)
            np.testing.assert_allclose(squares, (abs(away) ** 2).sum(axis, keepdims=True), 1e-10, 1e-10)
        for axis in range(x.ndim):
            found = reductions.running(x, np.add, axis)
            assert found.dtype == x.dtype
            np.testing.assert_allclose(found, wide.cumsum(axis), **close)
            near, exact = (
                np.asarray(f(1 + a * a.dtype.type(0.01), axis)) for f, a in ((reductions.product, x), (np.prod, wide))
            )
            assert near.dtype == x.dtype
            np.testing.assert_allclose(near, exact, **close)


def test_a_constant_has_no_variance() -> None:
    x = (wengert.arange(4.0).repeat(250_000) + 1e4).view(-1, 4)
    assert x.var(0).tolist() == [0.0] * 4
    assert wengert.full((250_000, 4), 10000.1).std(0).tolist() == [0.0] * 4


@pytest.mark.parametrize("shape", [(4, 3, 100), (50, 4, 7), (2, 4, 5000), (300, 3, 3)])
def test_a_constant_is_normalized_to_zero(shape: tuple[int, ...]) -> None:
    F = wengert.nn.functional
    for value in (10000.1, 3.3, 0.1, -1e6 - 0.1):
        x = wengert.full(shape, value)
        for laid in (x, wengert.full(shape[::-1], value).permute(2, 1, 0)):
            normalized = (
                F.layer_norm(laid, shape[1:]), F.group_norm(laid, 1), F.instance_norm(laid),
                F.batch_norm(laid, None, None, training=True),
            )  # fmt: skip
            assert [y.abs().max().item() for y in normalized] == [0, 0, 0, 0]


def test_second_derivatives_of_normalized_numbers() -> None:
    """PyTorch's are wrong where the second derivative goes through forward mode."""
    F = wengert.nn.functional
    x = wengert.tensor([1.0, 2.0, 3.0, 4.0, 6.0, 5.0], dtype=wengert.float64)
    for normalize in (
        lambda x: F.batch_norm(x.view(3, 2), None, None, training=True), lambda x: F.layer_norm(x, (6,)),
        lambda x: F.group_norm(x[None], 2), lambda x: F.instance_norm(x.view(1, 2, 3)),
    ):  # fmt: skip
        f = lambda x, normalize=normalize: normalize(x).pow(3).sum()  # noqa: E731
        modes = (wengert.func.jacfwd, wengert.func.jacrev)
        first, *others = [outer(inner(f))(x).numpy() for outer in modes for inner in modes]
        for other in others:
            np.testing.assert_allclose(other, first, atol=1e-12)


def test_variances_of_large_numbers_are_finite() -> None:
    np.testing.assert_allclose(wengert.tensor([1.5e19, -1.5e19] * 4).var().item(), 2.25e38 * 8 / 7, 1e-6)


def test_sums_do_not_stop_growing() -> None:
    x = wengert.ones(1, 2).expand(17_000_000, 2)
    assert x.sum(0).tolist() == [17e6, 17e6]
    assert wengert.cumsum(x, 0)[-1].tolist() == [17e6, 17e6]


# -- The page ----------------------------------------------------------------------------------------------------------

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "accuracy.md"


def tables() -> dict[str, list[str]]:
    """The tables of the page, as they are on this machine."""
    rows: dict[str, list[tuple[str, float, float]]] = {"sums": [], "tails": [], "peaks": []}
    for name, calls in CALLS.items():
        worst = max(error(wengert) for _, error in calls)
        rows["sums"].append((name, worst, max(FACTS[text] for text, _ in calls)))
    for name, fact in TAILS.items():
        rows["tails"].append((name, max(tails.errors(wengert, name, fact["values"])), max(fact["errors"])))
    for case, fact in facts.load("peaks").items():
        rows["peaks"].append((case, peaks.measured("wengert", case) / 2**20, fact))
    head = ["| | wengert | PyTorch |", "| --- | ---: | ---: |"]
    return {part: head + [f"| `{n}` | {w:,.3g} | {t:,.3g} |" for n, w, t in found] for part, found in rows.items()}


def test_the_page_has_every_operation() -> None:
    listed = set(re.findall(r"^\| `(.+?)` \|", PAGE.read_text(), re.MULTILINE))
    assert listed == {*CALLS, *TAILS, *peaks.CASES}, "`python -m tests.test_accuracy` writes docs/reference/accuracy.md"


if __name__ == "__main__":
    page = PAGE.read_text()
    for part, lines in tables().items():
        table = f"<!-- {part} -->\n" + "\n".join(lines) + f"\n<!-- /{part} -->"
        page = re.sub(f"<!-- {part} -->.*?<!-- /{part} -->", lambda _: table, page, flags=re.DOTALL)  # noqa: B023
    PAGE.write_text(page)
