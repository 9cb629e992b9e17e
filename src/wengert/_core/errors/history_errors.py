"""Tensors without a history that should have one: where they lost it, why, and the fix.

A tensor remembers the loss as a ``History`` (``tape/history.py``), which the messages here are made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .text import where

KINDS = {  # by the value of a history's kind: the cause that explanations name, and the phrase that messages contain
    "detached": ("detached", "{operation}"),
    "copied": ("copied", "{operation} copies values, not history,"),
    "from_numpy": ("numpy", "{operation}"),
    "integer": ("integer", "{operation} gives {detail}, which has no gradient"),
    "integer_written": ("integer", "{operation} writes {detail}, which has no gradient"),
    "not_differentiable": ("not_differentiable", "{operation} is not differentiable"),
    "marked": ("not_differentiable", "marked non-differentiable by {operation}"),
    "no_grad": ("no_grad", "{operation} under no_grad()"),
    "inference": ("no_grad", "{operation} under inference_mode()"),
    "of_inference": ("no_grad", "{operation} of an inference tensor"),
    "in_forward": ("function", "{operation} in {detail.function}.forward"),
    "not_recorded": ("not_recorded", "{operation}"),
    "written": ("not_differentiable", "{operation}, which wrote it after forward,"),
}
FIXES = {
    "copied": "Use the tensors themselves: wengert.stack([a, b]) joins tensors and keeps their history.",
    "detached": "Leave detach() out there, or detach a copy for what needs no gradient.",
    "function": "Return a gradient for this argument from its backward, and let nothing else carry the value out.",
    "integer": "Keep floating point values where gradients are to flow: integers have none.",
    "no_grad": "Compute it outside of no_grad() or inference_mode().",
    "not_differentiable": "Use an operation that has a derivative (a sigmoid for a step, softmax for argmax).",
    "not_recorded": "Call grad() there with create_graph=True.",
    "numpy": "Use wengert's operations instead of NumPy's between x and the loss.",
}
NEVER = (
    "Compute it by operations of wengert from tensors that require grad: x.requires_grad_(), or requires_grad=True "
    "where x is made."
)


def cause(lost: Any) -> str:
    """Name the cause of a loss of history."""
    return KINDS[lost.kind.value][0]


def phrase(lost: Any) -> str:
    """Say what stopped the recording."""
    return KINDS[lost.kind.value][1].format(operation=lost.operation, detail=lost.detail)


def told(lost: Any) -> str:
    """Say what stopped the recording, and where."""
    return f"history was lost: {phrase(lost)} at {where(lost.site)}"


def because(lost: Any) -> str:
    """The end of a message about a tensor without history: where it was lost, and what to do."""
    return f"\n{NEVER}" if lost is None else f"\n  {told(lost)}\n{FIXES[cause(lost)]}"


def no_history(index: int, lost: Any) -> RuntimeError:
    text = f"element {index} of tensors does not require grad and does not have a grad_fn"
    return RuntimeError(text + because(lost))


def unused(i: int, breaks: Sequence[str], lost: Any) -> RuntimeError:
    """``breaks`` are lines on where values without history came in; ``lost`` is the loss of the first of them."""
    fix = UNUSED if lost is None else FIXES[cause(lost)]
    text = (
        f"The differentiated Tensor at index {i} appears to not have been used in the graph. Set allow_unused=True if "
        "this is the desired behavior."
    )
    return RuntimeError("\n".join([text, *[f"  {line}" for line in breaks], fix]))


UNUSED = "Use x in what the loss is computed from, the very tensor and not a copy made before."


def input_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"One of the differentiated Tensors does not require grad{required(lost)}")


def required(lost: Any) -> str:
    """The end of a message about a tensor that should require grad."""
    return "\nCall requires_grad_() on it before it is used." if lost is None else because(lost)


def edge_without_grad(lost: Any) -> RuntimeError:
    text = "It is not possible to get the gradient edge for a Tensor that does not require gradients."
    return RuntimeError(text + required(lost))


def hook_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"cannot register a hook on a tensor that doesn't require gradient{required(lost)}")


def retained_without_grad(lost: Any) -> RuntimeError:
    return RuntimeError(f"can't retain_grad on Tensor that has requires_grad=False{required(lost)}")


def within_itself(node: Any, depth: int) -> RecursionError:
    name = node._wg_name()
    return RecursionError(
        f"{name} runs within itself, {depth} backward passes deep: its backward, or a hook, runs through a graph that "
        f"leads to it again\n  {name} was recorded at {where((node._wg_code, node._wg_lasti))}\n"
        "Start from detached values there, x.detach().requires_grad_(), or take the hook away first: handle.remove()."
    )
