"""A multilayer perceptron on two spirals, trained by an Adam written by hand."""

import math

import torch
import torch.nn.functional as F


class Adam:
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        self.params = list(params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.m = [torch.zeros_like(p) for p in self.params]
        self.v = [torch.zeros_like(p) for p in self.params]
        self.t = 0

    def zero_grad(self, set_to_none=True):
        for p in self.params:
            if set_to_none:
                p.grad = None
            elif p.grad is not None:
                p.grad.detach_()
                p.grad.zero_()

    @torch.no_grad()
    def step(self):
        self.t += 1
        b1, b2 = self.betas
        for p, m, v in zip(self.params, self.m, self.v, strict=True):
            g = p.grad
            if self.weight_decay:
                g = g.add(p, alpha=self.weight_decay)
            m.mul_(b1).add_(g, alpha=1 - b1)
            v.mul_(b2).addcmul_(g, g, value=1 - b2)
            denominator = (v.sqrt() / math.sqrt(1 - b2**self.t)).add_(self.eps)
            p.addcdiv_(m, denominator, value=-self.lr / (1 - b1**self.t))


def spirals(n):
    t = torch.linspace(0.5, 3 * math.pi, n)
    arms = [torch.stack((s * t * t.cos(), s * t * t.sin()), dim=1) for s in (1, -1)]
    x = torch.cat(arms) / (3 * math.pi) + 0.02 * torch.randn(2 * n, 2)
    y = torch.cat((torch.zeros(n, dtype=torch.long), torch.ones(n, dtype=torch.long)))
    return x, y


torch.manual_seed(0)
x, y = spirals(64)
sizes = [2, 32, 32, 2]
weights, biases = [], []
for fan_in, fan_out in zip(sizes[:-1], sizes[1:], strict=True):
    w = torch.empty(fan_out, fan_in).uniform_(-1, 1).mul_(1 / math.sqrt(fan_in))
    weights.append(w.requires_grad_())
    biases.append(torch.zeros(fan_out, requires_grad=True))


def model(x):
    for w, b in zip(weights[:-1], biases[:-1], strict=True):
        x = torch.tanh(F.linear(x, w, b))
    return F.linear(x, weights[-1], biases[-1])


optimizer = Adam([*weights, *biases], lr=0.02, weight_decay=1e-4)
losses = []
for epoch in range(30):
    for batch in torch.randperm(len(x)).split(32):
        loss = F.cross_entropy(model(x[batch]), y[batch])
        optimizer.zero_grad(set_to_none=epoch % 2 == 0)
        loss.backward()
        optimizer.step()
    losses.append(loss.item())

with torch.no_grad():
    accuracy = (model(x).argmax(dim=1) == y).float().mean()
RESULT = {
    "first losses": torch.tensor(losses[:5]),
    "accuracy within a tenth": (accuracy * 10).round() / 10,
    "first gradient": torch.autograd.grad(F.cross_entropy(model(x), y), biases[-1])[0].abs().max() < 1,
}
