"""Recurrences take their steps together, or double their reach: the numbers and the derivatives are the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests import laws
from wengert._core.ops.reduce import scan


@pytest.mark.parametrize("together", [0, 10**9], ids=["step by step", "by doubling"])
@pytest.mark.parametrize(
    "law", [laws.reference, laws.vjp, laws.adjoint, laws.second_order], ids=lambda law: law.__name__
)
def test_both_ways_are_lawful(law: Any, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "TOGETHER", together)
    laws.check(law, "_recur")


def test_many_recurrences_are_each_like_one() -> None:
    a, b = np.random.default_rng(0).normal(size=(2, 700, 6))
    together = scan._recur(a[:, 1:], b, dim=1, reverse=False)
    alone = [scan._recur(x[1:], y, dim=0, reverse=False) for x, y in zip(a[::100], b[::100], strict=True)]
    np.testing.assert_allclose(together[::100], alone, 1e-12)
