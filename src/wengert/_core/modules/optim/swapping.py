"""Let an optimiser work on other parameters for a while."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ... import errors
from ...tape.tensor import Tensor, TensorBase
from .optimizer import Optimizer


@contextlib.contextmanager
def swap_in_optimizer_params_and_state(
    optimizer: Optimizer, swapin_parameters: dict[str, Tensor], swapin_optim_state: dict[str, Any]
) -> Iterator[None]:
    """Give an optimiser other parameters, states and options inside a ``with`` block.

    ``load_state_dict`` keeps the parameters; this replaces them, too. Writes to the given tensors stay after the block;
    other changes of the state do not.

    Args:
        optimizer: an optimiser that has taken a step.
        swapin_parameters: the tensors, in the order of the parameters.
        swapin_optim_state: what ``state_dict()`` of such an optimiser returned.

    Raises:
        RuntimeError: if the tensors or the state do not fit the optimiser. Nothing is changed then.

    >>> import wengert
    >>> x, y = (wengert.ones(1, requires_grad=True) for _ in range(2))
    >>> optimizer = wengert.optim.SGD([x], lr=0.5, momentum=0.9)
    >>> x.grad = y.grad = wengert.ones(1)
    >>> optimizer.step()
    >>> with wengert.optim.swap_in_optimizer_params_and_state(optimizer, {"y": y}, optimizer.state_dict()):
    ...     optimizer.step()
    >>> x.item(), round(y.item(), 4)
    (0.5, 0.05)
    """
    state, groups = _checked(optimizer, list(swapin_parameters.values()), swapin_optim_state)
    before = optimizer.state, [dict(group) for group in optimizer.param_groups]
    try:
        for own, group in zip(optimizer.param_groups, groups, strict=True):
            own.update(group)
        optimizer.state = state
        yield
    finally:
        optimizer.state = before[0]
        for own, group in zip(optimizer.param_groups, before[1], strict=True):
            own.clear()
            own.update(group)


def _checked(optimizer: Any, parameters: list[Any], given: Any) -> tuple[defaultdict[Any, Any], list[dict[str, Any]]]:
    """The state by parameter, and the groups with parameters, or an error that says what does not fit."""
    refuse = errors.optim.swapped
    if not optimizer.state:
        raise refuse("initialized optimizer state: take a step before")
    if not isinstance(given, dict):
        raise refuse(f"an optimizer state_dict, got {type(given).__name__}")
    states, groups = given.get("state"), given.get("param_groups")
    if not isinstance(states, dict) or any(isinstance(key, TensorBase) for key in states):
        raise refuse("'state' to be a dict keyed by the numbers of parameters, as state_dict() returns it")
    if any(isinstance(key, int) and not isinstance(value, dict) for key, value in states.items()):
        raise refuse("the state of each parameter to be a dict")
    if not isinstance(groups, list) or len(groups) != len(optimizer.param_groups):
        raise refuse(f"'param_groups' to be a list of {len(optimizer.param_groups)} groups, as the optimizer has")
    state: defaultdict[Any, Any] = defaultdict(dict)
    found = []
    numbers: set[int] = set()
    for i, (own, group) in enumerate(zip(optimizer.param_groups, groups, strict=True)):
        if not isinstance(group, dict) or set(group) != set(own):
            raise refuse(f"group {i} to be a dict with the keys {sorted(own)}")
        places = group["params"]
        if not isinstance(places, list) or not all(isinstance(n, int) for n in places):
            raise refuse(f"'params' of group {i} to be a list of the numbers of parameters")
        if len(places) != len(own["params"]) or len(places) > len(parameters):
            raise refuse(f"{len(own['params'])} parameters for group {i}, in the order of the optimizer")
        mine, parameters = parameters[: len(places)], parameters[len(places) :]
        numbers.update(places)
        for n, p in zip(places, mine, strict=True):
            state[p] = dict(states.get(n, {}))
        found.append({**group, "params": mine})
    if extra := [key for key in states if key not in numbers]:
        raise refuse(f"'state' to be keyed only by the numbers of parameters, got {extra}")
    return state, found
