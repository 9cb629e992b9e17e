"""Anomaly mode: report which operation made a gradient fail, and where it was called."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from .. import errors
from ..errors.tracebacks import public
from ..tape.state import switching
from ..tape.watching import Tool, attach, detach, reinstate, snapshot

ANOMALY = "wengert._core.tools.diagnosis.anomaly"  # imported when the mode is switched on: importing wengert stays fast
_now = (False, True)  # (enabled, check_nan)


@functools.cache
def _tool(check_nan: bool) -> Tool:
    """The tool that watches while the mode is on. There is one for each setting."""
    tool: Tool = importlib.import_module(ANOMALY).Anomaly(check_nan)
    return tool


def _set(enabled: Any, check_nan: Any) -> tuple[bool, bool]:
    """Switch the mode in all threads, and return the previous setting."""
    global _now
    if type(enabled) is not bool:
        raise errors.diagnosis.mode_type("enabled", 1, enabled)
    if type(check_nan) is not bool:
        raise errors.diagnosis.mode_type("check_nan", 2, check_nan)
    with switching:
        before = _now
        tools = snapshot()
        try:
            if enabled:
                attach(_tool(check_nan), all_threads=True)
            if before[0]:
                detach(_tool(before[1]))
            _now = enabled, check_nan
            return before
        except BaseException:  # an interrupt
            _now = before
            reinstate(tools)
            raise


def is_anomaly_enabled() -> bool:
    """Return whether anomaly mode is on.

    >>> import wengert
    >>> wengert.is_anomaly_enabled()
    False
    """
    return _now[0]


def is_anomaly_check_nan_enabled() -> bool:
    """Return whether anomaly mode checks gradients for NaN while it is on.

    >>> import wengert
    >>> wengert.is_anomaly_check_nan_enabled()
    True
    """
    return _now[1]


class detect_anomaly:  # noqa: N801  (torch's name)
    """Find the operation whose backward raised an error or returned NaN.

    While the mode is on, every operation records where it was called. Then:

    - If a backward raises, the exception carries the traceback of the forward call, as a note (``__notes__``) and as a
      ``UserWarning``. Under ``create_graph``, it also carries the tracebacks of the nodes whose backward recorded it.
    - If a node returns NaN, ``RuntimeError`` is raised. The message names the cause: the saved value where the
      derivative is infinite, the operation that masked the gradient, the first infinity, or the hook.
    - Saved tensors are checksummed, to detect writes through NumPy arrays that share their memory.

    Run the forward pass inside too; otherwise only the operation's line is known. The mode applies to all threads. It
    is slow: use it to find an error, then remove it.

    Args:
        check_nan: whether a NaN in a gradient is an error.

    >>> import wengert
    >>> x = wengert.tensor([0.0, 4.0], requires_grad=True)
    >>> with wengert.autograd.set_detect_anomaly(True):  # same mode, without the warning about speed
    ...     y = wengert.where(x > 1, x.sqrt(), 0.0).sum()
    ...     y.backward()
    Traceback (most recent call last):
    RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
    ...
    """

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan
        self.prev = _now
        errors.text.warn(errors.diagnosis.ENABLED)

    def __enter__(self) -> None:
        self.prev = _set(True, self.check_nan)

    def __exit__(self, *error: object) -> None:
        _set(*self.prev)


class set_detect_anomaly:  # noqa: N801  (torch's name)
    """Switch :class:`detect_anomaly` on or off at once. As a context manager, restore the previous mode on exit.

    Args:
        mode: True for on, False for off.
        check_nan: whether a NaN in a gradient is an error.

    Raises:
        TypeError: if ``mode`` or ``check_nan`` is not a bool.

    >>> import wengert
    >>> with wengert.autograd.set_detect_anomaly(True):
    ...     wengert.is_anomaly_enabled()
    True
    >>> wengert.is_anomaly_enabled()
    False
    """

    @public
    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.prev = _set(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        _set(*self.prev)
