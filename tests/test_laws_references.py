"""No operation keeps or loses a reference: to its arrays, to dtypes, to None, or to memory, whether it succeeds or not.

A lost reference to an object that is everywhere (a dtype, None, an empty tuple) does no harm for thousands of calls,
and then frees it while it is in use. ``tests/test_laws_lifetime.py`` asks for tensors and nodes.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.laws_batching import BATCH, REFUSALS, spoiled
from wengert._core.tape.tensor import payload_of

pytestmark = [
    pytest.mark.usefixtures("no_gc"),
    pytest.mark.skipif(not wengert.compiled, reason="in the uncompiled build Python alone counts references"),
]

CALLS = 32  # more than what a call keeps once, in caches and free lists
GLANCE = 8  # if so many calls change nothing, more do not either
EVERYWHERE = {
    **{repr(o): o for o in (None, True, False, NotImplemented, (), "", b"")},
    **{f"dtype {k}": np.dtype(k) for k in "?bBhHiIlLfdFDe"},
    **{o.__name__: o for o in (np, np.ndarray, int, float, tuple, list, wengert.Tensor, wengert.Size, wengert.dtype)},
    **{str(d): d for d in (wengert.float32, wengert.float64, wengert.int64, wengert.bool, wengert.complex128)},
}


Way = Callable[[laws.Case, list[Any]], None]


def called(case: laws.Case, xs: list[Any]) -> None:
    case(xs)


def walked(case: laws.Case, xs: list[Any]) -> None:
    active = [xs[i].requires_grad_() for i in case.active]
    ys = [y for y in laws.tensors_in(case(xs)) if y.requires_grad]
    laws.gradient(ys, active, [wengert.ones_like(y) for y in ys])
    for x in active:
        x.requires_grad_(False)


def pushed(case: laws.Case, xs: list[Any]) -> None:
    case.pushforward([xs[i] for i in case.active], [xs[i] for i in case.active])


def batched(case: laws.Case, xs: list[Any]) -> None:
    whole = [x.expand(BATCH, *x.shape) for x in xs]
    wengert.func.vmap(lambda *xs: tuple(laws.tensors_in(case(xs))))(*whole)


def refused(case: laws.Case, xs: list[Any]) -> None:
    """With one input of another shape or dtype, or with indices that are out of range."""
    if case.name.startswith("_"):  # private rows get inputs that have been checked
        return
    for i, leaf in enumerate(case.leaves):
        for wrong in spoiled(leaf):
            try:
                case([wengert.from_numpy(wrong) if k == i else x for k, x in enumerate(xs)])
            except REFUSALS:
                pass


# what is kept for calls that follow is kept once
ATTEMPTS = (GLANCE, False), (GLANCE, True), *((CALLS, True),) * 9
WAYS: tuple[Way, ...] = (called, walked, pushed, batched, refused)


class Memory(ctypes.Structure):
    """What ``mallinfo2`` of the GNU C library returns."""

    _fields_ = [(f"field {i}", ctypes.c_size_t) for i in range(10)]


mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
if mallinfo is not None:
    mallinfo.restype = Memory


def in_use() -> int:
    """The bytes that the C library has handed out, where it says so."""
    if mallinfo is None:
        return 0
    found = mallinfo()
    return int(getattr(found, "field 4") + getattr(found, "field 7"))


def fill() -> None:
    """Fill Python's lists of freed objects, so that what is freed later does not stay there.

    ``f(**params)`` makes its dict in new memory, and leaves it on such a list, call by call until that is full.
    """
    for made in (lambda i: {"": i}, lambda i: [i], lambda i: i + 0.5):
        some = [made(i) for i in range(200)]
        del some


def attempted(way: Way, case: laws.Case, xs: list[Any]) -> None:
    try:
        way(case, list(xs))
    except REFUSALS:
        pass  # other laws say whether it may


def changed(
    way: Way, case: laws.Case, xs: list[Any], watched: dict[str, Any], calls: int, collect: bool
) -> dict[str, int]:
    """What so many calls change, more often than in half of them.

    To ``collect`` empties Python's lists of freed objects, too.
    """
    if collect:
        gc.collect()
    else:
        fill()
    before = [sys.getrefcount(o) for o in watched.values()]
    memory, blocks = in_use(), sys.getallocatedblocks()
    for _ in range(calls):
        attempted(way, case, xs)
    if collect:
        gc.collect()
    found = {"objects": sys.getallocatedblocks() - blocks, "times 32 bytes": (in_use() - memory) // 32}
    found |= {k: sys.getrefcount(o) - n for n, (k, o) in zip(before, watched.items())}
    # np.empty(3) of NumPy 2.4 keeps a reference to the dtype that it was not given, float64
    least = {"objects": calls}
    return {k: n for k, n in found.items() if abs(n) >= least.get(k, calls // 2) and (k != "dtype d" or n < 0)}


def keeps_count(case: laws.Case) -> None:
    xs = laws.tensors(case.leaves)
    watched = EVERYWHERE | {f"input {i}": x for i, x in enumerate(xs)}
    watched |= {f"array {i}": payload_of(x) for i, x in enumerate(xs)}
    for way in WAYS if case.live else (called, batched, refused):
        for _ in range(3):
            attempted(way, case, xs)
        for calls, collect in ATTEMPTS:
            found = changed(way, case, xs, watched, calls, collect)
            if not found:
                break
        assert not found, f"{way.__name__}: {CALLS} calls change counts of references by {found}"


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    with warnings.catch_warnings(action="ignore"):
        laws.check(keeps_count, name, laws.few(name)[:1])
