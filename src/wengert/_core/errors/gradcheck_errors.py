"""gradcheck: which check failed, for which input and output, and what to do."""

from __future__ import annotations

from typing import Any

# -- arguments


NOT_SPECIFIED = "The rules are right where the sparse input has elements. Elsewhere it gets no gradient."
UNMASKED = (
    "An input is sparse. If its gradient is meant to have the specified elements only, check with masked=True; for a "
    "gradient of all elements, use x.to_dense(masked_grad=False)."
)


def nothing_to_check() -> ValueError:
    return ValueError(
        "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True. "
        "Call x.requires_grad_() on those to check."
    )


def not_tensors(value: Any) -> ValueError:
    return ValueError(
        f"gradcheck: expected func to return a Tensor or a sequence of them, got {type(value).__name__}. "
        "Let it return the tensors that are to be checked only."
    )


def not_double(i: int) -> str:
    return (
        f"Input #{i} requires gradient and is not a double precision floating point or complex. "
        "This check will likely fail if all the inputs are not of double precision floating point or complex. "
    )


def overlapping(i: int, trouble: str) -> RuntimeError:
    return RuntimeError(
        f"The {i}th input {trouble}. gradcheck only supports inputs that are non-overlapping to be able to "
        "compute the numerical gradients correctly. You should call .contiguous on the input before passing it to "
        "gradcheck."
    )


def other_output(what: str, at: str, eps: float, before: Any, now: Any) -> AssertionError:
    """``at`` names the element that was moved, or is empty."""
    return AssertionError(
        f"Expected `func` to return outputs with the same {what} when inputs are perturbed {at}by {eps}, but got: "
        f"{what}s {before} and {now}."
    )


# -- Jacobians


def mismatch(i: int, o: int, numerical: Any, analytical: Any, part: str | None, forward: bool) -> str:
    side = "inputs" if forward else "outputs"
    prefix = "" if part is None else f"While considering the {part} part of complex {side} only, "
    mode = "computed with forward mode " if forward else ""
    return (
        f"{prefix}Jacobian {mode}mismatch for output {o} with respect to input {i},\n"
        f"numerical:{numerical}\nanalytical:{analytical}"
    )


PROJECTED = (
    "The above quantities relating the numerical and analytical jacobians are computed in fast mode: they are "
    "projections on random directions. Element by element, in slow mode:"
)
TOO_LARGE = (
    "These are projections on random directions (fast mode). There are too many elements to look at each: smaller "
    "inputs would show which are wrong."
)
SLOW_PASSES = (
    "Fast gradcheck failed but element-wise differences are small: the projection added up their errors.\n"
    "Call gradcheck with fast_mode=False."
)


def constant() -> str:
    return "Numerical gradient for function expected to be zero"


def gradient_size(i: int, expected: Any, got: Any) -> str:
    return f"Analytical gradient has incorrect size: input {i} has {tuple(expected)}, its gradient {tuple(got)}."


def gradient_dtype(i: int, expected: Any, got: Any) -> str:
    return f"Gradient has dtype mismatch: input {i} is {expected}, its gradient {got}."


def tangent_dtype(o: int, expected: Any, got: Any) -> str:
    return f"Forward AD gradient has dtype mismatch: output {o} is {expected}, its tangent {got}."


# -- further checks


def not_reentrant(tolerance: float, apart: float) -> str:
    return (
        "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
        "gives different values, although analytical gradient matches numerical gradient. "
        f"The tolerance for nondeterminism was {tolerance}, the largest difference is {apart:.3g}.\n"
        "Call gradcheck with a larger nondet_tol if that much is expected, else make backward deterministic."
    )


def not_multiplied(i: int) -> str:
    return (
        f"backward not multiplied by grad_output: for cotangents of zeros, the gradient of input {i} is not zero.\n"
        "Let every gradient that backward returns be a product with its grad_output."
    )


def incorrect(what: str, i: int, expected: Any, got: Any) -> str:
    return f"grad is incorrect {what}: input {i} has {expected}, its gradient {got}."


def undefined_raises(error: Exception) -> str:
    return (
        f"Expected backward function to handle undefined output grads, got {type(error).__name__}: {error}\n"
        "Let backward treat None as zeros, or keep ctx.set_materialize_grads(True); check_undefined_grad=False leaves "
        "this check out."
    )


def undefined_invents() -> str:
    return (
        "Expected all input grads to be undefined or zero when all output grads are undefined or zero.\n"
        "Let backward return None, or zeros, for them; check_undefined_grad=False leaves this check out."
    )


def undefined_tangent(o: int, i: int, zeros: Any, undefined: Any) -> str:
    return (
        f"Mismatch in tangent values for output with index: {o} when input: {i} has an undefined tangent value. "
        f"Got: {undefined} but expected: {zeros}, as with a tangent of zeros.\n"
        "Let jvp treat None as zeros; check_undefined_grad=False leaves this check out."
    )


def batched_raises(error: Exception, forward: bool) -> str:
    option = "check_batched_forward_grad" if forward else "check_batched_grad"
    return (
        f"While computing batched gradients, got: {error}\n{failed_batched(forward)}\n"
        f"Use operations that vmap can batch (no item(), no branch on values) or call with {option}=False."
    )


def batched_differs(o: int, i: int, got: Any, expected: Any, forward: bool) -> str:
    return f"For output {o} and input {i}:\n\n{failed_batched(forward)}\n\nGot:\n{got}\n\nExpected:\n{expected}"


def failed_batched(forward: bool) -> str:
    if forward:
        return "gradcheck failed while testing batched gradient computation with forward-mode AD."
    return "gradcheck or gradgradcheck failed while testing batched gradient computation."


# -- the old functions


def complex_output(name: str) -> ValueError:
    return ValueError(
        f"Expected output to be non-complex. {name} no longer supports functions that return complex outputs."
    )


# -- entries that differ


def ranked(entries: Any, failing: int, total: int, atol: float, rtol: float) -> list[str]:
    """List the worst entries, one a line."""
    differ = "element differs" if total == 1 else "elements differ"
    head = f"{failing} of {total} {differ} by more than {atol:g} + {rtol:g} * |numerical|"
    head += ", the worst first:" if failing == len(entries) else f"; the worst {len(entries)}:"
    return [head, *[f"  {e} ({e.kind})" if e.kind else f"  {e}" for e in entries]]


def found(finding: Any) -> list[str]:
    """The result of the sweep over step sizes, for the gravest entry."""
    if finding.kind == "kink":
        return ["Seen from both sides, or closer and closer, the slope does not settle: a kink, a jump or an edge."]
    if finding.kind == "precision" and finding.settled is None:
        return ["At no step do the differences settle: rounding errors are larger than what is to be seen."]
    if finding.kind == "precision":
        return ["At other steps the differences agree with the derivative: this one is too small or too large."]
    of = f" ({finding.part} part)" if finding.part else ""
    return [f"At other steps the differences{of} settle at {finding.settled:.9g}: the derivative is something else."]


def advice(kind: str | None, forward: bool, single: bool, step: float | None) -> str:
    """The last line of a report that blames no rule: what to do."""
    if kind == "kink":
        return KINK
    if kind == "precision" and single:
        return "Call gradcheck with inputs of dtype float64 (or complex128)."
    if kind == "precision":
        return f"Call gradcheck with eps={step:g}." if step else "Compute in float64 throughout, or on smaller numbers."
    return f"Correct the {'jvp' if forward else 'backward'} that this function uses."


KINK = "Check at another point: where there is no derivative, any slope between those of the two sides is right."


# -- blame


def blamed(name: str, position: int, calls: int, at: str, within: str | None, kink: bool) -> list[str]:
    """Name the wrong rule by its recorded call."""
    what = "The first operation without a derivative here" if kink else "The first wrong rule"
    lines = [f"{what}: {name}, recorded operation {position} of {calls}, at {at}"]
    return lines + inside(within)


def inside(within: str | None) -> list[str]:
    return [] if within is None else [f"  called by the backward of {within}"]


def local(argument: str, output: str, entry: Any) -> str:
    """The worst element of the Jacobian of this rule alone."""
    a, o = f"{argument} at {list(entry.input_index)}", f"{output} at {list(entry.output_index)}"
    return f"  d({o}) / d({a}): finite differences of it give {entry.numerical:.9g}, its rule {entry.analytical:.9g}"


def correct_function(name: str, method: str, place: str) -> str:
    return f"Correct {name}.{method} ({place})."


def correct_row(name: str) -> str:
    return f"This rule, of {name}, is wengert's own: please report it with this message."


def rounded(name: str, at: str) -> list[str]:
    return [f"{name} rounds to single precision, at {at}"]


ROUNDED = "Compute in float64 there while you check, or call gradcheck with a larger eps."


def changed(name: str, at: str, within: str | None) -> list[str]:
    head = f"All rules are right, but {name} does not use the values that it was called with, at {at}"
    more = "  what it saved has changed since: through NumPy, through .data, or by a saved-tensor hook"
    return [head, *inside(within), more]


CHANGED = "Write to a copy instead, and let unpack hooks return what was packed."


def hooked(hook: str, name: str) -> list[str]:
    return [f"All rules are right, but {hook} changes the gradient at {name}."]


HOOKED = "Take the hook away while you check (its handle's remove())."


def detached_output(o: int, cause: str, at: str) -> list[str]:
    return [f"Output {o} depends on the inputs, but its history was lost: {cause} at {at}"]


def detached(name: str, at: str, within: str | None, lost: str | None) -> list[str]:
    head = f"All rules are right, but {name} took a value that follows the inputs and has no history, at {at}"
    origin = (
        "it is a number or an array, which no gradient flows to" if lost is None else f"its history was lost: {lost}"
    )
    return [head, *inside(within), f"  {origin}"]


DETACHED = (
    "Compute it by operations of wengert from tensors with history: no detach(), no_grad(), item() or NumPy between."
)


def hidden(name: str, at: str) -> list[str]:
    return [f"All rules are right, but {name} uses more than its arguments, and it follows the inputs, at {at}"]


HIDDEN = "Pass to apply() every tensor that the Function uses, and return a gradient for it."


UNSTEADY = "The function gives something else when it is called again with the same values."
STEADY = "Draw random numbers outside of it or seed them inside, and keep no state from call to call."


def first_unsteady(name: str, at: str) -> str:
    return f"  the first recorded operation whose result differs: {name} at {at}"


def unknown(calls: int) -> list[str]:
    return [
        f"Each of the {calls} recorded operations is right on its own, saved values, hooks and constants are as they "
        "should be."
    ]


UNKNOWN = (
    "Look for what differs from call to call: a branch on values at its threshold, random numbers, state that the "
    "function writes."
)


def second_order(inputs: int, first: bool) -> str:
    """How to read the numbers of inputs and outputs in gradgradcheck, and which derivative is wrong."""
    said = (
        f"gradgradcheck: inputs 0 to {inputs - 1} are those of the function, those after them cotangents of its "
        "outputs; outputs are the gradients of its inputs."
    )
    if first:
        return f"{said}\nThe first derivative is wrong already; gradcheck says of it:"
    return f"{said}\nThe first derivative is right, the second is not: what backward computes cannot be differentiated."
