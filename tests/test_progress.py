"""Progress bars: of every call that may take long, only if somebody looks on, and never in the way of the values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import wengert
from wengert._core.tools import progress as bars
from wengert.autograd import functional, gradcheck
from wengert.func import hessian, jacobian, jacrev
from wengert.utils.checkpoint import checkpoint_plan

shown: list[Any] = []


class Bar:
    """What tqdm is asked for."""

    def __init__(self, desc: str, total: int, initial: int, leave: bool) -> None:
        self.desc, self.total, self.n, self.open = desc, total, initial, True
        shown.append(self)

    def update(self) -> None:
        self.n += 1

    def close(self) -> None:
        self.open = False


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody looks on, and everything takes long."""
    monkeypatch.setattr(bars, "_looked_at", lambda: True)
    monkeypatch.setattr(bars, "_on", True)
    monkeypatch.setattr(bars, "DELAY", -1.0)
    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=Bar))  # type: ignore[arg-type]
    shown.clear()
    yield
    shown.clear()


X = wengert.from_numpy(np.linspace(0.1, 0.9, 6)).requires_grad_()


def chain(x: Any) -> Any:
    for _ in range(12):
        x = (x * 1.1).sin()
    return x


def wide(x: Any) -> Any:
    """A function for which the planner makes many tries."""
    values = [(x * (k + 1)).sin() for k in range(30)]
    product = values[0]
    for v in values[1:]:
        product = product * v + values[0].exp()
    return product.sum()


CALLS: dict[str, Callable[[], Any]] = {
    "gradcheck": lambda: gradcheck(chain, X, check_forward_ad=True),
    "gradcheck of a wrong rule": lambda: gradcheck(lambda x: x * x.detach(), X, raise_exception=False),
    "jacobian": lambda: jacobian(chain, max_bytes=1500)(X.detach()),
    "hessian": lambda: hessian(lambda x: chain(x).sum(), mode="forward", max_bytes=10_000)(X.detach()),
    "jacrev": lambda: jacrev(chain, chunk_size=2)(X.detach()),
    "functional.jacobian": lambda: functional.jacobian(chain, X.detach()),
    "checkpoint_plan": lambda: str(checkpoint_plan(wide, X, budget=1500)),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_takes_long_shows_a_bar_and_gives_the_same(
    name: str, watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = CALLS[name]()
    assert shown and not any(bar.open for bar in shown)
    assert all(bar.desc and bar.n <= bar.total for bar in shown)
    shown.clear()
    wengert.set_progress(False)
    again = CALLS[name]()
    assert not shown
    assert given is again or np.array_equal(np.asarray(given), np.asarray(again))


def test_none_is_shown_where_nobody_looks_or_nothing_takes_long(watched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bars, "DELAY", 2.0)
    CALLS["jacrev"]()
    monkeypatch.undo()
    assert not bars._looked_at()  # pytest reads what is printed
    CALLS["jacrev"]()
    assert not shown


def test_without_tqdm_nothing_is_missed_and_an_error_closes_the_bar(
    watched: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = iter(bars.progress(range(5), "steps", 5))
    assert [next(steps), next(steps)] == [0, 1]
    del steps
    assert [bar.open for bar in shown] == [False]
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert list(bars.progress(range(5), "steps", 5)) == [0, 1, 2, 3, 4]


def test_the_switch_says_what_it_takes() -> None:
    with pytest.raises(TypeError, match=r"set_progress: expected a bool, got int: write set_progress\(False\)"):
        wengert.set_progress(0)  # type: ignore[arg-type]
