"""What messages propose exists: the names, their keywords, the commands and the pages, in every text of the errors."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wengert
from wengert._core.modules.commands.command_line import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "src" / "wengert" / "_core"
THEMES = sorted((CORE / "errors").glob("*_errors.py"))
SPACES = ("autograd", "func", "linalg", "fft", "special", "nn", "sparse", "masked", "signal", "utils", "optim", "graph",
          "profiler", "functional", "forward_ad", "testing", "random", "overrides")  # fmt: skip
NAME = re.compile(rf"(?<![\w./])(?:(?:wengert\.)?(?:{'|'.join(SPACES)})|wengert)(?:\.[A-Za-z_]\w*)+(?!\w|/|\.\w)")
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
# names that messages say are missing, or that are PyTorch's old ones
ABSENT = re.compile(r"is not part of|has no|no longer|instead of")


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a file, but for docstrings and keys; a place that is filled in is shown as {}."""
    tree = ast.parse(path.read_text("utf-8"))
    notes = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and isinstance(node.body[0], ast.Expr)
    }
    keys = {id(k) for node in ast.walk(tree) if isinstance(node, ast.Dict) for k in node.keys}  # what is looked up
    keys |= {id(node.slice) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    inner = {id(v) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for v in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes | inner | keys:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = [str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values]
            yield node.lineno, "".join(parts)


def found(name: str) -> Any:
    """What a dotted name stands for: from the package, or from the space of names that it starts with."""
    parts = name.removeprefix("wengert.").split(".")
    if parts[0] in ("graph", "functional", "forward_ad"):
        parts = ["nn" if name.startswith("functional.") and not hasattr(wengert.autograd.functional, parts[1]) else
                 "autograd", *parts]  # fmt: skip
    value: Any = wengert
    for part in parts:
        value = getattr(value, part)
    return value


@pytest.mark.parametrize("path", THEMES, ids=lambda path: path.stem)
def test_what_a_message_proposes_exists(path: Path) -> None:
    missing = []
    for line, text in texts(path):
        for match in NAME.finditer(text):
            if text[match.end() : match.end() + 2] == "{}" or ABSENT.search(text):
                continue
            try:
                value = found(match[0])
            except AttributeError:
                missing.append(f"{path.name}:{line}: {match[0]}")
                continue
            given = re.match(r"\(([^()]*)\)", text[match.end() :])
            keywords = re.findall(r"(\w+)=", given[1]) if given else []
            try:
                parameters = inspect.signature(value).parameters if keywords else {}
            except (TypeError, ValueError):
                continue
            takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
            missing += [
                f"{path.name}:{line}: {match[0]}({k}=)" for k in keywords if k not in parameters and not takes_any
            ]
        missing += [f"{path.name}:{line}: make {t}" for t in re.findall(r"`make (\w+)", text) if t not in TARGETS]
        commands = re.findall(r"python -m wengert (\w+)", text)
        missing += [f"{path.name}:{line}: python -m wengert {c}" for c in commands if c not in COMMANDS]
        pages = re.findall(r"docs/[\w/]+\.md", text)
        missing += [f"{path.name}:{line}: {page}" for page in pages if not (ROOT / page).exists()]
    assert not missing, "\n".join(missing)


# -- the pages

PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "coming_from").glob("*.md")),
]
CALL = re.compile(r"`(?:wengert\.|torch\.)?([A-Za-z_][\w.]*)\(([^`]*)\)`")


def meant(name: str) -> Iterator[Any]:
    """What a name on a page may stand for: pages leave out the space, and the tensor of a method."""
    last = name.rpartition(".")[2]
    for owner in (wengert, wengert.Tensor, *(found(f"wengert.{space}") for space in (*SPACES, *INNER))):
        if hasattr(owner, last):
            yield getattr(owner, last)


INNER = ("nn.functional", "autograd.graph", "utils.checkpoint", "utils.data", "optim.lr_scheduler", "serialization")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_keywords_on_a_page_exist(page: Path) -> None:
    """Those of calls within the text: examples run."""
    wrong = []
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for call in CALL.finditer(text):
        if call[1].startswith(("jax.", "mg.", "np.", "scipy.")):
            continue
        ways = []
        for value in meant(call[1]):
            try:
                ways.append(inspect.signature(value).parameters.values())
            except (TypeError, ValueError):
                ways.append([inspect.Parameter("any", inspect.Parameter.VAR_KEYWORD)])  # it does not say what it takes
        for keyword in re.findall(r"(?<![\w.])(\w+)=(?!=)", call[2]):
            taken = [any(keyword == p.name or p.kind is p.VAR_KEYWORD for p in way) for way in ways]
            wrong += [f"{keyword} in {call[0]}"] if ways and not any(taken) else []
    assert not wrong, "\n".join(wrong)
