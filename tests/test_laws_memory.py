"""Every operation leaves its inputs alone, aliases as declared, writes in place what it returns: ``tests/laws.py``.

A walk writes over cotangents that nobody else has: what it gives must be what it gives where it writes over none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wengert
from tests import laws
from tests.laws_batching import BATCH, REFUSALS, variant


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


def walks(case: laws.Case) -> None:
    """A walk that writes over cotangents gives what one gives that writes over none, under ``vmap``, too."""
    if not wengert.compiled:
        pytest.skip("only compiled walks write over cotangents")
    for mapped in (False, True) if case.live else ():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wengert._core.engine.walk, "WRITES", False)
            try:
                expected = walked(case, mapped)
            except REFUSALS:
                continue  # other laws say whether it may
        for ours, theirs in zip(walked(case, mapped), expected, strict=True):  # by programs, from the second time on
            np.testing.assert_array_equal(ours, theirs, "under vmap" if mapped else "")


@pytest.mark.parametrize("name", laws.NAMES)
def test_laws(name: str) -> None:
    laws.check((*laws.MEMORY, walks), name)
