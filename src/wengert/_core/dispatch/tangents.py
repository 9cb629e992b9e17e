"""Forward mode: how the results of an operation get their tangents, level by level."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import dtypes
from ..arrays.batched import Batched
from ..arrays.coo import COO
from ..tape.node import Meta
from ..tape.tensor import TensorBase, carry, make, moving_levels, payload_of, recorded, strip, tangent_of
from .primitives import primitives


def set_tangents(op: Any, args: Any, params: Any, outs: Any) -> None:
    """Give the results their tangents, level by level: a level's tangent carries smaller levels only."""
    for level in moving_levels(args):
        found = tangents(op, level, args, params, outs)
        for t, tangent in zip(outs, found, strict=True):
            if tangent is not None:
                carry(t, {**(t._tangents or {}), level: tangent})


def tangents(op: Any, level: int, args: Any, params: Any, outs: Any) -> list[Any]:
    """The tangents of the results at one level, shaped and typed like them; None where there is none."""
    moving = [a._tangents.get(level) if isinstance(a, TensorBase) and a._tangents is not None else None for a in args]
    recording = recorded(args, moving)  # then what is saved of primals and tangents is checked against writes
    primals = [strip(a, level, recording) if isinstance(a, TensorBase) else a for a in args]
    moving = [m if m is None else strip(m, level, recording or op.view) for m in moving]
    results = [strip(t, level, recording) for t in outs]
    found = op.forward_rule(op, primals, moving, results, params)
    if not op.multi_output:
        found = (found,)
    shaped: list[Any] = []
    for t, tangent in zip(outs, found, strict=True):
        if tangent is None or not dtypes.is_inexact(t._data.dtype):
            shaped.append(None)
            continue
        if isinstance(tangent, np.generic):
            tangent = np.asarray(tangent)
        shape, dtype = t._data.shape, t._data.dtype
        if tuple(tangent.shape) != tuple(shape):
            tangent = primitives.expand(tangent, shape=tuple(shape))
        if payload_of(tangent).dtype != dtype:
            if payload_of(tangent).dtype.kind == "c" and dtype.kind != "c":
                tangent = primitives.real(tangent)
            tangent = primitives.cast(tangent, dtype=dtype)
        if not isinstance(tangent, TensorBase):
            if op.moves or not owns(tangent, moving):
                tangent = tangent.copy()
            tangent = make(tangent)
        elif not op.view and (tangent._view is not None or any(tangent is m for m in moving)):
            tangent = primitives.clone(tangent)
        shaped.append(tangent)
    return shaped


def owns(payload: Any, others: Any) -> bool:
    """Whether a result has memory of its own, so that a tangent never aliases another."""
    if type(payload) in (Batched, COO):
        return False
    return payload.base is None and not any(payload is o for o in others)


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
        tangent = primitives.view_write(old, tangent, chain=chain)
    carry(owner, {**(owner._tangents or {}), level: tangent})
    if view is not None:
        view.version = -1
        x._sync()
