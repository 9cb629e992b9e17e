"""Which function a handler gets: the one that was called. A function and the method of its name are two."""

from __future__ import annotations

import importlib
import inspect
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import wengert
from tests import facts
from tests.facts import handlers
from wengert import overrides


def test_handlers_get_what_pytorch_s_get() -> None:
    assert handlers.names(wengert) == facts.load("handlers")


@pytest.mark.oracle
def test_the_facts_are_pytorch_s() -> None:
    assert handlers.names(importlib.import_module("torch")) == facts.load("handlers")


class Met(Exception):
    """What a handler below raises, so that nothing is computed."""


class Seen(wengert.Tensor):
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise Met(func)


class Duck:
    """No tensor: its handler is looked for when a function fails."""

    __torch_function__ = Seen.__torch_function__


def functions() -> Iterator[tuple[Any, str, Any]]:
    """The generated functions and methods: where they are, their names and themselves."""
    for space, listed in overrides.get_overridable_functions().items():
        for name, func in vars(space).items():
            home = getattr(func, "__globals__", {}).get("__name__", "")
            if ".generated." in home and not name.startswith("__") and func in listed:
                yield space, name, func


@pytest.mark.parametrize("kind", [Seen, Duck])
def test_a_handler_gets_every_function_itself(kind: Any) -> None:
    wrong, count = [], 0
    for space, name, func in functions():
        x: Any = wengert.ones(2).as_subclass(Seen) if kind is Seen else Duck()
        required = [p for p in inspect.signature(func).parameters.values() if p.default is p.empty]
        given = [x for p in required if p.kind is p.POSITIONAL_OR_KEYWORD] or [x]
        named = {p.name: x for p in required if p.kind is p.KEYWORD_ONLY}
        try:
            if space is wengert.Tensor and kind is Seen:
                getattr(x, name)(*given[1:], **named)
            else:
                func(*given, **named)
        except Met as met:
            count += 1
            if met.args[0] is not func:
                wrong.append(f"{name}: got {overrides.resolve_name(met.args[0])}")
        except Exception as e:
            if kind is Seen:
                wrong.append(f"{name}: {e!r}")
    assert not wrong, "\n".join(wrong)
    assert count > 700


def test_functions_and_methods_are_two() -> None:
    for name in {*vars(wengert.Tensor)} - {*vars(wengert.Tensor.__base__)}:  # modes may have copied a base's members
        method, function = getattr(wengert.Tensor, name, None), getattr(wengert, name, None)
        if name.startswith("_") or not callable(method) or not callable(function):
            continue
        assert method is not function, name
        assert method.__name__ == function.__name__ == name
        assert (method.__module__, method.__qualname__) == ("wengert", f"Tensor.{name}")
        assert pickle.loads(pickle.dumps(method)) is method and pickle.loads(pickle.dumps(function)) is function


def test_two_names_of_an_operation_are_two_functions() -> None:
    assert wengert.absolute is not wengert.abs and wengert.absolute.__name__ == "absolute"
    assert inspect.signature(wengert.multiply) == inspect.signature(wengert.mul)
    with pytest.raises(TypeError, match=r"^multiply\(\)"):
        wengert.multiply(wengert.ones(2), other="2")


def test_the_handler_below_the_functions_is_said_not_to_be_called() -> None:
    with pytest.warns(
        UserWarning, match=r"Below.__torch_dispatch__ is never called: .* Define __torch_function__"
    ) as told:

        class Below(wengert.Tensor):
            @classmethod
            def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
                raise AssertionError

        class Further(Below):
            pass

    assert [w.filename for w in told] == [__file__]
    assert (wengert.ones(2).as_subclass(Further) + 1).tolist() == [2, 2]
