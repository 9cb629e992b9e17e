"""Sobol's points are PyTorch's, to the last bit."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import wengert
from wengert.quasirandom import SobolEngine

pytest.importorskip("scipy")
UNIT = 2.0**-30
SCRAMBLED = [  # what PyTorch 2.13 draws, in units of 2**-30; the first point is rounded to the default dtype
    [214182640, 183537056, 804615872], [743252992, 763961850, 525950751], [913270153, 318118174, 846087720],
    [384199548, 898610557, 46297073],
]  # fmt: skip


def drawn(engine: Any, n: int) -> list[list[float]]:
    points: list[list[float]] = engine.draw(n, dtype=wengert.float64).tolist()
    return points


def test_points_are_pytorchs() -> None:
    plain = [[0, 0, 0], [0.5, 0.5, 0.5], [0.75, 0.25, 0.25], [0.25, 0.75, 0.75], [0.375, 0.375, 0.625]]
    assert drawn(SobolEngine(3), 5) == plain
    assert drawn(SobolEngine(3).fast_forward(4), 2) == [[0.375, 0.375, 0.625], [0.875, 0.875, 0.125]]
    engine = SobolEngine(3, scramble=True, seed=7)
    assert drawn(engine, 4) == [[k * UNIT for k in point] for point in SCRAMBLED]
    assert repr(engine) == "SobolEngine(dimension=3, scramble=True, seed=7)" and engine.num_generated == 4


def test_directions_are_scipys() -> None:
    from scipy.stats import qmc

    for dimension in (1, 2, SobolEngine.MAXDIM):
        ours = SobolEngine(dimension).sobolstate.numpy()
        assert np.array_equal(ours, qmc.Sobol(dimension, scramble=False, bits=SobolEngine.MAXBIT)._sv)


def test_statistics_are_not_imported() -> None:
    program = "import sys, wengert; wengert.quasirandom.SobolEngine(2); print('scipy.stats' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("scramble", [False, True])
def test_points_do_not_depend_on_how_they_are_asked_for(scramble: bool) -> None:
    engine = SobolEngine(7, scramble, seed=2)
    points = drawn(engine, 64)
    for skipped in (0, 1, 2, 3, 17, 40):
        assert drawn(engine.reset().fast_forward(skipped), 8) == points[skipped : skipped + 8]
        assert drawn(engine.fast_forward(3), 1) == points[skipped + 11 : skipped + 12]
    engine.reset()
    assert [p for n in (1, 0, 2, 5) for p in drawn(engine, n)] == points[:8]
    assert engine.draw_base2(3, dtype=wengert.float64).tolist() == points[8:16]


def test_results_and_refusals() -> None:
    out = wengert.empty(0)
    assert SobolEngine(2).draw(3, out=out) is out and out.shape == (3, 2)
    wengert.manual_seed(0)
    shift = SobolEngine(2, scramble=True).shift
    wengert.manual_seed(0)
    assert shift.tolist() == SobolEngine(2, scramble=True).shift.tolist() == [510142454, 636217781]
    for dimension in (0, 21202):
        with pytest.raises(ValueError, match=r"Supported range of dimensionality"):
            SobolEngine(dimension)
    engine = SobolEngine(2).fast_forward(3)
    with pytest.raises(ValueError, match="3 points have been previously generated"):
        engine.draw_base2(2)
    with pytest.raises(RuntimeError, match="negative dimension -1"):
        engine.draw(-1)
    with pytest.raises(NotImplementedError, match="'Half'"):
        engine.draw(2, dtype=wengert.float16)
    assert engine.num_generated == 3


def test_without_scipy_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ImportError, match="SobolEngine: .* SciPy"):
        SobolEngine(2)
