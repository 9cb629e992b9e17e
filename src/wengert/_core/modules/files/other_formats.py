"""Formats that are known by the suffix of a file: ``.safetensors`` and ``.npz``. Both hold arrays under names.

Neither has objects, views or ``requires_grad``: each tensor is copied in and out as it is.

The first is a JSON header and bytes, few enough rules that no package is needed; the second is NumPy's.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ...api.generated import functions
from ...arrays import arrays, dtypes
from ...arrays.arrays import device
from ...tape.tensor import Tensor, TensorBase, wrap
from .whole_files import opened_to_write

LENGTH = struct.Struct("<Q")
LARGEST = 100_000_000  # bytes of a header: those who wrote the format down set this limit
ALIGNMENT = 8
CODES = {
    dtypes.float64: "F64", dtypes.float32: "F32", dtypes.float16: "F16", dtypes.bfloat16: "BF16",
    dtypes.complex64: "C64", dtypes.int64: "I64", dtypes.int32: "I32", dtypes.int16: "I16", dtypes.int8: "I8",
    dtypes.uint64: "U64", dtypes.uint32: "U32", dtypes.uint16: "U16", dtypes.uint8: "U8", dtypes.bool_: "BOOL",
}  # fmt: skip
DTYPES = {code: d.dtype for d, code in CODES.items()}


class Format(NamedTuple):
    """How files of a suffix are written and read."""

    suffix: str
    write: Any
    read: Any

    def save(self, obj: Any, path: Any) -> None:
        """Write a dict of names to tensors."""
        if not isinstance(obj, Mapping):
            raise errors.files.not_a_dict(self.suffix, obj)
        for name, t in obj.items():
            if not isinstance(name, str) or not isinstance(t, TensorBase):
                raise errors.files.not_a_dict(self.suffix, {name: t})
        values = {name: functions.resolve_conj(t.detach()).cpu().contiguous()._wg_data for name, t in obj.items()}
        self.write(path, values)

    def load(self, path: Any, map_location: Any) -> dict[str, Tensor]:
        """Read a dict of names to tensors."""
        if map_location is not None and not isinstance(map_location, (str, device)):
            raise errors.files.map_of_format(f"a {self.suffix}")
        found: dict[str, Tensor] = {}
        for name, value in self.read(path).items():
            found[name] = wrap(arrays.move(value, "cpu" if map_location is None else map_location))
        return found


def of(f: Any) -> Format | None:
    """The format of a path; None for PyTorch's."""
    if not isinstance(f, (str, os.PathLike)):
        return None
    path = os.fspath(f)
    return next((known for known in FORMATS if path.endswith(known.suffix)), None)


def _write_safetensors(path: Any, values: dict[str, Any]) -> None:
    header: dict[str, Any] = {}
    rows, at = [], 0
    for name in sorted(values, key=lambda name: (-values[name].itemsize, name)):  # so that all are aligned
        value = values[name]
        code = CODES.get(dtypes.of(value.dtype))
        if code is None:
            raise errors.files.no_place_for(".safetensors", dtypes.of(value.dtype))
        row = np.ascontiguousarray(value).reshape(-1)
        if sys.byteorder == "big":
            row = _swapped(row)
        header[name] = {"dtype": code, "shape": list(value.shape), "data_offsets": [at, at + row.nbytes]}
        at += row.nbytes
        rows.append(row)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % ALIGNMENT)
    with opened_to_write(path) as file:
        file.write(LENGTH.pack(len(text)))
        file.write(text)
        for row in rows:
            file.write(row.view(np.uint8).data)


def _read_safetensors(path: Any) -> dict[str, Any]:
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        start = file.read(LENGTH.size)
        length = LENGTH.unpack(start)[0] if len(start) == LENGTH.size else LARGEST + 1
        if length > min(LARGEST, size - LENGTH.size):
            raise errors.files.no_safetensors("the header is too long for the file")
        try:
            header = json.loads(file.read(length))
            entries: dict[str, tuple[Any, Any, int, int]] = {
                name: (
                    DTYPES[e["dtype"]],
                    [int(n) for n in e["shape"]],
                    int(e["data_offsets"][0]),
                    int(e["data_offsets"][1]),
                )
                for name, e in header.items()
                if name != "__metadata__"
            }
        except (ValueError, LookupError, TypeError, AttributeError) as e:
            raise errors.files.no_safetensors(f"the header is not understood: {e!r}") from None
        found: dict[str, Any] = {}
        for name, (dtype, shape, begin, end) in entries.items():
            count = int(np.prod(shape, dtype=object))
            if min(shape, default=0) < 0 or begin < 0 or end - begin != count * dtype.itemsize:
                raise errors.files.no_safetensors(f"{name} has {end - begin} bytes for the shape {shape}")
            if LENGTH.size + length + end > size:
                raise errors.files.no_safetensors(f"{name} lies behind the end of the file")
            file.seek(LENGTH.size + length + begin)
            row = np.empty(count, dtype)
            file.readinto(row.view(np.uint8).data)
            found[name] = (row if sys.byteorder == "little" else _swapped(row)).reshape(shape)
    return found


def _swapped(row: Any) -> Any:
    """Numbers in the other byte order."""
    parts = row.itemsize // (2 if row.dtype.kind == "c" else 1)
    return row.view(f"u{parts}").byteswap().view(row.dtype)


def _write_npz(path: Any, values: dict[str, Any]) -> None:
    for value in values.values():
        if value.dtype.kind == "V":  # NumPy writes its size alone
            raise errors.files.no_place_for(".npz", dtypes.of(value.dtype))
    with opened_to_write(path) as whole, zipfile.ZipFile(whole, "w") as archive:
        for name, value in values.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, value, allow_pickle=False)


def _read_npz(path: Any) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as archive:
        return dict(archive)


FORMATS = (
    Format(".safetensors", _write_safetensors, _read_safetensors),
    Format(".npz", _write_npz, _read_npz),
)
