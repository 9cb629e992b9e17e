"""A Kalman filter: the variances of a model of motion by gradient descent, their standard errors from the Hessian."""

import math

import torch

torch.manual_seed(1)
double = torch.float64
steps = 40
motion = torch.tensor([[1.0, 0.1], [0.0, 1.0]], dtype=double)
seen = torch.tensor([[1.0, 0.0]], dtype=double)

state = torch.tensor([0.0, 1.0], dtype=double)
observed = []
for _ in range(steps):
    state = motion @ state + 0.1 * torch.randn(2, dtype=double)
    observed.append(seen @ state + 0.3 * torch.randn(1, dtype=double))
observed = torch.vstack(observed)


def cost(theta):
    """The negative log-likelihood, by prediction and correction."""
    drift = theta[0].exp() * torch.eye(2, dtype=double)
    noise = theta[1].exp().reshape(1, 1)
    mean, cov = torch.zeros(2, dtype=double), torch.eye(2, dtype=double)
    total = torch.zeros((), dtype=double)
    for y in observed:
        mean, cov = motion.mv(mean), motion @ cov @ motion.T + drift
        spread = seen @ cov @ seen.mT + noise
        gain = torch.linalg.solve(spread, seen @ cov).T
        error = y - seen @ mean
        factor = torch.linalg.cholesky(spread)
        white = torch.linalg.solve_triangular(factor, error.unsqueeze(-1), upper=False)
        total += 0.5 * white.pow(2).sum() + factor.diagonal().log().sum() + 0.5 * math.log(2 * math.pi)
        mean = mean + gain @ error
        rest = torch.eye(2, dtype=double) - gain @ seen
        cov = rest @ cov @ rest.T + gain @ noise @ gain.T
    return total


theta = torch.tensor([-3.0, -1.0], dtype=double, requires_grad=True)
costs = []
for _ in range(15):
    value = cost(theta)
    if theta.grad is not None:
        theta.grad.zero_()
    value.backward()
    with torch.no_grad():
        theta.sub_(theta.grad, alpha=0.02)
    costs.append(value.item())

curvature = torch.autograd.functional.hessian(cost, theta.detach())
forward = torch.func.hessian(cost)(theta.detach())
RESULT = {
    "costs": torch.tensor(costs, dtype=double),
    "theta": theta.detach(),
    "curvature": curvature,
    "both modes agree": torch.allclose(curvature, forward),
    "standard errors": torch.linalg.inv(curvature).diagonal().abs().sqrt(),
}
