"""The format since PyTorch 1.6: a zip file with the pickle and, uncompressed and aligned, a record per storage."""

from __future__ import annotations

import os
import struct
import sys
import zipfile
from typing import IO, Any, cast

import numpy as np

from ... import errors
from ...api.untyped_storage import UntypedStorage
from ...arrays import arrays
from ...tape.storage import cell
from . import restricted, stored
from .stored import StorageType, Stored

ALIGNMENT = 64  # bytes: what maps a file into memory finds every storage aligned
PIECE = 1 << 24  # bytes that are read at once
LOCAL_HEADER = struct.Struct("<4s5H3L2H")
ZIP64_FIELD = 20  # bytes in a local header, for entries that may be large
LARGE = 1 << 31
PADDING = 0x4246  # the type of the field that fills a local header up, as PyTorch has it
START = b"PK\x03\x04"


class _Out:
    """A file as a zip writer sees it: it starts here, and nothing that was written is changed."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def write(self, data: Any) -> int:
        self.file.write(data)
        return memoryview(data).nbytes

    def flush(self) -> None:
        flush = getattr(self.file, "flush", None)
        if flush is not None:
            flush()


def write(file: IO[bytes], name: str, pickled: bytes, storages: list[Stored], byte_order: bool) -> None:
    """Write an archive.

    Args:
        file: what it is written to, from where it is.
        name: the folder in the archive.
        pickled: the pickle.
        storages: each is a record under its number.
        byte_order: whether to write down in which byte order the records are.
    """
    with zipfile.ZipFile(cast(IO[bytes], _Out(file)), "w", zipfile.ZIP_STORED) as archive:
        records = {"data.pkl": pickled, ".format_version": b"1", ".storage_alignment": str(ALIGNMENT).encode()}
        if byte_order:
            records["byteorder"] = sys.byteorder.encode()
        for key, data in records.items():
            _record(archive, f"{name}/{key}", data)
        for number, storage in enumerate(storages):
            _record(archive, f"{name}/data/{number}", arrays.move(storage._row, "cpu").data)
        _record(archive, f"{name}/version", b"3\n")


def _record(archive: zipfile.ZipFile, name: str, data: Any) -> None:
    """Write a record whose first byte is aligned."""
    size = memoryview(data).nbytes
    entry = zipfile.ZipInfo(name)
    large = size >= LARGE
    start = archive.fp.tell() + LOCAL_HEADER.size + len(name.encode()) + large * ZIP64_FIELD  # type: ignore[union-attr]
    gap = -start % ALIGNMENT
    if gap:
        gap += ALIGNMENT if gap < 4 else 0
        entry.extra = struct.pack("<HH", PADDING, gap - 4) + bytes(gap - 4)
    with archive.open(entry, "w", force_zip64=large) as record:
        for at in range(0, size, PIECE):
            record.write(data[at : at + PIECE])
    entry.extra = b""  # the list at the end of the archive needs no padding


class Archive:
    """An archive that is read.

    Args:
        file: a file that can be sought in.
        path: where it is, if its records are to be mapped into memory.
    """

    def __init__(self, file: IO[bytes], path: Any = None) -> None:
        try:
            self.zip = zipfile.ZipFile(file)
        except zipfile.BadZipFile as e:
            raise errors.files.no_archive(e) from None
        self.file = file
        names = self.zip.namelist()
        self.folder = names[0].partition("/")[0] if names else ""
        self.map = None if path is None else np.memmap(os.fspath(path), np.uint8, "c")
        self.names = frozenset(names)

    def has(self, name: str) -> bool:
        """Whether there is a record."""
        return f"{self.folder}/{name}" in self.names

    def read(self, name: str) -> bytes:
        """A small record."""
        if not self.has(name):
            raise errors.files.no_record(name)
        try:
            return self.zip.read(f"{self.folder}/{name}")
        except (zipfile.BadZipFile, EOFError, NotImplementedError) as e:
            raise errors.files.no_archive(e) from None

    def row(self, name: str, kind: StorageType, nbytes: int, order: str) -> Any:
        """The bytes of a storage, in the byte order of this machine."""
        if not self.has(name):
            raise errors.files.no_record(name)
        entry = self.zip.getinfo(f"{self.folder}/{name}")
        if entry.file_size != nbytes:
            raise errors.files.record_size(name, nbytes, entry.file_size)
        if self.map is not None and entry.compress_type == zipfile.ZIP_STORED:
            start = self.start(entry)
            if start + nbytes > self.map.size:
                raise errors.files.file_ended()
            # made of a buffer, so that the memory of a tensor is its storage and not the whole file
            part: Any = self.map[start : start + nbytes]
            row = np.frombuffer(memoryview(part), np.uint8) if nbytes else part
            if arrays.address(row) % kind.itemsize:
                row = row.copy()
        else:
            row = self.filled(entry)
        if order != sys.byteorder:
            stored.swap(row, kind, order)
        return row

    def start(self, entry: zipfile.ZipInfo) -> int:
        """Where the bytes of a record begin in the file: behind a header that says how long it is."""
        self.file.seek(entry.header_offset)
        header = self.file.read(LOCAL_HEADER.size)
        if len(header) < LOCAL_HEADER.size or not header.startswith(START):
            raise errors.files.file_ended()
        *_, name, extra = LOCAL_HEADER.unpack(header)
        return int(entry.header_offset + LOCAL_HEADER.size + name + extra)

    def filled(self, entry: zipfile.ZipInfo) -> Any:
        """An array of the bytes of a record."""
        row = np.empty(entry.file_size, np.uint8)
        try:
            with self.zip.open(entry) as record:
                at = 0
                while data := record.read(PIECE):
                    row[at : at + len(data)] = np.frombuffer(data, np.uint8)
                    at += len(data)
        except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError) as e:
            raise errors.files.no_archive(e) from None
        if at != row.size:
            raise errors.files.file_ended()
        return row

    def loader(self, restore: stored.Restore) -> Any:
        """The ``persistent_load`` of an unpickler: it reads each storage once."""
        known: dict[Any, Stored] = {}
        order = self.read("byteorder").decode() if self.has("byteorder") else stored.endianness()
        if order not in ("little", "big"):
            raise ValueError(f"Unknown endianness type: {order!r}. The file is broken: save it again.")

        def load(given: Any) -> Stored:
            kind, key, location, numel = restricted.checked(given)
            if key not in known:
                row = self.row(f"data/{key}", kind, numel * kind.itemsize, order)
                moved = restore(UntypedStorage._of(row, cell()), stored.text(location))
                known[key] = Stored.around(moved._row, moved._room, kind)
            return known[key]

        return load
