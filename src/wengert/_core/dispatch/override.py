"""Overriding: types that decide what an operation does with their values (docs/design/0004-overriding.md).

A type overrides functions if it has a classmethod ``__wengert_function__(cls, func, types, args=(), kwargs=None)``, or
the same under torch's name. This method is the handler. A function mode has one too, for all calls while it is entered.
Public functions check ``on`` before they run, and call :func:`after` if they fail. Functions that make tensors of other
values check ``entered``.
"""

from __future__ import annotations

import importlib
import sys
import threading
from types import FunctionType
from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes
from ..arrays.batched import Batched
from ..errors.tracebacks import public
from ..tape.state import local
from ..tape.tensor import Tensor
from .arguments import explained
from .given_numbers import NUMBERS, as_number

on = False  # whether handlers may exist: the only test that every public function makes
met = False  # whether a type with a handler has been seen
entered = 0  # how many function modes are entered, in all threads


class Casting(threading.local):
    """The caller of functions below all handlers in this thread: autocast, where it is on."""

    now: Any = None
    skips = False  # True while it calls a function itself: that function must not go through it again


casting = Casting()
NAMES = OURS, THEIRS = "__wengert_function__", "__torch_function__"
PLAIN = frozenset((
    Tensor, np.ndarray, Batched, float, int, bool, complex, str, type(None), slice, type(...), dtypes.dtype,
    arrays.device,
))  # fmt: skip
VARARGS = 0x04  # the flag of a code object that takes *args
TWINS: dict[int, Any] = {}  # by the identity of its code: a function made by :func:`twin`


def _run_plainly(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """The handler of types that override nothing: their results are plain tensors. It is called by name alone."""
    state = local.state
    before = state.overriding
    try:
        state.overriding = False
        return func(*args, **(kwargs or {}))
    finally:
        state.overriding = before


NOTHING = classmethod(_run_plainly)  # a type with this for a handler costs a call no more than Tensor


def name_of(kind: Any) -> str | None:
    """The name of the handler of a type. None if it has none, or if its nearest class has None or ``NOTHING`` there."""
    if not (hasattr(kind, OURS) or hasattr(kind, THEIRS)):  # most types: shapes, sequences
        return None
    for k in kind.__mro__:
        for name in NAMES:
            if name in k.__dict__:
                # handlers of PyTorch's tensors do not know ours; under the alias, ours are called torch
                theirs = k.__module__.partition(".")[0] == "torch" and errors.text.package() != "torch"
                return None if k.__dict__[name] in (None, NOTHING) or theirs else name
    return None


def takes_part(value: Any) -> bool:
    """Whether a value that is not a Tensor has a handler."""
    return type(value) not in PLAIN and name_of(type(value)) is not None


def meet() -> None:
    """Note that a type with a handler exists. From now on, public functions look for handlers."""
    global on, met
    on = met = True


def count(change: int) -> None:
    """Note that a function mode was entered (1) or left (-1). In one line: an interrupt comes before or after."""
    global on, entered
    on = (entered := entered + change) > 0 or met


def find(*args: Any) -> list[Any]:
    """:func:`handlers`; where there are none, autocast if it is on.

    If the list is empty, the caller runs its own code.
    """
    return handlers(*args) or caster()


def caster() -> list[Any]:
    """Autocast, if it is on and does not call this function itself."""
    if casting.now is None:
        return []
    if casting.skips:
        casting.skips = False
        return []
    return [casting.now]


def handlers(*args: Any) -> list[Any]:
    """The innermost function mode, and then the arguments that have handlers."""
    state = local.state
    if state.skipping:
        state.skipping &= 2
        return []
    overriding = taking_part(*args)
    if state.functions:
        overriding.insert(0, state.functions[-1])
    return overriding


def taking_part(*args: Any) -> list[Any]:
    """The arguments that have handlers, one of each type: subclasses before their bases, else from left to right.

    Looks into lists and tuples of arguments. Empty if there are none, or if overriding is off in this thread.
    """
    overriding: list[Any] = []
    if not local.state.overriding:
        return overriding
    for a in args:
        kind = type(a)
        if kind in PLAIN:
            continue
        if kind is list or kind is tuple:
            for b in a:
                if type(b) not in PLAIN:
                    _take(overriding, b)
        else:
            _take(overriding, a)
    if overriding:
        meet()
    return overriding


def _take(overriding: list[Any], a: Any) -> None:
    kind = type(a)
    if name_of(kind) is None:
        return
    if not overriding:
        overriding.append(a)
        return
    if any(type(b) is kind for b in overriding):
        return
    at = next((i for i, b in enumerate(overriding) if issubclass(kind, type(b))), len(overriding))
    overriding.insert(at, a)


def ask(overriding: list[Any], func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of the first handler that does not decline the call; NotImplemented if all decline.

    A mode is left while its handler runs, so that functions called by the handler reach the next mode.
    """
    if overriding[0] is casting.now:
        return overriding[0].call(func, args, kwargs)
    state = local.state
    modes = state.functions
    if modes and overriding[0] is modes[-1]:
        mode, *overriding = overriding
        handler = getattr(mode, str(name_of(type(mode))))
        if getattr(handler, "__self__", None) is not mode:
            raise errors.overriding.mode_by_class(handler.__name__)
        try:
            state.functions = modes[:-1]
            out = handler(func, tuple([type(a) for a in overriding]), args, kwargs)
        finally:
            state.functions = modes
        if out is not NotImplemented:
            return out
    types = tuple([type(a) for a in overriding])
    for a in overriding:
        handler = getattr(a, str(name_of(type(a))))
        if getattr(handler, "__self__", None) is a:
            errors.overriding.plain_handler(handler.__name__)
        out = handler(func, types, args, kwargs)
        if out is not NotImplemented:
            return out
    return NotImplemented


def call(overriding: list[Any], func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """:func:`ask`, with an error if all decline.

    Raises:
        TypeError: if every handler returned NotImplemented.
    """
    out = ask(overriding, func, args, kwargs)
    if out is NotImplemented:
        raise errors.overriding.not_overridden(label(func), overriding, local.state.functions)
    return out


def label(func: Any) -> str:
    """The name of a function in messages."""
    func = getattr(func, "original", func)
    attribute: Any = getattr(func, "__self__", None)
    if hasattr(attribute, "__set__"):
        getter = getattr(attribute, "fget", attribute)
        return f"{errors.text.package()}.Tensor.{getter.__name__}.{func.__name__}"
    module = getattr(func, "__module__", None) or ""
    if module.partition(".")[0] == "wengert" and not module.startswith("wengert._core."):
        named = func.__qualname__.replace("TensorBase.", "Tensor.")  # that base has no public name
        return f"{errors.text.package()}{module.removeprefix('wengert')}.{named}"
    ours = errors.text.package_of(func) == "wengert"
    return f"{errors.text.package()}.Tensor.{func.__name__}" if ours else f"{module}.{func.__qualname__}"


def twin(func: Any, name: str, qualified: str = "") -> Any:
    """The same function under another name, as a function of its own.

    Handlers get the one that was called: ``Tensor.unbind`` is not ``unbind``, and ``absolute`` is not ``abs``.
    """
    code = func.__code__.replace(co_name=name, co_qualname=qualified or name)  # interpreters specialise each by itself
    made = FunctionType(code, func.__globals__, name, func.__defaults__)
    for part in ("__kwdefaults__", "__annotations__", "__doc__", "__module__"):
        setattr(made, part, getattr(func, part))
    vars(made).update(vars(func))
    TWINS[id(code)] = made
    return made


def called(func: Any) -> Any:
    """The function that the user called: ``func``, which the caller's caller names, or a twin of it."""
    return TWINS.get(id(sys._getframe(2).f_code), func)


def overridden(overriding: list[Any], func: Any, given: dict[str, Any]) -> Any:
    """:func:`call` for a published function; ``given`` are its locals. Arguments at their defaults are left out."""
    func = called(func)
    return call(overriding, func, *arguments_of(func, given))


def unfit(func: Any, given: dict[str, Any]) -> TypeError:
    """The error for arguments that a published function does not have (Note [Arguments of NumPy's])."""
    name = called(func).__name__
    error = errors.numpy.unfit(func, given, name)
    if error is None:
        error = TypeError(f"{name}() got an unexpected keyword argument '{next(iter(given['_named']))}'")
        importlib.import_module(f"{errors.__name__}.keywords").explain(error, func, ())
    return error


def arguments_of(func: Any, given: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call, but for those at their defaults, from the locals of the function."""
    code, usual = func.__code__, func.__kwdefaults__ or {}
    count, end = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    args = [given[n] for n in code.co_varnames[:count]]
    if code.co_flags & VARARGS and (more := given[code.co_varnames[end]]):
        args += more
    else:
        for default in reversed(func.__defaults__ or ()):
            if args[-1] is not default:
                break
            args.pop()
    names = code.co_varnames[count:end]
    return tuple(args), {n: given[n] for n in names if n not in usual or given[n] is not usual[n]}


def after(error: Exception, func: Any, given: dict[str, Any], kinds: dict[str, str]) -> tuple[Exception | None, Any]:
    """Handle the failure of a published function.

    Perhaps an argument has a handler. Subclasses of Tensor are noticed when they are defined. Other types are noticed
    only when a value of theirs is first given for a tensor, which makes the function fail. Then the handler is called.
    Perhaps a number was given as a tensor, which kernels do not take. Then the function is called again with the
    number.

    Returns:
        None and the result; or the error to raise, which explains the wrong argument
        (:func:`~wengert._core.dispatch.arguments.explained`), and None.
    """
    given.pop("e", None)  # the error itself: see ``explained``
    func = called(func)
    if not on:
        args, kwargs = arguments_of(func, given)
        if overriding := taking_part(*args, *kwargs.values()):
            return None, call(overriding, func, args, kwargs)
    kinds_of = {name.lstrip("*"): kind for name, kind in kinds.items() if "Tensor" not in kind and "Any" not in kind}
    plain = {n: as_number(given[n]) for n in kinds_of}
    changed = [n for n, number in plain.items() if number is not given[n]]
    # a complex tensor given for a float has raised its own error
    if any([type(plain[n]) is not complex or "float" not in kinds_of[n] for n in changed]):
        args, kwargs = arguments_of(func, {**given, **plain})
        return None, func(*args, **kwargs)
    return explained(error, func.__name__, given, kinds), None


@public
def older(func: Any, given: dict[str, Any], factors: tuple[str, ...]) -> Any:
    """Call a published function that got its ``factors`` by position among its tensors, as in old PyTorch overloads.

    A single factor stands before the tensor that it scales: ``add(x, alpha, y)``. If there are two, the first stands
    before the first tensor (in a method, after it). The second stands after that tensor, and may be left out:
    ``addmm(beta, x, alpha, a, b)``.
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


# -- operators: a handler gets the function that the operator stands for

PLAINLY = "add sub mul pow matmul neg abs ne lt le gt ge"  # operators that stand for the method of the same name
INPLACE = "add sub mul pow"
STANDS_FOR = {
    **{name: name for name in PLAINLY.split()}, **{f"i{name}": f"{name}_" for name in INPLACE.split()},
    "truediv": "div", "mod": "remainder", "pos": "positive", "radd": "add", "rmul": "mul", "rand": "bitwise_and",
    "ror": "bitwise_or", "rxor": "bitwise_xor", "itruediv": "div_", "ifloordiv": "floor_divide_",
    "imod": "remainder_",
}  # fmt: skip


def operation(name: str) -> Any:
    """What PyTorch's handlers get: ``Tensor.add`` for ``__add__`` and ``__radd__``; ``Tensor.__and__`` as it is."""
    return getattr(Tensor, STANDS_FOR.get(name[2:-2], name))


def operator(name: str, *args: Any) -> Any:
    """Handle an operand that an operator does not know: call its handler if it has one, else return NotImplemented."""
    overriding = find(*args)
    if overriding:
        return ask(overriding, operation(name), args, {})
    return unknown(args)


def unknown(args: tuple[Any, ...]) -> Any:
    """What an operator returns that does not know an operand. Sparse matrices of SciPy are refused."""
    if any([hasattr(x, "tocoo") for x in args]):  # it would call the tensor's methods as an array's
        raise errors.sparse.of_scipy()
    return NotImplemented
