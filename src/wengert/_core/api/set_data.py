"""Operations that replace a tensor's memory or shape in place: ``data``, ``detach_``, ``set_``, ``resize_``."""

from __future__ import annotations

from math import prod
from typing import Any

from .. import errors
from ..arrays import arrays, dtypes, layouts, sites
from ..arrays.batched import Batched
from ..arrays.coo import COO, layout_of
from ..dispatch.arguments import explained
from ..dispatch.inplace import become_view, check_mode, check_target
from ..dispatch.memory import check_resize, put, resized
from ..errors.tracebacks import public
from ..ops.shape.dims import as_int, as_sizes
from ..ops.shape.strided import as_strided
from ..ops.structure import _leave
from ..tape.collector import track
from ..tape.history import Kind
from ..tape.state import local
from ..tape.storage import Storage
from ..tape.tensor import Tensor, TensorBase, add_alias, alias, born_with, payload_of
from .generated import functions
from .leaving import differentiated, live_tangents
from .methods import method
from .typed_storage import TypedStorage
from .untyped_storage import UntypedStorage

# -- memory without history


@method
def detach_(self: Tensor) -> Tensor:
    """Remove this tensor's history, in place.

    Raises:
        RuntimeError: if the tensor is a view, because it shares its base's history.
    """
    self._wg_refresh()
    if self._wg_view is not None:
        if self._wg_view.chain[-1:] and self._wg_view.chain[-1][0] is not _leave:
            raise errors.writes.detach_view()
        self._wg_view = None  # a result of vmap: what it is a view of had a batch, and is gone
    if self._wg_requires_grad:
        self._wg_lose(Kind.DETACHED, "detach_()")
    self._wg_node, self._wg_output_nr, self._wg_requires_grad, self._wg_tangents = None, 0, False, None
    return self


def _get_data(self: Tensor) -> Tensor:
    """The same memory without history, with its own version counter: writes through it are not detected."""
    storage = Storage()
    storage.inference = self._wg_inference()
    _share_room(storage, self._wg_cell())
    out = alias(self._wg_data, storage)
    if local.state.transforms:
        born_with(out, self)
    if self.requires_grad:
        out._wg_lose(Kind.DETACHED, ".data")
    else:
        out._wg_lost = self._wg_lost
    return out


def _set_data(self: Tensor, value: Any) -> None:
    if not isinstance(value, Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
    if (
        value._wg_data.dtype != self._wg_data.dtype
        and self._wg_requires_grad
        and not dtypes.is_inexact(value._wg_data.dtype)
    ):
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
    if layout_of(value._wg_data) != layout_of(self._wg_data):
        raise errors.memory.other_layout(value.layout, self.layout)
    if type(value._wg_data) is Batched or type(self._wg_data) is Batched:
        raise errors.vmap.data_of_batch()
    if differentiated(self) or differentiated(value):
        raise errors.gradients.data_of_transformed()
    if value._wg_inference() or self._wg_inference():
        self._wg_storage, self._wg_view = Storage(), None
        self._wg_storage.inference = value._wg_inference()
    put(self, value._wg_data)
    _move_in(self, value._wg_cell())


def _share_room(storage: Storage, other: Storage) -> None:
    """Let both storages be promoted together under vmap. They differ only in their version counters."""
    storage.born, storage.aliases = other.born, other.aliases


def _move_in(t: Any, room: Storage) -> None:
    """Make ``t`` share the memory of another storage."""
    _share_room(t._wg_cell(), room)
    if t._wg_storage.aliases is not None:
        add_alias(t._wg_storage.aliases, t)


def _del_data(self: Tensor) -> None:
    raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")


Tensor.data = property(_get_data, _set_data, _del_data)  # type: ignore[assignment, method-assign]


# -- other memory


@method
@public
def set_(self: Tensor, source: Any = None, storage_offset: int = 0, size: Any = None, stride: Any = None) -> Tensor:
    """Use the memory of ``source``, or a part of it, as the memory of this tensor. Without ``source``, be empty.

    Args:
        source: a tensor of the same dtype, or a storage. The default for a storage is one row of all elements that fit.
        storage_offset: the position of the first element in the memory.
        size: the sizes. The default is the sizes and strides of ``source``.
        stride: the strides. The default is row-major without gaps.

    Raises:
        RuntimeError: if the dtypes differ, if the part is not inside the memory of ``source``, or if a gradient would
            be needed.

    >>> import wengert
    >>> x = wengert.zeros(2)
    >>> x.set_(wengert.tensor([1.0, 2.0, 3.0]))
    tensor([1., 2., 3.])
    """
    room = None
    if isinstance(source, TypedStorage):
        if source.dtype is not self.dtype:
            raise errors.memory.other_elements(source.dtype, self.dtype)
        source = source.untyped()
    if isinstance(source, UntypedStorage):
        source, room = _as_row(source, self._wg_data.dtype), source._room
    if (source is not None and not isinstance(source, TensorBase)) or (size is None and (storage_offset or stride)):
        raise errors.memory.no_place(source)
    if any(isinstance(x, TensorBase) and type(x._wg_data) is COO for x in (self, source)):
        raise errors.sparse.no_resizing("set_")
    needs = self.requires_grad or (source is not None and source.requires_grad)
    check_target(self, "set_", needs)
    if local.state.grad_enabled and needs:
        raise RuntimeError("derivative for set_ is not implemented: use copy_, or set_ under wengert.no_grad().")
    if live_tangents(self) or (source is not None and live_tangents(source)):
        raise errors.forward.no_memory_of_its_own("set_")
    payload = arrays.xp_of(self._wg_data).empty(0, self._wg_data.dtype) if source is None else source._wg_data
    if payload.dtype != self._wg_data.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {payload.dtype} to a tensor of type {self._wg_data.dtype}. "
            "Cast the new data to the dtype of the tensor first."
        )
    if size is not None:
        size = tuple(map(as_int, size))
        steps = layouts.dense_strides(size) if stride is None else tuple(stride)
        payload = payload_of(functions.as_strided(payload, size, steps, storage_offset))
    if not self._wg_requires_grad and (self._wg_view is not None or self._wg_cell().viewed):
        _leave_behind(self, "set_")
    put(self, payload)
    if source is not None:
        _move_in(self, room or source._wg_cell())
    self._wg_cell().bump("set_", sites.site(), None)
    return self


def _as_row(storage: UntypedStorage, dtype: Any) -> Tensor:
    """The content of a storage as a row of elements of a dtype."""
    row, offset = storage._row, storage.data_ptr() % dtype.itemsize
    if offset and row.size:
        raise errors.memory.unaligned(offset, dtype)
    return alias(row[: row.size - row.size % dtype.itemsize].view(dtype), None)


@method
@public
def resize_(self: Tensor, *size: Any, memory_format: Any = "contiguous_format") -> Tensor:
    """Change the sizes in place. The elements keep their row-major order; additional memory is filled with zeros.

    If a tensor needs more memory than it has, it gets new memory of its own.

    Raises:
        RuntimeError: if the tensor requires grad, if a size is negative, or if it needs more memory and shares what it
            has with NumPy.

    >>> import wengert
    >>> wengert.arange(6).resize_(2, 2)
    tensor([[0, 1],
            [2, 3]])
    """
    if not size:
        raise TypeError('resize_() missing 1 required positional arguments: "size". Give the new sizes.')
    if memory_format == layouts.preserve_format:
        raise errors.shapes.memory_format("resize_", memory_format)
    try:
        return _resized_to(self, as_sizes(size), memory_format)  # type: ignore[no-any-return]
    except (TypeError, ValueError, OverflowError) as e:
        first, *more = size
        given = {"size": first, "more": more}
        raise explained(e, "resize_", given, {"size": "int | Sequence[int]", "*more": "int"})


def _resized_to(self: Any, shape: tuple[int, ...], memory_format: Any) -> Any:
    """Change the sizes of a tensor in place, once the arguments are read."""
    if type(self._wg_data) is COO:
        raise errors.sparse.no_resizing("resize_", self._wg_data.layout)
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    if live_tangents(self):
        raise errors.forward.no_memory_of_its_own("resize_")
    if type(self._wg_data) is Batched:
        raise errors.vmap.escaped("resize_()")
    if any(n < 0 for n in shape):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(shape)}: {list(shape)}")
    order = layouts.format_order("resize_", memory_format, len(shape))
    if shape == tuple(self._wg_data.shape) and order is None:
        return self  # no write: inference tensors allow it everywhere
    check_mode(self, "resize_")
    check_resize("resize_", self, prod(shape))
    payload = resized(self, shape, order)
    seen = self._wg_view is not None or self._wg_cell().viewed
    if seen and arrays.owner(payload) is arrays.owner(self._wg_data):  # views of the memory stay views of it
        steps, start = [s // payload.itemsize for s in payload.strides], layouts.memory(payload)[1]
        return become_view("resize", self, lambda before: as_strided(before, shape, steps, start))
    if seen:
        _leave_behind(self, "resize_")
    put(self, payload)
    self._wg_cell().bump("resize_", sites.site(), None)
    return self


def _leave_behind(x: Tensor, name: str) -> None:
    """Give ``x`` a storage of its own before it moves to other memory. What else shows the old memory stays together.

    If ``x`` was the base of views, a tensor that nobody else holds takes its place. The views find it when they are
    next brought up to date.
    """
    old = x._wg_cell()
    if x._wg_view is None:
        old.heir = alias(x._wg_data, old)
        track(old)
        if old.aliases is not None:
            add_alias(old.aliases, old.heir)
    x._wg_view, x._wg_storage = None, Storage()
    x._wg_storage.version, x._wg_storage.inference = old.version, old.inference
    _share_room(x._wg_storage, old)
    old.bump(name, sites.site(), None)


@method
@public
def resize_as_(self: Tensor, the_template: Any, *, memory_format: Any = None) -> Tensor:
    """Change the sizes in place to those of another tensor: see :meth:`resize_`.

    A sparse tensor takes those of another sparse one. It keeps its elements; so no size becomes smaller, unless it has
    none.
    """
    if not isinstance(the_template, TensorBase):
        raise TypeError(
            f"resize_as_(): argument 'the_template' (position 1) must be Tensor, not {type(the_template).__name__}"
        )
    if type(self._wg_data) is COO and type(the_template._wg_data) is COO and memory_format is None:
        return _resized_sparse(self, the_template)
    if memory_format == layouts.preserve_format:
        memory_format = layouts.suggested(the_template._wg_data)
    return self.resize_(the_template.shape, memory_format=memory_format or layouts.contiguous_format)


def _resized_sparse(self: Any, template: Any) -> Tensor:
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    check_mode(self, "resize_as_")
    if self.shape != template.shape or self._wg_data.sparse_dim != template._wg_data.sparse_dim:
        put(self, self._wg_data.resized_like(template._wg_data))
        self._wg_cell().bump("resize_as_", sites.site(), None)
    return self  # type: ignore[no-any-return]
