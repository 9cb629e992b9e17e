"""Recurrent cells, which compute one step, and recurrent layers, which run along a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import errors
from ...arrays import dtypes
from ...declare.families import composite
from ...dispatch.given_numbers import given_bool
from ..elementwise.pointwise import clone
from ..shape.dims import as_int
from ..shape.join import cat, stack, unbind
from ..shape.shape import reshape, transpose
from .layer import _dropped
from .layer import linear_layer as linear
from .recurrent_scan import GATES, STEPS, _lstm_scan, _rnn_scan

# -- Cells -------------------------------------------------------------------------------------------------------------


def _check_cell(
    name: str, gates: int, input: Any, states: Sequence[Any], w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any
) -> None:
    """Check the shapes: (N, I), (N, H) each, (gates * H, I), (gates * H, H) and (gates * H,)."""
    _check_dimensions(name, 2, input=input, hx=states[0], w_ih=w_ih, w_hh=w_hh)
    _check_dimensions(name, 1, b_ih=b_ih, b_hh=b_hh)
    if input.shape[1] != w_ih.shape[-1]:
        raise errors.shapes.cell_size("input", "input_size", input.shape[1], w_ih.shape[-1])
    if states[0].shape[1] != w_hh.shape[-1]:
        raise errors.shapes.cell_size("hidden0", "hidden_size", states[0].shape[1], w_hh.shape[-1])
    _check_rows(name, gates, states[0].shape[1], w_ih, w_hh)
    for c in states[1:]:
        _check_dimensions(name, 2, cx=c)
    for i, state in enumerate(states):
        if state.shape[0] != input.shape[0]:
            raise errors.shapes.cell_batch(input.shape[0], i, state.shape[0])
        if state.shape[1] != states[0].shape[1]:
            raise errors.shapes.cell_size(f"hidden{i}", "hidden_size", state.shape[1], states[0].shape[1])


def _check_rows(name: str, gates: int, hidden: int, w_ih: Any, w_hh: Any) -> None:
    for what, weight in (("weight_ih", w_ih), ("weight_hh", w_hh)):
        if weight.shape[0] != gates * hidden:
            raise errors.shapes.cell_rows(name, what, gates, hidden, weight.shape[0])


def _check_dimensions(name: str, count: int, **given: Any) -> None:
    for what, x in given.items():
        if x is not None and x.ndim != count:
            raise errors.shapes.cell(name, what, count, x.ndim)


def _cell(kind: str, input: Any, states: Sequence[Any], w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any) -> tuple[Any, ...]:
    _check_cell(f"{kind}_cell", GATES[kind], input, states, w_ih, w_hh, b_ih, b_hh)
    return STEPS[kind](linear(input, w_ih, b_ih), linear(states[0], w_hh, b_hh), *states)[0]


@composite("rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an Elman recurrent layer: ``tanh(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input: shape (N, I)
        hx: the previous state: shape (N, H)

    >>> wengert.rnn_tanh_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[0.9640]])
    """
    return _cell("rnn_tanh", input, [hx], w_ih, w_hh, b_ih, b_hh)[0]


@composite("rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def rnn_relu_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an Elman recurrent layer: ``relu(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input: shape (N, I)
        hx: the previous state: shape (N, H)

    >>> wengert.rnn_relu_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[2.]])
    """
    return _cell("rnn_relu", input, [hx], w_ih, w_hh, b_ih, b_hh)[0]


@composite("gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def gru_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of gated recurrent units. The rows of the weights belong to the reset gate, the update gate and the new
    state.

    Cho et al., "Learning phrase representations using RNN encoder-decoder for statistical machine translation", 2014.

    Args:
        input: shape (N, I)
        hx: the previous state: shape (N, H)

    >>> wengert.gru_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(3, 2), wengert.ones(3, 1))
    tensor([[0.1149]])
    """
    return _cell("gru", input, [hx], w_ih, w_hh, b_ih, b_hh)[0]


@composite("lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def lstm_cell(input: Any, hx: Sequence[Any], w_ih: Any, w_hh: Any, b_ih: Any = None,
              b_hh: Any = None) -> tuple[Any, Any]:  # fmt: skip
    """One step of a long short-term memory.

    The rows of the weights belong to the input gate, the forget gate, the new cell and the output gate.

    Hochreiter and Schmidhuber, "Long short-term memory", 1997.

    Args:
        input: shape (N, I)
        hx: the previous state and cell, each of shape (N, H)

    >>> h = c = wengert.zeros(1, 1)
    >>> h, c = wengert.lstm_cell(wengert.ones(1, 2), (h, c), wengert.ones(4, 2), wengert.ones(4, 1))
    >>> h, c
    (tensor([[0.6083]]), tensor([[0.8491]]))
    """
    h, c = _cell("lstm", input, _pair("lstm_cell", hx), w_ih, w_hh, b_ih, b_hh)
    return h, c


def _pair(name: str, hx: Any) -> tuple[Any, Any]:
    if hasattr(hx, "dtype"):
        raise errors.calls.wrong_type(name, "hx", "tuple of Tensors", hx)
    if len(hx) != 2:
        raise RuntimeError(f"{name} expects two hidden states, but got {len(hx)}. Give (h, c).")
    return hx[0], hx[1]


# -- Layers ------------------------------------------------------------------------------------------------------------


def _layers(
    name: str, input: Any, hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int, dropout: float, train: bool,
    bidirectional: bool, batch_first: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """The outputs of the last layer at all times, and the last states of all layers."""
    if getattr(hx, "ndim", 0) == 1 and dtypes.as_numpy(hx.dtype).kind in "iu":
        raise errors.shapes.packed(name)
    for given in (has_biases, train, bidirectional, batch_first):  # not before: packed sequences have others there
        given_bool(given)
    _check_dimensions(name, 3, input=input)
    xs = transpose(input, dim0=0, dim1=1) if batch_first else input
    times, batch, size = xs.shape
    out, *last = _packed(
        name, reshape(xs, (times * batch, size)), (batch,) * times, hx, params, has_biases, num_layers, dropout, train,
        bidirectional,
    )  # fmt: skip
    out = reshape(out, (times, batch, out.shape[-1]))
    return transpose(out, dim0=0, dim1=1) if batch_first else out, *last


def _packed(
    name: str, xs: Any, sizes: tuple[int, ...], hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int,
    dropout: float, train: bool, bidirectional: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """:func:`_layers` of packed sequences: see Note [Scans] in ``recurrent_scan.py``."""
    states, ways = _pair(name, hx) if name == "lstm" else (hx,), 2 if bidirectional else 1
    count = as_int(num_layers) * ways
    _check_states(name, states, count, sizes)
    projected = len(states) == 2 and states[0].shape[2] != states[1].shape[2]
    each = 2 + 2 * has_biases + projected
    if len(params) != count * each:
        raise errors.shapes.recurrent_parameters(name, len(params), count * each)
    begun, ended = list(zip(*(unbind(state) for state in states), strict=True)), []
    for first in range(0, count, ways):
        if first and train and dropout:
            xs = _dropped(xs, dropout, True, False)
        outputs = []
        for at in range(first, first + ways):
            own = list(params[at * each : (at + 1) * each])
            if not has_biases:
                own[2:2] = [None, None]
            _check_parameters(name, states[-1].shape[2], *own)
            out, *last = _along(name, xs, begun[at], own, sizes, at > first)
            outputs.append(out)
            ended.append(last)
        xs = outputs[0] if ways == 1 else cat(*outputs, dim=-1)
    if ways == 1:
        xs = clone(xs)  # the scan saves its states: users may write into theirs
    return xs, *(stack(*ends, dim=0) for ends in zip(*ended, strict=True))


def _check_states(name: str, states: Sequence[Any], count: int, sizes: tuple[int, ...]) -> None:
    """Check that there are so many states, for as many sequences as there are."""
    if not sizes:
        raise errors.shapes.no_steps(name)
    expected = count, sizes[0]
    for state in states:
        if state.ndim != 3 or tuple(state.shape[:2]) != expected:
            raise errors.shapes.recurrent_state(name, expected, tuple(state.shape))


def _check_parameters(name: str, hidden: int, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, w_hr: Any = None) -> None:
    _check_dimensions(name, 2, w_ih=w_ih, w_hh=w_hh, w_hr=w_hr)
    _check_dimensions(name, 1, b_ih=b_ih, b_hh=b_hh)
    _check_rows(name, GATES[name], hidden, w_ih, w_hh)


def _along(name: str, xs: Any, states: Any, weights: Any, sizes: tuple[int, ...], backwards: bool) -> tuple[Any, ...]:
    """The states of one direction of a layer at all times, and the last ones."""
    w_ih, w_hh, b_ih, b_hh, *w_hr = weights
    gates = linear(xs, w_ih, b_ih)
    if name == "lstm":
        out, h, _, c, _ = _lstm_scan(gates, *states, w_hh, b_hh, *w_hr, sizes=sizes, backwards=backwards)
        return out, h, c
    out, h, _ = _rnn_scan(gates, *states, w_hh, b_hh, kind=name, sizes=sizes, backwards=backwards)
    return out, h


LAYER = "(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)"


@composite("rnn_tanh" + LAYER, method=False, packed=True)
def rnn_tanh(input: Any, hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> tuple[Any, Any]:  # fmt: skip
    """Recurrent layers that apply :func:`rnn_tanh_cell` along a sequence.

    Args:
        input: shape (T, N, I)
        hx: the initial states of each layer and direction: shape (L, N, H)
        dropout: the probability of dropping an output of a layer, except the last layer

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> params = wengert.ones(1, 2), wengert.ones(1, 1)
    >>> wengert.rnn_tanh(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[0]
    tensor([[[0.9640]],
    <BLANKLINE>
            [[0.9947]]])
    """
    out, h = _layers("rnn_tanh", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return out, h


@composite("rnn_relu" + LAYER, method=False, packed=True)
def rnn_relu(input: Any, hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int, dropout: float,
             train: bool, bidirectional: bool, batch_first: bool) -> tuple[Any, Any]:  # fmt: skip
    """Recurrent layers that apply :func:`rnn_relu_cell` along a sequence.

    Args:
        input: shape (T, N, I)
        hx: the initial states of each layer and direction: shape (L, N, H)
        dropout: the probability of dropping an output of a layer, except the last layer

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> params = wengert.ones(1, 2), wengert.ones(1, 1)
    >>> wengert.rnn_relu(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[4.]]])
    """
    out, h = _layers("rnn_relu", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return out, h


@composite("gru" + LAYER, method=False, packed=True)
def gru(input: Any, hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int, dropout: float,
        train: bool, bidirectional: bool, batch_first: bool) -> tuple[Any, Any]:  # fmt: skip
    """Layers of gated recurrent units, which apply :func:`gru_cell` along a sequence.

    Args:
        input: shape (T, N, I)
        hx: the initial states of each layer and direction: shape (L, N, H)
        dropout: the probability of dropping an output of a layer, except the last layer

    Returns:
        the states of the last layer at all times, and the last states of all layers

    >>> params = wengert.ones(3, 2), wengert.ones(3, 1)
    >>> wengert.gru(wengert.ones(2, 1, 2), wengert.zeros(1, 1, 1), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[0.2070]]])
    """
    out, h = _layers("gru", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return out, h


@composite("lstm" + LAYER, method=False, packed=True)
def lstm(input: Any, hx: Sequence[Any], params: Sequence[Any], has_biases: bool, num_layers: int, dropout: float,
         train: bool, bidirectional: bool, batch_first: bool) -> tuple[Any, Any, Any]:  # fmt: skip
    """Layers of long short-term memory, which apply :func:`lstm_cell` along a sequence.

    If states and cells differ in size, the last parameter of each layer is a projection: shape (P, H).

    Args:
        input: shape (T, N, I)
        hx: the initial states and cells of each layer and direction: shape (L, N, H)
        dropout: the probability of dropping an output of a layer, except the last layer

    Returns:
        the states of the last layer at all times, and the last states and cells of all layers

    >>> params, zeros = (wengert.ones(4, 2), wengert.ones(4, 1)), wengert.zeros(1, 1, 1)
    >>> wengert.lstm(wengert.ones(2, 1, 2), (zeros, zeros), params, False, 1, 0.0, False, False, False)[1]
    tensor([[[0.8726]]])
    """
    out, h, c = _layers("lstm", input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return out, h, c


# -- Packed sequences --------------------------------------------------------------------------------------------------


def packed_layers(
    name: str, data: Any, batch_sizes: Sequence[int], hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int,
    dropout: float, train: bool, bidirectional: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """What a layer of ``nn`` does with packed sequences: as the functions above, whose published forms take none."""
    sizes = list(batch_sizes)
    _check_dimensions(name, 2, input=data)
    if sum(sizes) != data.shape[0] or min(sizes, default=0) <= 0 or sizes != sorted(sizes, reverse=True):
        raise errors.shapes.batch_sizes(name, sizes, data.shape[0])
    return _packed(name, data, tuple(sizes), hx, params, has_biases, num_layers, dropout, train, bidirectional)
