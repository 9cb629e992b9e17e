"""How payloads are written into memory: what may be, and where it shares elements with something else."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, copies, dtypes, layouts, objects
from ..arrays.batched import Batched, levels_of, physical, repeat_first, sizes_of, with_room
from ..arrays.conjugates import has_conjugate, image_of
from ..tape.state import local
from ..tape.tensor import TensorBase, sync
from ..tape.view import read

F32, F64, I64, BOOLEAN = dtypes.F32, dtypes.F64, dtypes.I64, dtypes.BOOLEAN

# Note [Writes without a copy]
# ----------------------------
# What an operation writes is computed first, and then copied into the memory. Where it leaves most of that memory
# alone, or needs no other, a row says ``onto=``: a function like its kernel that changes its first argument. It checks
# before it writes: an error leaves everything as it was. It gets plain arrays, the first row by row in memory that none
# of the others shows; rows that are STRIDED get memory with gaps, too. Elementwise programs need no such function: they
# may write over their first input, however its memory is laid out (``Programs.fits``).


def writes_directly(values: Any, moves: bool, strided: bool) -> bool:
    """Whether what a row writes into its first argument, ``values[0]``, may be written there at once.

    ``moves``: the row computes nothing. ``strided``: it may be given memory with gaps.
    """
    x = values[0]
    if type(x) is not np.ndarray or not (objects.writable_rows(x) or (strided and x.flags.writeable)):
        return False
    d = x.dtype
    if not moves and d is not F32 and d is not F64 and d is not I64 and d is not BOOLEAN:
        return False  # in half types, operations compute in float32 and round once
    for v in values[1:]:
        if type(v) is np.ndarray:
            if v.dtype is not d and v.dtype is not I64 and v.dtype is not BOOLEAN:
                return False
            if v.ndim > x.ndim or objects.may_overlap(x, v):
                return False
        elif type(v) is not float and type(v) is not int and type(v) is not bool:
            return False
    return True


def castable(a: Any, b: Any) -> bool:
    """Whether values of dtype ``a`` may be written into memory of dtype ``b`` (categories may not shrink)."""
    if a is b:
        return True
    ca, cb = dtypes.category(a), dtypes.category(b)
    return ca <= cb or (ca == dtypes.BOOL)


def write_through(target: Any, chain: Any, value: Any) -> None:
    """Copy a payload to where a chain of view operations leads in another, which may lie otherwise than the base."""
    stages = [target]
    for step in chain:
        stages.append(read(stages[-1], (step,)))
    end, last = stages[-1], len(chain)
    for k in reversed(range(len(chain))):
        op, params, _ = chain[k]
        elsewhere = op.options.get("elsewhere")
        if elsewhere is not None:
            whole, part = stages[k], stages[k + 1]
            if not arrays.overlap(physical(whole), physical(part)):
                write(end, value)
                value = elsewhere[1](whole, part, reached(part, chain[k + 1 : last]), **(params or {}))
                end, last = whole, k
    write(end, value)


def reached(part: Any, chain: Any) -> Any:
    """The numbers of the elements that a chain of view operations leads to, row by row; None if it is empty: all."""
    if not chain:
        return None
    marks = arrays.xp_of(part).zeros(part.shape, part.dtype)
    shown = read(marks, chain)
    write(shown, np.ones((), shown.dtype))
    return tuple((marks.reshape(-1) != 0).nonzero()[0].tolist())


def write(target: Any, value: Any) -> None:
    """Copy a payload into another's memory, which has at least its batches."""
    while type(target) is Batched:
        mine = type(value) is Batched and value.level == target.level
        value = value.data if mine else repeat_first(value, target.batch)
        target = target.data
    if isinstance(target, np.ndarray) and not target.flags.writeable:
        target = opened(target)
    if type(value) is not type(target) and arrays.device_of(value) != arrays.device_of(target):
        if value.ndim or isinstance(target, np.ndarray):
            raise errors.calls.two_devices((target, value))
        value = arrays.move(value, arrays.device_of(target))
    if shares_elements(target):  # one place takes what was put into any of its elements
        arrays.xp_of(target).copyto(target, value, where=target != value)
    else:
        copies.put(target, value)


def write_counted(x: Any, value: Any, name: str, where: Any) -> None:
    """Write a payload into the memory of the tensor ``x``, and count the write. One that was interrupted counts too."""
    try:
        write(x._wg_data, value)
        x._wg_cell().bump(name, where, x._wg_data)
    except Exception:  # refused: nothing was written
        raise
    except BaseException:
        x._wg_cell().bump(name, where, x._wg_data)
        raise


def opened(target: Any) -> Any:
    """A view that can be written of what NumPy marks as read-only because it, or what it shows, was broadcast."""
    target = target[...]
    try:
        target.flags.writeable = True
    except ValueError:
        raise errors.writes.read_only() from None
    return target


def records(x: Any, args: Any) -> bool:
    """Whether a write into ``x`` will be recorded."""
    state = local.state
    if not state.grad_enabled:
        return False
    for a in args:
        if isinstance(a, TensorBase):
            t = a
            if t._wg_view is not None:
                sync(t)
            if t._wg_requires_grad:
                return True
    return x._wg_view is not None and x._wg_view.base._wg_requires_grad


def shares_elements(payload: Any) -> bool:
    """Whether elements certainly share memory: a dimension without a stride."""
    return bool(objects.repeats(payload if type(payload) is np.ndarray else physical(payload)))


def collide(target: Any, other: Any, apart: bool) -> bool:
    """Whether two payloads certainly share a part of their memory; all of it, laid out alike, only if ``apart``."""
    target, other = one_example(target), one_example(other)
    if type(target) is type(other) is np.ndarray and not objects.may_overlap(target, other):
        return False
    if not (target.size and other.size and layouts.without_gaps(target) and layouts.without_gaps(other)):
        return False
    a, b = arrays.address(target), arrays.address(other)
    if not (a < b + other.nbytes and b < a + target.nbytes):
        return False
    return apart or a != b or long_axes(target) != long_axes(other)


def long_axes(payload: Any) -> list[tuple[int, int]]:
    """Size and stride of the axes that are longer than one."""
    return [(n, s) for n, s in zip(payload.shape, payload.strides, strict=True) if n != 1]


def one_example(payload: Any) -> Any:
    """The plain array of the first example of a batch, where its memory is what every example's is like."""
    while type(payload) is Batched:
        payload = payload.data[0, ...] if payload.batch else np.empty(0)
    return payload


def check_resize(name: str, x: Any, count: int) -> None:
    """Refuse to resize a tensor to so many elements."""
    if image_of(x._wg_data) is not None:
        raise errors.writes.conjugated(name)
    if x._wg_storage is not None and x._wg_storage.foreign:
        row, start = layouts.memory(x._wg_data)
        if start + count > row.size:
            raise errors.memory.not_resizable()


def resized(x: Any, shape: tuple[int, ...], order: layouts.Order) -> Any:
    """The memory of a tensor, from its first element on, in another shape. If it is too small, it is copied to more."""
    row, start = layouts.memory(x._wg_data)
    needed = prod(shape)
    if start + needed > row.size:
        more = arrays.xp_of(row).zeros(start + needed, row.dtype)
        more[: row.size] = row
        row = more
    return layouts.arranged(row[start : start + needed], shape, order)


def put(t: Any, payload: Any) -> None:
    """Replace the payload of a tensor. Its history, version counter and base stay."""
    t._wg_data = payload
    if t._wg_grad_accumulator is not None:
        t._wg_grad_accumulator._wg_fit(payload)


def make_room(name: str, x: Any, out: Any, where: Any) -> None:
    """Promote a buffer born inside the vmaps whose batches are about to be written into it, with all that shares it."""
    missing = tuple(k for k in out.levels if k not in levels_of(x._wg_data))
    if not missing:
        return
    storage = x._wg_storage
    if storage is None or any(k not in (storage.born or ()) for k in missing):
        raise errors.vmap.born_outside(name, where)
    if has_conjugate(x._wg_data):
        raise errors.vmap.conjugated(name, where)
    memory = arrays.owner(physical(x._wg_data))
    found = {id(t): t for t in (x, *(ref() for ref in storage.aliases)) if t is not None}
    sharing = [t for t in found.values() if arrays.owner(physical(t._wg_data)) is memory]
    for t, payload in zip(sharing, with_room([t._wg_data for t in sharing], missing, sizes_of(out)), strict=True):
        put(t, payload)
