"""qpth as its documentation does: quadratic programs as a layer, with gradients by their conditions."""

from __future__ import annotations

import numpy as np
import torch
from qpth.qp import QPFunction
from scipy.optimize import minimize
from torch.autograd import gradcheck


def problem() -> list[torch.Tensor]:
    torch.manual_seed(0)
    root = torch.randn(3, 3, dtype=torch.float64)
    return [root @ root.T + torch.eye(3), torch.randn(3).double(), torch.randn(4, 3).double(), torch.rand(4).double(),
            torch.ones(1, 3).double(), torch.tensor([0.3]).double()]  # fmt: skip


def test_the_solution_is_that_of_scipy() -> None:
    parts = problem()
    q, p, g, h, a, b = [x.numpy() for x in parts]
    [found] = QPFunction(verbose=-1)(*parts)
    rules = [{"type": "ineq", "fun": lambda z: h - g @ z}, {"type": "eq", "fun": lambda z: a @ z - b}]
    expected = minimize(lambda z: z @ q @ z / 2 + p @ z, np.zeros(3), constraints=rules, tol=1e-10)
    assert np.allclose(found.numpy(), expected.x, atol=1e-5)


def test_gradients() -> None:
    q, *rest = problem()
    rest = [x.requires_grad_() for x in rest]
    assert gradcheck(lambda *rest: QPFunction(verbose=-1, eps=1e-13, maxIter=40)(q, *rest), rest, eps=1e-5, atol=1e-3)


def test_a_batch_of_programs_in_a_network() -> None:
    torch.manual_seed(0)
    net, x = torch.nn.Linear(2, 3).double(), torch.randn(8, 2).double()
    box, edge = torch.cat([torch.eye(3), -torch.eye(3)]).double(), torch.ones(6).double()
    goal, none = x.new_tensor([0.5, -0.5, 0.9]).expand(8, 3), x.new_empty(0)
    optimizer, losses = torch.optim.Adam(net.parameters(), lr=0.1), []
    for _ in range(30):
        optimizer.zero_grad()
        z = QPFunction(verbose=-1)(torch.eye(3).double(), -net(x), box, edge, none, none)
        assert z.abs().max() <= 1 + 1e-6
        loss = (z - goal).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
