"""What of a traceback is shown: the user's own lines, and of ours the way in.

Note [Short tracebacks]. Between a public function and the line that raises lie five to ten functions of wengert. They
tell nobody who did not write them what is wrong: the message does. So public functions leave them out of an error that
they pass on, with NumPy's below them, and also an error underneath that is theirs alone: shapes that do not fit were a
``ValueError`` of NumPy's before they were ours. Frames of the user's stay, those of hooks and Functions too. So do all
frames of an error that nobody raises on purpose (``AttributeError`` and its like): it is a mistake of ours, and they
are how to report it. With ``WENGERT_TRACEBACKS=full`` in the environment all stay.
"""

from __future__ import annotations

import os
from types import TracebackType

full = os.environ.get("WENGERT_TRACEBACKS", "") == "full"

ON_PURPOSE = (RuntimeError, TypeError, ValueError, IndexError)
BELOW = ("numpy", "cupy", "scipy", "importlib")


def short(error: Exception) -> Exception:
    """The error, with what no user needs to see taken out of its traceback and of its cause."""
    if full or not isinstance(error, ON_PURPOSE):
        return error
    if error.__cause__ is not None:
        if ours(error.__cause__):
            error.__cause__ = None  # which hides the context, too
    elif error.__context__ is not None and ours(error.__context__):
        error.__suppress_context__ = True
    return error.with_traceback(users(error.__traceback__))


def ours(error: BaseException) -> bool:
    """Whether an error was raised by wengert, or by what it called, and has not left it."""
    return error.__traceback__ is not None and users(error.__traceback__) is None


def users(tb: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of wengert, and of the libraries that it called."""
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
