"""A physics-informed network: u'' = -pi**2 sin(pi x) with u(-1) = u(1) = 0, by derivatives of the network itself."""

import math

import torch

torch.manual_seed(2)


def init(sizes):
    params = []
    for i, o in zip(sizes[:-1], sizes[1:], strict=False):
        w = torch.randn(i, o, dtype=torch.float64) * math.sqrt(2.0 / (i + o))
        params += [w.requires_grad_(True), torch.zeros(o, dtype=torch.float64, requires_grad=True)]
    return params


def net(params, x):
    for w, b in zip(params[0:-2:2], params[1:-2:2], strict=True):
        x = torch.tanh(x @ w + b)
    return x @ params[-2] + params[-1]


def derivatives(u, x):
    ones = torch.ones_like(u)
    (du,) = torch.autograd.grad(u, x, ones, create_graph=True, retain_graph=True)
    (ddu,) = torch.autograd.grad(du, x, grad_outputs=torch.ones_like(du), create_graph=True)
    return du, ddu


params = init([1, 16, 16, 1])
velocity = [torch.zeros_like(p) for p in params]
boundary = torch.tensor([[-1.0], [1.0]], dtype=torch.float64)
history = []
for _ in range(40):
    x = (torch.linspace(-1, 1, 24, dtype=torch.float64).unsqueeze(-1)).requires_grad_()
    u = net(params, x)
    _, ddu = derivatives(u, x)
    residual = ddu + math.pi**2 * torch.sin(math.pi * x)
    loss = (residual**2).mean() + 10.0 * net(params, boundary).pow(2).mean()
    gradients = torch.autograd.grad(loss, params, allow_unused=True)
    with torch.no_grad():
        for p, v, g in zip(params, velocity, gradients, strict=True):
            if g is None:
                continue
            v.mul_(0.9).add_(g)
            p.sub_(1e-4 * v)
    history.append(loss.detach())

third = torch.autograd.grad(derivatives(net(params, x), x)[1].sum(), x, create_graph=False, retain_graph=False)[0]
RESULT = {"history": torch.stack(history)[::8], "third derivative": third[::6, 0], "u": u.detach()[::6].flatten()}
