"""The source of the package as pages, and where in it an object is defined."""

from __future__ import annotations

import html
import inspect
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = "source"  # of these pages, in the site

PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title><link rel="icon" href="{up}_static/favicon.svg">
<link rel="stylesheet" href="{up}_static/source.css"></head>
<body><header><a href="{up}index.html">wengert</a> / <code>{name}</code></header>
<main>{code}</main></body></html>
"""


def address_of(path: str, line: int | None = None) -> str:
    """The address of the page of a file, from the root of the site."""
    return f"{FOLDER}/{path}.html" + (f"#L-{line}" if line else "")


@cache
def rows() -> dict[str, Any]:
    """The public operations: name and the function that declares the row, or the composite."""
    from wengert._core.declare.families import SIGNATURES
    from wengert._core.ops import declare_all

    declare_all()
    found = {}
    for thing, signature, options in SIGNATURES:
        name = signature.partition("(")[0].strip()
        space = options.get("namespace", "")
        function = getattr(thing, "kernel", thing)
        for called in (name, *options.get("aliases", "").split()):
            found[".".join(filter(None, ("wengert", space, called)))] = function
            found.setdefault(f"wengert.Tensor.{called}", function)
            found.setdefault(f"wengert.Tensor.{called}_", function)
    return found


@cache
def classes() -> dict[str, list[tuple[str, int]]]:
    """The classes of the package by name: a class says where it is public, not where it is written."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path in files():
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            if path.startswith("src/") and (named := re.match(r"class (\w+)", line)):
                found.setdefault(named[1], []).append((path, number))
    return found


def place_of(value: Any, name: str) -> tuple[str, int] | None:
    """File, from the root of the repository, and line of what defines a public object."""
    value = rows().get(name, value)
    value = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", value)
    if inspect.isclass(value):
        methods = [getattr(f, "__func__", f) for f in vars(value).values()]
        written = {Path(f.__code__.co_filename) for f in methods if hasattr(f, "__code__")}
        found = classes().get(value.__name__, [])
        return next((at for at in found if len(found) == 1 or ROOT / at[0] in written), None)
    code = getattr(inspect.unwrap(value) if callable(value) else value, "__code__", None)
    if code is None:
        return None
    path, line = Path(code.co_filename), code.co_firstlineno
    if not path.is_relative_to(ROOT / "src") or "generated" in path.parts:
        return None
    return path.relative_to(ROOT).as_posix(), max(line, 1)


def origins_of(value: Any, name: str) -> list[str]:
    """The files, from the root of the repository, that the docstring of a public object is written in."""
    place = place_of(value, name)
    path = Path(getattr(getattr(value, "__code__", None), "co_filename", ""))
    found = [] if place is None else [place[0]]
    if "generated" in path.parts:  # from the row, and from the meanings of its parameters
        found.append("tools/glossary.py" if found else path.relative_to(ROOT).as_posix())
    return found


def files() -> list[str]:
    """The files that have a page."""
    found = [p for folder in ("src", "examples", "tools", "benchmarks", "tests") for p in (ROOT / folder).rglob("*.py")]
    return sorted(p.relative_to(ROOT).as_posix() for p in found if "generated" not in p.parts)


def write(site: Path) -> None:
    """Write the pages into the site, with their styles."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    lexer = PythonLexer()
    for path in files():
        target = site / address_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        formatter = HtmlFormatter(linenos="inline", lineanchors="L", anchorlinenos=True, wrapcode=True)
        code = highlight((ROOT / path).read_text(encoding="utf-8"), lexer, formatter)
        up = os.path.relpath(site, target.parent) + "/"
        target.write_text(PAGE.format(name=html.escape(path), up=up, code=code), encoding="utf-8")
    dark = HtmlFormatter(style="github-dark").get_style_defs("main")
    light = HtmlFormatter(style="friendly").get_style_defs("main")
    own = (ROOT / "docs" / "static" / "source.css").read_text(encoding="utf-8")
    styles = f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n{own}"
    (site / "_static" / "source.css").write_text(styles, encoding="utf-8")
