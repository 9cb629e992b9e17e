"""The format before PyTorch 1.6: pickles in a row, and the bytes of the storages after them."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import IO, Any

import numpy as np

from ... import errors
from ...api.untyped_storage import UntypedStorage
from ...arrays import arrays
from ...tape.storage import cell
from . import restricted, stored
from .archive import PIECE
from .restricted import checked
from .stored import StorageType, Stored

MAGIC = 0x1950A86A20F9469CFC6C
PROTOCOL = 1001
SYSTEM = {"protocol_version": PROTOCOL, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
COUNT = struct.Struct("<q")


def write(file: IO[bytes], pickled: bytes, storages: list[Stored], dumps: Callable[[Any], bytes]) -> None:
    """Write a file. ``dumps`` pickles what stands around the object."""
    for value in (MAGIC, PROTOCOL, SYSTEM):
        file.write(dumps(value))
    file.write(pickled)
    file.write(dumps([str(key) for key in range(len(storages))]))
    for storage in storages:
        row = arrays.move(storage._row, "cpu")
        if sys.byteorder == "big":
            row = row.copy()
            stored.swap(row, storage.kind, "little")
        file.write(COUNT.pack(storage.numel))
        file.write(row.data)


# Note [Bytes before tensors]
# ---------------------------
# In a file the bytes of the storages come after the pickle that makes tensors on them. Some tensors are computed from
# others as they are made: sparse ones, and negatives. So the pickle is first looked through, for the storages that it
# names; their bytes are read; and then it is run.


def read(file: IO[bytes], restore: stored.Restore, unpickle: Callable[..., Any]) -> Any:
    """Read a file. ``unpickle`` reads one pickle, given the file and what loads a storage."""
    if restricted.Unpickler(file).load() != MAGIC:
        raise errors.files.magic()
    version = restricted.Unpickler(file).load()
    if version != PROTOCOL:
        raise errors.files.protocol(version)
    restricted.Unpickler(file).load()
    start = file.tell()
    named = restricted.Survey(file).storages()
    rows = {}
    for key in restricted.Unpickler(file).load():
        if key not in named:
            raise RuntimeError(f"load: the file has a storage {key!r} that its pickle does not name. Save it again.")
        rows[key] = _bytes(file, key, *named[key])
    end = file.tell()
    file.seek(start)
    found = unpickle(file, _loader(rows, restore))
    file.seek(end)
    return found


def _loader(rows: dict[Any, Any], restore: stored.Restore) -> Callable[[Any], Any]:
    """The ``persistent_load`` of an unpickler."""
    roots: dict[Any, Stored] = {}
    views: dict[Any, Stored] = {}

    def load(given: Any) -> Any:
        if stored.text(given[0]) == "module":  # a class, beside its source; only a file that is trusted has one
            return given[1]
        kind, key, location, _, view = checked(given)
        if key not in roots:
            if key not in rows:
                raise errors.files.no_record(str(key))
            moved = restore(UntypedStorage._of(rows[key], cell()), stored.text(location))
            roots[key] = Stored.around(moved._row, moved._room, kind)
        if view is None:
            return roots[key]
        name, start, count = view
        if name not in views:
            root, width = roots[key], kind.itemsize
            if not 0 <= start <= start + count <= root.numel:
                raise errors.files.out_of_bounds([count], [1], start, width, root.nbytes())
            views[name] = Stored.around(root._row[start * width : (start + count) * width], root._room, kind)
        return views[name]

    return load


def _bytes(file: IO[bytes], key: Any, kind: StorageType, numel: int) -> Any:
    """The bytes of a storage, in the byte order of this machine."""
    (count,) = COUNT.unpack(_whole(file, COUNT.size))
    if count != numel:
        raise errors.files.record_size(str(key), numel * kind.itemsize, count * kind.itemsize)
    size = numel * kind.itemsize
    pieces = [np.frombuffer(_whole(file, min(PIECE, size - at)), np.uint8) for at in range(0, size, PIECE)]
    row = np.concatenate(pieces) if pieces else np.empty(0, np.uint8)
    if sys.byteorder == "big":
        stored.swap(row, kind, "little")
    return row


def _whole(file: IO[bytes], count: int) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise errors.files.file_ended()
    return data
