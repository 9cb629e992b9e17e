"""quantecon, which is written for NumPy: solvers that iterate on matrix equations, and estimates of spectra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import quantecon
import torch

STABLE = np.array([[0.3, -0.1, 0.2], [0.1, 0.2, 0.0], [-0.2, 0.1, 0.1]])
NOISE = np.array([[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 1.0]])
SERIES = np.array([0.3, -0.4, 0.9, 1.4, -0.2, 0.5, 0.1, -1.1, 0.7])
ONE = np.eye(3)
FORMULAS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "lyapunov": (quantecon.solve_discrete_lyapunov, (STABLE, NOISE)),
    "riccati": (quantecon.solve_discrete_riccati, (STABLE, ONE, NOISE, ONE)),
    "sums of squares": (quantecon.m_quadratic_sum, (STABLE, NOISE)),
    "smooth": (lambda x: quantecon.smooth(x, window_len=3), (SERIES,)),
    "smooth, flat": (lambda x: quantecon.smooth(x, window_len=5, window="flat"), (SERIES,)),
    "periodogram": (lambda x: quantecon.periodogram(x)[1], (SERIES,)),
    "periodogram, smooth": (lambda x: quantecon.periodogram(x, window="hanning", window_len=3)[1], (SERIES,)),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_differentiated_as_it_stands(name: str) -> None:
    formula, inputs = FORMULAS[name]
    tensors = [torch.from_numpy(x.copy()).requires_grad_() for x in inputs]
    np.testing.assert_allclose(formula(*tensors).detach().numpy(), formula(*inputs), rtol=1e-8)
    torch.autograd.gradcheck(formula, tensors, rtol=1e-4, atol=1e-5)
