"""Sorts, ranks and bounds of integers: large arrays give what small ones give, at the ends of each dtype, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_equal

import wengert
from wengert._core.ops.elementwise import clamping
from wengert._core.ops.reduce import order, order_loops

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")

CALLS: dict[str, Callable[[Any], Any]] = {
    "sort": lambda x: x.sort(-1), "sort descending": lambda x: x.sort(-1, descending=True),
    "sort along the first dimension": lambda x: x.sort(0), "argsort": lambda x: x.argsort(-1),
    "topk": lambda x: x.topk(5, -1), "smallest": lambda x: x.topk(5, -1, largest=False),
    "largest": lambda x: x.topk(1, -1),
    "many": lambda x: x.topk(40, -1), "topk along the first dimension": lambda x: x.topk(2, 0),
    "kthvalue": lambda x: x.kthvalue(7, -1), "median": lambda x: x.median(-1), "median of all": lambda x: x.median(),
    "unique": lambda x: wengert.unique(x), "argmax": lambda x: x.argmax(-1),
}  # fmt: skip


def integers(dtype: str) -> np.ndarray:
    """Rows with ties, rows of all sizes, and the ends of the dtype."""
    r = np.random.default_rng(0)
    if dtype == "bool":
        return r.random((6, 300)) < 0.5
    least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
    x = r.integers(least, most, (6, 300), dtype, endpoint=True)
    x[:3] = r.integers(max(least, -3), 4, (3, 300))
    x[:, ::50], x[:, 1::50] = least, most
    return x


@pytest.mark.parametrize(("name", "dtype"), [(n, d) for n in CALLS for d in DTYPES if (n, d) != ("argmax", "bool")])
def test_the_loops_give_what_numpy_gives(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    x = wengert.from_numpy(integers(dtype))

    def found() -> list[np.ndarray]:
        out = CALLS[name](x)
        return [np.asarray(part) for part in (out if isinstance(out, tuple) else (out,))]

    by_loops = found()
    for loop in ("argsorted", "first_few", "of_rank"):
        monkeypatch.setattr(order_loops, loop, lambda *given: None)
    by_numpy = found()
    for one, other in zip(by_loops, by_numpy, strict=True):
        assert one.dtype == other.dtype
        assert_equal(one, other)


@pytest.mark.skipif(not wengert.compiled, reason="the uncompiled build has no loops")
@pytest.mark.parametrize("dtype", sorted(order.LONG | order.SHORT, key=str))
def test_every_dtype_has_a_loop(dtype: Any) -> None:
    x = np.arange(200).astype(dtype)
    for loop, how in (
        (order_loops.argsorted, (False,)),
        (order_loops.first_few, (3, True)),
        (order_loops.of_rank, (4,)),
    ):
        assert order._by_rows(loop, x, -1, *how) is not None


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d != "bool"])
def test_bounds_of_many_integers(dtype: str) -> None:
    x = integers(dtype)
    assert x.size >= clamping.MANY
    ends = np.iinfo(dtype)
    for low, high in ((1, 3), (3, 1), (None, 2), (2, None), (ends.min, ends.max), (ends.max, None), (None, ends.min)):
        found = wengert.from_numpy(x).clamp(low, high)
        rows = [wengert.from_numpy(row).clamp(low, high) for row in x]
        assert_equal(np.asarray(found), np.stack(rows))
        wanted = np.asarray(x, object) if low is None else np.maximum(x.astype(object), low)
        wanted = wanted if high is None else np.minimum(wanted, high)
        assert_equal(np.asarray(found), wanted.astype(dtype))
    tensor = wengert.from_numpy(x[::-1].copy())
    assert_equal(np.asarray(wengert.from_numpy(x).clamp(tensor)), np.maximum(x, x[::-1]))
