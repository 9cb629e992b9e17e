"""Recurrent layers: what the laws cannot see."""

from __future__ import annotations

from typing import Any

import pytest

import wengert
from wengert._core.ops.nn import recurrent_scan


def test_dropout_between_layers_draws_as_pytorch_does(lib: Any) -> None:
    lib.manual_seed(1)
    params = [lib.randn(shape) * 0.3 for shape in ((40, 3), (40, 10), (40, 10), (40, 10))]
    x, zeros = lib.randn((5, 4, 3)), lib.zeros(2, 4, 10)
    lib.manual_seed(2)
    dropped = lib.lstm(x, (zeros, zeros), params, False, 2, 0.5, True, False, False)[0]
    kept = lib.lstm(x, (zeros, zeros), params, False, 2, 0.5, False, False, False)[0]
    assert dropped.shape == kept.shape == (5, 4, 10)
    assert abs(float(dropped.abs().sum()) - 6.7216) < 1e-4 and not lib.allclose(dropped, kept)


def test_a_layer_is_its_cell_along_the_sequence(lib: Any) -> None:
    lib.manual_seed(0)
    x, h = lib.randn((4, 2, 3), dtype=lib.float64), lib.zeros(2, 5, dtype=lib.float64)
    for name, gates in (("rnn_tanh", 1), ("rnn_relu", 1), ("gru", 3)):
        params = [lib.randn(shape, dtype=lib.float64) for shape in ((5 * gates, 3), (5 * gates, 5))]
        out, last = getattr(lib, name)(x, h[None], params, False, 1, 0.0, False, False, False)
        state = h
        for i in range(4):
            state = getattr(lib, f"{name}_cell")(x[i], state, *params)
            assert lib.allclose(out[i], state)
        assert lib.allclose(last[0], state)


@pytest.mark.parametrize("call", [
    lambda t: t.gru_cell(t.ones(1, 2), t.ones(1, 1), t.ones(3, 4), t.ones(3, 1)),
    lambda t: t.gru_cell(t.ones(1, 2), t.ones(1, 2), t.ones(3, 2), t.ones(3, 1)),
    lambda t: t.gru_cell(t.ones(1, 2), t.ones(2, 1), t.ones(3, 2), t.ones(3, 1)),
    lambda t: t.gru_cell(t.ones(2), t.ones(1, 1), t.ones(3, 2), t.ones(3, 1)),
    lambda t: t.lstm_cell(t.ones(1, 2), (t.ones(1, 1),), t.ones(4, 2), t.ones(4, 1)),
    lambda t: t.lstm_cell(t.ones(1, 2), t.ones(1, 1), t.ones(4, 2), t.ones(4, 1)),
    lambda t: t.lstm(t.ones(2, 1, 2), (t.ones(1, 1, 1),), (t.ones(4, 2),) * 2, False, 1, 0.0, False, False, False),
    lambda t: t.lstm(t.ones(2, 1, 2), (t.ones(1, 1, 1),) * 2, (t.ones(4, 2),), False, 1, 0.0, False, False, False),
    lambda t: t.gru(t.ones(2, 1, 2), t.ones(2, 1, 1), (t.ones(3, 2), t.ones(3, 1)), False, 1, 0.0, False, False, False),
    lambda t: t.gru(t.ones(1, 2), t.ones(1, 1, 1), (t.ones(3, 2), t.ones(3, 1)), False, 1, 0.0, False, False, False),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(lib: Any, call: Any) -> None:
    with pytest.raises((RuntimeError, IndexError, TypeError)):
        call(lib)


def test_what_is_said_of_it() -> None:
    ones, state = wengert.ones, wengert.ones(1, 1, 1)
    for call, words in [
        (lambda: wengert.gru_cell(ones(1, 2), ones(1, 1), ones(3, 4), ones(3, 1)),
         "input has inconsistent input_size: got 2, expected 4. It is what the weights have for columns."),
        (lambda: wengert.gru_cell(ones(1, 2), ones(2, 1), ones(3, 2), ones(3, 1)),
         "Input batch size 1 doesn't match hidden0 batch size 2. Give a state per example."),
        (lambda: wengert.lstm(ones(2, 1, 2), (state, state), (ones(4, 2),), False, 1, 0.0, False, False, False),
         "lstm: expected 2 params, got 1. Give of each layer and direction w_ih and w_hh, with biases b_ih and b_hh, "
         "and with projections w_hr."),
        (lambda: wengert.gru(ones(2, 1, 2), ones(2, 1, 1), [ones(3, 2)] * 2, False, 1, 0.0, False, False, False),
         "gru: Expected hidden size (1, 1, H), got [2, 1, 1]. Give a state for each layer and direction, and each "
         "example."),
    ]:  # fmt: skip
        with pytest.raises((RuntimeError, TypeError)) as raised:
            call()
        assert str(raised.value) == words


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_a_layer_computes_with_the_weights_that_are_set(lib: Any, kind: str) -> None:
    """Packages drop weights out, or take a step of an optimiser, and set what comes of it under a private name."""
    layer, x = getattr(lib.nn, kind)(2, 3), lib.ones(4, 1, 2)
    before, names = layer(x)[0], list(layer.state_dict())
    layer._flat_weights = [0.5 * p for p in layer.parameters()]
    halved = layer(x)[0]
    (g,) = lib.autograd.grad(halved.sum(), layer.weight_ih_l0)
    assert not halved.equal(before) and g.abs().sum() > 0 and list(layer.state_dict()) == names
    layer.weight_ih_l0 = lib.nn.Parameter(layer.weight_ih_l0.detach())
    assert layer(x)[0].equal(before)
    layer._flat_weights = [0.5 * p for p in layer.parameters()]
    assert lib.allclose(layer.double()(x.double())[0].float(), before, atol=1e-6)


@pytest.mark.parametrize("name", ["lstm", "gru", "rnn_tanh", "rnn_relu"])
def test_packed_sequences_are_refused_by_name(name: str) -> None:
    data, sizes, state = wengert.ones(5, 2), wengert.tensor([3, 2]), wengert.zeros(1, 3, 1)
    rows = {"lstm": 4, "gru": 3}.get(name, 1)
    given = (data, sizes, (state, state) if name == "lstm" else state, [wengert.ones(rows, 2), wengert.ones(rows, 1)])
    layer = "RNN" if name.startswith("rnn") else name.upper()
    with pytest.raises(NotImplementedError, match=rf"{name}: packed sequences.*Call nn.{layer}.*to one length"):
        getattr(wengert, name)(*given, False, 1, 0.0, False, False)


def test_packed_sequences_are_checked() -> None:
    rnn, layer = wengert.nn.utils.rnn, wengert.nn.RNN(2, 3)
    assert layer(rnn.PackedSequence(wengert.ones(5, 2), wengert.tensor([3, 2])))[1].shape == (1, 3, 3)
    for sizes in ([3, 1], [2, 3], [3, 2, 0]):
        with pytest.raises(RuntimeError, match="rnn_tanh: expected batch_sizes that are positive, do not grow"):
            layer(rnn.PackedSequence(wengert.ones(5, 2), wengert.tensor(sizes)))


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_packed_sequences_are_run_through_apart(lib: Any, kind: str) -> None:
    """Values, gradients and second derivatives are those of each sequence alone."""
    rnn = lib.nn.utils.rnn
    lib.manual_seed(0)
    layer = getattr(lib.nn, kind)(3, 4, num_layers=2, bidirectional=True, dtype=lib.float64)
    each = [lib.randn((n, 3), dtype=lib.float64) for n in (4, 4, 2, 1)]

    def derivatives(outs: list[Any]) -> list[Any]:
        loss = sum((out**2).sum() for out in outs)
        first = lib.autograd.grad(loss, list(layer.parameters()), create_graph=True)
        return [*first, *lib.autograd.grad(sum((g**2).sum() for g in first), list(layer.parameters()))]

    together = rnn.unpack_sequence(layer(rnn.pack_sequence(each))[0])
    apart = [layer(x)[0] for x in each]
    assert all(lib.allclose(a, b) for a, b in zip(together, apart, strict=True))
    assert all(lib.allclose(a, b) for a, b in zip(derivatives(together), derivatives(apart), strict=True))


@pytest.mark.parametrize("kind", ["RNN", "GRU", "LSTM"])
def test_inputs_may_be_written_into_where_weights_are_frozen(kind: str) -> None:
    """PyTorch's fused LSTM keeps them, and refuses."""
    layer = getattr(wengert.nn, kind)(3, 2).requires_grad_(False)
    leaf = wengert.randn(4, 1, 3, requires_grad=True)
    x = leaf * 1
    out = layer(x)[0]
    x.zero_()
    out.sum().backward()
    assert wengert.allclose(leaf.grad, wengert.autograd.grad(layer(leaf)[0].sum(), leaf)[0])


def test_complex_layers_are_their_cells_along_the_sequence() -> None:
    """The laws have no sample of them: a fourth derivative of complex functions in forward mode takes a minute."""
    wengert.manual_seed(0)
    shapes = (3, 2, 2), (1, 2, 1), (1, 2, 2), (8, 2), (8, 1), (8,), (8,), (1, 2)
    given = [0.5 * wengert.randn(shape, dtype=wengert.complex128) for shape in shapes]
    along = [0.5 * wengert.randn(shape, dtype=wengert.complex128) for shape in shapes]

    def layer(x: Any, h: Any, c: Any, *params: Any) -> Any:
        return wengert.lstm(x, (h, c), params, True, 1, 0.0, False, False, False)[0]

    def cells(x: Any, h: Any, c: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, w_hr: Any) -> Any:
        h, c, found = h[0], c[0], []
        for now in x:
            gates = now @ w_ih.T + b_ih + h @ w_hh.T + b_hh
            take, keep, new, give = gates.chunk(4, -1)
            c = keep.sigmoid() * c + take.sigmoid() * new.tanh()
            h = (give.sigmoid() * c.tanh()) @ w_hr.T
            found.append(h)
        return wengert.stack(found)

    for derivatives in (
        lambda f: f(*given), lambda f: wengert.func.jvp(f, tuple(given), tuple(along))[1],
        lambda f: wengert.func.vjp(f, *given)[1](f(*along)),
        lambda f: wengert.func.jvp(lambda *xs: wengert.func.vjp(f, *xs)[1](f(*along)), tuple(given), tuple(along))[1],
    ):  # fmt: skip
        found, expected = derivatives(layer), derivatives(cells)
        pairs = zip(found, expected, strict=True) if type(found) is tuple else [(found, expected)]
        assert all(wengert.allclose(a, b) for a, b in pairs)


@pytest.mark.parametrize("kind", ["gru", "lstm"])
def test_forward_mode_runs_back_through_a_layer_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    back = recurrent_scan._run_back
    monkeypatch.setattr(recurrent_scan, "_run_back", lambda *args: runs.append(kind) or back(*args))
    gates, zeros = recurrent_scan.GATES[kind], wengert.zeros(1, 2, 4)
    states = (zeros, zeros) if kind == "lstm" else zeros
    params = [wengert.randn(shape) for shape in ((4 * gates, 3), (4 * gates, 4), (4 * gates,), (4 * gates,))]

    def layer(x: Any, states: Any, params: Any) -> Any:
        return getattr(wengert, kind)(x, states, params, True, 1, 0.0, False, False, False)[0]

    given = wengert.randn(5, 2, 3), states, params
    wengert.func.jvp(layer, given, given)
    assert runs == [kind], "the formulas of all inputs that move are parts of one run"
