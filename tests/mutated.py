"""Operations with a wrong derivative: how the tests test themselves."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from wengert._core.dispatch.op import Op
from wengert._core.dispatch.part_gradients import full_gradient


@contextlib.contextmanager
def scaled_formula(op: Op, array: str, scale: float) -> Iterator[None]:
    """Scale the gradient that an operation gives one of its arrays."""
    formula, plans = op.formulas[array], (op.plans, op.last_plan, op.fast_plans)
    fn = formula.fn

    def scaled(*args: Any) -> Any:
        r = full_gradient(fn(*args))
        if isinstance(r, tuple):
            return tuple(None if one is None else one * scale for one in r)
        return None if r is None else r * scale

    op.plans, op.last_plan, op.fast_plans = {}, None, [None] * len(op.fast_plans)
    formula.fn = scaled
    try:
        yield
    finally:
        formula.fn = fn
        op.plans, op.last_plan, op.fast_plans = plans
