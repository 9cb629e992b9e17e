"""Layers that run along sequences, and batches of sequences of several lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import warn

# -- sequences


def batch_sizes_device() -> ValueError:
    return ValueError(
        "batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. They "
        "should be instantiated by functions like pack_sequence and pack_padded_sequences in nn.utils.rnn."
    )


def lengths_count(got: int, batch: int) -> RuntimeError:
    return RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {got} (batch_size={batch})")


def lengths_positive() -> RuntimeError:
    return RuntimeError(
        "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0"
    )


def lengths_sorted() -> RuntimeError:
    return RuntimeError(
        "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
        "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement."
    )


def lengths_longest(longest: int, steps: int) -> RuntimeError:
    return RuntimeError(
        f"pack_padded_sequence: a length is {longest}, but the input has {steps} time steps. Give lengths that the "
        "input has."
    )


def total_length(total: int, longest: int) -> ValueError:
    return ValueError(
        "Expected total_length to be at least the length of the longest sequence in input, but got "
        f"total_length={total} and max sequence length being {longest}"
    )


def no_sequences(value: Any) -> RuntimeError:
    return RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(value)}")


def padding_side(side: str) -> RuntimeError:
    return RuntimeError(f"Expected padding_side to be one of left or right, but got {side}.")


# -- recurrent layers


def recurrent_dropout() -> ValueError:
    return ValueError(
        "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
    )


def dropout_of_one_layer(dropout: float, layers: int) -> None:
    warn(
        "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
        f"greater than 1, but got dropout={dropout} and num_layers={layers}"
    )


def option_type(name: str, expected: str, value: Any) -> TypeError:
    return TypeError(f"{name} should be of type {expected}, got: {type(value).__name__}")


def only_lstm() -> ValueError:
    return ValueError(
        "proj_size argument is only supported for LSTM, not RNN or GRU. Leave proj_size at 0, or use LSTM."
    )


def recurrent_dtype(came: Any, expected: Any) -> ValueError:
    return ValueError(
        f"RNN input dtype ({came}) does not match weight dtype ({expected}). Convert input: input.to({expected}), or "
        f"convert model: model.to({came})"
    )


def recurrent_input(expected: int, got: int) -> RuntimeError:
    return RuntimeError(f"input.size(-1) must be equal to input_size. Expected {expected}, got {got}")


def recurrent_state(at: str, expected: Any, got: Any) -> RuntimeError:
    return RuntimeError(f"Expected {at} size {expected}, got {got}")


def memory_missing(ndim: int, batched: bool) -> RuntimeError:
    kind, rank = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
    return RuntimeError(
        f"For {kind} input, hx and cx should also be {rank}-D but got one {ndim}-D tensor. Give both in a tuple: "
        "(h, c)."
    )


def recurrent_states(batched: bool, ndims: Sequence[int]) -> RuntimeError:
    kind, rank = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
    if len(ndims) == 1:
        return RuntimeError(f"For {kind} input, hx should also be {rank}-D but got {ndims[0]}-D tensor")
    came = ", ".join(f"{n}-D" for n in ndims)
    return RuntimeError(f"For {kind} input, hx and cx should also be {rank}-D but got ({came}) tensors")


def cell_rank(cell: str, what: str, ndim: int) -> ValueError:
    return ValueError(f"{cell}: Expected {what} to be 1D or 2D, got {ndim}D instead")
