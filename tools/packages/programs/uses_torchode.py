"""torchode as its documentation uses it: a batch of problems, each with steps of its own, and their gradients."""

from __future__ import annotations

import pytest
import torch
import torchode

Y0 = torch.tensor([[1.2], [5.0]], dtype=torch.float64)
T = torch.stack((torch.linspace(0, 5, 10), torch.linspace(3, 4, 10))).double()


def solution(y0: torch.Tensor, rate: torch.Tensor, method: str, adjoint: bool) -> torchode.Solution:
    term = torchode.ODETerm(lambda t, y, args: -args * y, with_args=True)
    step = getattr(torchode, method)(term=term)
    controller = torchode.IntegralController(atol=1e-9, rtol=1e-9, term=term)
    kind = torchode.BacksolveAdjoint if adjoint else torchode.AutoDiffAdjoint
    solver = kind(*([term] if adjoint else []), step, controller)
    return solver.solve(torchode.InitialValueProblem(y0=y0, t_eval=T), args=rate)


@pytest.mark.parametrize("method", ["Tsit5", "Dopri5"])
def test_solutions_and_their_gradients(method: str) -> None:
    y0, rate = Y0.clone().requires_grad_(), torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    found = solution(y0, rate, method, False)
    exact = Y0[:, None] * torch.exp(-0.5 * (T - T[:, :1]))[..., None]
    assert torch.allclose(found.ys, exact, atol=1e-6) and (found.status == 0).all()
    assert found.stats["n_steps"].shape == (2,)
    found.ys[:, -1].sum().backward()
    length = T[:, -1] - T[:, 0]
    assert torch.allclose(y0.grad[:, 0], torch.exp(-0.5 * length), atol=1e-6)
    assert torch.allclose(rate.grad, -(length * exact[:, -1, 0]).sum(), atol=1e-5)
