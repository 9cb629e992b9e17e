"""The laws are tested themselves: a formula or forward rule wrong by one percent, or turned round, must break one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests import laws
from tests.cases import collected, within
from tests.mutated import scaled_formula
from tests.samples.gamma_draws import DRAWN
from wengert._core.dispatch.registry import REGISTRY

DIFFERENTIABLE = [name for name in laws.NAMES if name in REGISTRY and REGISTRY[name].formulas and name not in DRAWN]
SCALES = (1.01, -1.0)


def wrong_formulas(name: str) -> None:
    op = REGISTRY[name]
    gauge = f"gauge.{name.strip('_')}"  # what has derivatives only in functions that phases do not matter to
    through = laws.cases(gauge) if gauge in laws.NAMES else []
    with collected(name) as every:
        for array in op.formulas:
            relevant = [c for c in laws.cases(name) if array in {op.array_at(c.places[i]) for i in c.active}]
            if not through and all(is_flat(case, array) for case in relevant):
                continue  # a factor makes no difference to zero, which finite differences confirm
            for scale in SCALES:
                with every(f"the formula of {array} times {scale}"), scaled_formula(op, array, scale):
                    assert any(map(breaks, [*relevant, *through])), "breaks no law"


def wrong_forward_rules(name: str) -> None:
    op = REGISTRY[name]
    rule = op.forward_rule
    gauge = f"gauge.{name.strip('_')}"
    cases = [*laws.cases(name), *(laws.cases(gauge) if gauge in laws.NAMES else [])]
    if not any(t.any() for case in cases if case.live for t in case.jvp(case.point, case.tangents())):
        return

    def wrong(scale: float, *call: Any) -> Any:
        found = rule(*call)
        return tuple(scaled(t, scale) for t in found) if op.multi_output else scaled(found, scale)

    def scaled(t: Any, scale: float) -> Any:
        return None if t is None else t * scale

    with collected(name) as every, pytest.MonkeyPatch.context() as patch:
        for scale in SCALES:
            with every(f"tangents times {scale}"):
                patch.setattr(op, "forward_rule", partial(wrong, scale))
                assert any(breaks(case, laws.adjoint) for case in cases), "break no law"


@pytest.mark.parametrize("name", DIFFERENTIABLE)
@within("mutate", [wrong_formulas, wrong_forward_rules])
def test_what_is_wrong_breaks_a_law(name: str, mutate: Callable[[str], None]) -> None:
    mutate(name)


def breaks(case: laws.Case, law: Callable[[laws.Case], None] = laws.vjp) -> bool:
    try:
        law(case)
    except AssertionError:
        return True
    return False


def is_flat(case: laws.Case, array: str) -> bool:
    """Whether the gradient for one input is zero."""
    gradients = case.vjp(case.point, case.cotangents())
    mine = [d for d, i in zip(gradients, case.active, strict=True) if case.op.array_at(case.places[i]) == array]
    return not any(d.any() for d in mine)
