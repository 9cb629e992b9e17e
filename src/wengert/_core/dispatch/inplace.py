"""How an operation is written into memory: in place, through views, into ``out=``."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes, native
from ..arrays.batched import Batched, levels_of, physical, repeat_first, sizes_of, with_room
from ..arrays.coo import COO
from ..tape.hooks import move_retained
from ..tape.node import Meta
from ..tape.saved_hooks import pack_all, show
from ..tape.saving import save, save_copy, save_output, save_payload
from ..tape.state import local
from ..tape.tensor import (
    CUSTOM,
    DEFAULT,
    TensorBase,
    alias,
    carry,
    inside,
    make,
    moving_levels,
    payload_of,
    read,
    tangent_of,
)
from ..tape.watching import INPLACE, OUT, compute, computing, observed, wrote
from .op import Op, any_half, lost_of, saved_from
from .registry import COMPOSITES, REGISTRY

# Note [Writes through views]
# ---------------------------
# An in-place operation is its row, computed and written into the buffer. Through a view its node stands for the *base*:
# the node's output has the base's shape, ``chain`` holds the view operations that lead to what was written, and the
# first edge is the base's history from before. In the walk, once: the cotangent of the written view is
# ``read(g, chain)``; the formulas run on it; what the first one gives (or zero) is written back into ``g`` through
# the chain, and that is the base's gradient. The written view itself, and every other view of the base, gets its
# history by replay when its version is old.


F32, F64, I64, BOOLEAN = dtypes.F32, dtypes.F64, dtypes.I64, dtypes.BOOLEAN
FILLS = frozenset(("fill", "masked_fill", "_index_fill"))  # read a value before they write
PLACES = frozenset(("masked_fill", "_index_fill", "_index_put", "tril", "triu"))  # may be written into expanded memory
APART = frozenset(("_index_put", "_index_add", "_index_copy", "_scatter", "_scatter_add", "put"))  # share nothing


class Row(Op):
    """An operation with its in-place and ``out=`` forms: what the families declare."""

    onto: Any  # writes into the first argument (Note [Writes without a copy])

    def inplace(self, args: Any, params: Any, name: str | None = None, told: bool = False) -> Any:
        """The operation, computed and written into its first argument (Note [Writes through views]).

        ``name`` is what errors call it, if that is not the row's name with an underscore. ``told``: the tools have
        been told of the call.
        """
        name = name or self.inplace_name
        state = local.state
        tools = state.tools
        if tools is not None and tools.calls is not None and not told:
            return observed(tools.calls, INPLACE, (self, name), args, params, self.inplace, args, params, name, True)
        if not isinstance(args[0], TensorBase):
            raise errors.calls.not_an_array(name, "self", args[0])
        x = args[0]
        if x._storage is not None and x._storage.inference:
            check_mode(x, name)
        needs = dual = sparse = False
        mask = 0
        values = []
        for i, a in enumerate(args):
            if isinstance(a, TensorBase):
                t = a
                if t is x:
                    t._refresh()  # what may not be written is told by check_write
                elif t._view is not None:
                    t._sync()
                if t._requires_grad:
                    needs = True
                    mask |= self.bit(i)
                if t._tangents is not None:
                    dual = True
                if type(t._data) is COO:
                    sparse = True
                values.append(t._data)
            else:
                values.append(a)
        if state.grad_enabled and (needs or (x._view is not None and x._view.base._requires_grad)):
            self.check_write(x, name)
        if sparse:
            return self.inplace_sparse(x, args, values, params, name, needs)
        self.check_memory(x, args, True)
        if self.multi_output:
            raise errors.calls.later(name, f"Use {self.name}.")
        by = None if tools is None else computing(state)
        direct = False
        if by is None and (self.onto is not None or (self.fused is not None and one_pass(values))):
            direct = writes_directly(values)
        if direct:
            out = x._data
        elif by is None:
            out = self.compute(values, params)
        else:
            out = compute(state, by, self, args, values, params, True)
        if out.shape != x._data.shape:
            raise errors.writes.output_shape(name[:-1], x._data.shape, out.shape)
        if not castable(out.dtype, x._data.dtype):
            raise errors.writes.cannot_cast(self.name, out.dtype, x._data.dtype)
        if x._data.dtype.kind == "c" and out.dtype.kind == "f":
            raise errors.writes.real_in_place(self.name)
        where = native.site()
        if type(out) is Batched:
            make_room(name, x, out, where)
        view = x._view
        target = x if view is None else view.base
        before = [spared(a, x) for a in args] if dual and not state.inference else None
        node = None
        if (
            (mask or x._requires_grad or target._requires_grad)
            and state.grad_enabled
            and dtypes.is_inexact(x._data.dtype)
        ):
            node = self.write_node(x, args, values, params, mask)
            node.lost = lost_of(args, local.state)
            kept = self.keep_before(node, args)
            if tools is not None and kept:
                pack_all(kept, saved_from(node, args, (x,)), tools.saves, node)
        if tools is not None and x._storage is not None:
            tools.writing(x._storage)
        if direct:
            self.write_directly(values, params)
        else:
            write(x._data, out)
        x._cell().bump(name, where)
        if by is not None:
            wrote(by, x, out)
        if node is not None:
            node.code, node.lasti = where
            rehome(target, node)
            if view is not None:
                x._sync()
        elif not x._requires_grad:
            self.unrecorded(x, args, name, where, needs)
            if target is not x and target._lost is None:
                target._lost = x._lost
        if before is not None:
            self.write_tangents(x, before, params)
        if node is not None and kept:
            saves = node.plan.saves
            node.saved = tuple([
                save_output(x, at[1], node) if at[0] else k for at, k in zip(saves, kept, strict=True)
            ])  # fmt: skip
        if node is not None and tools is not None and tools.recording:
            show(tools, node, saved_from(node, args, (x,)))
        return x

    def write_directly(self, values: Any, params: Any) -> None:
        """Let the row write into its first argument what otherwise it would write into a copy of it."""
        if self.onto is None:
            found = self.fused.run(values, params, True)
            out = self.compute(values, params) if found is None else found[0]
            if out is not values[0]:
                write(values[0], out)
            return
        try:
            self.onto(np, *values, **(params or {}))
        except (ValueError, IndexError, TypeError) as e:
            errors.calls.from_kernel(self.name, self.family == "pointwise", values, params, e)

    def inplace_sparse(self, x: Any, args: Any, values: Any, params: Any, name: str, needs: bool) -> Any:
        """:meth:`inplace` with sparse tensors: made dense for a dense ``x``; written, but not recorded, to a sparse."""
        if type(x._data) is not COO:
            dense = COMPOSITES["to_dense"]
            return self.inplace((x, *[dense(a) if type(payload_of(a)) is COO else a for a in args[1:]]), params, name)
        if local.state.grad_enabled and needs:
            raise errors.sparse.in_place(name)
        out = self.on_sparse(values, params)
        if type(out) is not COO:
            raise errors.sparse.dense_result(name)
        if out.shape != x._data.shape:
            raise errors.writes.output_shape(name[:-1], x._data.shape, out.shape)
        if not castable(out.dtype, x._data.dtype):
            raise errors.writes.cannot_cast(self.name, out.dtype, x._data.dtype)
        tell_write(x)
        x._data.become(out if out.dtype == x._data.dtype else out.astype(x._data.dtype))
        x._cell().bump(name, native.site())
        return x

    def check_write(self, x: Any, name: str) -> None:
        """torch's refusals of the in-place operation ``name``, before anything is computed."""
        view = x._view
        if view is not None:
            if view.kind != DEFAULT:
                raise view.refusal(x, name)
            if (x._requires_grad or view.base._requires_grad) and view.base._node is None:
                raise errors.writes.leaf_view_in_place(name)
        if x._requires_grad and x._node is None:
            raise errors.writes.leaf_in_place(name)
        transforms = local.state.transforms
        if transforms and not inside(x if view is None else view.base, transforms[-1]):
            raise errors.writes.captured_in_place(name, native.site())

    def unrecorded(self, x: Any, args: Any, name: str, where: Any, needs: bool) -> None:
        """Remember how what was written into ``x`` lost its history."""
        if not needs:
            self.inherit(x, args, local.state)
        elif not dtypes.is_inexact(x._data.dtype):
            x._lost = (f"{name} writes {x._data.dtype}, which has no gradient,", where)
        else:
            x._lost = (name + local.state.unrecorded, where)

    def check_memory(self, x: Any, args: Any, recording: bool) -> None:
        """Refuse targets whose elements share memory, and arguments that share some of it with the target.

        A fill may be written anywhere. What puts something at some places may be, too, but not with a history.
        """
        if shares_elements(x._data) and self.name not in ("fill", "_zero"):
            if self.name not in PLACES or (recording and records(x, args)):
                raise errors.writes.expanded_write()
            if self.name not in ("tril", "triu"):
                errors.text.warn(errors.writes.deprecated_on_expanded(self.inplace_name))
        for a in args:
            if a is not x and isinstance(a, TensorBase) and a._storage is not None and a._storage is x._storage:
                if self.name not in FILLS and collide(x._data, a._data, self.name in APART):
                    raise errors.writes.overlapping_write()

    def write_node(self, x: Any, args: Any, values: Any, params: Any, mask: int) -> Any:
        """The node of a write. Through a view it stands for the base, and its first edge is the base's."""
        view = x._view
        half = any_half(values)
        if view is None:
            node = self.node(args, values, params, mask, half)
            node.shape, node.dtype, node.levels = x._data.shape, x._data.dtype, levels_of(x._data)
            return node
        base = view.base
        if base._requires_grad:
            node = self.node(args, values, params, mask, half, base._edge())
            node.base = True
        else:
            node = self.node(args, values, params, mask & ~1, half)
        node.chain = view.chain
        node.view_meta = Meta(x._data)
        node.shape, node.dtype, node.levels = base._data.shape, base._data.dtype, levels_of(base._data)
        return node

    def keep_before(self, node: Any, args: Any) -> Any:
        """What is saved of the inputs; a copy of the one about to be overwritten."""
        x = args[0]
        kept: list[Any] = []
        for output, i in node.plan.saves:
            if output:
                kept.append(None)
                continue
            a = args[i]
            if not isinstance(a, TensorBase):
                kept.append(save_payload(a))
            elif a is x or (a._storage is not None and a._storage is x._storage):
                kept.append(save_copy(a))
            else:
                kept.append(save(a))
        return kept

    def write_tangents(self, x: Any, args: Any, params: Any) -> None:
        """The tangents of ``x`` after a write; ``args`` are as they were before it."""
        view = x._view
        if view is None and local.state.carries():
            x._tangents = None
        for level in moving_levels(args):
            (tangent,) = self.tangents(level, args, params, (x,))
            take_tangent(x, level, tangent)

    def into(self, out: Any, args: Any, params: Any, told: bool = False) -> Any:
        """The ``out=`` form: write the result into ``out`` and return it; nothing is recorded."""
        state = local.state
        if state.tools is not None and state.tools.calls is not None and not told:
            return observed(state.tools.calls, OUT, self, args, params, self.into, out, args, params, True)
        outs = out if self.multi_output else (out,)
        if moving_levels((*args, *outs)):
            raise errors.forward.no_out(self.name)
        for o in outs:
            if not isinstance(o, TensorBase):
                raise errors.calls.not_an_array(self.name, "out", o)
        if state.grad_enabled and any(isinstance(a, TensorBase) and a.requires_grad for a in (*args, *outs)):
            raise errors.writes.out_needs_grad(self.name)
        for o in outs:
            self.check_memory(o, args, False)
        found = self.compute([payload_of(a) for a in args], params)
        needs = any(isinstance(a, TensorBase) and a.requires_grad for a in args)
        for o, v in zip(outs, found if self.multi_output else (found,), strict=True):
            where = write_out(self.name, o, v)
            if not o._requires_grad:
                self.unrecorded(o, args, self.name, where, needs)
        return out


def take_tangent(x: Any, level: int, tangent: Any) -> None:
    """Let ``x``, which was written, and all that shows the same memory at ``level``, have a new tangent (or zeros)."""
    view = x._view
    if tangent is None:
        tangent = make(Meta(x._data).zeros())
    owner, chain = (x, ()) if view is None else view.hanger(x, level)
    if owner is not x:
        old = tangent_of(owner, level)
        if old is None:
            old = make(Meta(owner._data).zeros())
        tangent = REGISTRY["_view_write"](old, tangent, chain=chain)
    carry(owner, {**(owner._tangents or {}), level: tangent})
    if view is not None:
        view.version = -1
        x._sync()


# Note [Writes without a copy]
# ----------------------------
# What an operation writes is computed first, and then copied into the memory. Where it leaves most of that memory
# alone, or needs no other, a row says ``onto=``: a function like its kernel that changes its first argument. It checks
# before it writes: an error leaves everything as it was. It gets plain arrays, the first row by row in memory that none
# of the others shows. Elementwise programs need no such function: they may write over their first input.


LARGE = 4096  # elements from which it takes less time to ask whether they can be written at once than to copy them


def one_pass(values: Any) -> bool:
    """Whether a program may have the result of an elementwise operation in the place of its first argument."""
    x = values[0]
    if type(x) is not np.ndarray or x.size < LARGE or (x.dtype is not F32 and x.dtype is not F64):
        return False
    for v in values[1:]:
        if type(v) is np.ndarray and (v.dtype is not x.dtype or (v.ndim and v.shape != x.shape)):
            return False
    return True


def writes_directly(values: Any) -> bool:
    """Whether what a row writes into its first argument, ``values[0]``, may be written there at once."""
    x = values[0]
    if type(x) is not np.ndarray or not x.flags.carray:
        return False
    d = x.dtype
    if d is not F32 and d is not F64 and d is not I64 and d is not BOOLEAN:
        return False  # in half types, operations compute in float32 and round once
    for v in values[1:]:
        if type(v) is np.ndarray:
            if v.dtype is not d and v.dtype is not I64 and v.dtype is not BOOLEAN:
                return False
            if v.ndim > x.ndim or np.may_share_memory(x, v):
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
    for k in reversed(range(len(chain))):
        op, params, _ = chain[k]
        elsewhere = op.options.get("elsewhere")
        if elsewhere is not None:
            whole = read(target, chain[:k])
            part = elsewhere[0](whole, **params)
            if not arrays.overlap(physical(whole), physical(part)):
                write(read(part, chain[k + 1 :]), value)
                value, chain = elsewhere[1](whole, part, **params), chain[:k]
    write(read(target, chain), value)


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
        target[...] = value


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
    needs = any(isinstance(a, TensorBase) and a._requires_grad for a in args) or (
        x._view is not None and x._view.base._requires_grad
    )
    return bool(needs and local.state.grad_enabled)


def shares_elements(payload: Any) -> bool:
    """Whether elements certainly share memory: a dimension without a stride."""
    payload = physical(payload)
    if 0 not in payload.strides or not payload.size:
        return False
    return any(n > 1 and s == 0 for n, s in zip(payload.shape, payload.strides, strict=True))


def collide(target: Any, other: Any, apart: bool) -> bool:
    """Whether two payloads certainly share a part of their memory; all of it, laid out alike, only if ``apart``."""
    target, other = one_example(target), one_example(other)
    if not (target.size and other.size and dense(target) and dense(other)):
        return False
    a, b = arrays.address(target), arrays.address(other)
    if not (a < b + other.nbytes and b < a + target.nbytes):
        return False
    return apart or not (a == b and target.strides == other.strides and target.shape == other.shape)


def one_example(payload: Any) -> Any:
    """The plain array of the first example of a batch, where its memory is what every example's is like."""
    while type(payload) is Batched:
        payload = payload.data[0] if payload.batch else np.empty(0)
    return payload


def dense(payload: Any) -> bool:
    """Whether the elements fill one piece of memory, in any order of dimensions."""
    step = payload.itemsize
    for s, n in sorted(zip(payload.strides, payload.shape, strict=True)):
        if n != 1:
            if s != step:
                return False
            step *= n
    return True


def make_room(name: str, x: Any, out: Any, where: Any) -> None:
    """Promote a buffer born inside the vmaps whose batches are about to be written into it, with all that shares it."""
    missing = tuple(k for k in out.levels if k not in levels_of(x._data))
    if not missing:
        return
    storage = x._storage
    if storage is None or any(k not in (storage.born or ()) for k in missing):
        raise errors.vmap.born_outside(name, where)
    memory = arrays.owner(physical(x._data))
    found = {id(t): t for t in (x, *(ref() for ref in storage.aliases)) if t is not None}
    sharing = [t for t in found.values() if arrays.owner(physical(t._data)) is memory]
    for t, payload in zip(sharing, with_room([t._data for t in sharing], missing, sizes_of(out)), strict=True):
        t._data = payload
        if t._grad_accumulator is not None:
            t._grad_accumulator.fit(payload)


def spared(a: Any, x: Any) -> Any:
    """An argument as it is before ``x`` is written: a copy at the same place on the tape if they share memory."""
    if not isinstance(a, TensorBase) or not (a is x or (a._storage is not None and a._storage is x._storage)):
        return a
    out = make(a._data.copy())
    if a._requires_grad:
        out._node, out._output_nr = a._edge()
        out._requires_grad = True
    out._tangents = a._tangents
    return out


def rehome(t: Any, node: Any, nr: int = 0) -> None:
    """Give a written tensor its new history. Hooks stay with the old value; ``retain_grad`` moves to the new one."""
    if t._retains:
        move_retained(t._node, t._output_nr, node, nr)
    t._hooks = None
    t._node, t._output_nr, t._requires_grad = node, nr, True


def tell_write(x: Any) -> None:
    """Tell the tools that the memory of ``x`` is about to be written."""
    tools = local.state.tools
    if tools is not None and x._storage is not None:
        tools.writing(x._storage)


def check_mode(x: Any, name: str) -> None:
    """Refuse to write an inference tensor outside inference mode."""
    if x._inference() and not local.state.inference:
        raise errors.modes.inference_write(name)


def write_out(name: str, out: Any, value: Any) -> Any:
    """Write a result into an ``out=`` tensor, which takes the result's shape; return where that was."""
    check_mode(out, name)
    if not castable(value.dtype, out._data.dtype):
        raise errors.writes.cannot_cast(name, value.dtype, out._data.dtype)
    where = native.site()
    if type(value) is Batched:
        make_room(name + "(out=...)", out, value, where)
    if tuple(out._data.shape) != tuple(value.shape):
        if out._data.size:
            errors.text.warn(
                f"An output with one or more elements was resized since it had shape {list(out._data.shape)}, which "
                f"does "
                f"not match the required output shape {list(value.shape)}. Pass an out tensor of the right shape."
            )
        out._data = value.astype(out._data.dtype)
    else:
        tell_write(out)
        write(out._data, value)
    out._cell().bump(name, where)
    return where


# -- composites


def store(name: str, out: Any, result: Any) -> Any:
    """The ``out=`` form of a composite."""
    outs, results = (out, result) if isinstance(out, (tuple, list)) else ((out,), (result,))
    if moving_levels((*outs, *results)):
        raise errors.forward.no_out(name)
    for o, r in zip(outs, results, strict=True):
        if not isinstance(o, TensorBase):
            raise errors.calls.not_an_array(name, "out", o)
        if local.state.grad_enabled and (o.requires_grad or (isinstance(r, TensorBase) and r.requires_grad)):
            raise errors.writes.out_needs_grad(name)
        where = write_out(name, o, payload_of(r))
        if not o._requires_grad:
            REGISTRY["_copy"].unrecorded(o, (r,), name, where, isinstance(r, TensorBase) and r._requires_grad)
    return out


def refill(row: Any, name: str, x: Any, draw: Any) -> Any:
    """Write into ``x``, by a row, what ``draw()`` gives; nothing is drawn if it may not be written."""
    check_mode(x, name)
    if x.requires_grad and local.state.grad_enabled:
        row.check_write(x, name)
    row.check_memory(x, (x,), True)
    return row.inplace((x, *draw()), None, name)


def rewrite(name: str, x: Any, fn: Any) -> Any:
    """The in-place form of a composite: computed from the old value, then written; its history is the composite's."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    copy, state = REGISTRY["_copy"], local.state
    check_mode(x, name + "_")
    if x.requires_grad and state.grad_enabled:
        copy.check_write(x, name + "_")
    before = spared(x, x)
    result = fn(before)
    payload = payload_of(result)
    if not castable(payload.dtype, x._data.dtype):
        raise errors.writes.cannot_cast(name, payload.dtype, x._data.dtype)
    if tuple(payload.shape) != tuple(x._data.shape):
        raise errors.writes.output_shape(name, x._data.shape, payload.shape)
    plain = x._view is None and isinstance(result, TensorBase) and result is not before and result._requires_grad
    if not plain or payload.dtype != x._data.dtype or type(payload) is Batched:
        return copy.inplace((x, result), None, name + "_")
    copy.check_write(x, name + "_")
    copy.check_memory(x, (x,), True)
    tell_write(x)
    write(x._data, payload)
    x._cell().bump(name + "_", native.site())
    rehome(x, result._node, result._output_nr)
    carry(x, result._tangents)
    return x


# Note [Tensors that become views]
# --------------------------------
# ``x.t_()`` moves nothing: ``x`` becomes ``t()`` of a tensor that nobody else holds and that takes over what ``x`` was,
# its memory and its place on the tape. Where memory is shared, that tensor is from now on the base, and views that were
# made of ``x`` find it when they are next brought up to date: their chains start from the old shape.


def become(name: str, x: Any, view: Any) -> Any:
    """Make ``x``, in place, the ``view`` of itself; recorded like any in-place operation."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    x._refresh()
    check_mode(x, name + "_")
    link = x._view
    recording = local.state.grad_enabled
    if recording and (x._requires_grad or (link is not None and link.base._requires_grad)):
        REGISTRY["_copy"].check_write(x, name + "_")
    where = native.site()
    shared = x._storage is not None
    before = alias(x._data, x._cell())
    before._node, before._output_nr, before._requires_grad, before._view = x._node, x._output_nr, x._requires_grad, link
    carry(before, x._tangents)
    before._lost = x._lost
    if x._requires_grad and x._node is None:
        before._grad_accumulator = x._accumulator()
    after = view(before)
    if after is before:
        return x
    x._cell().bump(name + "_", where)
    version = x._storage.version
    x._data = after._data
    carry(x, after._tangents)
    if after._node is not None:
        rehome(x, after._node)
    elif x._grad_accumulator is not None:
        x._grad_accumulator.fit(x._data)
    made = after._view
    if made is None or (not shared and (after._node is not None or not x._requires_grad)):
        return x  # a base of its own, or nothing tracks its views
    made.kind = CUSTOM if x._requires_grad and x._node is None else link.kind if link is not None else DEFAULT
    made.version = version
    if x._requires_grad and x._node is not None and after._node is None:
        made.version = -1  # under no_grad() too, history follows: at the next use
    x._view = made
    return x
