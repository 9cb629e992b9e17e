"""Where PyTorch records one node and wengert several, or one of another name: the table in docs/graph.md, no more, no
less. `python -m tests.test_node_table` writes it.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import wengert
from tests import laws
from tests.test_oracle_ops import PUBLIC, Outcome, torch

pytestmark = pytest.mark.oracle

PAGE = Path(__file__).resolve().parent.parent / "docs" / "graph.md"
BEGIN, END = "<!-- nodes -->\n", "<!-- /nodes -->"


def nodes(t: Any) -> list[str]:
    """The names of the nodes between a result and the leaves, results first, without the number of the overload."""
    found: list[Any] = []
    pending = [getattr(t, "grad_fn", None)]
    while pending:
        node = pending.pop(0)
        if node is not None and node not in found:
            found.append(node)
            pending += [n for n, _ in node.next_functions]
    names = [n.name() if isinstance(t, wengert.Tensor) else type(n).__name__ for n in found]
    return [n.rstrip("0123456789").removesuffix("Backward") for n in names if n != "AccumulateGrad"]


def differences() -> dict[str, tuple[str, str]]:
    """Per operation, for the first sample where they differ: the nodes here, and PyTorch's one."""
    rows: dict[str, tuple[str, str]] = {}
    for name in sorted(PUBLIC, key=PUBLIC.__getitem__):
        for case in laws.cases(name):
            ours, theirs = (Outcome(module, PUBLIC[name], case.sample) for module in (wengert, torch))
            if ours.error is not None or theirs.error is not None:
                continue
            for y, t in zip(ours.results, theirs.results, strict=True):
                here, there = nodes(y), nodes(t)
                if len(there) == 1 and here and here != there and there != ["NotImplemented"]:
                    rows.setdefault(PUBLIC[name], (" ← ".join(here), there[0]))
    return rows


def table(rows: dict[str, tuple[str, str]]) -> str:
    lines = ["| operation | here | in PyTorch |", "| --- | --- | --- |"]
    return "\n".join(lines + [f"| `{name}` | {here} | {there} |" for name, (here, there) in rows.items()]) + "\n"


def split(text: str) -> tuple[str, str, str]:
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    return before + BEGIN, now, END + after


def test_the_table_of_composite_nodes() -> None:
    with warnings.catch_warnings(action="ignore"):
        found = table(differences())
    listed = split(PAGE.read_text(encoding="utf-8"))[1]
    assert found == listed, "docs/graph.md is out of date: run `python -m tests.test_node_table`"


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"):
        before, _, after = split(PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(before + table(differences()) + after, encoding="utf-8")
