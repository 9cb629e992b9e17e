"""Python's brackets: ``x[key]`` and ``x[key] = value``. It is compiled: programs are full of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index as as_int
from typing import Any

import numpy as np

from ... import errors
from ...arrays import dtypes, objects
from ...arrays.batched import Batched
from ...declare.families import composite
from ...dispatch.inplace import apply_inplace, are_plain, overwrite, place
from ...tape.tensor import payload_of
from ..elementwise.pointwise import ne
from ..shape.dims import expanded
from ..shape.shape import _getitem, reshape, select, unsqueeze, view
from ..structure import _alias
from .filling import _copy
from .index import _index, _index_put, check_one_fits, refuse_other_dtype
from .positions import beside, is_mask

# Note [Brackets]
# ---------------
# As in torch, a key is read from left to right. Integers, slices, None and Ellipsis make a view. Then the index arrays
# and masks of the key index that view. (NumPy treats an integer beside an index array as an index array, too: there
# ``x[0, :, [1, 2]]`` has its dimensions in another order.) True and False index a new dimension of size 1.


def _as_key(x: Any, key: Any) -> tuple[Any, ...]:
    """The parts of a key: integers, slices, None, Ellipsis and index arrays."""
    if isinstance(key, list) and len(key) < 32 and any(_makes_tuple(part) for part in key):
        errors.text.warn(
            "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; "
            "use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
            "x[torch.tensor(seq)], which will result either in an error or a different result"
        )
        key = tuple(key)
    return tuple([_as_part(x, part) for part in (key if isinstance(key, tuple) else (key,))])


def _makes_tuple(part: Any) -> bool:
    if isinstance(part, np.generic):  # a number of NumPy's counts as one of Python's
        return False
    return part is None or part is Ellipsis or isinstance(part, (slice, list, tuple, range)) or hasattr(part, "dtype")


PLACES = (dtypes.I64, dtypes.BOOLEAN, dtypes.int32.dtype)
NUMBERS = (float, int, bool, complex)
WHOLE = slice(None)


def _as_part(x: Any, part: Any) -> Any:
    if type(part) is slice:
        given = part
        start, stop, step = given.start, given.stop, given.step
        if step is None and (start is None or type(start) is int) and (stop is None or type(stop) is int):
            return part
        start, stop, step = (None if v is None else _end(v) for v in (start, stop, step))
        if step == 0:
            raise errors.elements.no_step()
        return slice(start, stop, step)
    if part is None or part is Ellipsis or type(part) is int:
        return part
    held = payload_of(part)
    if held is not part and type(held) is np.ndarray and held.ndim == 0 and held.dtype is dtypes.I64:
        return held.item()  # the usual tensor that is one position: it is read below, too, after many questions
    if isinstance(part, (bool, list, tuple, range)):
        part = listed("an index", part) if isinstance(part, bool) or len(part) else np.zeros(0, dtypes.I64)
    elif isinstance(part, (int, np.integer)):
        return int(part)
    elif not hasattr(part, "dtype") or isinstance(part, (np.floating, np.str_)):
        if hasattr(type(part), "__index__"):
            return as_int(part)
        raise errors.elements.no_index_of(part)
    if isinstance(part, np.ndarray):
        part = dtypes.taken(part)
    if type(part) is np.ndarray and part.dtype.kind in "iu" and part.dtype != dtypes.uint8:
        part = part.astype(dtypes.I64)
    if part.ndim == 0 and payload_of(part).dtype.kind in "iu" and part.dtype != dtypes.uint8:
        if type(payload_of(part)) is not Batched:
            return int(part)  # one position, of any integer dtype
    return beside(x, as_index(part))


def _end(value: Any) -> int:
    """The start, stop or step of a slice."""
    try:
        return as_int(value)
    except TypeError:
        if hasattr(type(value), "__index__"):  # of a tensor: the error says more
            raise
        raise errors.elements.slice_end(value) from None


def as_index(part: Any) -> Any:
    """An index tensor: of positions, or a mask of bools, which uint8 once were."""
    if part.dtype == dtypes.uint8:
        if part.ndim:  # one element is read as a bool without a word
            errors.text.warn(
                "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."
            )
        return ne(part, 0)
    if payload_of(part).dtype not in PLACES:
        raise errors.elements.index_dtype(part)
    return part


def _is_whole(part: Any) -> bool:
    return part.start is None and part.stop is None and part.step is None


def _are_ranges(key: tuple[Any, ...]) -> bool:
    """Whether all parts of a key are slices of plain integers and without steps, and the last leaves something out."""
    for part in key:
        if type(part) is not slice:
            return False
        given = part
        start, stop = given.start, given.stop
        if given.step is not None or not (start is None or type(start) is int):
            return False
        if not (stop is None or type(stop) is int):
            return False
    return len(key) > 0 and not _is_whole(key[-1])


def taken_apart(x: Any, key: Any) -> tuple[tuple[Any, ...], list[Any], list[int]]:
    """Split a key: the view of ``x``, the index arrays, and the dimensions of the view that they index."""
    shape = objects.shape_of(payload_of(x))
    if type(key) is int and shape and -shape[0] <= key < shape[0]:
        return (key,), [], []
    if type(key) is slice and shape:
        key = _as_part(x, key)
        return () if _is_whole(key) else (key,), [], []
    if type(key) is tuple and len(key) <= len(shape) and _are_ranges(key):
        return key, [], []
    parts = _as_key(x, key)
    used = 0
    for part in parts:
        if type(part) is slice or type(part) is int:
            used += 1
        elif part is not None and part is not Ellipsis:
            used += part.ndim if is_mask(part) else 1
    if used > len(shape):
        raise IndexError(
            f"too many indices for tensor of dimension {len(shape)}. Leave out an index, or unsqueeze the tensor first." if shape else
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
            "0-dim tensor to a number"
        )  # fmt: skip
    if used and len(parts) == 1 and getattr(parts[0], "ndim", 0):
        return (), [parts[0]], [0]
    basic: list[Any] = []
    indices: list[Any] = []
    dims: list[int] = []
    at = made = 0  # the dimension of x, and of the view, for the next part of the key
    for part in parts:
        if type(part) is slice:
            basic.append(part)
            at += 1
            made += 1
        elif type(part) is int:
            if not -shape[at] <= part < shape[at]:
                raise errors.elements.index_range(IndexError, part, at, shape[at], -shape[at])
            basic.append(part)
            at += 1
        elif part is None:
            basic.append(None)
            made += 1
        elif part is Ellipsis:
            skipped = len(shape) - used
            basic += [WHOLE] * skipped
            at += skipped
            made += skipped
            used = len(shape)  # a second Ellipsis stands for no dimensions
        else:
            dims.append(made)
            if part.ndim == 0 and is_mask(part):
                indices.append(view(part, shape=(1,)))
                basic.append(None)
                made += 1
            else:
                indices.append(part)
                covered = part.ndim if is_mask(part) else 1
                basic += [WHOLE] * covered
                at += covered
                made += covered
    while basic and type(basic[-1]) is slice and _is_whole(basic[-1]):
        basic.pop()
    return tuple(basic), indices, dims


@composite("__getitem__(input, key)", dunders="__getitem__", view=True)
def getitem(input: Any, key: Any) -> Any:
    """``input[key]``: a view, unless the key contains index tensors, lists or masks."""
    if type(key) is int:  # the key of most calls
        try:
            return select.on(input, None, {"dim": 0, "index": key})
        except (IndexError, OverflowError):
            pass  # brackets say it in other words
    basic, indices, dims = taken_apart(input, key)
    if indices:
        return _index.apply((_part(input, basic, False) if basic else input, *indices), {"dims": tuple(dims)})
    return _part(input, basic, False)


def _part(input: Any, key: tuple[Any, ...], written: bool) -> Any:
    """The view that a key of integers, slices, None and an Ellipsis selects. ``written``: to be written and dropped."""
    params: dict[str, Any] | None
    if not key:
        op, params = _alias, None
    elif len(key) > 1 or type(key[0]) is slice:
        op, params = _getitem, {"key": key}
    elif key[0] is None:
        op, params = unsqueeze, {"dim": 0}
    else:
        op, params = select, {"dim": 0, "index": key[0]}
    return place(op, input, params) if written and params is not None else op.on(input, None, params)


@composite("__setitem__(input, key, value)", dunders="__setitem__")
def setitem_(input: Any, key: Any, value: Any) -> None:
    """``input[key] = value``: writes through the view that the key selects, or to the positions that it selects."""
    basic, indices, dims = taken_apart(input, key)
    target = _part(input, basic, True) if basic else input
    if type(value) not in NUMBERS and payload_of(value) is value:
        value = listed("a value", value) if isinstance(value, (list, tuple)) else dtypes.number(value)
        if not hasattr(value, "dtype") and type(value) not in NUMBERS and not hasattr(value, "__array__"):
            raise TypeError(
                f"can't assign a {type(value).__name__} to a Tensor. Give a number, a list of them or a tensor."
            )
    if indices:
        if type(value) in NUMBERS:
            value = dtypes.fitting(read(value), payload_of(input).dtype)
        else:
            if hasattr(value, "_wg_data"):
                check_values(input, indices, value)
            made = max([1 if is_mask(i) else i.ndim for i in indices])
            value = _without_ones(value, target.ndim - sum([i.ndim if is_mask(i) else 1 for i in indices]) + made)
        apply_inplace(_index_put, (target, value, *indices), {"dims": tuple(dims), "accumulate": False})
    elif type(value) in NUMBERS:
        apply_inplace(_copy, (target, read(value)), None)
    else:
        if hasattr(value, "shape"):
            shape = payload_of(target).shape
            if payload_of(value).shape != shape:
                value = _without_ones(value, len(shape))
                expanded(payload_of(value).shape, shape)
        if are_plain(target, value):
            overwrite(_copy, target, value)
        else:
            target.copy_(value)


def read(value: Any) -> Any:
    """A number to write, unless it is an integer of too many bits for every dtype."""
    if type(value) is int and not errors.text.is_held(value):
        raise errors.text.unread("the value", value)
    return value


def listed(what: str, value: Any) -> Any:
    """A list of numbers as an array."""
    path: list[Any] = []
    part = value
    while type(part) in (list, tuple) and part:
        if any([part is one for one in path]):  # NumPy would unroll a list that contains itself 64 times
            raise errors.elements.no_array(what, value)
        path.append(part)
        part = part[0]
    try:
        made = np.asarray(value)
    except ValueError as e:
        raise errors.elements.no_array(what, value, e) from e
    if made.dtype == object and made.size and all([isinstance(v, int) for v in made.flat]):
        raise errors.text.unread(f"a number in {what}", max(map(int, made.flat), key=abs))
    return made


def _without_ones(value: Any, ndim: int) -> Any:
    """Remove the additional leading dimensions of size 1 that assignment allows."""
    shape = getattr(payload_of(value), "shape", ())
    extra = len(shape) - ndim
    return reshape(value, shape[extra:]) if extra > 0 and shape[:extra] == (1,) * extra else value


def check_values(x: Any, indices: Sequence[Any], values: Any, accumulate: bool = False) -> None:
    """Refuse values of another dtype than ``x``. A single one for masks is cast, as ``masked_fill`` does."""
    if accumulate or math.prod(values.shape) != 1 or not all(map(is_mask, indices)):
        refuse_other_dtype(x, values)
    else:
        check_one_fits(x, values)
