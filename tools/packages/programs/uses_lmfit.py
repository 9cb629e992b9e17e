"""lmfit, which is written for NumPy: its line shapes have derivatives, and a fit takes them as its Jacobian."""

from __future__ import annotations

import lmfit
import numpy as np
import pytest
import torch
from lmfit import lineshapes

X = np.linspace(-1.0, 3.0, 7)
SHAPES = ("breit_wigner", "damped_oscillator", "dho", "doniach", "expgaussian", "expsine", "gaussian", "gaussian2d",
          "linear", "logistic", "lorentzian", "moffat", "parabolic", "pearson7", "pvoigt", "rectangle", "sine",
          "skewed_gaussian", "split_lorentzian", "step", "students_t")  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_a_line_shape(name: str) -> None:
    shape = getattr(lineshapes, name)
    columns = (X, X[::-1].copy()) if name == "gaussian2d" else (X,)
    count = shape.__code__.co_argcount - len(columns)
    values = [1.1 + 0.1 * k for k in range(count) if not isinstance(shape.__defaults__[k], (str, bool))]
    parameters = [torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in values]
    found = shape(*columns, *parameters)
    np.testing.assert_allclose(found.detach().numpy(), shape(*columns, *values), rtol=1e-12)
    torch.autograd.gradcheck(lambda *p: shape(*columns, *p), parameters)


def test_a_fit_with_the_jacobian_of_its_model() -> None:
    true = lineshapes.gaussian(X, 2.0, 0.7, 0.5)

    def residual(parameters: lmfit.Parameters) -> np.ndarray:
        return lineshapes.gaussian(X, **parameters.valuesdict()) - true

    def jacobian(parameters: lmfit.Parameters) -> np.ndarray:
        def of(p: torch.Tensor) -> torch.Tensor:
            return lineshapes.gaussian(X, *p)

        return torch.func.jacrev(of)(torch.tensor(list(parameters.valuesdict().values()), dtype=torch.float64)).numpy()

    start = lmfit.create_params(amplitude=1.5, center=0.5, sigma=0.6)
    fit = lmfit.minimize(residual, start, Dfun=jacobian, col_deriv=False)
    np.testing.assert_allclose(list(fit.params.valuesdict().values()), [2.0, 0.7, 0.5], rtol=1e-6)
