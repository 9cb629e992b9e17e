"""Inspecting the tape: nodes, saved tensors, edges, the running backward pass, and hooks on new nodes.

Most tests run their program on PyTorch too (``lib``); where a test does not, it says why.
"""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import pytest

import wengert
from tests.both import single as leaf
from wengert.autograd import graph

# -- attributes of a node


def test_nodes_tell_their_names(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    v = x.clone()
    v[0].mul_(3)
    named = {
        "MulBackward0": x * x, "ExpBackward0": x.exp(), "SumBackward0": x.sum(), "SumBackward1": x.sum(0),
        "MeanBackward1": x.mean(0), "CloneBackward0": x.clone(), "UnbindBackward0": x.unbind()[1], "ViewBackward0":
        x.view(1, 2), "MmBackward0": x.view(1, 2) @ x.view(2, 1), "CopySlices": v, "CopyBackwards":
        lib.zeros(2).copy_(x), "SelectBackward0": x[0], "ToCopyBackward0": x.double(), "CatBackward0": lib.cat([x, x]),
    }  # fmt: skip
    for name, t in named.items():
        node = t.grad_fn
        assert repr(node).startswith(f"<{name} object at 0x") and f"grad_fn=<{name}>" in repr(t)
        # PyTorch prefixes the names of nodes that no operation made with a C++ namespace
        assert node.name() == name or node.name() == f"torch::autograd::{name}"
        assert isinstance(node, lib.autograd.graph.Node) and node.requires_grad
    end = x.exp().grad_fn.next_functions[0][0]
    assert repr(end).startswith("<AccumulateGrad object at 0x") and end.name().endswith("AccumulateGrad")
    assert isinstance(end, lib.autograd.graph.Node) and end.variable is x and end.next_functions == ()


def test_a_graph_does_not_keep_a_leaf() -> None:
    """In PyTorch it does (docs/differences.md), so the program runs here only."""
    x = wengert.ones(2, requires_grad=True)
    y = x.exp()
    end = y.grad_fn.next_functions[0][0]
    assert end.variable is x
    del x
    assert end.variable is None
    y.sum().backward()  # nobody can see the gradient


def test_next_functions_follow_the_arguments(lib: Any) -> None:
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    a, b = x.unbind()

    def shape(t: Any) -> list[Any]:
        return [n if n is None else (n.name().rpartition("::")[2], i) for n, i in t.grad_fn.next_functions]

    end = ("AccumulateGrad", 0)
    assert shape(x * w) == [end, end]
    assert shape(x * 3.0) == [end, None] and shape(lib.ones(2) * x) == [None, end]
    assert shape(b * w.exp()) == [("UnbindBackward0", 1), ("ExpBackward0", 0)]
    assert shape(lib.cat([lib.ones(1), x, lib.ones(1)])) == [None, end, None]
    assert shape(lib.where(x > 1, x, w)) == [end, end]
    v = x * 1
    v[0].mul_(3.0)
    assert shape(v) == [("MulBackward0", 0), None]
    v[0].copy_(w[0])
    assert shape(v) == [("CopySlices", 0), ("SelectBackward0", 0)]
    v[0].eq_(1.0)
    assert shape(v)[0] == ("CopySlices", 0)
    buffer = lib.zeros(2)
    buffer[0].mul_(w[1])
    assert shape(buffer) == [None, ("SelectBackward0", 0)]
    assert shape(buffer.clone().copy_(x))[-1] == end


def test_all_nodes_of_a_leaf_meet_in_one(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y, z = x * 2, x.exp()
    ends = {t.grad_fn.next_functions[0][0] for t in (y, z)}
    assert len(ends) == 1 and {hash(n) for n in ends} == {hash(n) for n in ends}
    assert y.grad_fn is y.grad_fn and y.grad_fn != z.grad_fn


def test_sequence_numbers_grow(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = x * 2
    z = y.exp()
    assert y.grad_fn._sequence_nr() < z.grad_fn._sequence_nr()
    assert y.grad_fn.next_functions[0][0]._sequence_nr() == 2**64 - 1  # leaves run before all others


def test_metadata_stays_with_the_node(lib: Any) -> None:
    x = leaf(lib, 1.0)
    y = x * 2
    z = y * 1
    assert y.grad_fn.metadata == {}
    y.grad_fn.metadata["tag"] = 1
    assert y.grad_fn.metadata == {"tag": 1} and z.grad_fn.next_functions[0][0].metadata == {"tag": 1}
    assert z.grad_fn.metadata == {}


def test_input_metadata_describes_the_gradients(lib: Any) -> None:
    x = lib.ones(2, 3, dtype=lib.float64, requires_grad=True)
    end = x.exp().grad_fn.next_functions[0][0]
    for node, expected in [
        ((x * x).grad_fn, [([2, 3], lib.float64)]),
        (x.float().grad_fn, [([2, 3], lib.float32)]),
        (x.sum().grad_fn, [([], lib.float64)]),
        (x.unbind(1)[0].grad_fn, [([2], lib.float64)] * 3),
        (end, [([2, 3], lib.float64)]),
    ]:
        found = node._input_metadata
        assert [(list(m.shape), m.dtype) for m in found] == expected
        assert all(str(m.device) == "cpu" and not m.is_nested_tensor for m in found)


def test_nodes_have_no_other_attributes(lib: Any) -> None:
    node = (leaf(lib, 1.0) * 2).grad_fn
    for name in ("foo", "_saved_foo", "_raw_saved_foo"):
        with pytest.raises(AttributeError, match=f"'MulBackward0' object has no attribute '{name}'"):
            getattr(node, name)
        assert not hasattr(node, name)


def test_the_graph_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="cannot pickle 'MulBackward0' object"):
        pickle.dumps((leaf(wengert, 1.0) * 2).grad_fn)


# -- saved tensors


def test_saved_values_have_their_names(lib: Any) -> None:
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    y = x * w
    assert y.grad_fn._saved_self is x and y.grad_fn._saved_other is w
    constant = (x * w.detach()).grad_fn
    assert constant._saved_self is None and constant._saved_other.tolist() == [3, 4]
    with pytest.raises(RuntimeError, match="Calling register_hooks on a saved tensor with value None is forbidden"):
        constant._raw_saved_self.register_hooks(print, print)
    e = y.exp()
    assert e.grad_fn._saved_result.tolist() == e.tolist()
    assert e.grad_fn._saved_result.grad_fn is e.grad_fn
    s = (y * x).grad_fn._saved_self
    assert s.grad_fn is y.grad_fn and s.tolist() == y.tolist()
    assert x.view(2, 1).sum(1, keepdim=True).grad_fn._saved_keepdim is True
    m = x.max(0)
    assert m.values.grad_fn._saved_indices.tolist() == 1 and m.values.grad_fn._saved_dim in (0, -1)


def test_dir_lists_what_was_saved(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    assert {"_saved_result", "_raw_saved_result", "name", "next_functions"} <= set(dir(x.exp().grad_fn))
    assert {"_saved_self", "_raw_saved_other", "register_hook"} <= set(dir((x * x).grad_fn))
    assert not [n for n in dir(x.neg().grad_fn) if "_saved" in n]
    for name in dir(x.max(0).values.grad_fn):
        getattr(x.max(0).values.grad_fn, name)


def test_saved_values_go_with_the_walk(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    y.sum().backward()
    with pytest.raises(RuntimeError, match="directly access saved tensors after they have already been freed"):
        y.grad_fn._saved_result  # noqa: B018
    assert y.grad_fn._raw_saved_result.data is None


def test_saved_values_are_checked_for_writes(lib: Any) -> None:
    y = leaf(lib, 1.0, 2.0) * 1
    z = y * y
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_groups_are_saved_as_tuples() -> None:
    """No operation of PyTorch that wengert also has saves a group, so this is tested on wengert only."""
    x = leaf(wengert, 1.0, 2.0)
    grid = wengert.block_diag(x, x)
    for name in dir(grid.grad_fn):
        if name.startswith("_saved"):
            assert getattr(grid.grad_fn, name) is not None


# -- calling a node


def test_a_node_can_be_called(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    g = lib.ones(2)
    y = x * 3.0
    first, second = y.grad_fn(g)
    assert first.tolist() == [3, 3] and second is None and not first.requires_grad
    assert x.exp().grad_fn(g).tolist() == pytest.approx(np.exp([1, 2]).tolist())
    assert x.unbind()[0].grad_fn(lib.tensor(5.0), None).tolist() == [5, 0]
    y.sum().backward()
    assert x.grad.tolist() == [3, 3]  # the call freed no saved tensors


def test_calling_a_node_calls_no_hooks(lib: Any) -> None:
    y = leaf(lib, 1.0, 2.0) * 3.0

    def fail(*_: Any) -> None:
        pytest.fail("a hook was called")

    y.register_hook(fail)
    y.grad_fn.register_prehook(fail)
    y.grad_fn.register_hook(fail)
    y.grad_fn(lib.ones(2))


def test_what_a_called_node_computes_is_recorded(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x.pow(3.0)
    found = y.grad_fn(lib.ones(2))
    g = found[0] if isinstance(found, tuple) else found  # PyTorch's node has no edge for the exponent
    assert g.tolist() == [3, 12]
    assert lib.autograd.grad(g.sum(), x)[0].tolist() == [6, 12]
    with lib.no_grad():
        found = y.grad_fn(lib.ones(2))
        assert not (found[0] if isinstance(found, tuple) else found).requires_grad


def test_calling_the_node_of_a_leaf_accumulates(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    end = x.exp().grad_fn.next_functions[0][0]
    assert end(lib.ones(2)) == () and end(lib.ones(2)) == ()
    assert x.grad.tolist() == [2, 2]


def test_a_node_is_called_with_what_it_expects(lib: Any) -> None:
    y = leaf(lib, 1.0, 2.0) * 3.0
    g = lib.ones(2)
    for args, message in [
        ((), "expected 1 arguments, got 0 instead"), ((g, g), "expected 1 arguments, got 2 instead"),
        ((3,), "argument 0 is not a Variable"),
    ]:  # fmt: skip
        with pytest.raises(TypeError, match=message):
            y.grad_fn(*args)
    with pytest.raises(TypeError, match="keyword arguments are not supported"):
        y.grad_fn(g=g)
    assert y.grad_fn(None) == (None, None)
    z = y * y
    z.sum().backward()
    with pytest.raises(RuntimeError, match="second time"):
        z.grad_fn(g)


def test_calling_a_node_with_a_wrong_shape() -> None:
    """PyTorch computes with all gradients, whatever their shape."""
    y = leaf(wengert, 1.0, 2.0) * 3.0
    with pytest.raises(RuntimeError, match=r"MulBackward0 .*got \[5\] but expected shape compatible with \[2\]"):
        y.grad_fn(wengert.ones(5))


def test_nodes_of_writes_through_views_can_be_called(lib: Any) -> None:
    x, w = leaf(lib, 1.0, 2.0), leaf(lib, 5.0)
    v = x * 1
    v[0].mul_(w)
    base, other = v.grad_fn(lib.tensor([10.0, 100.0]))
    assert base.tolist() == [50, 100] and other.item() == 10


# -- edges


def test_edges_say_where_gradients_arrive(lib: Any) -> None:
    x = leaf(lib, 1.0, 2.0)
    y = x * 3
    a, b = x.unbind()
    edge = lib.autograd.graph.get_gradient_edge
    node, nr, token = edge(b)
    assert node is b.grad_fn and nr == 1 and token is None
    assert edge(y) == lib.autograd.graph.GradientEdge(y.grad_fn, 0)
    assert edge(y)._fields == ("node", "output_nr", "ownership_token")
    assert edge(x).node is y.grad_fn.next_functions[0][0] and edge(x).output_nr == 0
    with pytest.raises(
        RuntimeError, match="It is not possible to get the gradient edge for a Tensor that does not req"
    ):
        edge(lib.ones(1))


def test_an_edge_outlives_its_tensor() -> None:
    """PyTorch also calls hooks of tensors that are gone, but it does not keep the edge of a leaf that is gone."""
    x = leaf(wengert, 1.0, 2.0)
    y = x * 3
    edge = graph.get_gradient_edge(y)
    z = (y * y).sum()
    del y
    seen: list[Any] = []
    edge.node.register_prehook(lambda gs: seen.append(gs[0].tolist()))
    z.backward()
    assert seen == [[6, 12]]


# -- versions


def test_versions_can_be_counted_up(lib: Any) -> None:
    count = lib.autograd.graph.increment_version
    x, y = lib.ones(2), leaf(lib, 1.0)
    count(x)
    count([x, y])
    count(t for t in [x])
    assert (x._version, y._version) == (3, 1)
    count([])
    for wrong in (3, [3], {"a": x}, [x, 3]):
        with pytest.raises(RuntimeError, match="increment_version expect"):
            count(wrong)
    assert x._version == 3 or lib is not wengert
    z = y * 1
    out = z * z
    count(z)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.backward()


def test_the_error_names_the_line_that_counted() -> None:
    z = leaf(wengert, 1.0) * 1
    out = z * z
    graph.increment_version(z)
    with pytest.raises(RuntimeError, match=r"increment_version at .*test_graph\.py:\d+ in .*increment_version\(z\)"):
        out.backward()


# -- the running backward pass


def order(lib: Any) -> Any:
    """PyTorch has these functions in another module."""
    return lib.autograd.graph if lib is wengert else lib._C


def test_walks_have_numbers(lib: Any) -> None:
    x = leaf(lib, 2.0)
    y = x * 3
    seen: list[int] = []
    for t in (x, y):
        t.register_hook(lambda g: seen.append(order(lib)._current_graph_task_id()))
    for _ in range(2):
        (y * y).backward(retain_graph=True)
    assert seen[0] == seen[1] < seen[2] == seen[3]
    assert order(lib)._current_graph_task_id() == -1


def test_which_nodes_the_walk_runs(lib: Any) -> None:
    x, w = leaf(lib, 2.0), leaf(lib, 3.0)
    a, b = x * 2, w * 3
    c = a * b
    seen: list[Any] = []
    nodes = [a.grad_fn, b.grad_fn, (x * 1).grad_fn]
    c.register_hook(lambda g: seen.append([order(lib)._will_engine_execute_node(n) for n in nodes]))
    c.backward(retain_graph=True)
    c.backward(inputs=[w])
    assert seen == [[True, True, False], [False, True, False]]
    with pytest.raises(RuntimeError):
        order(lib)._will_engine_execute_node(c.grad_fn)


def test_the_order_in_which_the_walk_runs_nodes() -> None:
    """PyTorch reports the order only before the first node has run, on one thread."""
    x, w = leaf(wengert, 2.0), leaf(wengert, 3.0)
    a, b = x * 2, w * 3
    c = (a * b).sin() + a
    told: list[Any] = []
    ran: list[Any] = []
    ends = [graph.get_gradient_edge(t).node for t in (x, w)]
    inner = c.grad_fn.next_functions[0][0]
    for node in (a.grad_fn, b.grad_fn, c.grad_fn, inner, inner.next_functions[0][0], *ends):
        node.register_prehook(lambda gs, node=node: ran.append(node))
        node.register_hook(lambda gi, go: told.append(graph._current_graph_task_execution_order()))
    c.backward()
    assert len(ran) == 7 and told == [ran] * 7
    with pytest.raises(RuntimeError, match="only known during the backward pass"):
        graph._current_graph_task_execution_order()


# -- hooks on new nodes (beyond PyTorch)


def test_creation_hooks_see_every_node() -> None:
    class Twice(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    seen: list[Any] = []
    x = leaf(wengert, 1.0, 2.0)
    with graph.node_creation_hook(lambda node: seen.append((node.name(), len(node.next_functions)))):
        y = x * 2
        y[0].mul_(3)
        a, b = Twice.apply(y).unbind()
        with wengert.no_grad():
            x * x
    x.exp()
    assert [s for s in seen if s[0] != "SelectBackward0"] == [  # the view is recorded again after the write
        ("MulBackward0", 2), ("CopySlices", 2), ("TwiceBackward", 1), ("UnbindBackward0", 1),
    ]  # fmt: skip


def test_creation_hooks_get_complete_nodes() -> None:
    x = leaf(wengert, 1.0, 2.0)
    with graph.node_creation_hook(lambda node: node.metadata.update(kept=node._saved_result.tolist())):
        y = x.exp()
    assert y.grad_fn.metadata == {"kept": y.tolist()}


def test_creation_hooks_see_what_create_graph_records() -> None:
    x = leaf(wengert, 2.0)
    y = x**3
    seen: list[str] = []
    with graph.node_creation_hook(lambda node: seen.append(node.name())):
        wengert.autograd.grad(y, x, retain_graph=True)
        assert seen == []
        wengert.autograd.grad(y, x, create_graph=True)
    assert "MulBackward0" in seen


def test_creation_hooks_nest_and_stand_beside_saved_tensor_hooks() -> None:
    x = leaf(wengert, 2.0)
    seen: list[str] = []
    with graph.node_creation_hook(lambda node: seen.append("outer")):
        with graph.saved_tensors_hooks(lambda t: seen.append("pack"), lambda _: wengert.tensor(5.0)):
            with graph.node_creation_hook(lambda node: seen.append("inner")):
                y = x.exp()
            x.exp()
        x.exp()
    x.exp()
    assert seen == ["pack", "outer", "inner", "pack", "outer", "outer"]
    y.backward()
    assert x.grad.item() == 5


def test_creation_hooks_that_raise_stop_the_operation() -> None:
    def fail(node: Any) -> None:
        raise ValueError(node.name())

    x = leaf(wengert, 2.0)
    with pytest.raises(ValueError, match="MulBackward0"), graph.node_creation_hook(fail):
        x * x
    assert wengert.autograd.grad(x * x, x)[0].item() == 4
    with pytest.raises(TypeError, match="expected a function of a node, got int"):
        graph.node_creation_hook(3)  # type: ignore[arg-type]


def test_creation_hooks_decorate_and_belong_to_their_thread() -> None:
    seen: list[str] = []
    x = leaf(wengert, 2.0)

    @graph.node_creation_hook(lambda node: seen.append(node.name()))
    def f() -> Any:
        thread = threading.Thread(target=x.exp)
        thread.start()
        thread.join()
        return x * x

    f()
    assert seen == ["MulBackward0"]


# -- public names


def test_the_names_are_there(lib: Any) -> None:
    if lib is wengert:
        assert set(graph.__all__) <= set(dir(graph))
    for name in (
        "GradientEdge", "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks", "get_gradient_edge",
        "increment_version", "region_activation_memory_budget", "register_multi_grad_hook", "save_on_cpu",
        "saved_tensors_hooks",
    ):  # fmt: skip
        assert name in lib.autograd.graph.__all__


def test_the_ratio_of_a_memory_budget(lib: Any) -> None:
    budget = lib.autograd.graph.region_activation_memory_budget
    for wrong, error in (("a", TypeError), (True, TypeError), (2.0, ValueError), (-0.1, ValueError)):
        with pytest.raises(error, match="region_activation_memory_budget: "):
            budget(wrong)
