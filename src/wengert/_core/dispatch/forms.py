"""What composites and views do in place."""

from __future__ import annotations

from typing import Any

from .. import errors
from ..arrays import sites
from ..arrays.batched import Batched
from ..tape.state import local
from ..tape.tensor import CUSTOM, DEFAULT, TensorBase, alias, carry, payload_of
from .inplace import apply_inplace, check_memory, check_mode, check_write, rehome, report_write, spared
from .memory import castable, write_counted
from .primitives import primitives


def refill(row: Any, name: str, x: Any, draw: Any) -> Any:
    """Write into ``x``, by a row, what ``draw()`` gives; nothing is drawn if it may not be written."""
    check_mode(x, name)
    if x.requires_grad and local.state.grad_enabled:
        check_write(x, name)
    check_memory(row, x, (x,), True)
    return apply_inplace(row, (x, *draw()), None, name)


def rewrite(name: str, x: Any, fn: Any) -> Any:
    """The in-place form of a composite: computed from the old value, then written; its history is the composite's."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    copy, state = primitives.copy, local.state
    check_mode(x, name + "_")
    if x.requires_grad and state.grad_enabled:
        check_write(x, name + "_")
    before = spared(x, x)
    result = fn(before)
    payload = payload_of(result)
    if not castable(payload.dtype, x._wg_data.dtype):
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


# Note [Tensors that become views]
# --------------------------------
# ``x.t_()`` moves nothing: ``x`` becomes ``t()`` of a tensor that nobody else holds and that takes over what ``x`` was,
# its memory and its place on the tape. Where there may be views of ``x``, that tensor is from now on the base, and
# those views find it when they are next brought up to date: their chains start from the old shape. Otherwise ``x``
# stays a base of its own.


def become(name: str, x: Any, view: Any) -> Any:
    """Make ``x``, in place, the ``view`` of itself; recorded like any in-place operation."""
    if not isinstance(x, TensorBase):
        raise errors.calls.not_an_array(name + "_", "self", x)
    x._wg_refresh()
    check_mode(x, name + "_")
    link = x._wg_view
    recording = local.state.grad_enabled
    if recording and (x._wg_requires_grad or (link is not None and link.base._wg_requires_grad)):
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
    after = view(before)
    if after is before:
        return x
    x._wg_cell().bump(name + "_", where, None)
    version = x._wg_storage.version
    x._wg_data = after._wg_data
    carry(x, after._wg_tangents)
    if after._wg_node is not None:
        rehome(x, after._wg_node)
    elif x._wg_grad_accumulator is not None:
        x._wg_grad_accumulator.fit(x._wg_data)
    made = after._wg_view
    if made is None or (not shared and (after._wg_node is not None or not x._wg_requires_grad)):
        x._wg_storage.viewed = shared  # ``after`` is gone
        return x  # a base of its own, or nothing tracks its views
    made.kind = CUSTOM if x._wg_requires_grad and x._wg_node is None else link.kind if link is not None else DEFAULT
    made.version = version
    if x._wg_requires_grad and x._wg_node is not None and after._wg_node is None:
        made.version = -1  # under no_grad() too, history follows: at the next use
    x._wg_view = made
    return x
