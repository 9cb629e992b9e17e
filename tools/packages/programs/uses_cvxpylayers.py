"""cvxpylayers as its documentation uses it: layers that solve convex problems, and their gradients."""

from __future__ import annotations

from typing import Any

import cvxpy as cp
import torch
from cvxpylayers.torch import CvxpyLayer

DOUBLE: Any = {"dtype": torch.float64}


def test_the_gradient_of_least_squares_is_that_of_differences() -> None:
    n, m = 3, 5
    x, weights, aim = cp.Variable(n), cp.Parameter((m, n)), cp.Parameter(m)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(weights @ x - aim) + cp.sum_squares(x)))
    layer = CvxpyLayer(problem, parameters=[weights, aim], variables=[x])
    torch.manual_seed(0)
    a, b = (torch.randn(*shape, requires_grad=True, **DOUBLE) for shape in ((m, n), (m,)))
    options = {"eps_abs": 1e-12, "eps_rel": 1e-12, "max_iters": 100_000}
    (found,) = layer(a, b, solver_args=options)

    def exact(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return torch.linalg.solve(a.mT @ a + torch.eye(n, **DOUBLE), a.mT @ b)

    assert torch.allclose(found, exact(a, b), atol=1e-6)
    grads = torch.autograd.grad((found**2).sum(), (a, b))
    for grad, known in zip(grads, torch.autograd.grad((exact(a, b) ** 2).sum(), (a, b)), strict=True):
        assert torch.allclose(grad, known, atol=1e-5)


def test_a_batch_is_projected_onto_the_simplex() -> None:
    x, point = cp.Variable(4), cp.Parameter(4)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(x - point)), [x >= 0, cp.sum(x) == 1])
    layer = CvxpyLayer(problem, parameters=[point], variables=[x])
    points = torch.tensor([[0.5, 0.4, 0.3, -2.0], [3.0, 0.0, 0.0, 0.0]], requires_grad=True, **DOUBLE)
    (found,) = layer(points)
    expected = torch.tensor([[0.5 - 1 / 15, 0.4 - 1 / 15, 0.3 - 1 / 15, 0.0], [1.0, 0.0, 0.0, 0.0]], **DOUBLE)
    assert torch.allclose(found, expected, atol=1e-3)
    (grad,) = torch.autograd.grad(found[0, 0], points)
    assert torch.allclose(grad[0], torch.tensor([2 / 3, -1 / 3, -1 / 3, 0.0], **DOUBLE), atol=1e-3)
    assert torch.allclose(grad[1], torch.zeros(4, **DOUBLE), atol=1e-6)


def test_parameters_of_a_layer_are_learned() -> None:
    x, cost = cp.Variable(2), cp.Parameter(2)
    layer = CvxpyLayer(
        cp.Problem(cp.Minimize(cp.sum_squares(x) + cost @ x), [x >= -1]), parameters=[cost], variables=[x]
    )
    weight = torch.nn.Parameter(torch.zeros(2, **DOUBLE))
    aim = torch.tensor([0.5, -0.25], **DOUBLE)
    optimiser = torch.optim.SGD([weight], lr=1.0)
    for _ in range(30):
        optimiser.zero_grad()
        ((layer(weight)[0] - aim) ** 2).sum().backward()
        optimiser.step()
    assert torch.allclose(weight, -2 * aim, atol=1e-2)
