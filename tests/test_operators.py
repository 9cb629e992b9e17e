"""Operators in place ask the other operand, as Python's do."""

from __future__ import annotations

import operator
from typing import Any

import pytest

import wengert


class Plain(wengert.Tensor):
    """A subclass."""


class Answers:
    """Knows every reflected operator."""

    __slots__ = ()


REFLECTED = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
for _name in REFLECTED:
    setattr(Answers, f"__r{_name}__", lambda self, other, _name=_name: (_name, type(other)))

INPLACE = [n for n in dir(operator) if n.startswith("__i") and hasattr(Answers, f"__r{n[3:]}")]


@pytest.mark.parametrize("name", INPLACE)
@pytest.mark.parametrize("cls", [wengert.Tensor, Plain])
def test_in_place_operators_ask_the_other_operand(cls: Any, name: str) -> None:
    x = wengert.ones(2, 2, dtype=wengert.int64).as_subclass(cls)
    assert getattr(operator, name)(x, Answers()) == (name[3:-2], cls)
    for unknown in ("s", None, object(), {}):
        with pytest.raises(TypeError, match="unsupported operand type"):
            getattr(operator, name)(x, unknown)
    assert x.tolist() == [[1, 1], [1, 1]] and x._version == 0
