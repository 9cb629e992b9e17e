"""Types for checkers and editors: a ``.pyi`` beside every face, and ``Methods``, which stands for all that Tensor has.

The type of a parameter is, in this order: what ``glossary.TYPES`` says, the annotation of a composite, what
``glossary.PARAMETERS`` says of its name. A result is what the composite's annotation says, ``Any`` standing for a
tensor there; of a row its outputs; where it depends on the arguments, ``glossary.OVERLOADS`` or ``FLAGS`` says how.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import sys
from dataclasses import dataclass
from typing import Any

from glossary import FLAGS, OPERAND, OVERLOADS, PARAMETERS, TYPES
from signatures import COMPARISONS, Face, Parameter, file_of, is_reflected, joined

PYTHON = {"int", "float", "bool", "complex", "str", "None", "Sequence", "tuple", "list", "slice", "Literal", "object"}
OURS = {"Tensor", "Size", "Number", "Dtype", "Device", "Index", "Generator", "Any", "Callable", "np"}
HEAD = '''\
"""{doc} Written by tools/generate.py: do not edit."""

{imports}
'''
FROM = {  # name -> the module it comes from; a module of its own where that is empty
    "Callable": "collections.abc", "Iterator": "collections.abc", "Sequence": "collections.abc",
    "EllipsisType": "types", "Any": "typing", "Literal": "typing", "NamedTuple": "typing", "Self": "typing",
    "SupportsIndex": "typing", "TypeAlias": "typing", "overload": "typing", "builtins": "", "np": "numpy",
    "Tensor": "...tape.tensor", "Size": "...tape.tensor", "Generator": "...ops.random.generator",
    "dtype": "...arrays.dtypes", "device": "...arrays.arrays",
    **dict.fromkeys(("Number", "Dtype", "Device", "Index"), ".parameter_types"),
}  # fmt: skip
ALIASES = """\
Number: TypeAlias = int | float | complex
Dtype: TypeAlias = dtype | np.dtype[Any] | type[Any] | str
Device: TypeAlias = device | str | int
_Place: TypeAlias = int | slice | EllipsisType | Tensor | np.ndarray[Any, Any] | Sequence[Any] | None
Index: TypeAlias = _Place | tuple[_Place, ...]
"""


@dataclass
class Typed:
    """One way to call an operation."""

    parameters: list[tuple[Parameter, str]]
    returns: str

    def text(self, name: str, *, self_first: bool = False, inplace: bool = False, decorator: str = "") -> str:
        """The ``def`` of a stub; a method has ``self`` for its first parameter."""
        shown = [(hinted(p, t), p.kind) for p, t in self.parameters]
        if self_first:
            shown[0] = ("self", "")
        if inplace:
            shown = [s for s, (p, _) in zip(shown, self.parameters, strict=True) if p.name != "out"]
        returns = "Self" if inplace else self.returns
        return f"{decorator}def {name}({joined(shown)}) -> {returns}: ..."


def hinted(p: Parameter, kind: str) -> str:
    """A parameter with its type, as it stands in a stub."""
    star = "*" if p.kind == "*" else ""
    return f"{star}{p.name}: {kind}" + ("" if p.default is None else f" = {p.default}")


def simple(annotation: Any, allowed: set[str]) -> bool:
    """Whether an annotation says anything, in names that a stub knows."""
    if not isinstance(annotation, str) or annotation == "Any":
        return False
    named = {n.id for n in ast.walk(ast.parse(annotation, mode="eval")) if isinstance(n, ast.Name)}
    return named <= allowed


def apart(kind: str) -> list[str]:
    """``A | B[C | D]`` as ``A`` and ``B[C | D]``."""
    return re.split(r" \| (?![^\[]*\])", kind)


def optional(kind: str) -> str:
    return kind if kind == "Any" or "None" in kind else f"{kind} | None"


class Types:
    """What the parameters and results of the operations are."""

    def __init__(self, faces: list[Face]) -> None:
        self.records: dict[str, dict[str, str]] = {}  # the named tuples that are returned: name -> fields with types
        self.of_face = {id(f): self.ways(f) for f in faces}

    def parameter(self, face: Face, p: Parameter, returns: str = "Tensor") -> str:
        kind = self.stated(face, p)
        if p.name == "out" and returns != "Tensor":
            kind = "Sequence[Tensor]"
        return optional(kind) if p.default == "None" else kind

    def either(self, face: Face, name: str) -> str:
        """All types that a parameter has in one way to call or another."""
        ways = self.of_face[id(face)]
        kinds = dict.fromkeys(t for way in ways for p, t in way.parameters if p.name == name)
        kinds |= dict.fromkeys(TYPES[key] for key in [f"{face.dotted}.{name}"] if key in TYPES)
        if any(p.kind == "*" and p.name == name for way in ways for p, _ in way.parameters):
            kinds |= dict.fromkeys(t for way in ways for p, t in way.parameters if p.name.startswith("__"))
        if not kinds:  # which checkers are not told of
            return PARAMETERS[name][0]
        found = [k for k in kinds if not k.startswith("Literal")] or ["bool"]
        if any(p.name == name and p.default == "None" for p in face.shown):
            found.append("None")
        parts = dict.fromkeys(part for k in found for part in apart(k))
        return " | ".join(sorted(parts, key=lambda part: part == "None"))

    def stated(self, face: Face, p: Parameter) -> str:
        for key in (f"{face.dotted}.{p.name}", f"{face.name}.{p.name}"):
            if key in TYPES:
                return TYPES[key]
        if p.kind == "*" and p.name == "tensors":
            return "Tensor | Sequence[Tensor]"
        if face.row:
            arrays = face.thing.arrays
            at = next((i for i, q in enumerate(face.parameters) if q.name == p.name), len(arrays))
            if at < len(arrays) and p.kind != "key":
                numbers = at > 0 or any(map(is_reflected, face.operators))  # as in ``2 * x``
                return OPERAND if face.thing.family == "pointwise" and numbers else "Tensor"
        else:
            given = inspect.signature(face.thing).parameters.get(p.name)
            if given is not None and simple(given.annotation, PYTHON):
                return str(given.annotation)
        return PARAMETERS[p.name][0] if p.name in PARAMETERS else "Any"

    def returned(self, face: Face) -> str:
        if face.row:
            outputs = face.thing.outputs
            if not face.thing.multi_output:
                return "Tensor"
            return "tuple[Tensor, ...]" if outputs == ("*",) else f"tuple[{', '.join(['Tensor'] * len(outputs))}]"
        given = inspect.signature(face.thing).return_annotation
        annotation = given.removeprefix("dtypes.") if isinstance(given, str) else "Any"
        record = getattr(sys.modules[face.module], annotation, None)
        if hasattr(record, "_fields"):
            return self.record(record)
        if simple(annotation, PYTHON | {"Any", "Size", "dtype"}):
            return annotation.replace("Any", "Tensor")
        return "Tensor"

    def at_run_time(self, face: Face) -> str:
        """What it returns, as the annotation of a function: a named tuple is a tuple there."""
        parts = dict.fromkeys(part for way in self.of_face[id(face)] for part in apart(way.returns))
        kinds = [f"tuple[{', '.join(self.records[p].values())}]" if p in self.records else p for p in parts]
        return re.sub(r"\b(Tensor|Size|dtype)\b", r"_\1", " | ".join(dict.fromkeys(kinds)))

    def record(self, kind: Any) -> str:
        name = kind.__name__.capitalize() if kind.__name__.islower() else kind.__name__
        types = getattr(kind, "__annotations__", {})
        self.records[name] = {field: types.get(field, "Tensor") for field in kind._fields}
        return name

    def ways(self, face: Face) -> list[Typed]:
        """All ways to call it."""
        if face.dotted in OVERLOADS:
            found = [self.read(face, text) for text in OVERLOADS[face.dotted]]
        elif face.dotted in FLAGS:
            found = self.flagged(face, *FLAGS[face.dotted])
        else:
            found = [self.way(face, self.returned(face))]
        return [way for one in found for way in self.with_other_names(face, one)]

    def with_other_names(self, face: Face, way: Typed) -> list[Typed]:
        """Where a parameter has a default, its other names stand beside it; where it has none, each has its way."""
        places = {p.name: i for i, (p, _) in enumerate(way.parameters)}
        more, twins = [], []
        for other, ours in face.other_names.items():
            if ours not in places:
                continue
            p, t = way.parameters[places[ours]]
            if p.default is None:
                twins.append((places[ours], other))
            else:
                more.append((Parameter(other, "None", "key"), optional(t)))
        found = [Typed(way.parameters + more, way.returns)]
        for at, other in twins:
            rest = [(Parameter(p.name, p.default, "key"), t) for p, t in way.parameters[at + 1 :]]
            named = (Parameter(other, None, "key"), way.parameters[at][1])
            found.append(Typed([*way.parameters[:at], named, *rest, *more], way.returns))
        return found

    def way(self, face: Face, returns: str) -> Typed:
        given = [*face.without_out, *(p for p in face.parameters if face.out and p.name == "out")]
        return Typed([(p, self.parameter(face, p, returns)) for p in given], returns)

    def flagged(self, face: Face, flag: str, returns: str) -> list[Typed]:
        """A tensor, or with a flag something else; a flag whose value is not known gives either."""
        off, either = self.way(face, "Tensor"), self.way(face, f"Tensor | {returns}")
        off.parameters = [(p, "Literal[False]" if p.name == flag else t) for p, t in off.parameters]
        on = Typed([], returns)
        for p, t in off.parameters:
            keyed = bool(on.parameters) and on.parameters[-1][0].kind == "key"
            if p.name == flag:
                on.parameters.append((Parameter(flag, None, "key"), "Literal[True]"))
            elif p.name == "out":
                on.parameters.append((p, "Sequence[Tensor] | None"))
            else:
                on.parameters.append((Parameter(p.name, p.default, "key") if keyed else p, t))
        return [off, on, either]

    def read(self, face: Face, text: str) -> Typed:
        """A way to call that is written out: ``(input, dim: int, keepdim=False) -> Max``."""
        inside, _, returns = text.rpartition(" -> ")
        tree = ast.parse(f"def f{inside}: ...").body[0]
        assert isinstance(tree, ast.FunctionDef)
        given = tree.args
        found: list[tuple[Parameter, str]] = []

        def take(a: ast.arg, default: ast.expr | None, kind: str) -> None:
            p = Parameter(a.arg, None if default is None else ast.unparse(default), kind)
            kind_of = self.parameter(face, p, returns) if a.annotation is None else ast.unparse(a.annotation)
            found.append((p, kind_of))

        missing = len(given.args) - len(given.defaults)
        for i, a in enumerate(given.args):
            take(a, given.defaults[i - missing] if i >= missing else None, "")
        if given.vararg:
            take(given.vararg, None, "*")
        for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True):
            take(a, d, "key")
        for r in re.findall(r"\b[A-Z]\w+", returns):
            if r not in OURS and r != "Tensor":
                found_in = next((m for m in vars(sys.modules[face.module]).values() if getattr(m, "__name__", "") ==
                                 r.lower() and hasattr(m, "_fields")), None)  # fmt: skip
                if found_in is not None:
                    self.record(found_in)
        return Typed(found, returns)


def shadowed(text: str, names: set[str]) -> str:
    """Builtin types in full where a scope has functions of their names."""
    for name in sorted(names & PYTHON & set(dir(builtins))):
        text = re.sub(rf"(?<=[:>|\[,] ){name}\b(?=[\]|,)\s=:])|(?<=\[){name}\b", f"builtins.{name}", text)
    return text


def with_imports(doc: str, body: str, more: dict[str, str]) -> str:
    """A stub with the imports it needs; ``more`` says where further names come from."""
    used = set(re.findall(r"(?<![.\w])[A-Za-z]\w*", body))
    modules: dict[str, set[str]] = {}
    for name, module in {**FROM, **more}.items():
        if name in used and f"\n{name}: TypeAlias" not in body and f"\nclass {name}(" not in body:
            modules.setdefault(module, set()).add(name)
    lines = []
    for module, names in sorted(modules.items(), key=lambda item: (item[0][:1] == ".", item)):
        if module == "numpy":
            lines.append("import numpy as np")
        elif not module:
            lines += [f"import {name}" for name in sorted(names)]
        else:
            lines.append(f"from {module} import {', '.join(sorted(names))}")
    return HEAD.format(doc=doc, imports="\n".join(lines)) + body


class Stubs:
    """All stubs. Reads the package itself, for what is attached to Tensor by hand."""

    def __init__(self, faces: list[Face]) -> None:
        self.faces = faces
        self.types = Types(faces)
        for name in [n for n in sys.modules if n.partition(".")[0] == "wengert"]:  # the tables alone were loaded
            del sys.modules[name]
        self.package = importlib.import_module("wengert")

    def texts(self) -> dict[str, str]:
        spaces = dict.fromkeys(where for f in self.faces for where, _ in f.places)
        out = {f"{file_of(s)}.pyi": self.module(s) for s in spaces}
        out["tensor_methods.pyi"] = self.tensor()
        out["parameter_types.pyi"] = self.records()
        return out

    def records(self) -> str:
        body = ALIASES
        for name, fields in sorted(self.types.records.items()):
            body += f"\nclass {name}(NamedTuple):\n" + "".join(f"    {f}: {t}\n" for f, t in fields.items())
        return with_imports("What signatures name: kinds of arguments, and the named tuples returned.", "\n" + body, {})

    @property
    def named(self) -> dict[str, str]:
        """Where the named tuples come from."""
        return dict.fromkeys(self.types.records, ".parameter_types")

    def defs(self, face: Face, name: str, **how: Any) -> str:
        ways = self.types.of_face[id(face)]
        if how.get("self_first"):  # the first parameter has one name in a method
            ways = [way for way in ways if way.parameters[0][0].name not in face.other_names or way is ways[0]]
        decorator = "@overload\n" if len(ways) > 1 else ""
        return "\n".join(w.text(name, decorator=decorator, **how) for w in ways)

    def functions(self, space: str) -> dict[str, str]:
        """The public functions of a namespace."""
        found = {name: self.defs(f, name) for f in self.faces for where, name in f.places if where == space}
        found |= {name: self.defs(f, name, inplace=True).replace("-> Self", "-> Tensor")
                  for f in self.faces if f.space == space for name in f.inplace_functions}  # fmt: skip
        return found

    def module(self, space: str) -> str:
        found = self.functions(space)
        hidden = {f.name: self.defs(f, f.name) for f in self.faces
                  if f.space == space and f.is_function and not f.is_public_function}  # fmt: skip
        body = "\n" + shadowed("\n".join([*found.values(), *hidden.values()]), set(found)) + "\n"
        body += f"\n__all__ = {sorted(found)!r}\n"
        doc = f"Types of the public functions of ``wengert{'.' + space if space else ''}``."
        return with_imports(doc, body, self.named)

    # -- what Tensor has

    def members(self) -> tuple[dict[str, str], dict[str, str]]:
        """What is attached to Tensor, and where the names in its annotations come from."""
        members: dict[str, str] = {}
        for f in self.faces:
            if f.is_property:
                members[f.name] = f"@property\ndef {f.name}(self) -> {self.types.of_face[id(f)][0].returns}: ..."
                if f.setter is not None:
                    value = "Tensor | float | complex"
                    members[f.name] += f"\n@{f.name}.setter\ndef {f.name}(self, value: {value}) -> None: ..."
            for name in f.method_names:
                members[name] = self.defs(f, name, self_first=True, inplace=name.endswith("_") and self.gives_self(f))
            for name in f.inplace_names:
                members[name] = self.defs(f, name, self_first=True, inplace=True)
            for name in f.operators:
                members[name] = self.operator(f, name)
        imports = self.named
        for name, value in vars(self.package.Tensor).items():
            if name in members or name in SKIPPED or not hasattr(self.package.Tensor, name):  # absent, and says so
                continue
            members[name] = self.attached(name, value, imports)
        return members, imports

    def tensor(self) -> str:
        members, imports = self.members()
        names = set(members)
        body = "\nclass Methods:\n" + indented(shadowed("\n".join(members.values()), names)) + "\n"
        body += "\nMETHODS: dict[str, Any]\nPROPERTIES: dict[str, Any]\nOPERATORS: dict[str, Any]\n"
        doc = "Types of what Tensor has besides its fields; ``Methods`` is a base of Tensor for checkers only."
        return with_imports(doc, body, imports)

    def gives_self(self, face: Face) -> bool:
        return self.types.of_face[id(face)][0].returns == "Tensor"

    def operator(self, face: Face, name: str) -> str:
        if name in ("__getitem__", "__setitem__"):
            return self.defs(face, name, self_first=True)
        if not face.is_binary:
            return f"def {name}(self) -> Tensor: ..."
        plain = name.strip("_")
        returns = "Self" if name.startswith("__i") and name not in face.options["dunders"].split() else "Tensor"
        ignored = "  # type: ignore[override]" if plain in ("eq", "ne") else ""
        other = "Tensor | np.ndarray[Any, Any]" + ("" if "matmul" in plain else " | Number")
        assert plain in COMPARISONS or not ignored
        return f"def {name}(self, other: {other}) -> {returns}: ...{ignored}"

    def attached(self, name: str, value: Any, imports: dict[str, str]) -> str:
        """A method or property that was written by hand, by its annotations."""
        dotted = f"Tensor.{name}"
        if dotted in OVERLOADS:
            texts = OVERLOADS[dotted]
            decorator = "@overload\n" if len(texts) > 1 else ""
            return "\n".join(f"{decorator}def {name}{text}: ..." for text in texts)
        if isinstance(value, property):
            text = f"@property\n{self.written(name, value.fget, imports)}"
            if value.fset is not None:
                text += f"\n@{name}.setter\n{self.written(name, value.fset, imports)}"
            return text
        if isinstance(value, (staticmethod, classmethod)):
            kind = type(value).__name__
            first = "cls" if kind == "classmethod" else ""
            return f"@{kind}\n{self.written(name, value.__func__, imports, first)}"
        if inspect.isroutine(value):
            return self.written(name, value, imports)
        return f"{name}: Any"

    def written(self, name: str, fn: Any, imports: dict[str, str], first: str = "self") -> str:
        signature = inspect.signature(fn)
        for annotation in (*(p.annotation for p in signature.parameters.values()), signature.return_annotation):
            imports |= needed(annotation, fn, name)
        return f"def {name}{spelled(signature, first)}: ..."


def spelled(signature: inspect.Signature, first: str = "") -> str:
    """A signature as a stub has it; ``first`` is what its first parameter is called there, without a type."""
    shown = []
    for i, p in enumerate(signature.parameters.values()):
        kind = {p.KEYWORD_ONLY: "key", p.VAR_POSITIONAL: "*"}.get(p.kind, "")
        if i == 0 and first:
            shown.append((first, kind))
            continue
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        kind_of = hint(p.annotation, ": ")
        default = "" if p.default is p.empty else f" = {value_of(p.default)}" if kind_of else f"={value_of(p.default)}"
        shown.append((f"{stars}{p.name}{kind_of}{default}", kind))
    return f"({joined(shown)}){hint(signature.return_annotation, ' -> ') or ' -> Any'}"


def hint(annotation: Any, before: str) -> str:
    """An annotation as source, if there is one."""
    if annotation is inspect.Parameter.empty:
        return ""
    annotation = getattr(annotation, "__forward_arg__", annotation)
    return before + (annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))


def value_of(default: Any) -> str:
    """A default as source: what has no such form is ``...``."""
    return "..." if repr(default).startswith("<") else repr(default)


SKIPPED = {"__module__", "__doc__", "__hash__", "__dict__", "__weakref__", "__firstlineno__",
           "__static_attributes__", "__annotations__"}  # fmt: skip


def needed(annotation: Any, fn: Any, name: str) -> dict[str, str]:
    """Where the names in an annotation come from: where its function has them from."""
    if not isinstance(annotation, str):
        return {}
    found = {}
    for node in ast.walk(ast.parse(annotation, mode="eval")):
        if not isinstance(node, ast.Name) or node.id in FROM or hasattr(builtins, node.id):
            continue
        value = fn.__globals__.get(node.id)
        module = value.__name__.rpartition(".")[0] if inspect.ismodule(value) else getattr(value, "__module__", "")
        if not module:
            raise SystemExit(f"Tensor.{name}: {node.id} in an annotation is not known where it is defined")
        found[node.id] = from_generated(module)
    return found


def from_generated(module: str) -> str:
    """A module as the generated ones name it: ours relative to them."""
    for dots, package in (("..", "wengert._core.api."), ("...", "wengert._core."), ("....", "wengert.")):
        if module.startswith(package):
            return dots + module.removeprefix(package)
    return "...." if module == "wengert" else module


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
