"""Elementwise operations on half types: they compute in float32, and round once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from tests.samples import rng
from tests.test_shared_loops import COUNTS, same_at_each_count

SIZES = (1, 15, 1037, 70_001)  # shorter than a vector, than a block, than what threads share, and longer
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y, "multiply": lambda x, y: x * y, "number": lambda x, y: 0.3 * x - 2,
    "square": lambda x, y: x * x, "negative": lambda x, y: -x, "abs": lambda x, y: x.abs(),
    "sqrt": lambda x, y: x.sqrt(), "relu": lambda x, y: x.relu(), "leaky": lambda x, y: F.leaky_relu(x, 0.3),
    "silu": lambda x, y: F.silu(x),
    "gelu": lambda x, y: F.gelu(x), "hardswish": lambda x, y: F.hardswish(x), "addcmul": lambda x, y: x.addcmul(x, y),
    "less": lambda x, y: x < y, "equal": lambda x, y: x == y, "below": lambda x, y: x < 0.3,
    "maximum": lambda x, y: wengert.maximum(x, y), "clamp": lambda x, y: x.clamp(-0.3, 0.3),
    "powers": lambda x, y: x**3 + x**2, "lerp": lambda x, y: x.lerp(y, 0.3), "tanh": lambda x, y: x.tanh(),
}  # fmt: skip
ONE = ("add", "multiply", "square", "negative", "abs", "sqrt", "relu", "silu", "gelu", "hardswish", "addcmul", "less",
       "equal", "maximum", "tanh")  # fmt: skip


def inputs(dtype: Any, size: int) -> list[Any]:
    r = rng()
    found = []
    for _ in range(2):
        a = r.normal(size=size).astype("f4")
        a[r.random(size) < 0.05] = r.choice([np.nan, np.inf, -np.inf, 0.0, -0.0, 6e4, 1e-7, -3e38])
        found.append(wengert.from_numpy(a).to(dtype))
    return found


@pytest.mark.parametrize("dtype", [wengert.float16, wengert.bfloat16])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ONE)
def test_one_operation_rounds_once(name: str, size: int, dtype: Any) -> None:
    x, y = inputs(dtype, size)
    call = CALLS[name]
    found, wide = call(x, y), call(x.float(), y.float())
    expected = wide if wide.dtype == wengert.bool else wide.to(dtype)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.float().numpy(), expected.float().numpy())
    signs = [wengert.signbit(a) | wengert.isnan(a) for a in (found, expected)]
    assert wengert.equal(*signs)


@pytest.mark.parametrize("dtype", [wengert.float16, wengert.bfloat16])
@pytest.mark.parametrize("name", CALLS)
def test_threads_and_layouts_change_nothing(name: str, dtype: Any) -> None:
    x, y = inputs(dtype, 70_000)
    call = CALLS[name]
    found = same_at_each_count(lambda: call(x, y).float().numpy(), COUNTS[:3])[0]
    columns = [a.reshape(700, 100).t().contiguous().t() for a in (x, y)]
    np.testing.assert_array_equal(call(*columns).float().numpy().reshape(-1), found)
    spread = wengert.empty(70_000, 2, dtype=dtype)[:, 0].copy_(x)
    np.testing.assert_array_equal(call(spread, y).float().numpy(), found)


def test_the_last_program_was_for_another_dtype() -> None:
    """A function keeps the program that it ran last: that of float64 is none for halves."""
    for dtype in (wengert.float64, wengert.float16, wengert.float32, wengert.bfloat16, wengert.float64):
        x = wengert.full((300,), 0.5, dtype=dtype)
        for found in (x * x, x * 2.0, x.relu(), F.silu(x)):
            assert found.dtype == dtype
        assert (x * x).sum().item() == 75
