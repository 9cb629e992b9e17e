"""How many threads a computation starts with."""

from __future__ import annotations

import os


def usable() -> int:
    """Return ``OMP_NUM_THREADS`` where it is set, else the number of cores that this process may use.

    The variable may be a list, for parallel regions within one another. The first number counts.
    """
    given = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0].strip()
    if given.isdecimal() and int(given) > 0:
        return int(given)
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return (len(affinity(0)) if affinity else os.cpu_count()) or 1
