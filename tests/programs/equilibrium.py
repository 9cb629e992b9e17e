"""A deep equilibrium model: the fixed point by Anderson acceleration, its gradient by a hook that solves another."""

import torch
import torch.nn.functional as F
from torch import autograd

torch.manual_seed(21)
D = dict(dtype=torch.float64)


def anderson(f, start, memory=4, steps=60, tol=1e-9):
    """The fixed point of ``f``, row by row from a least squares problem in the last values; and the steps it took."""
    rows, n = start.shape
    x, y = torch.zeros(2, rows, memory, n, **D).unbind()
    x[:, 0], y[:, 0] = start, f(start)
    x[:, 1], y[:, 1] = y[:, 0], f(y[:, 0])
    h = torch.zeros(rows, memory + 1, memory + 1, **D)
    h[:, 0, 1:] = h[:, 1:, 0] = 1
    for k in range(2, steps):
        m = min(k, memory)
        gaps = y[:, :m] - x[:, :m]
        h[:, 1 : m + 1, 1 : m + 1] = torch.bmm(gaps, gaps.transpose(1, 2)) + 1e-12 * torch.eye(m, **D)
        alpha = torch.linalg.solve(h[:, : m + 1, : m + 1], torch.eye(m + 1, **D)[0].expand(rows, -1))[:, 1:]
        x[:, k % memory] = (alpha[:, None] @ y[:, :m])[:, 0]
        y[:, k % memory] = f(x[:, k % memory].clone())
        if torch.linalg.vector_norm(y[:, k % memory] - x[:, k % memory]) < tol:
            break
    return x[:, k % memory].clone(), k


wz = (torch.randn(8, 8, **D) * 0.3).requires_grad_()
wx = (torch.randn(8, 4, **D) * 0.5).requires_grad_()
wo = (torch.randn(3, 8, **D) * 0.3).requires_grad_()
params, u = [wz, wx, wo], F.normalize(torch.randn(8, **D), dim=0)


def contracting(w):
    """The weight with a largest singular value below one, which power iteration estimates."""
    global u
    with torch.no_grad():
        v = F.normalize(w.t().mv(u), dim=0)
        u = F.normalize(w.mv(v), dim=0)
    return w / torch.dot(u, w.mv(v)).div(0.9).clamp(min=1.0)


backward_steps = []


def equilibrium(x):
    w, inputs = contracting(wz), F.linear(x, wx)

    def f(z):
        return torch.tanh(F.linear(z, w) + inputs)

    with torch.no_grad():
        z, steps = anderson(f, torch.zeros(len(x), 8, **D))
    z = f(z)
    again = z.detach().requires_grad_()
    once = f(again)

    def solve(grad):
        g, n = anderson(lambda y: autograd.grad(once, again, y, retain_graph=True)[0] + grad, grad)
        backward_steps.append(n)
        return g

    if z.requires_grad:
        z.register_hook(solve)
    return z, steps


x = torch.randn(24, 4, **D)
classes = (x[:, 0] * x[:, 1] > 0).long() + (x[:, 2] > 0).long()
momentum, losses, forward_steps = [torch.zeros_like(p) for p in params], [], []
for _ in range(12):
    z, steps = equilibrium(x)
    loss = F.nll_loss(F.log_softmax(F.linear(z, wo), dim=1), classes)
    loss.backward()
    for p, m in zip(params, momentum, strict=True):
        p.data.sub_(m.mul_(0.9).add_(p.grad.data), alpha=0.2)
        p.grad = None
    losses.append(loss.item())
    forward_steps.append(steps)

point = torch.randn(2, 4, **D)
for _ in range(200):
    contracting(wz)  # until the estimate of the singular value stands still
implicit = autograd.grad(equilibrium(point)[0].sum(), wx)[0]
unrolled, w = torch.zeros(2, 8, **D), contracting(wz).detach()
for _ in range(150):
    unrolled = torch.tanh(F.linear(unrolled, w) + F.linear(point, wx))
through = autograd.grad(unrolled.sum(), wx)[0]
RESULT = {
    "losses": torch.tensor(losses),
    "settled": max(forward_steps + backward_steps) < 59,
    "implicit": implicit.float(),
    "as unrolled": torch.allclose(implicit, through),
}
