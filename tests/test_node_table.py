"""Every operation records PyTorch's nodes, with its names and edges, or stands in the table in docs/graph.md: no more,
no less. `python -m tests.test_node_table` writes it.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.test_oracle_ops import PUBLIC, Outcome, torch

pytestmark = pytest.mark.oracle

PAGE = Path(__file__).resolve().parent.parent / "docs" / "graph.md"
BEGIN, END = "<!-- nodes -->\n", "<!-- /nodes -->"
NOTHING = "–"
WIDTH = 100  # characters of a tree in the table

# What the samples do not say: operators, numbers in other places, writes
SPELLINGS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "x * 2": lambda lib, x, y: x * 2,
    "2 * x": lambda lib, x, y: 2 * x,
    "x / 2": lambda lib, x, y: x / 2,
    "2 / x": lambda lib, x, y: 2 / x,
    "x + 2": lambda lib, x, y: x + 2,
    "2 - x": lambda lib, x, y: 2 - x,
    "-x": lambda lib, x, y: -x,
    "abs": lambda lib, x, y: abs(x),
    "x ** 2": lambda lib, x, y: x**2,
    "2 ** x": lambda lib, x, y: 2**x,
    "x ** y": lambda lib, x, y: x**y,
    "x ** tensor": lambda lib, x, y: x ** lib.tensor(2.0, dtype=lib.float64),
    "tensor ** x": lambda lib, x, y: lib.tensor(2.0, dtype=lib.float64) ** x,
    "x ** np.float64": lambda lib, x, y: x ** np.float64(2),
    "x % 2": lambda lib, x, y: x % 2,
    "x % y": lambda lib, x, y: x % y,
    "x // y": lambda lib, x, y: lib.div(x, y, rounding_mode="floor"),
    "x @ y": lambda lib, x, y: x @ y,
    "square": lambda lib, x, y: x.square(),
    "sum": lambda lib, x, y: x.sum(),
    "sum 0": lambda lib, x, y: x.sum(0),
    "mean": lambda lib, x, y: x.mean(),
    "mean 0": lambda lib, x, y: x.mean(0),
    "max": lambda lib, x, y: x.max(),
    "max 0": lambda lib, x, y: x.max(0).values,
    "std": lambda lib, x, y: x.std(),
    "std 0": lambda lib, x, y: x.std(0),
    "where number": lambda lib, x, y: lib.where(x > 0, x, 2.0),
    "where numbers": lambda lib, x, y: lib.where(x > 0, 1.0, y),
    "clamp min": lambda lib, x, y: x.clamp(min=0.0),
    "clamp max": lambda lib, x, y: x.clamp(max=0),
    "clamp min tensor": lambda lib, x, y: x.clamp(min=y),
    "clamp max tensor": lambda lib, x, y: x.clamp(max=y),
    "clamp both tensors": lambda lib, x, y: x.clamp(y.detach(), y),
    "lerp number": lambda lib, x, y: lib.lerp(x, y, 0.5),
    "lerp tensor": lambda lib, x, y: lib.lerp(x, y, y),
    "mul_ number": lambda lib, x, y: x.clone().mul_(2),
    "mul_": lambda lib, x, y: x.clone().mul_(y),
    "pow_ number": lambda lib, x, y: x.clone().pow_(2),
    "pow_": lambda lib, x, y: x.clone().pow_(y),
    "clamp_": lambda lib, x, y: x.clone().clamp_(0, 1),
    "remainder_": lambda lib, x, y: x.clone().remainder_(2),
    "x.fill_(2)": lambda lib, x, y: x.clone().fill_(2),
    "x.fill_(tensor)": lambda lib, x, y: x.clone().fill_(y.sum()),
    "zero_": lambda lib, x, y: x.clone().zero_(),
    "masked_fill_ number": lambda lib, x, y: x.clone().masked_fill_(x > 0, 1.0),
    "masked_fill_ tensor": lambda lib, x, y: x.clone().masked_fill_(x > 0, y.sum()),
    "copy_": lambda lib, x, y: x.clone().copy_(y),
    "+=": lambda lib, x, y: operator.iadd(x.clone(), y),
    "**=": lambda lib, x, y: operator.ipow(x.clone(), 2),
    "/=": lambda lib, x, y: operator.itruediv(x.clone(), 2),
    "write through a view": lambda lib, x, y: written(x.clone(), lambda v: v.mul_(2)),
    "number through a view": lambda lib, x, y: written(x.clone(), lambda v: v.pow_(2)),
    "view of a write": lambda lib, x, y: written(x.clone() * 2, lambda v: v.copy_(y[0]))[0],
    "squeeze": lambda lib, x, y: x[None].squeeze(),
    "squeeze 0": lambda lib, x, y: x[None].squeeze(0),
    "squeeze (0,)": lambda lib, x, y: x[None].squeeze((0,)),
}


def written(base: Any, write: Callable[[Any], Any]) -> Any:
    write(base[0])
    return base


class Tree:
    """What lies behind an edge: a leaf, nothing, or a node and what lies behind its edges."""

    def __init__(self, node: Any, number: int, leaves: list[Any]) -> None:
        self.edges: list[Tree] = []
        if node is None:
            self.name = NOTHING
        elif name_of(node) == "AccumulateGrad":
            self.name = next((chr(97 + k) for k, x in enumerate(leaves) if x is node.variable), "?")
        else:
            self.name = name_of(node).removesuffix("Backward0") + (f".{number}" if number else "")
            self.edges = [Tree(n, k, leaves) for n, k in node.next_functions]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.edges))})" if self.edges else self.name

    def parting(self, other: Tree) -> tuple[Tree, Tree]:
        """Where, coming from the results, two trees first differ."""
        if self.name == other.name and len(self.edges) == len(other.edges):
            for mine, its in zip(self.edges, other.edges, strict=True):
                if str(mine) != str(its) and mine.edges and its.edges:
                    return mine.parting(its)
        return self, other

    def short(self) -> str:
        text = str(self)
        return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"


def name_of(node: Any) -> str:
    return str(node.name()).rpartition("::")[2]


def trees(call: Any) -> list[Tree | None]:
    """What was recorded for each result, None where nothing was."""
    nodes = [getattr(y, "grad_fn", None) for y in call.results]
    return [None if n is None else Tree(n, y.output_nr, call.leaves) for n, y in zip(nodes, call.results, strict=True)]


class Spelt:
    """An expression in one library, like an ``Outcome``."""

    def __init__(self, module: Any, name: str) -> None:
        values = [[1.5, 2.0], [0.5, 3.0]], [[2.0, 1.0], [1.0, 4.0]]
        self.leaves = [module.tensor(a, dtype=module.float64, requires_grad=True) for a in values]
        self.results = [SPELLINGS[name](module, *self.leaves)]
        self.error = None


def calls() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    for name in SPELLINGS:
        yield name, lambda module, name=name: Spelt(module, name)
    for name in sorted(PUBLIC, key=PUBLIC.__getitem__):
        for case in laws.cases(name):
            yield PUBLIC[name], lambda module, name=name, case=case: Outcome(module, PUBLIC[name], case.sample)


def differences() -> dict[tuple[str, str, str], tuple[str, str]]:
    """Per operation and pair of names, for the first sample where graphs differ: what was recorded here and there."""
    rows: dict[tuple[str, str, str], tuple[str, str]] = {}
    for name, call in calls():
        ours, theirs = call(wengert), call(torch)
        if ours.error is None and theirs.error is None:
            for here, there in zip(trees(ours), trees(theirs), strict=True):
                if here and there and str(here) != str(there) and there.name != "NotImplemented":
                    a, b = here.parting(there)
                    rows.setdefault((name, a.name, b.name), (a.short(), b.short()))
    return rows


def table(rows: dict[tuple[str, str, str], tuple[str, str]]) -> str:
    lines = ["| operation | here | in PyTorch |", "| --- | --- | --- |"]
    return "\n".join(lines + [f"| `{key[0]}` | {here} | {there} |" for key, (here, there) in rows.items()]) + "\n"


def split(text: str) -> tuple[str, str, str]:
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    return before + BEGIN, now, END + after


def test_the_table_of_other_nodes() -> None:
    with warnings.catch_warnings(action="ignore"):
        found = table(differences())
    listed = split(PAGE.read_text(encoding="utf-8"))[1]
    assert found == listed, "docs/graph.md is out of date: run `python -m tests.test_node_table`"


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"):
        before, _, after = split(PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(before + table(differences()) + after, encoding="utf-8")
