"""Constructors and methods of public classes take what PyTorch's take: the same names, in the same order."""

from __future__ import annotations

import importlib
import inspect
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import wengert
from tests.cases import within

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.oracle

MODULES = (
    "distributions", "distributions.constraints", "distributions.transforms", "nn", "nn.init", "nn.utils",
    "nn.utils.parametrizations", "nn.utils.parametrize", "nn.utils.prune", "nn.utils.rnn", "optim",
    "optim.lr_scheduler", "optim.swa_utils", "utils.checkpoint", "utils.data", "autograd.functional", "func",
)  # fmt: skip


def parameters(function: Any) -> list[inspect.Parameter] | None:
    try:
        found = [*inspect.signature(function).parameters.values()]
    except (TypeError, ValueError):  # written in C
        return None
    return [p for p in found if not p.name.startswith("_")]


def both(module: str) -> Iterator[tuple[str, Any, Any]]:
    """What a module of both libraries has under one name: functions, constructors and the methods of classes."""
    theirs, ours = importlib.import_module(f"torch.{module}"), importlib.import_module(f"wengert.{module}")
    for name in ours.__all__:
        first, second = getattr(theirs, name, None), getattr(ours, name)
        if not isinstance(first, type):
            yield name, first, second
            continue
        for member in {"__init__", *(n for n in vars(first) if not n.startswith("_"))}:
            static = inspect.getattr_static(second, member, None)
            if callable(getattr(first, member, None)) and (static is not None and not isinstance(static, property)):
                yield f"{name}.{member}", getattr(first, member), getattr(second, member)


def refused(theirs: list[inspect.Parameter], ours: list[inspect.Parameter]) -> str:
    """The first parameter of PyTorch's that cannot be given as it can there; nothing if there is none."""
    names = [p.name for p in ours]
    any_name = any(p.kind is p.VAR_KEYWORD for p in ours)
    any_place = any(p.kind is p.VAR_POSITIONAL for p in ours)
    places = [p.name for p in ours if p.kind is p.POSITIONAL_OR_KEYWORD]
    for at, p in enumerate(theirs):
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD, p.POSITIONAL_ONLY) or p.name in ("self", "cls"):
            continue
        if p.name not in names and not any_name:
            return p.name
        if p.kind is p.POSITIONAL_OR_KEYWORD and p.name in names and not any_place:
            if p.name not in places or places.index(p.name) != at:
                return f"{p.name} at {at}"
    return ""


@within("module", MODULES, ids=str)
def test_classes_take_what_pytorchs_take(module: str) -> None:
    wrong = []
    for name, theirs, ours in both(module):
        first, second = parameters(theirs), parameters(ours)
        if first is not None and second is not None and (said := refused(first, second)):
            wrong.append(f"{name}: {said} of ({', '.join(map(str, first))}), here ({', '.join(map(str, second))})")
    assert not wrong, "\n".join(wrong)


# Of what is written in C, errors list the forms of a call: "(int size, *, torch.device device = None)".
NAMESPACES = ("", "Tensor", "linalg", "special")
CONSTRUCTORS = ("device", "UntypedStorage", "Tensor", "FloatTensor")
GIVEN = {  # by the type that a form names
    "torch.device": lambda lib: lib.device("cpu"), "str": lambda lib: "cpu", "int": lambda lib: 1,
    "bool": lambda lib: True, "torch.dtype": lambda lib: lib.float32, "Tensor": lambda lib: lib.ones(2, 2),
    "tuple of ints": lambda lib: (1,), "object": lambda lib: [1, 2], "torch.Storage": lambda lib: lib.UntypedStorage(8),
    "torch.memory_format": lambda lib: lib.preserve_format, "Number": lambda lib: 1, "float": lambda lib: 1.0,
    "tuple of Tensors": lambda lib: (lib.ones(2, 2),), "torch.layout": lambda lib: lib.strided,
}  # fmt: skip
PARAMETER = re.compile(rf"({'|'.join(map(re.escape, GIVEN))}) (\w+)(?: = ([^,]+))?")


def listed(namespace: str, name: str) -> list[dict[str, tuple[str, bool]]]:
    """The forms of a call: for each parameter its type, and whether it may be left out."""
    try:
        found(torch, namespace, name)(nothing_has_this_name=1)
    except TypeError as error:
        forms = re.findall(r"^ \* \((.*)\)$", str(error), re.MULTILINE)
    except Exception:
        return []
    else:
        return []
    read = [{key: (kind, bool(default)) for kind, key, default in PARAMETER.findall(form)} for form in forms]
    for form in read:
        form.pop("allocator", None)  # an address in memory
    return [form for form in read if "self" not in form]  # a name that PyTorch's documentation does not have


def found(lib: Any, namespace: str, name: str) -> Any:
    """A function, a class, or a method of a tensor."""
    return getattr(lib.ones(2, 2) if namespace == "Tensor" else getattr(lib, namespace) if namespace else lib, name)


def accepted(lib: Any, namespace: str, name: str, given: dict[str, str]) -> bool:
    with warnings.catch_warnings(action="ignore"):
        try:
            found(lib, namespace, name)(**{key: GIVEN[kind](lib) for key, kind in given.items()})
        except Exception:
            return False
    return True


def in_c(namespace: str) -> Iterator[str]:
    """The names of both libraries of which errors may list forms."""
    theirs, ours = (getattr(lib, namespace) if namespace else lib for lib in (torch, wengert))
    # PyTorch takes no name that it documents; it takes pointers that fit no values
    other = {"result_type", "sparse_csr_tensor", "sparse_csc_tensor"}
    for name in sorted({*dir(theirs)} & {*dir(ours)} - other):
        value = getattr(theirs, name)
        if not name.startswith("_") and callable(value) and (name in CONSTRUCTORS or not isinstance(value, type)):
            yield name


@within("namespace", NAMESPACES, ids=repr)
def test_every_form_that_an_error_lists_is_taken_by_name(namespace: str) -> None:
    wrong, tried = [], 0
    for name in in_c(namespace):
        for form in listed(namespace, name):
            asked = {key: kind for key, (kind, optional) in form.items() if not optional}
            for given in (asked, *({**asked, key: kind} for key, (kind, optional) in form.items() if optional)):
                if "out" not in given and accepted(torch, namespace, name, given):
                    tried += 1
                    if not accepted(wengert, namespace, name, given):
                        wrong.append(f"{name}({', '.join(f'{key}: {kind}' for key, kind in given.items())})")
    assert tried and not wrong, f"of {tried} forms\n" + "\n".join(wrong)
