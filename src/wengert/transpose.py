"""Forward mode of operations that have formulas only: transpose the transpose."""

from __future__ import annotations

from typing import Any

from . import dtypes
from .batched import levels_of
from .engine import gradients
from .formula import REGISTRY
from .graph import Meta
from .modes import local
from .tensor import TensorBase, make, payload_of


def transpose(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """Forward mode of an operation that has formulas only: differentiate J* g with respect to g, along t."""
    state = local.state
    needs = state.grad_enabled
    before, state.grad_enabled = state.grad_enabled, True
    # a vmap that has ended still has its examples here: the walk must not take their sum
    counted = state.counted
    state.counted = (*counted, *[k for v in (*primals, *moving, *results) for k in levels_of(payload_of(v))])
    try:
        gs = [make(Meta(payload_of(r)).zeros()) for r in results]
        for g, r in zip(gs, results, strict=True):
            if dtypes.is_inexact(payload_of(r).dtype):
                g._rg = True
        tangents = [None] * len(results)
        for i, t in enumerate(moving):
            if t is None or not op.bit(i):
                continue
            pulled = pull(op, op.array_at(i), i, primals, results, params, gs, moving)
            if not isinstance(pulled, TensorBase) or not pulled._rg:
                continue
            p = payload_of(primals[i])
            if pulled._data.dtype.kind == "c" and p.dtype.kind != "c":
                pulled = REGISTRY["_real"](pulled)
            if tuple(pulled.shape) != tuple(p.shape):
                pulled = REGISTRY["_sum_to"](pulled, shape=tuple(p.shape))
            edges = [g._edge() for g in gs if g._rg]
            found = iter(gradients([pulled], edges, [t], needs, True, True))
            for k, g in enumerate(gs):
                d = next(found) if g._rg else None
                if d is not None:
                    tangents[k] = d if tangents[k] is None else REGISTRY["add"](tangents[k], d)
    finally:
        state.grad_enabled, state.counted = before, counted
    return tuple(tangents) if op.many else tangents[0]


def pull(op: Any, array: str, i: int, primals: Any, results: Any, params: Any, gs: Any, moving: Any) -> Any:
    """One formula of an operation on recorded cotangents."""
    named = {n: g for n, g in zip([f"g_{o}" for o in op.outputs] if op.many else ["g"], gs, strict=False)}
    named["gs"] = tuple(gs)
    out = pulled(op, array, named, primals, results, params, moving)
    return out[i - op.count] if op.is_group(array) else out


def pulled(op: Any, array: str, named: Any, primals: Any, results: Any, params: Any, moving: Any) -> Any:
    """A formula's result, after those of the formulas that it names."""
    formula = op.formulas[array]
    known = dict(named)
    for n in formula.names:
        if n.startswith("d_"):
            known[n] = pulled(op, n[2:], named, primals, results, params, moving)
    rest = [n for n in formula.names if n not in known]
    known.update(zip(rest, op.values_of(rest, (), primals, results, params, None, moving), strict=True))
    return formula.fn(*[known[n] for n in formula.names])
