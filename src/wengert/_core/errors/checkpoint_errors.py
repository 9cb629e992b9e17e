"""Checkpointing: wrong arguments, recomputation that differs from the first forward pass, and memory budgets.

A saved tensor is named by the operation that saved it and the line that called the operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .text import Site, where

HERE = "wengert.utils.checkpoint"

Made = tuple[str, Site]  # an operation and where it was called
Step = tuple[int, Any, Made | None]  # of a saved tensor: its position, its metadata, and what saved it

WHY = (
    "The function did not do the same again: look there for what it reads from outside (globals, state that it changes "
    "itself, random numbers of a generator of its own). "
)


class CheckpointError(RuntimeError):
    """The recomputation differs from the first forward pass.

    >>> import wengert
    >>> from wengert.utils.checkpoint import CheckpointError, checkpoint
    >>> x = wengert.ones(2, requires_grad=True)
    >>> sizes = [1, 2]
    >>> y = checkpoint(lambda x: (x[: sizes.pop()] * 2).sin().sum(), x, use_reentrant=False)
    >>> try:
    ...     y.backward()
    ... except CheckpointError as error:
    ...     print("different metadata" in str(error))
    True
    """


CheckpointError.__module__ = "wengert.utils.checkpoint"


def use_reentrant(name: str) -> str:
    return (
        f"{name}: the use_reentrant parameter should be passed explicitly. Without it the reentrant form is used, "
        "which has more restrictions; PyTorch is about to refuse this call. use_reentrant=False is what new programs "
        "should pass; use_reentrant=True keeps what this call does now."
    )


def unexpected_keywords(names: Iterable[str]) -> ValueError:
    return ValueError(
        "Unexpected keyword arguments: " + ",".join(names) + " (with use_reentrant=False they go to the function). "
        "Remove them, or pass use_reentrant=False."
    )


def only_without_reentry() -> ValueError:
    return ValueError(
        "Passing `context_fn` or `debug` is only supported when use_reentrant=False. "
        "Remove them, or pass use_reentrant=False."
    )


def contexts(got: Any) -> TypeError:
    return TypeError(
        f"{HERE}: context_fn must return two context managers, for the forward pass and for recomputation; got {got!r}"
    )


def suppressed() -> RuntimeError:
    return RuntimeError(
        f"{HERE}: the forward context provided by context_fn suppressed an exception raised during the checkpointed "
        "forward. There is no result that could be returned: let the exception pass."
    )


def segments(count: int, functions: int) -> ValueError:
    return ValueError(
        f"checkpoint_sequential: expected between 1 and {functions} segments for {functions} functions, got {count}."
    )


def none_requires_grad() -> str:
    return "None of the inputs have requires_grad=True. Gradients will be None"


def not_a_tuple(value: Any) -> RuntimeError:
    return RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(value).__name__}")


def reentrant_inputs() -> RuntimeError:
    return RuntimeError(
        f"When use_reentrant=True, {HERE} is incompatible with .grad() or passing an `inputs` parameter to "
        ".backward(). Either set use_reentrant=False, or call .backward() without passing the `inputs` argument."
    )


def unnecessary() -> RuntimeError:
    return RuntimeError(
        "none of output has requires_grad=True, this checkpoint() is not necessary: computed again, the outputs do not "
        "depend on anything that requires grad. Leave checkpoint() out."
    )


def nested_groups(group: Any) -> RuntimeError:
    return RuntimeError(
        f"GraphExecGroup contexts cannot be nested. Already inside group {group}. Leave that group first."
    )


# -- recomputation differs


def by(made: Made | None) -> str:
    """Name an operation and its line."""
    return "an operation that is not known" if made is None else f"{made[0]} at {where(made[1])}"


def listing(traces: Sequence[Sequence[Made]] | None) -> str:
    """The end of a message; with ``debug=True`` it lists the operations of both passes."""
    if traces is None:
        return f"{WHY}Pass debug=True to see all the operations of both."
    out = [WHY.rstrip()]
    for title, trace in zip(("the original forward", "recomputation"), traces, strict=True):
        out.append(f"Operations executed during {title}:")
        out += [f"  {i}. {by(made)}" for i, made in enumerate(trace, 1)] or ["  none"]
    return "\n".join(out)


def count(first: int, again: int, parting: tuple[int, Made | None, Made | None] | None,
          traces: Any) -> CheckpointError:  # fmt: skip
    apart = ""
    if parting is not None:
        at, was, now = parting
        apart = f"They part at position {at}:\n  saved by {by(was)}\n  recomputed by {by(now)}\n"
    return CheckpointError(
        f"{HERE}: A different number of tensors was saved during the original forward and recomputation.\n"
        f"Number of tensors saved during forward: {first}\n"
        f"Number of tensors saved during recomputation: {again}.\n{apart}{listing(traces)}"
    )


def too_many(first: int, made: Made | None, traces: Any) -> CheckpointError:
    return CheckpointError(
        f"{HERE}: trying to save more tensors during recomputation than during the original forward pass.\n"
        f"Number of tensors saved during forward: {first}\n"
        f"The last of them was saved by {by(made)}\n{listing(traces)}"
    )


def differing(found: Iterable[tuple[int, Any, Made | None, Any, Made | None]], traces: Any) -> CheckpointError:
    each = "".join(
        [
            f"tensor at position {at}:\n"
            f"saved metadata: {was} by {by(was_by)}\n"
            f"recomputed metadata: {now} by {by(now_by)}\n"
            for at, was, was_by, now, now_by in found
        ]
    )
    return CheckpointError(
        f"{HERE}: Recomputed values for the following tensors have different metadata than during the forward pass.\n"
        f"{each}{listing(traces)}"
    )


# -- selective checkpointing


def not_a_policy(got: Any) -> TypeError:
    return TypeError(
        "policy_fn_or_list must be either a function or a list of ops, in create_selective_checkpoint_contexts(); "
        f"got {got!r}"
    )


def not_an_operation(op: Any, name: str | None) -> ValueError:
    said = f"Expected op in `op_list` to be an operation, such as wengert.mm, but got: {op} of type {type(op)}. "
    if callable(op) and name is not None:
        said += f"{name} is made of other operations: name those, which grad_fn shows, or pass a policy function."
    return ValueError(said.rstrip())


def policy(got: Any) -> TypeError:
    return TypeError(f"{HERE}: a policy function must return a CheckpointPolicy or a bool, got {got!r}")


def unknown_operation(op: Any, index: int) -> RuntimeError:
    name = getattr(op, "__name__", op)
    return RuntimeError(
        f"{name} invocation index {index} encountered during backward but not found in storage: the first call ran it "
        f"{index} times. This can happen if the operations in the checkpointed region are nondeterministic or depend "
        f"on global state that changed between forward and backward. {WHY.rstrip()}. "
        "Make the region compute the same at each call."
    )


def mutated(op: Any, cell: Any) -> RuntimeError:
    name = getattr(op, "__name__", op)
    return RuntimeError(
        f"Tensor cached during selective activation checkpoint has been mutated: the result of {name} was written by "
        f"{by((str(cell.writer), (cell.code, cell.lasti)))}. Write into a clone, do not keep this result, or pass "
        "allow_cache_entry_mutation=True."
    )


# -- budgets


def budget_text(got: str) -> ValueError:
    return ValueError(f"{HERE}: budget expected bytes as in '200MB' or '1.5 GiB', got {got!r}")


def budget_type(got: Any) -> TypeError:
    return TypeError(
        f"{HERE}: budget expected a number of bytes, a string as in '200MB', or a float between 0 and 1 (a part of "
        f"what would be kept), got {type(got).__name__}"
    )


def budget_range(got: Any) -> ValueError:
    return ValueError(
        f"{HERE}: budget expected bytes as an int of at least 0, or a part of what would be kept as a float between "
        f"0 and 1, got {got!r}"
    )


def over_budget(least: int, allowed: int, full: int, given: Any) -> RuntimeError:
    part = f", which is a part of {least / full:.3f}" if isinstance(given, float) and full else ""
    return RuntimeError(
        f"{HERE}: this call cannot be differentiated within a budget of {max(allowed, 0)} bytes. It needs at least "
        f"{least} bytes{part} (what a single operation is computed from, with its result, has to fit); without a "
        f"budget it would keep {full} bytes. Raise the budget, or divide the call."
    )


def budget_excludes(name: str) -> ValueError:
    return ValueError(
        f"{HERE}: `{name}` says how the function is called again; with a budget it is not called again. Leave one out."
    )


def nothing_planned() -> RuntimeError:
    return RuntimeError(
        "checkpoint_plan: nothing is recorded under no_grad(), so there is nothing to plan. Call it with gradients on."
    )


def region_again() -> RuntimeError:
    return RuntimeError(
        "region_activation_memory_budget: this region has been entered before. Make a new one for every block: "
        "`with region_activation_memory_budget(budget):`."
    )
