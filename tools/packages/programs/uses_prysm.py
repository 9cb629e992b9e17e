"""prysm, which is written for NumPy: polynomials of optics, and light that goes through a pupil to its focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from prysm import coordinates, polynomials, propagation

RADIUS = np.array([0.2, 0.5, 0.8])
ANGLE = np.array([0.3, 1.2, -0.7])
PHASE = np.array([[0.1, -0.3, 0.5], [0.2, 0.7, -0.4], [-0.6, 0.3, 0.2]])


def at_focus(phase: Any) -> Any:
    """The intensity in the focus of a pupil with this phase."""
    pupil = propagation.Wavefront.from_amp_and_phase(np.ones((3, 3)), phase, 0.6328, 0.1)
    return pupil.focus_fixed_sampling(100.0, 0.5, 6).intensity.data


FORMULAS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "zernike": (lambda r, t: polynomials.zernike_nm(3, 1, r, t), (RADIUS, ANGLE)),
    "slopes of zernike": (lambda r, t: tuple(polynomials.zernike_nm_der(3, 1, r, t)), (RADIUS, ANGLE)),
    "hopkins": (lambda r, t: polynomials.hopkins(1, 2, 1, r, t, 0.5), (RADIUS, ANGLE)),
    "jacobi": (lambda x: polynomials.jacobi(4, 1.0, 0.5, x), (RADIUS,)),
    "chebyshev": (lambda x: polynomials.cheby2(4, x), (RADIUS,)),
    "hermite": (lambda x: polynomials.hermite_H(4, x), (RADIUS,)),
    "dickson": (lambda x: polynomials.dickson2(3, 0.5, x), (RADIUS,)),
    "Q of a surface": (lambda r, t: polynomials.Q2d(3, -2, r, t), (RADIUS, ANGLE)),
    "Q of a conic": (lambda x: polynomials.Qcon(3, x), (RADIUS,)),
    "polar coordinates": (lambda x, y: tuple(coordinates.cart_to_polar(x, y, False)), (RADIUS, ANGLE)),
    "a lens": (lambda x, y: propagation.Wavefront.thin_lens(100.0, 0.5, x, y).data, (PHASE, PHASE.T.copy())),
    "the focus": (at_focus, (PHASE,)),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_differentiated_as_it_stands(name: str) -> None:
    formula, inputs = FORMULAS[name]
    tensors = [torch.from_numpy(x.copy()).requires_grad_() for x in inputs]
    expected, found = formula(*inputs), formula(*tensors)
    for e, f in zip(*[v if isinstance(v, tuple) else (v,) for v in (expected, found)], strict=True):
        np.testing.assert_allclose(f.detach().numpy(), e, rtol=1e-8)
    torch.autograd.gradcheck(formula, tensors, rtol=1e-4, atol=1e-5)
