"""Recurrent layers, and their cells, which compute one step."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Number
from typing import Any

from ... import errors
from ...api.generated import functions
from ...ops.nn.recurrent import packed_layers
from ...tape.tensor import TensorBase
from . import init
from .module import Module
from .packed_sequences import PackedSequence
from .parameter import Parameter

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
FUNCTIONS: dict[str, Any] = {
    "LSTM": functions.lstm, "GRU": functions.gru, "RNN_TANH": functions.rnn_tanh, "RNN_RELU": functions.rnn_relu,
}  # fmt: skip


def _draw(module: Any) -> None:
    """Draw the parameters of a layer or a cell."""
    bound = 1.0 / math.sqrt(module.hidden_size) if module.hidden_size > 0 else 0
    for weight in module.parameters():
        init.uniform_(weight, -bound, bound)


class RNNBase(Module):
    """What recurrent layers have in common: the base class of :class:`RNN`, :class:`LSTM` and :class:`GRU`.

    Args:
        mode: ``"LSTM"``, ``"GRU"``, ``"RNN_TANH"`` or ``"RNN_RELU"``.
        input_size: the size of a value of the input. The other arguments are those of :class:`LSTM`.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if not isinstance(dropout, Number) or isinstance(dropout, bool) or not 0 <= dropout <= 1:  # type: ignore[operator]
            raise errors.recurrent.recurrent_dropout()
        if dropout > 0 and num_layers == 1:
            errors.recurrent.dropout_of_one_layer(dropout, num_layers)
        for name, flag in (("bias", bias), ("batch_first", batch_first)):
            if not isinstance(flag, bool):
                raise errors.recurrent.option_type(name, "bool", flag)
        for name, size in (("input_size", input_size), ("hidden_size", hidden_size), ("num_layers", num_layers)):
            if not isinstance(size, int):
                raise errors.recurrent.option_type(name, "int", size)
            if size <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        if mode not in GATES:
            raise ValueError(f"Unrecognized RNN mode: {mode}. Use 'LSTM', 'GRU', 'RNN_TANH' or 'RNN_RELU'.")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        rows, state, ways = GATES[mode] * hidden_size, proj_size or hidden_size, 2 if bidirectional else 1
        self._flat_weights_names: list[str] = []
        self._all_weights: list[list[str]] = []
        for layer in range(num_layers):
            width = input_size if layer == 0 else state * ways
            shapes: dict[str, Any] = {"weight_ih": (rows, width), "weight_hh": (rows, state)}
            if bias:
                shapes |= {"bias_ih": rows, "bias_hh": rows}
            if proj_size:
                shapes["weight_hr"] = (proj_size, hidden_size)
            for suffix in ("", "_reverse")[:ways]:
                names = []
                for kind, shape in shapes.items():
                    names.append(f"{kind}_l{layer}{suffix}")
                    setattr(self, names[-1], Parameter(functions.empty(shape, device=device, dtype=dtype)))
                self._flat_weights_names += names
                self._all_weights.append(names)
        self.reset_parameters()

    @property
    def _flat_weights(self) -> list[Any]:
        """What the layers compute with: the parameters, or weights set here, until a parameter is set."""
        set_instead = self.__dict__.get("_flat_weights")
        return [getattr(self, name, None) for name in self._flat_weights_names] if set_instead is None else set_instead

    @_flat_weights.setter
    def _flat_weights(self, weights: list[Any]) -> None:
        self.__dict__["_flat_weights"] = weights

    def __setattr__(self, name: str, value: Any) -> None:
        if "_flat_weights" in self.__dict__ and name in self._flat_weights_names:
            del self.__dict__["_flat_weights"]
        super().__setattr__(name, value)

    def _apply(self, fn: Callable[[Any], Any], recurse: bool = True) -> Any:
        self.__dict__.pop("_flat_weights", None)
        return super()._apply(fn, recurse)

    @property
    def all_weights(self) -> list[list[Any]]:
        """The parameters, in a list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """There is nothing to do: parameters lie where they are."""

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        _draw(self)

    def _state_sizes(self) -> tuple[int, ...]:
        """The size of each state."""
        state = self.proj_size or self.hidden_size
        return (state, self.hidden_size) if self.mode == "LSTM" else (state,)

    def _check(self, input: Any, states: Any, batch_sizes: Any, batch: int) -> None:
        weight = self._flat_weights[0]
        if input.dtype != weight.dtype:
            raise errors.recurrent.recurrent_dtype(input.dtype, weight.dtype)
        expected = 3 if batch_sizes is None else 2
        if input.ndim != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.ndim}")
        if input.shape[-1] != self.input_size:
            raise errors.recurrent.recurrent_input(self.input_size, input.shape[-1])
        layers = self.num_layers * (2 if self.bidirectional else 1)
        for i, (state, size) in enumerate(zip(states, self._state_sizes(), strict=True)):
            if tuple(state.shape) != (layers, batch, size):
                at = f"hidden[{i}]" if self.mode == "LSTM" else "hidden"
                raise errors.recurrent.recurrent_state(at, (layers, batch, size), list(state.shape))

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Run along the sequences.

        Args:
            input: (T, N, input_size), (N, T, input_size) with ``batch_first``, (T, input_size), or packed sequences.
            hx: the first states. Default: zeros.

        Returns:
            the states of the last layer at all times, and the last states of all layers.
        """
        packed = input if isinstance(input, PackedSequence) else None
        batch_sizes: Any = None
        batched, at = True, 0 if self.batch_first else 1
        states: Any = None if hx is None else tuple(hx) if self.mode == "LSTM" else (hx,)
        if self.mode == "LSTM" and isinstance(hx, TensorBase):
            raise errors.recurrent.memory_missing(hx.ndim, packed is not None or input.ndim == 3)
        if packed is not None:
            data, batch_sizes = packed.data, packed.batch_sizes
            batch = int(batch_sizes[0])
            if states is not None and packed.sorted_indices is not None:
                states = [s.index_select(1, packed.sorted_indices) for s in states]
        else:
            data = input
            if data.ndim not in (2, 3):
                raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, got {data.ndim}D instead")
            batched = data.ndim == 3
            if states is not None and any(s.ndim != data.ndim for s in states):
                raise errors.recurrent.recurrent_states(batched, [s.ndim for s in states])
            if not batched:
                data = data.unsqueeze(at)
                states = None if states is None else [s.unsqueeze(1) for s in states]
            batch = data.shape[at]
        if states is None:
            layers = self.num_layers * (2 if self.bidirectional else 1)
            states = [
                functions.zeros(layers, batch, size, dtype=data.dtype, device=data.device)
                for size in self._state_sizes()
            ]
        self._check(data, states, batch_sizes, batch)
        start = tuple(states) if self.mode == "LSTM" else states[0]
        options = (self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        if packed is None:
            output, *last = FUNCTIONS[self.mode](data, start, *options, self.batch_first)
        else:
            output, *last = packed_layers(self.mode.lower(), data, batch_sizes.tolist(), start, *options)
            output = PackedSequence(output, batch_sizes, packed.sorted_indices, packed.unsorted_indices)
            if packed.unsorted_indices is not None:
                last = [s.index_select(1, packed.unsorted_indices) for s in last]
        if not batched:
            output, last = output.squeeze(at), [s.squeeze(1) for s in last]
        return output, tuple(last) if self.mode == "LSTM" else last[0]

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (
            ("proj_size", 0), ("num_layers", 1), ("bias", True), ("batch_first", False), ("dropout", 0),
            ("bidirectional", False),
        ):  # fmt: skip
            if getattr(self, name) != usual:
                text += f", {name}={getattr(self, name)}"
        return text

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("proj_size", 0)
        for name in ("_flat_weights", "_flat_weight_refs"):
            self.__dict__.pop(name, None)


class RNN(RNNBase):
    """Elman's recurrent layers: a state is tanh or ReLU of products of the input and the state before.

    Args:
        input_size: the size of a value of the input.
        hidden_size: the size of a state.
        num_layers: the number of layers.
        nonlinearity: ``"tanh"`` or ``"relu"``.
        bias: whether there are biases.
        batch_first: whether the batch is the first dimension.
        dropout: the probability of dropping an output of a layer, except the last, in training.
        bidirectional: whether sequences are run through from both ends.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> output, last = wengert.nn.RNN(3, 4)(wengert.ones(5, 1, 3))
    >>> output.shape, last.shape
    (wengert.Size([5, 1, 4]), wengert.Size([1, 1, 4]))
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        _refuse_projection(type(self).__name__, kwargs)
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(
            mode, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype
        )
        self.nonlinearity = nonlinearity


def _refuse_projection(kind: str, kwargs: dict[str, Any]) -> None:
    if "proj_size" in kwargs:
        raise errors.recurrent.only_lstm()
    if kwargs:
        raise errors.layers.initialized_with(kind, 0, kwargs)


class LSTM(RNNBase):
    """Long short-term memory: gates decide what enters a cell, what it forgets, and what it gives.

    Args:
        input_size: the size of a value of the input.
        hidden_size: the size of a cell.
        num_layers: the number of layers.
        bias: whether there are biases.
        batch_first: whether the batch is the first dimension.
        dropout: the probability of dropping an output of a layer, except the last, in training.
        bidirectional: whether sequences are run through from both ends.
        proj_size: the size that states are projected to, if not 0.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> output, (state, cell) = wengert.nn.LSTM(3, 4)(wengert.ones(5, 1, 3))
    >>> output.shape, cell.shape
    (wengert.Size([5, 1, 4]), wengert.Size([1, 1, 4]))
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(
            "LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size, device,
            dtype,
        )  # fmt: skip


class GRU(RNNBase):
    """Gated recurrent units: gates decide how much of a state is kept, and how much of it the new one sees.

    Args:
        input_size: the size of a value of the input.
        hidden_size: the size of a state.
        num_layers: the number of layers.
        bias: whether there are biases.
        batch_first: whether the batch is the first dimension.
        dropout: the probability of dropping an output of a layer, except the last, in training.
        bidirectional: whether sequences are run through from both ends.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> output, last = wengert.nn.GRU(3, 4)(wengert.ones(5, 1, 3))
    >>> output.shape, last.shape
    (wengert.Size([5, 1, 4]), wengert.Size([1, 1, 4]))
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        device: Any = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        _refuse_projection(type(self).__name__, kwargs)
        super().__init__(
            "GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype
        )


class RNNCellBase(Module):
    """What cells have in common: the base class of :class:`RNNCell`, :class:`LSTMCell` and :class:`GRUCell`.

    Args:
        input_size: the size of the input.
        hidden_size: the size of the state.
        bias: whether there are biases.
        num_chunks: the number of gates.
        device: where the parameters are.
        dtype: their dtype.
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(functions.empty((rows, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(functions.empty((rows, hidden_size), device=device, dtype=dtype))
        for name in ("bias_ih", "bias_hh"):
            made = Parameter(functions.empty(rows, device=device, dtype=dtype)) if bias else None
            self.register_parameter(name, made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters again."""
        _draw(self)

    def _step(self, function: Any, input: Any, states: Any, count: int) -> Any:
        """One step; the states are a tuple, or None."""
        name = self._get_name()
        if input.ndim not in (1, 2):
            raise errors.recurrent.cell_rank(name, "input", input.ndim)
        for i, state in enumerate(states or ()):
            if state.ndim not in (1, 2):
                raise errors.recurrent.cell_rank(name, "hidden" if count == 1 else f"hx[{i}]", state.ndim)
        batched = input.ndim == 2
        x = input if batched else input.unsqueeze(0)
        if states is None:
            zeros = functions.zeros(x.shape[0], self.hidden_size, dtype=x.dtype, device=x.device)
            states = (zeros,) * count
        elif not batched:
            states = tuple([state.unsqueeze(0) for state in states])
        given = states[0] if count == 1 else states
        out = function(x, given, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if batched:
            return out
        return out.squeeze(0) if count == 1 else tuple([o.squeeze(0) for o in out])

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if self.__dict__.get("nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text


class RNNCell(RNNCellBase):
    """One step of Elman's recurrent layer, for inputs (N, input_size) or (input_size,).

    Args:
        input_size: the size of the input.
        hidden_size: the size of the state.
        bias: whether there are biases.
        nonlinearity: ``"tanh"`` or ``"relu"``.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.RNNCell(3, 4)(wengert.ones(2, 3)).shape
    wengert.Size([2, 4])
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Any, hx: Any = None) -> Any:
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}. Select from 'tanh' or 'relu'.")
        function = functions.rnn_tanh_cell if self.nonlinearity == "tanh" else functions.rnn_relu_cell
        return self._step(function, input, None if hx is None else (hx,), 1)


class LSTMCell(RNNCellBase):
    """One step of a long short-term memory, for inputs (N, input_size) or (input_size,).

    Args:
        input_size: the size of the input.
        hidden_size: the size of the state and of the cell.
        bias: whether there are biases.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> state, cell = wengert.nn.LSTMCell(3, 4)(wengert.ones(2, 3))
    >>> state.shape, cell.shape
    (wengert.Size([2, 4]), wengert.Size([2, 4]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> Any:
        return self._step(functions.lstm_cell, input, None if hx is None else tuple(hx), 2)


class GRUCell(RNNCellBase):
    """One step of gated recurrent units, for inputs (N, input_size) or (input_size,).

    Args:
        input_size: the size of the input.
        hidden_size: the size of the state.
        bias: whether there are biases.
        device: where the parameters are.
        dtype: their dtype.

    >>> import wengert
    >>> wengert.nn.GRUCell(3, 4)(wengert.ones(2, 3)).shape
    wengert.Size([2, 4])
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> Any:
        return self._step(functions.gru_cell, input, None if hx is None else (hx,), 1)
