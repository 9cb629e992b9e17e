"""What the rows publish: their signatures, read."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SILENT = frozenset(("getitem", "setitem_", "is_tensor", "get_rng_state", "set_rng_state"))  # no operations in PyTorch

# where the result lies, and the hash by which a stale one is recognised, are the package's to say
_spec = importlib.util.spec_from_file_location("_faces", ROOT / "src" / "wengert" / "_core" / "faces.py")
faces = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(faces)


def file_of(space: str) -> str:
    """The generated module of a namespace, without suffix: no other file in the core has its name."""
    return "_".join([*filter(None, space.removesuffix(".functional").split(".")), "functions"])


@dataclass(frozen=True)
class Parameter:
    """One parameter of a public signature; ``kind`` is ``""``, ``"*"`` (a group) or ``"key"`` (by keyword only)."""

    name: str
    default: str | None = None
    kind: str = ""

    def named(self, name: str) -> Parameter:
        """The same parameter under another name."""
        return Parameter(name, self.default, self.kind)

    def __str__(self) -> str:
        star = "*" if self.kind == "*" else ""
        return f"{star}{self.name}" if self.default is None else f"{star}{self.name}={self.default}"


def split(signature: str) -> tuple[str, list[Parameter]]:
    """Name and parameters of a signature."""
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
    out: list[Parameter] = []
    by_keyword = False
    for part in parts:
        if part == "*":
            by_keyword = True
            continue
        bare, equals, default = part.partition("=")
        bare = bare.strip()
        kind = "key" if by_keyword else "*" if bare.startswith("*") else ""
        out.append(Parameter(bare.lstrip("*"), default.strip() if equals else None, kind))
    return name, out


def joined(shown: Iterable[tuple[str, str]]) -> str:
    """A parameter list from (text, kind) pairs, with the lone ``*`` where keyword-only parameters need it."""
    out: list[str] = []
    starred = False
    for text, kind in shown:
        if kind == "key" and not starred:
            out.append("*")
        starred = starred or kind != ""
        out.append(text)
    return ", ".join(out)


def listed(parameters: Iterable[Parameter]) -> str:
    """The parameters as they stand in a ``def``."""
    return joined((str(p), p.kind) for p in parameters)


class Face:
    """One public operation, from its signature."""

    def __init__(self, thing: Any, signature: str, options: dict[str, Any]) -> None:
        self.thing = thing
        self.name, self.parameters = split(signature)
        self.options = options
        self.row = hasattr(thing, "kernel")
        self.attribute: str = thing.name if self.row else thing.__name__
        self.module: str = thing.__module__
        self.table = self.module.rsplit(".", 1)[1]
        self.space: str = options.get("namespace", "")
        if "." in self.name:
            self.space, self.name = self.name.rsplit(".", 1)
        self.aliases: list[str] = options.get("aliases", "").split()
        self.out = any(p.name == "out" and p.default == "None" for p in self.parameters)
        self.passes_out = False
        if self.out and not self.row:  # a function that looks at ``out`` itself gets it
            taken = inspect.signature(thing).parameters.values()
            self.passes_out = any(p.name == "out" or p.kind is p.VAR_KEYWORD for p in taken)

    @property
    def path(self) -> str:
        """Where the table is, below the core."""
        return self.module.removeprefix("wengert._core.")

    @property
    def dotted(self) -> str:
        """The public name below ``wengert``."""
        return f"{self.space}.{self.name}" if self.space else self.name

    @property
    def target(self) -> str:
        return f"_{self.table}.{self.attribute}"

    @property
    def callee(self) -> str:
        """What is called: a row, or a composite, which reports its calls if somebody watches."""
        families = importlib.import_module("wengert._core.declare.families")
        name = None if self.row else next((n for n, fn in families.COMPOSITES.items() if fn is self.thing), None)
        if name is None or name in SILENT:
            return self.target
        return f"(_reported({name!r}, {self.target}) if _attached else {self.target})"

    @property
    def without_out(self) -> list[Parameter]:
        return [p for p in self.parameters if p.name != "out"] if self.out else self.parameters

    @property
    def other_names(self) -> dict[str, str]:
        """Further names of parameters, and whose they are: those of the row's ``also``, and NumPy's.

        PyTorch takes NumPy's too, but for what it writes in Python.
        """
        also = {name: ours for ours, names in self.options.get("also", {}).items() for name in names.split()}
        if self.space in ("nn.functional", "masked"):
            return also
        return also | {NUMPY[p.name]: p.name for p in self.parameters if p.name in NUMPY}

    @property
    def shown(self) -> list[Parameter]:
        """The parameters of the published function: ``out`` after the others, other names last.

        What may be given by another name, and all that follows it, needs a default, which is ``...``.
        """
        given = [*self.without_out, *(p for p in self.parameters if self.out and p.name == "out")]
        given += [Parameter(n, "None", "key") for n in self.other_names]
        names = [p.name for p in given]
        first = min((names.index(n) for n in self.other_names.values()), default=len(names))
        return [
            Parameter(p.name, "...", p.kind) if i >= first and p.default is None else p for i, p in enumerate(given)
        ]

    @property
    def factors(self) -> list[str]:
        """The numbers that PyTorch once took among the tensors, before each of these its own, and still takes there."""
        if not self.options.get("older"):
            return []
        return [p.name for p in self.without_out if p.kind == "key"]

    @property
    def is_property(self) -> bool:
        return bool(self.options.get("property"))

    @property
    def setter(self) -> str | None:
        """The function that sets this property, if it can be set."""
        name = self.options.get("property")
        return f"_{self.table}.{name}" if isinstance(name, str) else None

    @property
    def only_inplace(self) -> bool:
        """Whether this is an in-place method without a function beside it."""
        if self.row or self.options.get("function"):
            return False
        return self.name.endswith("_") and not self.name.startswith("__")

    @property
    def is_function(self) -> bool:
        """Whether the faces hold a function of this name (which may be a method only)."""
        return not (self.is_property or self.only_inplace or self.name.startswith("__"))

    @property
    def is_public_function(self) -> bool:
        return self.is_function and bool(self.options.get("function", True))

    @property
    def is_method(self) -> bool:
        return not self.is_property and bool(self.options.get("method", self.only_inplace or not self.space))

    @property
    def method_names(self) -> list[str]:
        """The names it has as a method."""
        if not self.is_method or self.name.startswith("__"):
            return []
        return [self.name, *(a for a in self.aliases if "." not in a)]

    @property
    def inplace_names(self) -> list[str]:
        if not self.options.get("inplace"):
            return []
        return [f"{self.name}_", *(f"{a}_" for a in self.aliases if "." not in a)]

    @property
    def inplace_functions(self) -> list[str]:
        """Those of its in-place forms that are functions, too."""
        return [n for n in self.inplace_names if n in INPLACE_FUNCTIONS.split() and not self.space]

    @property
    def places(self) -> list[tuple[str, str]]:
        """(namespace, name) of every public function of it."""
        if not self.is_public_function:
            return []
        return [(self.space, self.name), *((a.rpartition(".")[0], a.rpartition(".")[2]) for a in self.aliases)]

    @property
    def is_binary(self) -> bool:
        """Whether an operator of it takes a second operand."""
        return len(self.parameters) > 1 and self.parameters[1].kind != "key"

    @property
    def operators(self) -> list[str]:
        """The operators it stands behind, in-place ones included."""
        out = []
        for d in self.options.get("dunders", "").split():
            out.append(d)
            plain = d.strip("_")
            if self.options.get("inplace") and self.is_binary and not is_reflected(d) and plain not in COMPARISONS:
                out.append(f"__i{plain}__")
        return out


# the in-place forms that torch has as functions, too
INPLACE_FUNCTIONS = """
    abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_ asinh_ atan_ atanh_
    ceil_ clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_
    floor_ frac_ gcd_ i0_ lcm_ ldexp_ log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_
    round_ rsqrt_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ xlogy_
"""
NUMPY = {"dim": "axis", "keepdim": "keepdims"}
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")


def is_reflected(dunder: str) -> bool:
    return dunder.startswith("__r") and dunder != "__rshift__"


def load() -> list[Face]:
    """The faces of all rows, from the tables alone: the package itself needs what is written from them.

    Raises:
        TypeError: if the formulas of a row name what they cannot.
    """
    package = type(sys)("wengert")
    package.__path__ = [str(ROOT / "src" / "wengert")]
    sys.modules["wengert"] = package
    os.environ["WENGERT_PURE_PYTHON"] = "1"
    sys.path.insert(0, str(ROOT / "src"))
    importlib.import_module("wengert._core.compiled").choose()
    importlib.import_module("wengert._core.ops").declare_all()
    check = importlib.import_module("wengert._core.declare.row").check
    for op in importlib.import_module("wengert._core.dispatch.registry").REGISTRY.values():
        check(op)
    found = importlib.import_module("wengert._core.declare.families").SIGNATURES
    return [Face(thing, signature, options) for thing, signature, options in found]
