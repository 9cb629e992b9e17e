"""Plans: what is worked out once from the kinds or shapes of arguments, and kept for the next call of the same kind.

A fused program is a plan, and so is what a node saves, or which entries meet in the windows of a pooling. Making a plan
may take longer than the call that needs it. So every plan is counted where it is made, and a test checks that a call
with the same shapes makes none.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

made: Counter[str] = Counter()  # the plans made so far in this process, by what they are for

F = TypeVar("F", bound=Callable[..., Any])
PLANS = 1024  # a program has hardly more shapes that one function plans for


def note(what: str) -> None:
    """Count a plan that is made now."""
    made[what] += 1


def cached(fn: F) -> F:
    """Keep the plans that a function of hashable arguments makes: the latest ones."""
    what = f"{fn.__module__.rpartition('.')[2]}.{fn.__qualname__}"

    @functools.lru_cache(maxsize=PLANS)
    @functools.wraps(fn)
    def plan(*args: Any) -> Any:
        note(what)
        return fn(*args)

    return plan  # type: ignore[return-value]
