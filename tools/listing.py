"""``docs/api.txt``: every public name on a line, with its signature and types. A change of the API is read there."""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Iterator
from typing import Any

from stubs import Stubs, hint, spelled

PACKAGE = "wengert"
PRIVATE = "wengert._core."


def listing(stubs: Stubs) -> str:
    """The whole list, in the order of the names."""
    found = [line for name in modules(stubs.package) for line in lines_of(name, stubs)]
    return "\n".join(sorted(dict.fromkeys(found), key=lambda line: re.split(r"[(:= ]", line, maxsplit=1)[0])) + "\n"


def modules(package: types.ModuleType) -> Iterator[str]:
    """The public modules, but for those with the names of another library."""
    yield PACKAGE
    mirrors = importlib.import_module(f"{PRIVATE}api.public").MIRRORS
    for found in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
        if "._" not in found.name:
            importlib.import_module(found.name)
            if found.name not in mirrors:
                yield found.name


def lines_of(module: str, stubs: Stubs) -> Iterator[str]:
    """What a public module gives."""
    names = vars(importlib.import_module(module))
    generated = stubs.functions(module.removeprefix(PACKAGE).lstrip("."))
    for name in names["__all__"]:
        value, dotted = getattr(importlib.import_module(module), name), f"{module}.{name}"
        if name in generated:
            yield from definitions(module, generated[name])
        elif inspect.ismodule(value):
            continue
        elif (home := home_of(value)) and home != dotted:
            yield f"{dotted} = {home}"
        elif inspect.isclass(value):
            yield from of_class(dotted, value, stubs)
        elif callable(value):
            yield f"{dotted}{signature_of(value)}"
        else:
            yield f"{dotted}: {type(value).__name__}"


def home_of(value: Any) -> str:
    """The public name by which a function or class is known, if it is there that it is found."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        return ""
    module, name = str(value.__module__), value.__qualname__
    return f"{module}.{name}" if found(module, name) is value else ""


def found(module: str, name: str) -> Any:
    if not ours_by_name(module) or module.startswith(PRIVATE):
        return None
    names = vars(importlib.import_module(module))  # bases without a public name are found by `pickle` only
    return getattr(importlib.import_module(module), name, None) if name in names["__all__"] else None


def definitions(prefix: str, text: str) -> Iterator[str]:
    """The lines of a stub, each without what makes it Python."""
    lines = [line.split("  #")[0] for line in text.splitlines()]
    is_property = "@property" in lines
    for line in lines:
        if line.endswith(".setter"):
            return
        if line.startswith("def "):
            line = line.removeprefix("def ").removesuffix(": ...")
            yield f"{prefix}.{line.replace('(self) -> ', ': ') if is_property else line}"
        elif not line.startswith("@"):
            yield f"{prefix}.{line}"


def of_class(dotted: str, kind: type, stubs: Stubs) -> Iterator[str]:
    """A class with its constructor, then what is public in it, and in bases that are not public themselves."""
    bases = [home_of(b) or b.__name__ for b in kind.__mro__[1:] if b is not object and (home_of(b) or not ours(b))]
    yield f"{dotted}{constructor(kind)}" + (f"  # a {bases[0]}" if bases else "")
    attached = stubs.members()[0] if kind is stubs.package.Tensor else {}
    known = set(dir(object))
    for name, text in attached.items():
        if not name.startswith("_"):
            yield from definitions(dotted, text)
            known.add(name)
    for base in kind.__mro__:
        if base is not kind and (home_of(base) or not ours(base)):
            break
        for name, value in vars(base).items():
            if not name.startswith("_") and name not in known and hasattr(kind, name):  # some say that they are absent
                known.add(name)
                yield from member(f"{dotted}.{name}", value)


def ours(kind: type) -> bool:
    return ours_by_name(kind.__module__)


def ours_by_name(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


def constructor(kind: type) -> str:
    """The signature of a class, if it was written here: those of Python's own are not the same in all its versions."""
    made = [f for f in (kind.__new__, kind.__init__) if inspect.isfunction(f) and ours_by_name(f.__module__)]
    if not made or issubclass(kind, enum.Enum):
        return ""
    return spelled(inspect.signature(kind).replace(return_annotation=inspect.Signature.empty)).removesuffix(" -> Any")


def member(dotted: str, value: Any) -> Iterator[str]:
    """One member of a class, if it is a method or a property; fields are private, or in the constructor's signature."""
    getter = getattr(value, "fget", None) or getattr(value, "func", None)
    if getter is not None:  # a property, computed once or each time
        yield f"{dotted}{hint(inspect.signature(getter).return_annotation, ': ')}"
    elif isinstance(value, (classmethod, staticmethod)):
        yield f"{dotted}{signature_of(value.__func__, 'cls' if isinstance(value, classmethod) else '')}"
    elif isinstance(value, enum.Enum):
        yield dotted
    elif inspect.isfunction(value):
        yield f"{dotted}{signature_of(value, 'self')}"


def signature_of(value: Any, first: str = "") -> str:
    try:
        return spelled(inspect.signature(value), first)
    except ValueError:
        return "(...)"
