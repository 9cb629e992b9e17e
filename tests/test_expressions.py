"""Arithmetic of common formulas that is compiled as one loop: what it computes, and how it is found in a program."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import collected
from tests.test_fused import SHAPES, programs, same, values
from wengert._core.arrays import fused

pytestmark = pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has no loops of its own")


def formula_of(text: str) -> Callable[..., Any]:
    """The function that an expression was written from."""
    steps = [re.fullmatch(r"(\w+)=(\w+)\((.*)\)", step).groups() for step in text.split()]  # type: ignore[union-attr]

    def formula(*inputs: Any) -> Any:
        dtype = next(v.dtype for v in inputs if type(v) is not float)
        known = {name: inputs[int(name[1:])] for _, _, read in steps for name in read.split(",") if name[0] in "an"}
        for result, function, read in steps:
            values = [known[name] for name in read.split(",")]
            if function.startswith("if_"):
                chosen = [dtype.type(v) if type(v) is float else v for v in values[2:]]
                known[result] = np.where(getattr(np, function[3:])(*values[:2]), *chosen)
            else:
                known[result] = getattr(np, function)(*values)
        return tuple(v for name, v in known.items() if name[0] == "r")

    return formula


def test_each_compiled_expression_computes_what_its_steps_compute(monkeypatch: Any) -> None:
    used: set[int] = set()
    merged = fused.with_expressions

    def noted(steps: Any, kept: Any, dtype: Any) -> Any:
        found = merged(steps, kept, dtype)
        used.update(function for function, *_ in found if type(function) is int)
        return found

    monkeypatch.setattr(fused, "with_expressions", noted)
    assert len(fused.EXPRESSIONS) > 50
    with collected("expressions") as cases:
        for text, number in fused.EXPRESSIONS.items():
            fn, names = formula_of(text), sorted(set(re.findall(r"\b[an]\d+", text)), key=lambda name: int(name[1:]))
            for dtype, shape, kind in itertools.product(
                (np.float32, np.float64), SHAPES, ("dense", "gaps", "expanded")
            ):
                with cases(text, dtype.__name__, shape, kind):
                    xs: list[Any] = values(len(names), shape, dtype)
                    for i, name in enumerate(names):
                        if name[0] == "n":
                            xs[i] = 0.75 + i
                        elif shape and i % 2 and kind != "dense":
                            some = np.repeat(xs[i], 2, -1)[..., ::2] if kind == "gaps" else xs[i][..., :1]
                            xs[i] = np.broadcast_to(some, shape)
                    assert same(fn, xs) or not shape or kind != "dense"
            with cases(text, "is used"):
                assert number in used


def test_long_programs_are_written_in_a_time_that_grows_with_their_length(monkeypatch: Any) -> None:
    read, text_of = [0], fused.expression_of

    def noted(steps: Any, needed: Any) -> Any:
        read[0] += len(steps)
        return text_of(steps, needed)

    monkeypatch.setattr(fused, "expression_of", noted)
    most = []
    for length in (50, 200):

        def recurrence(x: Any, length: int = length) -> Any:
            before, now = x, x * x
            for k in range(length):
                before, now = now, x * now - before * (1 / (k + 2))
            return (now,)

        read[0] = 0
        programs(recurrence).run([np.linspace(-1, 1, 5)])  # it has too many numbers for a program
        most.append(read[0])
    assert most[1] <= 5 * most[0] + 100, "steps that were read as texts of expressions"
