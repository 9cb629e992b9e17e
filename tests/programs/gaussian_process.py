"""A Gaussian process: hyperparameters by the gradient of the marginal likelihood, with a Cholesky written in place."""

import math

import torch

torch.manual_seed(12)
F64 = torch.float64
X = torch.sort(torch.rand(12, dtype=F64) * 6)[0].unsqueeze(1)
y = torch.sin(X).squeeze(1) + 0.1 * torch.randn(12, dtype=F64)
raw = torch.tensor([0.0, 0.0, -2.0], dtype=F64, requires_grad=True)


def rbf(a, b, lengthscale, variance):
    d2 = (a.pow(2).sum(1, keepdim=True) + b.pow(2).sum(1) - 2 * a @ b.T).clamp(min=0)
    return variance * torch.exp(-0.5 * d2 / lengthscale**2)


def cholesky(K):
    """Column by column into a buffer."""
    n = K.shape[0]
    L = torch.zeros_like(K)
    for j in range(n):
        s = K[j, j] - L[j, :j].clone() @ L[j, :j].clone()
        L[j, j] = s.sqrt()
        if j + 1 < n:
            L[j + 1 :, j] = (K[j + 1 :, j] - L[j + 1 :, :j].clone() @ L[j, :j].clone()) / L[j, j].clone()
    return L


def forward_substitution(L, b):
    x = []
    for i in range(len(b)):
        known = sum((L[i, j] * x[j] for j in range(i)), torch.zeros((), dtype=b.dtype))
        x.append((b[i] - known) / L[i, i])
    return torch.stack(x)


def negative_log_likelihood(raw):
    lengthscale, variance, noise = raw.exp()
    K = rbf(X, X, lengthscale, variance) + (noise + 1e-8) * torch.eye(12, dtype=F64)
    L = cholesky(K)
    alpha = forward_substitution(L, y)
    return 0.5 * (alpha @ alpha) + L.diagonal().log().sum() + 6 * math.log(2 * math.pi)


values = []
for _ in range(6):
    value = negative_log_likelihood(raw)
    value.backward()
    raw.data.add_(raw.grad, alpha=-0.05)
    raw.grad = None
    values.append(value.item())

final = raw.detach().clone().requires_grad_()
(g,) = torch.autograd.grad(negative_log_likelihood(final), final)
RESULT = {
    "values": torch.tensor(values, dtype=F64),
    "raw": raw.detach(),
    "g": g,
    "hessian": torch.autograd.functional.hessian(negative_log_likelihood, raw.detach()),
}
