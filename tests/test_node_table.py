"""Every operation records PyTorch's nodes, with its names, edges and ``_saved_`` values, or stands in the tables in
docs/reference/nodes.md: no more, no less. `python -m tests.test_node_table` writes them.
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
from tests.calls import PUBLIC, Outcome, array
from tests.test_oracle_ops import UNSIGNED, torch

pytestmark = pytest.mark.oracle

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "nodes.md"
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


def table(head: str, rows: list[str]) -> str:
    lines = [f"| {head} |", "|" + " --- |" * (head.count("|") + 1), *[f"| {row} |" for row in rows]]
    return "\n".join(lines) + "\n"


def table_of_nodes() -> str:
    rows = [f"`{key[0]}` | {here} | {there}" for key, (here, there) in differences().items()]
    return table("operation | here | in PyTorch", rows)


# -- what nodes saved


def pairs(mine: Any, its: Any, seen: set[Any]) -> Iterator[tuple[Any, Any]]:
    """The nodes of two graphs that are alike."""
    if mine is not None and mine not in seen and name_of(mine) != "AccumulateGrad":
        seen.add(mine)
        yield mine, its
        for (a, _), (b, _) in zip(mine.next_functions, its.next_functions, strict=True):
            yield from pairs(a, b, seen)


def saved(node: Any) -> dict[str, Any]:
    return {name[7:]: getattr(node, name) for name in dir(node) if name.startswith("_saved_")}


def alike() -> Iterator[tuple[str, Any, Any]]:
    """The nodes, here and there, of all calls that record the same graph."""
    for name, call in calls():
        ours, theirs = call(wengert), call(torch)
        if ours.error is None and theirs.error is None:
            for y, t, here, there in zip(ours.results, theirs.results, trees(ours), trees(theirs), strict=True):
                if here and there and str(here) == str(there):
                    for a, b in pairs(y.grad_fn, t.grad_fn, set()):
                        yield name, a, b


REDUCTIONS = {"none": 0, "mean": 1, "sum": 2}  # PyTorch shows the number, here it is the name


def agree(name: str, mine: Any, its: Any) -> bool:
    """Whether two saved values are the same, but for what docs/graph.md says."""
    if isinstance(its, torch.Tensor):
        if mine is None or (name == "indices" and mine.dtype == wengert.bool):
            return True
        same = mine.shape == its.shape and str(mine.dtype).split(".")[1] == str(its.dtype).split(".")[1]
        return bool(same and np.allclose(array(mine), array(its), equal_nan=True))
    if its is None or its == ():  # left out: here it is what that stands for
        return not isinstance(mine, wengert.Tensor)
    if name == "dim" and mine is None:  # all dimensions
        return True
    if isinstance(its, tuple):
        mine = mine if isinstance(mine, (tuple, list)) else (mine,)
        its = [v for v in its if v is not None]
        if name == "dim":  # in any order
            return len(mine) == len(its) and {v for v in its if v < 2**63} <= set(mine)
        return len(mine) == len(its) and all(agree(name, a, b) for a, b in zip(mine, its, strict=True))
    if isinstance(mine, tuple):
        (mine,) = mine
    if isinstance(its, int) and its >= 2**63:
        its -= 2**64
        return bool(mine == its or (name.startswith("dim") and mine >= 0))
    if isinstance(its, str):
        return bool(mine == its)
    return bool(np.allclose(REDUCTIONS.get(mine, mine), its, equal_nan=True))


def test_what_nodes_show_of_what_they_saved() -> None:
    """Nothing that PyTorch does not show, and the values that it shows."""
    wrong, compared = {}, 0
    ours = {("AsStridedScatterBackward0", "written"), ("Rot90Backward0", "turns")}  # parameters of the rows behind them
    with warnings.catch_warnings(action="ignore"):
        for operation, a, b in alike():
            theirs = saved(b)
            for name, value in saved(a).items():
                compared += 1
                if (name_of(a), name) in ours:
                    continue
                if name not in theirs:
                    wrong[name_of(a), name] = f"{operation}: PyTorch has none"
                elif operation not in {*UNSIGNED, "nuclear_norm"} and not agree(name, value, theirs[name]):
                    wrong[name_of(a), name] = f"{operation}: {value}, in PyTorch {theirs[name]}"
    assert not wrong
    assert compared > 2000


def table_of_saved() -> str:
    lacking: dict[str, dict[str, None]] = {}
    for _, a, b in alike():
        mine = saved(a)
        for name in saved(b):
            if name not in mine:
                lacking.setdefault(name_of(a), {})[name] = None
    rows = [f"`{node}` | {', '.join(f'`{n}`' for n in sorted(names))}" for node, names in sorted(lacking.items())]
    return table("node | `_saved_…` that PyTorch shows and this does not", rows)


# -- the page

TABLES = {"nodes": table_of_nodes, "saved": table_of_saved}


def split(text: str, mark: str) -> tuple[str, str, str]:
    before, _, rest = text.partition(f"<!-- {mark} -->\n")
    now, _, after = rest.partition(f"<!-- /{mark} -->")
    return before + f"<!-- {mark} -->\n", now, f"<!-- /{mark} -->" + after


@pytest.mark.parametrize("mark", TABLES)
def test_the_tables(mark: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        found = TABLES[mark]()
    listed = split(PAGE.read_text(encoding="utf-8"), mark)[1]
    assert found == listed, "docs/reference/nodes.md is out of date: run `python -m tests.test_node_table`"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    with warnings.catch_warnings(action="ignore"):
        for mark, made in TABLES.items():
            before, _, after = split(text, mark)
            text = before + made() + after
    PAGE.write_text(text, encoding="utf-8")
