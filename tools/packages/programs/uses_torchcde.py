"""torchcde as its documentation uses it: interpolations, their derivatives, and a controlled differential equation."""

from __future__ import annotations

import pytest
import torch
import torchcde


def data() -> tuple[torch.Tensor, torch.Tensor]:
    t = torch.linspace(0.0, 1.0, 12, dtype=torch.float64)
    return t, torch.stack([t, (3 * t).sin(), (2 * t).cos()], dim=-1).expand(4, 12, 3).contiguous()


CUBIC = (torchcde.natural_cubic_coeffs, torchcde.CubicSpline)
HERMITE = (torchcde.hermite_cubic_coefficients_with_backward_differences, torchcde.CubicSpline)
LINEAR = (torchcde.linear_interpolation_coeffs, torchcde.LinearInterpolation)


@pytest.mark.parametrize("coefficients, path", [CUBIC, HERMITE, LINEAR])
def test_interpolation(coefficients, path) -> None:
    t, x = data()
    X = path(coefficients(x, t), t)
    for i in (0, 3, 11):
        assert torch.allclose(X.evaluate(t[i]), x[:, i], atol=1e-12)
    h = 1e-6
    at = torch.tensor(0.37, dtype=torch.float64)
    slope = (X.evaluate(at + h) - X.evaluate(at - h)) / (2 * h)
    assert torch.allclose(X.derivative(at), slope, atol=1e-7)


@pytest.mark.parametrize("coefficients, path", [CUBIC, HERMITE, LINEAR])
def test_gradients_of_interpolation(coefficients, path) -> None:
    t, x = data()
    x = x[:2].clone().requires_grad_()
    at = torch.tensor(0.37, dtype=torch.float64)
    assert torch.autograd.gradcheck(lambda x: path(coefficients(x, t), t).evaluate(at), x)


@pytest.mark.parametrize("coefficients, path", [CUBIC, LINEAR])
def test_missing_values(coefficients, path) -> None:
    t, x = data()
    gaps = x.clone()
    gaps[:, 4, 1] = float("nan")
    found = path(coefficients(gaps, t), t).evaluate(t[4])
    assert torch.isfinite(found).all() and torch.allclose(found, x[:, 4], atol=4e-2)


def test_logsignature_free_paths_and_training() -> None:
    torch.manual_seed(0)
    t, x = data()
    X = torchcde.CubicSpline(torchcde.hermite_cubic_coefficients_with_backward_differences(x, t), t)

    class F(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(2, 2 * 3).double()

        def forward(self, t: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
            return self.linear(z).tanh().view(*z.shape[:-1], 2, 3)

    func = F()
    z0 = torch.ones(4, 2, dtype=torch.float64, requires_grad=True)
    for adjoint in (True, False):
        z = torchcde.cdeint(
            X=X, z0=z0, func=func, t=X.interval, adjoint=adjoint, method="rk4", options={"step_size": 0.1}
        )
        assert z.shape == (4, 2, 2) and torch.allclose(z[:, 0], z0)
    grads = []
    for adjoint in (True, False):
        z = torchcde.cdeint(X=X, z0=z0, func=func, t=X.interval, adjoint=adjoint, atol=1e-9, rtol=1e-9)
        grads.append(torch.autograd.grad(z[:, 1].sum(), (z0, *func.parameters())))
    for by_adjoint, direct in zip(*grads, strict=True):
        assert torch.allclose(by_adjoint, direct, atol=1e-4, rtol=1e-4)
    optimizer = torch.optim.Adam(func.parameters(), lr=0.02)
    losses = []
    for _ in range(15):
        z = torchcde.cdeint(X=X, z0=z0.detach(), func=func, t=X.interval, method="rk4", options={"step_size": 0.2})
        loss = (z[:, 1] - 0.5).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
