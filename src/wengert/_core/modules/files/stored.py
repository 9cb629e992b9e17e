"""Storages as files have them: memory with the name of its type, and a tag that says on which device it was."""

from __future__ import annotations

import sys
from bisect import insort
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import numpy as np

from ... import errors
from ...api.untyped_storage import UntypedStorage
from ...arrays import arrays, dtypes
from ...tape.storage import Storage

Restore = Callable[[UntypedStorage, str], UntypedStorage]


class StorageType:
    """What the name of a storage class stands for: a dtype; None where the storage counts bytes."""

    def __init__(self, name: str, dtype: dtypes.dtype | None) -> None:
        self.module = "torch" if dtype is not None else "torch.storage"
        self.name = name
        self.dtype = dtype

    @property
    def itemsize(self) -> int:
        return 1 if self.dtype is None else self.dtype.itemsize

    def __repr__(self) -> str:
        return f"{self.module}.{self.name}"


UNTYPED = StorageType("UntypedStorage", None)
TYPES = [
    StorageType(name, dtype)
    for name, dtype in (
        ("DoubleStorage", dtypes.float64), ("FloatStorage", dtypes.float32), ("HalfStorage", dtypes.float16),
        ("BFloat16Storage", dtypes.bfloat16), ("LongStorage", dtypes.int64), ("IntStorage", dtypes.int32),
        ("ShortStorage", dtypes.int16), ("CharStorage", dtypes.int8), ("ByteStorage", dtypes.uint8),
        ("BoolStorage", dtypes.bool_), ("ComplexFloatStorage", dtypes.complex64),
        ("ComplexDoubleStorage", dtypes.complex128),
    )
]  # fmt: skip
OF_DTYPE = {kind.dtype: kind for kind in TYPES}


class Stored(UntypedStorage):
    """A storage on its way into or out of a file. It knows of what type its elements are."""

    kind: StorageType

    @classmethod
    def around(cls, row: Any, room: Storage, kind: StorageType) -> Stored:
        """The storage of a 1-d array, which is taken as bytes."""
        out = cls.__new__(cls)
        out._row, out._room, out.kind = row.view(np.uint8), room, kind
        return out

    @property
    def numel(self) -> int:
        """The number of elements."""
        return self.nbytes() // self.kind.itemsize


def swap(row: Any, kind: StorageType, order: str) -> None:
    """Turn bytes in the other byte order into those of this machine, in place.

    Raises:
        RuntimeError: if they have no dtype.
    """
    if kind.dtype is None:
        raise errors.files.byte_order(order)
    parts = kind.itemsize // (2 if kind.dtype.is_complex else 1)
    row.view(f"u{parts}").byteswap(inplace=True)


# -- where storages go

Tagger = Callable[[UntypedStorage], str | None]
Deserializer = Callable[[UntypedStorage, str], UntypedStorage | None]
_packages: list[tuple[int, Tagger, Deserializer]] = []


def register_package(priority: int, tagger: Tagger, deserializer: Deserializer) -> None:
    """Let files have storages of another device.

    Args:
        priority: a smaller number is asked earlier. The CPU has 10, a GPU 20.
        tagger: called with a storage that is saved; returns the tag of its device, or None.
        deserializer: called with a storage on the CPU that was loaded, and its tag; returns the storage on its device,
            or None if the tag is not its own.

    >>> import wengert
    >>> def elsewhere(storage, tag):
    ...     return storage if tag == "elsewhere" else None
    >>> wengert.serialization.register_package(30, lambda storage: None, elsewhere)
    """
    insort(_packages, (priority, tagger, deserializer), key=lambda entry: entry[0])


def location_tag(storage: UntypedStorage) -> str:
    """Return the tag that a file gives a storage: ``"cpu"``, or ``"cuda:0"``.

    Args:
        storage: a storage.

    Raises:
        RuntimeError: if no package knows its device.

    >>> import wengert
    >>> wengert.serialization.location_tag(wengert.UntypedStorage(8))
    'cpu'
    """
    for _, tagger, _ in _packages:
        tag = tagger(storage)
        if tag is not None:
            return tag
    raise errors.files.unknown_location(str(storage.device))


def default_restore_location(storage: UntypedStorage, location: str) -> UntypedStorage:
    """Return a loaded storage on the device of its tag.

    Args:
        storage: a storage on the CPU.
        location: the tag.

    Raises:
        RuntimeError: if the device is not there, or no package knows the tag.

    >>> import wengert
    >>> wengert.serialization.default_restore_location(wengert.UntypedStorage(2), "cpu").nbytes()
    2
    """
    for _, _, deserializer in _packages:
        found = deserializer(storage, location)
        if found is not None:
            return found
    raise errors.files.unknown_location(location)


def _to_gpu(storage: UntypedStorage, location: str) -> UntypedStorage | None:
    if not location.startswith("cuda"):
        return None
    if not arrays.cuda_available():
        raise errors.files.no_cuda()
    return storage.cuda(location)


register_package(10, lambda s: "cpu" if s.device.type == "cpu" else None, lambda s, tag: s if tag == "cpu" else None)
register_package(20, lambda s: str(s.device) if s.device.type == "cuda" else None, _to_gpu)


def restorer(map_location: Any) -> Restore:
    """Return the function that puts a loaded storage where ``map_location`` says."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, Mapping):
        return lambda storage, tag: default_restore_location(storage, str(map_location.get(tag, tag)))
    if isinstance(map_location, (str, arrays.device)):
        target = str(arrays.device(map_location))
        return lambda storage, _: default_restore_location(storage, target)

    def restore(storage: UntypedStorage, tag: str) -> UntypedStorage:
        found = map_location(storage, tag)
        if found is None:
            return default_restore_location(storage, tag)
        if not isinstance(found, UntypedStorage):
            raise errors.files.mapped(found)
        return found

    return restore


def text(given: Any) -> str:
    """Text that a pickle may have as bytes."""
    return given.decode("ascii") if isinstance(given, bytes) else str(given)


# -- files that do not say in which byte order they are


class LoadEndianness(Enum):
    """The byte order of files that do not say theirs."""

    NATIVE = 1
    LITTLE = 2
    BIG = 3


_endianness: LoadEndianness | None = None


def get_default_load_endianness() -> LoadEndianness | None:
    """Return the byte order of files that do not say theirs; None, the default, means little-endian.

    >>> import wengert
    >>> wengert.serialization.get_default_load_endianness() is None
    True
    """
    return _endianness


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """Set the byte order of files that do not say theirs.

    Args:
        endianness: a :class:`LoadEndianness`, or None for little-endian.

    Raises:
        TypeError: if it is neither.

    >>> import wengert
    >>> wengert.serialization.set_default_load_endianness(None)
    """
    global _endianness
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise errors.files.no_endianness(endianness)
    _endianness = endianness


def endianness() -> str:
    """The byte order of a file that does not say its own."""
    if _endianness is LoadEndianness.NATIVE:
        return sys.byteorder
    return "big" if _endianness is LoadEndianness.BIG else "little"
