"""Forward mode: the rules by which families compute the tangents of results.

A rule takes a :class:`~wengert._core.dispatch.tangents.ForwardCall`. It returns the tangent of the result, or None if
there is none. For several results it returns a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..arrays import dtypes
from ..dispatch.formula_names import formulas_in
from ..dispatch.plan import Formula, widen
from ..dispatch.primitives import primitives
from ..dispatch.tangents import ForwardCall, widen_all, zeros_like
from ..engine.walk import gradients
from ..tape.node import Meta
from ..tape.tensor import TensorBase, make, payload_of
from .inner_graphs import recording

Rule = Callable[[ForwardCall], Any]


def total(parts: Sequence[Any]) -> Any:
    """The sum of tangents that are not None; None if all are."""
    out = None
    for p in parts:
        if p is not None:
            out = p if out is None else primitives.add(out, p)
    return out


# -- Rules -------------------------------------------------------------------------------------------------------------


def nothing(call: ForwardCall) -> Any:
    """The rule of operations without gradients."""
    return [None] * len(call.results) if call.op.multi_output else None


def by_formula(formula: Formula) -> Rule:
    """The rule that calls a formula of the tangents, given as ``jvp=``."""
    return lambda call: call.evaluate(formula)


def itself(call: ForwardCall) -> Any:
    """The rule of linear operations: apply the operation to the tangents. Inputs without formulas are passed as they
    are.

    Tangents may have any strides. An operation that depends on strides gives a replacement as its option ``elsewhere``.
    """
    op = call.op
    args = []
    for i, (p, t) in enumerate(zip(call.primals, call.tangents, strict=True)):
        if op.bit(i) and p is not None:
            args.append(t if t is not None else zeros_like(p) if hasattr(p, "dtype") else 0.0)
        else:
            args.append(p)
    elsewhere = op.options.get("elsewhere")
    return op.apply(tuple(args), call.params) if elsewhere is None else elsewhere[0](*args, **(call.params or {}))


def product_rule(call: ForwardCall) -> Any:
    """The product rule: apply the operation with each tangent in turn in the place of its input, and add up."""
    op, primals = call.op, call.primals
    return total([
        op.apply((*primals[:i], t, *primals[i + 1 :]), call.params)
        for i, t in enumerate(call.tangents) if t is not None and op.bit(i)
    ])  # fmt: skip


def without_constant(added: Mapping[str, Formula], constant: str | None) -> Rule:
    """The product rule for an operation that is linear plus a constant: the parameter ``constant`` is set to zero.

    Inputs that are added come last and may be left out. ``added`` lays out their tangents.
    """

    def rule(call: ForwardCall) -> Any:
        op, primals = call.op, call.primals
        params = call.params if constant is None else {**call.params, constant: 0}
        count = op.count - len(added)
        parts = []
        for i, t in enumerate(call.tangents):
            if t is not None and i < count:
                parts.append(op.apply(tuple(widen_all([*primals[:i], t, *primals[i + 1 : count]])), params))
            elif t is not None:
                parts.append(call.evaluate(added[op.arrays[i]], t))
        return total(parts)

    return rule


def taken(array: str, takes: Mapping[str, Formula]) -> Rule:
    """The rule of operations that select elements of one input: select the same elements of its tangent."""

    def rule(call: ForwardCall) -> Any:
        op = call.op
        t = call.tangents[op.arrays.index(array)]
        if t is None:
            return nothing(call)
        t = widen(t)
        out = [call.evaluate(takes[o], t) if o in takes else None for o in op.outputs]
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

    def rule(call: ForwardCall) -> Any:
        op, conj = call.op, primitives.conj
        given = {a: conj(widen(t)) for a, t in zip(op.arrays, call.tangents, strict=False) if t is not None}
        tangents = {a: t for a, t in given.items() if a in slopes}
        for a in given.keys() & opposites.keys():
            tangents[opposites[a]] = total([given.get(opposites[a]), -given[a]])
        out: list[Any] = []
        for output, result in zip(op.outputs, call.results, strict=True):
            t = total([call.evaluate(slopes[a][output], t) for a, t in tangents.items() if output in slopes[a]])
            is_complex = payload_of(result).dtype.kind == "c"
            if t is not None and not is_complex:
                t = drop_imaginary(t)
            if t is not None and output in reduce:
                t = call.evaluate(reduce[output], t)
            out.append(conj(t) if t is not None and is_complex else t)
        return tuple(out) if op.multi_output else out[0]

    return rule


def diagonal(call: ForwardCall) -> Any:
    """The rule for a diagonal Jacobian: J t follows from the formulas for J* g.

    A diagonal Jacobian is symmetric, so that J t = conj(J* conj(t)); where the result is real, the real part of it.
    Formulas are linear in g, over the complex numbers; the row of an operation whose formula is not gives ``jvp=``.
    """
    formulas, conj = call.op.formulas, primitives.conj
    t = total([
        call.evaluate(formulas[array], conj(t))
        for array, t in zip(call.op.arrays, call.tangents, strict=False) if t is not None and array in formulas
    ])  # fmt: skip
    return None if t is None else conj(t)


def drop_imaginary(v: Any) -> Any:
    """The real part of a value. Real values are returned as they are."""
    if not hasattr(v, "dtype"):
        return v.real
    return primitives.real(v) if payload_of(v).dtype.kind == "c" else v


# -- Formulas alone ----------------------------------------------------------------------------------------------------


def transpose(call: ForwardCall) -> Any:
    """The transpose of the transpose: J* g is linear in g, so differentiate it with respect to g, along t.

    All inputs that move share one graph and one pass, so what their formulas have in common is computed once.
    """
    op, results = call.op, call.results
    with recording((*call.primals, *call.tangents, *results)) as needed:
        gs = [make(Meta(payload_of(r)).zeros()) for r in results]
        for g, r in zip(gs, results, strict=True):
            if dtypes.is_inexact(payload_of(r).dtype):
                g._wg_requires_grad = True
        known: dict[str, Any] = {}
        moving = [i for i, t in enumerate(call.tangents) if t is not None and op.bit(i)]
        pairs = [(_pulled_at(call, i, gs, known), call.tangents[i]) for i in moving]
        pairs = [(p, t) for p, t in pairs if p is not None]
        edges = [g._wg_edge() for g in gs if g._wg_requires_grad]
        derivatives = iter(gradients([p for p, _ in pairs], edges, [t for _, t in pairs], needed, True, True))
        tangents = [next(derivatives) if g._wg_requires_grad else None for g in gs]
    return tuple(tangents) if op.multi_output else tangents[0]


def _pulled_at(call: ForwardCall, i: int, gs: Any, known: dict[str, Any]) -> Any:
    """The gradient of argument ``i``, shaped and typed like it. None if there is none that depends on ``gs``."""
    array = call.op.array_at(i)
    pulled = _pulled(call, array, gs, known)
    if call.op.is_group(array):
        pulled = pulled[i - call.op.count]
    if not isinstance(pulled, TensorBase) or not pulled._wg_requires_grad:
        return None
    p = payload_of(call.primals[i])
    if pulled._wg_data.dtype.kind == "c" and p.dtype.kind != "c":
        pulled = primitives.real(pulled)
    if tuple(pulled.shape) != tuple(p.shape):
        pulled = primitives.sum_to(pulled, shape=tuple(p.shape))
    return pulled


def _pulled(call: ForwardCall, array: str, gs: Any, known: dict[str, Any]) -> Any:
    """Evaluate a formula, and before it the formulas that it names. None is evaluated twice."""
    if array not in known:
        formula = call.op.formulas[array]
        others = {n: _pulled(call, n, gs, known) for n in formulas_in(formula.names)}
        known[array] = formula.fn(*call.values(formula, gs, others))
    return known[array]
