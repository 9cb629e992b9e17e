"""A class per name, for programs that draw or search graphs. ``lib`` runs the programs on PyTorch too."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest

import wengert
from tests import laws
from wengert._core import errors
from wengert._core.dispatch.op import Op
from wengert._core.tape.node import AccumulateGrad, Node, Saved, shown


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(values, requires_grad=True)


def classes(node: Any) -> list[str]:
    """The names of the classes of all nodes, each node once, results first."""
    found: list[Any] = []
    pending = [node]
    while pending:
        n = pending.pop(0)
        if n is not None and n not in found:
            found.append(n)
            pending += [m for m, _ in n.next_functions]
    return [type(n).__name__ for n in found]


class Drawing:
    """A graph in Graphviz's format, drawn as many programs do: by class, leaf and saved tensor."""

    def __init__(self, lib: Any, result: Any, names: dict[str, Any]) -> None:
        self.lib = lib
        self.names = {id(t): name for name, t in names.items()}
        self.numbers: dict[Any, int] = {}
        self.lines: list[str] = []
        self.visit(result.grad_fn)

    def visit(self, fn: Any) -> int:
        if fn in self.numbers:
            return self.numbers[fn]
        me = self.numbers[fn] = len(self.numbers)
        assert isinstance(fn, self.lib.autograd.graph.Node)
        label = type(fn).__name__
        if hasattr(fn, "variable"):
            label += f" {self.names[id(fn.variable)]} {tuple(fn.variable.shape)}"
        for name in dir(fn):
            if name.startswith("_saved_"):
                value = getattr(fn, name)
                label += f" {name[7:]}={value.tolist() if isinstance(value, self.lib.Tensor) else value}"
        for t in getattr(fn, "saved_tensors", ()):
            label += f" saved={t.tolist()}"
        self.lines.append(f"{me}: {label}")
        for target, number in fn.next_functions:
            if target is not None:
                self.lines.append(f"{self.visit(target)}.{number} -> {me}")
        return me


def test_a_drawing(lib: Any) -> None:
    class Twice(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.factor = 2
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.factor

    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    y = Twice.apply(x)
    assert y.grad_fn.factor == 2 and isinstance(y.grad_fn, Twice._backward_cls)
    assert Drawing(lib, (w * y).exp() + 1, {"x": x, "w": w}).lines == [
        "0: AddBackward0 alpha=1",
        f"1: ExpBackward0 result={(w * x * 2).exp().tolist()}",
        "2: MulBackward0 other=[2.0, 4.0] self=[3.0, 4.0]",
        "3: AccumulateGrad w (2,)",
        "3.0 -> 2",
        "4: TwiceBackward saved=[1.0, 2.0]",
        "5: AccumulateGrad x (2,)",
        "5.0 -> 4",
        "4.0 -> 2",
        "2.0 -> 1",
        "1.0 -> 0",
    ]


def test_every_way_to_a_node_shows_its_class(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp() * 2
    v = x.clone()
    v[:1].mul_(3)
    assert classes((y * x).sum().grad_fn) == [
        "SumBackward0", "MulBackward0", "MulBackward0", "AccumulateGrad", "ExpBackward0"
    ]  # fmt: skip
    assert type(v.grad_fn).__name__ == "CopySlices"
    assert type(lib.autograd.graph.get_gradient_edge(x.sin()).node).__name__ == "SinBackward0"
    assert type(lib.autograd.graph.get_gradient_edge(x).node).__name__ == "AccumulateGrad"


def test_hooks_and_walks_show_classes() -> None:
    """Saved values that PyTorch does not name, or lists in another order."""
    x = leaf(wengert, 1.0, 2.0)
    seen: list[str] = []
    with wengert.autograd.graph.node_creation_hook(lambda node: seen.append(type(node).__name__)):
        x.cos().sum()
    assert seen == ["CosBackward0", "SumBackward0"]
    seen.clear()
    y = x.exp()
    y.register_hook(
        lambda g: seen.extend(type(n).__name__ for n in wengert.autograd.graph._current_graph_task_execution_order())
    )
    y.sum().backward()
    assert seen == ["SumBackward0", "ExpBackward0", "AccumulateGrad"]


def test_a_class_is_one_and_its_nodes_stay_what_they_are(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y, z = x * 2, x * 3
    node = y.grad_fn
    assert type(node) is type(z.grad_fn) and node is y.grad_fn
    assert type(node).__qualname__ == "MulBackward0"
    assert type(x.exp().grad_fn) is not type(node)
    seen = []
    node.register_hook(lambda *grads: seen.append(grads))
    (y * 1).sum().backward()
    assert len(seen) == 1 and x.grad.tolist() == [2.0, 2.0]


def test_a_class_adds_nothing_to_a_node() -> None:
    """Neither memory nor the way it is freed changes, so programs may read graphs of any size."""
    x = leaf(wengert, 1.0, 2.0)
    y = x * 2
    size = sys.getsizeof(y._wg_node)
    assert type(y._wg_node) is Node  # no user has read it yet
    cls = type(y.grad_fn)
    assert cls.__mro__[1] is Node and cls.__basicsize__ == Node.__basicsize__ and sys.getsizeof(y._wg_node) == size
    assert hasattr(y._wg_node, "__dict__") is not wengert.compiled
    before = sys.getrefcount(cls)
    many = [(x * k).grad_fn for k in range(100)]
    assert sys.getrefcount(cls) == before + 100
    del many
    assert sys.getrefcount(cls) == before


def test_two_threads_may_look_at_once() -> None:
    x = leaf(wengert, 1.0)
    nodes = [(x * 2)._wg_node for _ in range(2000)]
    barrier = threading.Barrier(4)

    def look() -> None:
        barrier.wait()
        for n in nodes:
            shown(n)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert {type(n).__name__ for n in nodes} == {"MulBackward0"}


def test_what_may_not_be_differentiated_is_an_error_node(lib: Any) -> None:
    class Once(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        @lib.autograd.function.once_differentiable
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x, g = leaf(lib, 1.0), leaf(lib, 1.0)
    (d,) = lib.autograd.grad(Once.apply(x), x, g, create_graph=True)
    assert type(d.grad_fn).__name__ == "Error"


# -- Op.on is the fast path of a call: it records the same as the general path


def shapes(metas: Any) -> Any:
    return metas and [m and (m.shape, m.dtype) for m in metas]


def recorded(node: Any, known: dict[Any, int]) -> Any:
    """The contents of a node and of the nodes behind it, without recorded sites, in a form that can be compared."""
    if node is None or node in known:
        return known.get(node)
    known[node] = len(known)
    held = [
        (s.version, s.nr, s.output, s.base is None, recorded(s.node, known)) if isinstance(s, Saved) else type(s)
        for s in node._wg_saved or ()
    ]
    if type(node) is AccumulateGrad or node._wg_plan is None:
        return node.name()
    plan = node._wg_plan
    return (
        node.name(), plan.op.name, plan.mask, plan.count, plan.half, node.shape, node.dtype, node.levels,
        node._wg_next_output_nrs, repr(node._wg_params), held, node._wg_hooks,
        *map(shapes, (node._wg_metas, node.metas_in)),
        node._wg_chain, node._wg_view_meta, node._wg_user, node._wg_freed, node._wg_vmaps,
        node._wg_lost and errors.history.phrase(node._wg_lost), node._wg_base,
        [recorded(n, known) for n in node._wg_next],
    )  # fmt: skip


@pytest.mark.skipif(wengert.compiled, reason="methods that are compiled cannot be replaced")
@pytest.mark.parametrize("name", laws.NAMES)
def test_an_ordinary_call_records_what_any_other_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for case in laws.cases(name):
        found = []
        for one_piece in (True, False):
            with monkeypatch.context() as patch:
                if not one_piece:
                    patch.setattr(Op, "on", lambda op, x, y=None, params=None: op.unusual(x, y, params))
                ts = laws.tensors(case.leaves)
                for i in case.active:
                    ts[i].requires_grad_()
                known: dict[Any, int] = {}
                found.append(
                    [
                        (recorded(y.grad_fn, known), y._wg_output_nr, y._wg_requires_grad)
                        for y in laws.tensors_in(case(ts))
                    ]
                )
        assert found[0] == found[1]
