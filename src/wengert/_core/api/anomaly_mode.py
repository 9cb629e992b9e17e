"""Anomaly mode: which operation made a gradient fail, and where it was called."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..tape.state import switching
from ..tape.watching import attach, detach
from ..tools.diagnosis.anomaly import Anomaly

_TOOLS = {True: Anomaly(True), False: Anomaly(False)}
_now = (False, True)  # whether it is on, and whether it checks for NaN


def _set(enabled: Any, check_nan: Any) -> tuple[bool, bool]:
    """Switch the mode in all threads; returns what it was."""
    global _now
    if type(enabled) is not bool:
        raise errors.diagnosis.mode_type("enabled", 1, enabled)
    if type(check_nan) is not bool:
        raise errors.diagnosis.mode_type("check_nan", 2, check_nan)
    with switching:
        before, _now = _now, (enabled, check_nan)
        if enabled:
            attach(_TOOLS[check_nan], all_threads=True)
        if before[0]:
            detach(_TOOLS[before[1]])
    return before


def is_anomaly_enabled() -> bool:
    """Return whether anomaly mode is on.

    >>> import wengert
    >>> wengert.is_anomaly_enabled()
    False
    """
    return _now[0]


def is_anomaly_check_nan_enabled() -> bool:
    """Return whether anomaly mode, when it is on, looks for NaN in gradients.

    >>> import wengert
    >>> wengert.is_anomaly_check_nan_enabled()
    True
    """
    return _now[1]


class detect_anomaly:  # noqa: N801  (torch's name)
    """Inside, operations note where they are called, and a backward that fails or gives NaN says which one it was.

    - An exception in a backward comes with the traceback of the forward call of the node that raised it, as a note of
      the exception (``__notes__``) and as a ``UserWarning``; under ``create_graph`` also with those of the nodes whose
      backward had recorded it.
    - A node that gives NaN raises ``RuntimeError``. The message tells what caused it: the saved value at which the
      derivative is infinite, the operation that masked the gradient, the first infinity, the hook.
    - What is saved for backward is checksummed, so that writes through NumPy arrays on the same memory are found.

    The forward pass should run inside too; otherwise only the line of the operation is known. The mode holds for all
    threads. It is slow: use it to find an error, then leave it out.

    Args:
        check_nan: whether NaN in a gradient is an error.

    >>> import wengert
    >>> x = wengert.tensor([0.0, 4.0], requires_grad=True)
    >>> with wengert.autograd.set_detect_anomaly(True):  # the same, without the warning that it is slow
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
    """Switch :class:`detect_anomaly` on or off at once, as a function; as a context manager, restore it on exit.

    Args:
        mode: True for on, False for off.
        check_nan: whether NaN in a gradient is an error.

    Raises:
        TypeError: unless both are bool.

    >>> import wengert
    >>> with wengert.autograd.set_detect_anomaly(True):
    ...     wengert.is_anomaly_enabled()
    True
    >>> wengert.is_anomaly_enabled()
    False
    """

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.prev = _set(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        _set(*self.prev)


__all__ = ["detect_anomaly", "is_anomaly_check_nan_enabled", "is_anomaly_enabled", "set_detect_anomaly"]
