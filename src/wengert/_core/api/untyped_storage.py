"""The memory of tensors: as bytes, shared between processes, and page-locked."""

from __future__ import annotations

import mmap
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, layouts
from ..arrays.arrays import device
from ..arrays.batched import Batched
from ..arrays.conjugates import settle, unconjugated
from ..arrays.coo import COO
from ..errors.tracebacks import public
from ..tape.storage import Storage
from ..tape.tensor import Tensor, alias
from .leaving import keep_derivative
from .methods import method


class UntypedStorage:
    """The memory that a tensor and its views share, as bytes. Two storages with the same memory are equal.

    Version counters do not detect writes of bytes, as with ``data``.

    Args:
        size: the number of bytes of new memory, or their values. ``Tensor.untyped_storage`` returns a tensor's storage.
        sequence: the values of the bytes, by name.
        device: where the memory is; the default is the CPU.

    >>> import wengert
    >>> x = wengert.zeros(2, 3)
    >>> x.untyped_storage().nbytes(), x[1].untyped_storage() == x.untyped_storage()
    (24, True)
    """

    @public
    def __init__(self, size: int | Sequence[int] = 0, *, sequence: Any = None, device: Any = None) -> None:
        if sequence is not None:
            if size or not isinstance(sequence, Sequence):
                raise errors.memory.no_sequence(size, sequence)
            size = sequence
        if isinstance(size, Sequence):
            for byte in size:
                if not isinstance(byte, int):
                    raise errors.memory.no_byte(size, byte)
            row = np.array([byte & 255 for byte in size], np.uint8)
        elif isinstance(size, (int, np.integer)) and not isinstance(size, bool):
            if size < 0:
                raise errors.memory.negative(size)
            row = np.zeros(size, np.uint8)
        else:
            raise errors.memory.no_size(size)
        self._row: Any = row if device is None else arrays.move(row, device)
        self._room = Storage()

    @classmethod
    def _of(cls, row: Any, room: Storage) -> UntypedStorage:
        out = cls.__new__(cls)
        out._row, out._room = row, room
        return out

    @classmethod
    def from_file(cls, filename: str | os.PathLike[str], shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """Return a storage that is a file, mapped into memory: only what is used is read.

        Args:
            filename: the path of the file.
            shared: whether writes go to the file, which is made, or made longer, if that is needed. Otherwise writes
                change a copy.
            nbytes: the number of bytes.

        Raises:
            FileNotFoundError: if there is no such file, unless ``shared``.
            RuntimeError: if the file has less than ``nbytes`` bytes, unless ``shared``.

        >>> import tempfile, wengert
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     wengert.UntypedStorage.from_file(f"{folder}/new", True, 4).fill_(1).tolist()
        [1, 1, 1, 1]
        """
        if shared:
            open(filename, "ab").close()  # noqa: SIM115
        elif (size := os.stat(filename).st_size) < nbytes:
            raise errors.memory.short_file(filename, size, nbytes)
        if not nbytes:
            return cls()
        mapped = np.memmap(filename, np.uint8, "r+" if shared else "c", shape=(nbytes,))
        return cls._of(mapped.view(np.ndarray), Storage())

    def data_ptr(self) -> int:
        """Return the address of the first byte."""
        return arrays.address(self._row)

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return int(self._row.size)

    def size(self) -> int:
        """Return the number of bytes."""
        return self.nbytes()

    def element_size(self) -> int:
        """Return the number of bytes of one element: 1."""
        return 1

    @property
    def device(self) -> device:
        """The device of the memory."""
        return arrays.device_of(self._row)

    @property
    def is_cuda(self) -> bool:
        """Whether the memory is on a GPU."""
        return self.device.type == "cuda"

    def is_pinned(self) -> bool:
        """Return whether the memory is page-locked, for faster copies to a GPU."""
        return _is_pinned(self._row)

    def is_shared(self) -> bool:
        """Return whether processes can share the memory. That is true for GPUs and memory maps."""
        return _is_shared(self._row)

    def tolist(self) -> list[int]:
        """Return the bytes as numbers."""
        numbers: list[int] = arrays.move(self._row, "cpu").tolist()
        return numbers

    def clone(self) -> UntypedStorage:
        """Return a copy."""
        return self._of(self._row.copy(), Storage())

    def cpu(self) -> UntypedStorage:
        """Return a copy on the CPU, or this storage if it is there."""
        return self._moved("cpu")

    @public
    def cuda(self, device: Any = None, non_blocking: bool = False) -> UntypedStorage:
        """Return a copy on a GPU, or this storage if it is there."""
        return self._moved(arrays.gpu(device))

    def _moved(self, where: Any) -> UntypedStorage:
        row = arrays.move(self._row, where)
        return self if row is self._row else self._of(row, Storage())

    def untyped(self) -> UntypedStorage:
        """Return this storage."""
        return self

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte to ``value``."""
        self._row[...] = value & 255
        settle(self._row)
        return self

    def copy_(self, source: UntypedStorage, non_blocking: bool = False) -> UntypedStorage:
        """Copy the bytes of ``source``, which must have the same size.

        Raises:
            RuntimeError: if the sizes differ.
        """
        if not isinstance(source, UntypedStorage):
            raise errors.calls.wrong_type("copy_", "src", "UntypedStorage", source)
        if source.nbytes() != self.nbytes():
            raise errors.memory.other_size(self.nbytes(), source.nbytes())
        self._row[...] = arrays.move(source._row, self.device)
        settle(self._row)
        return self

    def resize_(self, size: int) -> UntypedStorage:
        """Not supported: the memory of a NumPy array cannot be resized.

        Raises:
            RuntimeError: if ``size`` is not the present size.
        """
        if size != self.nbytes():
            raise errors.memory.fixed_size(self.nbytes(), size)
        return self

    def __sizeof__(self) -> int:
        """What ``sys.getsizeof`` adds its own to: summaries of models count memory by it."""
        return object.__sizeof__(self) + self.nbytes()

    def __len__(self) -> int:
        return self.nbytes()

    def __getitem__(self, key: int | slice) -> Any:
        part = self._row[self._key(key)]
        return self._of(part, self._room) if isinstance(key, slice) else int(part)

    def __setitem__(self, key: int | slice, value: int) -> None:
        self._row[self._key(key)] = value & 255
        settle(self._row)

    def _key(self, key: Any) -> Any:
        if isinstance(key, slice):
            if key.step not in (None, 1):
                raise errors.memory.stepped(key.step)
        elif not isinstance(key, (int, np.integer)):
            raise TypeError(f"can't index a wengert.UntypedStorage with {type(key).__name__}. Give an int or a slice.")
        elif not -self.nbytes() <= key < self.nbytes():
            raise errors.memory.past_the_end(key, self.nbytes())
        return key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UntypedStorage) and self._place() == other._place()

    def __hash__(self) -> int:
        return hash(self._place())

    def _place(self) -> tuple[int, int]:
        return self.data_ptr(), self.nbytes()

    def __repr__(self) -> str:
        lines = "".join(f" {b}\n" for b in self.tolist())
        return f"{lines}[wengert.UntypedStorage(device={self.device}) of size {self.nbytes()}]"


def _dense(x: Any, name: str) -> Any:
    """The payload. It must have memory."""
    if type(x._wg_data) is Batched:
        raise errors.vmap.no_memory(f"{name}()")
    if type(x._wg_data) is COO:
        raise errors.sparse.no_memory()
    return x._wg_data


@method
def untyped_storage(self: Any) -> UntypedStorage:
    """Return the memory that this tensor and its views share, as bytes.

    Raises:
        RuntimeError: if the tensor is sparse.
        NotImplementedError: if the tensor is batched, or a ``func`` transform differentiates it.

    >>> import wengert
    >>> x = wengert.ones(4)
    >>> x.untyped_storage().data_ptr() == x[2:].untyped_storage().data_ptr()
    True
    """
    keep_derivative(self, "untyped_storage()")
    row = layouts.memory(unconjugated(_dense(self, "untyped_storage")))[0]
    return UntypedStorage._of(row.view(np.uint8), self._wg_cell())


def _behind(payload: Any) -> Any:
    """The owner of an array's memory: another array, or the object that the array was made from."""
    base = payload
    while (below := getattr(base, "base", None)) is not None:
        if isinstance(base, np.memmap) and base.mode == "c":  # its writes change a copy
            return base
        base = below
    return base.obj if isinstance(base, memoryview) else base


def _is_shared(payload: Any) -> bool:
    return not isinstance(payload, np.ndarray) or isinstance(_behind(payload), mmap.mmap)


def _is_pinned(payload: Any) -> bool:
    return isinstance(payload, np.ndarray) and type(_behind(payload)).__module__.startswith("cupy")


@method
def is_shared(self: Any) -> bool:
    """Return whether processes can share the memory. That is true for GPUs and memory maps.

    >>> import mmap, wengert
    >>> wengert.ones(2).is_shared()
    False
    >>> wengert.frombuffer(mmap.mmap(-1, 8), dtype=wengert.float32).is_shared()
    True
    """
    return _is_shared(_dense(self, "is_shared"))


@method
def share_memory_(self: Any) -> Tensor:
    """Return this tensor if processes can share its memory. A NumPy array cannot be moved into shared memory.

    Raises:
        RuntimeError: if they cannot. The message says how to create a tensor in shared memory.

    >>> import mmap, wengert
    >>> x = wengert.frombuffer(mmap.mmap(-1, 8), dtype=wengert.float32)
    >>> x.share_memory_() is x
    True
    """
    if not self.is_shared():
        raise errors.memory.not_shared(self._wg_data.nbytes, self._wg_data.dtype)
    shared: Tensor = self
    return shared


@method
def is_pinned(self: Any, device: Any = None) -> bool:
    """Return whether the memory is page-locked, for faster copies to a GPU.

    >>> import wengert
    >>> wengert.ones(2).is_pinned()
    False
    """
    x = self._wg_data
    return _is_pinned(x.values if type(x) is COO else _dense(self, "is_pinned"))


@method
def pin_memory(self: Any, device: Any = None) -> Tensor:
    """Return a copy in page-locked memory, from which copies to the GPU are faster, or the tensor if it is there.

    Raises:
        RuntimeError: if CuPy or a GPU is missing, if the tensor is not on the CPU, or if it requires grad.
    """
    payload = _dense(self, "pin_memory")
    if not isinstance(payload, np.ndarray):
        raise RuntimeError("cannot pin 'torch.cuda.Tensor': only dense CPU tensors can be pinned. Call x.cpu() first.")
    if _is_pinned(payload):
        pinned: Tensor = self
        return pinned
    if not arrays.cuda_available():
        raise errors.memory.nothing_to_pin_for()
    if self.requires_grad:
        raise RuntimeError("pin_memory: gradients do not flow through it. Pin x.detach().")
    return alias(arrays.pinned_copy(payload), None)
