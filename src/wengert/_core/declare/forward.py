"""Forward mode: the rules by which families compute the tangents of results.

A rule takes an operation, its arguments, their tangents, its results and its parameters. It returns the tangent of the
result, or None if there is none. For several results it returns a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..arrays import dtypes
from ..arrays.batched import levels_of
from ..dispatch.formula_names import formulas_in
from ..dispatch.plan import Formula, widen
from ..dispatch.primitives import primitives
from ..dispatch.tangents import evaluate, values_of, widened, zeros_like
from ..engine.walk import gradients
from ..tape.node import Meta
from ..tape.state import local
from ..tape.tensor import TensorBase, make, payload_of

Rule = Callable[[Any, Any, Any, Any, Any], Any]


def total(parts: Sequence[Any]) -> Any:
    """The sum of tangents that are not None; None if all are."""
    out = None
    for p in parts:
        if p is not None:
            out = p if out is None else primitives.add(out, p)
    return out


# -- Rules -------------------------------------------------------------------------------------------------------------


def nothing(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """The rule of operations without gradients."""
    return [None] * len(results) if op.multi_output else None


def by_formula(formula: Formula) -> Rule:
    """The rule that calls a formula of the tangents, given as ``jvp=``."""

    def rule(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        return evaluate(op, formula, primals, results, params, moving=moving)

    return rule


def itself(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """The rule of linear operations: apply the operation to the tangents. Inputs without formulas are passed as they
    are.

    Tangents may have any strides. An operation that depends on strides gives a replacement as its option ``elsewhere``.
    """
    args = []
    for i, (p, m) in enumerate(zip(primals, moving, strict=True)):
        if op.bit(i) and p is not None:
            args.append(m if m is not None else zeros_like(p) if hasattr(p, "dtype") else 0.0)
        else:
            args.append(p)
    elsewhere = op.options.get("elsewhere")
    return op.apply(tuple(args), params) if elsewhere is None else elsewhere[0](*args, **(params or {}))


def product_rule(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """The product rule: apply the operation with each tangent in turn in the place of its input, and add up."""
    return total([
        op.apply((*primals[:i], m, *primals[i + 1 :]), params)
        for i, m in enumerate(moving) if m is not None and op.bit(i)
    ])  # fmt: skip


def without_constant(added: Mapping[str, Formula], constant: str | None) -> Rule:
    """The product rule for an operation that is linear plus a constant: the parameter ``constant`` is set to zero.

    Inputs that are added come last and may be left out. ``added`` lays out their tangents.
    """

    def rule(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        params = params if constant is None else {**params, constant: 0}
        count = op.count - len(added)
        parts = []
        for i, m in enumerate(moving):
            if m is not None and i < count:
                parts.append(op.apply(tuple(widened([*primals[:i], m, *primals[i + 1 : count]])), params))
            elif m is not None:
                parts.append(evaluate(op, added[op.arrays[i]], primals, results, params, m))
        return total(parts)

    return rule


def taken(array: str, takes: Mapping[str, Formula]) -> Rule:
    """The rule of operations that select elements of one input: select the same elements of its tangent."""

    def rule(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        t = moving[op.arrays.index(array)]
        if t is None:
            return nothing(op, primals, moving, results, params)
        t = widen(t)
        out = [evaluate(op, takes[o], primals, results, params, t) if o in takes else None for o in op.outputs]
        return tuple(out) if op.multi_output else out[0]

    return rule


def sloped_along(slopes: Mapping[str, Mapping[str, Formula]], opposites: Mapping[str, str],
                 reduce: Mapping[str, Formula]) -> Rule:  # fmt: skip
    """The rule that uses the formulas for J*, by input and output, with tangents in the place of gradients, then
    reduces.

    The part S of the Jacobian between the input and the reduction is symmetric. So J* g = conj(S) g gives J t = S t =
    conj(J* conj(t)); where the result is real, the real part of it. The tangents of ``opposites`` are subtracted from
    those of the inputs that they name.
    """

    def rule(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
        conj = primitives.conj
        given = {a: conj(widen(m)) for a, m in zip(op.arrays, moving, strict=False) if m is not None}
        tangents = {a: t for a, t in given.items() if a in slopes}
        for a in given.keys() & opposites.keys():
            tangents[opposites[a]] = total([given.get(opposites[a]), -given[a]])
        out: list[Any] = []
        for output, result in zip(op.outputs, results, strict=True):
            t = total([
                evaluate(op, slopes[a][output], primals, results, params, t)
                for a, t in tangents.items() if output in slopes[a]
            ])  # fmt: skip
            is_complex = payload_of(result).dtype.kind == "c"
            if t is not None and not is_complex:
                t = drop_imaginary(t)
            if t is not None and output in reduce:
                t = evaluate(op, reduce[output], primals, results, params, t)
            out.append(conj(t) if t is not None and is_complex else t)
        return tuple(out) if op.multi_output else out[0]

    return rule


def diagonal(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """The rule for a diagonal Jacobian: J t follows from the formulas for J* g.

    A real-linear diagonal map has the form J(t) = a·t + b·conj(t), and J*(g) = conj(a)·g + b·conj(g). So J* at g = 1
    and g = i gives a and b (Kreutz-Delgado, "The complex gradient operator and the CR-calculus", 2009). Where input or
    output is real, the formulas lack the imaginary part.
    """
    parts = []
    for array, m in zip(op.arrays, moving, strict=False):
        if m is not None and array in op.formulas:
            parts.append(_diagonal_part(op, op.formulas[array], primals, results, params, m))
    return total(parts)


def _diagonal_part(op: Any, formula: Formula, primals: Any, results: Any, params: Any, t: Any) -> Any:
    complex_out = payload_of(results[0]).dtype.kind == "c"
    complex_in = payload_of(t).dtype.kind == "c"
    if op.moves or (not complex_in and not complex_out):  # what only moves values does the same to each part of them
        return evaluate(op, formula, primals, results, params, t)

    def at(g: Any) -> Any:
        return evaluate(op, formula, primals, results, params, g)

    conj, real = primitives.conj, primitives.real
    one = zeros_like(results[0]) + 1
    if not complex_out:  # J(t) = Re(conj(w) t)
        return real(conj(at(one)) * t)
    p, q = at(one), at(one * 1j)
    if not complex_in:  # only the real parts of J* count
        return (drop_imaginary(p) + 1j * drop_imaginary(q)) * t
    return conj((p - 1j * q) / 2) * t + (p + 1j * q) / 2 * conj(t)


def drop_imaginary(v: Any) -> Any:
    """The real part of a value. Real values are returned as they are."""
    if not hasattr(v, "dtype"):
        return v.real
    return primitives.real(v) if payload_of(v).dtype.kind == "c" else v


# -- Formulas alone ----------------------------------------------------------------------------------------------------


def transpose(op: Any, primals: Any, moving: Any, results: Any, params: Any) -> Any:
    """The transpose of the transpose: J* g is linear in g, so differentiate it with respect to g, along t."""
    state = local.state
    needs = state.grad_enabled
    before, counted = state.grad_enabled, state.counted
    # After a vmap has ended, its batch dimensions can still be here. The backward pass must not sum over them.
    levels = [k for v in (*primals, *moving, *results) for k in levels_of(payload_of(v))]
    try:
        state.grad_enabled, state.counted = True, (*counted, *levels)
        gs = [make(Meta(payload_of(r)).zeros()) for r in results]
        for g, r in zip(gs, results, strict=True):
            if dtypes.is_inexact(payload_of(r).dtype):
                g._wg_requires_grad = True
        tangents = [None] * len(results)
        for i, t in enumerate(moving):
            if t is None or not op.bit(i):
                continue
            pulled = _pull(op, op.array_at(i), i, primals, results, params, gs, moving)
            if not isinstance(pulled, TensorBase) or not pulled._wg_requires_grad:
                continue
            p = payload_of(primals[i])
            if pulled._wg_data.dtype.kind == "c" and p.dtype.kind != "c":
                pulled = primitives.real(pulled)
            if tuple(pulled.shape) != tuple(p.shape):
                pulled = primitives.sum_to(pulled, shape=tuple(p.shape))
            edges = [g._wg_edge() for g in gs if g._wg_requires_grad]
            derivatives = iter(gradients([pulled], edges, [t], needs, True, True))
            for k, g in enumerate(gs):
                d = next(derivatives) if g._wg_requires_grad else None
                if d is not None:
                    tangents[k] = d if tangents[k] is None else primitives.add(tangents[k], d)
    finally:
        state.grad_enabled, state.counted = before, counted
    return tuple(tangents) if op.multi_output else tangents[0]


def _pull(op: Any, array: str, i: int, primals: Any, results: Any, params: Any, gs: Any, moving: Any) -> Any:
    """Evaluate one formula of an operation on recorded gradients."""
    out = _pulled(op, array, gs, primals, results, params, moving)
    return out[i - op.count] if op.is_group(array) else out


def _pulled(op: Any, array: str, gs: Any, primals: Any, results: Any, params: Any, moving: Any) -> Any:
    """Evaluate a formula, and before it the formulas that it names."""
    formula = op.formulas[array]
    others = {n: _pulled(op, n, gs, primals, results, params, moving) for n in formulas_in(formula.names)}
    return formula.fn(*values_of(op, formula, primals, results, params, gs, moving, others))
