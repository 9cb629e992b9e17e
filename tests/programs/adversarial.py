"""Attacks on a classifier by the gradient of its input: one step, projected steps, a universal patch, saliency."""

import torch
import torch.nn.functional as F
from torch.autograd import Variable

torch.manual_seed(15)
w = torch.randn(3, 8)
x = torch.rand(10, 8)
y = (x @ w.t()).argmax(1)


def fgsm(x, y, eps):
    x = x.clone().detach().requires_grad_(True)
    F.cross_entropy(x @ w.t(), y).backward()
    return torch.clamp(x + eps * x.grad.sign(), 0, 1).detach()


def pgd(x, y, eps, alpha=0.05, steps=8):
    adv = x + torch.empty_like(x).uniform_(-eps, eps)
    for _ in range(steps):
        adv = Variable(adv.data, requires_grad=True)
        loss = F.cross_entropy(adv @ w.t(), y)
        loss.backward()
        delta = torch.min(torch.max(adv + alpha * adv.grad.sign() - x, -eps * torch.ones_like(x)), x * 0 + eps)
        adv = torch.clamp(x + delta, min=0.0, max=1.0).detach_()
    return adv


def deepfool(x0, steps=5):
    x = x0.clone()
    for _ in range(steps):
        x.requires_grad_()
        logits = w @ x
        order = logits.argsort(descending=True)
        gap = logits[order[0]] - logits[order[1]]
        if gap.item() < 0:
            break
        (g,) = torch.autograd.grad(gap, x)
        x = (x - (gap.detach() + 1e-4) * g / g.pow(2).sum()).detach()
    return x


def accuracy(x):
    return (torch.argmax(x @ w.t(), dim=1) == y).float().mean()


patch = torch.zeros(8, requires_grad=True)
for _ in range(10):
    loss = -F.cross_entropy((x + patch) @ w.t(), y) + 0.1 * torch.norm(patch + 1e-3)
    patch.grad = None
    loss.backward()
    with torch.no_grad():
        patch -= 0.1 * patch.grad
        patch.clamp_(-0.3, 0.3)

saliency = torch.autograd.functional.jacobian(lambda x: (x @ w.t()).max(dim=1).values.sum(), x).abs().mean(0)
RESULT = {
    "accuracies": torch.stack([accuracy(x), accuracy(fgsm(x, y, 0.1)), accuracy(pgd(x, y, 0.1))]),
    "fgsm": fgsm(x, y, 0.1)[0],
    "pgd": pgd(x, y, 0.1)[0],
    "deepfool": deepfool(x[0]),
    "patch": patch.detach(),
    "saliency": saliency,
}
