"""``wengert.utils.checkpoint``: keep the inputs of a part of a program, and compute the rest again for backward.

What is kept, what is computed again and when is published in ``docs/checkpoint.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ... import errors
from ...errors.checkpoint_errors import CheckpointError
from ...tools.recompute.checkpoint_plan import CheckpointPlan
from .budget import checkpoint_plan, within
from .reentrant import (
    CheckpointFunction,
    DefaultDeviceType,
    check_backward_validity,
    detach_variable,
    get_device_states,
    set_device_states,
)
from .regions import (
    Contexts,
    GraphExecGroup,
    noop_context_fn,
    set_checkpoint_debug_enabled,
    set_checkpoint_early_stop,
    without_reentry,
)  # fmt: skip
from .selective import (
    SAC_IGNORED_OPS,
    CheckpointPolicy,
    SelectiveCheckpointContext,
    create_selective_checkpoint_contexts,
)


def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None,
               context_fn: Callable[[], Contexts] = noop_context_fn, determinism_check: str = "default",
               debug: bool = False, early_stop: bool = True, preserve_rng_state: bool = True,
               budget: int | float | str | None = None, **kwargs: Any) -> Any:  # fmt: skip
    """Return ``function(*args, **kwargs)``, keeping of it for backward only what it was called with.

    What the function saves is forgotten, and computed when backward needs it by calling the function again.

    Args:
        function: does the same each time it is called with the same arguments.
        args: its arguments: tensors, containers of tensors, anything.
        use_reentrant: which of two forms. False: the function is recorded as usual and only what it saves is computed
            again, so that everything works that works without checkpoint. True: the function is one node, which
            when backward comes to it runs it again and calls ``backward`` on that; this works with ``backward()``
            without ``inputs`` only, needs an argument that requires grad, and sees no tensors in containers.
            None, the default, warns and means True.
        context_fn: returns two context managers: one for the first call, one for all calls after it.
        determinism_check: ``"default"`` compares what is saved again with what was saved first, in operation, shape,
            dtype and device; ``"none"`` only counts it.
        debug: list all operations of both calls where they differ.
        early_stop: end the second call as soon as it has all that is needed.
        preserve_rng_state: draw the same random numbers in all calls (from the default generator), and leave those that
            come after unchanged.
        budget: how much may be kept, and be there while backward computes again: bytes, as a number or as in
            ``"200MB"`` and ``"1.5 GiB"``, or as a float between 0 and 1 that part of what would be kept without
            checkpointing. What is kept is chosen so that least is computed again, operation by operation; the function
            is not called again. With it goes ``verbose=True``, which prints the plan: see :func:`checkpoint_plan`.
        kwargs: keyword arguments of the function. Only these, ``budget``, ``context_fn``, ``determinism_check``,
            ``debug`` and ``early_stop`` need ``use_reentrant=False``.

    Returns:
        what the function returns.

    Raises:
        ValueError: for another ``determinism_check``; for what ``use_reentrant=True`` does not take; for ``debug``
            together with ``context_fn``.
        CheckpointError: (in backward) if what was computed again differs.
        RuntimeError: if the budget is too small for any plan. It says how much is needed.
        RuntimeError: (in backward) if an argument, or what the function reads from outside, was written meanwhile.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint
    >>> x = wengert.tensor([0.0, 1.0], requires_grad=True)
    >>> y = checkpoint(lambda x: (x * x).exp().sum(), x, use_reentrant=False)
    >>> y.backward()
    >>> x.grad
    tensor([0.0000, 5.4366])
    """
    if budget is not None:
        if use_reentrant:
            raise errors.checkpoint.budget_excludes("use_reentrant=True")
        if context_fn is not noop_context_fn or debug is not False:
            raise errors.checkpoint.budget_excludes("debug" if debug else "context_fn")
        return within(budget, function, args, kwargs)
    if use_reentrant is None:
        errors.text.warn(errors.checkpoint.use_reentrant("wengert.utils.checkpoint"))
        use_reentrant = True
    if not use_reentrant:
        return without_reentry(
            function, args, kwargs, context_fn, determinism_check, debug, early_stop, preserve_rng_state
        )
    if kwargs:
        raise errors.checkpoint.unexpected_keywords(kwargs)
    if context_fn is not noop_context_fn or debug is not False:
        raise errors.checkpoint.only_without_reentry()
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions: Iterable[Callable[[Any], Any]], segments: int, input: Any,  # noqa: A002
                          use_reentrant: bool | None = None, **kwargs: Any) -> Any:  # fmt: skip
    """Return ``input`` passed through functions one after the other, which are checkpointed in segments.

    All segments but the last keep only what they begin with; the last is recorded as usual, since backward begins
    with it.

    Args:
        functions: each takes one argument and returns one value.
        segments: into how many parts to divide them.
        input: what the first function takes.
        use_reentrant: see :func:`checkpoint`.
        kwargs: ``preserve_rng_state``, as in :func:`checkpoint`.

    Raises:
        ValueError: if there are more segments than functions, or other keyword arguments.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint_sequential
    >>> x = wengert.tensor(1.0, requires_grad=True)
    >>> checkpoint_sequential([wengert.sin, wengert.exp, wengert.cos], 2, x, use_reentrant=False).backward()
    >>> x.grad
    tensor(-0.9180)
    """
    if use_reentrant is None:
        errors.text.warn(errors.checkpoint.use_reentrant("wengert.utils.checkpoint.checkpoint_sequential"))
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise errors.checkpoint.unexpected_keywords(kwargs)
    steps = list(functions)
    if not 1 <= segments <= len(steps):
        raise errors.checkpoint.segments(segments, len(steps))
    size, at = len(steps) // segments, 0
    for _ in range(segments - 1):
        part = _Chain(steps[at : at + size])
        input = checkpoint(part, input, use_reentrant=use_reentrant, preserve_rng_state=preserve)  # noqa: A001
        at += size
    return _Chain(steps[at:])(input)


class _Chain:
    """Functions one after the other."""

    def __init__(self, steps: list[Callable[[Any], Any]]) -> None:
        self.steps = steps

    def __call__(self, value: Any) -> Any:
        for step in self.steps:
            value = step(value)
        return value


__all__ = [
    "CheckpointError", "CheckpointFunction", "CheckpointPlan", "CheckpointPolicy", "DefaultDeviceType",
    "GraphExecGroup", "SAC_IGNORED_OPS", "SelectiveCheckpointContext", "check_backward_validity", "checkpoint",
    "checkpoint_plan", "checkpoint_sequential", "create_selective_checkpoint_contexts", "detach_variable",
    "get_device_states", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop",
    "set_device_states",
]  # fmt: skip
