"""Calls with large intermediate results need no more memory at their peak than in PyTorch: ``tests/facts/peaks.py``."""

from __future__ import annotations

import sys

import pytest

from tests import facts
from tests.facts import peaks

FACTS = facts.load("peaks")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel reports peaks on Linux only")


@pytest.mark.parametrize("case", peaks.CASES)
def test_peaks_are_as_low_as_in_pytorch(case: str) -> None:
    assert case in FACTS, f"{case}: no fact. `make facts` asks PyTorch."
    found = peaks.measured("wengert", case) / 2**20
    assert found <= peaks.PART * FACTS[case], f"{case}: {found:.1f} MiB, {FACTS[case]} MiB in PyTorch"
