"""Overriding: types that decide themselves what an operation does with them (docs/design/0004-overriding.md).

A type takes part by ``__wengert_function__(cls, func, types, args=(), kwargs=None)``, a classmethod, or by the same
under torch's name. So does a function mode, for all calls while it is entered. Public functions ask ``on`` before they
run, and :func:`after` when they fail; what makes tensors of other things asks ``entered``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import Batched
from ..tape.state import local
from ..tape.tensor import Tensor
from .arguments import explained

on = False  # whether somebody takes part: the one truth test of every public function
met = False  # whether a type that takes part has been
entered = 0  # how many function modes are entered, in all threads

NAMES = ("__wengert_function__", "__torch_function__")
PLAIN = frozenset((
    Tensor, np.ndarray, Batched, float, int, bool, complex, str, type(None), slice, type(...), dtypes.dtype,
    arrays.device,
))  # fmt: skip
NUMBERS = (int, float, complex, np.number)
VARARGS = 0x04  # the flag of a code object that takes *args


def name_of(kind: Any) -> str | None:
    """Under which name a type takes part; None if it does not, or if the class nearest to it says so by None."""
    for k in kind.__mro__:
        for name in NAMES:
            if name in k.__dict__:
                theirs = k.__module__.partition(".")[0] == "torch"  # PyTorch's own tensors know nothing of us
                return None if k.__dict__[name] is None or theirs else name
    return None


def takes_part(value: Any) -> bool:
    """Whether a value that is no Tensor is of a type that takes part."""
    return type(value) not in PLAIN and name_of(type(value)) is not None


def meet() -> None:
    """A type that takes part is there: from now on functions ask."""
    global on, met
    on = met = True


def count(change: int) -> int:
    """Note that a function mode was entered (1) or left (-1); how many are now."""
    global on, entered
    entered += change
    on = met or entered > 0
    return entered


def find(*args: Any) -> list[Any]:
    """Who is to be asked: the innermost function mode, then the arguments that take part.

    Empty where the caller should go on.
    """
    state = local.state
    if state.skipping:
        state.skipping &= 2
        return []
    found = taking_part(*args)
    if state.functions:
        found.insert(0, state.functions[-1])
    return found


def taking_part(*args: Any) -> list[Any]:
    """The arguments to ask, one of each type: subclasses before their bases, else from left to right.

    Looks into lists and tuples of arguments. Empty if nothing there takes part, or overriding is off in this thread.
    """
    found: list[Any] = []
    if not local.state.overriding:
        return found
    for a in args:
        kind = type(a)
        if kind in PLAIN:
            continue
        if kind is list or kind is tuple:
            for b in a:
                if type(b) not in PLAIN:
                    _take(found, b)
        else:
            _take(found, a)
    if found:
        meet()
    return found


def _take(found: list[Any], a: Any) -> None:
    kind = type(a)
    if name_of(kind) is None or any(type(b) is kind for b in found):
        return
    at = next((i for i, b in enumerate(found) if issubclass(kind, type(b))), len(found))
    found.insert(at, a)


def ask(found: list[Any], func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What the first of ``found`` that does not decline makes of the call; NotImplemented if all do.

    A mode among them is left while it is asked, so that what its handler calls asks the next one.
    """
    state = local.state
    modes = state.functions
    if modes and found[0] is modes[-1]:
        mode, *found = found
        handler = getattr(mode, str(name_of(type(mode))))
        if getattr(handler, "__self__", None) is not mode:
            raise errors.overriding.mode_by_class(handler.__name__)
        state.functions = modes[:-1]
        try:
            out = handler(func, tuple([type(a) for a in found]), args, kwargs)
        finally:
            state.functions = modes
        if out is not NotImplemented:
            return out
    types = tuple([type(a) for a in found])
    for a in found:
        handler = getattr(a, str(name_of(type(a))))
        if getattr(handler, "__self__", None) is a:
            errors.overriding.plain_handler(handler.__name__)
        out = handler(func, types, args, kwargs)
        if out is not NotImplemented:
            return out
    return NotImplemented


def call(found: list[Any], func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """:func:`ask`, with an error if all decline.

    Raises:
        TypeError: if every handler returned NotImplemented.
    """
    out = ask(found, func, args, kwargs)
    if out is NotImplemented:
        raise errors.overriding.not_overridden(label(func), found, local.state.functions)
    return out


def label(func: Any) -> str:
    """The name of a function in messages."""
    func = getattr(func, "plain", func)
    attribute: Any = getattr(func, "__self__", None)
    if hasattr(attribute, "__set__"):
        getter = getattr(attribute, "fget", attribute)
        return f"wengert.Tensor.{getter.__name__}.{func.__name__}"
    module = getattr(func, "__module__", None) or ""
    if module.partition(".")[0] == "wengert" and not module.startswith("wengert._core."):
        return f"{module}.{func.__qualname__}"
    ours = errors.text.package_of(func) == "wengert"
    return f"wengert.Tensor.{func.__name__}" if ours else f"{module}.{func.__qualname__}"


def published(found: list[Any], func: Any, given: dict[str, Any]) -> Any:
    """:func:`call` from a published function; ``given`` are its locals. Arguments at their defaults are left out."""
    return call(found, func, *arguments_of(func, given))


def arguments_of(func: Any, given: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call, but for those at their defaults, from the locals of the function."""
    code, usual = func.__code__, func.__kwdefaults__ or {}
    count, end = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    args = [given[n] for n in code.co_varnames[:count]]
    if code.co_flags & VARARGS:
        args += given[code.co_varnames[end]]
    else:
        for default in reversed(func.__defaults__ or ()):
            if args[-1] is not default:
                break
            args.pop()
    names = code.co_varnames[count:end]
    return tuple(args), {n: given[n] for n in names if n not in usual or given[n] is not usual[n]}


def after(error: Exception, func: Any, given: dict[str, Any], kinds: dict[str, str]) -> Any:
    """What a published function does when it has failed: perhaps an argument is of a type that takes part.

    Subclasses of Tensor are known when they are defined; other types only when they first turn up, in the place of a
    tensor, where they make the function fail. Or a number is given as a tensor, which kernels do not take: then the
    function is called again. If that was not the reason, raises what there is to say of the arguments
    (:func:`~wengert._core.dispatch.arguments.explained`).
    """
    given.pop("e", None)  # the error itself: see there
    if not on:
        args, kwargs = arguments_of(func, given)
        if found := taking_part(*args, *kwargs.values()):
            return call(found, func, args, kwargs)
    names = [name.lstrip("*") for name, kind in kinds.items() if "Tensor" not in kind and "Any" not in kind]
    plain = {n: as_number(given[n]) for n in names}
    if any([plain[n] is not given[n] for n in names]):
        args, kwargs = arguments_of(func, {**given, **plain})
        return func(*args, **kwargs)
    try:
        raise explained(error, func.__name__, given, kinds)
    finally:
        del error  # whose traceback leads here: all that callers hold would be left to the collector


def older(func: Any, given: dict[str, Any], factors: tuple[str, ...]) -> Any:
    """Call a published function that got its ``factors`` among its tensors, as PyTorch's did before they had names.

    Of one factor, it stands before the tensors that it scales: ``add(x, alpha, y)``. Of two, the first stands before
    the first tensor (after it in a method), the second, which may be left out, behind: ``addmm(beta, x, alpha, a, b)``.
    """
    (first, second, *rest), named = arguments_of(func, given)
    if len(factors) == 2 and (isinstance(first, NUMBERS) or not isinstance(as_number(second), NUMBERS)):
        first, second = second, first
    extra = len(given["older"])
    numbers = [as_number(v) for v in (second, *rest[: extra - 1])]
    if (
        extra > len(factors)
        or not all([isinstance(n, NUMBERS) for n in numbers])
        or not named.keys().isdisjoint(factors)
    ):
        count = func.__code__.co_argcount
        raise errors.deprecated.too_many_arguments(func.__name__, count, count + extra, factors)
    errors.deprecated.older_overload(func.__name__, factors)
    return func(first, *rest[extra - 1 :], **named, **dict(zip(factors, numbers, strict=False)))


def as_number(value: Any) -> Any:
    """A tensor without dimensions, in the place of a number, as the number; also within lists and tuples."""
    if (
        type(value) is Tensor
        and value._data.shape == ()
        and type(value._data) is not Batched
        and not value.requires_grad
    ):
        return value._data.item()
    if type(value) in (tuple, list):
        found = [as_number(v) for v in value]
        return value if all([a is b for a, b in zip(found, value, strict=True)]) else type(value)(found)
    return value


# -- operators: handlers see the function that an operator stands for

SHORT = {
    "truediv": "div", "floordiv": "floor_divide", "mod": "remainder", "and": "bitwise_and", "or": "bitwise_or",
    "xor": "bitwise_xor", "invert": "bitwise_not", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
}  # fmt: skip
COMMUTE = frozenset(("radd", "rmul", "rand", "ror", "rxor"))


def operation(name: str) -> Any:
    """``Tensor.add`` for ``__add__`` and ``__radd__``, ``Tensor.add_`` for ``__iadd__``; else the operator itself."""
    short = name[2:-2]
    if short in COMMUTE:
        short = short[1:]
    for called in (SHORT.get(short, short), SHORT.get(short[1:], short[1:]) + "_" if short[0] == "i" else ""):
        if hasattr(Tensor, called):
            return getattr(Tensor, called)
    return getattr(Tensor, name)


def operator(name: str, *args: Any) -> Any:
    """What an operator does with an operand that it does not know: ask it, else leave it to Python."""
    found = find(*args)
    return ask(found, operation(name), args, {}) if found else NotImplemented
