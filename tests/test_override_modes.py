"""Function modes: what they see, in which order, and that nothing is left of them. Programs run on both libraries."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from wengert import overrides
from wengert._core.api import subclass
from wengert._core.dispatch import override
from wengert.utils.checkpoint import checkpoint

T = wengert.Tensor


def name_of(lib: Any, func: Any) -> str:
    """The name of a function, alike in both: there methods and functions are two."""
    full = lib.overrides.resolve_name(func) or func.__name__
    return ".".join(full.split(".")[-2 if full.endswith("et__") else -1 :])


def log(lib: Any, seen: list[Any], label: str = "") -> Any:
    class Log(lib.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(label + name_of(lib, func))
            return func(*args, **(kwargs or {}))

    return Log()


SEEN: dict[str, tuple[Callable[[Any, Any], Any], list[str]]] = {
    "a function": (lambda lib, x: lib.add(x, 1), ["add"]),
    "a method": (lambda lib, x: x.mul(2).sum(), ["mul", "sum"]),
    "operators": (lambda lib, x: 2 * (x + 1) @ x, ["add", "mul", "matmul"]),
    "reflected operators": (lambda lib, x: 1 - (2**x), ["__rpow__", "__rsub__"]),
    "in place": (lambda lib, x: x.detach().add_(1), ["detach", "add_"]),
    "properties": (lambda lib, x: (x.shape, x.grad, x.is_leaf, x.T.ndim),
                   ["shape.__get__", "grad.__get__", "is_leaf.__get__", "T.__get__", "ndim.__get__"]),
    "a property that is set": (lambda lib, x: setattr(x, "grad", None), ["grad.__set__"]),
    "what asks a tensor": (lambda lib, x: (len(x), x.size(), x.numel(), x.tolist()),
                           ["__len__", "size", "numel", "tolist"]),
    "indices": (lambda lib, x: x[0].item(), ["__getitem__", "item"]),
    "what makes tensors": (
        lambda lib, x: (lib.ones(2), lib.tensor([1.0]), lib.zeros_like(x), lib.arange(3), lib.rand(2), lib.eye(2)),
        ["ones", "tensor", "zeros_like", "arange", "rand", "eye"],
    ),
    "layers": (lambda lib, x: lib.nn.functional.linear(x, x[None]), ["__getitem__", "linear"]),
    "backward": (lambda lib, x: (x * x).sum().backward(), ["mul", "sum", "backward"]),
    "grad": (lambda lib, x: lib.autograd.grad((x * x).sum(), x), ["mul", "sum", "grad"]),
    "copies": (lambda lib, x: copy.deepcopy(x), ["__deepcopy__"]),
    "text": (lambda lib, x: repr(x), ["__repr__"]),
    "lists of tensors": (lambda lib, x: lib.stack([x, x]), ["stack"]),
    "hooks": (lambda lib, x: x.register_hook(lambda g: None), ["register_hook"]),
}  # fmt: skip


@pytest.mark.parametrize("program", SEEN)
def test_a_mode_sees_what_a_program_calls_and_nothing_else(lib: Any, program: str) -> None:
    run, names = SEEN[program]
    x = lib.ones(2, requires_grad=True)
    if program == "properties":
        x = x.detach().reshape(1, 2)
    seen: list[Any] = []
    with log(lib, seen):
        run(lib, x)
    assert seen == names
    seen.clear()
    run(lib, x.detach().requires_grad_())
    assert not seen


def test_transforms_functions_and_checkpoints_show_only_what_their_functions_call() -> None:
    class Double(wengert.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.mul(2)

    x = wengert.tensor([1.0, 2.0], requires_grad=True)
    cases: list[tuple[Callable[[], Any], list[str]]] = [
        (lambda: wengert.func.grad(lambda y: y.sin().sum())(x), ["sin", "sum"]),
        (lambda: wengert.func.vmap(lambda y: y.exp())(x), ["exp"]),
        (lambda: wengert.func.jacrev(lambda y: y.exp())(x), ["exp"]),
        (lambda: wengert.func.jvp(lambda y: y.exp(), (x,), (x,)), ["exp"]),
        (lambda: wengert.func.hessian(lambda y: y.exp().sum())(x), ["exp", "sum"]),
        (lambda: wengert.func.vmap(wengert.exp)(x), ["exp"]),
        (lambda: Double.apply(x), ["mul"]),
        (lambda: checkpoint(lambda y: y.exp(), x, use_reentrant=False), ["exp"]),
        (lambda: checkpoint(wengert.exp, x, use_reentrant=False), ["exp"]),
    ]
    for run, names in cases:
        seen: list[Any] = []
        with log(wengert, seen):
            run()
        assert seen == names


def test_modes_nest_innermost_first_and_are_left_while_they_run(lib: Any) -> None:
    x, seen = lib.ones(2), []
    with log(lib, seen, "outer "), log(lib, seen, "inner "):
        x.detach()
        assert x.add(1).tolist() == [2, 2]
        assert x.shape == (2,)
    assert seen == [
        f"{label} {name}"
        for name in ("detach", "add", "tolist", "shape.__get__")
        for label in ("outer", "inner")[::-1]
    ]  # fmt: skip


def test_a_mode_may_answer_and_reenter_itself(lib: Any) -> None:
    class Scaled(lib.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if func in (lib.ones, lib.full):
                with self:
                    return lib.zeros(*args, **(kwargs or {})) + 5
            if func in (lib.zeros,):
                return func(*args, **(kwargs or {})) + 1
            return func(*args, **(kwargs or {}))

    with Scaled():
        a, b = lib.ones(2), lib.zeros(1)
    assert a.tolist() == [6, 6] and b.tolist() == [1]


def test_what_declines_leaves_the_call_to_types(lib: Any) -> None:
    class No(lib.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return NotImplemented

    class Seven(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return 7

    x = lib.ones(2)
    s = x.as_subclass(Seven)
    with No():
        assert lib.add(s, 1) == s + 1 == s.detach() == 7
        with pytest.raises(TypeError, match="Multiple dispatch failed for '.*ones'"):
            lib.ones(2)
        with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \+"):
            x + 1
    assert (x + 1).tolist() == [2, 2]


def test_types_are_those_of_arguments_that_take_part(lib: Any) -> None:
    class Sub(lib.Tensor):
        pass

    seen: list[Any] = []

    class Types(lib.overrides.BaseTorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(types)
            return super().__torch_function__(func, types, args, kwargs)

    x = lib.ones(2)
    with Types():
        x.add(1)
        out = x.as_subclass(Sub) * x
    assert seen == [(), (Sub,)] and type(out) is Sub


def test_an_error_leaves_everything_as_it_was(lib: Any) -> None:
    class Fails(lib.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            raise ValueError("mine")

    seen: list[Any] = []
    with pytest.raises(ValueError, match="mine"), Fails():
        lib.ones(2)
    with log(lib, seen):
        with pytest.raises(ValueError, match="mine"), Fails():
            lib.ones(2)
        lib.ones(2)
    assert seen == ["ones"]


def test_modes_are_made_as_pytorch_says(lib: Any) -> None:
    class ByClass(lib.overrides.TorchFunctionMode):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return None

    class Bare(lib.overrides.TorchFunctionMode):
        pass

    class Named(lib.overrides.BaseTorchFunctionMode):
        def __init__(self, name: str) -> None:
            self.name = name

    with (
        pytest.raises(RuntimeError, match="as a classmethod is not supported, please make it a plain method"),
        ByClass(),
    ):
        lib.ones(2)
    with pytest.raises(NotImplementedError), Bare():
        lib.ones(2)
    with pytest.warns(UserWarning, match=r"`Mode.push\(\)` is no longer necessary"):
        mode = Named.push("a")
    with mode as entered:
        assert entered is mode and mode.name == "a"


def test_a_wengert_function_of_a_mode() -> None:
    class Mode(overrides.TorchFunctionMode):
        def __wengert_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return "mine"

    with Mode():
        assert wengert.ones(2) == "mine"


def test_messages_name_the_mode_and_the_function() -> None:
    class No(overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return NotImplemented

        def __repr__(self) -> str:
            return "No()"

    class Bare(overrides.TorchFunctionMode):
        pass

    with No(), pytest.raises(TypeError, match=r"on types that implement __torch_function__: \[mode object No\(\)\]\. "):
        wengert.exp(1.0)
    x = wengert.ones(2)
    calls: dict[str, Callable[[], Any]] = {
        "wengert.Tensor.detach": lambda: x.detach(), "wengert.Tensor.shape.__get__": lambda: x.shape,
        "wengert.Tensor.requires_grad.__set__": lambda: setattr(x, "requires_grad", True),
        "wengert.Tensor.neg": lambda: -x, "wengert.Tensor.__len__": lambda: len(x),
        "wengert.autograd.grad": lambda: wengert.autograd.grad(x, x),
        "wengert.nn.functional.relu": lambda: wengert.nn.functional.relu(x), "wengert.Tensor.add_": lambda: x.add_(1),
    }  # fmt: skip
    for name, call in calls.items():  # the default of PyTorch's own Tensor asks a mode that declines again, and again
        with No(), pytest.raises(TypeError, match=f"^Multiple dispatch failed for '{name}'; "):
            call()
    with pytest.raises(NotImplementedError) as raised, Bare():
        wengert.ones(2)
    assert str(raised.value) == (
        "Bare: a function mode defines __torch_function__(self, func, types, args=(), kwargs=None). Define it, or "
        "inherit from BaseTorchFunctionMode, which runs every function as it is."
    )


def test_members_compare_equal_whether_a_mode_is_entered_or_not() -> None:
    members = [T.detach, T.__len__, T.__rsub__, T.shape.__get__, T.grad.__set__, T.add, T.__getitem__]
    before = dict.fromkeys(members)
    found: list[Any] = []

    class Look(overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            now = [T.detach, T.__len__, T.__rsub__, T.shape.__get__, T.grad.__set__, T.add, T.__getitem__]
            found.append((func in before, now.index(func), overrides.is_tensor_method_or_property(func)))
            return func(*args, **(kwargs or {}))

    x = wengert.ones(2)
    with Look():
        x.detach(), len(x), 1 - x, x.shape, setattr(x, "grad", None), x.add(1), x[0]
    assert found == [(True, i, True) for i in range(len(members))]


def test_other_threads_are_not_seen() -> None:
    seen: list[Any] = []
    x, results = wengert.ones(2), []

    def other() -> None:
        results.append((x + 1).tolist())
        results.append(x.shape)

    with log(wengert, seen):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert results == [[2, 2], (2,)] and not seen


def test_nothing_is_left_of_a_mode() -> None:
    subclass.changes = 0
    overrides.get_overridable_functions()
    with overrides.BaseTorchFunctionMode():  # the first time members are collected
        pass
    before, on = dict(vars(T)), override.on
    with overrides.BaseTorchFunctionMode():
        assert dict(vars(T)) != before
    assert dict(vars(T)) == before and (override.on, override.entered) == (on, 0)


def test_what_is_entered_often_stays_and_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subclass, "OFTEN", 0)
    x, seen = wengert.ones(2), []
    with log(wengert, seen):
        x.detach()
    assert subclass.changed and x.detach().tolist() == x.tolist() == [1, 1] and (1 - x).tolist() == [0, 0]
    assert x.shape == (2,) and seen == ["detach"]
    with log(wengert, seen):
        x.detach()
    assert seen == ["detach"] * 2
    monkeypatch.undo()
    subclass.changes = 0
    with overrides.BaseTorchFunctionMode():
        pass
    assert not subclass.changed


def test_members_that_stay_behave_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a member is, is called and does, for tensors and for subclasses, does not depend on earlier modes."""

    class Seen(T):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            calls.append((overrides.resolve_name(func), [t.__name__ for t in types]))
            return super().__torch_function__(func, types, args, kwargs)

    def observed() -> list[Any]:
        calls.clear()
        x, s = wengert.ones(2, requires_grad=True), wengert.ones(2).as_subclass(Seen)
        (x * 2).backward(s)
        kinds = [type(v) for v in (x + s, s + x, x - 1, x == s, s.shape, x.expand_as(s), x.type_as(s), x.detach())]
        return [kinds, list(calls), x.grad.tolist(), [(n, id(getattr(T, n))) for n, _ in subclass.members()]]

    calls: list[Any] = []
    monkeypatch.setattr(subclass, "changes", 0)
    before = observed()
    names = {n: overrides.resolve_name(getattr(T, n)) for n, v in subclass.members() if not hasattr(v, "__set__")}
    assert not subclass.changed and all(names.values())
    with overrides.BaseTorchFunctionMode():
        assert {n: overrides.resolve_name(getattr(T, n)) for n in names} == names
        assert all(overrides.is_tensor_method_or_property(getattr(T, n)) for n in names)
    assert observed() == before
    monkeypatch.setattr(subclass, "OFTEN", 0)
    with overrides.BaseTorchFunctionMode():
        pass
    assert subclass.changed and observed() == before
    monkeypatch.undo()
    subclass.changes = 0
    with overrides.BaseTorchFunctionMode():
        pass
    assert not subclass.changed


def test_redispatch_runs_a_function_and_shows_what_it_calls(lib: Any) -> None:
    seen: list[str] = []

    class Nested(lib.overrides.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(func.__name__)
            with self:
                return lib.overrides.redispatch_function(func, types, args, kwargs)

    def scaled(a: Any, b: Any) -> Any:
        if lib.overrides.has_torch_function((a, b)):
            return lib.overrides.handle_torch_function(scaled, (a, b), a, b)
        return (a * b).detach() + 1

    a = lib.tensor([3.0])
    with Nested():
        out = scaled(a, a)
    assert out.tolist() == [10.0] and seen == ["scaled", "mul", "detach", "add"]


def test_redispatch_leaves_a_subclass(lib: Any) -> None:
    seen: list[str] = []

    class Seen(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(func.__name__)
            return lib.overrides.redispatch_function(func, types, args, kwargs)

    x = lib.ones(2).as_subclass(Seen)
    assert lib.exp(x).shape == (2,) and type(x.detach()) is type(x + 1) is lib.Tensor
    assert seen == ["exp", "detach", "add"]


def test_types_and_modes_are_switched_off(lib: Any) -> None:
    space = lib.overrides if lib is wengert else lib._C
    seen: list[Any] = []

    class Sub(lib.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return "asked"

    x = lib.ones(2).as_subclass(Sub)
    with log(lib, seen):
        with space.DisableTorchFunctionSubclass():
            assert type(lib.add(x, 1)) is lib.Tensor
        assert seen == ["add"]
        with space.DisableTorchFunction():
            assert type(lib.add(x, 1)) is type(x.detach()) is lib.Tensor
            with log(lib, seen):
                assert type(lib.add(x, 1)) is lib.Tensor
        assert seen == ["add"] and lib.add(x, 1) == "asked"


def test_numpys_functions_are_seen() -> None:
    seen: list[Any] = []
    x = wengert.ones(2)
    with log(wengert, seen):
        np.add(x, 1)
    assert seen == ["__array_ufunc__"]


def test_lists_of_functions() -> None:
    stand_ins = overrides.get_testing_overrides()
    assert stand_ins[wengert.add](1, 2) == stand_ins[T.shape.__get__](1) == -1
    with pytest.raises(TypeError):
        stand_ins[wengert.exp](1, 2, 3, 4)
    asked = {f for fs in overrides.get_overridable_functions().values() for f in fs}
    assert set(stand_ins) == asked and not asked & overrides.get_ignored_functions()
    assert wengert.ones in overrides.get_ignored_functions()
    assert overrides.has_torch_function_unary(wengert.ones(2)) is False
    with overrides.BaseTorchFunctionMode():
        assert overrides.has_torch_function_variadic(wengert.ones(2), 1)


def test_the_handler_of_parameters_may_be_called(lib: Any) -> None:
    """It overrides nothing: the function gets all arguments, and results are plain tensors."""
    p = lib.nn.Parameter(lib.ones(2, 3))
    y = type(p).__torch_function__(lib.sum, (type(p),), (p, 0), {"keepdim": True})
    assert type(y) is lib.Tensor and y.tolist() == [[2.0, 2.0, 2.0]]
    assert type(p).__torch_function__(lib.sum, (type(p),), (p,)).item() == 6.0
