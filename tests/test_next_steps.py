"""Messages end with a next step, and it works: names in messages exist, and code in them runs as it is pasted."""

from __future__ import annotations

import ast
import copy
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wengert
from tests.cases import within

CORE = Path(wengert.__file__).parent / "_core"

# -- names


def texts(tree: ast.AST) -> Iterator[str]:
    """The strings of a module of errors, but docstrings and the keys of tables. What is filled in is ``{}``."""
    skipped = {id(k) for d in ast.walk(tree) if isinstance(d, ast.Dict) for k in d.keys}
    inner = {id(v) for f in ast.walk(tree) if isinstance(f, ast.JoinedStr) for v in f.values}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            skipped.add(id(node.body[0].value))  # type: ignore[attr-defined]
        if isinstance(node, ast.JoinedStr):
            yield "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped | inner:
            yield node.value


def named(text: str) -> Iterator[str]:
    """The names of wengert's that a text has in full, and methods of ``x``."""
    for name in re.findall(r"(?<![\w.'/-])wengert((?:\.\w+)+)(?![\w{/\[-])", text):
        yield name[1:]
    for name in re.findall(r"(?<![\w.])x\.(\w+)\(", text):
        yield f"Tensor.{name}"


@within("file", sorted(CORE.glob("errors/*.py")), ids=lambda file: file.name)
def test_names_in_messages_exist(file: Path) -> None:
    missing = []
    for text in texts(ast.parse(file.read_text())):
        for name in named(text) if " " in text else ():
            try:
                functools.reduce(getattr, name.split("."), wengert)
            except AttributeError:
                missing.append(f"{name}: {text}")
    assert not missing, "\n".join(missing)


# -- code

CASES = {  # the statement that fails, and what is there before it
    "x.numpy()": "x = wengert.ones(2, requires_grad=True)",
    "y.backward()": "x = wengert.ones(2, requires_grad=True); y = x * 2; f = lambda x: x * 2",
    "loss.backward()": "x = wengert.ones(2); loss = x.sum()",
    "x.requires_grad_()": "x = wengert.tensor([1, 2])",
    "bool(x)": "x = wengert.ones(2); a = b = x",
    "x.item()": "x = wengert.ones(2)",
    "copy.deepcopy(x)": "x = wengert.ones(2, requires_grad=True) * 2",
    "x.astype('f4')": "x = wengert.ones(2); dtype = wengert.float64",
    "x.copy()": "x = wengert.ones(2)",
    "wengert.array([1.0])": "x = [1.0]",
    "x.mean()": "x = wengert.tensor([1, 2])",
    "x.std()": "x = wengert.tensor([1, 2])",
    "x.sort()": "x = wengert.ones(2) * 1j",
    "x.max()": "x = wengert.ones(2) * 1j",
    "wengert.linalg.inv(A)": "A = wengert.zeros(2, 2); n = 2",
    "a + b": "a = wengert.ones(3, 4); b = wengert.ones(3)",
    "a @ b": "a = wengert.ones(2, 3); b = wengert.ones(2, 3)",
    "x @ y": "x = wengert.ones(2, 2); y = wengert.ones(2, 2).double()",
    "x.numpy() ": "x = wengert.eye(2).to_sparse()",
    "x.reshape(4)": "x = wengert.eye(2).to_sparse()",
    "x.coalesce()": "x = wengert.eye(2)",
    "wengert.eye(2).sparse_mask(x)": "x = wengert.eye(2)",
    "x[i]": "x = wengert.ones(2); i = wengert.tensor([0.0])",
    "x.gather(0, index)": "x = wengert.ones(2); index = wengert.tensor([0], dtype=wengert.int16)",
    "wengert.nn.functional.avg_pool2d(x, 2)": "x = wengert.ones(1, 1, 4, 4, dtype=wengert.uint8)",
    "wengert.zeros(2, out=x)": "x = wengert.ones(2, requires_grad=True)",
    "wengert.from_dlpack(x)": "x = wengert.ones(2, requires_grad=True)",
    "x.add_(1)": "x = wengert.ones(2, requires_grad=True)",
    "wengert.func.jacrev(f)(x)": "x = wengert.ones(300000); v = wengert.ones(300000); f = lambda x: x * x",
    "wengert.smm(s, x)": "s = wengert.eye(2).to_sparse(); x = wengert.eye(2)",
    "wengert.hspmm(s, x)": "s = wengert.eye(2).to_sparse(); x = wengert.eye(2)",
    "x.sparse_resize_((3, 3), 2, 0)": "x = wengert.eye(2).to_sparse(); size = (3, 3)",
}
ATTRIBUTE = re.compile(r"\.[A-Za-z_]\w*")
NAMES = ("x", "y", "a", "b", "A", "index", "tensor", "wengert", "loss")


def steps(message: str) -> Iterator[str]:
    """The pieces of code in a message: from a name to the end of its attributes, calls and subscripts."""
    for match in re.finditer(rf"(?<![\w.'])(?:{'|'.join(NAMES)})(?=[.(\[])", message):
        at = match.end()
        while at < len(message):
            if (more := ATTRIBUTE.match(message, at)) is not None:
                at = more.end()
            elif message[at] in "([" and (end := closed(message, at)) is not None:
                at = end
            else:
                break
        text = message[match.start() : at]
        if at > match.end() and "..." not in text:
            yield text


def closed(text: str, at: int) -> int | None:
    """The end of what a bracket opens."""
    depth = 0
    for i, c in enumerate(text[at:], at):
        depth += (c in "([") - (c in ")]")
        if not depth:
            return i + 1
    return None


@within("statement", CASES)
def test_steps_run_when_pasted(statement: str) -> None:
    def fresh() -> dict[str, Any]:
        names: dict[str, Any] = {"wengert": wengert, "np": np, "copy": copy}
        exec(CASES[statement], names)
        names.setdefault("tensor", names.get("x"))
        return names

    with pytest.raises(Exception) as raised:
        exec(statement.strip(), fresh())
    message = str(raised.value)
    found = [*steps(message)]
    assert found, f"no step: {message}"
    for step in found:
        try:
            exec(step, fresh())
        except Exception as e:
            raise AssertionError(f"{step}, of the message {message!r}") from e
