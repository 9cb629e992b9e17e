"""Plans are made once: a second call with the same shapes makes none (``_core/arrays/planning.py``)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wengert
from benchmarks import programs
from tests import laws
from tests.cases import collected, within
from wengert._core.arrays import planning
from wengert.utils.checkpoint import checkpoint


def assert_planned_once(iteration: Callable[[], Any]) -> None:
    iteration()
    before = planning.made.copy()
    iteration()
    made = planning.made - before
    assert not made, f"the second iteration makes plans: {dict(made)}"


def twice(case: laws.Case) -> None:
    """A call, its gradient and the gradient of that, on new tensors."""

    def iteration() -> None:
        xs = laws.tensors(case.point, requires_grad=True)
        ys = [y for k, y in enumerate(case.at(xs)) if k in case.live]
        if not ys:
            return
        gs = laws.gradient(ys, xs, laws.tensors(case.cotangents()), create_graph=True)
        again = [g for g in gs if g is not None and g.requires_grad]
        if again:
            laws.gradient(again, xs, again)

    assert_planned_once(iteration)


def test_operations() -> None:
    with collected("plans are made again") as every:
        for name in laws.NAMES:
            for case in laws.few(name):
                with every(name, case):
                    twice(case)
                case.forget()


def test_programs() -> None:
    with collected("plans are made again") as every:
        for name in programs.NAMES:
            with every(name):
                found = programs.find("wengert", name)
                assert found is not None
                assert_planned_once(found.run)
    programs.program.cache_clear()  # which holds their tensors


def leaf(*shape: int) -> Any:
    return wengert.ones(shape).requires_grad_()


LOOPS: dict[str, Callable[[], Any]] = {
    "lists of two lengths": lambda: [wengert.cat([leaf(1)] * n).sum().backward() for n in (100, 200)],
    "many shapes": lambda: [
        wengert.nn.functional.avg_pool2d(leaf(1, 1, n, n), 3, padding=1).sum().backward() for n in range(3, 120)
    ],
    "many equations": lambda: [
        wengert.einsum("ij,jk,kl->il", leaf(2, n), leaf(n, 3), leaf(3, n)).sum().backward() for n in range(2, 80)
    ],
    "a number that is no number": lambda: [leaf(3) ** float("nan"), wengert.hardshrink(leaf(3), float("nan"))],
    "names of saved values": lambda: leaf(3).exp().grad_fn._saved_result,
    "checkpoint": lambda: checkpoint(lambda x: x.exp().sin().exp().sum(), leaf(100), budget=0.5).backward(),
    "vmap of grad": lambda: wengert.func.vmap(wengert.func.grad(lambda x: (x**2).tanh().sum()))(wengert.ones(4, 3)),
    "steps of an optimiser": lambda: _step(leaf(3)),
}


def _step(x: Any) -> None:
    optimizer = wengert.optim.AdamW([x])
    x.sum().backward()
    optimizer.step()


def test_every_memory_of_plans_counts() -> None:
    """Rows keep plans by ``planning.cached``, not by a cache of their own."""
    rows = Path(planning.__file__).parent.parent / "ops"
    named = [path.name for path in rows.rglob("*.py") if "lru_cache" in path.read_text(encoding="utf-8")]
    assert not named, f"lru_cache in {named}: use planning.cached, which counts"


@within("name", LOOPS)
def test_loops(name: str) -> None:
    assert_planned_once(LOOPS[name])


def test_what_is_planned_again_is_found() -> None:
    def iteration() -> None:
        planning.cached(lambda n: n)(3)  # each has its own memory

    with pytest.raises(AssertionError, match="the second iteration makes plans"):
        assert_planned_once(iteration)
