"""A neural differential equation: the adjoint method as a custom Function, beside the gradient through the solver."""

import torch
from torch import nn
from torch.autograd import Function, gradcheck

F64 = dict(dtype=torch.float64)
torch.manual_seed(4)


def field(t, z, w1, b1, w2):
    return torch.tanh(z @ w1 + b1 * torch.cos(t)) @ w2


def rk4(f, y, t0, t1, steps):
    h = (t1 - t0) / steps
    t = t0
    for _ in range(steps):
        k1 = f(t, y)
        k2 = f(t + h / 2, tuple(a + h / 2 * k for a, k in zip(y, k1, strict=True)))
        k3 = f(t + h / 2, tuple(a + h / 2 * k for a, k in zip(y, k2, strict=True)))
        k4 = f(t + h, tuple(a + h * k for a, k in zip(y, k3, strict=True)))
        y = tuple(a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4, strict=True))
        t = t + h
    return y


class OdeSolve(Function):
    """z(t1), with gradients by solving the adjoint equation backwards: memory does not grow with the steps."""

    @staticmethod
    def forward(ctx, z0, t0, t1, steps, *params):
        with torch.no_grad():
            (z1,) = rk4(lambda t, y: (field(t, y[0], *params),), (z0,), t0, t1, steps)
        ctx.save_for_backward(z1, t0, t1, *params)
        ctx.steps = steps
        return z1

    @staticmethod
    def backward(ctx, a1):
        z1, t0, t1, *params = ctx.saved_tensors

        def augmented(t, state):
            z, a = state[:2]
            with torch.enable_grad():
                z = z.detach().requires_grad_(True)
                leaves = [p.detach().requires_grad_(True) for p in params]
                f = field(t, z, *leaves)
                gz, *gp = torch.autograd.grad(f, [z, *leaves], a, allow_unused=True)
            return (f.detach(), -gz, *[-g for g in gp])

        start = (z1, a1, *[torch.zeros_like(p) for p in params])
        _, a0, *gp = rk4(augmented, start, t1, t0, ctx.steps)
        return (a0, None, None, None, *gp)


w1 = (torch.randn(2, 8, **F64) * 0.5).requires_grad_()
b1 = torch.zeros(8, **F64, requires_grad=True)
w2 = (torch.randn(8, 2, **F64) * 0.5).requires_grad_()
z0 = torch.tensor([[1.0, 0.0], [0.0, 1.0]], **F64)
t0, t1 = torch.tensor(0.0, **F64), torch.tensor(1.0, **F64)
target = torch.tensor([[0.0, 1.0], [-1.0, 0.0]], **F64)

losses = []
for _ in range(5):
    z1 = OdeSolve.apply(z0, t0, t1, 10, w1, b1, w2)
    loss = nn.functional.mse_loss(z1, target)
    loss.backward()
    with torch.no_grad():
        for p in (w1, b1, w2):
            p.sub_(p.grad, alpha=0.5)
            p.grad = None
    losses.append(loss.item())

by_adjoint = torch.autograd.grad(OdeSolve.apply(z0, t0, t1, 40, w1, b1, w2).sum(), (w1, b1, w2))
through = rk4(lambda t, y: (field(t, y[0], w1, b1, w2),), (z0,), t0, t1, 40)[0]
by_solver = torch.autograd.grad(through.sum(), (w1, b1, w2))
short = lambda z, w, v: OdeSolve.apply(z, t0, t1, 20, w, b1.detach(), v)
RESULT = {
    "losses": torch.tensor(losses, **F64),
    "gradient": by_solver[2],
    "agree": all(torch.allclose(a, b, atol=1e-7) for a, b in zip(by_adjoint, by_solver, strict=True)),
    "gradcheck": gradcheck(short, (z0.clone().requires_grad_(), w1, w2), atol=1e-5),
}
