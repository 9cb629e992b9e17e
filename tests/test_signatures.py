"""Every public function and method takes what PyTorch's takes: the same names, in the same order, the same defaults."""

from __future__ import annotations

import contextlib
import copy
import functools
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wengert
from tests import facts
from tests.cases import within
from tests.facts.signatures import DIFFERS, lookup
from wengert._core.api.public import MIRRORS

SIGNATURES = facts.load("signatures")
WITH = contextlib.__file__  # context managers are wrapped by Python


def refused(name: str) -> str:
    """How a signature of PyTorch's is refused, by position or by name; nothing if none is."""
    own = inspect.signature(lookup(wengert, name))
    first = [None] * name.startswith("Tensor.")
    for signature in SIGNATURES[name]:
        at = signature.index("*") if "*" in signature else len(signature)
        names = [p.partition("=")[0] for p in signature if p != "*"]
        for count in (at, 0):
            try:
                own.bind(*first, *[None] * count, **dict.fromkeys(names[count:]))
            except TypeError as e:
                return f"({', '.join(signature)}): {e}"
    return ""


def takes_what_pytorch_takes(name: str) -> None:
    said = refused(name)
    if name in DIFFERS:
        assert said, f"{name} takes what PyTorch's takes: take it out of DIFFERS"
    else:
        assert not said, f"{name}{said}"


def has_its_defaults(name: str) -> None:
    if len(SIGNATURES[name]) > 1:
        return
    own = inspect.signature(lookup(wengert, name)).parameters
    for parameter in SIGNATURES[name][0]:
        key, _, said = parameter.partition("=")
        if said and key in own and own[key].default not in (inspect.Parameter.empty, ...):
            # booleans that are not given may be None here
            assert one(own[key].default) == eval(said) or (own[key].default is None and said == "False"), parameter


@pytest.mark.parametrize("name", sorted(SIGNATURES))
@within("law", [takes_what_pytorch_takes, has_its_defaults])
def test_signature(name: str, law: Callable[[str], None]) -> None:
    law(name)


def one(default: Any) -> Any:
    """A default, as the facts have it: of a list of equal elements, the element."""
    same = isinstance(default, (list, tuple)) and len(set(default)) == 1
    return default[0] if same else default


# -- wrappers


def functions_of(module: Any) -> Iterator[Any]:
    """The public functions of a module, and the constructors and methods of its classes."""
    for name in module.__all__:
        thing = getattr(module, name)
        yield from vars(thing).values() if isinstance(thing, type) else [thing]


def test_wrappers_show_the_parameters_of_what_they_wrap() -> None:
    """As programs read them that give a function those of their options that it takes, and silently no others."""
    hidden = []
    for found in pkgutil.walk_packages(wengert.__path__, "wengert."):
        if "._" in found.name:
            continue
        module = importlib.import_module(found.name)
        if found.name in MIRRORS:  # functions of NumPy, some without a signature
            continue
        for fn in functions_of(module):
            if not (inspect.isfunction(fn) and hasattr(fn, "__wrapped__")) or fn.__code__.co_filename == WITH:
                continue
            names = set(inspect.signature(fn).parameters)
            spec = inspect.getfullargspec(fn)
            read = {*spec.args, *spec.kwonlyargs, *filter(None, (spec.varargs, spec.varkw))}
            if names != read or not names <= set(fn.__code__.co_varnames):
                hidden.append(f"{fn.__module__}.{fn.__qualname__}")
    assert not hidden


def test_the_signature_of_a_wrapper_is_like_any_other() -> None:
    """It is read when a program asks for it."""
    step = wengert.optim.SGD.step
    own, other = inspect.signature(step), inspect.signature(step.__wrapped__)
    assert own == other and hash(own) == hash(other) and str(own) == str(other) and repr(own) == repr(other)
    assert own.replace(return_annotation=int) == other.replace(return_annotation=int)
    assert own.bind(1, closure=2).arguments == {"self": 1, "closure": 2}
    assert inspect.getfullargspec(wengert.vmap(functools.partial(lambda x, y: x + y, y=1))).args == ["x"]
    assert wengert.vmap(max)(wengert.ones(2, 1)).tolist() == [1, 1]  # Python knows no signature of this one
    assert copy.deepcopy(own) == other and pickle.loads(pickle.dumps(own)) == other
