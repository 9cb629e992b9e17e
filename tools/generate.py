"""Write the public functions and methods from the signatures on the rows.

``python tools/generate.py`` rewrites ``src/wengert/faces``; ``--check`` only compares. Importing the result costs a
fraction of a
millisecond, where building the functions at import would cost a hundred.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

FACES = ROOT / "src" / "wengert" / "faces"
HEAD = """\
\"\"\"{doc} Written by tools/generate.py: do not edit.\"\"\"

# mypy: ignore-errors

"""


def split(signature: str) -> tuple[str, list[str], list[str]]:
    """Name, positional parameters and keyword-only parameters, with their defaults."""
    name, inside = re.fullmatch(r"\s*([\w.]+)\((.*)\)\s*", signature, re.S).groups()
    parts, depth, at = [], 0, ""
    for c in inside:
        depth += c in "([{"
        depth -= c in ")]}"
        if c == "," and depth == 0:
            parts.append(at.strip())
            at = ""
        else:
            at += c
    if at.strip():
        parts.append(at.strip())
    star = parts.index("*") if "*" in parts else len(parts)
    return name, parts[:star], parts[star + 1 :]


def bare(parameter: str) -> str:
    return parameter.split("=")[0].strip()


class Face:
    """One public operation, from its signature."""

    def __init__(self, thing: object, signature: str, options: dict) -> None:
        self.thing = thing
        self.name, self.positional, self.keyword = split(signature)
        self.options = options
        self.row = hasattr(thing, "kernel")
        self.attribute = thing.name if self.row else thing.__name__
        self.module = thing.__module__
        self.space = options.get("namespace", "")
        if "." in self.name:
            self.space, self.name = self.name.rsplit(".", 1)
        self.out = "out=None" in self.keyword
        self.passes_out = False
        if self.out and not self.row:  # a function that looks at ``out`` itself gets it
            taken = inspect.signature(thing).parameters.values()
            self.passes_out = any(p.name == "out" or p.kind is p.VAR_KEYWORD for p in taken)
        self.keyword = [k for k in self.keyword if k != "out=None"]

    @property
    def target(self) -> str:
        return f"_{self.module.rsplit('.', 1)[1]}.{self.attribute}"

    def call(self, how: str, positional: list[str]) -> str:
        """The expression that calls the row, or the composite."""
        names = [bare(p) for p in positional]
        if not self.row:
            given = [p if p.startswith("*") else p for p in names]
            given += [f"{bare(k)}={bare(k)}" for k in self.keyword]
            return f"{self.target}({', '.join(given)})"
        op = self.thing
        count = op.count
        arrays = names[:count]
        if op.group is not None:
            arrays = [*arrays, f"*{names[count]}"] if len(names) > count else arrays
            rest = names[count + 1 :]
        else:
            rest = names[count:]
        values = {n: n for n in rest} | {bare(k): bare(k) for k in self.keyword}
        params = {}
        for p in op.params:
            if p in values:
                params[p] = values[p]
            elif p in op.defaults:
                params[p] = repr(op.defaults[p])
            else:
                raise SystemExit(f"{self.name}: the signature does not give {p}")
        unknown = set(values) - set(op.params)
        if unknown:
            raise SystemExit(f"{self.name}: the kernel does not take {', '.join(sorted(unknown))}")
        given = "(" + "".join(a + ", " for a in arrays).rstrip() + ")"
        shown = "{" + ", ".join(f'"{k}": {v}' for k, v in params.items()) + "}" if op.params else "None"
        return f"{self.target}.{how}({given}, {shown})"

    def doc(self) -> str:
        text = (self.thing.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
        text = re.sub(r"\s+", " ", text)
        return text or f"See ``torch.{self.space + '.' if self.space else ''}{self.name}``."

    def function(self, name: str = "") -> str:
        parameters = list(self.positional)
        keyword = list(self.keyword)
        if self.out:
            keyword.append("out=None")
        shown = ", ".join(
            parameters + (["*"] if keyword and not any(p.startswith("*") for p in parameters) else []) + keyword
        )
        lines = [f"def {name or self.name}({shown}):", f"    {self.doc()!r}"]
        if not self.row and parameters and parameters[0] == "input":
            lines += [
                f"    if not isinstance(input, _OPERANDS):\n        raise _not_an_array({self.name!r}, 'input', input)"
            ]
        call = self.call("apply", self.positional)
        if self.passes_out:
            call = f"{call[:-1]}{'' if call.endswith('()') else ', '}out=out)"
        elif self.out:
            lines += ["    if out is not None:"]
            if self.row:
                inner = call.replace(".apply((", ".into(out, (", 1)
                lines += [f"        return {inner}"]
            else:
                lines += [f"        return _store({self.name!r}, out, {call})"]
        lines += [f"    return {call}"]
        return "\n".join(lines)

    def inplace(self) -> str:
        positional = ["self", *self.positional[1:]]
        keyword = self.keyword
        shown = ", ".join(
            positional + (["*"] if keyword and not any(p.startswith("*") for p in positional) else []) + keyword
        )
        name = self.name
        lines = [f"def {name}_(self{shown[4:]}):", f'    "The in-place form of ``{name}``."']
        if self.row:
            lines += [f"    return {self.call('inplace', positional)}"]
        else:
            call = self.call("apply", ["_x", *self.positional[1:]])
            lines += [f"    return _rewrite({name!r}, self, lambda _x: {call})"]
        return "\n".join(lines)

    def dunders(self) -> list[str]:
        out = []
        for d in self.options.get("dunders", "").split():
            plain = d.strip("_")
            op = f"{self.target}"
            binary = len(self.positional) > 1 or (self.row and self.thing.count > 1)
            extra = ""
            if self.row:
                shown = self.row_defaults()
                extra = shown
            if d in ("__getitem__", "__setitem__"):
                args = "self, key" if d == "__getitem__" else "self, key, value"
                out.append(f"def {d}({args}):\n    return {op}({args})")
            elif not binary:
                out.append(
                    f"def {d}(self):\n    return " + (f"{op}.apply((self,), {extra})" if self.row else f"{op}(self)")
                )
            else:
                a, b = ("other", "self") if plain.startswith("r") and plain not in ("rshift",) else ("self", "other")
                call = f"{op}.apply(({a}, {b}), {extra})" if self.row else f"{op}({a}, {b})"
                out.append(
                    f"def {d}(self, other):\n    if not isinstance(other, _OPERANDS) and not _operand(other):\n"
                    f"        return NotImplemented\n    return {call}"
                )
                if self.options.get("inplace") and a == "self" and plain not in ("eq", "ne", "lt", "le", "gt", "ge"):
                    out.append(f"def __i{plain}__(self, other):\n    return {self.name}_(self, other)")
        return out

    def row_defaults(self) -> str:
        op = self.thing
        if not op.params:
            return "None"
        return "{" + ", ".join(f'"{k}": {op.defaults[k]!r}' for k in op.params) + "}"


def faces() -> dict[str, str]:
    """File name -> text."""
    package = types.ModuleType("wengert")  # the tables alone: the package itself needs what is written here
    package.__path__ = [str(ROOT / "src" / "wengert")]
    sys.modules["wengert"] = package
    os.environ["WENGERT_PURE_PYTHON"] = "1"
    importlib.import_module("wengert._compiled").choose()
    importlib.import_module("wengert.ops")
    SIGNATURES = importlib.import_module("wengert.families").SIGNATURES

    spaces: dict[str, list[str]] = {"": []}
    names: dict[str, list[str]] = {"": []}
    modules: dict[str, set[str]] = {"": set()}
    methods, inplace, dunders, properties, aliases = [], [], [], [], []
    tensor_modules = set()
    for thing, signature, options in SIGNATURES:
        f = Face(thing, signature, options)
        for box in (spaces, names):
            box.setdefault(f.space, [])
        modules.setdefault(f.space, set())
        short = f.module.rsplit(".", 1)[1]
        where = f.space or "top"
        if options.get("property"):
            tensor_modules.add(short)
            properties.append(f'"{f.name}": property({f.target}),')
            continue
        only_inplace = f.name.endswith("_") and not f.row
        if not f.name.startswith("__") and not only_inplace:
            modules[f.space].add(short)
            spaces[f.space].append(f.function())
            if options.get("function", True):
                names[f.space].append(f.name)
            if options.get("method", not f.space):
                methods.append(f'"{f.name}": {where.replace(".", "_")}.{f.name},')
            for alias in options.get("aliases", "").split():
                space, _, last = alias.rpartition(".")
                if space == f.space:
                    aliases.append((space, last, f.name))
                else:  # written out again there, so that the modules need not import each other
                    for box in (spaces, names):
                        box.setdefault(space, [])
                    modules.setdefault(space, set()).add(short)
                    spaces[space].append(f.function(last))
                    names[space].append(last)
                if not space and options.get("method", not f.space):
                    methods.append(f'"{last}": {where.replace(".", "_")}.{f.name},')
        if only_inplace and options.get("method", True):
            tensor_modules.add(short)
            methods.append(f'"{f.name}": {f.target},')
        if options.get("inplace"):
            tensor_modules.add(short)
            inplace.append(f.inplace())
            methods.append(f'"{f.name}_": {f.name}_,')
            for alias in options.get("aliases", "").split():
                if "." not in alias:
                    methods.append(f'"{alias}_": {f.name}_,')
        for d in f.dunders():
            tensor_modules.add(short)
            dunders.append(d)
    out: dict[str, str] = {}
    for space, functions in spaces.items():
        doc = f"Public functions of ``wengert{'.' + space if space else ''}``."
        text = HEAD.format(doc=doc)
        body = "\n\n\n".join(functions)
        imports = sorted(modules[space])
        if imports:
            text += "from ..ops import " + ", ".join(f"{m} as _{m}" for m in imports) + "\n"
        if "_OPERANDS" in body:
            text += "from ..errors import not_an_array as _not_an_array\nfrom ..op import OPERANDS as _OPERANDS\n"
        if "_store(" in body:
            text += "from ..inplace import store as _store\n"
        text += "\n\n" + body + "\n\n"
        mine = list(names[space])
        for s, last, name in aliases:
            if s == space and last not in mine:
                text += f"{last} = {name}\n"
                mine.append(last)
        text += "\n__all__ = " + repr(sorted(mine)) + "\n"
        out[(space or "top").replace(".", "_") + ".py"] = text
    text = HEAD.format(doc="In-place methods, operators and the table of methods.")
    text += "from ..ops import " + ", ".join(f"{m} as _{m}" for m in sorted(tensor_modules)) + "\n"
    text += "from ..inplace import rewrite as _rewrite\nfrom ..op import OPERANDS as _OPERANDS, operand as _operand\n"
    text += "from . import " + ", ".join(sorted(n[:-3] for n in out)) + "\n\n\n"
    text += "\n\n\n".join(inplace + dunders)
    text += (
        "\n\n\nMETHODS = {\n    "
        + "\n    ".join(dict.fromkeys(methods))
        + "\n}\n\nPROPERTIES = {\n    "
        + "\n    ".join(properties)
        + "\n}\n\n"
    )
    operator_names = [re.match(r"def (\w+)", d)[1] for d in dunders]
    text += "OPERATORS = {\n    " + "\n    ".join(f'"{n}": {n},' for n in dict.fromkeys(operator_names)) + "\n}\n"
    out["tensor.py"] = text
    out["__init__.py"] = (
        '"""The public face of the rule tables, written by tools/generate.py from the signatures on the rows."""\n'
    )
    return out


def main() -> int:
    texts = faces()
    stale = [n for n, t in texts.items() if not (FACES / n).exists() or (FACES / n).read_text() != t]
    extra = [p for p in FACES.glob("*.py") if p.name not in texts] if FACES.exists() else []
    if "--check" in sys.argv:
        for n in stale + [p.name for p in extra]:
            print(f"faces/{n} is not what the rows say: run `make generate`")
        return bool(stale or extra)
    FACES.mkdir(exist_ok=True)
    for n in stale:
        (FACES / n).write_text(texts[n])
    for p in extra:
        p.unlink()
    print(f"{len(texts)} files, {len(stale)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
