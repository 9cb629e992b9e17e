"""Progress bars of calls that take long: shown after two seconds, if somebody looks on and tqdm is installed."""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")
DELAY = 2.0  # seconds until a bar is shown

_on = os.environ.get("WENGERT_PROGRESS", "") != "0"


def set_progress(enabled: bool) -> None:
    """Switch progress bars on or off, for all threads. ``WENGERT_PROGRESS=0`` in the environment starts with them off.

    Calls that take more than two seconds show one, in a terminal or a notebook, if the package tqdm is installed:
    ``gradcheck``, Jacobians that are computed in many passes, and the planner of checkpoints.

    Args:
        enabled: whether to show them.

    Raises:
        TypeError: if it is not a bool.

    >>> import wengert
    >>> wengert.set_progress(False)
    >>> wengert.set_progress(True)
    """
    global _on
    if not isinstance(enabled, bool):
        raise TypeError(f"set_progress: expected a bool, got {type(enabled).__name__}: write set_progress(False)")
    _on = enabled


def progress(steps: Iterable[T], what: str, total: int) -> Iterable[T]:
    """The same steps, with a bar from the third second on.

    Args:
        steps: what a loop runs over.
        what: the text before the bar.
        total: how many there are.
    """
    return _watched(steps, what, total) if _on and total > 1 and _looked_at() else steps


def _looked_at() -> bool:
    """Whether there is a terminal, or a notebook."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def _watched(steps: Iterable[T], what: str, total: int) -> Iterator[T]:
    start, bar = perf_counter(), None
    try:
        for done, step in enumerate(steps):
            if bar is not None:
                bar.update()
            elif perf_counter() - start > DELAY:
                bar, start = _bar(what, total, done), float("inf")  # once, also if there is no tqdm
            yield step
    finally:
        if bar is not None:
            bar.close()


def _bar(what: str, total: int, done: int) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it tells of a missing widget, and uses text
            tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return tqdm(desc=what, total=total, initial=done, leave=False)
