"""What a traceback shows: the user's own lines, and the public function of wengert that they call.

Note [Short tracebacks]. Between a public function and the line that raises there are five to ten functions of wengert.
They do not help users: the message says what is wrong. So public functions remove them from an error that they pass on,
together with NumPy's frames below them. They also remove an underlying error if all of its frames are such: shapes that
do not match were a ``ValueError`` of NumPy first. The user's frames stay, also those of hooks and Functions. All frames
stay if the error is not raised on purpose (``AttributeError`` and similar): it is a bug of wengert, and the frames are
needed to report it. With ``WENGERT_TRACEBACKS=full`` in the environment, all frames stay.

A public function that passes an error on is itself in the traceback: Python puts it there. Three kinds of program show
tracebacks themselves and can leave it out, too: pytest, IPython with Jupyter, and ``python -m wengert run``. They are
told with the error, so ``sys.excepthook`` stays as it is.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any, TypeVar

full = os.environ.get("WENGERT_TRACEBACKS", "") == "full"

ON_PURPOSE = (RuntimeError, TypeError, ValueError, IndexError, OSError, AssertionError)
BELOW = ("numpy", "cupy", "scipy", "importlib", "contextlib", "functools")


def short(error: Exception) -> Exception:
    """Remove the frames that no user needs from the traceback of an error and of its cause."""
    if full or not isinstance(error, ON_PURPOSE):
        return error
    if error.__cause__ is not None:
        if ours(error.__cause__):
            error.__cause__ = None  # this hides the context, too
    elif error.__context__ is not None and ours(error.__context__):
        error.__suppress_context__ = True
    if "_pytest" in sys.modules:
        _hide_from_pytest(sys._getframe(1), error.__traceback__)
    if "IPython" in sys.modules:
        _hide_from_ipython(error)
    return error.with_traceback(users(error.__traceback__))


def ours(error: BaseException) -> bool:
    """True if an error was raised by wengert, or by a function that it called, and has not left wengert yet."""
    return error.__traceback__ is not None and users(error.__traceback__) is None


def users(tb: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of wengert and of the libraries that it called."""
    kept: list[TracebackType] = []
    inside = False
    while tb is not None:
        package = str(tb.tb_frame.f_globals.get("__name__")).partition(".")[0]
        inside = package == "wengert" or (inside and package in BELOW)
        if not inside:
            kept.append(tb)
        tb = tb.tb_next
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


def _hide_from_ipython(error: Exception) -> None:
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


def _passed_on(function: Any) -> Any:
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as e:
            raise short(e)  # noqa: B904  # it is the same error

    return wrapper


def _on_one_line(code: CodeType) -> bytes:
    """A table of lines for this code by which all of it is on its first line, without columns: nothing is marked."""
    units, table = len(code.co_code) // 2, bytearray()
    while units > 0:
        table += bytes((0x80 | 13 << 3 | min(units, 8) - 1, 0))  # 13: a line without columns; 0: the same line
        units -= 8
    return bytes(table)


_LINES = _on_one_line(_passed_on(None).__code__)


def public(function: _Func) -> _Func:
    """Mark a function that users call. Its errors show the user's lines and the line that defines it, and no others."""
    wrapper = _passed_on(function)
    code: CodeType | None = getattr(function, "__code__", None)
    if code is not None:
        name = code.co_qualname.partition(".<locals>")[0]  # what ``grad`` returns is shown as grad
        wrapper.__code__ = wrapper.__code__.replace(
            co_filename=code.co_filename, co_firstlineno=code.co_firstlineno, co_name=name, co_linetable=_LINES
        )
    return functools.wraps(function)(wrapper)  # type: ignore[return-value]
