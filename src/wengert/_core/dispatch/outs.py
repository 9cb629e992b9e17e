"""The ``out=`` form of operations: what may be given, and how a result is written into it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from .. import errors
from ..arrays import arrays, dtypes, layouts, sites
from ..arrays.batched import Batched, physical
from ..arrays.coo import COO, layout_of
from ..tape.node import any_sparse
from ..tape.state import local
from ..tape.tensor import TensorBase, moving_levels, payload_of
from ..tape.watching import OUT, observed
from .composite_calls import tensors_in
from .inplace import check_mode, report_write, unrecorded
from .memory import castable, check_resize, collide, make_room, put, resized, shares_elements, write_counted
from .op import lost_of
from .primitives import primitives

# Note [What out= takes]
# ----------------------
# A result is computed first, then everything that is given is checked, and only then is anything written: an error
# leaves all as it was. Nothing is recorded. Where PyTorch writes while it computes, it takes fewer dtypes, and refuses
# memory that an input shares. What it takes for an operation is said by ``out=`` in its declaration, in two words. The
# first is about dtypes:
# - ``exact``: that of the result.
# - ``cast``: every dtype that the result may be written to in place: complex numbers are not made real, nor real ones
#   integers, nor anything bool.
# - ``joined``: the same; any other is a TypeError, as PyTorch has it where tensors are joined.
# - ``kind``: every dtype of the same category.
# - ``any``: every dtype.
# - ``asked``: every dtype; ``dtype=`` is that of ``out`` if it is not given.
# The second is about memory, where an input and ``out`` share elements:
# - ``over``: an input may be ``out`` itself, but not share a part of it, or lie in it in another order.
# - ``first``: so may the first input; the others share nothing.
# - ``apart``: no input shares anything.
# - ``free``: whatever they share, the result is right, because it is computed first.
# - ``fill``: the same; and ``out`` may be expanded, because all elements become equal.
# Elementwise rows are ``cast over``. Everything else is ``exact free``.


class Rule(NamedTuple):
    """What ``out=`` takes (Note [What out= takes])."""

    dtypes: str
    memory: str


EXACT, CAST, FILLED = Rule("exact", "free"), Rule("cast", "over"), Rule("exact", "fill")
FILLS = frozenset(("zeros", "ones", "empty", "full"))  # make all elements equal, or whatever they are
DTYPES, MEMORY = ("exact", "cast", "joined", "kind", "any", "asked"), ("over", "first", "apart", "free", "fill")


@cache
def rule_of(stated: str | None, elementwise: bool) -> Rule:
    """The rule that a declaration states: one word or both."""
    default = CAST if elementwise else EXACT
    words = (stated or "").split()
    found = Rule(
        next((w for w in words if w in DTYPES), default.dtypes), next((w for w in words if w in MEMORY), default.memory)
    )
    assert set(words) <= set(found), f"out={stated!r}: one of {DTYPES} and one of {MEMORY}"
    return found


def apply_into(op: Any, out: Any, args: Any, params: Any, reported: bool = False) -> Any:
    """The ``out=`` form of a row: write the result into ``out`` and return it."""
    state = local.state
    if state.tools is not None and state.tools.calls is not None and not reported:
        return observed(state.tools.calls, OUT, op, args, params, apply_into, op, out, args, params, True)
    outs = out_tensors(op.name, out, len(op.outputs) if op.multi_output else 0)
    if moving_levels((*args, *outs)):
        raise errors.forward.no_out(op.name)
    needs = any([isinstance(a, TensorBase) and a.requires_grad and op.bit(i) for i, a in enumerate(args)])
    if state.grad_enabled and (needs or any([o.requires_grad for o in outs])):
        raise errors.writes.out_needs_grad(op.name)
    rule = rule_of(op.options.get("out"), op.elementwise)
    if rule.dtypes == "asked":
        params = {**params, "dtype": asked(params["dtype"], out)}
    values = [payload_of(a) for a in args]
    params = op.settle(args, values, params)
    if op.sparse is not True and any_sparse(values):
        found = op.on_sparse(values, params)
    else:
        found = op.compute(values, params)
    where = write_all(op.name, outs, found if op.multi_output else (found,), rule, args)
    for o in outs:
        if not o._wg_requires_grad:
            unrecorded(op, o, lost_of(args, state), op.name, where, needs)
    return out


def store(name: str, out: Any, result: Any, stated: str | None = None, inputs: Any = ()) -> Any:
    """The ``out=`` form of a composite. Several results are returned under their names."""
    many = isinstance(result, (tuple, list))
    results = tuple(result) if many else (result,)
    outs = out_tensors(name, out, len(results) if many else 0)
    if moving_levels((*outs, *results)):
        raise errors.forward.no_out(name)
    needs = [isinstance(r, TensorBase) and r._wg_requires_grad for r in results]
    if local.state.grad_enabled and (any(needs) or any([o.requires_grad for o in outs])):
        raise errors.writes.out_needs_grad(name)
    rule = EXACT if many and hasattr(result, "indices") else rule_of(stated, False)  # ``max`` has a form without
    where = write_all(name, outs, [payload_of(r) for r in results], rule, inputs)
    for o, r, need in zip(outs, results, needs, strict=True):
        if not o._wg_requires_grad:
            unrecorded(primitives.copy, o, lost_of((r,), local.state), name, where, need)
    return type(result)(*outs) if hasattr(result, "_fields") else out


def store_leaf(name: str, out: Any, payload: Any) -> None:
    """The ``out=`` form of a factory, which resizes without a warning. :func:`check_out_leaf` has been called."""
    payload = arrays.move(payload, arrays.device_of(out._wg_data))
    write_all(name, (out,), (payload,), FILLED if name in FILLS else EXACT, (), False)


def check_out_leaf(name: str, out: Any, device: Any) -> None:
    """Raise if a factory cannot write into ``out``. ``device`` is what was asked for, if any was."""
    if moving_levels(out_tensors(name, out, 0)):
        raise errors.forward.no_out(name)
    if local.state.grad_enabled and out.requires_grad:
        raise errors.writes.out_needs_grad(name)
    have, wanted = arrays.device_of(out._wg_data), None if device is None else arrays.device(device)
    if wanted is not None and not arrays.is_at(have, wanted):
        raise errors.calls.out_device(wanted, have)


def asked(dtype: Any, out: Any) -> Any:
    """The dtype that is asked for: where none is, that of ``out``."""
    return payload_of(out).dtype if dtype is None and isinstance(out, TensorBase) else dtype


def out_tensors(name: str, out: Any, count: int) -> Sequence[Any]:
    """The tensors to write, given as ``out`` for ``count`` results, or for one that is not in a tuple (0)."""
    outs = (out,)
    if count:
        if not isinstance(out, (tuple, list)):
            raise errors.calls.wrong_type(name, "out", "tuple of Tensors", out)
        if len(out) != count:
            raise errors.writes.out_count(name, count, len(out))
        outs = tuple(out)
    for o in outs:
        if not isinstance(o, TensorBase):
            raise errors.calls.not_an_array(name, "out", o)
    return outs


def write_all(name: str, outs: Sequence[Any], values: Sequence[Any], rule: Rule, inputs: Any, warn: bool = True) -> Any:
    """Write each result into its tensor, or none of them; return where that was.

    A tensor takes the shape of its result. ``warn``: whether that is said if it had elements.
    """
    for o, v in zip(outs, values, strict=True):
        check_mode(o, name)
        check(name, o, v, rule, inputs)
    for o, v in zip(outs, values, strict=True):
        if warn and o._wg_data.size and not fits(o, v):
            errors.text.warn(errors.writes.out_resized(o._wg_data.shape, v.shape))
    where = sites.site()
    for o, v in zip(outs, values, strict=True):
        if type(v) is Batched:
            make_room(name + "(out=...)", o, v, where)
    values = [v if type(v) is COO else apart(v, outs) for v in values]
    for o, v in zip(outs, values, strict=True):
        report_write(o)
        if type(v) is COO:
            o._wg_cell().bump(name, where, None)
            o._wg_data.become(v if v.dtype == o._wg_data.dtype else v.astype(o._wg_data.dtype))
            continue
        if fits(o, v):
            write_counted(o, v, name, where)
            continue
        if type(v) is Batched or type(o._wg_data) is Batched:
            o._wg_cell().bump(name, where, None)
            put(o, v.astype(o._wg_data.dtype))
        else:
            put(o, resized(o, tuple(v.shape), layouts.order_in_memory(v)))
            write_counted(o, v, name, where)
    return where


def fits(out: Any, value: Any) -> bool:
    """Whether a tensor has the shape of a result."""
    return tuple(out._wg_data.shape) == tuple(value.shape)


def apart(value: Any, outs: Sequence[Any]) -> Any:
    """A result that may be a view of an input, whose memory is about to be written; a copy if it is."""
    plain = physical(value)
    if any([arrays.overlap(plain, arrays.owner(physical(o._wg_data))) for o in outs]):
        return value.copy()
    return value


def check(name: str, out: Any, value: Any, rule: Rule, inputs: Any) -> None:
    """Refuse a tensor that may not take this result (Note [What out= takes])."""
    memory = out._wg_data
    if layout_of(memory) != layout_of(value):
        raise errors.sparse.other_out(name, layout_of(value), layout_of(memory))
    if rule.dtypes in ("cast", "joined"):
        if not castable(value.dtype, memory.dtype):
            refused = errors.writes.cannot_cast(name, value.dtype, memory.dtype)
            raise refused if rule.dtypes == "cast" else TypeError(*refused.args)
    elif rule.dtypes != "any" and value.dtype != memory.dtype:
        if rule.dtypes != "kind" or dtypes.category(value.dtype) != dtypes.category(memory.dtype):
            raise errors.writes.out_dtype(name, value.dtype, memory.dtype)
    if arrays.device_of(value) != arrays.device_of(memory):
        raise errors.calls.two_devices((memory, value))
    if type(memory) is COO:
        return
    if not fits(out, value):
        if type(value) is not Batched and type(memory) is not Batched:
            check_resize(name, out, value.size)
        if out._wg_view is not None and out._wg_view.base._wg_requires_grad:
            raise errors.writes.resized_view(name)
        if rule.memory in ("over", "first", "apart") and any([a is out for a in tensors_in(inputs)]):
            raise errors.writes.resized_input(name, memory.shape, value.shape)
        return
    if shares_elements(memory) and rule.memory != "fill":
        raise errors.writes.expanded_write()
    if rule.memory in ("over", "first", "apart"):
        check_inputs(out, inputs, rule.memory)


def check_inputs(out: Any, inputs: Any, memory: str) -> None:
    """Refuse inputs that share memory with ``out``."""
    for k, a in enumerate(tensors_in(inputs)):
        if a._wg_storage is not None and a._wg_storage is out._wg_storage:
            same = memory == "over" or (memory == "first" and k == 0)
            if not (a is out and same) and collide(out._wg_data, a._wg_data, not same):
                raise errors.writes.overlapping_write()
