"""Factories: tensors filled with a value, or identity matrices; and the parameters that all factories have.

They create leaves, so they are plain functions that make a payload and wrap it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays import arrays, copies, dtypes, layouts, objects
from ...arrays.batched import Batched
from ...arrays.coo import COO, COORDINATES, TRANSPOSED, layout_named, layout_of
from ...arrays.dtypes import I64
from ...declare.families import composite
from ...dispatch.outs import check_out_leaf, store_leaf
from ...tape.tensor import TensorBase, make, payload_of, wrap
from ..shape.dims import as_int

# the last parameters of all factories, after the dtype
LEAF = "layout=None, device=None, requires_grad=False, pin_memory=False"
LIKE = "dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None"


def _leaf(
    name: str, payload: Any, *, out: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
    pin_memory: bool = False,
) -> Any:  # fmt: skip
    """Finish a factory: move the payload to its device and make it a leaf tensor, or write it into ``out``."""
    if layout is not None or pin_memory or out is not None:
        check_leaf(name, out=out, layout=layout, device=device, pin_memory=pin_memory)
    if out is not None:
        store_leaf(name, out, payload)
        return out.requires_grad_() if requires_grad else out
    return wrap(payload if device is None else arrays.move(payload, device), requires_grad)


def check_leaf(
    name: str, *, out: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
    pin_memory: bool = False,
) -> None:  # fmt: skip
    """Raise if a factory cannot make what is asked for. What draws asks before it draws."""
    if layout is not None and "strided" not in str(layout):
        raise errors.calls.later(f"{name}(layout={layout})", "Leave layout out, and call to_sparse() on the result.")
    if pin_memory:
        raise errors.calls.later(f"{name}(pin_memory=True)", "Leave it out.")
    if out is not None:
        check_out_leaf(name, out, device)
    elif device is not None:
        arrays.module_for(device)


def _dtype(dtype: Any, out: Any = None, default: np.dtype[Any] | None = None) -> np.dtype[Any]:
    """The requested dtype; else the dtype of ``out``; else the default."""
    if dtype is None:
        if out is not None:
            default = payload_of(out).dtype
        return dtypes.default_float() if default is None else default
    wanted = dtypes.as_numpy(dtype)
    if out is not None and wanted != payload_of(out).dtype:
        have = errors.text.type_name(payload_of(out).dtype)
        raise RuntimeError(
            f"dtype {errors.text.type_name(wanted)} does not match dtype of out parameter ({have}). "
            "Leave out dtype, or give an `out` of this dtype."
        )
    return wanted


def _shape(name: str, size: Any) -> tuple[int, ...]:
    """Check a shape."""
    if not isinstance(size, (tuple, list)):
        raise errors.calls.wrong_type(name, "size", "tuple of ints", size)
    for n in size:
        if type(n) is not int or not 0 <= n < 2**63:
            break
    else:
        return tuple(size)
    shape = []
    for at, n in enumerate(size):
        try:
            shape.append(as_int(n))
        except TypeError:
            raise TypeError(
                f"{name}(): argument 'size' must be tuple of ints, but found element of type {type(n).__name__} at pos {at}"
            ) from None
        if shape[-1] >= 2**63:
            raise errors.calls.unpacked(name, "size", shape[-1], at)
    negative = [n for n in shape if n < 0]
    if negative:
        raise RuntimeError(f"Trying to create tensor with negative dimension {negative[0]}: {shape}")
    return tuple(shape)


def _together(size: Any, more: tuple[Any, ...]) -> Any:
    """Sizes that are given as one sequence or as separate integers."""
    return size if isinstance(size, (tuple, list)) and not more else (size, *more)


def _count(name: str, argument: str, value: Any) -> int:
    try:
        return as_int(value)
    except TypeError:
        raise TypeError(f"{name}(): argument '{argument}' must be int, not {type(value).__name__}") from None


def _number(value: Any) -> Any:
    """The Python number of a number or a 0-d tensor."""
    return value if type(value) in dtypes.PYTHON or not hasattr(value, "item") else value.item()


def _element_dtype(kind: type) -> np.dtype[Any]:
    """The dtype that an element of a list stands for."""
    if kind in dtypes.PYTHON:
        return dtypes.of_number(kind)
    if issubclass(kind, np.generic):
        return dtypes.of(np.dtype(kind)).dtype
    for python in (bool, int, float, complex):
        if issubclass(kind, python):
            return dtypes.of_number(python)
    if issubclass(kind, str):
        raise errors.elements.text_given(f"too many dimensions '{kind.__name__}'", ValueError)
    if issubclass(kind, bytes):
        raise errors.elements.text_given("new(): invalid data type 'bytes'", TypeError)
    if issubclass(kind, Sequence):
        raise TypeError(
            f"'{kind.__name__}' object cannot be interpreted as a number, as its neighbours are. Give numbers only."
        )
    raise RuntimeError(
        f"Could not infer dtype of {errors.text.named(kind)}. Give a number, a list of numbers or an array."
    )


# -- filled with one value


def _full_of(fill: str, xp: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """``xp.zeros``, ``xp.ones`` or ``xp.empty``. NumPy's ``ones`` takes five times as long as filling does."""
    if fill == "zeros":
        return copies.zeros(xp, shape, dtype)
    return copies.filled(xp, shape, dtype, 1) if fill == "ones" else xp.empty(shape, dtype)


def _blank(
    fill: str, size: Any, *, dtype: Any = None, out: Any = None, layout: Any = None, device: Any = None,
    requires_grad: bool = False, pin_memory: bool = False,
) -> Any:  # fmt: skip
    """``zeros``, ``ones`` and ``empty``. ``fill`` is the name of the function in NumPy, too."""
    kind = layout_named(layout, "strided")
    if kind in TRANSPOSED and fill != "ones":  # no element is specified
        xp, shape = arrays.module_for(device), _shape(fill, size)
        if kind != COORDINATES and len(shape) != 2:
            raise errors.sparse.two_dimensions(fill, kind, len(shape), 0)
        payload = COO(xp.empty((len(shape), 0), "int64"), xp.empty(0, _dtype(dtype, out)), shape, True, kind)
        layout = None
    else:
        payload = _full_of(fill, arrays.module_for(device), _shape(fill, size), _dtype(dtype, out))
    return _leaf(
        fill, payload, out=out, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory
    )


@composite(f"zeros(size, *more, *, out=None, dtype=None, {LEAF})", method=False)
def zeros(size: Any, *more: Any, **options: Any) -> Any:
    """A tensor filled with zeros.

    >>> wengert.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    return _blank("zeros", _together(size, more), **options)


@composite(f"ones(size, *more, *, out=None, dtype=None, {LEAF})", method=False)
def ones(size: Any, *more: Any, **options: Any) -> Any:
    """A tensor filled with ones.

    >>> wengert.ones((2, 2), dtype=wengert.int64)
    tensor([[1, 1],
            [1, 1]])
    """
    return _blank("ones", _together(size, more), **options)


@composite(f"empty(size, *more, *, out=None, dtype=None, {LEAF}, memory_format=None)", method=False)
def empty(size: Any, *more: Any, memory_format: Any = None, **options: Any) -> Any:
    """A tensor with uninitialized memory.

    >>> wengert.empty(2, 3).shape
    wengert.Size([2, 3])
    """
    if memory_format is None:
        return _blank("empty", _together(size, more), **options)
    if memory_format == layouts.preserve_format:
        raise errors.shapes.memory_format("empty", memory_format)
    shape = _shape("empty", _together(size, more))
    return _ordered("empty", shape, layouts.format_order("empty", memory_format, len(shape)), **options)


def _ordered(name: str, shape: tuple[int, ...], order: layouts.Order, *, dtype: Any = None, out: Any = None,
             **leaf: Any) -> Any:  # fmt: skip
    xp = arrays.module_for(leaf.get("device"))
    return _leaf(name, layouts.empty(xp, shape, _dtype(dtype, out), order), out=out, **leaf)


@composite(f"empty_permuted(size, physical_layout, *, dtype=None, {LEAF})", method=False)
def empty_permuted(size: Any, physical_layout: Any, **options: Any) -> Any:
    """A tensor with uninitialized memory, whose dimensions lie in memory in the given order, without gaps.

    Args:
        physical_layout: the dimensions from the slowest to the fastest in memory

    Raises:
        RuntimeError: if ``physical_layout`` does not name every dimension once

    >>> wengert.empty_permuted((2, 3), (1, 0)).stride()
    (1, 2)
    """
    shape = _shape("empty_permuted", size)
    order = tuple([as_int(axis) for axis in physical_layout])
    if sorted(order) != list(range(len(shape))):
        raise RuntimeError(
            f"empty_permuted: physical_layout has to name each of the {len(shape)} dimensions once, got {list(order)}"
        )
    return _ordered("empty_permuted", shape, order, **options)


@composite(f"empty_strided(size, stride, *, dtype=None, {LEAF})", method=False)
def empty_strided(size: Any, stride: Any, *, dtype: Any = None, **leaf: Any) -> Any:
    """A tensor with uninitialized memory and the given strides (in elements).

    Args:
        stride: the distance from one entry to the next in memory, in elements, for each dimension

    >>> wengert.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    shape, target = _shape("empty_strided", size), _dtype(dtype)
    if len(shape) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(shape)}) must match dimensionality of strides ({len(stride)})"
        )
    stride = tuple(map(as_int, stride))
    if any(s < 0 for s in stride):
        raise RuntimeError(f"empty_strided: strides must not be negative, got {list(stride)}")
    xp = arrays.module_for(leaf.get("device"))
    reach = 1 + sum((n - 1) * s for n, s in zip(shape, stride, strict=True)) if math.prod(shape) else 0
    steps = [s * target.itemsize for s in stride]
    return _leaf("empty_strided", xp.lib.stride_tricks.as_strided(xp.empty(reach, target), shape, steps), **leaf)


@composite(f"full(size, fill_value, *, out=None, dtype=None, {LEAF})", method=False)
def full(size: Any, fill_value: Any, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """A tensor filled with ``fill_value``. Without ``dtype``, the type of the value decides the dtype.

    >>> wengert.full((2, 2), 7)
    tensor([[7, 7],
            [7, 7]])
    """
    value = _fill_value("full", fill_value)
    target = _dtype(dtype, out, _element_dtype(type(value)))
    payload = arrays.module_for(leaf.get("device")).empty(_shape("full", size), target)
    return _leaf("full", _filled(payload, value), out=out, **leaf)


def _fill_value(name: str, value: Any) -> Any:
    if type(value) in dtypes.PYTHON:
        return value
    value = _number(value) if getattr(value, "ndim", 0) == 0 else value
    if not isinstance(value, (bool, int, float, complex)):
        raise TypeError(f"{name}(): argument 'fill_value' must be Number, not {type(value).__name__}")
    return value


def _filled(payload: Any, value: Any) -> Any:
    copies.fill(payload, dtypes.fitting(value, payload.dtype))
    return payload


def _payload(name: str, input: Any) -> Any:
    if not isinstance(input, TensorBase):
        raise errors.calls.not_an_array(name, "input", input)
    return input._wg_data


def _blank_like(
    fill: str, input: Any, *, dtype: Any = None, layout: Any = None, memory_format: Any = None, device: Any = None,
    **leaf: Any,
) -> Any:  # fmt: skip
    """``zeros_like``, ``ones_like`` and ``empty_like``. Strides, dtype, layout and device are the input's unless given."""
    x = input._wg_data if isinstance(input, TensorBase) else _payload(f"{fill}_like", input)
    as_it_is = dtype is layout is memory_format is device is None and not leaf
    if as_it_is and type(x) is np.ndarray and objects.descends(x):  # the common case
        return make(_full_of(fill, np, x.shape, x.dtype))
    if layout is not None and type(x) is not Batched and layout_named(layout, "strided") != layout_of(x):
        return _blank(fill, x.shape, dtype=_dtype(dtype, default=x.dtype), layout=layout,
                      device=arrays.device_of(x) if device is None else device, **leaf)  # fmt: skip
    dense = type(x) is np.ndarray or arrays.is_array(x)
    kept = layouts.order_in_memory(x) if dense else None
    order = kept if memory_format is None else layouts.format_order(f"{fill}_like", memory_format, x.ndim, kept)
    target, xp = x.dtype if dtype is None else _dtype(dtype), arrays.xp_of(x)
    if type(x) is COO:
        if fill == "ones":
            raise errors.sparse.no_rule("ones_like", (x,))
        payload = COO(x.indices[:, :0], xp.zeros((0, *x.values.shape[1:]), target), x.shape, True, x.layout)
    elif dense:
        payload = _full_of(fill, xp, x.shape, target) if order is None else layouts.empty(xp, x.shape, target, order)
        if order is not None and fill != "empty":
            copies.fill(payload, fill == "ones")
    else:  # One tensor for all examples of a batch. It becomes batched when a batched value is written into it.
        payload = _full_of(fill, xp, x.shape, target)
    return _leaf(f"{fill}_like", payload, device=device, **leaf)


@composite(f"zeros_like(input, *, {LIKE})", method=False)
def zeros_like(input: Any, **options: Any) -> Any:
    """A tensor of zeros with the shape of ``input``.

    >>> wengert.zeros_like(wengert.tensor([1, 2]))
    tensor([0, 0])
    """
    return _blank_like("zeros", input, **options)


@composite(f"ones_like(input, *, {LIKE})", method=False)
def ones_like(input: Any, **options: Any) -> Any:
    """A tensor of ones with the shape of ``input``.

    >>> wengert.ones_like(wengert.tensor([1, 2]), dtype=wengert.float32)
    tensor([1., 1.])
    """
    return _blank_like("ones", input, **options)


@composite(f"empty_like(input, *, {LIKE})", method=False)
def empty_like(input: Any, **options: Any) -> Any:
    """A tensor with uninitialized memory and the shape of ``input``.

    >>> wengert.empty_like(wengert.tensor([[1, 2]])).shape
    wengert.Size([1, 2])
    """
    return _blank_like("empty", input, **options)


@composite(f"full_like(input, fill_value, *, {LIKE})", method=False)
def full_like(input: Any, fill_value: Any, *, requires_grad: bool | None = False, **options: Any) -> Any:
    """A tensor with the shape and dtype of ``input``, filled with ``fill_value``.

    >>> wengert.full_like(wengert.tensor([1.0, 2.0]), 7)
    tensor([7., 7.])
    """
    result = _blank_like("empty", input, **options)
    if type(result._wg_data) is COO:
        raise errors.sparse.no_rule("full_like", (result._wg_data,))
    _filled(result._wg_data, _fill_value("full_like", fill_value))
    return result.requires_grad_() if requires_grad else result


# -- with the dtype and device of another tensor


def _as(name: str, input: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a factory, with the dtype and device of ``input`` where none is given."""
    if not isinstance(input, TensorBase):
        raise errors.calls.not_an_array(name, "self", input)
    x = payload_of(input)
    if options.get("dtype") is None:
        options["dtype"] = x.dtype
    if type(x) is COO and name != "new_tensor" and options.get("layout") is None:
        if name not in ("new_zeros", "new_empty"):
            raise errors.sparse.no_rule(name, (x,))
        options["layout"] = x.layout
    if options.get("device") is None and type(x) is not np.ndarray:
        options["device"] = arrays.device_of(x)
    return options


@composite(f"new_zeros(input, size, *more, *, dtype=None, {LEAF})")
def new_zeros(input: Any, size: Any, *more: Any, **options: Any) -> Any:
    """A tensor of zeros with the given shape and with the layout, dtype and device of ``input``.

    >>> wengert.tensor([1, 2]).new_zeros(2)
    tensor([0, 0])
    """
    return zeros(size, *more, **_as("new_zeros", input, options))


@composite(f"new_ones(input, size, *more, *, dtype=None, {LEAF})")
def new_ones(input: Any, size: Any, *more: Any, **options: Any) -> Any:
    """A tensor of ones with the given shape and with the dtype and device of ``input``.

    >>> wengert.tensor([1, 2]).new_ones(2)
    tensor([1, 1])
    """
    return ones(size, *more, **_as("new_ones", input, options))


@composite(f"new_empty(input, size, *more, *, dtype=None, {LEAF})")
def new_empty(input: Any, size: Any, *more: Any, **options: Any) -> Any:
    """A tensor with uninitialized memory, the given shape, and the layout, dtype and device of ``input``.

    >>> wengert.tensor([1, 2]).new_empty(2, 2).shape
    wengert.Size([2, 2])
    """
    return empty(size, *more, **_as("new_empty", input, options))


@composite(f"new_empty_strided(input, size, stride, *, dtype=None, {LEAF})")
def new_empty_strided(input: Any, size: Any, stride: Any, **options: Any) -> Any:
    """The same as :func:`empty_strided`, with the dtype and device of ``input``.

    Args:
        stride: the distance from one entry to the next in memory, in elements, for each dimension

    >>> wengert.tensor([1, 2]).new_empty_strided((2, 2), (1, 2)).stride()
    (1, 2)
    """
    return empty_strided(size, stride, **_as("new_empty_strided", input, options))


@composite(f"new_full(input, size, fill_value, *, dtype=None, {LEAF})")
def new_full(input: Any, size: Any, fill_value: Any, **options: Any) -> Any:
    """A tensor filled with ``fill_value``, with the given shape and with the dtype and device of ``input``.

    >>> wengert.tensor([1.0, 2.0]).new_full((2,), 7)
    tensor([7., 7.])
    """
    return full(size, fill_value, **_as("new_full", input, options))


# -- scalars, identity matrices, triangles


@composite(f"scalar_tensor(s, *, dtype=None, {LEAF})", method=False)
def scalar_tensor(s: Any, *, dtype: Any = None, **leaf: Any) -> Any:
    """A 0-d tensor. Its dtype is the default dtype unless given, whatever the type of ``s``.

    Args:
        s: the number

    >>> wengert.scalar_tensor(3)
    tensor(3.)
    """
    return full((), _number(s), dtype=_dtype(dtype), **leaf)


@composite(f"eye(n, m=None, *, out=None, dtype=None, {LEAF})", method=False)
def eye(n: Any, m: Any = None, *, dtype: Any = None, out: Any = None, **leaf: Any) -> Any:
    """The identity matrix: ones on the diagonal and zeros elsewhere.

    Args:
        n: the number of rows

    >>> wengert.eye(2, 3)
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    rows = _count("eye", "n", n)
    columns = rows if m is None else _count("eye", "m", m)
    for name, count in (("n", rows), ("m", columns)):
        if count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    xp = arrays.module_for(leaf.get("device"))
    payload = copies.zeros(xp, (rows, columns), _dtype(dtype, out))
    payload.reshape(-1)[: min(rows, columns) * columns : columns + 1] = 1
    return _leaf("eye", payload, out=out, **leaf)


def _triangle(
    name: str, keep: Callable[..., Any], row: int, col: int, offset: int, dtype: Any, leaf: dict[str, Any]
) -> Any:
    """The indices of a triangle: where the columns' numbers, less the offset, ``keep`` to the rows'."""
    for side, count in (("row", row), ("col", col)):
        if count < 0:
            raise RuntimeError(f"{side} must be non-negative, got {count}")
    target = _dtype(dtype, default=I64)
    if target not in (I64, np.int32):
        raise errors.calls.not_implemented(name, target, "Choose int64 or int32 as dtype.")
    kept = keep(np.arange(-offset, col - offset), np.arange(row)[:, None])
    return _leaf(name, np.array(kept.nonzero(), target), **leaf)


@composite(f"tril_indices(row, col, offset=0, *, dtype=None, {LEAF})", method=False)
def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, **leaf: Any) -> Any:
    """The indices of the lower triangle of a ``row`` by ``col`` matrix, as a (2, n) tensor of rows and columns.

    >>> wengert.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return _triangle("tril_indices", np.less_equal, row, col, offset, dtype, leaf)


@composite(f"triu_indices(row, col, offset=0, *, dtype=None, {LEAF})", method=False)
def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, **leaf: Any) -> Any:
    """The indices of the upper triangle of a ``row`` by ``col`` matrix, as a (2, n) tensor of rows and columns.

    >>> wengert.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return _triangle("triu_indices", np.greater_equal, row, col, offset, dtype, leaf)
