"""Forward mode: how the results of an operation get their tangents, level by level.

The rules of the families are in ``declare/forward.py``. They get a :class:`ForwardCall`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import dtypes
from ..arrays.batched import Batched
from ..arrays.coo import COO
from ..tape.node import Meta
from ..tape.state import local
from ..tape.tensor import TensorBase, carry, make, moving_levels, payload_of, recorded, strip, with_tangents
from ..tape.view import UNRECORDED, tangent_of
from .formula_names import GROUP, GS, INPUT, META, NEEDS, OUTPUT, OUTPUT_META, PARAM, TANGENT, G, forward_names
from .plan import Formula, widen
from .primitives import primitives

F32, F64 = dtypes.F32, dtypes.F64
ndarray = np.ndarray


def set_tangents(op: Any, args: Any, params: Any, outs: Any) -> None:
    """Give the results their tangents, level by level: a level's tangent carries smaller levels only."""
    for level in moving_levels(args):
        found = tangents(op, level, args, params, outs)
        for t, tangent in zip(outs, found, strict=True):
            if tangent is not None:
                carry(t, {**(t._wg_tangents or {}), level: tangent})


def tangents(op: Any, level: int, args: Any, params: Any, outs: Any) -> list[Any]:
    """The tangents of the results at one level, shaped and typed like them; None where there is none."""
    state = local.state
    if state.linearized and state.lift(level):
        try:
            return tangents(op, level, [constant(a) for a in args], params, [constant(t) for t in outs])
        finally:
            state.grad_enabled = False
    moving: list[Any] = []
    for a in args:
        if isinstance(a, TensorBase):
            x = a
            moving.append(None if x._wg_tangents is None else x._wg_tangents.get(level))
        else:
            moving.append(None)
    recording = recorded(args, moving)  # then what is saved of primals and tangents is checked against writes
    kept = recording or op.view
    primals: list[Any] = []
    for i, a in enumerate(args):
        if isinstance(a, ndarray):
            a = dtypes.taken(a)  # formulas compute on it
        primals.append(strip(a, level, recording) if isinstance(a, TensorBase) else a)
        if moving[i] is not None:
            moving[i] = strip(moving[i], level, kept)
    results: list[Any] = []
    for t in outs:
        results.append(strip(t, level, recording))
    found = op.forward_rule(ForwardCall(op, primals, moving, results, params))
    if not op.multi_output:
        found = (found,)
    shaped: list[Any] = []
    for t, tangent in zip(outs, found, strict=True):
        x = t
        if tangent is None or not dtypes.is_inexact(x._wg_data.dtype):
            shaped.append(None)
        else:
            shaped.append(shaped_like(op, x, tangent, moving))
    return shaped


def constant(value: Any) -> Any:
    """``value`` without its history, but with its tangents, so that only what is done to tangents is recorded."""
    if not isinstance(value, TensorBase) or not value._wg_requires_grad:
        return value
    out = with_tangents(value, value._wg_tangents)
    out._wg_node, out._wg_output_nr, out._wg_requires_grad = None, 0, False
    return out


def shaped_like(op: Any, x: Any, tangent: Any, moving: Any) -> Any:
    """The tangent of the result ``x`` as a tensor of its shape and dtype, with memory of its own."""
    if isinstance(tangent, np.generic):
        tangent = np.asarray(tangent)
    payload = payload_of(tangent)
    shape, dtype = tuple(x._wg_data.shape), x._wg_data.dtype
    if tuple(payload.shape) != shape:
        tangent = primitives.expand(tangent, shape=shape)
        payload = payload_of(tangent)
    if payload.dtype != dtype:
        if payload.dtype.kind == "c" and dtype.kind != "c":
            tangent = primitives.real(tangent)
        tangent = primitives.cast(tangent, dtype=dtype)
    if not isinstance(tangent, TensorBase):
        if op.moves or not owns(tangent, moving):
            tangent = tangent.copy()
        return make(tangent)
    t = tangent
    if not op.view and (t._wg_view is not None or among(t, moving)):
        return primitives.clone(tangent)
    return tangent


def owns(payload: Any, others: Any) -> bool:
    """Whether a result has memory of its own, so that a tangent never aliases another."""
    if type(payload) is Batched or type(payload) is COO:
        return False
    return payload.base is None and not among(payload, others)


def among(value: Any, others: Any) -> bool:
    """Whether one of ``others`` is this very object."""
    for o in others:  # noqa: SIM110 - any() would make a generator
        if o is value:
            return True
    return False


# -- Formulas outside nodes --------------------------------------------------------------------------------------------


def zeros_like(x: Any) -> Any:
    """A payload of zeros, like a tensor or payload."""
    return Meta(payload_of(x)).zeros()


class ForwardCall:
    """One call of an operation in forward mode, at one level: what a forward rule gets.

    ``primals`` and ``results`` are tensors or payloads without the tangents of this level. ``tangents`` are those of
    the primals: None where there is none.
    """

    def __init__(self, op: Any, primals: Any, tangents: Any, results: Any, params: Any) -> None:
        self.op = op
        self.primals = primals
        self.tangents = tangents
        self.results = results
        self.params = params

    def evaluate(self, formula: Formula, g: Any = None) -> Any:
        """Call a formula with the values of this call. ``g`` is passed on as its ``g``."""
        return formula.fn(*widen_all(self.values(formula, [g], None)))

    def values(self, formula: Formula, gs: Any, others: Any) -> list[Any]:
        """The values of the names in a formula. ``others`` has the results of other formulas by name."""
        if formula.sources is None:
            known = forward_names(self.op)
            formula.sources = [(*known[name], name in formula.optional) for name in formula.names]
        primals, moving = self.primals, self.tangents
        env: list[Any] = []
        for kind, at, optional in formula.sources:
            if kind == G:
                env.append(gs[at])
            elif kind == INPUT:
                env.append(primals[at] if at < len(primals) else None)
            elif kind == OUTPUT:
                env.append(self.results[at])
            elif kind == PARAM:
                env.append(self.params[at])
            elif kind == TANGENT:
                env.append(self.tangent(at, optional))
            elif kind == META:
                env.append(Meta(payload_of(primals[at])))
            elif kind == OUTPUT_META:
                env.append(Meta(payload_of(self.results[at])))
            elif kind == GROUP:
                env.append(tuple(primals[at:]))
            elif kind == NEEDS:
                env.append(tuple([m is not None for m in moving[at:]]))
            elif kind == GS:
                env.append(tuple(gs))
            else:
                env.append(others[at])
        return env

    def tangent(self, at: int, optional: bool) -> Any:
        """The tangent of an argument. If there is none, zeros, or None if that is allowed."""
        t = self.tangents[at] if at < len(self.tangents) else None
        if t is None and not optional and at < len(self.primals) and self.primals[at] is not None:
            return zeros_like(self.primals[at])
        return t


def widen_all(values: Any) -> Any:
    """Convert values to float32 if any of them has a half type, as nodes do before they call a formula."""
    for v in values:
        d = getattr(payload_of(v), "dtype", F32)
        if d is not F32 and d is not F64 and dtypes.is_half(d):
            return [widen(v) if hasattr(v, "dtype") and not isinstance(v, Meta) else v for v in values]
    return values


# -- In-place writes ---------------------------------------------------------------------------------------------------


def take_tangent(x: Any, level: int, tangent: Any) -> None:
    """Let ``x``, which was written, and all that shows the same memory at ``level``, have a new tangent (or zeros)."""
    view = x._wg_view
    if tangent is None:
        tangent = make(Meta(x._wg_data).zeros())
    owner, chain = (x, ()) if view is None else view.hanger(x, level)
    if owner is not x:
        old = tangent_of(owner, level)
        if old is None:
            old = make(Meta(owner._wg_data).zeros())
        state = local.state
        lifted = state.lift(level)
        try:
            tangent = primitives.view_write(old, tangent, chain=chain)
        finally:
            state.grad_enabled = state.grad_enabled and not lifted
    carry(owner, {**(owner._wg_tangents or {}), level: tangent})
    if view is not None:
        view.version = UNRECORDED
        x._wg_sync()
