"""What is computed in pieces, so that intermediate results need little memory, is the same in pieces of any size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
import wengert.nn.functional as F
from wengert._core.ops.index import positions
from wengert._core.ops.linalg import distances
from wengert._core.ops.nn import attention
from wengert._core.ops.random import generator

MASK = np.array([[True, False, True, True, False], [False] * 5, [True] * 5])
DRAWS: dict[str, Callable[[], Any]] = {
    "normal": lambda: wengert.randn(5003),
    "normal, in half precision": lambda: wengert.randn(5003, dtype=wengert.bfloat16),
    "normal, one by one": lambda: wengert.empty(5003, 2, dtype=wengert.float64)[:, 0].normal_(),
    "log normal": lambda: wengert.empty(5003).log_normal_(),
    "uniform": lambda: wengert.empty(5003).uniform_(-1, 2),
    "exponential": lambda: wengert.empty(5003).exponential_(),
    "Cauchy": lambda: wengert.empty(5003, dtype=wengert.float64).cauchy_(),
    "integers": lambda: wengert.randint(-3, 1 << 40, (5003,)),
    "trials": lambda: wengert.empty(5003).geometric_(0.2),
    "chances": lambda: wengert.empty(5003).bernoulli_(0.3),
}
CALLS: dict[str, tuple[Any, str, Callable[..., Any], tuple[tuple[int, ...], ...]]] = {
    "attention": (attention, "PIECE", F.scaled_dot_product_attention, ((2, 3, 3, 4), (2, 3, 5, 4), (2, 3, 5, 2))),
    "attention to what came before": (
        attention, "PIECE", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        ((2, 7, 4), (2, 7, 4), (2, 7, 4)),
    ),
    "attention under a mask": (
        attention, "PIECE", lambda q, k, v: F.scaled_dot_product_attention(q, k, v, wengert.tensor(MASK)),
        ((2, 3, 3, 4), (2, 3, 5, 4), (2, 3, 5, 2)),
    ),
    "attention with numbers added": (
        attention, "PIECE", lambda q, k, v, m: F.scaled_dot_product_attention(q, k, v, m),
        ((2, 3, 3, 4), (2, 3, 5, 4), (2, 3, 5, 2), (3, 1, 5)),
    ),
    **{
        f"distances of order {p}": (
            distances, "BLOCK", lambda x, y, p=p: wengert.cdist(x, y, p), ((2, 7, 3), (2, 5, 3))
        )
        for p in (0.5, 1, 2, 3, 4, np.inf)
    },
    **{
        f"{name} random numbers": (
            generator, "PIECE", lambda x, draw=draw: wengert.manual_seed(0) and x * draw(), ((5003,),)
        )
        for name, draw in DRAWS.items()
    },
    "rows": (positions, "PIECE", lambda x: x[wengert.tensor([3, 0, 3, -1, 3, 2, 2])], ((4, 3),)),
    "columns": (positions, "PIECE", lambda x: x[:, wengert.tensor([[3, 0], [-1, 3]])], ((2, 4, 3),)),
    "places": (
        positions, "PIECE", lambda x: x[wengert.tensor([1, 0, 1]), wengert.tensor([[3], [0], [3]])], ((2, 4, 3),)
    ),
}  # fmt: skip


def gradients(call: Callable[..., Any], shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    r = np.random.default_rng(0)
    xs = [wengert.tensor(r.normal(size=s), requires_grad=True) for s in shapes]
    y = call(*xs)
    for cotangent in (wengert.tensor(r.normal(size=y.shape)), wengert.ones(1, dtype=wengert.float64).expand(y.shape)):
        found = wengert.autograd.grad(y, xs, cotangent, retain_graph=True)
    return [y.detach().numpy(), *(g.numpy() for g in found)]


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("size", [1, 8, 40])
def test_pieces_change_nothing(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module, constant, call, shapes = CALLS[name]
    for function in ("attended", "slopes"):  # loops that have blocks of their own
        monkeypatch.setattr(attention.attention_blocks, function, lambda *args: None)
    monkeypatch.setattr(module, constant, 1 << 40)
    whole = gradients(call, shapes)
    monkeypatch.setattr(module, constant, size)
    for mine, expected in zip(gradients(call, shapes), whole, strict=True):
        np.testing.assert_allclose(mine, expected, 1e-12, 1e-12)
