"""Gradients of every sample for private training: vmap of grad, clipped, with noise; and influence by Jacobians."""

import torch
import torch.nn.functional as F
from torch.func import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap

torch.manual_seed(7)
params = {
    "w1": torch.randn(10, 4) / 2,
    "b1": torch.zeros(10),
    "w2": torch.randn(3, 10) / 3,
    "b2": torch.zeros(3),
}
data = torch.randn(16, 4)
targets = torch.randint(0, 3, (16,))


def predict(params, x):
    hidden = torch.tanh(F.linear(x, params["w1"], params["b1"]))
    return F.linear(hidden, params["w2"], params["b2"])


def compute_loss(params, sample, target):
    logits = predict(params, sample.unsqueeze(0))
    return F.cross_entropy(logits, target.unsqueeze(0))


per_sample = vmap(grad_and_value(compute_loss), in_dims=(None, 0, 0))
norms, losses = [], []
for _ in range(5):
    grads, loss = per_sample(params, data, targets)
    flat = torch.cat([g.flatten(1) for g in grads.values()], dim=1)
    norm = flat.norm(dim=1)
    factor = (0.5 / (norm + 1e-6)).clamp(max=1.0)
    clipped = {k: torch.einsum("n,n...->...", factor, g) for k, g in grads.items()}
    params = {k: p - 0.2 * (clipped[k] + 0.01 * torch.randn_like(p)) / 4 for k, p in params.items()}
    norms.append(norm)
    losses.append(loss.mean())

by_loop = [grad(compute_loss)(params, x, y) for x, y in zip(data, targets, strict=True)]
by_vmap = vmap(grad(compute_loss), in_dims=(None, 0, 0))(params, data, targets)
one = lambda x: predict(params, x)
jacobians = vmap(jacrev(one))(data)
tangents = vmap(lambda x: jvp(one, (x,), (torch.ones_like(x),))[1])(data)
_, pullback = vjp(one, data[0])
RESULT = {
    "losses": torch.stack(losses),
    "norms": torch.stack(norms)[:, ::4],
    "loop": all(torch.allclose(torch.stack([g[k] for g in by_loop]), by_vmap[k], atol=1e-6) for k in params),
    "jacrev is jacfwd": torch.allclose(jacobians, vmap(jacfwd(one))(data), atol=1e-5),
    "jvp": torch.allclose(tangents, jacobians.sum(-1), atol=1e-5),
    "vjp": pullback(torch.ones(3))[0],
    "hessian": hessian(lambda x: one(x).logsumexp(0))(data[0]),
}
