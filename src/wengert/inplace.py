"""How an operation is written into memory: in place, through views, into ``out=``."""

from __future__ import annotations

from typing import Any

from . import arrays, dtypes, errors, native
from .batched import Batched, levels_of, physical, repeat_first, sizes_of, with_room
from .formula import REGISTRY
from .graph import Meta
from .hooks import move_retained
from .modes import local
from .op import Op, moving_levels, save_payload, saved_from
from .packing import observe, pack_all
from .saving import save, save_copy, save_output
from .tensor import (
    CUSTOM,
    DEFAULT,
    INPUT,
    MULTI_CUSTOM,
    MULTI_OUTPUT,
    NO_GRAD,
    TensorBase,
    alias,
    inside,
    make,
    payload_of,
)

# Note [Writes through views]
# ---------------------------
# An in-place operation is its row, computed and written into the buffer. Through a view its node stands for the *base*:
# the node's output has the base's shape, ``chain`` holds the view operations that lead to what was written, and the
# first edge is the base's history from before. In the walk, once: the cotangent of the written view is
# ``replay(g, chain)``; the formulas run on it; what the first one gives (or zero) is written back into ``g`` through
# the chain, and that is the base's gradient. The written view itself, and every other view of the base, gets its
# history by replay when its version is old.


class Row(Op):
    """An operation with its in-place and ``out=`` forms: what the families declare."""

    def inplace(self, args: Any, params: Any) -> Any:
        """The operation, computed and written into its first argument (Note [Writes through views])."""
        x = args[0]
        state = local.state
        if not isinstance(x, TensorBase):
            raise errors.not_an_array(self.name + "_", "self", x)
        needs = dual = False
        mask = 0
        values = []
        for i, a in enumerate(args):
            if isinstance(a, TensorBase):
                a._refresh()
                if a._rg:
                    needs = True
                    mask |= self.bit(i)
                if a._tans is not None:
                    dual = True
                values.append(a._data)
            else:
                values.append(a)
        if state.grad_enabled and (needs or (x._view is not None and x._view.base._rg)):
            self.check_write(x, self.name + "_")
        if self.many:
            raise errors.later(f"{self.name}_", f"Use {self.name}.")
        out = self.compute(values, params)
        if tuple(out.shape) != tuple(x._data.shape):
            raise errors.output_shape(self.name, x._data.shape, out.shape)
        if not castable(out.dtype, x._data.dtype):
            raise errors.cannot_cast(self.name, out.dtype, x._data.dtype)
        if x._data.dtype.kind == "c" and out.dtype.kind == "f":
            raise errors.real_in_place(self.name)
        where = native.site()
        if type(out) is Batched:
            make_room(self.name + "_", x, out, where)
        view = x._view
        target = x if view is None else view.base
        before = [spared(a, x) for a in args] if dual else None
        node = None
        if (mask or x._rg or target._rg) and state.grad_enabled and dtypes.is_inexact(x._data.dtype):
            node = self.write_node(x, args, values, params, mask)
            kept = self.keep_before(node, args)
            if state.watch is not None and kept:
                pack_all(kept, saved_from(node, args, (x,)), state.watch.pairs, node)
        if x._storage is not None and x._storage.keepers is not None:
            x._storage.keep()
        write(x._data, out)
        x._cell().bump(self.name + "_", where)
        if node is not None:
            node.code, node.lasti = where
            rehome(target, node)
            if view is not None:
                x._sync()
        elif not x._rg:
            if needs:
                self.lose(x, state)
            else:
                self.inherit(x, args)
        if before is not None:
            self.write_tangents(x, before, params)
        if node is not None and kept:
            saves = node.plan.saves
            node.saved = tuple([
                save_output(x, at[1], node) if at[0] else k for at, k in zip(saves, kept, strict=True)
            ])  # fmt: skip
        if node is not None and state.watch is not None:
            observe(state.watch, node, saved_from(node, args, (x,)))
        return x

    def check_write(self, x: Any, name: str) -> None:
        """torch's refusals of the in-place operation ``name``, before anything is computed."""
        view = x._view
        if view is not None and view.kind >= CUSTOM:
            maker = x._node.name() if x._node is not None else "a Function"
            raise errors.custom_view_in_place(name, x._nr, maker, view.kind == MULTI_CUSTOM)
        if view is not None and view.kind == INPUT:
            raise errors.leaf_in_place(name)
        if view is not None and view.kind in (MULTI_OUTPUT, NO_GRAD):
            maker, params, nr = view.chain[-1]
            fail = errors.multi_view_in_place if view.kind == MULTI_OUTPUT else errors.no_grad_view_in_place
            raise fail(name, max(nr, 0), maker.node_name, (view.code, view.lasti))
        if x._rg and x._node is None:
            raise errors.leaf_in_place(name)
        if view is not None and view.base._rg and view.base._node is None:
            raise errors.leaf_view_in_place(name)
        transforms = local.state.transforms
        if transforms and not inside(x if view is None else view.base, transforms[-1]):
            raise errors.captured_in_place(name, native.site())

    def write_node(self, x: Any, args: Any, values: Any, params: Any, mask: int) -> Any:
        """The node of a write. Through a view it stands for the base, and its first edge is the base's."""
        view = x._view
        if view is None:
            node = self.node(args, values, params, mask)
            node.shape, node.dtype, node.levels = x._data.shape, x._data.dtype, levels_of(x._data)
            return node
        base = view.base
        if base._rg:
            node = self.node(args, values, params, mask, base._edge())
            node.base = True
        else:
            node = self.node(args, values, params, mask & ~1)
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
        if view is None:
            x._tans = None
        for level in moving_levels(args):
            (tangent,) = self.tangents(level, args, params, (x,))
            if tangent is None:
                tangent = make(Meta(x._data).zeros())
            if view is None:
                x._tans = {**(x._tans or {}), level: tangent}
                continue
            base = view.base
            old = base._tans.get(level) if base._tans is not None else None
            if old is None:
                old = make(Meta(base._data).zeros())
            base._tans = {**(base._tans or {}), level: REGISTRY["_view_write"](old, tangent, chain=view.chain)}
            view.version = -1
            x._sync()

    def into(self, out: Any, args: Any, params: Any) -> Any:
        """The ``out=`` form: write the result into ``out`` and return it; nothing is recorded."""
        state = local.state
        outs = out if self.many else (out,)
        for o in outs:
            if not isinstance(o, TensorBase):
                raise errors.not_an_array(self.name, "out", o)
        if state.grad_enabled and any(isinstance(a, TensorBase) and a.requires_grad for a in (*args, *outs)):
            raise errors.out_needs_grad(self.name)
        found = self.compute([payload_of(a) for a in args], params)
        for o, v in zip(outs, found if self.many else (found,), strict=True):
            write_out(self.name, o, v)
        return out


def castable(a: Any, b: Any) -> bool:
    """Whether values of dtype ``a`` may be written into memory of dtype ``b`` (categories may not shrink)."""
    ca, cb = dtypes.category(a), dtypes.category(b)
    return ca <= cb or (ca == dtypes.BOOL)


def write(target: Any, value: Any) -> None:
    """Copy a payload into another's memory, which has at least its batches."""
    while type(target) is Batched:
        mine = type(value) is Batched and value.level == target.level
        value = value.data if mine else repeat_first(value, target.batch)
        target = target.data
    if not target.flags.writeable:
        raise errors.expanded_write()
    target[...] = value


def make_room(name: str, x: Any, out: Any, where: Any) -> None:
    """Promote a buffer born inside the vmaps whose batches are about to be written into it, with all that shares it."""
    missing = tuple(k for k in out.levels if k not in levels_of(x._data))
    if not missing:
        return
    storage = x._storage
    if storage is None or any(k not in (storage.born or ()) for k in missing):
        raise errors.born_outside(name, where)
    memory = arrays.owner(physical(x._data))
    found = {id(t): t for t in (x, *(ref() for ref in storage.aliases)) if t is not None}
    sharing = [t for t in found.values() if arrays.owner(physical(t._data)) is memory]
    for t, payload in zip(sharing, with_room([t._data for t in sharing], missing, sizes_of(out)), strict=True):
        t._data = payload
        if t._acc is not None:
            t._acc.fit(payload)


def spared(a: Any, x: Any) -> Any:
    """An argument as it is before ``x`` is written: a copy at the same place on the tape if they share memory."""
    if not isinstance(a, TensorBase) or not (a is x or (a._storage is not None and a._storage is x._storage)):
        return a
    out = make(a._data.copy())
    if a._rg:
        out._node, out._nr = a._edge()
        out._rg = True
    out._tans = a._tans
    return out


def rehome(t: Any, node: Any, nr: int = 0) -> None:
    """Give a written tensor its new history. Hooks stay with the old value; ``retain_grad`` moves to the new one."""
    if t._retains:
        move_retained(t._node, t._nr, node, nr)
    t._hooks = None
    t._node, t._nr, t._rg = node, nr, True


def write_out(name: str, out: Any, value: Any) -> None:
    """Write a result into an ``out=`` tensor, which takes the result's shape."""
    if not castable(value.dtype, out._data.dtype):
        raise errors.cannot_cast(name, value.dtype, out._data.dtype)
    where = native.site()
    if type(value) is Batched:
        make_room(name + "(out=...)", out, value, where)
    if tuple(out._data.shape) != tuple(value.shape):
        if out._data.size:
            errors.warn(
                f"An output with one or more elements was resized since it had shape {list(out._data.shape)}, which "
                f"does "
                f"not match the required output shape {list(value.shape)}. Pass an out tensor of the right shape."
            )
        out._data = value.astype(out._data.dtype)
    else:
        if out._cell().keepers is not None:
            out._storage.keep()
        write(out._data, value)
    out._cell().bump(name, where)


# -- composites


def store(name: str, out: Any, result: Any) -> Any:
    """The ``out=`` form of a composite."""
    outs, results = (out, result) if isinstance(out, (tuple, list)) else ((out,), (result,))
    for o, r in zip(outs, results, strict=True):
        if not isinstance(o, TensorBase):
            raise errors.not_an_array(name, "out", o)
        if local.state.grad_enabled and (o.requires_grad or (isinstance(r, TensorBase) and r.requires_grad)):
            raise errors.out_needs_grad(name)
        write_out(name, o, payload_of(r))
    return out


def rewrite(name: str, x: Any, fn: Any) -> Any:
    """The in-place form of a composite: computed from a copy of the old value, then written."""
    if not isinstance(x, TensorBase):
        raise errors.not_an_array(name + "_", "self", x)
    if x.requires_grad and local.state.grad_enabled:
        REGISTRY["_copy"].check_write(x, name + "_")
    result = fn(REGISTRY["clone"](x))
    if not castable(payload_of(result).dtype, x._data.dtype):
        raise errors.cannot_cast(name, payload_of(result).dtype, x._data.dtype)
    if tuple(payload_of(result).shape) != tuple(x._data.shape):
        raise errors.output_shape(name, x._data.shape, payload_of(result).shape)
    return REGISTRY["_copy"].inplace((x, result), None)


# Note [Tensors that become views]
# --------------------------------
# ``x.t_()`` moves nothing: ``x`` becomes ``t()`` of a tensor that nobody else holds and that takes over what ``x`` was,
# its memory and its place on the tape. Where memory is shared, that tensor is from now on the base, and views that were
# made of ``x`` find it when they are next brought up to date: their chains start from the old shape.


def become(name: str, x: Any, view: Any) -> Any:
    """Make ``x``, in place, the ``view`` of itself; recorded like any in-place operation."""
    if not isinstance(x, TensorBase):
        raise errors.not_an_array(name + "_", "self", x)
    x._refresh()
    link = x._view
    recording = local.state.grad_enabled
    if recording and (x._rg or (link is not None and link.base._rg)):
        REGISTRY["_copy"].check_write(x, name + "_")
    where = native.site()
    shared = x._storage is not None
    before = alias(x._data, x._cell())
    before._node, before._nr, before._rg, before._tans, before._view = x._node, x._nr, x._rg, x._tans, link
    before._lost = x._lost
    if x._rg and x._node is None:
        before._acc = x._accumulator()
    after = view(before)
    if after is before:
        return x
    x._cell().bump(name + "_", where)
    version = x._storage.version
    x._data, x._tans = after._data, after._tans
    if after._node is not None:
        rehome(x, after._node)
    elif x._acc is not None:
        x._acc.fit(x._data)
    if not shared and (after._node is not None or not x._rg):
        return x  # a base of its own
    made = after._view
    made.kind = CUSTOM if x._rg and x._node is None else link.kind if link is not None else DEFAULT
    made.version = version
    if x._rg and x._node is not None and after._node is None:
        made.version = -1  # under no_grad() too, history follows: at the next use
    x._view = made
    return x
