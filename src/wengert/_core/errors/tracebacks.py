"""What a traceback shows: the user's own lines, and the public function of wengert that they call.

Note [Short tracebacks]. Between a public function and the line that raises there are five to ten functions of wengert.
They do not help users: the message says what is wrong. So public functions remove them from an error that they pass on,
together with NumPy's frames below them. They also remove an underlying error if all of its frames are such: shapes that
do not match were a ``ValueError`` of NumPy first. The user's frames stay, also those of hooks, Functions and modules.
All frames stay if wengert raised the error, and not on purpose (``KeyError`` and similar): it is a bug of wengert, and
the frames are needed to report it. An ``AttributeError`` is on purpose if the user asked for the attribute, or if it
names no object: Python's own names one. If the user
gave the object that lacks it, a ``TypeError`` names the argument (``wrong_objects.py``). With
``WENGERT_TRACEBACKS=full`` in the environment, all frames stay.

A public function that raises another error than it caught is itself in the traceback: Python puts it there. One that
says ``raise`` alone is not. Three kinds of program show tracebacks themselves and can always leave it out: pytest,
IPython with Jupyter, and ``python -m wengert run``. They are told with the error, so ``sys.excepthook`` stays as it is.
pytest and IPython are told where an error is made, too: a short method that raises by itself has no ``except``.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable
from pickle import UnpicklingError
from types import CodeType, FunctionType, MappingProxyType, TracebackType
from typing import Any, TypeVar

from .text import OutOfMemoryError, package

_Error = TypeVar("_Error", bound=BaseException)
full = os.environ.get("WENGERT_TRACEBACKS", "") == "full"

ON_PURPOSE = (RuntimeError, TypeError, ValueError, IndexError, OSError, AssertionError, UnpicklingError)
OURS = __name__.partition(".")[0]
NAMES = re.compile(rf"(?<![\w./'-]){OURS}\.(?=[A-Za-z])")  # of functions and classes, and not of files or in strings
BELOW = ("numpy", "cupy", "scipy", "importlib", "contextlib", "functools")


def short(error: Exception) -> Exception:
    """Remove the frames that no user needs from the traceback of an error and of its cause."""
    kept, entered = _split(error.__traceback__)
    if entered and isinstance(error, MemoryError) and not isinstance(error, OutOfMemoryError):  # of NumPy or CuPy
        missing = OutOfMemoryError(f"can't allocate memory. {error}".rstrip())
        missing.__cause__ = error
        error = missing.with_traceback(error.__traceback__)
    if entered and type(error) is AttributeError and error.obj is not None:
        wrong = importlib.import_module(f"{__package__}.wrong_objects").named(error, _inside(error.__traceback__))
        if wrong is not None:
            wrong.__cause__ = error
            error = wrong.with_traceback(error.__traceback__)
    purpose = isinstance(error, ON_PURPOSE) or (type(error) is AttributeError and error.obj is None)
    if full or entered not in ("", "__getattr__") and not purpose:
        return error
    if error.__cause__ is not None:
        if ours(error.__cause__):
            error.__cause__ = None  # this hides the context, too
    elif error.__context__ is not None and ours(error.__context__):
        error.__suppress_context__ = True
    return for_display(error).with_traceback(_joined(kept))


def for_display(error: _Error) -> _Error:
    """An error that pytest and IPython, if they run, show without frames of wengert.

    Its message has the names under which the program imports wengert: what it proposes can be pasted there, too.
    """
    if package() != OURS and error.args and isinstance(error.args[0], str):
        error.args = (NAMES.sub(f"{package()}.", error.args[0]), *error.args[1:])
    if "_pytest" in sys.modules and not full:
        _hide_from_pytest(sys._getframe(1), error.__traceback__)
    if "IPython" in sys.modules and not full:
        _hide_from_ipython(error)
    return error


def displaying(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes an error, made ready by :func:`for_display`."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return for_display(function(*args, **kwargs))

    return functools.wraps(function)(wrapper)


def ours(error: BaseException) -> bool:
    """True if an error was raised by wengert, or by a function that it called, and has not left wengert yet."""
    return error.__traceback__ is not None and users(error.__traceback__) is None


def users(tb: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of wengert and of the libraries that it called."""
    return _joined(_split(tb)[0])


def _split(tb: TracebackType | None) -> tuple[list[TracebackType], str]:
    """The frames that are the user's, and which function of wengert the last of them called, if wengert raised."""
    kept: list[TracebackType] = []
    inside, entered = False, ""
    while tb is not None:
        package = str(tb.tb_frame.f_globals.get("__name__")).partition(".")[0]
        within = package == "wengert" or (inside and package in BELOW)
        if not within:
            kept.append(tb)
        if within != inside:
            inside, entered = within, tb.tb_frame.f_code.co_name if within else ""
        tb = tb.tb_next
    return kept, entered


def _inside(tb: TracebackType | None) -> TracebackType | None:
    """The part of a traceback that begins with the last call of wengert by the user."""
    start, inside = None, False
    while tb is not None:
        within = str(tb.tb_frame.f_globals.get("__name__")).partition(".")[0] == "wengert"
        if within and not inside:
            start = tb
        inside = within or (inside and str(tb.tb_frame.f_globals.get("__name__")).partition(".")[0] in BELOW)
        tb = tb.tb_next
    return start


def _joined(kept: list[TracebackType]) -> TracebackType | None:
    found = None
    for one in reversed(kept):
        found = TracebackType(found, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return found


def bare(error: Exception) -> Exception:
    """Remove all frames of wengert from the traceback of an error, also that of the public function."""
    error = short(error)
    if not full and isinstance(error, ON_PURPOSE):
        error.__traceback__ = users(error.__traceback__) or error.__traceback__
    return error


def _hide_from_pytest(frame: Any, tb: TracebackType | None) -> None:
    """Mark the modules of wengert through which an error passes, so that pytest leaves their frames out."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    while tb is not None:
        frames.append(tb.tb_frame)
        tb = tb.tb_next
    for frame in frames:
        if str(frame.f_globals.get("__name__")).partition(".")[0] == "wengert":
            frame.f_globals["__tracebackhide__"] = True


def _hide_from_ipython(error: BaseException) -> None:
    """Give an error the method by which IPython shows it, without frames of wengert."""
    shell = sys.modules["IPython"].get_ipython()
    if shell is None or hasattr(error, "_render_traceback_"):
        return

    def render() -> Any:
        tb = users(error.__traceback__) or error.__traceback__
        return shell.InteractiveTB.structured_traceback(type(error), error, tb, tb_offset=1)

    error._render_traceback_ = render  # type: ignore[attr-defined]  # a cycle, in IPython only: it keeps errors anyway


# -- public functions that are written by hand

_Func = TypeVar("_Func", bound=Callable[..., Any])


def _called(*args: Any, **kwargs: Any) -> Any:
    """What :func:`public` makes a function of: each has its own globals, in which ``function`` is the function."""
    try:
        return function(*args, **kwargs)  # noqa: F821  # a global of each wrapper
    except Exception as e:
        if type(e) is TypeError and e.__traceback__ is not None and e.__traceback__.tb_next is None:
            # the function was not called: the arguments do not fit
            importlib.import_module(f"{__package__}.keywords").explain(e, function, args)  # noqa: F821
        shown = short(e)
        try:
            if shown is not e:
                raise shown
            raise
        finally:
            del shown  # its traceback holds this frame


_SCOPE = {"__name__": __name__, "__package__": __package__, "importlib": importlib, "short": short}


def public(function: _Func) -> _Func:
    """Mark a function that users call. Its errors show the user's lines and no others.

    Programs read which parameters it has from ``inspect.getfullargspec`` or ``__code__.co_varnames``, and give it those
    of their options. So both have the names, as if the function were called itself.
    """
    code = _called_with(_names(getattr(inspect.unwrap(function), "__code__", None)))
    wrapper: Any = FunctionType(code, {**_SCOPE, "function": function})
    functools.update_wrapper(wrapper, function)
    wrapper.__signature__ = Signature(function)
    return wrapper  # type: ignore[no-any-return]


def _names(code: CodeType | None) -> tuple[str, ...]:
    """The parameters of a function with this code. Functions of C have none, and nor have other callables."""
    if code is None:
        return ()
    variadic = bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + variadic]


@functools.lru_cache(1024)
def _called_with(names: tuple[str, ...]) -> CodeType:
    """The code of :func:`_called`, with these names among its variables. It does not use them."""
    code = _called.__code__
    names = tuple(dict.fromkeys((*code.co_varnames, *names)))
    return code.replace(co_varnames=names, co_nlocals=len(names))


class Signature(inspect.Signature):
    """The signature of a function, read when a program asks for it. Reading all of them takes milliseconds."""

    __slots__ = ("_function",)

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def _read(self) -> inspect.Signature:
        return inspect.signature(self._function)

    @property
    def parameters(self) -> MappingProxyType[str, inspect.Parameter]:
        return self._read().parameters

    @property
    def return_annotation(self) -> Any:
        return self._read().return_annotation

    def replace(self, **changes: Any) -> inspect.Signature:  # type: ignore[override]
        return self._read().replace(**changes)

    __replace__ = replace  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return self._read().__reduce__()


class _Stated(Signature):
    """The signature of a function that takes whatever comes, without that (Note [Arguments of NumPy's])."""

    __slots__ = ("_required",)

    def __init__(self, function: Callable[..., Any], required: tuple[str, ...]) -> None:
        super().__init__(function)
        self._required = required

    def _read(self) -> inspect.Signature:
        f: Any = self._function
        twin = FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__)
        twin.__kwdefaults__, twin.__annotations__ = f.__kwdefaults__, f.__annotations__
        read = inspect.signature(twin)
        stated = [p for p in read.parameters.values() if p.name not in ("_surplus", "_named")]
        return read.replace(parameters=[p.replace(default=p.empty) if p.name in self._required else p for p in stated])


def stated(*required: str) -> Callable[[_Func], _Func]:
    """Show the signature of a function without ``*_surplus``, ``**_named`` and the defaults of ``required``."""

    def mark(function: _Func) -> _Func:
        function.__signature__ = _Stated(function, required)  # type: ignore[attr-defined]
        return function

    return mark
