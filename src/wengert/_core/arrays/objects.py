"""Making objects without their constructors, in the pure build: see ``objects.pyx``."""

from __future__ import annotations

from typing import Any

import numpy as np

new = object.__new__  # a tensor, node or the like, without calling anything written in Python


def retype(o: Any, cls: Any) -> None:
    """Make ``o`` an instance of a subclass of its class that adds no fields."""
    o.__class__ = cls


def fields(cls: Any) -> None:
    """Give the objects of ``cls`` the fields that it declares: nothing, zero or false, as C structs have them.

    A first object gets them all at once. Python lays out the objects of a class by what the first few are given; any
    later one that is given more would need a dictionary of its own.
    """
    first = new(cls)
    for base in reversed(cls.__mro__):
        for name, kind in getattr(base, "__annotations__", {}).items():
            nothing = {"int": 0, "bool": False}.get(kind)
            if not hasattr(cls, name):
                setattr(cls, name, nothing)
            setattr(first, name, nothing)


def spread(a: Any, shape: tuple[int, ...]) -> Any:
    """A NumPy array broadcast to a shape, which fits: a view that is marked as read-only."""
    if a.ndim or a.dtype.kind != "f":
        return np.broadcast_to(a, shape)
    # every sum's gradient passes here, and this is ten times as fast
    out: Any = np.ndarray(shape, a.dtype, a, 0, (0,) * len(shape))
    out.flags.writeable = False
    return out
