"""Public docstrings: the docstring of a row, completed by what follows from its declaration.

A row's docstring has one or two sentences and an example. It can have more paragraphs, ``Returns:``, ``Raises:``, and
``Args:`` for parameters whose meaning differs from ``glossary.PARAMETERS``. This module adds all parameters with their
types, the facts that the family implies, the other names, the overloads if there are several, and the imports of the
example. The signature itself is the function's, which ``help`` and editors show above the docstring.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass, field

from glossary import PARAMETERS
from signatures import Face, joined
from stubs import Typed, Types

SECTIONS = ("Args:", "Returns:", "Raises:")
IMPORTS = {"wengert.": "import wengert", "F.": "from wengert.nn import functional as F", "np.": "import numpy as np"}
WIDTH = 110


@dataclass
class Said:
    """The parts of a row's own docstring."""

    paragraphs: list[str] = field(default_factory=list)
    args: dict[str, str] = field(default_factory=dict)
    returns: str = ""
    raises: list[str] = field(default_factory=list)
    example: list[str] = field(default_factory=list)


def read(face: Face) -> Said:
    """Split a docstring into its parts."""
    said = Said()
    section = ""
    for block in re.split(r"\n\s*\n", inspect.cleandoc(face.thing.__doc__ or "")):
        lines = block.splitlines()
        if not lines:
            continue
        if lines[0].startswith(">>>") or said.example:
            said.example += ([""] if said.example else []) + lines
            continue
        section = next((s for s in SECTIONS if lines[0] == s), "")
        entries = entries_of(lines[1:])
        if section == "Args:":
            for entry in entries:
                name, _, meaning = entry.partition(": ")
                if name not in {p.name for p in face.parameters}:
                    raise SystemExit(f"{face.dotted}: its docstring explains {name}, which is not a parameter")
                said.args[name] = meaning
        elif section == "Returns:":
            said.returns = " ".join(entries)
        elif section == "Raises:":
            said.raises = entries
        else:
            said.paragraphs.append(" ".join(line.strip() for line in lines))
    return said


def entries_of(lines: list[str]) -> list[str]:
    """The entries of a section, each on one line."""
    entries: list[str] = []
    depth = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    for line in lines:
        if len(line) - len(line.lstrip()) == depth or not entries:
            entries.append(line.strip())
        else:
            entries[-1] += " " + line.strip()
    return entries


def wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def named(names: list[str]) -> str:
    """``a``, ``b`` and ``c``."""
    quoted = [f"``{n}``" for n in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]


class Documents:
    """The docstrings of all public functions and methods."""

    def __init__(self, faces: list[Face]) -> None:
        self.types = Types(faces)
        self.said = {id(f): read(f) for f in faces}

    def of(self, face: Face, space: str | None = None, name: str = "") -> str:
        """The docstring of a function, under its own name or an alias."""
        return self.composed(face, name or face.name, self.forms(face, face.space if space is None else space, name))

    def of_inplace(self, face: Face) -> str:
        if face.only_inplace:
            return self.composed(face, face.name, "")
        return f"In-place version of :func:`wengert.{face.dotted}`."

    def of_inplace_function(self, face: Face, name: str) -> str:
        """The docstring of an in-place function. Its example is the first example of the operation."""
        ways = [
            Typed([(p, t) for p, t in w.parameters if p.name != "out"], "Tensor") for w in self.types.of_face[id(face)]
        ]
        blocks = [f"In-place version of :func:`wengert.{face.dotted}`: it changes ``input`` and returns it."]
        blocks += self.overloads(name, ways, False)
        given = [*(p.name for p in face.without_out), *face.other_names, *self.older(face)]
        blocks.append("\n".join(["Args:", *(self.parameter(face, n) for n in given)]))
        lines = [line.replace(f"wengert.{face.name}(", f"wengert.{name}(") for line in self.said[id(face)].example]
        at = next(i for i, line in enumerate(lines) if f"wengert.{name}(" in line)
        end = next((i for i, line in enumerate(lines) if i > at and line.startswith(">>>")), len(lines))
        blocks.append("\n".join([">>> import wengert", *lines[:end]]))
        return "\n\n".join(blocks)

    def of_property(self, face: Face) -> str:
        return " ".join(self.said[id(face)].paragraphs[:1])

    def composed(self, face: Face, name: str, forms: str) -> str:
        said = self.said[id(face)]
        ways = self.types.of_face[id(face)]
        blocks = [wrapped(p) for p in said.paragraphs]
        facts = " ".join(part for part in (self.facts(face), forms) if part)
        if facts:
            blocks.append(wrapped(facts))
        blocks += self.overloads(name, ways, face.only_inplace)
        if face.parameters:
            names = [*(p.name for p in face.parameters), *face.other_names, *self.older(face)]
            blocks.append("\n".join(["Args:", *(self.parameter(face, n) for n in names)]))
        fields = self.types.records.get(ways[0].returns)
        returns = said.returns or (f"a named tuple ``({', '.join(fields)})``" if fields and len(ways) == 1 else "")
        if returns:
            blocks.append("Returns:\n" + wrapped(returns, "    ", "    "))
        if said.raises:
            blocks.append("\n".join(["Raises:", *(wrapped(r, "    ", "        ") for r in said.raises)]))
        if said.example:
            used = "\n".join(said.example)
            imports = [
                f">>> {line}" for mark, line in IMPORTS.items() if re.search(rf"(?<![\w.]){re.escape(mark)}", used)
            ]
            blocks.append("\n".join([*imports, *said.example]))
        return "\n\n".join(blocks)

    def overloads(self, name: str, ways: list[Typed], method: bool) -> list[str]:
        """How it is called where there are several ways, of which the signature is the sum."""
        if len(ways) == 1:
            return []
        return ["\n".join(["Overloads:", *(f"    {self.call(name, way, method)}" for way in ways[:4])])]

    def call(self, name: str, way: Typed, method: bool) -> str:
        """One signature, with the type of the result."""
        fields = self.types.records.get(way.returns)
        returns = f"({', '.join(fields)})" if fields else way.returns
        given = [p for p, _ in way.parameters]
        if method:
            given[0] = given[0].named("self")
        return f"{name}({joined((str(p).replace('__', ''), p.kind) for p in given)}) -> {returns}"

    def parameter(self, face: Face, name: str) -> str:
        kind = self.types.either(face, name)
        meaning = self.said[id(face)].args.get(name) or PARAMETERS.get(name, ("", ""))[1]
        if name in face.other_names and not meaning.startswith("NumPy's name"):
            meaning = f"another name for ``{face.other_names[name]}``"
        if not meaning:
            raise SystemExit(
                f"{face.name}: what does {name} mean? Add its type and meaning to PARAMETERS in tools/glossary.py."
            )
        if name == "out" and kind.startswith("Sequence"):
            meaning = "tensors to write the results to; they are returned"
        if meaning == PARAMETERS["other"][1] and "Number" in kind:
            meaning += ", or a number"
        shown = "self" if face.only_inplace and name == face.parameters[0].name else name
        return wrapped(f"{shown} ({kind}): {meaning}".rstrip(), "    ", "        ")

    def older(self, face: Face) -> list[str]:
        return ["older"] if face.factors else []

    def facts(self, face: Face) -> str:
        """The facts that the declaration of a row implies."""
        if not face.row:
            return ""
        op = face.thing
        arrays = [p.name for p in face.parameters[: len(op.arrays)]]
        out = []
        if op.family == "pointwise":
            out.append("Works elementwise" + ("; the tensors are broadcast together." if len(arrays) > 1 else "."))
            if op.promote == "float":
                out.append("Integers are converted to the default float dtype.")
            elif op.promote == "same" and len(arrays) > 1:
                out.append("The result has their promoted dtype." if op.formulas else "")
        if op.view:
            out.append(f"The result is a view: it shares memory with ``{arrays[0]}``.")
        moving = [p for p, a in zip(arrays, op.arrays, strict=False) if a in op.formulas]
        out.append(f"Differentiable in {named(moving)}." if moving else "Not differentiable.")
        return " ".join(part for part in out if part)

    def forms(self, face: Face, space: str, name: str) -> str:
        """The other names of the operation."""
        others = [f"wengert.{'.'.join(filter(None, place))}" for place in face.places]
        mine = ".".join(filter(None, ("wengert", space, name or face.name)))
        forms = [n for n in others if n != mine] + [f"Tensor.{n}" for n in face.method_names]
        text = f"Also available as {named(forms)}." if forms else ""
        if face.inplace_names:
            text += f" In-place version: {named([f'Tensor.{n}' for n in face.inplace_names])}."
        return text.strip()
