"""What the functions that a pickle names do here: they make tensors on storages of the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from ... import errors
from ...api.copying import _rebuild_tensor as placed
from ...api.copying import give
from ...api.generated import functions
from ...api.types import LAYOUTS as KINDS
from ...api.types import layout, sparse_coo, sparse_csc, sparse_csr
from ...arrays.dtypes import dtype
from ...tape.tensor import FIELDS, Tensor
from .public_names import parameter_type
from .stored import Stored

LAYOUTS = {f"torch.{name}": kind for name, kind in KINDS.items()}


def rebuild_tensor(storage: Any, offset: int, size: Sequence[int], stride: Sequence[int]) -> Tensor:
    """A tensor of the dtype of its storage."""
    return rebuild_tensor_v2(storage, offset, size, stride, False, None)


def rebuild_tensor_v2(
    storage: Any,
    offset: int,
    size: Sequence[int],
    stride: Sequence[int],
    requires_grad: bool,
    backward_hooks: Any,
    metadata: dict[str, bool] | None = None,
) -> Tensor:
    """As before, with ``requires_grad``; ``metadata`` says whether the storage has the conjugates or negatives."""
    kind = storage.kind.dtype if isinstance(storage, Stored) else None
    if kind is None:
        raise errors.files.no_storage(storage)
    return _on(storage, offset, size, stride, requires_grad, kind, metadata)


def rebuild_tensor_v3(
    storage: Any,
    offset: int,
    size: Sequence[int],
    stride: Sequence[int],
    requires_grad: bool,
    backward_hooks: Any,
    kind: dtype,
    metadata: dict[str, bool] | None = None,
) -> Tensor:
    """As before, on a storage of bytes: dtypes that have no storage class of their own."""
    if not isinstance(storage, Stored) or not isinstance(kind, dtype):
        raise errors.files.no_storage(storage)
    return _on(storage, offset, size, stride, requires_grad, kind, metadata)


def _on(
    storage: Stored, offset: int, size: Sequence[int], stride: Sequence[int], requires_grad: bool, kind: dtype,
    metadata: dict[str, bool] | None,
) -> Tensor:  # fmt: skip
    size, stride, width, flags = tuple(size), tuple(stride), kind.itemsize, metadata or {}
    count: Any = prod(size)
    whole = len(size) == len(stride) and min((offset, *size, *stride), default=0) >= 0
    last = offset + sum((n - 1) * s for n, s in zip(size, stride)) if whole else 0
    if not whole or (count and (last + 1) * width > storage.nbytes()):
        raise errors.files.out_of_bounds(size, stride, offset, width, storage.nbytes())
    if not count:
        offset = 0  # of nothing, and it may lie behind the end
    place: tuple[Any, ...] = (kind.dtype, offset * width, size, tuple([s * width for s in stride]))
    if flags.get("conj"):
        place += (True,)
    out: Tensor = placed(Tensor, storage._room, storage._row, place, False)
    if flags.get("neg"):
        out = functions.neg(out)
    return out.requires_grad_() if requires_grad else out


def rebuild_sparse_tensor(kind: layout, data: tuple[Any, ...]) -> Tensor:
    """A sparse tensor: of indices, values, size and, since 2.1, whether it is coalesced; or of a compressed layout."""
    if kind in (sparse_csr, sparse_csc) and len(data) == 4:
        made: Tensor = functions.sparse_compressed_tensor(*data, layout=kind)
        return made
    if kind is not sparse_coo or len(data) not in (3, 4):
        raise errors.files.absent_global(f"torch.{kind} of {len(data)} parts")
    indices, values, size = data[:3]
    out: Tensor = functions.sparse_coo_tensor(indices, values, size)
    return out.coalesce() if len(data) == 4 and data[3] else out  # the file need not be right about it


def rebuild_parameter(data: Any, requires_grad: bool, backward_hooks: Any) -> Tensor:
    """A parameter."""
    if not isinstance(data, Tensor):
        raise errors.files.no_tensor(data)
    kind = parameter_type()
    return data.requires_grad_(bool(requires_grad)) if kind is None else kind(data, bool(requires_grad))


def rebuild_parameter_with_state(data: Any, requires_grad: bool, backward_hooks: Any, state: Any) -> Tensor:
    """A parameter with attributes of the user."""
    out = rebuild_parameter(data, requires_grad, backward_hooks)
    set_state(out, state)
    return out


def rebuild_from_type_v2(make: Callable[..., Any], kind: type, args: tuple[Any, ...], state: Any) -> Any:
    """A tensor of a subclass, or one with attributes of the user."""
    if not (isinstance(kind, type) and issubclass(kind, Tensor)):
        raise errors.files.no_tensor(kind)
    out = make(*args)
    if not isinstance(out, Tensor):
        raise errors.files.no_tensor(out)
    if type(out) is not kind:
        requires_grad = out.requires_grad
        out = out.detach().as_subclass(kind).requires_grad_(requires_grad)
    if kind.__setstate__ is not Tensor.__setstate__:
        out.__setstate__(state)
    else:
        set_state(out, state)
    return out


def set_state(t: Any, state: Any) -> None:
    """Give a tensor the attributes that it had: a dict, or a pair of one and of slots. None of them is wengert's."""
    for found in state if isinstance(state, tuple) else (state,):
        if found:
            give(t, {name: value for name, value in found.items() if name not in FIELDS})


def layout_of(name: str) -> layout:
    """The layout of a name."""
    if name not in LAYOUTS:
        raise errors.files.absent_global(str(name))
    return LAYOUTS[name]


def latin(text: str, encoding: str) -> bytes:
    """Bytes, which the second protocol of pickles writes as text."""
    if encoding not in ("latin1", "latin-1"):
        raise errors.files.unsupported_encoding(encoding)
    return text.encode("latin1")
