"""A transformer that continues sequences, and a training step of it.

Vaswani et al., "Attention is all you need", 2017, as a decoder alone with normalisation before each block (Radford et
al., 2019). The step is AdamW: Loshchilov and Hutter, "Decoupled weight decay regularization", 2019.
"""

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

BATCH, LENGTH, TOKENS, WIDTH, HEADS, BLOCKS = 4, 32, 100, 64, 4, 2
RATE = 1e-7  # so small that the problem stays the same


def cases(t: ModuleType) -> dict[str, Callable[[], list[Any]]]:
    r = np.random.default_rng(0)
    layers = t.nn.functional

    def parameter(*shape: int) -> Any:
        return t.from_numpy((r.normal(size=shape) / math.sqrt(shape[-1])).astype(np.float32)).requires_grad_()

    def block() -> list[Any]:
        return [
            parameter(WIDTH), parameter(WIDTH), parameter(3 * WIDTH, WIDTH), parameter(WIDTH, WIDTH),
            parameter(WIDTH), parameter(WIDTH), parameter(4 * WIDTH, WIDTH), parameter(WIDTH, 4 * WIDTH),
        ]  # fmt: skip

    words, places, blocks = parameter(TOKENS, WIDTH), parameter(LENGTH, WIDTH), [block() for _ in range(BLOCKS)]
    parameters = [words, places, *[p for block in blocks for p in block]]
    optimizer = t.optim.AdamW(parameters, lr=RATE)
    text = t.from_numpy(r.integers(0, TOKENS, (BATCH, LENGTH + 1)))
    future = t.ones(LENGTH, LENGTH).triu(1).bool()

    def attention(x: Any, into: Any, out: Any) -> Any:
        split = layers.linear(x, into).view(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = split.unbind(0)
        scores = query @ key.transpose(-2, -1) / math.sqrt(WIDTH // HEADS)
        weights = scores.masked_fill(future, -math.inf).softmax(-1)
        return layers.linear((weights @ value).transpose(1, 2).reshape(BATCH, LENGTH, WIDTH), out)

    def loss() -> Any:
        x = words[text[:, :-1]] + places
        for scale, shift, into, out, scale2, shift2, widen, narrow in blocks:
            x = x + attention(layers.layer_norm(x, (WIDTH,), scale, shift), into, out)
            hidden = layers.gelu(layers.linear(layers.layer_norm(x, (WIDTH,), scale2, shift2), widen))
            x = x + layers.linear(hidden, narrow)
        logits = layers.linear(x, words)
        return layers.cross_entropy(logits.view(-1, TOKENS), text[:, 1:].reshape(-1))

    def step() -> list[Any]:
        loss().backward()
        optimizer.step()
        found = [p.grad for p in parameters]
        optimizer.zero_grad()
        return found

    return {"loss": lambda: [loss()], "training step": step}
