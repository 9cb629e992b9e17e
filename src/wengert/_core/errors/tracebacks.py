"""What a traceback shows: the user's own lines, and the public function of wengert that they call.

Note [Short tracebacks]. Between a public function and the line that raises there are five to ten functions of wengert.
They do not help users: the message says what is wrong. So public functions remove them from an error that they pass on,
together with NumPy's frames below them. They also remove an underlying error if all of its frames are such: shapes that
do not match were a ``ValueError`` of NumPy first. The user's frames stay, also those of hooks and Functions. All frames
stay if the error is not raised on purpose (``AttributeError`` and similar): it is a bug of wengert, and the frames are
needed to report it. With ``WENGERT_TRACEBACKS=full`` in the environment, all frames stay.
"""

from __future__ import annotations

import os
from types import TracebackType

full = os.environ.get("WENGERT_TRACEBACKS", "") == "full"

ON_PURPOSE = (RuntimeError, TypeError, ValueError, IndexError)
BELOW = ("numpy", "cupy", "scipy", "importlib")


def short(error: Exception) -> Exception:
    """Remove the frames that no user needs from the traceback of an error and of its cause."""
    if full or not isinstance(error, ON_PURPOSE):
        return error
    if error.__cause__ is not None:
        if ours(error.__cause__):
            error.__cause__ = None  # this hides the context, too
    elif error.__context__ is not None and ours(error.__context__):
        error.__suppress_context__ = True
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


def bare(error: BaseException) -> BaseException:
    """Remove all frames of wengert from the traceback of an error."""
    return error
