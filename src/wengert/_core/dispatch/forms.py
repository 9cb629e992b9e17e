"""What composites are given and hand back, and what composites and views do in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors
from ..arrays import arrays, dtypes, sites
from ..arrays.batched import Batched
from ..tape.state import local
from ..tape.tensor import Tensor, TensorBase, alias, carry, payload_of, wrap
from ..tape.view import CUSTOM, DEFAULT, has_all, replay
from .inplace import apply_inplace, check_memory, check_mode, check_write, rehome, report_write, spared
from .memory import castable, write_counted
from .operators import OPERANDS
from .primitives import primitives

ndarray = np.ndarray

# -- what composites are given


def plain(value: Any) -> Any:
    """An argument of a composite with its arrays from outside made plain. The kernels of rows do so themselves."""
    if isinstance(value, ndarray):
        return dtypes.taken(value)
    if type(value) is list or type(value) is tuple:
        for v in value:
            if type(v) is not Tensor and isinstance(v, ndarray):
                return type(value)([plain(v) for v in value])
    return value


def given(op: str, name: str, value: Any) -> Any:
    """An argument of a composite that has to be a tensor, and is not of that very type. An array is a constant tensor.

    An operation that writes its argument, as its name with an underscore says, gets the array, and refuses it.
    """
    if isinstance(value, ndarray):
        return dtypes.taken(value) if op.endswith("_") else wrap(value)
    if not isinstance(value, OPERANDS):
        raise errors.calls.not_an_array(op, name, value)
    return value


# -- what they hand back


def tensors(result: Any) -> Any:
    """What a public function returns, where an array in it has come of arrays or numbers alone."""
    if isinstance(result, TensorBase):
        return result
    if isinstance(result, (tuple, list)):
        for r in result:
            if not isinstance(r, TensorBase):
                break
        else:
            return result
        parts = [tensors(r) for r in result]
        if all([a is b for a, b in zip(parts, result, strict=True)]):
            return result
        return parts if isinstance(result, list) else tuple.__new__(type(result), parts)
    return wrap(result) if isinstance(result, (ndarray, np.generic)) or arrays.is_array(result) else result


def own(result: Any, args: Any) -> Any:
    """What a composite hands back: views of its arguments, and otherwise tensors of their own, as a row does.

    Where the last step is a view of an intermediate value, nobody else holds that value, and the result may as well
    have its memory and history for itself: hooks stay when it is written, and ``detach_()`` works.
    """
    if own_all(result):
        return result
    result = tensors(result)
    if isinstance(result, TensorBase):
        t = result
        if t._wg_view is not None and not holds(args, t._wg_view.base):
            t._wg_view = None
        return result
    results = [t for t in tensors_in(result) if t._wg_view is not None]
    for t in results:
        base = t._wg_view.base
        if not holds(args, base) and not holds([r for r in tensors_in(result) if r is not t], base):
            t._wg_view = None
    return result


def own_all(results: Any) -> bool:
    """Whether these are tensors, and no views."""
    if not isinstance(results, (tuple, list)):
        return False
    for r in results:
        if not isinstance(r, TensorBase):
            return False
        t = r
        if t._wg_view is not None:
            return False
    return True


def holds(values: Any, base: Any) -> bool:
    """Whether a tensor or a view of it is among these values, and those in nested lists and tuples."""
    for x in values:
        if isinstance(x, TensorBase):
            if x is base or (x._wg_view is not None and x._wg_view.base is base):
                return True
        elif isinstance(x, (list, tuple)) and holds(x, base):
            return True
    return False


def tensors_in(x: Any) -> list[Any]:
    """The tensors in nested lists and tuples."""
    if isinstance(x, TensorBase):
        return [x]
    found: list[Any] = []
    if isinstance(x, (list, tuple)):
        for one in x:
            found += tensors_in(one)
    return found


# -- in place


def refill(row: Any, name: str, x: Any, draw: Any) -> Any:
    """Write into ``x``, by a row, what ``draw()`` gives; nothing is drawn if it may not be written."""
    check_mode(x, name)
    if x.requires_grad and local.state.grad_enabled:
        check_write(x, name)
    check_memory(row, x, (x,), True)
    return apply_inplace(row, (x, *draw()), None, name)


def rewrite(name: str, x: Any, fn: Any, exact: bool = False) -> Any:
    """The in-place form of a composite: computed from the old value, then written; its history is the composite's.

    ``exact``: a result of another dtype is refused, as one of another category always is.
    """
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    copy, state = primitives.copy, local.state
    check_mode(x, name + "_")
    if x.requires_grad and state.grad_enabled:
        check_write(x, name + "_")
    before = spared(x, x)
    view = x._wg_view
    if view is not None and before._wg_requires_grad and state.grad_enabled:
        fresh = replay(view.base, view.chain)  # as for a row: hooks of views on the way are not called
        before._wg_node, before._wg_output_nr = fresh._wg_edge()
    result = fn(before)
    payload = payload_of(result)
    if payload.dtype != x._wg_data.dtype if exact else not castable(payload.dtype, x._wg_data.dtype):
        raise errors.writes.cannot_cast(name, payload.dtype, x._wg_data.dtype)
    if tuple(payload.shape) != tuple(x._wg_data.shape):
        raise errors.writes.output_shape(name, x._wg_data.shape, payload.shape)
    plain = x._wg_view is None and isinstance(result, TensorBase) and result is not before and result._wg_requires_grad
    if not plain or payload.dtype != x._wg_data.dtype or type(payload) is Batched:
        return apply_inplace(copy, (x, result), None, name + "_")
    check_write(x, name + "_")
    check_memory(copy, x, (x,), True)
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


def become(name: str, x: Any, view: Any) -> Any:
    """Make ``x``, in place, the ``view`` of itself; recorded like any in-place operation."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    x._wg_refresh()
    check_mode(x, name + "_")
    link, state = x._wg_view, local.state
    if state.grad_enabled and (x._wg_requires_grad or (link is not None and link.base._wg_requires_grad)):
        check_write(x, name + "_")
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
            whole = primitives.view_write(before, after, chain=made.chain)
            before._wg_node, before._wg_output_nr = whole._wg_node, whole._wg_output_nr
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
