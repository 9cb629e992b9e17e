"""Sequences of different lengths: padded to one length, or packed, first values first, then second ones, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self

from ... import errors
from ...api.generated import functions
from ...api.generated import nn_functions as F
from ...tape.tensor import TensorBase


class _Packed(NamedTuple):
    data: Any
    batch_sizes: Any
    sorted_indices: Any
    unsorted_indices: Any


_Packed.__name__ = _Packed.__qualname__ = "PackedSequence_"


def invert_permutation(permutation: Any) -> Any:
    """Return the permutation that undoes one; None for None.

    >>> import wengert
    >>> invert_permutation(wengert.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    if permutation is None:
        return None
    places = functions.arange(0, permutation.numel(), device=permutation.device)
    return functions.empty_like(permutation).scatter_(0, permutation, places)


class PackedSequence(_Packed):
    """Sequences one after the other in time: recurrent layers take them. :func:`pack_sequence` makes one.

    Args:
        data: the values: the first of each sequence, then the second of each that has one, and so on.
        batch_sizes: how many sequences have a value at each time.
        sorted_indices: the order in which the sequences were taken, longest first.
        unsorted_indices: the order that undoes it.

    >>> import wengert
    >>> packed = wengert.nn.utils.rnn.pack_sequence([wengert.tensor([1.0, 2.0]), wengert.tensor([3.0])])
    >>> packed.data, packed.batch_sizes
    (tensor([1., 3., 2.]), tensor([2, 1]))
    """

    __slots__ = ()

    def __new__(
        cls, data: Any, batch_sizes: Any = None, sorted_indices: Any = None, unsorted_indices: Any = None
    ) -> Self:
        if batch_sizes is None:
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise errors.recurrent.batch_sizes_device()
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert the data, as ``Tensor.to`` does."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        orders = [None if t is None else t.to(data.device) for t in self[2:]]
        return type(self)(data, self.batch_sizes, *orders)

    def cuda(self, *args: Any, **kwargs: Any) -> Self:
        """Move it to a GPU."""
        data = self.data.cuda(*args, **kwargs)
        orders = [None if t is None else t.to(data.device) for t in self[2:]]
        return type(self)(data, self.batch_sizes, *orders)

    def cpu(self) -> Self:
        """Move it to the CPU."""
        return self.to("cpu")

    def pin_memory(self) -> Self:
        """Copy it to memory from which GPUs copy faster."""
        orders = [None if t is None else t.pin_memory() for t in self[2:]]
        return type(self)(self.data.pin_memory(), self.batch_sizes, *orders)

    def is_pinned(self) -> bool:
        """Whether its memory is such memory."""
        return bool(self.data.is_pinned())

    @property
    def is_cuda(self) -> bool:
        """Whether the data is on a GPU."""
        return bool(self.data.is_cuda)


def _cast(name: str, dtype: str) -> None:
    def cast(self: Any) -> Any:
        return self.to(dtype)

    cast.__name__ = name
    cast.__qualname__ = f"PackedSequence.{name}"
    cast.__doc__ = f"Convert the data to {dtype}."
    setattr(PackedSequence, name, cast)


for _name, _dtype in {
    "double": "float64", "float": "float32", "half": "float16", "long": "int64", "int": "int32", "short": "int16",
    "char": "int8", "byte": "uint8",
}.items():  # fmt: skip
    _cast(_name, _dtype)


def _places(sizes: Sequence[int], batch: int, device: Any) -> Any:
    """The rows of a padded batch, (T * B, *), that packed values stand in."""
    return functions.tensor([t * batch + b for t, n in enumerate(sizes) for b in range(n)], device=device)


def pack_padded_sequence(
    input: Any, lengths: Any, batch_first: bool = False, enforce_sorted: bool = True
) -> PackedSequence:
    """Pack sequences that are padded to one length.

    Args:
        input: the sequences, (T, B, *), or (B, T, *) with ``batch_first``.
        lengths: their lengths.
        batch_first: whether the batch is the first dimension.
        enforce_sorted: whether they must come longest first. Otherwise they are sorted.

    >>> import wengert
    >>> padded = wengert.tensor([[1.0, 2.0], [3.0, 0.0]])
    >>> wengert.nn.utils.rnn.pack_padded_sequence(padded, [2, 1], batch_first=True).data
    tensor([1., 3., 2.])
    """
    lengths = functions.as_tensor(lengths, dtype="int64", device="cpu")
    xs = input.transpose(0, 1) if batch_first else input
    order = None
    if xs.shape[1] != lengths.numel():
        raise errors.recurrent.lengths_count(lengths.numel(), xs.shape[1])
    if not enforce_sorted:
        lengths, order = functions.sort(lengths, descending=True)
        order = order.to(input.device)
        xs = xs.index_select(1, order)
    each = lengths.tolist()
    if not each or min(each) <= 0:
        raise errors.recurrent.lengths_positive()
    if each != sorted(each, reverse=True):
        raise errors.recurrent.lengths_sorted()
    if each[0] > xs.shape[0]:
        raise errors.recurrent.lengths_longest(each[0], xs.shape[0])
    sizes = [sum(length > t for length in each) for t in range(each[0])]
    data = xs.flatten(0, 1).index_select(0, _places(sizes, xs.shape[1], input.device))
    return PackedSequence(data, functions.tensor(sizes), order, None)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None
) -> tuple[Any, Any]:
    """Pad packed sequences to one length.

    Args:
        sequence: the packed sequences.
        batch_first: whether the batch becomes the first dimension.
        padding_value: what is put behind the shorter ones.
        total_length: the length. Default: that of the longest.

    Returns:
        the padded sequences, and their lengths

    >>> import wengert
    >>> packed = wengert.nn.utils.rnn.pack_sequence([wengert.tensor([1.0, 2.0]), wengert.tensor([3.0])])
    >>> wengert.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1., 2.],
            [3., 0.]]), tensor([2, 1]))
    """
    data, sizes = sequence.data, sequence.batch_sizes.tolist()
    steps, batch = len(sizes), sizes[0]
    if total_length is not None:
        if total_length < steps:
            raise errors.recurrent.total_length(total_length, steps)
        steps = total_length
    rest = tuple(data.shape[1:])
    padded = data.new_full((steps * batch, *rest), padding_value)
    padded = padded.index_copy(0, _places(sizes, batch, data.device), data).reshape((steps, batch, *rest))
    lengths = functions.tensor([sum(n > b for n in sizes) for b in range(batch)])
    if batch_first:
        padded = padded.transpose(0, 1)
    if sequence.unsorted_indices is not None:  # last: the result is then contiguous, as in PyTorch
        padded = padded.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices.cpu()]
    return padded, lengths


def pad_sequence(
    sequences: Any, batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right"
) -> Any:
    """Stack sequences, padded to the length of the longest.

    Args:
        sequences: the sequences, (L, *) each.
        batch_first: whether the batch becomes the first dimension.
        padding_value: what is put beside the shorter ones.
        padding_side: on which side: ``"right"`` or ``"left"``.

    >>> import wengert
    >>> wengert.nn.utils.rnn.pad_sequence([wengert.tensor([1, 2]), wengert.tensor([3])], batch_first=True)
    tensor([[1, 2],
            [3, 0]])
    """
    if not isinstance(sequences, Iterable):
        raise errors.recurrent.no_sequences(sequences)
    if padding_side not in ("left", "right"):
        raise errors.recurrent.padding_side(padding_side)
    if type(batch_first) is not bool:
        raise errors.calls.wrong_type("pad_sequence", "batch_first", "bool", batch_first)
    each: list[Any] = list(sequences)
    if not each:
        raise RuntimeError("pad_sequence: received an empty list of sequences. Give one sequence at least.")
    longest = max(x.shape[0] for x in each)
    padded = []
    for x in each:
        missing = longest - x.shape[0]
        ends = (missing, 0) if padding_side == "left" else (0, missing)
        padded.append(F.pad(x, (0, 0) * (x.ndim - 1) + ends, value=padding_value) if missing else x)
    return functions.stack(padded, 0 if batch_first else 1)


def unpad_sequence(padded_sequences: Any, lengths: Any, batch_first: bool = False) -> list[Any]:
    """Take the sequences out of a padded batch: the inverse of :func:`pad_sequence`.

    Args:
        padded_sequences: the batch: (L, N, *), or (N, L, *) with ``batch_first``.
        lengths: the length of each sequence: (N,).
        batch_first: whether the dimension of the batch comes first.

    >>> import wengert
    >>> padded = wengert.tensor([[1, 2, 3], [4, 0, 0]])
    >>> wengert.nn.utils.rnn.unpad_sequence(padded, wengert.tensor([3, 1]), batch_first=True)
    [tensor([1, 2, 3]), tensor([4])]
    """
    xs = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    each = lengths.tolist() if isinstance(lengths, TensorBase) else lengths  # type: ignore[attr-defined]
    return [x[:length] for x, length in zip(xs, each, strict=True)]


def pack_sequence(sequences: Any, enforce_sorted: bool = True) -> PackedSequence:
    """Pack sequences.

    Args:
        sequences: the sequences, (L, *) each.
        enforce_sorted: whether they must come longest first. Otherwise they are sorted.

    >>> import wengert
    >>> packed = wengert.nn.utils.rnn.pack_sequence([wengert.tensor([1, 2, 3]), wengert.tensor([4])])
    >>> packed.data, packed.batch_sizes
    (tensor([1, 4, 2, 3]), tensor([2, 1, 1]))
    """
    lengths = [x.shape[0] for x in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Any]:
    """Take the sequences out of packed ones: the inverse of :func:`pack_sequence`.

    Args:
        packed_sequences: the packed sequences.

    >>> import wengert
    >>> packed = wengert.nn.utils.rnn.pack_sequence([wengert.tensor([1, 2, 3]), wengert.tensor([4])])
    >>> wengert.nn.utils.rnn.unpack_sequence(packed)
    [tensor([1, 2, 3]), tensor([4])]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
