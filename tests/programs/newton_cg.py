"""Logistic regression by Newton's method; each step is solved by conjugate gradients on Hessian-vector products."""

import torch
from torch.autograd import grad
from torch.autograd.functional import hessian, hvp, vhp

torch.manual_seed(1)
n, d = 60, 5
features = torch.randn(n, d, dtype=torch.double)
truth = torch.tensor([1.5, -2.0, 0.5, 0.0, 1.0], dtype=torch.double)
labels = (features @ truth + 0.3 * torch.randn(n, dtype=torch.double) > 0).to(features.dtype)


def loss_fn(w):
    logits = features.mv(w)
    nll = torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="sum")
    return nll + 0.5 * w.dot(w)


def conjugate_gradient(product, b, steps=20, tol=1e-12):
    x = torch.zeros_like(b)
    r, p = b.clone(), b.clone()
    rr = r @ r
    for _ in range(steps):
        hp = product(p)
        alpha = rr / (p @ hp)
        x += alpha * p
        r -= alpha * hp
        new = r @ r
        if new.sqrt() < tol:
            break
        p = r + (new / rr) * p
        rr = new
    return x


w = torch.zeros(d, dtype=torch.double, requires_grad=True)
losses = []
for _ in range(6):
    loss = loss_fn(w)
    (g,) = grad(loss, w, create_graph=True)

    def product(v, g=g, w=w):
        return grad(g, w, grad_outputs=v, retain_graph=True)[0]

    step = conjugate_gradient(product, g.detach())
    with torch.no_grad():
        w -= step
    losses.append(loss.item())

h = hessian(loss_fn, w.detach())
v = torch.arange(1.0, d + 1, dtype=torch.double)
RESULT = {
    "w": w.detach(),
    "losses": torch.tensor(losses, dtype=torch.double),
    "gradient at the minimum is zero": grad(loss_fn(w), w)[0].norm() < 1e-8,
    "hessian": h,
    "symmetric": torch.allclose(h, h.T),
    "hvp": hvp(loss_fn, w.detach(), v)[1],
    "vhp": vhp(loss_fn, w.detach(), v)[1],
    "hvp is H v": torch.allclose(hvp(loss_fn, w.detach(), v)[1], h @ v),
}
