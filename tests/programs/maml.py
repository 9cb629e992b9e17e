"""Model-agnostic meta-learning on sine waves: a gradient through steps of gradient descent, beside its first order."""

import torch
import torch.nn.functional as F

torch.manual_seed(3)
generator = torch.Generator().manual_seed(7)


def forward(x, params):
    x = F.relu(F.linear(x, params["w1"], params["b1"]))
    x = F.relu(F.linear(x, params["w2"], params["b2"]))
    return F.linear(x, params["w3"], params["b3"])


def make_params(hidden=12):
    shapes = dict(w1=(hidden, 1), b1=(hidden,), w2=(hidden, hidden), b2=(hidden,), w3=(1, hidden), b3=(1,))
    return {k: (torch.randn(*s) * (s[-1] ** -0.5)).requires_grad_() for k, s in shapes.items()}


def task(k=8):
    amplitude = torch.rand(1, generator=generator) * 4.9 + 0.1
    phase = torch.rand(1, generator=generator) * 3.14159
    x = torch.rand(2 * k, 1, generator=generator) * 10 - 5
    y = amplitude * torch.sin(x + phase)
    return x[:k], y[:k], x[k:], y[k:]


def adapt(params, x, y, lr=0.01, steps=3, first_order=False):
    fast = dict(params)
    for _ in range(steps):
        loss = F.mse_loss(forward(x, fast), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=not first_order)
        fast = {k: p - lr * g for (k, p), g in zip(fast.items(), grads, strict=True)}
    return fast


params = make_params()
outer_losses = []
for _ in range(8):
    meta = 0
    for _ in range(2):
        xs, ys, xq, yq = task()
        meta = meta + F.mse_loss(forward(xq, adapt(params, xs, ys)), yq)
    meta.backward()
    with torch.no_grad():
        total = torch.norm(torch.stack([p.grad.norm() for p in params.values()]))
        scale = torch.clamp(10.0 / (total + 1e-6), max=1.0)
        for p in params.values():
            p -= 0.01 * scale * p.grad
            p.grad.zero_()
    outer_losses.append(meta.item())

xs, ys, xq, yq = task()
exact = torch.autograd.grad(F.mse_loss(forward(xq, adapt(params, xs, ys)), yq), list(params.values()))
first = adapt(params, xs, ys, first_order=True)
approximate = torch.autograd.grad(F.mse_loss(forward(xq, first), yq), list(params.values()))
cosine = F.cosine_similarity(exact[2].flatten(), approximate[2].flatten(), dim=0)
RESULT = {
    "outer losses": torch.tensor(outer_losses),
    "meta gradient": exact[-1],
    "first order is another": bool((exact[2] - approximate[2]).abs().max() > 1e-4),
    "cosine": cosine,
}
