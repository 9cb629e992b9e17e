"""A variational autoencoder on small pictures of bars, with the reparametrisation trick and its random numbers."""

import torch
from torch.nn import functional as F

torch.manual_seed(8)
side, latent = 6, 2
images = torch.zeros(2 * side, side, side)
for i in range(side):
    images[i, i, :] = 1.0
    images[side + i, :, i] = 1.0
images = images.view(-1, side * side)


def layer(i, o):
    w = torch.empty(o, i)
    w.data.normal_(0, (2.0 / (i + o)) ** 0.5)
    w.requires_grad = True
    return w, torch.zeros(o).requires_grad_()


enc, mu_head, var_head, dec, out = layer(36, 24), layer(24, latent), layer(24, latent), layer(latent, 24), layer(24, 36)
parameters = [p for pair in (enc, mu_head, var_head, dec, out) for p in pair]


def encode(x):
    h = F.relu(F.linear(x, *enc))
    return F.linear(h, *mu_head), F.linear(h, *var_head)


def reparametrize(mu, logvar):
    std = torch.exp(0.5 * logvar)
    eps = torch.randn_like(std)
    return mu + eps * std


def decode(z):
    return torch.sigmoid(F.linear(F.relu(F.linear(z, *dec)), *out))


def elbo(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x, reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld, kld


losses, klds = [], []
for _ in range(20):
    noisy = images * torch.bernoulli(torch.full_like(images, 0.9))
    mu, logvar = encode(noisy)
    recon = decode(reparametrize(mu, logvar))
    loss, kld = elbo(recon, images, mu, logvar)
    for p in parameters:
        if p.grad is not None:
            p.grad.zero_()
    loss.backward()
    norm = torch.sqrt(sum(p.grad.pow(2).sum() for p in parameters))
    with torch.no_grad():
        for p in parameters:
            p -= 2e-3 * p.grad * min(1.0, 50.0 / float(norm))
    losses.append(loss.item())
    klds.append(kld.item())

with torch.no_grad():
    samples = decode(torch.normal(0.0, 1.0, size=(8, latent)))
RESULT = {"losses": torch.tensor(losses)[::4], "klds": torch.tensor(klds)[::4], "samples": samples.mean(1)}
