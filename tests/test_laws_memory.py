"""Every operation leaves its inputs alone, aliases as declared, writes in place what it returns: ``tests/laws.py``.

A walk writes over cotangents that nobody else has: what it gives must be what it gives where it writes over none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.laws_batching import BATCH, REFUSALS, variant


@pytest.mark.parametrize("name", laws.NAMES)
@pytest.mark.parametrize("law", laws.MEMORY, ids=lambda law: law.__name__)
def test_law(law: Callable[[laws.Case], None], name: str) -> None:
    laws.check(law, name)


def walked(case: laws.Case, mapped: bool) -> laws.Arrays:
    """Gradients of an operation, by way of one whose formula may be computed in the memory of the cotangent."""
    leaves = laws.tensors(case.leaves)
    ends = []
    for i in case.active:
        a = case.leaves[i]
        a = np.stack([variant(a, b) for b in range(BATCH)]) if mapped else a
        ends += laws.tensors([2 * a], requires_grad=True)
        leaves[i] = ends[-1] * 0.5
    dims = tuple(0 if mapped and i in case.active else None for i in range(len(leaves)))

    def call(*xs: Any) -> tuple[Any, ...]:
        return tuple(laws.tensors_in(case(xs)))

    ys = wengert.func.vmap(call, in_dims=dims)(*leaves) if mapped else call(*leaves)
    ys = [y for y in ys if y.requires_grad]
    gs = laws.tensors([laws.normal_like(g, k) for k, g in enumerate(laws.arrays(ys))])
    return laws.arrays(laws.filled(wengert.autograd.grad(ys, ends, gs, allow_unused=True), ends))


@pytest.mark.skipif(not wengert.compiled, reason="only compiled walks write over cotangents")
@pytest.mark.parametrize("name", laws.NAMES)
@pytest.mark.parametrize("mapped", [False, True])
def test_walks_write_over_nothing_that_is_needed(mapped: bool, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for case in laws.cases(name):
        if not case.live:
            continue
        with monkeypatch.context() as patch:
            patch.setattr(wengert._core.engine.walk, "WRITES", False)
            try:
                expected = walked(case, mapped)
            except REFUSALS:
                continue  # other laws say whether it may
        for ours, theirs in zip(walked(case, mapped), expected, strict=True):  # by programs, from the second time on
            np.testing.assert_array_equal(ours, theirs)
