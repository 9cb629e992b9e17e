"""Tensors of what is there already: Python values, arrays, and tensors of other libraries."""

from __future__ import annotations

from array import array as Array  # noqa: N812  (arrays are NumPy's here)
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import chain
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, dtypes
from ...arrays.capsules import Exported, is_capsule
from ...arrays.dtypes import BOOL, COMPLEX, FLOAT, I64, INT
from ...declare.families import composite
from ...tape.history import Kind
from ...tape.state import local
from ...tape.tensor import TensorBase, payload_of, wrap
from ..elementwise.pointwise import _to
from .create import _as, _dtype, _element_dtype, _leaf
from .read_buffers import elements

# category of the target dtype -> dtype in which the numbers of a list are collected before they are cast
WIDE = {BOOL: None, INT: None, FLOAT: dtypes.F64, COMPLEX: dtypes.C128}
BYTES = ("B", "c")  # formats of buffers that hold bytes, which may mean numbers of any dtype
MOST_DIMS = 64  # of an array in NumPy


def _is_sequence(value: Any) -> bool:
    kind = type(value)
    if kind is list or kind is tuple:
        return True
    if kind in dtypes.PYTHON:
        return False
    return (
        hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and getattr(value, "ndim", 1) > 0
        and not isinstance(value, (str, bytes, Mapping, TensorBase))
    )  # fmt: skip


def _is_plain(kind: type) -> bool:
    """Whether values of a type are elements: numbers, and tensors, which are no sequences."""
    return kind in dtypes.PYTHON or issubclass(kind, TensorBase)


def _flatten(data: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of nested sequences, and their elements in one list."""
    if type(data) is list and data and all(map(_is_plain, set(map(type, data)))):  # the common case
        return (len(data),), data
    path: list[Any] = []  # the first sequence of each level: one of them comes again if a list contains itself
    part = data
    while _is_sequence(part):
        if len(path) == MOST_DIMS or any(part is one for one in path):
            raise errors.elements.too_many_dims(part, MOST_DIMS)
        path.append(part)
        part = _rows(part)[0] if len(part) else None
    shape: list[int] = []
    level = [data]
    while level and _is_sequence(level[0]):
        n = len(level[0])
        for part in level:
            if not _is_sequence(part):
                raise TypeError(f"not a sequence: at dim {len(shape)} some elements are sequences and {part!r} is not. Give lists of equal depth.")  # fmt: skip
            if len(part) != n:
                raise errors.elements.ragged(n, len(shape), len(part))
        shape.append(n)
        level = list(chain.from_iterable(map(_rows, level)))
    return tuple(shape), level


def _rows(part: Any) -> Any:
    """A sequence to iterate over. A row of a matrix is a matrix, so that arrays of other kinds are made plain."""
    return dtypes.taken(part) if isinstance(part, np.ndarray) and type(part) is not np.ndarray else part


def _is_array_like(kind: type) -> bool:
    return hasattr(kind, "__array__") and not issubclass(kind, np.generic)


def _element(value: Any) -> Any:
    """An element of a list as a number. A tensor or array with one element becomes a NumPy scalar of its dtype."""
    if isinstance(value, TensorBase):
        if value._wg_data.size != 1:
            raise ValueError(
                "only one element tensors can be converted to Python scalars. Join them with wengert.stack([a, b])."
            )
        return value._wg_data.dtype.type(value.item())
    return np.asarray(value)[()] if hasattr(value, "__array__") else value


def _from_sequence(data: Any, dtype: np.dtype[Any] | None) -> tuple[Any, list[Any]]:
    """A payload, and the tensors among the elements of ``data``."""
    if isinstance(data, (str, bytes)):
        raise errors.elements.text_given(f"new(): invalid data type '{type(data).__name__}'", TypeError)
    shape, elements = _flatten(data)
    kinds, parts = set(map(type, elements)), []
    if not kinds <= dtypes.PYTHON.keys() and any(map(_is_array_like, kinds)):
        parts = [x for x in elements if isinstance(x, TensorBase)]
        payloads = [x._wg_data for x in parts]
        if len(parts) == len(elements) and all([type(p) is np.ndarray and p.size == 1 for p in payloads]):
            kinds = {p.dtype.type for p in payloads}  # a list of results, as programs collect them
            elements = [p.item() for p in payloads]
        else:
            elements = list(map(_element, elements))
            kinds = set(map(type, elements))
    natural = reduce(dtypes.promote_types, map(_element_dtype, kinds)) if kinds else dtypes.default_float()
    target = natural if dtype is None else dtype
    if dtypes.category(natural) == COMPLEX and dtypes.category(target) in (INT, FLOAT):
        raise TypeError("must be real number, not complex")
    wide = WIDE[dtypes.category(target)] or WIDE[dtypes.category(natural)]
    if wide is None:
        wide = np.dtype(np.uint64) if target == np.uint64 else I64 if dtypes.category(natural) == INT else natural
    try:
        gathered = np.array(elements, wide)
    except OverflowError:
        raise ValueError(f"Overflow when unpacking long long: some integer does not fit {wide}. Give floating point numbers, or smaller integers.") from None  # fmt: skip
    return _checked_cast(gathered, target).reshape(shape), parts


def _checked_cast(values: Any, dtype: np.dtype[Any]) -> Any:
    """Cast by the rules for single numbers: raises if a value does not fit an integer dtype."""
    if values.dtype == dtype:
        return values
    if dtypes.category(dtype) == INT:
        info = np.iinfo(dtype)
        wraps = info.min == 0 and values.dtype.kind in "iub"  # negative integers may wrap around, as in C
        least = -info.max if wraps else info.min
        if not ((values >= least) & (values <= info.max) & (values < info.max + 1)).all():
            raise RuntimeError(
                f"value cannot be converted to type {dtype} without overflow: some number does not fit it. Give a wider dtype."
            )
    return values.astype(dtype, copy=False)


def _from_array(array: Any, dtype: np.dtype[Any] | None) -> Any:
    """A copy of an array as a payload."""
    ours = dtypes.taken(array) if isinstance(array, np.ndarray) else dtypes.settled(array)
    if dtype is not None and dtype != ours.dtype:
        return _to(ours, dtype=dtype)
    return ours.copy(order="K") if array.dtype.isnative else ours  # for another byte order it is a copy already


@composite("tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False)", method=False)
def tensor(data: Any, *, dtype: Any = None, **leaf: Any) -> Any:
    """Creates a leaf tensor with a copy of ``data``: a number, nested lists of numbers, or an array.

    >>> wengert.tensor([[1.0, 2.0], [3.0, 4.0]])
    tensor([[1., 2.],
            [3., 4.]])
    """
    target = None if dtype is None else dtypes.as_numpy(dtype)
    if isinstance(data, TensorBase):
        errors.text.warn(
            "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than wengert.tensor(sourceTensor)."
        )
        copied = data.detach().to(dtype=target, copy=True)
        return _without_history(_leaf("tensor", payload_of(copied), **leaf), [data])
    if hasattr(data, "__array__") and not arrays.is_array(data):
        data = np.asarray(data)  # an array of another library
    if arrays.is_array(data):
        return _from_outside(_leaf("tensor", _from_array(data, target), **leaf))
    try:
        payload, parts = _from_sequence(data, target)
    except (TypeError, RuntimeError):
        if hasattr(data, "tocoo"):
            raise errors.sparse.of_scipy() from None
        raise
    made = _leaf("tensor", payload, **leaf)
    if not parts:
        return made
    made = _without_history(made, parts)
    if made._wg_lost is not None and local.state.grad_enabled and any([x.requires_grad for x in parts]):
        errors.elements.number_of_history("tensor()")
    return made


def _without_history(t: Any, parts: Sequence[Any]) -> Any:
    """Mark a tensor as a copy of tensors, one of which may have a history. Error messages use this."""
    if any([x.requires_grad for x in parts]):
        t._wg_lose(Kind.COPIED, "tensor()")
    else:
        t._wg_lost = next((x._wg_lost for x in parts if x._wg_lost is not None), None)
    return t


@composite("from_numpy(ndarray)", method=False)
def from_numpy(ndarray: Any) -> Any:
    """Creates a tensor that shares the memory and the dtype of a NumPy array.

    >>> a = np.zeros(2)
    >>> t = wengert.from_numpy(a)
    >>> a[0] = 5
    >>> t
    tensor([5., 0.], dtype=wengert.float64)
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(
            f"expected np.ndarray (got {errors.text.named(type(ndarray))}). wengert.tensor(x) copies lists, numbers, "
            "columns of data frames and arrays of other libraries."
        )
    if not ndarray.dtype.isnative:
        raise errors.calls.foreign_byte_order()
    if not _in_elements(ndarray):
        raise errors.calls.odd_strides(ndarray.strides, ndarray.itemsize)
    if not ndarray.flags.writeable:
        errors.elements.read_only_array()
    return _sharing(ndarray)


def _sharing(array: Any) -> Any:
    """A tensor that shares the memory of an array from outside."""
    t = wrap(array)
    t._wg_cell().foreign = True
    return _from_outside(t)


def _in_elements(array: Any) -> bool:
    """Whether the strides of an array are whole elements, as those of a tensor are."""
    return not any(s % array.itemsize for s in array.strides) if array.itemsize else True


def _from_outside(t: Any) -> Any:
    """Mark a tensor as made from an array: its graph, if there was one, ended there. Error messages use this."""
    t._wg_lose(Kind.FROM_NUMPY, "taken from NumPy")
    return t


@composite("from_dlpack(ext_tensor, *, device=None, copy=None)", method=False)
def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Any:
    """Creates a tensor that shares the memory of an object with ``__dlpack__``, on its device.

    Args:
        device: where the result is to be; None means where the object is
        copy: True copies; False raises where a copy is needed; None copies only where it is needed

    >>> wengert.from_dlpack(np.array([1.0, 2.0]))
    tensor([1., 2.], dtype=wengert.float64)
    """
    if is_capsule(ext_tensor):
        ext_tensor = Exported(ext_tensor)
    on_gpu = getattr(ext_tensor, "__dlpack_device__", lambda: (1, 0))()[0] == 2
    if on_gpu:
        found = wrap(arrays.cupy().from_dlpack(ext_tensor))
    else:
        if "bfloat16" in str(getattr(ext_tensor, "dtype", "")):
            ext_tensor = Exported(ext_tensor.__dlpack__())
        found = _sharing(ext_tensor.array() if type(ext_tensor) is Exported else np.from_dlpack(ext_tensor))
    moved = found if device is None else found.to(device=device)
    if moved is not found and copy is False:
        raise ValueError(f"from_dlpack: copy=False, but moving from {found.device} to {device} copies. Leave copy out.")
    return moved.clone() if copy and moved is found else moved


@composite("to_dlpack(tensor)", method=False)
def to_dlpack(tensor: Any) -> object:
    """Exports the memory of a tensor as a capsule, which :func:`from_dlpack` takes once. The older form of giving the
    tensor itself to ``from_dlpack`` of another library.

    Args:
        tensor: the tensor; it may not require grad

    Raises:
        BufferError: if the tensor requires grad, has a tangent, or has no memory that can be shared.

    >>> x = wengert.ones(2)
    >>> wengert.from_dlpack(wengert.to_dlpack(x)).data_ptr() == x.data_ptr()
    True
    """
    if not isinstance(tensor, TensorBase):
        raise errors.calls.not_an_array("to_dlpack", "tensor", tensor)
    return tensor.__dlpack__()


@composite("as_tensor(data, dtype=None, device=None)", method=False)
def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Any:
    """Converts ``data`` to a tensor. It is copied only if necessary. A tensor keeps its graph.

    >>> wengert.as_tensor([1, 2])
    tensor([1, 2])
    """
    if isinstance(data, np.ndarray) and data.dtype.isnative and _in_elements(data):
        data = from_numpy(data)
    elif arrays.is_array(data) and not isinstance(data, np.ndarray):
        data = wrap(data)
    if isinstance(data, TensorBase):
        return data.to(dtype=dtype, device=device)
    return tensor(data, dtype=dtype, device=device)


@composite("asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None)", method=False)
def asarray(
    obj: Any, *, dtype: Any = None, device: Any = None, copy: bool | None = None, requires_grad: bool | None = None
) -> Any:
    """Converts ``obj`` to a tensor. It shares memory with ``obj`` if ``copy`` and the other arguments allow it.

    ``obj`` is a tensor, an array, an object with ``__dlpack__``, a buffer, a number or nested lists. ``copy=True``
    always copies; ``copy=False`` raises if a copy is needed. A tensor keeps its graph unless ``requires_grad`` is
    given. Bytes are read as numbers of ``dtype``; a buffer of numbers, such as ``array.array``, has a dtype of its own.

    >>> wengert.asarray([1, 2], dtype=wengert.float32)
    tensor([1., 2.])
    """
    shared = _shared(obj, dtype, copy)
    if shared is None:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor. Copy it with tensor() instead.")
        return tensor(obj, dtype=dtype, device=device, requires_grad=bool(requires_grad))
    result = shared.to(dtype=dtype, device=device)
    if copy is False and result is not shared:
        have, want = payload_of(shared).dtype, payload_of(result).dtype
        raise ValueError(
            f"can't alias tensor with dtype '{errors.text.type_name(have)}' into dtype '{errors.text.type_name(want)}'. Leave out dtype, or copy with tensor()."
        )
    if copy and result is shared:
        result = shared.to(copy=True)
    if requires_grad is None or requires_grad == result.requires_grad:
        return result
    return result.detach().requires_grad_(requires_grad)


def _shared(obj: Any, dtype: Any, copy: bool | None) -> Any:
    """A tensor that shares the memory of ``obj``, or None if that is impossible. An array that has no memory for a
    tensor is copied, unless ``copy`` is False.
    """
    if isinstance(obj, TensorBase):
        return obj
    if isinstance(obj, np.generic):
        return from_numpy(np.asarray(obj))
    if not arrays.is_array(obj):
        if hasattr(obj, "__dlpack__"):
            return from_dlpack(obj)
        try:
            memory = memoryview(obj)
        except TypeError:
            return None
        if memory.format in BYTES and not isinstance(obj, Array):
            return _sharing(elements(memory, _dtype(dtype)))
        obj = np.asarray(memory)
    return from_numpy(obj) if copy is False and isinstance(obj, np.ndarray) else as_tensor(obj)


@composite("is_tensor(obj)", method=False)
def is_tensor(obj: Any) -> bool:
    """True if ``obj`` is a tensor.

    >>> wengert.is_tensor(wengert.zeros(1)), wengert.is_tensor(1.0)
    (True, False)
    """
    return isinstance(obj, TensorBase)


@composite(
    "new_tensor(input, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False)",
    function=False,
)
def new_tensor(input: Any, data: Any, **options: Any) -> Any:
    """The same as :func:`tensor`, with the dtype and device of ``input``.

    >>> wengert.tensor([1.0, 2.0]).new_tensor([3, 4])
    tensor([3., 4.])
    """
    return tensor(data, **_as("new_tensor", input, options))
