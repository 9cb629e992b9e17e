"""Samples of ``wengert._core.ops.nn.recurrent_scan``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples


def _scans(gates: int, states: int, **params: Any) -> Iterator[Sample]:
    r = rng()
    for times, rows in ((3, 2), (1, 1), (2, 0)):
        given = [r.normal(size=(times, rows, gates * 2)), *[r.normal(size=(rows, 2)) for _ in range(states)]]
        for backwards in (False, True):
            yield Sample(*given, r.normal(size=(gates * 2, 2)), backwards=backwards, **params)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


def _scanned(step: Any, gates: np.ndarray, *given: Any, backwards: bool) -> Any:
    """What a step makes of all gates, one time after another: it returns new states, and what else there is."""
    *states, w = given
    found = []
    for gate in gates[::-1] if backwards else gates:
        states, others = step(gate, states, w)
        found.append((*states, *others))
    out = [np.stack(xs[::-1] if backwards else xs) for xs in zip(*found, strict=True)]
    return out[0] if len(out) == 1 else tuple(out)


def _rnn(*given: Any, bend: str, backwards: bool) -> Any:
    def step(gate: Any, states: Any, w: Any) -> Any:
        x = gate + states[0] @ w.T
        return [np.tanh(x) if bend == "tanh" else np.maximum(x, 0)], ()

    return _scanned(step, *given, backwards=backwards)


def _gru(gates: Any, h: Any, w: Any, b: Any = 0.0, *, backwards: bool) -> Any:
    def step(gate: Any, states: Any, w: Any) -> Any:
        (x, y, z), (u, v, own) = np.split(gate, 3, -1), np.split(states[0] @ w.T + b, 3, -1)
        reset, update = _sigmoid(x + u), _sigmoid(y + v)
        new = np.tanh(z + reset * own)
        return [(1 - update) * new + update * states[0]], [np.concatenate([reset, update, new, own], -1)]

    return _scanned(step, gates, h, w, backwards=backwards)


def _lstm(*given: Any, backwards: bool) -> Any:
    def step(gate: Any, states: Any, w: Any) -> Any:
        (_, c), (i, f, g, o) = states, np.split(gate + states[0] @ w.T, 4, -1)
        i, f, g, o = _sigmoid(i), _sigmoid(f), np.tanh(g), _sigmoid(o)
        c = f * c + i * g
        return [o * np.tanh(c), c], [np.concatenate([i, f, g, o], -1)]

    return _scanned(step, *given, backwards=backwards)


@samples("_rnn_scan", ref=_rnn)
def rnn_scans() -> Iterator[Sample]:
    for bend in ("tanh", "relu"):
        yield from _scans(1, 1, bend=bend)


@samples("_gru_scan", ref=_gru)
def gru_scans() -> Iterator[Sample]:
    yield from _scans(3, 1)
    r = rng()
    yield Sample(*[r.normal(size=size) for size in ((3, 2, 6), (2, 2), (6, 2), (6,))], backwards=False)


@samples("_lstm_scan", ref=_lstm)
def lstm_scans() -> Iterator[Sample]:
    yield from _scans(4, 2)
