"""What operations give depends neither on where arrays lie in memory nor on how many threads share the work."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests import calls
from tests.drawn_calls import DRAWS, Chooser, Made, apart, unlike
from tests.test_shared_loops import threads_of
from wengert._core import compiled

SEEDS = range(6)
each = pytest.mark.parametrize("name", DRAWS)
pytestmark = pytest.mark.filterwarnings("ignore")


def drawn(name: str) -> list[Made]:
    return [Made(name, seed) for seed in SEEDS]


@each
def test_layouts_do_not_change_results(name: str) -> None:
    """Nor gradients; and inputs stay as they are."""
    for made in drawn(name):
        with np.errstate(all="ignore"):
            expected, found = made.outcome(wengert, made.dense), made.outcome(wengert, made.laid)
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            assert apart(a, b, made.tolerance) is None, (made, apart(a, b, made.tolerance))
        assert all(np.array(a).tobytes() == b.tobytes() for a, b in zip(made.laid, made.dense, strict=True)), made


@pytest.mark.skipif(not compiled.active, reason="the uncompiled build has no loops of its own")
@each
def test_threads_do_not_change_results(name: str) -> None:
    for made in drawn(name):
        found = []
        for count in (1, 2, 3):
            with threads_of(count), np.errstate(all="ignore"):
                found.append([None if a is None else a.tobytes() for a in made.outcome(wengert, made.laid)])
        assert found[0] == found[1] == found[2], made


@pytest.mark.parametrize("name", [name for name in DRAWS if DRAWS[name].out])
def test_what_is_given_to_write_has_the_result(name: str) -> None:
    """Of any layout: the bits of a call that makes its result."""
    for made in drawn(name):
        made.recorded = False
        with np.errstate(all="ignore"):
            (expected,) = made.outcome(wengert, made.laid)
            r = Chooser(name, made.seed)
            r.distinct = True  # it is not expanded
            out = wengert.tensor(r.laid(np.zeros_like(expected)))
            given = made.tensors(wengert, made.laid)
            assert made.call(wengert, *given, out=out) is out
        assert calls.array(out).tobytes() == expected.tobytes(), made


@pytest.mark.parametrize("name", [name for name in DRAWS if DRAWS[name].method])
def test_methods_write_the_result(name: str) -> None:
    for made in drawn(name):
        with np.errstate(all="ignore"):
            expected = made.outcome(wengert, made.laid)
            made.call = lambda lib, x, name=DRAWS[name].method: getattr(x.clone(), name)()
            found = made.outcome(wengert, made.laid)
        same(made, found, expected)


def same(made: Made, found: list[Any], expected: list[Any]) -> None:
    """Hold results to the same bits."""
    for a, b in zip(found, expected, strict=True):
        assert (a is None and b is None) or (a.dtype == b.dtype and a.tobytes() == b.tobytes()), made


@pytest.mark.oracle
@pytest.mark.parametrize("name", [name for name in DRAWS if DRAWS[name].pytorch])
def test_results_are_pytorchs(name: str) -> None:
    torch = pytest.importorskip("torch")
    for made in drawn(name):
        wrong = unlike(made, torch)
        assert wrong is None, (made, wrong)
