"""``explain``: find out why a gradient is None, zero, NaN or wrong."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ... import errors
from ...arrays.batched import Batched
from ...arrays.dtypes import is_inexact
from ...engine.walk import Walk
from ...engine.watched_pass import WatchedPass
from ...errors.tracebacks import public
from ...ops.sparse.sparse import to_dense
from ...tape.history import Kind
from ...tape.node import AccumulateGrad, Meta
from ...tape.tensor import TensorBase, make, payload_of
from .nans import OVERWRITTEN, PASSED_OVER, SELECTED, WRITES, Suspect, site
from .picture import Picture, drawn
from .trace import flat, has, on_cpu

SILENCED = {
    "_where": "masked",
    "masked_fill": "masked",
    "relu": "relu",
    "_chosen": "relu",
    "_threshold": "relu",
    "clamp": "clamped",
    "clamp_min": "clamped",
    "clamp_max": "clamped",
    "_hardtanh": "clamped",
    "mul": "multiplied_by_zero",
}
FIXES = {
    **errors.history.FIXES,
    "accumulated": "Set x.grad = None before each backward, unless the sum is what you want.",
    "clamped": "Use values within the bounds, or a function that is not flat beyond them (softplus, sigmoid).",
    "cleared": "Read x.grad before it is set to None, and call backward() rather than autograd.grad() to fill it.",
    "error": "Correct what the message says, then call backward().",
    "fine": "Nothing is wrong: x.grad is the gradient of this loss.",
    "freed": "Call backward(retain_graph=True), or explain before backward.",
    "hook_none": "Return a gradient from the hook, or take the hook away (its handle's remove()).",
    "hook_zero": "Return another gradient from the hook, or take the hook away (its handle's remove()).",
    "infinite": "Keep values at which the derivative is infinite out of it: clamp them, or add a small constant.",
    "loss_is_leaf": "Compute the loss from x by operations of wengert; do not wrap a number or an array as the loss.",
    "masked": "Let the mask choose these values, or use a mask that is not all False there.",
    "multiplied_by_zero": "Give the factor another value than zero.",
    "nan": "Correct that operation; autograd.detect_anomaly() stops a training loop at it.",
    "no_backward": "Call loss.backward().",
    "no_history": "Compute the loss from x by operations of wengert.",
    "not_chosen": "Only the values that were chosen get a gradient: use a smooth function (logsumexp) for the others.",
    "not_leaf": "Call x.retain_grad() before backward(), or ask the leaf for its gradient.",
    "not_required": "Call x.requires_grad_() before x is used, or make it with requires_grad=True.",
    "not_selected": "Only what was selected gets a gradient: select x, or do without the selection.",
    "overwritten": "Write to a clone() of it, or compute the loss from what was there before.",
    "relu": "A unit that is never positive learns nothing: take smaller steps, another bias, or leaky_relu.",
    "stale": "Set x.grad = None, then call loss.backward().",
    "unused": errors.history.UNUSED,
    "zero": "Begin backward with a gradient that is not zero.",
    "zero_slope": "The derivative is zero at these values: use others, or another operation.",
}


class Explanation:
    """The result of :func:`explain`. ``reason`` is a short code, ``lines`` are the facts, and ``fix`` is the advice.

    ``str()`` returns all of it as text, with the fix in the last line. ``picture`` is the graph of the loss, in which
    ``x`` and the cause are marked, or None.
    """

    def __init__(self, reason: str, lines: list[str], fix: str | None = None) -> None:
        self.reason = reason
        self.lines = lines
        self.fix = FIXES[reason] if fix is None else fix
        self.picture: Picture | None = None

    def __str__(self) -> str:
        return "\n".join([*self.lines, self.fix])

    def __repr__(self) -> str:
        return f"<explanation: {self.reason}>\n{self}"

    def _repr_html_(self) -> str:
        """What notebooks display."""
        text = "<br>".join(html.escape(line) for line in self.lines)
        return (
            f'<div style="font-family:sans-serif"><b>{html.escape(self.reason)}</b><br>{text}<br>'
            f"<i>{html.escape(self.fix)}</i></div>{self._repr_svg_() or ''}"
        )

    def _repr_svg_(self) -> str | None:
        """The picture, for notebooks."""
        return None if self.picture is None else self.picture.svg()


@public
def explain(x: Any, loss: Any = None) -> Explanation:
    """Find out why ``x.grad`` is None, zero, NaN or wrong, and where the path from ``loss`` to ``x`` breaks.

    Nothing is changed: the backward pass that looks for the gradient accumulates nothing and frees nothing. But it does
    call hooks, and the backward of custom Functions.

    Args:
        x: the tensor whose gradient is in question: a leaf or not, of any shape and dtype.
        loss: the tensor that was differentiated, or will be. A tensor that is not a scalar is summed. Without ``loss``,
            only ``x`` itself is examined.

    Returns:
        an :class:`Explanation`. Its ``reason`` is a key of ``FIXES`` in this module: ``"not_leaf"``, ``"detached"``,
        ``"unused"``, ``"relu"``, ``"fine"`` and so on.

    Raises:
        TypeError: if ``x`` or ``loss`` is not a tensor.

    >>> import wengert
    >>> x = wengert.tensor([-1.0, -2.0], requires_grad=True)
    >>> loss = x.relu().sum()
    >>> loss.backward(retain_graph=True)
    >>> why = wengert.autograd.graph.explain(x, loss)
    >>> why.reason
    'relu'
    >>> print(why)
    x.grad is zero.
    ReluBackward0 cut it off, at ...: `loss = x.relu().sum()`
    A unit that is never positive learns nothing: take smaller steps, another bias, or leaky_relu.
    """
    for name, t in (("x", x), ("loss", loss)):
        if not isinstance(t, TensorBase) and not (t is None and name == "loss"):
            raise TypeError(f"explain(): argument '{name}' must be Tensor, not {type(t).__name__}")
    x._wg_refresh()
    if not x._wg_requires_grad:
        return _not_required(x)
    if loss is None:
        return _alone(x)
    loss._wg_refresh()
    blamed: dict[Any, str] = {}
    explanation = _between_two(x, loss, blamed)
    if loss._wg_node is not None:
        at = x._wg_grad_accumulator if x._wg_node is None else x._wg_node
        blamed.setdefault(at, "in question")
        explanation.picture = drawn(loss, {"x": x}, blamed)
    return explanation


def _between_two(x: Any, loss: Any, blamed: dict[Any, str]) -> Explanation:
    """Explain a tensor that requires grad and a loss. Nodes to be marked are added to ``blamed``, each with a word."""
    if loss is x:
        return Explanation("fine", ["loss is x itself: its gradient is one."])
    if not loss._wg_requires_grad:
        return _no_history(loss)
    if loss._wg_node is None:
        if x._wg_node is not None and _between(x._wg_node, loss._wg_grad_accumulator):
            lines = ["The loss is a leaf, and x was computed from it: they are swapped."]
            return Explanation(
                "loss_is_leaf", lines, "Give the tensor whose gradient is in question first: explain(x, loss)."
            )
        return Explanation("loss_is_leaf", ["The loss is a leaf: it requires grad, but was not computed from x."])
    edge = (
        (x._wg_grad_accumulator, 0) if x._wg_node is None else (x._wg_node, x._wg_output_nr)
    )  # a leaf that was never used has no node
    between = _between(loss._wg_node, edge[0])
    if not between:
        return _unreached(x, loss, blamed)
    if x._wg_node is not None and not x._wg_retains:
        made = f"x is not a leaf, but the result of {x._wg_node._wg_name()} at {site(x._wg_node)}"
        return Explanation("not_leaf", [made, "Its gradient is computed on the way and not kept."])
    freed = next((n for n in between if n._wg_saved is None and n._wg_freed is not None and _saves(n)), None)
    if freed is not None:
        return _after(x, freed)
    return _walked(x, loss, edge, blamed)


# -- without a backward pass


def _not_required(x: Any) -> Explanation:
    if x._wg_lost is not None and x._wg_lost.kind is not Kind.FROM_NUMPY:
        return Explanation(
            errors.history.cause(x._wg_lost), ["x does not require grad.", f"Its {errors.history.told(x._wg_lost)}"]
        )
    if not is_inexact(x._wg_data.dtype):
        return Explanation(
            "integer", [f"x is {x._wg_data.dtype}: only floating point and complex tensors have gradients."]
        )
    return Explanation(
        "not_required", ["x is a leaf that does not require grad: nothing that is done with it is recorded."]
    )


def _no_history(loss: Any) -> Explanation:
    if loss._wg_lost is None:
        return Explanation("no_history", ["The loss has no history: nothing it was computed from requires grad."])
    return Explanation(
        errors.history.cause(loss._wg_lost), ["The loss has no history.", f"Its {errors.history.told(loss._wg_lost)}"]
    )


def _between(root: Any, target: Any) -> list[Any]:
    """The nodes on paths from ``root`` to ``target``, both included; empty if there is no path."""
    order, seen, stack = [], {root}, [root]
    while stack:
        n = stack.pop()
        order.append(n)
        for m in n._wg_next:
            if m is not None and m not in seen:
                seen.add(m)
                stack.append(m)
    if target not in seen:
        return []
    leading = {target}
    for n in sorted(order, key=lambda n: (0 if type(n) is AccumulateGrad else 1, n._wg_sequence_nr)):
        if any([m in leading for m in n._wg_next]):
            leading.add(n)
    return [n for n in order if n in leading]


def breaks(roots: Sequence[Any]) -> list[Any]:
    """The nodes that used a value without history, in the order of recording."""
    return sorted([n for n in _nodes(*roots) if n._wg_lost is not None], key=lambda n: n._wg_sequence_nr)


def not_used(i: int, roots: Sequence[Any]) -> RuntimeError:
    """The error for an input that ``roots`` do not depend on. It says where the path may break."""
    known = [n for n in breaks(roots) if n._wg_lost.kind is not Kind.FROM_NUMPY]
    places = dict.fromkeys([(n._wg_name(), site(n), errors.history.told(n._wg_lost)) for n in known])
    lines = [line for name, at, told in places for line in (f"{name} took a value at {at}", f"its {told}")]
    return errors.history.unused(i, lines[:6], known[0]._wg_lost if known else None)


def _nodes(*roots: Any) -> Iterator[Any]:
    seen, stack = set(roots), list(roots)
    while stack:
        n = stack.pop()
        yield n
        for m in n._wg_next:
            if m is not None and m not in seen:
                seen.add(m)
                stack.append(m)


def _saves(n: Any) -> bool:
    return n._wg_plan is None or len(n._wg_plan.saves) > 0


def _unreached(x: Any, loss: Any, blamed: dict[Any, str]) -> Explanation:
    """The loss has a history, but does not depend on ``x``. List the values without history that it uses."""
    shape = list(x._wg_data.shape)
    lines = [f"The loss does not depend on x, a tensor of shape {shape}, as far as is recorded."]
    broken = breaks([loss._wg_node])
    known = [n for n in broken if n._wg_lost.kind is not Kind.FROM_NUMPY]
    for name, at, told in dict.fromkeys([(n._wg_name(), site(n), errors.history.told(n._wg_lost)) for n in known]):
        lines.append(f"The path may break where {name} at {at} took a value without history:")
        lines.append(f"its {told}")
    blamed.update({n: errors.history.cause(n._wg_lost).replace("_", " ") for n in known})
    if known:
        return Explanation(errors.history.cause(known[0]._wg_lost), lines)
    leaves = [n for n in _nodes(loss._wg_node) if type(n) is AccumulateGrad]
    shapes = ", ".join([str(list(n.shape)) for n in leaves[:8]]) + (", ..." if len(leaves) > 8 else "")
    lines.append(f"It depends on {len(leaves)} other {'leaf' if len(leaves) == 1 else 'leaves'}, of shape {shapes}.")
    entries = dict.fromkeys(
        [f"{errors.history.phrase(n._wg_lost)} at {errors.text.where(n._wg_lost.site)}" for n in broken]
    )
    for entry in list(entries)[:3]:
        lines.append(f"If x went through NumPy, it may have come back here: {entry}")
    cell = x._wg_storage
    if cell is not None and cell.version > 0 and x._wg_node is not None:
        place = errors.text.where((cell.code, cell.lasti))
        lines.append(f"x was written by {cell.writer} at {place}; before, it was another value.")
    return Explanation("unused", lines)


def _accumulated(x: Any) -> list[str]:
    """How often a gradient was accumulated, as far as its storage knows."""
    cell = None if x._wg_grad is None else x._wg_grad._wg_storage
    if cell is None or cell.writer != "backward":
        return []
    times = "twice" if cell.version == 1 else f"{cell.version + 1} times"
    return [f"x.grad was accumulated {times}, last by the backward at {errors.text.where((cell.code, cell.lasti))}"]


def _alone(x: Any) -> Explanation:
    """Explain a tensor that requires grad, without knowing the loss."""
    if x._wg_grad is None:
        if x._wg_node is not None and not x._wg_retains:
            made = f"x is not a leaf, but the result of {x._wg_node._wg_name()} at {site(x._wg_node)}"
            return Explanation("not_leaf", [made, "Its gradient is computed on the way and not kept."])
        if x._wg_node is None and x._wg_grad_accumulator is None:
            return Explanation("unused", ["x.grad is None: x was used in nothing that was recorded."])
        lines = ["x.grad is None: no backward has reached x since it was made or its gradient was set to None."]
        return Explanation("no_backward", lines, "Call loss.backward(); if it was called, explain(x, loss) tells more.")
    lines = _accumulated(x)
    if has("isnan", x._wg_grad):
        return Explanation(
            "nan", ["x.grad has NaN.", *lines], "Use explain(x, loss), or run within autograd.detect_anomaly()."
        )
    if has("isinf", x._wg_grad):
        return Explanation("infinite", ["x.grad is infinite.", *lines], "Use explain(x, loss).")
    if not np.any(on_cpu(flat(x._wg_grad))):
        return Explanation(
            "zero", ["x.grad is zero.", *lines], "Use explain(x, loss), before the graph of the loss is freed."
        )
    if lines:
        return Explanation("accumulated", lines)
    return Explanation("fine", ["x.grad is there."], "To know whether it is that of a loss, use explain(x, loss).")


def _after(x: Any, node: Any) -> Explanation:
    """Explain a gradient after the backward pass has freed the graph."""
    ran = f"Backward ran at {errors.text.where(node._wg_freed)} and freed the graph."
    if x._wg_grad is None:
        cleared = "x.grad was set to None since, or backward did not fill it (autograd.grad(), inputs=)."
        return Explanation("cleared", ["x.grad is None.", ran, cleared])
    explanation = _alone(x)
    if explanation.reason in ("nan", "infinite", "zero"):
        return Explanation(
            "freed", [explanation.lines[0], ran, *explanation.lines[1:], "What it was computed from is gone."]
        )
    return Explanation(explanation.reason, [ran, *explanation.lines], explanation.fix)


# -- with a backward pass


class Probe(Suspect):
    """Watches the backward pass that looks for a gradient, and remembers the first node that returned NaN."""

    def __init__(self) -> None:
        super().__init__()
        self.nan: list[str] = []
        self.culprit: Any = None

    def found(self, node: Any, output: int, lines: list[str]) -> None:
        """Remember the first node."""
        if not self.nan:
            self.culprit = node
            self.nan = [f"{node._wg_name()} gave NaN.", *[line.strip() for line in lines]]


def _walked(x: Any, loss: Any, edge: Any, blamed: dict[Any, str]) -> Explanation:
    """Compute the gradient, and explain the result."""
    probe, g, error = _gradient(loss, edge)
    if error is not None:
        return Explanation("error", ["Backward fails:", *str(error).splitlines()])
    if probe.nan:
        blamed[probe.culprit] = "NaN"
        *lines, fix = probe.nan
        advised = not fix[0].islower()
        return Explanation("nan", ["x.grad is NaN.", *(lines if advised else probe.nan)], fix if advised else None)
    if g is None or not np.any(on_cpu(flat(g))):
        return _silenced(probe, edge, "None" if g is None else "zero", blamed)
    if has("isnan", g):
        return Explanation("nan", ["x.grad is NaN: infinite gradients of opposite sign met at x.",
                                   *([probe.infinity.strip()] if probe.infinity else [])])  # fmt: skip
    if has("isinf", g):
        return Explanation("infinite", ["x.grad is infinite.", *([probe.infinity.strip()] if probe.infinity else [])])
    if x._wg_grad is None:
        return Explanation("no_backward", ["x.grad is None: backward has not run. The loss does lead to x."])
    mine, theirs = [on_cpu(flat(to_dense(payload_of(v)))) for v in (x._wg_grad, g)]
    if mine.shape == theirs.shape and np.allclose(mine, theirs, rtol=1e-3, atol=0):
        return Explanation("fine", ["x.grad is the gradient of this loss."])
    lines = _accumulated(x)
    if lines:
        return Explanation("accumulated", ["x.grad is not the gradient of this loss alone.", *lines])
    return Explanation("stale", ["x.grad is not the gradient of this loss: it was computed from another one, or from "
                                 "other values."])  # fmt: skip


def _gradient(loss: Any, edge: Any) -> tuple[Probe, Any, Exception | None]:
    """Run a backward pass from a loss to an edge, without side effects except those of hooks."""
    walk = Walk(False, True, {edge: [0]}, False)
    probe = Probe()
    walk.watch = WatchedPass(None, (probe,))
    kept = [(t, t._wg_grad) for n in _nodes(loss._wg_node) if n._wg_hooks is not None
            for t in [ref() for ref in n._wg_hooks.retained.values()] if t is not None]  # fmt: skip
    one = Meta(loss._wg_data).zeros() + loss._wg_data.dtype.type(1)
    if type(loss._wg_data) is Batched:
        raise errors.vmap.escaped("explain()")
    try:
        with np.errstate(all="ignore"):
            answer = walk.launch([loss._wg_edge()], [make(one) if walk.recording else one])
        return probe, answer.get(0), None
    except Exception as error:
        return probe, None, error.with_traceback(None)
    finally:
        for t, g in kept:
            t._wg_grad = g


def _silenced(probe: Probe, edge: Any, what: str, blamed: dict[Any, str]) -> Explanation:
    """Explain which nodes or hooks made the gradient zero or None, on each path."""
    lines = [f"x.grad is {what}."]
    reasons: list[str] = []
    for by, i, hook in probe.silencers(edge[0], edge[1], None):
        if hook is not None:
            kind = "hook_none" if probe.hook_at(by, i, "None") is hook else "hook_zero"
            returned = "None" if kind == "hook_none" else "zero"
            lines.append(f"{errors.diagnosis.hook_shown(hook)} returned {returned}")
            blamed[by] = f"hook returned {returned}"
            reasons.append(kind)
            continue
        if by is None:
            lines.append("The walk began with zero, or stopped before x.")
            reasons.append("zero")
            continue
        name = by._wg_plan.op.name if by._wg_plan is not None else ""
        gave = probe.gave.get((by, i))
        if by._wg_plan is None:
            how, reason = f"gave {'None' if gave is None else 'zero'} for this argument", "function"
        elif gave is None:
            how, reason = "gave no gradient for this argument", "not_differentiable"
        elif name in PASSED_OVER:
            how, reason = PASSED_OVER[name], SILENCED.get(name, "not_chosen")
        elif name in WRITES:
            how, reason = OVERWRITTEN, "overwritten"
        elif by._wg_plan.op.moves:
            how, reason = SELECTED, "not_selected"
        else:
            how, reason = "multiplied it by zero: its derivative is zero there", "zero_slope"
        lines.append(f"{by._wg_name()} {how}, at {site(by)}")
        blamed[by] = reason.replace("_", " ")
        reasons.append(reason)
    return Explanation(reasons[0], list(dict.fromkeys(lines)))
