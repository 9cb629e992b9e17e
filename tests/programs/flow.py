"""A normalising flow of coupling layers: exact likelihood, an inverse, the log-determinant checked by the Jacobian."""

import math

import torch
import torch.nn.functional as F

torch.manual_seed(16)
D = torch.float64
mask = torch.tensor([1.0, 0.0], dtype=D)


class Coupling:
    def __init__(self, mask, hidden=8):
        self.mask = mask
        self.p = [
            torch.randn(2, hidden, dtype=D) * 0.5,
            torch.zeros(hidden, dtype=D),
            torch.randn(hidden, 4, dtype=D) * 0.1,
        ]
        for t in self.p:
            t.requires_grad_()

    def scale_shift(self, x):
        h = F.silu((x * self.mask) @ self.p[0] + self.p[1]) @ self.p[2]
        s, t = torch.tensor_split(h, 2, dim=-1)
        return torch.tanh(s) * (1 - self.mask), t * (1 - self.mask)

    def forward(self, x):
        s, t = self.scale_shift(x)
        return x * s.exp() + t, s.sum(-1)

    def inverse(self, z):
        s, t = self.scale_shift(z)
        return (z - t) * torch.exp(-s)


layers = [Coupling(mask if i % 2 else 1 - mask) for i in range(4)]


def transform(x):
    total = x.new_zeros(x.shape[:-1])
    for layer in layers:
        x, logdet = layer.forward(x)
        total += logdet
    return x, total


def log_prob(x):
    z, logdet = transform(x)
    return -0.5 * (z**2).sum(-1) - math.log(2 * math.pi) + logdet


angle = torch.rand(48, dtype=D) * math.pi
data = torch.stack([angle.cos(), angle.sin()], -1) + 0.05 * torch.randn(48, 2, dtype=D)
params = [t for layer in layers for t in layer.p]
history = []
for _ in range(10):
    loss = -log_prob(data).mean()
    for p, g in zip(params, torch.autograd.grad(loss, params), strict=True):
        p.data.sub_(0.1 * g)
    history.append(loss.item())

z, logdet = transform(data[:3])
x = z
for layer in reversed(layers):
    x = layer.inverse(x)
jacobian = torch.func.vmap(torch.func.jacrev(lambda v: transform(v)[0]))(data[:3])
by_hand = (jacobian[:, 0, 0] * jacobian[:, 1, 1] - jacobian[:, 0, 1] * jacobian[:, 1, 0]).abs().log()
RESULT = {
    "history": torch.as_tensor(history, dtype=D),
    "logdet": logdet.detach(),
    "inverse": torch.allclose(x, data[:3]),
    "determinant": torch.allclose(by_hand, logdet),
    "score": torch.autograd.functional.vjp(lambda v: log_prob(v).sum(), data[0])[1],
}
