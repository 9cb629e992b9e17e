"""An argument of a wrong kind: the error names it, where Python only said which attribute the object does not have."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any

from . import calls_errors

PLAIN = {"Any", "object", "None", "Callable", "T", "Self"}  # annotations that tell no kind


ANY_ARGUMENTS = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def named(error: AttributeError, tb: TracebackType | None) -> TypeError | None:
    """A ``TypeError`` that names the argument, if the object without the attribute is one that the user gave.

    ``tb`` is the part of the traceback inside wengert. Objects of wengert's own classes do not count: they have what
    their class has, so the error is a bug of wengert.
    """
    found = error.obj
    if found is None or (type(found).__module__ or "").partition(".")[0] == "wengert":
        return None
    while tb is not None and tb.tb_frame.f_code.co_flags & ANY_ARGUMENTS == ANY_ARGUMENTS:
        tb = tb.tb_next  # a wrapper, which hands on what the user gave
    if tb is None or tb.tb_frame.f_code.co_name == "__getattr__":  # the user asked an object, which says so itself
        return None
    for name, value in _given(tb.tb_frame):
        elements = value if isinstance(value, (list, tuple, str)) else ()
        at = next((i for i, element in enumerate(elements) if element is found), None)
        if value is found or at is not None:
            return _error(error, tb.tb_frame, name, value, at)
    return None


def _given(frame: FrameType) -> Iterator[tuple[str, Any]]:
    """The arguments of a function by name."""
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    for name in code.co_varnames[:count]:
        if name in frame.f_locals:
            yield name, frame.f_locals[name]


def _error(error: AttributeError, frame: FrameType, name: str, value: Any, at: int | None) -> TypeError:
    function, owner = frame.f_code.co_name, frame.f_locals.get("self")
    if name == "self":  # a method, called as a function
        name = "input"
    elif owner is not None:
        of = type(owner).__name__
        function = of if function in ("__init__", "forward") else f"{of}.{function}"
    expected = _expected(frame, name)
    if not expected and hasattr(sys.modules["wengert"].Tensor, str(error.name)):
        expected = "Tensor" if at is None or isinstance(value, str) else "a sequence of Tensors"
    if not expected:
        kind = type(error.obj).__name__
        return TypeError(
            f"{function}(): argument '{name}' is of a wrong type: {kind} has no attribute '{error.name}'. "
            "Give a value of the type that the signature names."
        )
    place = None if at is None or isinstance(value, str) else (at, error.obj)
    return calls_errors.wrong_type(function, name, expected, value, place)


def _expected(frame: FrameType, name: str) -> str:
    """What the annotation of an argument says, or nothing."""
    function: Any = frame.f_globals.get(frame.f_code.co_name)
    if "self" in frame.f_locals:
        functions = [vars(c).get(frame.f_code.co_name) for c in type(frame.f_locals["self"]).__mro__]
        function = next((f for f in functions if f is not None and _code(f) is frame.f_code), None)
    text = str(getattr(function, "__annotations__", {}).get(name, ""))
    kinds = {k for k in re.findall(r"\w+", text) if k != "None"}
    return text.removesuffix(" | None") if kinds and not kinds & PLAIN else ""


def _code(function: Any) -> Any:
    return getattr(inspect.unwrap(function), "__code__", None)
