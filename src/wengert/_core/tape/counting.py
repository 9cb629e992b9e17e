"""The numbers of nodes, in the pure build: see ``counting.pyx``."""

from __future__ import annotations

import itertools

_numbers = itertools.count(1)
next_number = _numbers.__next__  # one step for Python: two threads never get the same number


def coming_number() -> int:
    """The number that :func:`next_number` gives next, unless another thread asks first. The count does not advance."""
    return int(repr(_numbers)[len("count(") : -1])
