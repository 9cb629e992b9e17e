"""Special functions without SciPy, and what the laws do not see."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import wengert
from wengert import special
from wengert.formula import REGISTRY


@pytest.fixture
def no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(REGISTRY["i0"], "fused", None)  # of which an earlier test may have made a program


def test_libm_takes_the_place_of_scipy(no_scipy: None) -> None:
    x = wengert.tensor([0.5, -1.5, 3.0, 0.0, -2.0, wengert.inf], dtype=wengert.float64)
    expected = [0.5723649429247001, 0.8600470153764810, 0.6931471805599453, np.inf, np.inf, np.inf]
    np.testing.assert_allclose(wengert.lgamma(x).numpy(), expected, rtol=1e-14)
    np.testing.assert_allclose(wengert.erf(wengert.tensor([0.5])).numpy(), [0.5204999], rtol=1e-6)


def test_what_scipy_is_needed_for_says_so(no_scipy: None) -> None:
    with pytest.raises(ImportError) as e:
        wengert.special.i0(wengert.ones(2))
    assert str(e.value) == (
        "i0: NumPy has no such function and SciPy, which has it, is not installed. Install wengert[scipy]."
    )


@pytest.mark.parametrize("name", ["gammainc", "gammaincc"])
@pytest.mark.parametrize("a", [0.02, 0.5, 3.0, 40.0, 400.0])
@pytest.mark.parametrize("ratio", [0.001, 0.7, 1.0, 1.3, 3.0])
def test_incomplete_gamma_by_its_shape(name: str, a: float, ratio: float) -> None:
    """Far in the tails and near the middle the derivative is the slope."""
    f = getattr(special, name)
    x = wengert.tensor(a * ratio, dtype=wengert.float64)
    shape = wengert.tensor(a, dtype=wengert.float64, requires_grad=True)
    (found,) = wengert.autograd.grad(f(shape, x), shape)
    h = a * 1e-3

    def at(k: int) -> float:
        return float(f(wengert.tensor(a + k * h, dtype=wengert.float64), x))

    slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
    assert found.item() == pytest.approx(slope, rel=1e-6, abs=1e-11 / h)


@pytest.mark.parametrize("q", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("s", [1.05, 2.0, 20.0])
def test_zeta_by_its_exponent(s: float, q: float) -> None:
    x = wengert.tensor(s, dtype=wengert.float64, requires_grad=True)
    (found,) = wengert.autograd.grad(special.zeta(x, q), x)
    h = min(s - 1, 1) * 1e-3

    def at(k: int) -> float:
        return float(special.zeta(wengert.tensor(s + k * h, dtype=wengert.float64), q))

    slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
    assert found.item() == pytest.approx(slope, rel=1e-7)
