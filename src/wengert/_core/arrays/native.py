"""The uncompiled form of ``native.pyx``: where code is running, new tensors, and no loops of our own."""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np

from .. import errors

ndarray = np.ndarray
COMPILED = False
Program: Any = None  # elementwise formulas are left to NumPy
Programs: Any = None
RowPrograms: Any = None  # rows, too
RowProgram: Any = None
_ours: dict[str, bool] = {}  # file name -> whether its frames are wengert's own
_getframe = sys._getframe
BLOCK = 1 << 15  # words converted at a time: a block and its temporaries stay in the cache


def site(skip: int = 2) -> Any:
    """``(code, instruction)`` of the first frame outside wengert, of which ``skip`` frames are known not to be it.

    Never a frame: that would keep its locals alive.
    """
    frame: Any = _getframe(skip)
    while frame is not None:
        code = frame.f_code
        mine = _ours.get(code.co_filename)
        if mine is None:
            mine = _ours[code.co_filename] = code.co_filename.startswith(errors.text.PACKAGE)
        if not mine:
            return code, frame.f_lasti
        frame = frame.f_back
    return None, -1


def retype(o: Any, cls: Any) -> None:
    """Make ``o`` an instance of a subclass of its class that adds no fields."""
    o.__class__ = cls


new = object.__new__  # a tensor, node or the like, without calling anything written in Python


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


def is_like(a: Any, shape: Any, dtype: Any) -> bool:
    """Whether ``a`` is a NumPy array of this shape and this very dtype."""
    return type(a) is ndarray and a.dtype is dtype and a.shape == shape


def owns(a: Any) -> bool:
    """Whether ``a`` is a NumPy array with memory of its own that may be written."""
    return type(a) is ndarray and a.base is None and a.flags.writeable


def spread(a: Any, shape: tuple[int, ...]) -> Any:
    """A NumPy array broadcast to a shape, which fits: a view that is marked as read-only."""
    if a.ndim or a.dtype.kind != "f":
        return np.broadcast_to(a, shape)
    # every sum's gradient passes here, and this is ten times as fast
    out: Any = np.ndarray(shape, a.dtype, a, 0, (0,) * len(shape))
    out.flags.writeable = False
    return out


def by_row(a: Any, largest: bool) -> Any:
    """The sums, or the largest, along the last axis where a compiled loop can do it."""
    return None


def places_by_row(x: Any, found: Any) -> Any:
    """Where each row of ``x`` first has its number of ``found``, which :func:`by_row` found in it."""
    raise NotImplementedError


def add_into(old: Any, new: Any) -> bool:
    """``old += new``; False where it has not been done (which is left to compiled code that knows few layouts)."""
    np.add(old, new, out=old)
    return True


def add_rows(out: Any, at: Any, values: Any, outer: int, inner: int) -> bool:
    """``out[:, at[j]] += values[:, j]``, of (outer, ..., inner), where a compiled loop can do it."""
    return False


def along(a: Any, at: Any, b: Any, outer: int, inner: int, add: bool) -> bool:
    """``a[o, at[o, j, i], i] += b[o, j, i]``, or ``b[...] = a[...]``, where a compiled loop can do it."""
    return False


def all_below(places: Any, n: int) -> Any:
    """Whether there are indices, all of them from 0 to ``n`` exclusive; None where NumPy says it sooner."""
    return None


def shuffled(words: Any) -> Any:
    """The integers up to the number of words, each changed about with the ``words[i] % (n - i)``-th from it on."""
    n = words.size + 1
    result = list(range(n))
    for i, step in enumerate((words % np.arange(n, 1, -1, dtype=np.uint64)).tolist()):
        result[i], result[i + step] = result[i + step], result[i]
    return np.array(result, np.int64)


def units(engine: Any, n: int, wide: bool) -> Any:
    """``n`` numbers in [0, 1): float64 with 53 random bits (the first word has the upper), or float32 with 24."""
    out = np.empty(n, np.float64 if wide else np.float32)
    bits = 53 if wide else 24
    for i in range(0, n, BLOCK):
        part = out[i : i + BLOCK]
        words = engine.random_raw(2 * part.size if wide else part.size)
        if wide:
            words = (words[0::2] << np.uint64(32)) | words[1::2]
        np.multiply(words & np.uint64(2**bits - 1), out.dtype.type(2.0**-bits), out=part, casting="same_kind")
    return out


def pairs(u: Any) -> Any:
    """Pairs of normal numbers in the place of pairs of uniform ones, of float64."""
    numbers = u.tolist()
    for i in range(0, len(numbers), 2):
        radius, angle = math.sqrt(-2.0 * math.log1p(-numbers[i + 1])), 2.0 * math.pi * numbers[i]
        u[i], u[i + 1] = radius * math.cos(angle), radius * math.sin(angle)
    return u
