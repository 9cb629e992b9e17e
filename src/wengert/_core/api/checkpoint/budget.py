"""Checkpointing within a memory budget: the plan recomputes as little as possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import errors
from ...errors.tracebacks import public
from ...tape.state import local
from ...tools.recompute.checkpoint_plan import CheckpointPlan
from ...tools.recompute.region import Region, parsed, signature
from ..trees import tree_flatten


def _region(budget: Any, function: Any, args: Any, kwargs: Any) -> Region:
    """The region of a call, identified by the function's code and the signature of the arguments."""
    code = getattr(getattr(function, "__func__", function), "__code__", type(function))
    return Region(parsed(budget), key=(code, signature(tree_flatten((args, kwargs))[0])))


def within(budget: Any, function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """Call a function within a memory budget."""
    verbose = kwargs.pop("verbose", False)
    region = _region(budget, function, args, kwargs)
    if not local.state.grad_enabled:
        return function(*args, **kwargs)
    with region:
        out = function(*args, **kwargs)
    if verbose:
        print(region.plan)
    return out


@public
def checkpoint_plan(
    function: Callable[..., Any], *args: Any, budget: int | float | str, **kwargs: Any
) -> CheckpointPlan:
    """Return the plan of ``checkpoint(function, *args, budget=budget)``: what it keeps and what it recomputes.

    The function is called once, to record its operations.

    Args:
        function: the function to checkpoint.
        args: its arguments.
        budget: as in :func:`checkpoint`.
        kwargs: its keyword arguments.

    Returns:
        a :class:`CheckpointPlan`. ``print`` shows it as a table.

    Raises:
        RuntimeError: if no plan fits the budget, or if nothing is recorded under ``no_grad``.

    >>> import wengert
    >>> from wengert.utils.checkpoint import checkpoint_plan
    >>> x = wengert.ones(100, 100, requires_grad=True)
    >>> plan = checkpoint_plan(lambda x: (x @ x).exp().sin().sum(), x, budget="100kB")
    >>> plan
    <plan: 40 kB kept of 40 kB, 0% computed again>
    """
    if not local.state.grad_enabled:
        raise errors.checkpoint.nothing_planned()
    region = _region(budget, function, args, kwargs)
    with region:
        out = function(*args, **kwargs)
    del out  # the plan must not keep values that only `out` could reach
    assert region.plan is not None
    return region.plan
