"""What an operation records, saves and derives is freed by reference counts alone, from whichever result it goes.

A cycle between a node, its results and its formula frees nothing until Python's collector runs. A saved tensor that
outlives its backward pass costs a training loop memory in every step.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest

import wengert
from tests import laws
from wengert._core.tape.tensor import payload_of
from wengert.autograd import grad

pytestmark = pytest.mark.usefixtures("no_gc")

Watched = list["weakref.ref[Any]"]


def reached(ys: Iterable[Any]) -> list[Any]:
    """All nodes that lead to some tensors."""
    found: dict[Any, None] = {}
    stack = [y.grad_fn for y in ys]
    while stack:
        node = stack.pop()
        if node is not None and node not in found:
            found[node] = None
            stack += [before for before, _ in node.next_functions]
    return list(found)


def kept_by(nodes: Iterable[Any]) -> Iterator[Any]:
    """The arrays that nodes have saved."""
    for node in nodes:
        yield from (
            s.data for s in node._wg_saved or () if getattr(s, "data", None) is not None and hasattr(s, "storage")
        )


def watch(ys: Sequence[Any]) -> Watched:
    """References to what lives as long as some results: themselves, their memory, their history and what it saved."""
    nodes = reached(ys)
    return [weakref.ref(o) for o in (*ys, *map(payload_of, ys), *nodes, *kept_by(nodes))]


def alive(refs: Watched) -> list[Any]:
    return [o for ref in refs if (o := ref()) is not None]


def started(case: laws.Case) -> tuple[list[Any], list[Any]]:
    """Leaves, and the differentiable results of an operation on them."""
    xs = laws.tensors(case.point, requires_grad=True)
    ys = case.at(xs)
    return xs, [ys[k] for k in case.live]


def dropped(case: laws.Case) -> Watched:
    return watch(started(case)[1])


def same_memory(a: Any, x: Any) -> bool:
    """True also for empty arrays."""
    return a is payload_of(x) or laws.shares_memory(a, payload_of(x))


def walked(case: laws.Case) -> Watched:
    """From one result at a time. Nothing that its history saved outlives the walk, but leaves and the result itself."""
    refs: Watched = []
    for k in range(len(case.live)):
        xs, ys = started(case)
        refs += watch(ys)
        y = ys.pop(k)
        del ys
        saved = [weakref.ref(a) for a in kept_by(reached([y])) if not any(same_memory(a, t) for t in (*xs, y))]
        laws.gradient([y], xs, [wengert.ones_like(y)])
        left = [ref for ref in saved if ref() is not None]
        assert not left, f"{len(left)} saved arrays outlive the walk from result {k}"
    return refs


def walked_twice(case: laws.Case) -> Watched:
    xs, ys = started(case)
    gs = laws.tensors([laws.normal_like(g, k) for k, g in enumerate(laws.arrays(ys))], requires_grad=True)
    found = [g for g in grad(ys, xs, gs, create_graph=True, allow_unused=True) if g is not None and g.requires_grad]
    refs = watch((*ys, *found))
    laws.gradient(found, [*xs, *gs], [wengert.ones_like(g) for g in found])
    return refs


def pushed(case: laws.Case) -> Watched:
    return watch(case.pushforward(laws.tensors(case.point, requires_grad=True), laws.tensors(case.tangents())))


ENDINGS: tuple[Callable[[laws.Case], Watched], ...] = (dropped, walked, walked_twice, pushed)


def frees(case: laws.Case) -> None:
    """Whatever is done with its results, nothing is left of an operation, and nothing to collect."""
    endings = ENDINGS if case.live else ()
    for ending in endings:
        ending(case)
    gc.collect()  # frees what only the first calls make
    for ending in endings:
        left = alive(ending(case))
        assert not left, f"{ending.__name__}: {sorted(type(o).__name__ for o in left)} live on"
    assert not endings or gc.collect() == 0, "it leaves cycles"


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    laws.check(frees, name, laws.few(name))
