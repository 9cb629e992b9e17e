"""Recurrent cells, which compute one step, and recurrent layers, which run along a sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from wengert._core import errors
from wengert._core.arrays import dtypes
from wengert._core.declare.families import composite, pointwise
from wengert._core.tape.tensor import moving_levels, payload_of

from ..elementwise.complex import conj
from ..elementwise.elementary import sigmoid, tanh
from ..elementwise.pointwise import add, mul, sub
from ..shape.dims import as_int
from ..shape.join import cat, chunk, split, stack, unbind
from ..shape.shape import narrow, select, transpose
from .activation import relu
from .layer import _dropped
from .layer import linear_layer as linear
from .recurrent_scan import _gru_scan, _lstm_scan, _rnn_scan

# -- One step, given the contributions of input and state to each gate -------------------------------------------------


def _gru_step(x: Any, h: Any, state: Any) -> Any:
    reset_x, update_x, new_x = chunk(x, 3, -1)
    reset_h, update_h, new_h = chunk(h, 3, -1)
    reset, update = sigmoid(add(reset_x, reset_h)), sigmoid(add(update_x, update_h))
    new = tanh(add(new_x, mul(reset, new_h)))
    return add(mul(sub(state, new), update), new)  # in the memory order of the state, as in PyTorch


def _sigmoid_slope(x: Any) -> Any:
    s = sigmoid(x)
    return s * (1 - s)


def _tanh_slope(x: Any) -> Any:
    t = tanh(x)
    return 1 - t * t


@pointwise(
    take=lambda g, take, new: g * conj(tanh(new) * _sigmoid_slope(take)),
    keep=lambda g, keep, c: g * conj(c * _sigmoid_slope(keep)),
    new=lambda g, take, new: g * conj(sigmoid(take) * _tanh_slope(new)),
    c=lambda g, keep: g * conj(sigmoid(keep)),
)
def _lstm_memory(xp, take, keep, new, c):
    """The new memory of a cell: the part of the old one that it keeps, and the part of what is new that it takes."""
    return sigmoid(keep) * c + sigmoid(take) * tanh(new)


@pointwise(x=lambda g, gate: g * conj(sigmoid(gate)), gate=lambda g, x, gate: g * conj(x * _sigmoid_slope(gate)))
def _gated(xp, x, gate):
    return x * sigmoid(gate)


def _lstm_step(gates: Any, c: Any) -> tuple[Any, Any]:
    take, keep, new, give = chunk(gates, 4, -1)
    c = _lstm_memory(take, keep, new, c)
    return _gated(tanh(c), give), c  # the formulas of tanh need its result, not c, which a program may write


# -- Cells -------------------------------------------------------------------------------------------------------------


def _check_cell(name: str, input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, gates: int) -> None:
    """Check the shapes: (N, I), (N, H), (gates * H, I), (gates * H, H) and (gates * H,)."""
    _check_dimensions(name, 2, input=input, hx=hx, w_ih=w_ih, w_hh=w_hh)
    _check_dimensions(name, 1, b_ih=b_ih, b_hh=b_hh)
    if input.shape[1] != w_ih.shape[-1]:
        raise errors.shapes.cell_size("input", "input_size", input.shape[1], w_ih.shape[-1])
    if hx.shape[1] != w_hh.shape[-1]:
        raise errors.shapes.cell_size("hidden0", "hidden_size", hx.shape[1], w_hh.shape[-1])
    _check_rows(name, gates, hx.shape[1], w_ih, w_hh)
    if input.shape[0] != hx.shape[0]:
        raise errors.shapes.cell_batch(input.shape[0], 0, hx.shape[0])


def _check_rows(name: str, gates: int, hidden: int, w_ih: Any, w_hh: Any) -> None:
    for what, weight in (("weight_ih", w_ih), ("weight_hh", w_hh)):
        if weight.shape[0] != gates * hidden:
            raise errors.shapes.cell_rows(name, what, gates, hidden, weight.shape[0])


def _check_dimensions(name: str, count: int, **given: Any) -> None:
    for what, x in given.items():
        if x is not None and x.ndim != count:
            raise errors.shapes.cell(name, what, count, x.ndim)


def _simple_cell(name: str, bend: Callable[[Any], Any], input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any,
                 b_hh: Any) -> Any:  # fmt: skip
    _check_cell(name, input, hx, w_ih, w_hh, b_ih, b_hh, 1)
    return bend(add(linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh)))


@composite("rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an Elman recurrent layer: ``tanh(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input: shape (N, I)
        hx: the previous state: shape (N, H)

    >>> wengert.rnn_tanh_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[0.9640]])
    """
    return _simple_cell("rnn_tanh_cell", tanh, input, hx, w_ih, w_hh, b_ih, b_hh)


@composite("rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None)", method=False)
def rnn_relu_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an Elman recurrent layer: ``relu(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh)``.

    Args:
        input: shape (N, I)
        hx: the previous state: shape (N, H)

    >>> wengert.rnn_relu_cell(wengert.ones(1, 2), wengert.zeros(1, 1), wengert.ones(1, 2), wengert.ones(1, 1))
    tensor([[2.]])
    """
    return _simple_cell("rnn_relu_cell", relu, input, hx, w_ih, w_hh, b_ih, b_hh)


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
    _check_cell("gru_cell", input, hx, w_ih, w_hh, b_ih, b_hh, 3)
    return _gru_step(linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh), hx)


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
    h, c = _pair("lstm_cell", hx)
    _check_cell("lstm_cell", input, h, w_ih, w_hh, b_ih, b_hh, 4)
    _check_dimensions("lstm_cell", 2, cx=c)
    if c.shape[0] != h.shape[0]:
        raise errors.shapes.cell_batch(input.shape[0], 1, c.shape[0])
    if c.shape[1] != h.shape[1]:
        raise errors.shapes.cell_size("hidden1", "hidden_size", c.shape[1], h.shape[1])
    return _lstm_step(add(linear(input, w_ih, b_ih), linear(h, w_hh, b_hh)), c)


def _pair(name: str, hx: Any) -> tuple[Any, Any]:
    if hasattr(hx, "dtype"):
        raise errors.calls.wrong_type(name, "hx", "tuple of Tensors", hx)
    if len(hx) != 2:
        raise RuntimeError(f"{name} expects two hidden states, but got {len(hx)}. Give (h, c).")
    return hx[0], hx[1]


# -- Layers ------------------------------------------------------------------------------------------------------------


def _through(step: Callable[..., Any], xs: Any, state: Any, weights: Sequence[Any], backwards: bool) -> tuple[Any, Any]:
    """The states of one direction of a layer at all times, and its last state."""
    gates = linear(xs, weights[0], weights[2])
    if _can_scan(gates, state, weights):
        return SCANS[step](gates, state, weights, backwards)
    gates, states = unbind(gates), []
    for gate in reversed(gates) if backwards else gates:
        state = step(gate, state, weights)
        states.append(state[0])
    return stack(*(reversed(states) if backwards else states), dim=0), state


def _through_packed(
    step: Callable[..., Any], xs: Any, sizes: list[int], state: Any, weights: Sequence[Any], backwards: bool
) -> tuple[Any, Any]:
    """:func:`_through` for packed sequences: of ``sizes``, each is how many have a value at that time.

    The longest sequences come first. Forwards, the last ones end as time goes on; backwards, they join.
    """
    gates = split(linear(xs, weights[0], weights[2]), sizes)
    if not backwards:
        states, ended = [], []
        for gate, n in zip(gates, sizes, strict=True):
            running = state[0].shape[0]
            if n < running:
                ended.append([narrow(s, 0, n, running - n) for s in state])
                state = [narrow(s, 0, 0, n) for s in state]
            state = step(gate, state, weights)
            states.append(state[0])
        last = [cat(*parts, dim=0) for parts in zip(*reversed([*ended, state]), strict=True)]
        return cat(*states, dim=0), last
    states, begun = [], state
    state = [narrow(s, 0, 0, sizes[-1]) for s in begun]
    for gate, n in zip(reversed(gates), reversed(sizes), strict=True):
        running = state[0].shape[0]
        if n > running:
            state = [cat(s, narrow(b, 0, running, n - running), dim=0) for s, b in zip(state, begun, strict=True)]
        state = step(gate, state, weights)
        states.append(state[0])
    return cat(*reversed(states), dim=0), state


def _layers(
    name: str, step: Callable[..., Any], gates: int, input: Any, hx: Any, params: Sequence[Any], has_biases: bool,
    num_layers: int, dropout: float, train: bool, bidirectional: bool, batch_first: bool,
    sizes: list[int] | None = None,
) -> tuple[Any, ...]:  # fmt: skip
    """The outputs of the last layer at all times, and the last states of all layers; ``sizes``: of packed sequences."""
    if getattr(hx, "ndim", 0) == 1 and dtypes.as_numpy(hx.dtype).kind in "iu":
        raise errors.shapes.packed(name)
    states = _pair(name, hx) if step is _lstm else (hx,)
    _check_dimensions(name, 3 if sizes is None else 2, input=input)
    ways, num_layers = 2 if bidirectional else 1, as_int(num_layers)
    if sizes is not None:
        if sum(sizes) != input.shape[0] or min(sizes, default=0) <= 0 or sizes != sorted(sizes, reverse=True):
            raise errors.shapes.batch_sizes(name, sizes, input.shape[0])
        expected = (num_layers * ways, sizes[0])
    else:
        expected = (num_layers * ways, input.shape[0 if batch_first else 1])
    for state in states:
        if state.ndim != 3:
            raise errors.shapes.recurrent_state(name, expected, tuple(state.shape))
    projected = len(states) == 2 and states[0].shape[2] != states[1].shape[2]
    each = 2 + 2 * has_biases + projected
    if len(params) != num_layers * ways * each:
        raise errors.shapes.recurrent_parameters(name, len(params), num_layers * ways * each)
    xs = transpose(input, dim0=0, dim1=1) if batch_first else input
    for state in states:
        if tuple(state.shape[:2]) != expected:
            raise errors.shapes.recurrent_state(name, expected, tuple(state.shape))
    if not xs.shape[0]:
        raise errors.shapes.no_steps(name)
    begun = list(zip(*(unbind(state) for state in states), strict=True))
    ended: list[Any] = []
    for layer in range(num_layers):
        if layer and train and dropout:
            xs = _dropped(xs, dropout, True, False)
        outputs = []
        for way in range(ways):
            at = layer * ways + way
            own = list(params[at * each : (at + 1) * each])
            if not has_biases:
                own[2:2] = [None, None]
            _check_dimensions(name, 2, w_ih=own[0], w_hh=own[1])
            _check_dimensions(name, 1, b_ih=own[2], b_hh=own[3])
            _check_rows(name, gates, states[-1].shape[2], own[0], own[1])
            if projected:
                _check_dimensions(name, 2, w_hr=own[4])
            if has_biases and step is not _gru:
                own[2:4] = add(own[2], own[3]), None  # added once, not in each step
            if sizes is None:
                seen, last = _through(step, xs, begun[at], own, way == 1)
            else:
                seen, last = _through_packed(step, xs, sizes, begun[at], own, way == 1)
            outputs.append(seen)
            ended.append(last)
        xs = outputs[0] if ways == 1 else cat(*outputs, dim=-1)
    out = transpose(xs, dim0=0, dim1=1) if batch_first else xs
    return out, *(stack(*ends, dim=0) for ends in zip(*ended, strict=True))


def _can_scan(gates: Any, state: Sequence[Any], weights: Sequence[Any]) -> bool:
    """Whether one operation computes all steps: see Note [Scans] in ``recurrent_scan.py``."""
    if len(weights) != 4:  # there is a projection
        return False
    _, w, _, b = weights
    (rows, size), given = w.shape, (gates, *state, w) if b is None else (gates, *state, w, b)
    kinds = {payload_of(x).dtype for x in given}
    if len(kinds) != 1 or not kinds < {dtypes.F32, dtypes.F64} or moving_levels(given):
        return False
    fits = gates.shape[-1] == rows and all([s.shape == (gates.shape[1], size) for s in state])
    return fits and (b is None or b.shape == (rows,))  # a step raises for what does not fit


def _last(states: Any, backwards: bool) -> Any:
    return select(states, dim=0, index=0 if backwards else -1)


def _tanh(gate: Any, state: Any, weights: Any) -> tuple[Any]:
    return (tanh(add(gate, linear(state[0], weights[1], weights[3]))),)


def _relu(gate: Any, state: Any, weights: Any) -> tuple[Any]:
    return (relu(add(gate, linear(state[0], weights[1], weights[3]))),)


def _gru(gate: Any, state: Any, weights: Any) -> tuple[Any]:
    return (_gru_step(gate, linear(state[0], weights[1], weights[3]), state[0]),)


def _lstm(gate: Any, state: Any, weights: Any) -> tuple[Any, Any]:
    h, c = _lstm_step(add(gate, linear(state[0], weights[1], weights[3])), state[1])
    return h if len(weights) == 4 else linear(h, weights[4], None), c


def _scan_rnn(bend: str, gates: Any, state: Any, weights: Any, backwards: bool) -> tuple[Any, tuple[Any]]:
    states = _rnn_scan(gates, state[0], weights[1], bend=bend, backwards=backwards)
    return states, (_last(states, backwards),)


def _scan_gru(gates: Any, state: Any, weights: Any, backwards: bool) -> tuple[Any, tuple[Any]]:
    bias = () if weights[3] is None else (weights[3],)
    states, _ = _gru_scan(gates, state[0], weights[1], *bias, backwards=backwards)
    return states, (_last(states, backwards),)


def _scan_lstm(gates: Any, state: Any, weights: Any, backwards: bool) -> tuple[Any, tuple[Any, Any]]:
    states, cells, _ = _lstm_scan(gates, *state, weights[1], backwards=backwards)
    return states, (_last(states, backwards), _last(cells, backwards))


SCANS: dict[Callable[..., Any], Callable[..., Any]] = {
    _tanh: partial(_scan_rnn, "tanh"), _relu: partial(_scan_rnn, "relu"), _gru: _scan_gru, _lstm: _scan_lstm,
}  # fmt: skip

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
    out, h = _layers("rnn_tanh", _tanh, 1, input, hx, params, has_biases, num_layers, dropout, train,
                     bidirectional, batch_first)  # fmt: skip
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
    out, h = _layers("rnn_relu", _relu, 1, input, hx, params, has_biases, num_layers, dropout, train,
                     bidirectional, batch_first)  # fmt: skip
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
    out, h = _layers("gru", _gru, 3, input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                     batch_first)  # fmt: skip
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
    out, h, c = _layers("lstm", _lstm, 4, input, hx, params, has_biases, num_layers, dropout, train,
                        bidirectional, batch_first)  # fmt: skip
    return out, h, c


# -- Packed sequences --------------------------------------------------------------------------------------------------

LAYERS: dict[str, tuple[str, Callable[..., Any], int]] = {
    "LSTM": ("lstm", _lstm, 4), "GRU": ("gru", _gru, 3), "RNN_TANH": ("rnn_tanh", _tanh, 1),
    "RNN_RELU": ("rnn_relu", _relu, 1),
}  # fmt: skip


def packed_layers(
    mode: str, data: Any, batch_sizes: list[int], hx: Any, params: Sequence[Any], has_biases: bool, num_layers: int,
    dropout: float, train: bool, bidirectional: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """What a layer of ``nn`` does with packed sequences: as the functions above, whose published forms take none."""
    return _layers(
        *LAYERS[mode], data, hx, params, has_biases, num_layers, dropout, train, bidirectional, False, batch_sizes
    )
