"""No operation reads memory that nobody has written, and none reads or writes beside an array.

Each is computed in memory that is filled with one byte, and then with others (``tests/guarded_memory.py``). Loops of
the compiled build reach memory by pointers: nothing else finds an element that they leave out, or one too many.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.guarded_memory import AVAILABLE, BYTES, guarded
from tests.laws_batching import BATCH, REFUSALS, variant

pytestmark = pytest.mark.skipif(
    not (wengert.compiled and AVAILABLE), reason="needs the compiled build and a C compiler, for memory with guards"
)
UNWRITTEN = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided"}


def called(case: laws.Case) -> laws.Arrays:
    return laws.values_in(case(laws.tensors(case.leaves)))


def walked(case: laws.Case) -> laws.Arrays:
    xs = laws.tensors(case.point, requires_grad=True)
    ys = [case.at(xs)[k] for k in case.live]
    gs = laws.tensors([laws.normal_like(g, k) for k, g in enumerate(laws.arrays(ys))])
    return laws.arrays(laws.filled(laws.gradient(ys, xs, gs), xs))


def pushed(case: laws.Case) -> laws.Arrays:
    return case.jvp(case.point, case.tangents())


def batched(case: laws.Case) -> laws.Arrays:
    """Under ``vmap``, and not in row-major order."""
    leaves = [np.stack([variant(a, b) for b in range(BATCH)], -1) for a in case.leaves]
    ys = wengert.func.vmap(lambda *xs: tuple(laws.tensors_in(case(xs))), -1)(*laws.tensors(leaves))
    return laws.arrays(ys)


WAYS: tuple[Callable[[laws.Case], laws.Arrays], ...] = (called, walked, pushed, batched)


def bits(xs: laws.Arrays) -> list[tuple[str, bytes]]:
    return [(str(x.dtype), x.tobytes()) for x in xs]


def found(way: Callable[[laws.Case], laws.Arrays], case: laws.Case) -> Any:
    wengert.manual_seed(0)
    try:
        return [bits(way(case)) for _ in range(2)]  # by programs, the second time
    except REFUSALS as e:
        return type(e).__name__


def in_both_widths(case: laws.Case) -> Iterator[laws.Case]:
    """Loops are compiled for float64, in which most samples are, and for float32."""
    yield case
    sample = laws.recast(case.sample, "float32")
    if sample is None:
        return
    other = laws.Case(case.name, case.number, sample, None)
    try:
        other.live  # noqa: B018 (computed here: a sample may mix in a number of another dtype)
    except REFUSALS:
        return
    yield other


def bounds(case: laws.Case) -> None:
    """The bits of results and derivatives are the same whatever was in memory before, and beside it."""
    for one in in_both_widths(case):
        for way in WAYS if one.live else (called, batched):
            results = []
            for byte in BYTES:
                with guarded(byte):
                    results.append(found(way, one))
            for byte, other in zip(BYTES[1:], results[1:]):
                assert other == results[0], f"{way.__name__} of {one} changes with what is in fresh memory: {byte:#x}"


@pytest.mark.parametrize("name", sorted(set(laws.NAMES) - UNWRITTEN))
def test_laws(name: str) -> None:
    laws.check(bounds, name, laws.few(name))


def element(x: np.ndarray, k: int) -> Any:
    """Where an element lies, inside of an array or outside."""
    return ctypes.cast(x.ctypes.data + 8 * k, ctypes.POINTER(ctypes.c_double))


def left_out() -> np.ndarray:
    x = np.empty(6)
    x[:5] = 1
    return x


def read_behind() -> np.ndarray:
    x = np.ones(6)
    return np.array(element(x, 6)[0])


def read_after_it_was_freed() -> np.ndarray:
    at = element(np.ones(6), 3)
    return np.array(at[0])


@pytest.mark.parametrize("fault", [left_out, read_behind, read_after_it_was_freed])
def test_what_was_not_written_shows(fault: Callable[[], np.ndarray]) -> None:
    seen = []
    for byte in BYTES:
        with guarded(byte):
            seen.append(fault().tobytes())
    assert len(set(seen)) == len(BYTES)


@pytest.mark.parametrize("k", [-1, 6])
def test_what_is_written_outside_shows(k: int) -> None:
    with pytest.raises(AssertionError, match="bytes outside of 1 array were written"), guarded(0):
        x = np.ones(6)
        element(x, k)[0] = 1.0
        del x
