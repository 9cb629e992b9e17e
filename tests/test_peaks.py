"""Calls with large intermediate results need no more memory at their peak than in PyTorch: ``tests/facts/peaks.py``."""

from __future__ import annotations

import platform
import subprocess
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
    assert found <= peaks.PART * FACTS[case] + peaks.BESIDES, f"{case}: {found:.1f} MiB, {FACTS[case]} MiB in PyTorch"


KEPT = """
import resource, wengert
x = wengert.ones(250_000)
for turn in range(60):
    if turn == 10:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    several = [x * 2 for _ in range(6)]
    del several
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries keep memory by other rules")
def test_memory_of_freed_arrays_is_kept_for_the_next_ones() -> None:
    """Else each new array of 1 MB is mapped anew, and its 244 pages are faults."""
    found = subprocess.run([sys.executable, "-c", KEPT], check=True, capture_output=True, text=True)
    assert int(found.stdout) < 50 * 6 * 244 / 10
