"""In-place forms: of operations, computed and written into their first argument, of composites and of views."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import copies, dtypes, objects, sites
from ..arrays.batched import Batched
from ..arrays.coo import COO
from ..tape.collector import hides
from ..tape.history import History, Kind
from ..tape.hooks import move_retained
from ..tape.node import hide, meta_of
from ..tape.saved_hooks import pack_all, report_node
from ..tape.saving import save, save_copy, save_output, save_payload
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase, alias, carry, inside, link_view, make, moving_levels, payload_of, sync
from ..tape.view import CUSTOM, DEFAULT, UNRECORDED, has_all, replay
from ..tape.watching import INPLACE, compute, computing, observed, wrote
from .memory import castable, collide, make_room, records, shares_elements, write, write_counted, writes_directly
from .op import check_running, graver, restated, saved_from
from .primitives import primitives
from .tangents import take_tangent, tangents

# Note [Writes through views]
# ---------------------------
# An in-place operation is its row, computed and written into the buffer. Through a view its node stands for the *base*:
# the node's output has the base's shape, ``chain`` holds the view operations that lead to what was written, and the
# first edge is the base's history from before. In the walk, once: the cotangent of the written view is
# ``read(g, chain)``; the formulas run on it; what the first one gives (or zero) is written back into ``g`` through
# the chain, and that is the base's gradient. The written view itself gets its history by replay, and every other view
# of the base when its version is old and it is used again. The view that ``x[i] = v`` writes is dropped at once:
# :func:`place` makes it without a node (UNRECORDED), and it gets none.


F32, F64, I64 = dtypes.F32, dtypes.F64, dtypes.I64
MOST = dtypes.LARGEST[F32]
FILLS = frozenset(("fill", "masked_fill", "_index_fill"))  # read a value before they write
PLACES = frozenset(("masked_fill", "_index_fill", "_index_put", "tril", "triu"))  # may be written into expanded memory
STRIDED = frozenset(("fill", "_copy", "_zero"))  # may be written at once into memory with gaps
APART = frozenset(("_index_put", "_index_add", "_index_copy", "_scatter", "_scatter_add", "put"))  # share nothing


def apply_inplace(op: Any, args: Any, params: Any, name: str | None = None, reported: bool = False) -> Any:
    """The operation, computed and written into its first argument (Note [Writes through views]).

    ``name`` is what errors call it, if that is not the row's name with an underscore. ``reported``: the call has been
    reported to the tools.
    """
    name = name or op.inplace_name
    state = local.state
    tools = state.tools
    if tools is not None and tools.calls is not None and not reported:
        return observed(tools.calls, INPLACE, (op, name), args, params, apply_inplace, op, args, params, name, True)
    if not isinstance(args[0], TensorBase):
        raise errors.calls.not_an_array(name, "self", args[0])
    x = args[0]
    if x._wg_storage is not None and x._wg_storage.inference:
        check_mode(x, name)
    dtype = x._wg_data.dtype
    floating = dtype is F32 or dtype is F64  # whether floats and integers may be taken as they are
    integral = dtype is I64 and not op.fits  # whether integers may
    alike = floating
    dual = sparse = number = False
    lost = None
    mask = 0
    bit = 1
    values = []
    for a in args:
        if isinstance(a, TensorBase):
            t = a
            if t is x:
                if t._wg_view is not None and t._wg_view.version != UNRECORDED:
                    t._wg_refresh()  # check_write raises for views that may not be written
            elif t._wg_view is not None:
                sync(t)
            if t._wg_requires_grad:
                mask |= bit
            elif t._wg_lost is not None and t._wg_lost is not lost:
                lost = t._wg_lost if lost is None else graver(lost, t._wg_lost, state)
            if t._wg_tangents is not None:
                dual = True
            if type(t._wg_data) is COO:
                sparse = True
            if t._wg_data.dtype is not dtype:
                alike = False
            values.append(t._wg_data)
        else:
            values.append(a)
            if (
                a is not None
                and not (integral and type(a) is int)
                and (
                    not floating
                    or (type(a) is not float and type(a) is not int)
                    or (op.fits and not -MOST <= a <= MOST)
                )
            ):
                number = True
        bit += bit
    if number or (not alike and (op.fits or op.rounded)):
        params = op.settle(args, values, params)
        args = restated(args, values)
    if state.grad_enabled and (mask or (x._wg_view is not None and x._wg_view.base._wg_requires_grad)):
        check_write(x, name)
    if sparse:
        return inplace_sparse(op, x, args, values, params, name, mask != 0)
    check_memory(op, x, args)
    compute_and_write(op, args, values, params, name, mask, lost, dual and not state.inference)
    return x


def compute_and_write(op: Any, args: Any, values: Any, params: Any, name: str, mask: int, lost: Any,
                      dual: bool) -> None:  # fmt: skip
    """:func:`apply_inplace`, once its arguments are checked: the values, then the history, then the tangents of the
    first.

    ``mask``: the arguments that require grad, as bits. ``lost``: how one lost its history. ``dual``: one has a tangent.
    """
    x = args[0]
    state = local.state
    tools = state.tools
    by = None if tools is None else computing(state)
    out = new_value(op, args, values, params, name, by)
    view = x._wg_view
    target = x if view is None else view.base
    before = [spared(a, x) for a in args] if dual else None
    node = None
    wanted = mask & op.differentiable_mask
    if (
        (wanted or x._wg_requires_grad or target._wg_requires_grad)
        and state.grad_enabled
        and dtypes.is_inexact(x._wg_data.dtype)
    ):
        node = write_node(op, x, args, values, params, wanted)
        if lost is not None:
            node._wg_lost = lost
        kept = keep_before(node, args)
        if tools is not None and kept:
            pack_all(kept, saved_from(node, args, (x,)), tools.saves, node)
    where = sites.site() if node is None else (node._wg_code, node._wg_lasti)
    if tools is not None and x._wg_storage is not None:
        tools.writing(x._wg_storage)
    if out is None:
        write_directly(op, x, values, params, name, where)
    else:
        write_counted(x, out, name, where)
    if by is not None:
        wrote(by, x, out)
    if node is not None:
        rehome(target, node)
        if view is not None and view.version != UNRECORDED:
            x._wg_sync()  # at once: the base may lose its history before the view is used
    elif not x._wg_requires_grad:
        unrecorded(op, x, lost, name, where, mask != 0)
        if target is not x and target._wg_lost is None:
            target._wg_lost = x._wg_lost
    if before is not None:
        write_tangents(op, x, before, params)
    if node is None:
        return
    if kept:
        saves = node._wg_plan.saves
        node._wg_saved = tuple([
            save_output(x, at[1], node) if at[0] else k for at, k in zip(saves, kept, strict=True)
        ])  # fmt: skip
    if tools is not None and tools.recording:
        report_node(tools, node, saved_from(node, args, (x,)))
    if hides:
        hide(node)


def new_value(op: Any, args: Any, values: Any, params: Any, name: str, by: Any) -> Any:
    """What is to be written into the first argument; None if the row writes it there itself.

    ``by``: the tools that compute it, or None.
    """
    x = args[0]
    state = local.state
    if by is None:
        if op.onto is not None:
            if writes_directly(values, op.moves, op.name in STRIDED):
                return None
        elif op.fused is not None and op.fused.fits(values):
            return None
        out = op.compute(values, params)
    else:
        out = compute(state, by, op, args, values, params, True)
    check_result(op, x, out, name)
    if type(out) is Batched:
        check_running(name, out, state)
        make_room(name, x, out, sites.site())
    return out


def place(op: Any, x: Any, params: Any) -> Any:
    """The view of ``x`` by the view operation ``op``, which is about to be written.

    If a write through it will be recorded, no node is made for the view itself: the write needs its base and chain.
    """
    state = local.state
    if type(x) is not Tensor or not state.grad_enabled or state.tools is not None or state.transforms or state.vmap:
        return op.on(x, None, params)
    p = x
    view = p._wg_view
    base = p if view is None else view.base
    if base._wg_node is None or base._wg_tangents is not None or type(p._wg_data) is not np.ndarray:
        return op.on(x, None, params)
    storage = p._wg_cell()
    if storage.inference or storage.heir is not None:
        return op.on(x, None, params)
    if view is not None and (
        view.kind != DEFAULT or view.held or base._wg_view is not None or view.root is not base._wg_data
    ):
        return op.on(x, None, params)
    try:
        part = op.kernel(np, p._wg_data, **params)
    except errors.calls.RAISED:
        return op.on(x, None, params)  # which raises as it does for a view that is read
    t = objects.new(Tensor)
    t._wg_data = part
    t._wg_node, t._wg_output_nr, t._wg_requires_grad = base._wg_node, base._wg_output_nr, True
    t._wg_view = t._wg_tangents = t._wg_storage = None
    link_view(t, p, (op, params, -1), None, state)
    t._wg_view.version = UNRECORDED
    return t


def check_result(op: Any, x: Any, out: Any, name: str) -> None:
    """Refuse to write what was computed into ``x``, if it has another shape or a dtype that does not fit."""
    dtype = x._wg_data.dtype
    if out.shape != x._wg_data.shape:
        raise errors.writes.output_shape(name[:-1], x._wg_data.shape, out.shape)
    if out.dtype is dtype:
        return
    if not castable(out.dtype, dtype):
        raise errors.writes.cannot_cast(name, out.dtype, dtype)
    if dtype.kind == "c" and out.dtype.kind == "f":
        raise errors.writes.real_in_place(name[:-1])


def write_directly(op: Any, x: Any, values: Any, params: Any, name: str, where: Any) -> None:
    """Let the row write into ``x``, its first argument, what otherwise it would write into a copy of it."""
    try:
        if op.onto is not None:
            if params:
                op.onto(np, *values, **params)
            else:
                op.onto(np, *values)
        elif not op.fused.write(values, params):
            write(values[0], op.compute(values, params))
        x._wg_cell().bump(name, where, x._wg_data)
    except Exception as e:
        if op.onto is not None and isinstance(e, errors.calls.RAISED):
            errors.calls.from_kernel(op.name, op.family == "pointwise", values, params, e)
        raise
    except BaseException:  # an interrupt: some may have been written
        x._wg_cell().bump(name, where, x._wg_data)
        raise


def inplace_sparse(op: Any, x: Any, args: Any, values: Any, params: Any, name: str, needs: bool) -> Any:
    """:func:`apply_inplace` with sparse tensors: made dense for a dense ``x``; unrecorded for a sparse one."""
    if type(x._wg_data) is not COO:
        dense = primitives.to_dense
        return apply_inplace(op, (x, *[dense(a) if type(payload_of(a)) is COO else a for a in args[1:]]), params, name)
    if local.state.grad_enabled and needs:
        raise errors.sparse.in_place(name)
    out = op.on_sparse(values, params)
    if type(out) is not COO:
        raise errors.sparse.dense_result(name)
    if out.shape != x._wg_data.shape:
        raise errors.writes.output_shape(name[:-1], x._wg_data.shape, out.shape)
    if not castable(out.dtype, x._wg_data.dtype):
        raise errors.writes.cannot_cast(op.name, out.dtype, x._wg_data.dtype)
    report_write(x)
    x._wg_cell().bump(name, sites.site(), None)
    x._wg_data.become(out if out.dtype == x._wg_data.dtype else out.astype(x._wg_data.dtype))
    return x


def check_target(x: Any, name: str, recorded: bool = False) -> None:
    """Raise if ``name`` may not write ``x``, before anything is computed. ``recorded``: another argument requires grad.

    :func:`apply_inplace` makes the same checks while it looks at its arguments.
    """
    view = x._wg_view
    check_mode(x, name)
    if view is not None and view.version != UNRECORDED:
        x._wg_refresh()  # check_write raises for views that may not be written
    needs = recorded or x._wg_requires_grad or (view is not None and view.base._wg_requires_grad)
    if needs and local.state.grad_enabled:
        check_write(x, name)


def check_mode(x: Any, name: str) -> None:
    """Refuse to write an inference tensor outside inference mode."""
    if x._wg_inference() and not local.state.inference:
        raise errors.modes.inference_write(name)


def check_write(x: Any, name: str) -> None:
    """Refuse to record a write to a leaf, to a view that cannot take a new history, or to what a transform captured."""
    view = x._wg_view
    if view is not None:
        if view.kind != DEFAULT and dtypes.is_inexact(x._wg_data.dtype):
            raise view.refusal(x, name)
        if (x._wg_requires_grad or view.base._wg_requires_grad) and view.base._wg_node is None:
            raise errors.writes.leaf_view_in_place(name)
    if x._wg_requires_grad and x._wg_node is None:
        raise errors.writes.leaf_in_place(name)
    transforms = local.state.transforms
    if transforms and not inside(x if view is None else view.base, transforms[-1]):
        raise errors.writes.captured_in_place(name, sites.site())


def unrecorded(op: Any, x: Any, lost: Any, name: str, where: Any, needs: bool) -> None:
    """Remember how the value that was written into ``x`` lost its history. ``needs``: an argument requires grad."""
    if not needs:
        op.inherit(x, lost, local.state)
    elif not dtypes.is_inexact(x._wg_data.dtype):
        x._wg_lost = History(Kind.INTEGER_WRITTEN, name, where, x._wg_data.dtype)
    else:
        mode = local.state.unrecorded
        x._wg_lost = History(mode.kind, name, where, mode)


def check_memory(op: Any, x: Any, args: Any) -> None:
    """Refuse targets whose elements share memory, and arguments that share some of it with the target.

    A fill may be written anywhere. What puts something at some places may be, too, but not with a history.
    """
    if shares_elements(x._wg_data) and op.name not in ("fill", "_zero"):
        if op.name not in PLACES or records(x, args):
            raise errors.writes.expanded_write()
        if op.name not in ("tril", "triu"):
            errors.text.warn(errors.writes.deprecated_on_expanded(op.inplace_name))
    for a in args:
        if a is not x and isinstance(a, TensorBase):
            t = a
            if t._wg_storage is None or t._wg_storage is not x._wg_storage or op.name in FILLS:
                continue
            if collide(x._wg_data, t._wg_data, op.name in APART):
                raise errors.writes.overlapping_write()


def write_node(op: Any, x: Any, args: Any, values: Any, params: Any, mask: int) -> Any:
    """The node of a write. Through a view it stands for the base, and its first edge is the base's."""
    view = x._wg_view
    if view is None:
        node = op.node(args, values, params, mask)
        node._wg_fit(x._wg_data)
        return node
    base = view.base
    if base._wg_requires_grad:
        node = op.node(args, values, params, mask, base._wg_edge())
        node._wg_base = True
    else:
        node = op.node(args, values, params, mask & ~1)
    node._wg_chain = view.chain
    node._wg_view_meta = meta_of(x._wg_data)
    node._wg_fit(base._wg_data)
    return node


def keep_before(node: Any, args: Any) -> Any:
    """What is saved of the inputs; a copy of the one about to be overwritten."""
    x = args[0]
    kept: list[Any] = []
    for output, i in node._wg_plan.saves:
        if output:
            kept.append(None)
            continue
        a = args[i]
        if not isinstance(a, TensorBase):
            kept.append(save_payload(a))
        elif a is x or (a._wg_storage is not None and a._wg_storage is x._wg_storage):
            kept.append(save_copy(a))
        else:
            kept.append(save(a))
    return kept


def write_tangents(op: Any, x: Any, args: Any, params: Any) -> None:
    """The tangents of ``x`` after a write; ``args`` are as they were before it."""
    view = x._wg_view
    if view is None and local.state.carries():
        x._wg_tangents = None
    for level in moving_levels(args):
        (tangent,) = tangents(op, level, args, params, (x,))
        take_tangent(x, level, tangent)


def spared(a: Any, x: Any) -> Any:
    """An argument as it is before ``x`` is written: a copy at the same place on the tape if they share memory."""
    if not isinstance(a, TensorBase) or not (a is x or (a._wg_storage is not None and a._wg_storage is x._wg_storage)):
        return a
    out = make(copies.copied(a._wg_data))
    if a._wg_requires_grad:
        out._wg_node, out._wg_output_nr = a._wg_edge()
        out._wg_requires_grad = True
    out._wg_tangents = a._wg_tangents
    return out


def rehome(t: Any, node: Any, nr: int = 0) -> None:
    """Give a written tensor its new history. Hooks stay with the old value; ``retain_grad`` moves to the new one."""
    if t._wg_retains:
        move_retained(t._wg_node, t._wg_output_nr, node, nr)
    t._wg_hooks = None
    t._wg_node, t._wg_output_nr, t._wg_requires_grad = node, nr, True


def are_plain(x: Any, src: Any) -> bool:
    """Whether both are tensors of no subclass on NumPy arrays."""
    return type(x) is type(src) is Tensor and type(x._wg_data) is type(src._wg_data) is np.ndarray


def overwrite(op: Any, x: Any, src: Any) -> Any:
    """Write the tensor ``src`` into ``x``, on the same device, by the row ``op``."""
    mine, theirs = x._wg_view, src._wg_view
    if mine is not None and theirs is not None and mine.same(theirs):
        count_copy(x, src)  # `x[i] += y` ends with x[i] = x[i]: same values, same history
        return x
    return apply_inplace(op, (x, src), None)


def count_copy(x: Any, same: Any) -> None:
    """Check and count a ``copy_`` of the view ``x`` onto itself: ``same`` is the same view of the same base.

    Neither values nor history change, so both keep the history that they have, or that they get when next used.
    """
    check_target(x, "copy_")
    if x is not same and shares_elements(x._wg_data):
        raise errors.writes.expanded_write()
    report_write(x)
    storage = x._wg_cell()
    current = [t._wg_view for t in (x, same) if t._wg_view.version == storage.version]
    storage.bump("copy_", sites.site(4), None)
    for view in current:
        view.version = storage.version


def report_write(x: Any) -> None:
    """Report to the tools that the memory of ``x`` is about to be written."""
    tools = local.state.tools
    if tools is not None and x._wg_storage is not None:
        tools.writing(x._wg_storage)


# -- in-place forms of composites, and of views


def refill(row: Any, name: str, x: Any, draw: Any) -> Any:
    """Write into ``x``, by a row, what ``draw()`` gives; nothing is drawn if it may not be written."""
    check_target(x, name)
    check_memory(row, x, (x,))
    return apply_inplace(row, (x, *draw()), None, name)


def rewrite(name: str, target: Any, fn: Any, others: Any, exact: bool = False) -> Any:
    """The in-place form of a composite: computed from the old value, then written; its history is the composite's.

    ``others`` are its other arguments. Only a history and tangents need a copy of the old value. ``exact``: a result of
    another dtype is refused, as one of another category always is.
    """
    if not isinstance(target, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", target)
    x, copy, state = target, primitives.copy, local.state
    check_target(x, name + "_")
    args = (x, *others)
    before = spared(x, x) if records(x, args) or moving_levels(args) else x
    view = x._wg_view
    if view is not None and before._wg_requires_grad and state.grad_enabled:
        replayed = replay(view.base, view.chain)  # as for a row: hooks of views on the way are not called
        before._wg_node, before._wg_output_nr = replayed._wg_edge()
    result = fn(before)
    payload = payload_of(result)
    if payload.dtype != x._wg_data.dtype if exact else not castable(payload.dtype, x._wg_data.dtype):
        raise errors.writes.cannot_cast(name, payload.dtype, x._wg_data.dtype)
    if tuple(payload.shape) != tuple(x._wg_data.shape):
        raise errors.writes.output_shape(name, x._wg_data.shape, payload.shape)
    rehomes = (
        x._wg_view is None and isinstance(result, TensorBase) and result is not before and result._wg_requires_grad
    )
    if not rehomes or payload.dtype != x._wg_data.dtype or type(payload) is Batched:
        return apply_inplace(copy, (x, result), None, name + "_")
    check_write(x, name + "_")
    check_memory(copy, x, (x,))
    report_write(x)
    write_counted(x, payload, name + "_", sites.site())
    rehome(x, result._wg_node, result._wg_output_nr)
    carry(x, result._wg_tangents)
    return x


# Note [Tensors that are given other strides]
# -------------------------------------------
# ``x.t_()`` moves nothing: ``x`` gets the memory and the history of ``before.t()``, where ``before`` is a tensor that
# nobody else holds and that takes over what ``x`` was. ``x`` stays the base of its views. The chain of a view starts
# from the strides that ``x`` had when the view was made. When the view is next brought up to date, ``View.extend`` puts
# a step in front of its chain, from the strides that ``x`` has now to those.

# Note [Tensors that become views]
# --------------------------------
# There is no such step if ``x`` has lost elements that an earlier view may show, as ``x.as_strided_`` may do. Then
# ``before`` is the base from now on, and ``x`` is a view of it; earlier views find it when they are next brought up to
# date. ``before`` gets the history of a write of ``x`` into it: gradients of earlier views pass ``x`` where they show
# its elements. A view that is given other strides is a view of ``before`` as well, but its base stays.


def become_view(name: str, x: Any, view: Any) -> Any:
    """Make ``x``, in place, the ``view`` of itself; recorded like any in-place operation."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    check_target(x, name + "_")
    link, state = x._wg_view, local.state
    where = sites.site()
    shared = x._wg_storage is not None and x._wg_storage.viewed
    before = alias(x._wg_data, x._wg_cell())
    before._wg_node, before._wg_output_nr, before._wg_requires_grad, before._wg_view = (
        x._wg_node,
        x._wg_output_nr,
        x._wg_requires_grad,
        link,
    )
    carry(before, x._wg_tangents)
    before._wg_lost = x._wg_lost
    if x._wg_requires_grad and x._wg_node is None:
        before._wg_grad_accumulator = x._wg_accumulator()
    mode = state.now()
    if x._wg_node is not None:
        state.enter(True, False)  # history follows, under no_grad() too
    try:
        after = view(before)
        if after is before:
            return x
        made = after._wg_view
        stays = link is None and (made is None or not shared or has_all(after._wg_data, before._wg_data))
        if not (stays or link is not None) and after._wg_node is not None:
            written = primitives.view_write(before, after, chain=made.chain)
            before._wg_node, before._wg_output_nr = written._wg_node, written._wg_output_nr
    finally:
        state.leave(mode)
    storage = x._wg_cell()
    storage.bump(name + "_", where, None)
    x._wg_data = after._wg_data
    carry(x, after._wg_tangents)
    if after._wg_node is not None:
        rehome(x, after._wg_node)
    elif x._wg_requires_grad and x._wg_grad_accumulator is not None:
        x._wg_grad_accumulator._wg_fit(x._wg_data)
    else:
        x._wg_grad_accumulator = None  # that of a leaf that was detached: gradients of its old shape may still arrive
    if stays:
        storage.viewed = shared  # ``after`` is gone
        if storage.aliases is not None:
            extend_views(x, storage.aliases)
        return x
    made.kind = CUSTOM if x._wg_requires_grad and x._wg_node is None else link.kind if link is not None else DEFAULT
    made.version = storage.version
    x._wg_view = made
    return x


def extend_views(x: Any, aliases: Any) -> None:
    """Extend the chains of the views of ``x`` at once: the memory may move before they are next brought up to date."""
    for ref in aliases:
        t = ref()
        if t is not None and t._wg_view is not None and t._wg_view.base is x:
            t._wg_view.extend()
