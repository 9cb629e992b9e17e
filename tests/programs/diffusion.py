"""A diffusion model of small shapes: a U with attention and group norms, an average of its weights, guided sampling."""

import copy
import math

import torch
import torch.nn.functional as F

torch.manual_seed(11)
STEPS = 30
kept = torch.cumprod(1 - torch.linspace(1e-3, 0.1, STEPS), dim=0)
params = {}


def get(name, *shape):
    """The parameter of this name, made when it is first asked for."""
    if name not in params:
        w = torch.randn(shape) / math.sqrt(math.prod(shape[1:])) if len(shape) > 1 else torch.zeros(shape)
        params[name] = w.requires_grad_()
    return params[name]


def at(schedule, t, x):
    return schedule.gather(-1, t).reshape(-1, *(1,) * (x.dim() - 1))


def waves(t, n=8):
    angles = t[:, None] * torch.exp(-math.log(1e4) * torch.arange(n // 2) / (n // 2))
    return torch.cat([angles.cos(), angles.sin()], dim=-1)


def residual(get, name, x, emb, out):
    h = F.conv2d(F.silu(F.group_norm(x, 2)), get(f"{name}.first", out, x.shape[1], 3, 3), padding="same")
    scale, shift = F.linear(F.silu(emb), get(f"{name}.emb", 2 * out, emb.shape[1]))[:, :, None, None].chunk(2, dim=1)
    h = F.silu(F.group_norm(h, 2) * (1 + scale) + shift)
    h = F.conv2d(h, get(f"{name}.second", out, out, 3, 3), get(f"{name}.bias", out), padding=1)
    return h + (x if x.shape[1] == out else F.conv2d(x, get(f"{name}.skip", out, x.shape[1], 1, 1)))


def attention(get, x):
    b, c, *space = x.shape
    q, k, v = F.conv2d(F.group_norm(x, 2), get("qkv", 3 * c, c, 1, 1)).reshape(b, 3, 2, c // 2, -1).mT.unbind(1)
    seen = F.scaled_dot_product_attention(q, k, v).mT.reshape(b, c, *space)
    return x + F.conv2d(seen, get("seen", c, c, 1, 1))


def noise_of(get, x, t, y):
    emb = F.linear(waves(t), get("time", 16, 8)) + F.embedding(y, get("class", 3, 16))
    wide = residual(get, "down", F.conv2d(x, get("in", 4, 1, 3, 3), padding=1), emb, 4)
    low = attention(get, residual(get, "middle", F.avg_pool2d(wide, 2), emb, 8))
    up = torch.cat([F.interpolate(low, scale_factor=2, mode="nearest"), wide], dim=1)
    return F.conv2d(residual(get, "up", up, emb, 4), get("out", 1, 4, 3, 3), padding=1)


def shapes(n):
    y = torch.randint(0, 2, (n,))
    across, down = (torch.arange(8.0) - torch.randint(2, 6, (2, n, 1))).abs()
    dx, dy = across[:, None, :], down[:, :, None]
    both = torch.stack([dx + dy < 3, torch.maximum(dx, dy) < 2], dim=1)
    return both[torch.arange(n), y].float().unsqueeze(1) * 2 - 1, y


with torch.no_grad():
    noise_of(get, *(torch.zeros(2, 1, 8, 8), torch.tensor([0, 1]), torch.tensor([0, 1])))
average, momentum = copy.deepcopy(params), {k: torch.zeros_like(p) for k, p in params.items()}
losses = []
for _ in range(15):
    x, y = shapes(6)
    t, noise = torch.randint(0, STEPS, (6,)), torch.randn_like(x)
    y = torch.where(torch.rand(6) < 0.2, torch.full_like(y, 2), y)
    noised = at(kept.sqrt(), t, x) * x + at((1 - kept).sqrt(), t, x) * noise
    weight = (kept / (1 - kept)).clamp(max=5.0)[t]
    loss = (F.mse_loss(noise_of(get, noised, t, y), noise, reduction="none").mean(dim=(1, 2, 3)) * weight).mean()
    grads = torch.autograd.grad(loss, list(params.values()))
    clip = torch.clamp(1 / torch.stack([g.norm() for g in grads]).norm(), max=1.0)
    with torch.no_grad():
        for (k, p), g in zip(params.items(), grads, strict=True):
            p.sub_(momentum[k].mul_(0.8).add_(g * clip), alpha=0.05)
            average[k].lerp_(p, 0.2)
    losses.append(loss.item())

with torch.no_grad():
    x, y = torch.randn(4, 1, 8, 8, generator=torch.Generator().manual_seed(0)), torch.arange(4) % 2
    for t in range(STEPS - 1, 0, -7):
        ahead = noise_of(lambda k, *_: average[k], x.repeat(2, 1, 1, 1), torch.full((8,), t), torch.cat([y, y * 0 + 2]))
        given, free = ahead.chunk(2)
        noise = free.lerp(given, 1.5)
        clean = ((x - (1 - kept[t]).sqrt() * noise) / kept[t].sqrt()).clamp_(-1, 1)
        x = kept[max(t - 7, 0)].sqrt() * clean + (1 - kept[max(t - 7, 0)]).sqrt() * noise
RESULT = {
    "losses": torch.tensor(losses),
    "leaves": all(p.is_leaf and p.requires_grad for p in average.values()),
    "numbers": sum(p.numel() for p in params.values()),
    "samples": x.mean(dim=(2, 3)).squeeze(1),
}
