"""Samples of ``wengert._core.ops.nn.recurrent``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.samples import Sample, rng, samples


def _cell(gates: int, pair: bool) -> Iterator[Sample]:
    r = rng()
    x, h = r.normal(size=(2, 3)), r.normal(size=(2, 2))
    state: Any = [h, r.normal(size=(2, 2))] if pair else h
    w = [r.normal(size=(gates * 2, 3)), r.normal(size=(gates * 2, 2))]
    yield Sample(x, state, *w)
    yield Sample(x, state, *w, r.normal(size=gates * 2), r.normal(size=gates * 2))


@samples("rnn_tanh_cell", "rnn_relu_cell")
def simple_cells() -> Iterator[Sample]:
    yield from _cell(1, False)


@samples("gru_cell")
def gru_cell() -> Iterator[Sample]:
    yield from _cell(3, False)


@samples("lstm_cell")
def lstm_cell() -> Iterator[Sample]:
    yield from _cell(4, True)


def _layers(gates: int, pair: bool) -> Iterator[Sample]:
    r = rng()

    def given(layers: int, ways: int, biases: bool, projected: int = 0) -> tuple[Any, list[np.ndarray]]:
        out = projected or 2
        h = r.normal(size=(layers * ways, 1, out))
        state = [h, r.normal(size=(layers * ways, 1, 2))] if pair else h
        params = []
        for layer in range(layers):
            for _ in range(ways):
                shapes = [(gates * 2, ways * out if layer else 3), (gates * 2, out)]
                shapes += [(gates * 2,)] * 2 if biases else []
                shapes += [(projected, 2)] if projected else []
                params += [r.normal(size=shape) for shape in shapes]
        return state, params

    x = r.normal(size=(2, 1, 3))
    yield Sample(x, *given(1, 1, True), True, 1, 0.0, False, False, False)
    yield Sample(x.swapaxes(0, 1), *given(2, 2, False), False, 2, 0.3, False, True, True)
    if pair:
        yield Sample(x, *given(1, 1, False, projected=1), False, 1, 0.0, True, False, False)


@samples("rnn_tanh", "rnn_relu")
def simple_layers() -> Iterator[Sample]:
    yield from _layers(1, False)


@samples("gru")
def gru() -> Iterator[Sample]:
    yield from _layers(3, False)


@samples("lstm")
def lstm() -> Iterator[Sample]:
    yield from _layers(4, True)
