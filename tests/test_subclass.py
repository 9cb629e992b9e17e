"""Subclasses of Tensor and other types that override operations: arguments of handlers, and results."""

from __future__ import annotations

import contextlib
import copy
import operator
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import overrides
from wengert._core.api.generated import functions
from wengert._core.api.subclass import Asked
from wengert._core.dispatch import override
from wengert.autograd import Function
from wengert.utils.checkpoint import checkpoint

LOG: list[tuple[Any, tuple[str, ...], tuple[Any, ...], dict[str, Any]]] = []


@pytest.fixture(autouse=True)
def emptied() -> Iterator[None]:
    """Empty the log, which keeps tensors alive: any test may be the last of its process."""
    LOG.clear()
    yield
    LOG.clear()


class Plain(wengert.Tensor):
    """A subclass with the default handler."""


class Child(Plain):
    pass


class Logged(wengert.Tensor):
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        LOG.append((func, tuple(t.__name__ for t in types), tuple(args), kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs)


class Own(wengert.Tensor):
    """A subclass with a handler under wengert's name, which changes the result."""

    @classmethod
    def __wengert_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func in (wengert.exp, wengert.Tensor.exp):
            return "own exp"
        return super().__wengert_function__(func, types, args, kwargs)


class Quiet(wengert.Tensor):
    """A subclass without a handler: its results are plain tensors."""

    __torch_function__ = None


class Duck:
    """A type that is not a tensor."""

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func.__name__, tuple(t.__name__ for t in types), len(args), kwargs or {}


class Array(Duck):
    """A type that looks like an array."""

    shape, ndim, dtype = (2,), 1, np.dtype("float32")

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.ones(2, np.float32)


class Declines:
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return NotImplemented


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    LOG.clear()
    yield


def logged(*values: float) -> Any:
    return wengert.tensor(values or (1.0, 2.0)).as_subclass(Logged)


# -- making one


def test_calling_the_class() -> None:
    x = Plain([1, 2])
    assert type(x) is Plain and x.tolist() == [1, 2] and x.dtype is wengert.float32 and not x._is_view()
    assert type(Plain(2, 3)) is Plain and Plain(2, 3).shape == (2, 3) and Plain().shape == (0,)
    assert Plain(wengert.Size([2, 1])).shape == (2, 1) and Plain((2, 3)).tolist() == [2, 3]
    assert Plain(np.ones(2)).dtype is wengert.float32 and Plain(data=[1], device="cpu").tolist() == [1]
    assert type(wengert.Tensor([[1, 2]])) is wengert.Tensor
    with pytest.raises(TypeError, match=r"new\(\): data must be a sequence \(got float\)"):
        wengert.Tensor(2.5)
    with pytest.raises(TypeError, match=r"Plain\(\): takes sizes, a sequence or a tensor, and device=; got dtype"):
        Plain([1], dtype=wengert.int32)


def test_calling_the_class_with_a_tensor_is_a_view_with_history() -> None:
    x = wengert.ones(2, dtype=wengert.float64, requires_grad=True)
    y = Plain(x)
    assert type(y) is Plain and y.dtype is x.dtype and y.grad_fn.name() == "AliasBackward0"
    (y * 3).sum().backward()
    assert x.grad.tolist() == [3, 3] and type(x.grad) is wengert.Tensor


def test_as_subclass() -> None:
    x = wengert.ones(2, requires_grad=True)
    y = x.as_subclass(Plain)
    assert type(y) is Plain and y._is_view() and y._base is x and y.requires_grad and not y.is_leaf
    assert type(y.as_subclass(wengert.Tensor)) is wengert.Tensor and type(x) is wengert.Tensor
    for bad in (int, "Plain", wengert.Tensor.__base__):
        with pytest.raises(TypeError, match="Creating a Tensor subclass from a class that does not inherit from Ten"):
            x.as_subclass(bad)


def test_make_subclass_is_a_leaf() -> None:
    x = wengert.ones(2, requires_grad=True) * 2
    y = wengert.Tensor._make_subclass(Plain, x, True)
    assert type(y) is Plain and y.is_leaf and y.requires_grad
    (y * y).sum().backward()
    assert y.grad.tolist() == [4, 4] and type(y.grad) is wengert.Tensor
    assert not wengert.Tensor._make_subclass(Plain, x).requires_grad


def test_new_and_init_of_their_own() -> None:
    class Tagged(wengert.Tensor):
        def __new__(cls, data: Any, tag: str) -> Any:
            return super().__new__(cls, data)

        def __init__(self, data: Any, tag: str) -> None:
            self.tag = tag

    x = Tagged([1.0], "x")
    assert x.tag == "x" and type(x * 2) is Tagged and not hasattr(x * 2, "tag")


def test_methods_may_be_overridden_the_usual_way() -> None:
    class Loud(wengert.Tensor):
        def add(self, other: Any) -> Any:
            return "loud", super().add(other)

        def __mul__(self, other: Any) -> Any:
            return "loud", super().__mul__(other)

        def detach(self) -> Any:
            return "loud", super().detach()

        @property
        def shape(self) -> Any:
            return "loud", super().shape

    x = Loud([1.0])
    for how, result in (x.add(1), x * 2, x.detach()):
        assert how == "loud" and type(result) is Loud
    assert x.shape == ("loud", (1,))


# -- results of the default handler

SAME: dict[str, Callable[[Any], Any]] = {
    "function": lambda x: wengert.add(x, 1),
    "function, second argument": lambda x: wengert.add(wengert.ones(2), x),
    "functional": lambda x: wengert.nn.functional.softmax(x, 0),
    "method": lambda x: x.sin(),
    "operator": lambda x: x * 2,
    "reflected": lambda x: 2 - x,
    "with a plain tensor": lambda x: wengert.ones(2) - x,
    "comparison": lambda x: wengert.ones(2) < x,
    "matmul": lambda x: x @ x,
    "unary": lambda x: -x,
    "index": lambda x: x[0],
    "view": lambda x: x.view(1, 2),
    "property": lambda x: x.T if x.ndim == 2 else x.mT if x.ndim > 2 else x.real,
    "data": lambda x: x.data,
    "detach": lambda x: x.detach(),
    "clone": lambda x: x.clone(),
    "to": lambda x: x.to(wengert.float64),
    "group": lambda x: wengert.cat([wengert.ones(1), x]),
    "like": lambda x: wengert.zeros_like(x),
    "new": lambda x: x.new_zeros(3),
    "where": lambda x: wengert.where(x > 0, wengert.ones(2), wengert.zeros(2)),
    "in place": lambda x: x.clone().add_(1),
    "in place, of a plain tensor": lambda x: wengert.ones(2).add_(x),
    "copied into a plain tensor": lambda x: wengert.ones(2).copy_(x),
    "type of": lambda x: wengert.ones(2).type_as(x),
    "to its type": lambda x: wengert.ones(2).to(x),
    "method where": lambda x: wengert.ones(2).where(wengert.ones(2) > 0, x),
    "ufunc": lambda x: np.add(x, 1),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
}


@pytest.mark.parametrize("kind", [Plain, Child, Logged, Own])
@pytest.mark.parametrize("how", SAME)
def test_results_are_of_the_subclass(how: str, kind: Any) -> None:
    x = wengert.tensor([0.5, 2.0])
    out = SAME[how](x.as_subclass(kind))
    assert type(out) is kind
    expected = SAME[how](x)
    assert out.tolist() == expected.tolist() and out.dtype is expected.dtype


def test_tuples_lists_and_names_are_kept() -> None:
    x = Plain([[1.0, 2.0]])
    found = x.max(1)
    assert type(found.values) is type(found.indices) is Plain and type(found) is type(wengert.ones(1, 2).max(1))
    assert all(type(t) is Plain for t in (*wengert.split(x, 1), *x, *x.unbind(0)))
    assert type(x.shape) is wengert.Size and type(x.size()) is wengert.Size
    assert x.tolist() == [[1, 2]] and len(x) == 1 and bool(x[0, 0]) and float(x[0, 1]) == 2 and 2.0 in x
    assert f"{x[0, 1]:.1f}" == "2.0" and type(x.numpy()) is np.ndarray


def test_writing_keeps_identity_and_type() -> None:
    x = Plain([1.0, 2.0])
    before = x
    x += 1
    x[0] = 7.0
    assert x is before and x.mul_(2) is x and x.tolist() == [14, 6]
    p = wengert.ones(2)
    assert wengert.add(x, 1, out=x) is x and type(p) is wengert.Tensor


def test_children_come_before_parents_and_strangers_do_not_mix() -> None:
    a, b = Plain([1.0]), Child([1.0])
    assert type(a + b) is type(b + a) is type(wengert.mul(a, b)) is Child
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+: 'Plain' and 'Own'"):
        a + Own([1.0])
    with pytest.raises(TypeError, match="Multiple dispatch failed for 'wengert.add'; all __torch_function__ handlers"):
        wengert.add(a, Own([1.0]))


def test_subclasses_are_asked_before_their_bases_and_left_before_right() -> None:
    order: list[str] = []

    def handler(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        order.append(cls.__name__)
        return NotImplemented

    body = {"__torch_function__": classmethod(handler)}
    a = type("A", (wengert.Tensor,), body)
    b = type("B", (a,), body)
    c = type("C", (wengert.Tensor,), body)
    for args, expected in (((a, b, c), "BAC"), ((c, a, b), "CBA"), ((b, c, a), "BCA")):
        order.clear()
        with pytest.raises(TypeError, match="Multiple dispatch failed"):
            wengert.cat([k([1.0]) for k in args])
        assert "".join(order) == expected


def test_gradients_flow() -> None:
    w = wengert.tensor([1.0, 2.0], requires_grad=True)
    y = (w.as_subclass(Plain) * 3).exp().sum()
    (g,) = wengert.autograd.grad(y, w, create_graph=True)
    assert type(y) is type(g) is Plain
    g.sum().backward()
    assert np.allclose(w.grad.numpy(), 9 * np.exp([3.0, 6.0]))
    leaf = wengert.Tensor._make_subclass(Plain, wengert.ones(2), True)
    seen = []
    leaf.register_hook(lambda g: seen.append(type(g)))
    (leaf * leaf).sum().backward()
    assert type(leaf.grad) is wengert.Tensor and leaf.grad.tolist() == [2, 2] and seen == [wengert.Tensor]


def test_writes_through_results_reach_histories() -> None:
    w = wengert.ones(2, requires_grad=True)
    y = w.as_subclass(Plain) * 2
    y[0] = 5.0
    y.mul_(3)
    y.sum().backward()
    assert w.grad.tolist() == [0, 6]


def test_formulas_ask_nobody() -> None:
    x = wengert.Tensor._make_subclass(Logged, wengert.ones(2), True)
    w = wengert.ones(2, requires_grad=True)
    y = (w * x).as_subclass(wengert.Tensor).sum()
    LOG.clear()
    (g,) = wengert.autograd.grad(y, w, create_graph=True)
    g.sum().backward()
    assert LOG == [] and type(g) is wengert.Tensor and x.grad.tolist() == [1, 1]


def test_a_cotangent_of_a_subclass() -> None:
    w = wengert.ones(2, requires_grad=True)
    y = w * 2
    LOG.clear()
    y.backward(logged(3.0, 4.0))
    assert [f for f, *_ in LOG] == [wengert.autograd.backward]
    assert type(w.grad) is wengert.Tensor and w.grad.tolist() == [6, 8]


def test_functions_see_the_subclass() -> None:
    seen = []

    class Double(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            seen.append(type(x))
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(type(g))
            return g * 2

    w = wengert.ones(2, requires_grad=True)
    Double.apply(w.as_subclass(Plain)).sum().backward()
    assert seen == [Plain, wengert.Tensor] and w.grad.tolist() == [2, 2]


SAVING: dict[str, Any] = {
    "leaf": lambda lib, kind: lib.ones(2).as_subclass(kind).requires_grad_(),
    "with history": lambda lib, kind: (lib.ones(2, requires_grad=True) * 1).as_subclass(kind),
    "without gradient": lambda lib, kind: lib.ones(2).as_subclass(kind),
}


@pytest.mark.parametrize("how", SAVING)
def test_saved_tensors_are_of_the_subclass(lib: Any, how: str) -> None:
    """Inputs and intermediate values keep their class and attributes. A plain tensor stays plain."""
    kind = type("Named", (lib.Tensor,), {})
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, w: Any) -> Any:
        middle = w * x
        middle.label = "middle"
        ctx.save_for_backward(x, middle, w, None)
        return w * 2

    def backward(ctx: Any, g: Any) -> Any:
        x, middle, w, nothing = ctx.saved_tensors
        seen.extend([type(x), x.label, x.requires_grad, type(middle), middle.label, type(w), nothing])
        return None, g * 2

    x, w = SAVING[how](lib, kind), lib.ones(2, requires_grad=True)
    x.label = "x"
    body = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    type("F", (lib.autograd.Function,), body).apply(x, w).sum().backward()
    assert seen == [kind, "x", how != "without gradient", kind, "middle", lib.Tensor, None]


@pytest.mark.parametrize("around", ["nothing", "hooks", "hooks that lose it", "checkpoint", "create_graph"])
def test_saved_tensors_are_of_the_subclass_whatever_kept_them(around: str) -> None:
    """Outputs too. (PyTorch returns these as plain tensors, and with hooks all tensors that require grad.)"""
    seen: list[Any] = []

    class Keep(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            y = x * 3
            ctx.save_for_backward(x, y, x * 2)
            return y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append([(type(t), t.requires_grad, t.grad_fn is None) for t in ctx.saved_tensors])
            x, y, _ = ctx.saved_tensors
            return g * y.as_subclass(wengert.Tensor) / x.as_subclass(wengert.Tensor)

    leaf = wengert.ones(2, requires_grad=True)
    with contextlib.ExitStack() as stack:
        if around == "hooks":
            stack.enter_context(wengert.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t))
        elif around == "hooks that lose it":
            hooks = wengert.autograd.graph.saved_tensors_hooks(lambda t: t.detach().numpy(), wengert.from_numpy)
            stack.enter_context(hooks)
        x = (leaf * 1).as_subclass(Plain)
        y = checkpoint(Keep.apply, x, use_reentrant=False) if around == "checkpoint" else Keep.apply(x)
    (g,) = wengert.autograd.grad(y.sum(), leaf, create_graph=around == "create_graph")
    assert g.tolist() == [3, 3]
    middle = around == "create_graph"  # then its history raises an error when it is differentiated
    assert seen == [[(Plain, True, False), (Plain, True, False), (Plain, middle, not middle)]]


def test_printing() -> None:
    assert repr(Plain([1.0, 2.0])) == "Plain([1., 2.])"
    assert repr(wengert.ones(2, requires_grad=True).as_subclass(Plain)) == ("Plain([1., 1.], grad_fn=<AliasBackward0>)")


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "matmul"])
def test_a_tensor_on_the_left_is_asked_before_one_that_takes_no_part(name: str) -> None:
    between = getattr(operator, name)
    x = wengert.full((2, 2), 2.0, requires_grad=True) * 1
    p = wengert.nn.Parameter(wengert.full((2, 2), 3.0))
    mixed, plain = between(x, p).grad_fn, between(x, p * 1).grad_fn
    assert mixed.name() == plain.name()
    assert mixed.next_functions[0][0] is x.grad_fn


def test_one_that_takes_no_part() -> None:
    x = wengert.ones(2).as_subclass(Quiet)
    for out in (x * 2, wengert.exp(x), x.detach(), 2 - x, x[0], wengert.ones(2) + x):
        assert type(out) is wengert.Tensor
    assert type(x + Plain([1.0, 2.0])) is Plain
    assert x.shape == (2,) and not overrides.has_torch_function((x,))


# -- arguments of handlers


def calls(run: Callable[[Any], Any], *values: float) -> list[tuple[Any, list[str], dict[str, Any]]]:
    x = logged(*values)
    LOG.clear()
    run(x)
    return [(f, [type(a).__name__ for a in args], kwargs) for f, _, args, kwargs in LOG]


T = wengert.Tensor
SEEN: list[tuple[Callable[[Any], Any], Any, list[str], dict[str, Any]]] = [
    (lambda x: wengert.add(x, 1), wengert.add, ["Logged", "int"], {}),
    (lambda x: wengert.add(wengert.ones(2), x, alpha=2), wengert.add, ["Tensor", "Logged"], {"alpha": 2}),
    (lambda x: wengert.add(input=x, other=1), wengert.add, ["Logged", "int"], {}),
    (lambda x: x.add(1), T.add, ["Logged", "int"], {}),
    (lambda x: x + 1, T.add, ["Logged", "int"], {}),
    (lambda x: 1 + x, T.add, ["Logged", "int"], {}),
    (lambda x: wengert.ones(2) + x, T.add, ["Tensor", "Logged"], {}),
    (lambda x: wengert.ones(2) - x, T.sub, ["Tensor", "Logged"], {}),
    (lambda x: 1 - x, T.__rsub__, ["Logged", "int"], {}),
    (lambda x: x / 2, T.div, ["Logged", "int"], {}),
    (lambda x: x // 2, T.__floordiv__, ["Logged", "int"], {}),
    (lambda x: x % 2, T.remainder, ["Logged", "int"], {}),
    (lambda x: x**2, T.pow, ["Logged", "int"], {}),
    (lambda x: 2**x, T.__rpow__, ["Logged", "int"], {}),
    (lambda x: x @ x, T.matmul, ["Logged", "Logged"], {}),
    (lambda x: -x, T.neg, ["Logged"], {}),
    (lambda x: abs(x), T.abs, ["Logged"], {}),
    (lambda x: x > 1, T.gt, ["Logged", "int"], {}),
    (lambda x: wengert.ones(2) < x, T.gt, ["Logged", "Tensor"], {}),
    (lambda x: x == 1, T.__eq__, ["Logged", "int"], {}),
    (lambda x: x.add_(1), T.add_, ["Logged", "int"], {}),
    (lambda x: x.__iadd__(1), T.add_, ["Logged", "int"], {}),
    (lambda x: wengert.ones(2).add_(x), T.add_, ["Tensor", "Logged"], {}),
    (lambda x: x[0], T.__getitem__, ["Logged", "int"], {}),
    (lambda x: x.__setitem__(0, 1.0), T.__setitem__, ["Logged", "int", "float"], {}),
    (lambda x: wengert.ones(1, 2).__setitem__(0, x), T.__setitem__, ["Tensor", "int", "Logged"], {}),
    (lambda x: wengert.cat([x, x]), wengert.cat, ["list"], {}),
    (lambda x: wengert.sum(x), wengert.sum, ["Logged"], {}),
    (lambda x: x.size(), T.size, ["Logged"], {}),
    (lambda x: x.size(dim=0), T.size, ["Logged"], {"dim": 0}),
    (lambda x: len(x), T.__len__, ["Logged"], {}),
    (lambda x: x.shape, T.shape.__get__, ["Logged"], {}),
    (lambda x: x.grad, T.grad.__get__, ["Logged"], {}),
    (lambda x: x.requires_grad, T.requires_grad.__get__, ["Logged"], {}),
    (lambda x: setattr(x, "requires_grad", True), T.requires_grad.__set__, ["Logged", "bool"], {}),
    (lambda x: setattr(x, "grad", None), T.grad.__set__, ["Logged", "NoneType"], {}),
    (lambda x: x.requires_grad_(), T.requires_grad_, ["Logged"], {}),
    (lambda x: x.detach(), T.detach, ["Logged"], {}),
    (lambda x: x.tolist(), T.tolist, ["Logged"], {}),
    (lambda x: repr(x), T.__repr__, ["Logged"], {}),
    (lambda x: wengert.nn.functional.relu(x), wengert.nn.functional.relu, ["Logged"], {}),
    (lambda x: wengert.add(wengert.ones(2), 1, out=x), wengert.add, ["Tensor", "int"], {"out": ...}),
]


@pytest.mark.parametrize("at", range(len(SEEN)))
def test_what_handlers_see(at: int) -> None:
    run, func, args, kwargs = SEEN[at]
    found = calls(run)
    assert len(found) == 1, "only the call itself, none of what it does inside"
    assert found[0][0] == func and found[0][1] == args
    assert found[0][2].keys() == kwargs.keys()
    assert LOG[0][1] == ("Logged",)


def test_what_is_not_asked() -> None:
    x = logged()
    LOG.clear()
    hash(x)
    assert wengert.is_tensor(x) and isinstance(x, wengert.Tensor) and x.as_subclass(wengert.Tensor) is not x
    assert LOG == []


def test_backward_asks_once() -> None:
    w = wengert.ones(2, requires_grad=True)
    y = w.as_subclass(Logged).sum()
    for run, func in [
        (lambda: wengert.autograd.grad(y, w, retain_graph=True), wengert.autograd.grad),
        (lambda: wengert.autograd.backward(y, retain_graph=True), wengert.autograd.backward),
        (lambda: y.backward(), T.backward),
    ]:
        LOG.clear()
        run()
        assert [f for f, *_ in LOG] == [func]
    assert w.grad.tolist() == [2, 2]


def test_wengert_s_own_name() -> None:
    x = Own([1.0])
    assert wengert.exp(x) == x.exp() == "own exp" and type(x + 1) is Own

    class Both(Own):
        @classmethod
        def __torch_function__(cls, *args: Any, **kwargs: Any) -> Any:
            raise AssertionError

        @classmethod
        def __wengert_function__(cls, *args: Any, **kwargs: Any) -> Any:
            return "first"

    assert Both([1.0]).exp() == "first"


def test_an_exception_in_a_handler_leaves_overriding_on() -> None:
    x = Plain([1.0, 2.0])
    with pytest.raises(RuntimeError, match="size of tensor a"):
        x + wengert.ones(3)
    assert type(x + 1) is Plain


# -- other types

DUCKS: list[tuple[Callable[[Any], Any], str, int]] = [
    (lambda d: wengert.add(wengert.ones(2), d), "add", 2),
    (lambda d: wengert.add(d, 1), "add", 2),
    (lambda d: wengert.ones(2) + d, "add", 2),
    (lambda d: d - wengert.ones(2) if hasattr(d, "__sub__") else wengert.ones(2).__rsub__(d), "__rsub__", 2),
    (lambda d: wengert.ones(2) == d, "__eq__", 2),
    (lambda d: wengert.ones(2).add(d), "add", 2),
    (lambda d: wengert.ones(2).add_(d), "add_", 2),
    (lambda d: wengert.relu(d), "relu", 1),
    (lambda d: wengert.nn.functional.softmax(d, 0), "softmax", 2),
    (lambda d: wengert.nn.functional.cross_entropy(wengert.ones(2), d), "cross_entropy", 2),
    (lambda d: wengert.cat([wengert.ones(2), d]), "cat", 1),
    (lambda d: wengert.where(wengert.ones(2) > 0, wengert.ones(2), d), "where", 3),
    (lambda d: wengert.sum(wengert.ones(2), d), "sum", 2),
    (lambda d: wengert.ones(2)[d], "__getitem__", 2),
    (lambda d: wengert.ones(2).copy_(d), "copy_", 2),
    (lambda d: wengert.ones(2).type_as(d), "type_as", 2),
    (lambda d: wengert.ones(2).to(d), "to", 2),
    (lambda d: wengert.ones(2).where(d, 1.0), "where", 3),
]


@pytest.mark.parametrize("met", [False, True], ids=["first time", "known"])
@pytest.mark.parametrize("duck", [Duck(), Array()], ids=["duck", "array"])
@pytest.mark.parametrize("at", range(len(DUCKS)))
def test_types_that_are_no_tensors(at: int, duck: Any, met: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(override, "on", met)
    run, name, count = DUCKS[at]
    assert run(duck) == (name, (type(duck).__name__,), count, {})


def test_all_may_decline() -> None:
    message = "no implementation found for 'wengert.nn.functional.softmax' on types that implement __torch_function__"
    with pytest.raises(TypeError, match=message):
        wengert.nn.functional.softmax(Declines(), 0)
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+: 'Tensor' and 'Declines'"):
        wengert.ones(2) + Declines()
    assert wengert.add(Declines(), Duck())[1] == ("Declines", "Duck")
    assert wengert.add(Plain([1.0]), Duck())[1] == ("Plain", "Duck")


def test_plain_methods_as_handlers_are_deprecated() -> None:
    class Old:
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return "old"

    with pytest.warns(DeprecationWarning, match="Defining your `__torch_function__` as a plain method is deprecated"):
        assert wengert.exp(Old()) == "old"


def test_subclasses_ask_whatever_other_type_was_met_before() -> None:
    program = """
import wengert
from wengert._core.api.generated import functions
class Duck:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "duck"
assert wengert.exp(Duck()) == "duck"
class Named(wengert.Tensor): pass
assert type(wengert.ones(2).as_subclass(Named) + 1) is Named
assert type(wengert.ones(2).as_subclass(Named).detach()) is Named
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("met", [False, True])
def test_errors_of_functions_stay_theirs(met: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(override, "on", met)
    with pytest.raises(TypeError, match=r"add\(\): argument 'other' must be Tensor or number, not object"):
        wengert.add(wengert.ones(2), object())
    with pytest.raises(RuntimeError, match=r"The size of tensor a \(2\) must match the size of tensor b \(3\)"):
        wengert.add(wengert.ones(2), wengert.ones(3))


@pytest.mark.oracle
def test_tensors_of_torch_take_no_part() -> None:
    torch = pytest.importorskip("torch")
    assert not overrides.has_torch_function((torch.ones(2),))


# -- wengert.overrides


def test_overrides() -> None:
    assert overrides.has_torch_function((1, Plain([1.0]))) and overrides.has_torch_function((Duck(),))
    assert not overrides.has_torch_function((1, wengert.ones(2), "x"))
    assert [overrides.is_tensor_like(x) for x in (wengert.ones(1), Plain([1.0]), Duck(), 1, [1.0])] == [
        True, True, True, False, False,
    ]  # fmt: skip

    def f(x: Any, y: Any = 0) -> Any:
        if overrides.has_torch_function((x, y)):
            return overrides.handle_torch_function(f, (x, y), x, y=y)
        return "plain"

    assert (
        f(1) == "plain" and f(1, Duck()) == ("f", ("Duck",), 1, {"y": f(1, Duck()) and f.__defaults__ and ...}) or True
    )
    name, types, count, kwargs = f(1, Duck())
    assert (name, types, count, list(kwargs)) == ("f", ("Duck",), 1, ["y"])
    with pytest.raises(TypeError, match="no implementation found for '.*f' on types that implement"):
        f(Declines())


def test_wrap_torch_function() -> None:
    @overrides.wrap_torch_function(lambda x, y=0: (x,))
    def g(x: Any, y: int = 0) -> str:
        """Its documentation."""
        return "plain"

    assert g(1) == "plain" and g.__doc__ == "Its documentation."
    assert g(Duck(), y=1) == ("g", ("Duck",), 1, {"y": 1})


def test_names_and_lists() -> None:
    for f, name in [
        (wengert.add, "wengert.add"),
        (wengert.nn.functional.relu, "wengert.nn.functional.relu"),
        (wengert.autograd.grad, "wengert.autograd.grad"),
        (T.shape.__get__, "wengert.Tensor.shape.__get__"),
        (T.requires_grad.__set__, "wengert.Tensor.requires_grad.__set__"),
        (T.__add__, "wengert.Tensor.__add__"),
        (T.add_, "wengert.Tensor.add_"),
        (print, None),
        (wengert.is_tensor, "wengert.is_tensor"),
        (wengert.zeros, "wengert.zeros"),
    ]:
        assert overrides.resolve_name(f) == name
    assert overrides.is_tensor_method_or_property(T.grad.__get__)
    assert overrides.is_tensor_method_or_property(T.__getitem__)
    assert not overrides.is_tensor_method_or_property(wengert.nn.functional.cross_entropy)
    table = overrides.get_overridable_functions()
    assert {wengert, wengert.nn.functional, wengert.autograd, T} <= set(table)
    assert T.grad.__get__ in overrides.get_default_nowrap_functions()


def test_every_published_function_with_tensors_asks() -> None:
    """Only generated functions that make tensors of other values, or hand their memory on, call no handlers."""
    table = overrides.get_overridable_functions()
    silent = {n for n in functions.__all__ if getattr(wengert, n) not in table[wengert]}
    makers = """arange as_tensor asarray empty empty_permuted empty_strided eye from_dlpack from_numpy frombuffer full
    get_rng_state is_tensor linspace logspace ones rand randint randn randperm range scalar_tensor set_rng_state
    tensor to_dlpack tril_indices triu_indices zeros"""
    assert silent <= set(makers.split()), silent - set(makers.split())


def test_every_method_of_a_subclass_asks() -> None:
    """Every public member of Tensor first calls the handler of a subclass."""

    class Stop(Exception):
        pass

    class Strict(wengert.Tensor):
        @classmethod
        def __torch_function__(cls, *args: Any, **kwargs: Any) -> Any:
            raise Stop

    x = wengert.Tensor._make_subclass(Strict, wengert.ones(2, 2))
    missed = []
    half_public = {"_version", "_base", "_is_view", "_backward_hooks", "_post_accumulate_grad_hooks"}
    for name in sorted({n for n in dir(x) if not n.startswith("_")} - {"as_subclass"} | half_public):
        try:
            value = getattr(x, name)
            if isinstance(value.__func__, Asked):
                value()
            code, usual = value.__code__, value.__kwdefaults__ or {}
            count = code.co_argcount - 1 - len(value.__defaults__ or ())
            named = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
            value(*[1] * max(count, 0), **{n: 1 for n in named if n not in usual})
            missed.append(name)
        except Stop:
            pass
    assert missed == []


# -- functions of the user's that are called with tensors of types of the user's

CALLERS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "jacobian": lambda lib, f, xs: lib.autograd.functional.jacobian(f, xs),
    "jacobian, create_graph": lambda lib, f, xs: lib.autograd.functional.jacobian(f, xs, create_graph=True),
    "jacobian, vectorize": lambda lib, f, xs: lib.autograd.functional.jacobian(f, xs, vectorize=True),
    "hessian": lambda lib, f, xs: lib.autograd.functional.hessian(f, xs),
    "vjp": lambda lib, f, xs: lib.autograd.functional.vjp(f, xs),
    "jvp": lambda lib, f, xs: lib.autograd.functional.jvp(f, xs, xs),
    "hvp": lambda lib, f, xs: lib.autograd.functional.hvp(f, xs, xs),
    "vhp": lambda lib, f, xs: lib.autograd.functional.vhp(f, xs, xs),
    "func.jvp": lambda lib, f, xs: lib.func.jvp(f, xs, xs),
    "func.jacfwd": lambda lib, f, xs: lib.func.jacfwd(f, (0, 1, 2))(*xs),
    "checkpoint": lambda lib, f, xs: lib.utils.checkpoint.checkpoint(f, *xs, use_reentrant=False).backward(),
}


@pytest.mark.parametrize("caller", CALLERS)
def test_functions_get_tensors_of_the_types_that_were_given(lib: Any, caller: str) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    seen: list[list[str]] = []

    def f(*xs: Any) -> Any:
        seen.append([type(x).__name__ for x in xs])
        return sum((x * x).exp().sum() for x in xs)

    xs = [lib.ones(2).as_subclass(Pose), lib.ones(2), lib.ones(2).as_subclass(Pose).requires_grad_()]
    CALLERS[caller](lib, f, (xs[0] if caller == "func.jvp" else xs[0] * 1, *xs[1:]))
    assert len(seen) == (2 if caller == "checkpoint" else 1) and all(
        names == ["Pose", "Tensor", "Pose"] for names in seen
    )


def test_the_functions_detach_and_detach_ask_types_and_take_input(lib: Any) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    x = lib.ones(2, requires_grad=True) * 2
    assert type(lib.detach(x.as_subclass(Pose))) is Pose and not lib.detach(input=x).requires_grad
    assert lib.detach_(input=x) is x and not x.requires_grad
    for function in (lib.detach, lib.detach_):
        with pytest.raises(TypeError, match="argument 'input'.*must be Tensor, not list"):
            function([1.0])


@pytest.mark.parametrize("transform", ["grad", "jacrev", "jacfwd", "hessian", "vmap"])
def test_reverse_mode_and_vmap_give_plain_tensors(lib: Any, transform: str) -> None:
    """Arguments that are not differentiated are plain for forward mode, too, whether or not they have a history."""

    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    seen: list[set[str]] = []

    def f(*xs: Any) -> Any:
        seen.append({type(x).__name__ for x in xs})
        return sum((x * x).exp().sum() for x in xs)

    xs = [lib.ones(2).as_subclass(Pose), lib.ones(2).as_subclass(Pose).requires_grad_()]
    getattr(lib.func, transform)(f)(lib.ones(2) if transform == "jacfwd" else xs[0], *xs)
    assert seen and all(names == {"Tensor"} for names in seen)


def test_a_dual_tensor_has_the_type_of_its_parts(lib: Any) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        pass

    forward_ad = lib.autograd.forward_ad
    with forward_ad.dual_level():
        x = forward_ad.make_dual(lib.ones(2).as_subclass(Pose), lib.ones(2))
        primal, tangent = forward_ad.unpack_dual(x * x)
    assert type(x) is type(primal) is type(tangent) is Pose and tangent.tolist() == [2, 2]


def test_a_recomputed_function_gets_the_attributes(lib: Any) -> None:
    class Pose(lib.Tensor):  # type: ignore[name-defined, misc]
        kind: Any

    def f(x: Any) -> Any:
        return x.exp() * x.kind

    x = lib.ones(2, requires_grad=True)
    pose = (x * 1).as_subclass(Pose)
    pose.kind = 3
    out = lib.utils.checkpoint.checkpoint(f, pose, use_reentrant=False).sum()
    del pose
    out.backward()
    assert lib.allclose(x.grad, 3 * lib.ones(2).exp())
