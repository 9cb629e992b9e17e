"""Explain why a gradient is NaN, from the node that returned the first one.

NaN comes from zero times infinity, from infinity minus infinity, or from a NaN in the forward pass. Which of them it
was can be determined from the incoming gradients, the saved values, and the derivative itself: the formula for a
gradient of one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import errors
from ...arrays.arrays import xp_of
from ...arrays.batched import Batched
from ...ops.random.draw import FILLS
from ...tape.tensor import payload_of
from .trace import Trace, first, flat, has, number, on_cpu, place, saved_values, shown

# what operations do to values that get no gradient; other operations multiply by zero
PASSED_OVER = {
    "_where": "did not choose it",
    "masked_fill": "masked it out",
    "relu": "cut it off",
    "_chosen": "cut it off",
    "_threshold": "cut it off",
    "clamp": "clamped it",
    "clamp_min": "clamped it",
    "clamp_max": "clamped it",
    "_hardtanh": "clamped it",
    "maximum": "chose another value",
    "minimum": "chose another value",
    "fmax": "chose another value",
    "fmin": "chose another value",
    "mul": "multiplied it by zero",
}
WRITES = ("_index_put", "_zero", "fill", "_copy", "_fill_by_chances", *[row.name for row in FILLS.values()])
OVERWRITTEN = "wrote over it"
SELECTED = "did not select it"  # for operations that only move values
MASKS = ("_where", "masked_fill", "_index_put")
ADVICE = {  # the last line, chosen by the first phrase that occurs in the explanation
    "returned it": "Return another gradient from the hook, or take the hook away (its handle's remove()).",
    "returned zero": "Return another gradient from the hook, or take the hook away (its handle's remove()).",
    "going forward, ": "Keep values at which that operation is not finite out of it: clamp them, or replace them with "
    "where() before.",
    "backward was given": "Begin backward with another gradient.",
    "the first infinity came from": "Keep values at which that derivative is infinite out of it: clamp them, or add a "
    "small constant.",
    "": "Look at what goes into this operation, and keep values out of it at which it has no derivative.",
}


class Suspect(Trace):
    """Watches one backward pass for the first NaN and the first infinity."""

    def __init__(self) -> None:
        super().__init__()
        self.infinity: str | None = None  # the origin of the first infinity

    def ran(self, walk: Any, node: Any, gs: Any, results: Any) -> None:
        """Check the results of a node for NaN."""
        super().ran(walk, node, gs, results)
        for i, target in enumerate(node._wg_next):
            d = results[i]
            if d is None or target is None or target not in walk.waiting or flat(d) is None:
                continue
            payload, facts = payload_of(d), self.gave[node, i]
            fitted = walk.validate_gradient(payload, target._wg_meta(node._wg_next_output_nrs[i]), node, i)
            if fitted is payload and facts is not None and not (facts.nan or facts.inf):
                continue
            if has("isnan", fitted):
                places = node._wg_places()
                self.found(node, places.index(i) if i in places else i, reasons(self, node, gs, i, d))
            elif self.infinity is None and has("isinf", fitted) and not any(has("isinf", g) for g in gs):
                self.infinity = first_infinity(node, gs, i, d)

    def found(self, node: Any, output: int, lines: list[str]) -> None:
        """Called with a node that returned NaN, the number of its output, and lines that explain it."""
        raise NotImplementedError


def site(node: Any) -> str:
    """The line where a node was recorded."""
    return errors.text.where((node._wg_code, node._wg_lasti))


def reasons(trace: Suspect, node: Any, gs: Any, i: int, d: Any) -> list[str]:
    """Lines that explain why ``node``, for ``gs``, returned NaN on edge ``i``; ``d`` is the result before fitting."""
    with np.errstate(all="ignore"):
        lines = explained(trace, node, gs, i, d)
    if lines[-1].startswith(" "):
        lines.append(next(fix for said, fix in ADVICE.items() if any([said in line for line in lines])))
    return lines


def explained(trace: Suspect, node: Any, gs: Any, i: int, d: Any) -> list[str]:
    lines = [f"  {node._wg_name()} was recorded at {site(node)}"]
    hook = trace.hook_after(node, i, "NaN")
    if hook is not None:
        return [*lines, f"  {errors.diagnosis.hook_shown(hook)} returned it"]
    if any(has("isnan", g) for g in gs):
        return lines + came_in(trace, node, gs)
    if not has("isnan", d):
        lines.append("  its broadcast axes were summed: there +inf and -inf met")
        return lines + infinities(trace)
    index, local = looked_at(node, gs, i, d)
    if local is None:
        lines += general(trace, node, gs, d)
        return lines
    g, derivative, values = local
    a = np.isnan(np.broadcast_to(flat(d), flat(gs[0]).shape)) if index else np.isnan(flat(d))
    count, size = int(a.sum()), int(a.size)
    lines.append(f"  NaN: {count} of {size} values, the first{shown(index)}" if index else "  the value is NaN")
    because = f", where {' and '.join(values)}" if values else ""
    if g == 0 and not np.isfinite(derivative):
        slope = number(derivative)
        lines.append(f"  its derivative is {slope}{because}; the gradient that came in is 0, and 0 * {slope} is NaN")
        return [*lines, *silenced(trace, node, index)]
    if not np.isfinite(g) and derivative == 0:
        lines.append(
            f"  its derivative is 0{because}; the gradient that came in is {number(g)}, and {number(g)} * 0 is NaN"
        )
        return lines + infinities(trace)
    lines.append(f"  its derivative is {number(derivative)}{because}; the gradient that came in is {number(g)}")
    return lines + forward(node) + ([] if np.isfinite(g) else infinities(trace))


def looked_at(node: Any, gs: Any, i: int, d: Any) -> Any:
    """For an elementwise operation: the index of the first NaN, and the gradient, derivative and saved values there."""
    g = payload_of(gs[0])
    plain = type(g) is not Batched and type(payload_of(d)) is not Batched
    if node._wg_plan is None or not node._wg_plan.op.elementwise or node._wg_chain is not None or not plain:
        return None, None
    derivative = node._wg_plan.run_full(node, [xp_of(g).ones_like(g)], False)[i]
    g, result = on_cpu(g), np.broadcast_to(on_cpu(flat(d)), g.shape)
    index = first(np.isnan(result))
    assert index is not None
    values = []
    for name, value, _ in saved_values(node):
        if not hasattr(value, "shape"):
            values.append(f"{name} is {number(value)}")
        elif np.broadcast_shapes(value.shape, g.shape) == g.shape:
            values.append(f"{name} is {number(np.broadcast_to(on_cpu(value), g.shape)[index])}")
    return index, (g[index], np.broadcast_to(on_cpu(flat(derivative)), g.shape)[index], values)


def general(trace: Suspect, node: Any, gs: Any, d: Any) -> list[str]:
    """Lines for an operation that is not elementwise."""
    a = flat(d)
    xp = xp_of(a)
    index = None if type(payload_of(d)) is Batched else place(d, first(xp.isnan(a)))
    lines = [f"  NaN: {int(xp.isnan(a).sum())} of {a.size} values, the first{shown(index)}"]
    origin = forward(node)
    if origin:
        return lines + origin
    if any(has("isinf", g) for g in gs):
        return lines + infinities(trace)
    for name, value, _ in saved_values(node):
        zeros = value == 0 if hasattr(value, "shape") else np.asarray(value == 0)
        if bool(zeros.any()):
            lines.append(f"  {name} has zeros, the first{shown(first(zeros))}: the derivative may be infinite there")
    for nr, g in enumerate(gs):
        zeros = None if g is None or flat(g) is None else on_cpu(flat(g) == 0)
        if zeros is not None and zeros.any():
            lines.append("  the gradient that came in has zeros, and 0 * inf is NaN")
            index = None if type(payload_of(g)) is Batched else place(g, first(zeros))
            return lines + silenced(trace, node, index, nr)
    return lines


def came_in(trace: Suspect, node: Any, gs: Any) -> list[str]:
    """Lines for NaN that reached a node although no node returned it: from the caller, a hook, or a sum."""
    lines = []
    for nr, g in enumerate(gs):
        if not has("isnan", g):
            continue
        hook = trace.hook_at(node, nr, "NaN")
        feeders = [(f, i) for f, i in trace.fed.get((node, nr), ()) if _infinite(trace.gave.get((f, i)))]
        if hook is not None:
            lines.append(f"  NaN came in: {errors.diagnosis.hook_shown(hook)} returned it")
        elif not trace.fed.get((node, nr)):
            lines.append("  NaN came in: it is in the gradient that backward was given")
        elif len(feeders) > 1:
            lines.append("  NaN came in: it is the sum of infinite gradients of opposite sign, from")
            lines += [f"    {f.name()} recorded at {site(f)}" for f, _ in feeders]
            lines += infinities(trace)
        else:
            prehooks = [] if node._wg_hooks is None else list(node._wg_hooks.before.values())
            names = ", ".join([errors.diagnosis.hook_shown(h) for h in prehooks])
            lines.append(f"  NaN came in: from a hook of this node ({names})" if names else "  NaN came in")
    return lines


def _infinite(facts: Any) -> bool:
    return facts is not None and facts.inf


def infinities(trace: Suspect) -> list[str]:
    """The origin of the first infinity of the backward pass."""
    return [] if trace.infinity is None else [trace.infinity]


def first_infinity(node: Any, gs: Any, i: int, d: Any) -> str:
    """A line about a node that returned infinity although none came in."""
    text = f"  the first infinity came from {node._wg_name()}, recorded at {site(node)}"
    if (
        node._wg_plan is None
        or not node._wg_plan.op.elementwise
        or type(payload_of(d)) is Batched
        or node._wg_chain is not None
    ):
        return text
    g = on_cpu(payload_of(gs[0]))
    index = first(np.isinf(np.broadcast_to(on_cpu(flat(d)), g.shape)))
    values = [
        f"{name} is {number(np.broadcast_to(on_cpu(value), g.shape)[index])}"
        for name, value, _ in saved_values(node)
        if hasattr(value, "shape") and np.broadcast_shapes(value.shape, g.shape) == g.shape
    ]
    return f"{text},{shown(index)} where {' and '.join(values)}" if values else text


def forward(node: Any) -> list[str]:
    """Where NaN or infinity was first saved in the forward pass, by this node or by those it depends on."""
    best: Any = None
    seen, pending = {node}, [node]
    while pending:
        n = pending.pop()
        for name, value, maker in saved_values(n):
            for what, word in (("isnan", "NaN"), ("isinf", "infinity")):
                at = n if maker is None else maker
                if has(what, value) and (best is None or at._wg_sequence_nr < best[0]._wg_sequence_nr):
                    best = at, maker is not None, f"{name} of {n._wg_name()}", word, what, value
        for m in n._wg_next:
            if m is not None and m not in seen:
                seen.add(m)
                pending.append(m)
    if best is None:
        return []
    at, made, name, word, what, value = best
    where = shown(first(getattr(xp_of(value), what)(value))) if hasattr(value, "shape") else ""
    maker = f"{at._wg_name()} made it at {site(at)}" if made else f"recorded at {site(at)}"
    return [f"  going forward, {word} was there already: first in {name}{where}; {maker}"]


def silenced(trace: Suspect, node: Any, index: tuple[int, ...] | None, nr: int = 0) -> list[str]:
    """What made the gradient zero that met an infinite derivative, and what to do about it."""
    by, _, hook = trace.silencers(node, nr, index)[0]
    if hook is not None:
        return [f"  it is 0 because {errors.diagnosis.hook_shown(hook)} returned zero"]
    op = node._wg_plan.op.name.strip("_") if node._wg_plan is not None else node._wg_name()
    if by is None:
        return ["  it is 0 because backward was given zero"]
    name = by._wg_plan.op.name if by._wg_plan is not None else ""
    how = PASSED_OVER.get(name, "gave zero to it")
    if name in WRITES:
        how = OVERWRITTEN
    elif name not in PASSED_OVER and by._wg_plan is not None and by._wg_plan.op.moves:
        how = SELECTED
    lines = [f"  it is 0 because {by._wg_name()} {how}, at {site(by)}"]
    if name in MASKS:
        lines.append(
            "The branch that is masked out is differentiated too. Keep the values that it cannot take out of it, and "
            f"mask its result as well (double where): safe = where(mask, x, 1); where(mask, {op}(safe), 0)."
        )
    elif how == SELECTED:
        lines.append(
            f"What is not selected is differentiated too: select first, and compute {op} of what was selected."
        )
    else:
        lines.append(
            f"Keep values at which {op} has no finite derivative out of it: clamp them, add a small constant, or "
            "replace them with where() before."
        )
    return lines
