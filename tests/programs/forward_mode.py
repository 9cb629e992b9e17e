"""Forward mode by hand: Gauss-Newton with dual numbers, forward over reverse, a projected and a random gradient."""

import torch
import torch.autograd.forward_ad as fwAD
from torch.func import jacfwd, jvp, linearize

torch.manual_seed(20)
t = torch.linspace(0, 2, 25, dtype=torch.float64)
truth = torch.tensor([2.0, 1.3, 0.5], dtype=torch.float64)
measured = truth[0] * torch.exp(-truth[1] * t) + truth[2] + 0.01 * torch.randn(25, dtype=torch.float64)


def residuals(p):
    return p[0] * torch.exp(-p[1] * t) + p[2] - measured


def jacobian_by_duals(p):
    columns = []
    for direction in torch.eye(3, dtype=p.dtype):
        with fwAD.dual_level():
            out = residuals(fwAD.make_dual(p, direction))
            columns.append(fwAD.unpack_dual(out).tangent)
    return torch.stack(columns, dim=1)


def solve3(a, b):
    """Cramer's rule."""
    det = lambda m: (torch.cross(m[0], m[1], dim=0) * m[2]).sum()
    parts = []
    for k in range(3):
        m = a.clone()
        m[:, k] = b
        parts.append(det(m) / det(a))
    return torch.stack(parts)


p = torch.tensor([1.0, 0.5, 0.0], dtype=torch.float64)
path = [p]
for _ in range(8):
    J = jacobian_by_duals(p)
    p = p - solve3(J.T @ J + 1e-9 * torch.eye(3, dtype=p.dtype), J.T @ residuals(p))
    path.append(p)

cost = lambda p: 0.5 * residuals(p).square().sum()
x = p.clone().requires_grad_()
v = torch.tensor([1.0, -1.0, 2.0], dtype=torch.float64)
with fwAD.dual_level():  # forward over reverse
    dual = fwAD.make_dual(x, v)
    (g,) = torch.autograd.grad(cost(dual), dual, create_graph=True)
    hv = fwAD.unpack_dual(g).tangent

estimates = []
for _ in range(20):  # the forward gradient: one direction at a time
    direction = torch.randn(3, dtype=torch.float64)
    _, slope = jvp(cost, (path[1],), (direction,))
    estimates.append(slope * direction)
out, push = linearize(residuals, p)
RESULT = {
    "parameters": p,
    "path": torch.stack(path)[::2],
    "jacobian": torch.allclose(J, jacfwd(residuals)(path[-2])),
    "hessian product": hv.detach(),
    "estimate": torch.stack(estimates).mean(0),
    "linearized": push(v)[::6],
}
