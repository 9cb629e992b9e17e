"""``save`` and ``load``: objects with tensors in files."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import tarfile
from collections import OrderedDict
from collections.abc import Iterator
from typing import IO, Any

import numpy as np

from ... import errors
from ...api.copying import attributes
from ...api.leaving import keep_all
from ...api.subclass import Overridable
from ...api.types import layout
from ...api.untyped_storage import UntypedStorage
from ...arrays import arrays, dtypes, layouts
from ...arrays.arrays import device
from ...arrays.conjugates import image_of
from ...arrays.coo import COO, COORDINATES
from ...errors.tracebacks import public
from ...tape.hooks import warn_if_has_hooks
from ...tape.storage import cell
from ...tape.tensor import Size, Tensor, TensorBase, alias, make
from . import archive, older_format, other_formats, pickled_names, rebuilding, restricted, stored
from .public_names import parameter_type
from .stored import OF_DTYPE, UNTYPED, Stored
from .whole_files import opened_to_write

# -- saving


@public
def save(
    obj: object,
    f: str | os.PathLike[str] | IO[bytes],
    pickle_module: Any = pickle,
    pickle_protocol: int = 2,
    _use_new_zipfile_serialization: bool = True,
    _disable_byteorder_record: bool = False,
) -> None:
    """Save an object to a file that :func:`load` reads, and PyTorch's ``torch.load``.

    Tensors that share memory share it in the file. The whole memory is saved, also if a tensor shows a part of it: save
    a ``clone()`` to save the part alone. History, ``.grad`` and hooks are not saved.

    A path that ends in ``.safetensors`` or ``.npz`` gets a file of that format, from a dict of names to tensors. Other
    programs expect it of such a name, and :func:`load` does, too.

    Args:
        obj: tensors, and whatever else can be pickled.
        f: a path, or a file that is open for writing.
        pickle_module: pickles what is no tensor: ``pickle``, or ``dill``.
        pickle_protocol: the protocol of the pickle. PyTorch reads files with ``weights_only=True`` for sure if it is 2.

    Raises:
        AttributeError: if ``f`` is neither a path nor a file.
        RuntimeError: if the folder does not exist, or if tensors of two dtypes show the same memory.

    >>> import io, wengert
    >>> file = io.BytesIO()
    >>> wengert.save({"weight": wengert.ones(2), "step": 3}, file)
    >>> _ = file.seek(0)
    >>> wengert.load(file)
    {'weight': tensor([1., 1.]), 'step': 3}
    """
    other = other_formats.of(f)
    if other is not None:
        other.save(obj, f)
        return
    if not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise errors.files.not_writable(f)
    pickled, storages = _pickled(obj, pickle_module, pickle_protocol, _use_new_zipfile_serialization)
    with opened_to_write(f) as file:  # an object that cannot be pickled leaves the file as it was
        if _use_new_zipfile_serialization:
            stem = "archive" if file is f else os.path.splitext(os.path.basename(os.fspath(f)))[0]  # type: ignore[arg-type]
            archive.write(file, stem or "archive", pickled, storages, not _disable_byteorder_record)
        else:
            older_format.write(file, pickled, storages, lambda value: pickle.dumps(value, pickle_protocol))


def _pickled(obj: object, module: Any, protocol: int, zipped: bool) -> tuple[bytes, list[Stored]]:
    """The pickle of an object, and the storages that it names by their numbers."""
    base = pickle._Pickler if module is pickle else module.Pickler
    if not (isinstance(base, type) and issubclass(base, pickle._Pickler)):
        raise errors.files.pickler(module)
    kind = type("Pickler", (_Names, base), {})
    buffer = io.BytesIO()
    pickler = kind(buffer, protocol=protocol)
    pickler.storages, pickler.places, pickler.zipped = [], {}, zipped
    pickler.dump(obj)
    return buffer.getvalue(), pickler.storages


class _Names:
    """What a pickler needs to write tensors as PyTorch does. The rest comes from the class that stands behind this."""

    storages: list[Stored]
    places: dict[tuple[int, int], int]  # the number of the storage at an address, of a length
    zipped: bool
    proto: int
    write: Any
    memoize: Any
    save: Any

    def reducer_override(self, obj: Any) -> Any:
        """How an object is pickled: a function and its arguments, the name of a global, or as usual."""
        if isinstance(obj, TensorBase):
            return NotImplemented if _has_own_way(type(obj)) else _reduced(obj)
        if isinstance(obj, Size):
            return Size, (tuple(obj),)
        if isinstance(obj, device):
            return device, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if isinstance(obj, layout):
            return rebuilding.layout_of, (f"torch.{obj.name}",)
        return NotImplemented if pickled_names.written(obj) is None else "a name"

    def save_global(self, obj: Any, name: str | None = None) -> None:
        """Write a name: that of PyTorch, for what is known under it."""
        full = pickled_names.written(obj)
        if full is None:
            super().save_global(obj, name)  # type: ignore[misc]
            return
        module, _, name = full.rpartition(".") if obj is not UNTYPED else (UNTYPED.module, "", UNTYPED.name)
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self.write(pickle.STACK_GLOBAL)
        else:
            self.write(pickle.GLOBAL + f"{module}\n{name}\n".encode())
        self.memoize(obj)

    def persistent_id(self, obj: Any) -> Any:
        """What stands for a storage in the pickle."""
        if not isinstance(obj, UntypedStorage):
            return None
        if not isinstance(obj, Stored):
            obj = Stored.around(obj._row, obj._room, UNTYPED)
        place = obj._place()
        known = self.places.get(place) if place[1] else None
        if known is None:
            known = self.places[place] = len(self.storages)
            self.storages.append(obj)
        elif self.storages[known].kind is not obj.kind:
            raise errors.files.other_dtypes(self.storages[known].kind, obj.kind)
        given = ("storage", obj.kind, str(known), stored.location_tag(obj), obj.numel)
        return given if self.zipped else (*given, None)


def _has_own_way(kind: type) -> bool:
    """Whether a subclass of Tensor says itself how it is pickled."""
    classes = kind.__mro__[: kind.__mro__.index(TensorBase)]
    return any("__reduce_ex__" in vars(c) for c in classes if c not in (Tensor, Overridable))


def _reduced(t: Any) -> Any:
    """The function that rebuilds a tensor, and its arguments."""
    keep_all(t, "save()")
    warn_if_has_hooks(t)
    found = attributes(t)
    parameter = parameter_type()
    if parameter is not None and issubclass(type(t), parameter):
        parts: tuple[Any, ...] = (alias(t._wg_data, t._wg_cell()), bool(t.requires_grad), OrderedDict())
        return (
            (rebuilding.rebuild_parameter_with_state, (*parts, found))
            if found
            else (rebuilding.rebuild_parameter, parts)
        )
    made = _sparse(t) if type(t._wg_data) is COO else _dense(t)
    if type(t) is Tensor and not found:
        return made
    return rebuilding.rebuild_from_type_v2, (made[0], type(t), made[1], found or None)


def _sparse(t: Any) -> Any:
    data = t._wg_data
    parts: tuple[Any, ...] = (make(data.indices), make(data.values), Size(data.shape), bool(data.coalesced))
    if data.layout != COORDINATES:
        parts = (make(data.pointers), make(data.plain_indices.copy()), *parts[1:3])
    return rebuilding.rebuild_sparse_tensor, (t.layout, parts)


def _dense(t: Any) -> Any:
    data, flags = t._wg_data, {}
    image = image_of(data)
    if image is not None and data.dtype.kind == "c":
        data, flags = image.conjugates(data), {"conj": True}
    elif image is not None:
        data = layouts.copied(data)  # an imaginary part: the negative of what is in memory
    if min(data.strides, default=0) < 0:  # files have none
        data = layouts.copied(data[tuple([slice(None)] * data.ndim)])
        data = arrays.xp_of(data).ascontiguousarray(data)
    try:
        row, offset = layouts.memory(data)
    except RuntimeError:  # memory in pieces, made by NumPy
        data = arrays.xp_of(data).ascontiguousarray(data)
        row, offset = layouts.memory(data)
    kind = OF_DTYPE.get(dtypes.of(data.dtype), UNTYPED)
    storage = Stored.around(row, cell(), kind)
    strides = tuple(layouts.strides_of(data))
    args: tuple[Any, ...] = (storage, offset, tuple(data.shape), strides, bool(t.requires_grad), OrderedDict())
    if kind is UNTYPED:
        args += (dtypes.of(data.dtype),)
    if flags:
        args += (flags,)
    return (rebuilding.rebuild_tensor_v3 if kind is UNTYPED else rebuilding.rebuild_tensor_v2), args


# -- loading


@public
def load(
    f: str | os.PathLike[str] | IO[bytes],
    map_location: Any = None,
    pickle_module: Any = None,
    *,
    weights_only: bool | None = None,
    mmap: bool | None = None,
    **pickle_load_args: Any,
) -> Any:
    """Load what :func:`save` has saved, or PyTorch's ``torch.save``, in its format of today or that before 1.6.

    A path that ends in ``.safetensors`` or ``.npz`` is read as a file of that format, to a dict of names to tensors.

    Args:
        f: a path, or a file that can be sought in.
        map_location: where storages go: a device, a dict from tags of devices to others, or a function of a storage on
            the CPU and its tag that returns a storage, or None for the device of the tag.
        pickle_module: the module whose ``Unpickler`` reads the pickle, with ``weights_only=False``.
        weights_only: with True, the default, the file makes only tensors, containers, numbers and text; see
            :func:`wengert.serialization.add_safe_globals`. With False it may execute any code: trust whoever made it.
        mmap: whether to map the file into memory, so that only what is used is read. Writes do not change the file.
        pickle_load_args: for the unpickler: ``encoding="latin1"`` for files that Python 2 wrote.

    Returns:
        the object.

    Raises:
        UnpicklingError: if the file does what ``weights_only=True`` does not allow, or its pickle is broken.
        RuntimeError: if it is no such file, or was on a GPU and there is none here.

    >>> import io, wengert
    >>> file = io.BytesIO()
    >>> wengert.save([wengert.arange(3), "text"], file)
    >>> _ = file.seek(0)
    >>> wengert.load(file)
    [tensor([0, 1, 2]), 'text']
    """
    if weights_only is None:
        weights_only = pickle_module is None
    elif weights_only and pickle_module is not None:
        raise errors.files.explicit_module()
    other = other_formats.of(f)
    if other is not None:
        if not weights_only or pickle_load_args:
            raise errors.files.options_of_format(other.suffix)
        return other.load(f, map_location)
    path = f if isinstance(f, (str, os.PathLike)) else None
    if mmap and path is None:
        raise ValueError(f"f must be a file path in order to use the mmap argument, got {type(f).__name__}")
    restore = stored.restorer(map_location)
    if weights_only:
        encoding = pickle_load_args.pop("encoding", "utf-8")
        if pickle_load_args:
            errors.text.warn("pickle_load_args only works if `weights_only=False`.")

        def unpickle(file: IO[bytes], persistent_load: Any = None) -> Any:
            return restricted.Unpickler(file, persistent_load, encoding).load()
    else:
        base = (pickle_module or pickle).Unpickler

        def unpickle(file: IO[bytes], persistent_load: Any = None) -> Any:
            unpickler = type("Unpickler", (_Trusting, base), {})(file, **pickle_load_args)
            if persistent_load is not None:
                unpickler.persistent_load = persistent_load
            return unpickler.load()

    with _opened_to_read(f) as file:
        if not _starts_with(file, archive.START):
            if mmap:
                raise errors.files.mapped_format(f)
            if _is_tar(file):
                raise errors.files.tar()
            if _starts_with(file, np.lib.format.MAGIC_PREFIX):
                raise errors.files.of_numpy()
            return older_format.read(file, restore, unpickle)
        reader = archive.Archive(file, path if mmap else None)
        if reader.has("constants.pkl"):
            raise errors.files.script()
        return unpickle(io.BytesIO(reader.read("data.pkl")), reader.loader(restore))


def storage_of(b: bytes) -> Any:
    """The storage in a file in memory: in a pickle that PyTorch did not write as a file of its own, each is one."""
    return load(io.BytesIO(b))


class _Trusting:
    """What an unpickler needs to find wengert's functions and classes under the names of PyTorch's."""

    def find_class(self, module: str, name: str) -> Any:
        found = pickled_names.read(module, name)
        return super().find_class(module, name) if found is None else found  # type: ignore[misc]


@contextlib.contextmanager
def _opened_to_read(f: Any) -> Iterator[IO[bytes]]:
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            yield file
        return
    try:
        f.seek(f.tell())
    except (AttributeError, io.UnsupportedOperation):
        raise errors.files.not_seekable(f) from None
    yield f


def _starts_with(file: IO[bytes], start: bytes) -> bool:
    at = file.tell()
    found = file.read(len(start))
    file.seek(at)
    return found == start


def _is_tar(file: IO[bytes]) -> bool:
    at = file.tell()
    head = file.read(tarfile.BLOCKSIZE)
    file.seek(at)
    return head[257:262] == b"ustar" and len(head) == tarfile.BLOCKSIZE


def get_unsafe_globals_in_checkpoint(f: str | os.PathLike[str] | IO[bytes]) -> list[str]:
    """Return the names in a file that :func:`load` with ``weights_only=True`` does not take.

    Args:
        f: a path, or a file that can be sought in, in the format since PyTorch 1.6.

    Raises:
        ValueError: if it is in the older format.

    >>> import fractions, io, wengert
    >>> file = io.BytesIO()
    >>> wengert.save(fractions.Fraction(1, 3), file)
    >>> _ = file.seek(0)
    >>> wengert.serialization.get_unsafe_globals_in_checkpoint(file)
    ['fractions.Fraction']
    """
    with _opened_to_read(f) as file:
        if not _starts_with(file, archive.START):
            raise errors.files.older_unsafe()
        return restricted.refused(io.BytesIO(archive.Archive(file).read("data.pkl")))
