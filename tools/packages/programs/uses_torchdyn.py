"""torchdyn as its documentation does: differential equations of networks, their adjoints and their solvers."""

from __future__ import annotations

import math

import pytest
import torch
from torchdyn.core import NeuralODE
from torchdyn.nn import DataControl, DepthCat
from torchdyn.numerics import odeint


def field(*extra: torch.nn.Module, inputs: int = 2) -> torch.nn.Module:
    torch.manual_seed(0)
    return torch.nn.Sequential(*extra, torch.nn.Linear(inputs, 16), torch.nn.Tanh(), torch.nn.Linear(16, 2))


@pytest.mark.parametrize("solver", ["euler", "midpoint", "rk4", "tsit5", "dopri5", "ieuler"])
def test_solvers_agree_with_the_exponential(solver: str) -> None:
    t = torch.linspace(0, 1, 101)
    _, found = odeint(lambda t, x: -x, torch.ones(1, 2), t, solver=solver, atol=1e-6, rtol=1e-6)
    assert torch.allclose(found[-1], torch.full((1, 2), math.exp(-1)), atol=3e-2 if "euler" in solver else 1e-4)


@pytest.mark.parametrize("sensitivity", ["autograd", "adjoint", "interpolated_adjoint"])
def test_gradients_of_all_kinds_agree(sensitivity: str) -> None:
    x, found = torch.tensor([[1.0, 0.5]]), []
    for kind in ("autograd", sensitivity):
        net = field()
        model = NeuralODE(net, sensitivity=kind, solver="dopri5", atol=1e-6, rtol=1e-6, return_t_eval=False)
        model(x, torch.linspace(0, 1, 20))[-1].square().sum().backward()
        found.append(torch.cat([p.grad.flatten() for p in net.parameters()]))
    assert torch.allclose(*found, atol=1e-3)


def test_two_rings_are_told_apart() -> None:
    net = field(DataControl(), DepthCat(1), inputs=5)
    model = torch.nn.Sequential(
        NeuralODE(net, solver="rk4", return_t_eval=False),
    )
    angle = torch.linspace(0, 2 * math.pi, 33)[:-1]
    ring = torch.stack([angle.cos(), angle.sin()], 1)
    x, labels = torch.cat([ring, 0.4 * ring]), torch.arange(2).repeat_interleave(32)
    head = torch.nn.Linear(2, 2)
    optimizer = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=0.03)
    losses = []
    for _ in range(60):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(head(model[0](x, torch.linspace(0, 1, 6))[-1]), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0]
