"""Samples of ``wengert._core.ops.nn.recurrent_scan``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


# how many sequences have a value at each step; how many weights are given; the direction
RUNS = (
    ((2, 2), 1, True), ((2, 1), 2, False), ((2, 1), 2, True),
    ((1,), 1, False), ((1, 1, 1), 1, True), ((0, 0), 2, False),
)  # fmt: skip


def _scans(gates: int, states: int, **params: Any) -> Iterator[Sample]:
    """Along sequences of one length and of two, of one value, and where there are none."""
    r = rng()
    weights = [0.2 * r.normal(size=size) for size in ((gates * 2, 2), (gates * 2,))]
    for sizes, count, backwards in RUNS:
        firsts, given = [r.normal(size=(sizes[0], 2)) for _ in range(states)], r.normal(size=(sum(sizes), gates * 2))
        given += 1.5 * np.sign(given)  # products with weights leave them away from the kink of relu
        yield Sample(given, *firsts, *weights[:count], sizes=sizes, backwards=backwards, **params)


def _scanned(kind: str, gates: Any, states: Any, w: Any, b: Any = 0.0, w_hr: Any = None, *, sizes: Any,
             backwards: bool) -> Any:  # fmt: skip
    """The states, each sequence run through alone; the last ones; and what the gates came to."""
    acts = {"gru": 4 * states[0].shape[1], "lstm": 4 * states[-1].shape[1]}.get(kind, 0)
    found = [np.zeros((len(gates), width), gates.dtype) for width in (*[s.shape[1] for s in states], acts)]
    last = [np.zeros(s.shape, gates.dtype) for s in states]
    for k in range(sizes[0]):
        rows = [sum(sizes[:t]) + k for t, n in enumerate(sizes) if k < n]
        now = [s[k] for s in states]
        for row in reversed(rows) if backwards else rows:
            now, came = _stepped(kind, gates[row], now[0] @ w.T + b, *now)
            if w_hr is not None:
                now[0] = w_hr @ now[0]
            for out, new in zip(found, (*now, came), strict=True):
                out[row] = new
        for out, new in zip(last, now, strict=True):
            out[k] = new
    return (*[x for pair in zip(found, last, strict=False) for x in pair], found[-1])


def _stepped(kind: str, x: Any, product: Any, h: Any, c: Any = None) -> tuple[list[Any], Any]:
    if kind == "gru":
        (u, v, new), (reset, update, own) = np.split(x, 3), np.split(product, 3)
        reset, update = _sigmoid(u + reset), _sigmoid(v + update)
        new = np.tanh(new + reset * own)
        return [(1 - update) * new + update * h], np.concatenate([reset, update, new, own])
    if kind == "lstm":
        take, keep, new, give = np.split(x + product, 4)
        take, keep, new, give = _sigmoid(take), _sigmoid(keep), np.tanh(new), _sigmoid(give)
        c = keep * c + take * new
        return [give * np.tanh(c), c], np.concatenate([take, keep, new, give])
    return [np.tanh(x + product) if kind == "rnn_tanh" else np.maximum(x + product, 0)], ()


@samples("_rnn_scan", ref=lambda gates, h, *weights, kind, **params: _scanned(kind, gates, [h], *weights, **params))
def scans() -> Iterator[Sample]:
    for kind, gates in (("rnn_tanh", 1), ("rnn_relu", 1), ("gru", 3)):
        yield from _scans(gates, 1, kind=kind)


@samples("_lstm_scan", ref=lambda gates, h, c, *weights, **params: _scanned("lstm", gates, [h, c], *weights, **params))
def lstm_scans() -> Iterator[Sample]:
    yield from _scans(4, 2)
    r = rng()
    shapes = (3, 8), (2, 1), (2, 2), (8, 1), (8,), (1, 2)
    for backwards in (False, True):
        yield Sample(*[r.normal(size=shape) for shape in shapes], sizes=(2, 1), backwards=backwards)
