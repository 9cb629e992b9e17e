"""The notebooks of docs/ print what they say, and the tables of other libraries' programs have code that runs."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import linecache
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
NOTEBOOKS = sorted(p.relative_to(DOCS).as_posix() for p in DOCS.rglob("*.ipynb"))
TABLES = sorted(p.relative_to(DOCS).as_posix() for p in (DOCS / "coming_from").glob("*.md"))


def run(source: str, names: dict[str, Any], number: int) -> str:
    """What a cell prints, and the value of its last line, as a notebook shows them."""
    file = f"<cell {number}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(tree, file, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), file, "eval"), names)
            if value is not None:
                print(repr(value))
    return out.getvalue()


def shown(cell: dict[str, Any]) -> str:
    """What a cell printed in Jupyter, and the text of its value."""
    out = ""
    for output in cell["outputs"]:
        assert output.get("name") != "stderr", f"a warning is kept in the notebook: {output}"
        text = output.get("text") or (output.get("data", {}).get("text/plain") if "data" in output else "")
        out += "" if "image/png" in output.get("data", {}) else "".join(text).rstrip("\n") + "\n"
    return out


def places_left_out(text: str) -> str:
    """Cells have other names in Jupyter than here."""
    text = re.sub(r"Cell In\[[^\]]*\], line (\d+)", r"<cell>:\1", text)
    return re.sub(r"<cell \d+>", "<cell>", text).rstrip("\n")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_prints_what_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    monkeypatch.chdir((DOCS / name).parent)
    cells = json.loads((DOCS / name).read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            printed = places_left_out(run(source, names, number))
            lines = [line for line in printed.splitlines() if not re.match(r"\[?<matplotlib|Text\(|<Figure", line)]
            assert "\n".join(lines) == places_left_out(shown(cell)), f"cell {number}: `python -m tools.notebooks`"
    sys.modules["matplotlib.pyplot"].close("all")


@pytest.mark.parametrize("name", TABLES)
def test_every_row_of_a_table_runs(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples("".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(example.source, names)
    rows = re.findall(r"^\|(.*)\|(.*)\|$", text, re.MULTILINE)
    ran, failed = 0, []
    for left, right in rows:
        mine = dict(names)
        for code in re.findall(r"(?<!\[)`([^`]+)`(?!\])", right):
            try:
                exec(compile(code, name, "exec"), mine)
                ran += 1
            except Exception as error:  # every row is tried
                failed.append(f"{left.strip()}: `{code}`: {error!r}")
    assert not failed, "\n".join(failed)
    assert ran >= len(rows) / 2
