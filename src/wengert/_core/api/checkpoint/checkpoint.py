"""``wengert.utils.checkpoint``: keep the inputs of a part of a program, and recompute the rest in the backward pass.

``docs/checkpoint.md`` says what is kept, what is recomputed, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ... import errors
from ...errors.tracebacks import public
from .budget import within
from .reentrant import CheckpointFunction
from .regions import Contexts, noop_context_fn, without_reentry


@public
def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None,
               context_fn: Callable[[], Contexts] = noop_context_fn, determinism_check: str = "default",
               debug: bool = False, early_stop: bool = True, preserve_rng_state: bool = True,
               budget: int | float | str | None = None, **kwargs: Any) -> Any:  # fmt: skip
    """Return ``function(*args, **kwargs)``, keeping only its arguments for the backward pass.

    The tensors that the function saves are dropped. When the backward pass needs them, the function is called again.

    Args:
        function: the function to call. It must do the same each time it gets the same arguments.
        args: its arguments: tensors, containers of tensors, or anything else.
        use_reentrant: which implementation to use. With False, the function is recorded as usual, and only its saved
            tensors are recomputed; everything that works without ``checkpoint`` also works with it. With True, the call
            is one node, whose backward runs the function again and calls ``backward`` on the result. This works only
            with ``backward()`` without ``inputs``, needs an argument that requires grad, and ignores tensors inside
            containers. None, the default, warns and means True.
        context_fn: returns two context managers: one for the first call, and one for all recomputations.
        determinism_check: ``"default"`` compares each recomputed tensor with the original saved tensor, by operation,
            shape, dtype and device. ``"none"`` compares only their number.
        debug: if the two calls differ, list all operations of both.
        early_stop: stop a recomputation as soon as it has all the saved tensors.
        preserve_rng_state: draw the same random numbers (of the default generator) in all calls, and leave the numbers
            drawn afterwards unchanged.
        budget: the memory for kept values and for values alive during recomputation. It is a number of bytes, a string
            such as ``"200MB"`` or ``"1.5 GiB"``, or a float between 0 and 1: the fraction of what would be kept without
            checkpointing. The kept operations are chosen such that as little as possible is recomputed, operation by
            operation; the function is not called again. With a budget, ``verbose=True`` prints the plan: see
            :func:`checkpoint_plan`.
        kwargs: keyword arguments of the function. They need ``use_reentrant=False``, like ``budget``, ``context_fn``,
            ``determinism_check``, ``debug`` and ``early_stop``.

    Returns:
        the result of the function.

    Raises:
        ValueError: for an unknown ``determinism_check``; for arguments that ``use_reentrant=True`` does not take; for
            ``debug`` together with ``context_fn``.
        CheckpointError: (in the backward pass) if the recomputed tensors differ from the original ones.
        RuntimeError: if no plan fits the budget. The message says how much memory is needed.
        RuntimeError: (in the backward pass) if an argument, or a tensor that the function captured, was overwritten
            since the first call.

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


@public
def checkpoint_sequential(functions: Iterable[Callable[[Any], Any]], segments: int, input: Any,  # noqa: A002
                          use_reentrant: bool | None = None, **kwargs: Any) -> Any:  # fmt: skip
    """Apply functions one after the other to ``input``, checkpointed in segments.

    Every segment but the last keeps only its input. The last is recorded as usual, because the backward pass starts
    with it.

    Args:
        functions: each takes one argument and returns one value.
        segments: the number of segments.
        input: the argument of the first function.
        use_reentrant: see :func:`checkpoint`.
        kwargs: ``preserve_rng_state``, as in :func:`checkpoint`.

    Raises:
        ValueError: if there are more segments than functions, or for any other keyword argument.

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
    """The composition of functions, the first applied first."""

    def __init__(self, steps: list[Callable[[Any], Any]]) -> None:
        self.steps = steps

    def __call__(self, value: Any) -> Any:
        for step in self.steps:
            value = step(value)
        return value
