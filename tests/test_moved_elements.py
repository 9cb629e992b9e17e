"""What only moves elements keeps the bits of each, in every dtype: NaNs with a payload, subnormals, negative zeros."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert

BITS = {1: "uint8", 2: "int16", 4: "int32", 8: "int64"}
DTYPES = ("float16", "bfloat16", "float32", "float64", "complex64", "int8", "int16", "uint32", "int64", "bool")
R = np.random.default_rng(0)
AT = wengert.tensor(R.integers(0, 6, (4, 3, 5)))
ROWS = wengert.tensor([0, 3, 3, 1])
ONCE = wengert.tensor(R.permuted(np.broadcast_to(np.arange(6)[:, None], (4, 6, 5)), axis=1)[:, :3].copy())  # all differ
MASK = wengert.tensor(R.random((4, 6, 5)) < 0.4)
CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "gather": lambda x, y: x.gather(1, AT),
    "gather, rows": lambda x, y: x.gather(1, ROWS[:, None, None].expand(4, 4, 5)),
    "take_along_dim": lambda x, y: x.take_along_dim(AT, 1),
    "scatter": lambda x, y: x.scatter(1, ONCE, y),
    "scatter, rows": lambda x, y: x.scatter(1, wengert.tensor([5, 0, 2])[:, None].expand(4, 3, 5), y),
    "index_select": lambda x, y: x.index_select(1, ROWS),
    "index_copy": lambda x, y: x.index_copy(0, wengert.tensor([2, 0]), y[:2]),
    "x[i]": lambda x, y: x[ROWS],
    "x[:, i]": lambda x, y: x[:, ROWS],
    "x[mask]": lambda x, y: x[MASK],
    "x[i] = y": lambda x, y: x.index_put((wengert.tensor([1, 0]),), y[:2]),
    "masked_scatter": lambda x, y: x.masked_scatter(MASK, y.flip(0)),
    "where": lambda x, y: wengert.where(MASK, x, y),
    "copy_": lambda x, y: x.clone().copy_(y),
    "copy_, in columns": lambda x, y: x.mT.clone().copy_(y.mT),
    "zero_": lambda x, y: x.clone().zero_(),
    "cat": lambda x, y: wengert.cat([x, y], 1),
    "stack": lambda x, y: wengert.stack([x, y], 1),
    "flip": lambda x, y: x.flip(0, 2),
    "roll": lambda x, y: x.roll(2, 1),
    "rot90": lambda x, y: x.rot90(1, (0, 2)),
    "tril": lambda x, y: x.tril(),
    "repeat": lambda x, y: x.repeat(2, 1, 1),
    "repeat_interleave": lambda x, y: x.repeat_interleave(2, 1),
    "diag_embed": lambda x, y: x.diag_embed(),
    "contiguous": lambda x, y: x.mT.contiguous(),
    "clone": lambda x, y: x[:, ::2].clone(),
    "unfold": lambda x, y: x.unfold(1, 2, 1).clone(),
    "as_strided": lambda x, y: x.as_strided((3, 4), (2, 7)).clone(),
    "select_scatter": lambda x, y: x.select_scatter(y[:, 0], 1, 2),
    "slice_scatter": lambda x, y: x.slice_scatter(y[:, :3], 1, 1, 4),
    "diagonal": lambda x, y: x.diagonal().clone(),
    "movedim": lambda x, y: x.movedim(0, 2).reshape(-1),
}


def drawn(dtype: str) -> list[Any]:
    """Two tensors of random bits."""
    size = getattr(wengert, dtype).itemsize
    bits = R.integers(0, 2, (2, 4, 6, 5)) if dtype == "bool" else R.integers(0, 256, (2, 4, 6, 5 * size))
    return [wengert.tensor(b.astype("u1")).view(getattr(wengert, dtype)) for b in bits]


def bits_of(x: Any) -> Any:
    return x.view(getattr(wengert, BITS[x.itemsize]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_bits_are_moved(dtype: str) -> None:
    x, y = drawn(dtype)
    wrong = []
    for name, call in CALLS.items():
        found, expected = bits_of(call(x, y)), call(bits_of(x), bits_of(y))
        if found.shape != expected.shape or not wengert.equal(found, expected):
            wrong.append(name)
    assert not wrong


def test_complex_numbers_of_sixteen_bytes_are_moved() -> None:
    x, y = (wengert.tensor(R.normal(size=(4, 6, 5)) + 1j * R.normal(size=(4, 6, 5))) for _ in range(2))
    for name, call in CALLS.items():
        for part in ("real", "imag") if name != "as_strided" else ():  # parts have other strides
            found, expected = getattr(call(x, y), part), call(getattr(x, part), getattr(y, part))
            assert wengert.equal(found, expected), (name, part)


def test_gradients_of_half_types_are_rounded_once_where_several_meet() -> None:
    """A gradient that only moves is not cast. What is added up is added in float32."""
    n = 3000
    for dtype in (wengert.float16, wengert.bfloat16):
        x = wengert.ones(3, 2, dtype=dtype, requires_grad=True)
        zeros = wengert.zeros(n, dtype=wengert.int64)
        exact = wengert.tensor(float(n), dtype=dtype).item()
        calls = {
            "expand": lambda x=x: x[None].expand(n, 3, 2),
            "repeat": lambda x=x: x.repeat(n, 1),
            "x[i]": lambda x=x, zeros=zeros: x[zeros],
            "index_select": lambda x=x, zeros=zeros: x.index_select(0, zeros),
            "gather": lambda x=x, zeros=zeros: x.gather(0, zeros[:, None].expand(n, 2)),
            "embedding": lambda x=x, zeros=zeros: wengert.nn.functional.embedding(zeros, x),
            "as_strided": lambda x=x: x.as_strided((n, 2), (0, 1)),
            "unfold": lambda x=x: x[:1, :1].expand(1, 2 * n).unfold(1, n, 2 * n),
        }
        for name, call in calls.items():
            (g,) = wengert.autograd.grad(call().sum(), x)
            assert g.dtype == dtype and g.max().item() == exact, (name, dtype)
