"""The surface of a public module: its names, and an error with advice for names that it does not have."""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from types import FunctionType, MappingProxyType
from typing import Any, ForwardRef

from .. import errors
from ..arrays import objects
from ..errors import tracebacks

PRIVATE = __name__.partition(".api")[0]
MODULES = f"{PRIVATE}.modules."
# the constructors and public methods of classes from here shorten errors; a layer's `forward` does so in its `__call__`
METHODS = (MODULES, f"{PRIVATE}.tools.profiler.steps")
# modules whose functions shorten their errors by themselves, or ask handlers, in every call of a user's own function
BY_THEMSELVES = (f"{PRIVATE}.api.generated.", f"{PRIVATE}.api.backward", f"{PRIVATE}.api.overrides", f"{PRIVATE}.ops.")
MIRRORS: set[str] = set()  # public modules with the names of another library
BASES: dict[tuple[str, str], type] = {}  # classes that public ones inherit from: ``pickle`` finds their methods there


def surface(
    module: str,
    late: Mapping[str, str] = MappingProxyType({}),
    submodules: tuple[str, ...] = (),
    inner: Mapping[str, str] = MappingProxyType({}),
    returned: tuple[type, ...] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a public module. It is called when the module's names are defined.

    The ``__module__`` of its functions and classes becomes the public module, and ``__qualname__`` the name that they
    have there. ``help``, errors and pickles show these, so that private files can change. An object in several public
    modules gets the first that is imported, unless it names another itself.

    Args:
        module: the module's ``__name__``.
        late: names that are imported when they are first used, so that programs without them start faster; each with
            its module below ``_core``.
        submodules: public modules inside this one that are imported when they are first used.
        inner: names of public modules inside this one, which are imported when a name is first used; each with its
            module below this one. They say that they come from there.
        returned: classes without a public name, of what its functions return.

    Returns:
        ``__getattr__``, which imports a late name or submodule, and for any other name raises an error, with advice if
        PyTorch has the name; and ``__dir__``.
    """
    names = vars(sys.modules[module])
    if errors.absent.advises(module):
        names.setdefault("__path__", [])  # as in a package: `import` of a missing name inside it asks the last finder
    for name in list(names):  # the module imports what Python has put off: see :func:`~late.put_off`
        getattr(sys.modules[module], name)
    names.update(_publish_all({n: names[n] for n in names["__all__"] if n in names}, module))
    for kind in returned:
        publish_class(kind, module)

    def __getattr__(name: str) -> Any:  # noqa: N807  # tracebacks know it by this name
        if name in submodules:
            return importlib.import_module(f"{module}.{name}")
        if name in inner:
            names[name] = getattr(importlib.import_module(f"{module}.{inner[name]}"), name)
            return names[name]
        if (module, name) in BASES:
            return BASES[module, name]
        if name not in late:
            raise tracebacks.for_display(errors.absent.Missing(module, name))
        importlib.import_module(f"{PRIVATE}.{late[name]}")
        # its neighbours come along: a function may return an instance of a class that nobody has touched
        homes = {n: sys.modules.get(f"{PRIVATE}.{home}") for n, home in late.items() if n not in names}
        found = {n: vars(home)[n] for n, home in homes.items() if home is not None and n in vars(home)}
        names.update(_publish_all(found, module))
        return names[name]

    return __getattr__, lambda: sorted(names["__all__"])


def mirror(
    module: str, theirs: Mapping[str, Any], ours: Mapping[str, Any] = MappingProxyType({})
) -> Callable[[], list[str]]:
    """Return the ``__dir__`` of a public module with the names of another library's.

    Which names these are depends on the version of that library, so ``docs/api.txt`` does not list them.

    Args:
        module: the module's ``__name__``.
        theirs: the names of the other library.
        ours: those that stand for something else than there.
    """
    names = vars(sys.modules[module])
    names.update(theirs)
    names.update(_publish_all(dict(ours), module))
    names["__all__"] = sorted({*theirs, *ours})
    MIRRORS.add(module)
    return lambda: names["__all__"]


def _publish_all(shown: dict[str, Any], module: str) -> dict[str, Any]:
    """Say that functions, classes and the methods of these come from a public module. Returns what it has to show.

    That is another function where one does not shorten its errors by itself.
    """
    published = []
    for name, value in shown.items():
        if _publish(value, module):
            if isinstance(value, (type, FunctionType)) and shown.get(value.__qualname__) is not value:
                value.__qualname__ = name  # the name of a class stays: what its instances print may begin with it
                if isinstance(value, FunctionType):
                    value.__name__ = name
        elif getattr(value, "__module__", None) != module:  # a class may have said itself where it comes from
            continue
        published.append(value)
    for kind in [value for value in published if isinstance(value, type)]:  # after the functions: some are methods, too
        for base in kind.__mro__:  # Note [Short tracebacks]
            for name, made in list(vars(base).items()):
                home = str(getattr(made, "__module__", ""))
                called = name == "__init__" or not (name.startswith("_") or name == "forward")
                if called and isinstance(made, FunctionType) and home.startswith(METHODS):
                    if not hasattr(made, "__wrapped__"):
                        setattr(base, name, tracebacks.public(made))
        _publish_members(kind, module)
        for base in filter(_is_private, kind.__mro__[1:]):
            holder = _holder(base.__name__, module)
            if holder is None:
                publish_class(base, module)
            else:
                getattr(holder, base.__name__, None)  # the module that shows it is imported, and says so
    for kind in map(type, shown.values()):
        if kind.__name__.startswith("_"):  # others are public themselves, perhaps in another module
            publish_class(kind, module)
    return {name: _guarded(value) for name, value in shown.items()}


def _is_private(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).startswith(PRIVATE)


def publish_class(kind: type, module: str) -> None:
    """Say that a class without a public name comes from a public module, if it is said to be private."""
    if _is_private(kind):
        _publish(kind, module)
        BASES[module, kind.__name__] = kind
        _publish_members(kind, module)


def _holder(name: str, module: str) -> Any:
    """The public module in which a name is listed: this one, or one around it. None if there is none."""
    parts = module.split(".")
    around = [sys.modules.get(".".join(parts[:count])) for count in range(1, len(parts) + 1)]
    return next((holder for holder in around if name in getattr(holder, "__all__", ())), None)


def _publish_members(kind: type, module: str) -> None:
    """Say that the methods and properties of a class come from a public module."""
    for name, member in vars(kind).items():
        accessors = [getattr(member, part, None) for part in ("fget", "fset", "fdel")]
        for function in [getattr(member, "__func__", member), *accessors]:  # of a class method or a static one
            own = getattr(function, "__qualname__", "")
            if own.rpartition(".")[2] != name:
                if own.startswith("_") or "." in own:  # any other may be public: it says itself where it comes from
                    _publish(function, module)
                continue
            if hasattr(function, "__qualname__") and _publish(function, module):
                function.__qualname__ = f"{kind.__qualname__}.{name}"


@functools.cache
def _wrapped(function: Any) -> Any:
    """The same function with short errors. Its own module shows it too: pickles refer to what the public one shows."""
    made = tracebacks.public(function)
    if function.__globals__.get(function.__name__) is function:
        function.__globals__[function.__name__] = made
    return made


def _guarded(value: Any) -> Any:
    """A function written by hand, so that its errors are short: see :func:`~tracebacks.public`."""
    if not isinstance(value, FunctionType) or hasattr(value, "__wrapped__"):
        return value
    home, code = value.__globals__["__name__"], value.__code__
    takes = code.co_argcount or code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    if not (takes and home.startswith(PRIVATE)) or home.startswith(BY_THEMSELVES):
        return value
    return _wrapped(value)


def _publish(value: Any, module: str) -> bool:
    """Say that a function or class comes from a module, if it is said to be private; whether it was."""
    home = str(getattr(value, "__module__", ""))
    if not _is_private(value):
        return False
    with contextlib.suppress(AttributeError, TypeError):  # what is compiled in C keeps where it was made
        if isinstance(value, type):
            objects.say_where(value, module)
        else:
            value.__module__ = module
        if getattr(value, "__annotate__", None):  # from 3.14 on, whoever asks later gets the names of the private file
            hints = value.__annotations__
        else:
            hints = vars(value).get("__annotations__") if isinstance(value, type) else None
        if hints:  # those of a function are read by the names of its own file in any case
            read = _of_module if isinstance(value, type) else lambda hint, _: hint
            value.__annotations__ = {name: read(hint, home) for name, hint in hints.items()}
        return True
    return False


def _of_module(hint: Any, home: str) -> Any:
    """An annotation that ``typing.get_type_hints`` reads by the names of the module in which it was written."""
    text = hint.__forward_arg__ if isinstance(hint, ForwardRef) else hint
    return ForwardRef(text, module=home, is_class=True) if isinstance(text, str) else hint
