"""The memory of tensors as elements, as old programs see it. PyTorch deprecates it for :class:`UntypedStorage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import errors
from ..arrays import dtypes
from ..arrays.arrays import device
from ..arrays.conjugates import settle
from ..errors.tracebacks import public
from ..tape.storage import Storage
from .methods import method
from .untyped_storage import UntypedStorage


class TypedStorage:
    """Deprecated. The memory that a tensor and its views share, as elements of one dtype.

    ``Tensor.storage()`` returns that of a tensor. New programs use ``Tensor.untyped_storage()``.

    Args:
        args: the number of elements of new memory, or their values; nothing for an empty storage.
        wrap_storage: the memory, as an :class:`UntypedStorage`. It is shared.
        dtype: the dtype of the elements. Default: the default dtype.
        device: where new memory is to be.

    >>> import warnings, wengert
    >>> with warnings.catch_warnings(action="ignore"):
    ...     memory = wengert.arange(4).view(2, 2)[1].storage()
    >>> len(memory), memory[1], memory.tolist()
    (4, 1, [0, 1, 2, 3])
    """

    @public
    def __init__(
        self, *args: Any, wrap_storage: UntypedStorage | None = None, dtype: Any = None, device: Any = None
    ) -> None:
        errors.deprecated.typed_storage()
        numpy_dtype = np.dtype(dtypes.default_float()) if dtype is None else dtypes.as_numpy(dtype)
        if wrap_storage is None:
            if len(args) > 1:
                raise errors.memory.one_argument("TypedStorage", len(args))
            wrap_storage = _made(args[0] if args else 0, numpy_dtype)
            wrap_storage = wrap_storage if device is None else wrap_storage._moved(device)
        elif args or device is not None:
            raise errors.memory.given_with_memory()
        elif not isinstance(wrap_storage, UntypedStorage):
            raise errors.calls.wrong_type("TypedStorage", "wrap_storage", "UntypedStorage", wrap_storage)
        elif wrap_storage.nbytes() % numpy_dtype.itemsize:
            raise errors.memory.part_of_an_element(wrap_storage.nbytes(), numpy_dtype)
        self._memory = wrap_storage
        self._numpy_dtype = numpy_dtype

    @classmethod
    def _of(cls, memory: UntypedStorage, numpy_dtype: Any) -> TypedStorage:
        out = cls.__new__(cls)
        out._memory, out._numpy_dtype = memory, numpy_dtype
        return out

    @property
    def _elements(self) -> Any:
        return self._memory._row.view(self._numpy_dtype)

    @property
    def dtype(self) -> dtypes.dtype:
        """The dtype of the elements."""
        return dtypes.of(self._numpy_dtype)

    @property
    def device(self) -> device:
        """The device of the memory."""
        return self._memory.device

    @property
    def is_cuda(self) -> bool:
        """Whether the memory is on a GPU."""
        return self._memory.is_cuda

    @property
    def is_sparse(self) -> bool:
        """False: memory has no pattern."""
        return False

    def untyped(self) -> UntypedStorage:
        """Return the memory, as bytes."""
        return self._memory

    def size(self) -> int:
        """Return the number of elements."""
        return self.nbytes() // self._numpy_dtype.itemsize

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self._memory.nbytes()

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return int(self._numpy_dtype.itemsize)

    def data_ptr(self) -> int:
        """Return the address of the first element."""
        return self._memory.data_ptr()

    def tolist(self) -> list[Any]:
        """Return the elements as numbers."""
        numbers: list[Any] = self._memory.cpu()._row.view(self._numpy_dtype).tolist()
        return numbers

    def fill_(self, value: Any) -> TypedStorage:
        """Set every element to ``value``."""
        self[:] = value
        return self

    def copy_(self, source: TypedStorage | UntypedStorage, non_blocking: bool = False) -> TypedStorage:
        """Copy the bytes of ``source``, which must have as many.

        Raises:
            RuntimeError: if the sizes differ.
        """
        self._memory.copy_(source.untyped())
        return self

    def resize_(self, size: int) -> TypedStorage:
        """Not supported: the memory of a NumPy array cannot be resized.

        Raises:
            RuntimeError: if ``size`` is not the present size.
        """
        self._memory.resize_(size * self._numpy_dtype.itemsize)
        return self

    def resizable(self) -> bool:
        """False: see :meth:`resize_`."""
        return False

    def clone(self) -> TypedStorage:
        """Return a copy."""
        return self._of(self._memory.clone(), self._numpy_dtype)

    def cpu(self) -> TypedStorage:
        """Return a copy on the CPU, or this storage if it is there."""
        return self._with(self._memory.cpu())

    def cuda(self, device: Any = None, non_blocking: bool = False) -> TypedStorage:
        """Return a copy on a GPU, or this storage if it is there."""
        return self._with(self._memory.cuda(device))

    def _with(self, memory: UntypedStorage) -> TypedStorage:
        return self if memory is self._memory else self._of(memory, self._numpy_dtype)

    def to(self, *, device: Any = None, dtype: Any = None, non_blocking: bool = False) -> TypedStorage:
        """Return the elements on another device, or cast to another dtype; this storage if nothing changes."""
        out = self if device is None else self._with(self._memory._moved(device))
        numpy_dtype = self._numpy_dtype if dtype is None else dtypes.as_numpy(dtype)
        if numpy_dtype == self._numpy_dtype:
            return out
        return self._of(UntypedStorage._of(out._elements.astype(numpy_dtype).view(np.uint8), Storage()), numpy_dtype)

    def type(self) -> str:
        """Return the old name of its type: ``'torch.FloatStorage'``."""
        return errors.text.tensor_type(self._numpy_dtype, self.device.type).removesuffix("Tensor") + "Storage"

    def pickle_storage_type(self) -> str:
        """Return the last part of :meth:`type`."""
        return self.type().rpartition(".")[2]

    def get_device(self) -> int:
        """Return the number of the GPU, or -1 on the CPU."""
        return -1 if self.device.type == "cpu" else int(self.device.index or 0)

    def is_pinned(self) -> bool:
        """Return whether the memory is page-locked, for faster copies to a GPU."""
        return self._memory.is_pinned()

    def is_shared(self) -> bool:
        """Return whether processes can share the memory."""
        return self._memory.is_shared()

    def __sizeof__(self) -> int:
        """What ``sys.getsizeof`` adds its own to: summaries of models count memory by it."""
        return object.__sizeof__(self) + self.nbytes()

    def __len__(self) -> int:
        return self.size()

    def __getitem__(self, key: int) -> Any:
        if isinstance(key, slice):
            raise errors.memory.no_slices()
        return self._elements[self._memory_key(key)].item()

    def __setitem__(self, key: int | slice, value: Any) -> None:
        self._elements[key if isinstance(key, slice) else self._memory_key(key)] = value
        settle(self._memory._row)

    def _memory_key(self, key: Any) -> Any:
        if not isinstance(key, (int, np.integer)):
            raise errors.memory.no_place_of_element(key)
        if not -self.size() <= key < self.size():
            raise errors.memory.past_the_end(key, self.size())
        return key

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TypedStorage)
            and self._numpy_dtype == other._numpy_dtype
            and self._memory == other._memory
        )

    def __hash__(self) -> int:
        return hash((self._memory, self._numpy_dtype))

    def __repr__(self) -> str:
        lines = "".join(f" {v}\n" for v in self.tolist())
        return f"{lines}[wengert.TypedStorage(dtype={self.dtype}, device={self.device}) of size {self.size()}]"


def _cast(name: str, target: dtypes.dtype) -> None:
    def cast(self: TypedStorage) -> TypedStorage:
        return self.to(dtype=target)

    cast.__name__, cast.__qualname__ = name, f"TypedStorage.{name}"
    cast.__doc__ = f"Return the elements as {target.name}."
    setattr(TypedStorage, name, cast)


for _name, _target in {
    "double": dtypes.float64, "float": dtypes.float32, "half": dtypes.float16, "bfloat16": dtypes.bfloat16,
    "complex_float": dtypes.complex64, "complex_double": dtypes.complex128, "long": dtypes.int64, "int": dtypes.int32,
    "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8, "bool": dtypes.bool_,
}.items():  # fmt: skip
    _cast(_name, _target)


class _KindOfStorage(type):
    numpy_dtype: Any

    def __instancecheck__(cls, x: object) -> bool:
        return isinstance(x, TypedStorage) and x._numpy_dtype == cls.numpy_dtype


def _kind(name: str, target: dtypes.dtype) -> Any:
    def new(cls: Any, *args: Any, wrap_storage: Any = None) -> TypedStorage:
        return TypedStorage(*args, wrap_storage=wrap_storage, dtype=target)

    doc = f"Deprecated. Makes a :class:`TypedStorage` of ``{target}``, as old programs do."
    return _KindOfStorage(
        name, (), {"__new__": new, "numpy_dtype": target.dtype, "__doc__": doc, "__module__": __name__}
    )


DoubleStorage = _kind("DoubleStorage", dtypes.float64)
FloatStorage = _kind("FloatStorage", dtypes.float32)
HalfStorage = _kind("HalfStorage", dtypes.float16)
BFloat16Storage = _kind("BFloat16Storage", dtypes.bfloat16)
ComplexDoubleStorage = _kind("ComplexDoubleStorage", dtypes.complex128)
ComplexFloatStorage = _kind("ComplexFloatStorage", dtypes.complex64)
LongStorage = _kind("LongStorage", dtypes.int64)
IntStorage = _kind("IntStorage", dtypes.int32)
ShortStorage = _kind("ShortStorage", dtypes.int16)
CharStorage = _kind("CharStorage", dtypes.int8)
ByteStorage = _kind("ByteStorage", dtypes.uint8)
BoolStorage = _kind("BoolStorage", dtypes.bool_)
KINDS = {
    kind.numpy_dtype: kind
    for kind in (
        DoubleStorage, FloatStorage, HalfStorage, BFloat16Storage, ComplexDoubleStorage, ComplexFloatStorage,
        LongStorage, IntStorage, ShortStorage, CharStorage, ByteStorage, BoolStorage,
    )
}  # fmt: skip


def _made(given: Any, numpy_dtype: Any) -> UntypedStorage:
    """New memory for a number of elements, or with these elements."""
    if isinstance(given, Sequence):
        memory = UntypedStorage(len(given) * numpy_dtype.itemsize)
        memory._row.view(numpy_dtype)[...] = np.asarray(given)
        return memory
    if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
        return UntypedStorage(int(given) * numpy_dtype.itemsize)
    raise errors.memory.no_size(given)


def is_storage(obj: Any) -> bool:
    """Return whether an object is a storage: the memory of tensors, as bytes or as elements.

    >>> import wengert
    >>> wengert.is_storage(wengert.ones(2).untyped_storage()), wengert.is_storage(wengert.ones(2))
    (True, False)
    """
    return isinstance(obj, (TypedStorage, UntypedStorage))


@method
def storage(self: Any) -> TypedStorage:
    """Deprecated. Return the memory that this tensor and its views share, as elements: use :func:`untyped_storage`.

    Raises:
        RuntimeError: if the tensor is sparse or batched.

    >>> import warnings, wengert
    >>> with warnings.catch_warnings(action="ignore"):
    ...     wengert.ones(2, 3)[1].storage().size()
    6
    """
    errors.deprecated.typed_storage()
    return TypedStorage._of(self.untyped_storage(), self._wg_data.dtype)


@method
def storage_type(self: Any) -> Any:
    """Deprecated. Return the type of :func:`storage` by its old name, such as ``FloatStorage``."""
    return KINDS.get(self._wg_data.dtype, TypedStorage)
