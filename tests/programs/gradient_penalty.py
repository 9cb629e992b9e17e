"""A Wasserstein critic with gradient penalty, and a generator: the loss contains a gradient."""

import torch
from torch.nn import functional as F

torch.manual_seed(5)
real_mean = torch.tensor([2.0, -1.0])


def linear(i, o):
    bound = i**-0.5
    w = torch.empty(o, i).uniform_(-bound, bound)
    return [w.requires_grad_(), torch.empty(o).uniform_(-bound, bound).requires_grad_()]


G = linear(4, 16) + linear(16, 2)
D = linear(2, 16) + linear(16, 1)


def mlp(p, x):
    return F.linear(F.leaky_relu(F.linear(x, p[0], p[1]), 0.2), p[2], p[3])


def gradient_penalty(real, fake):
    eps = torch.rand(real.size(0), 1).expand_as(real)
    mixed = (eps * real + (1 - eps) * fake).requires_grad_(True)
    scores = mlp(D, mixed)
    gradients = torch.autograd.grad(
        outputs=scores,
        inputs=mixed,
        grad_outputs=torch.ones(scores.size()),
        create_graph=True,
        retain_graph=True,
        only_inputs=True,
    )[0]
    gradients = gradients.view(gradients.size(0), -1)
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean()


def rmsprop(params, state, lr=5e-3):
    for p, s in zip(params, state, strict=True):
        s.mul_(0.9).addcmul_(p.grad.data, p.grad.data, value=0.1)
        p.data.addcdiv_(p.grad.data, s.sqrt() + 1e-6, value=-lr)
        p.grad.data.zero_()


d_state, g_state = [torch.zeros_like(p) for p in D], [torch.zeros_like(p) for p in G]
penalties, wasserstein = [], []
for _ in range(10):
    for _ in range(2):
        real = torch.randn(32, 2) * 0.5 + real_mean
        fake = mlp(G, torch.randn(32, 4)).detach()
        penalty = gradient_penalty(real, fake)
        distance = mlp(D, real).mean() - mlp(D, fake).mean()
        (-distance + 10 * penalty).backward()
        rmsprop(D, d_state)
    for p in D:
        p.requires_grad = False  # the critic stands still
    (-mlp(D, mlp(G, torch.randn(32, 4))).mean()).backward()
    rmsprop(G, g_state)
    for p in D:
        p.requires_grad = True
    penalties.append(penalty.item())
    wasserstein.append(distance.item())

RESULT = {
    "penalties": torch.tensor(penalties),
    "distances": torch.tensor(wasserstein),
    "the critic kept no gradient": all(p.grad is None or float(p.grad.abs().sum()) == 0 for p in D),
}
