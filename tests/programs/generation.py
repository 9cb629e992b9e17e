"""A language model that keeps keys and values: rotary positions by complex numbers, sampling from the likeliest."""

import math

import torch
import torch.nn.functional as F

torch.manual_seed(1337)
text = "the quick brown fox jumps over the lazy dog. pack my box with five dozen liquor jugs. " * 3
chars = sorted(set(text))
data = torch.tensor([chars.index(c) for c in text])
V, E, H, LONGEST = len(chars), 16, 2, 64

turns = torch.outer(torch.arange(LONGEST).float(), 1e4 ** -(torch.arange(0, E // H, 2) / (E // H)))
turns = torch.polar(torch.ones_like(turns), turns)


def weight(*shape, std=0.1):
    return (torch.randn(*shape) * std).requires_grad_()


embedding = weight(V, E)
blocks = [
    dict(qkv=weight(3 * E, E), out=weight(E, E), up=weight(4 * E, E), gate=weight(4 * E, E), down=weight(E, 4 * E))
    for _ in range(2)
]
params = [embedding, *(p for block in blocks for p in block.values())]


def rms(x):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5)


def rotated(x, start):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(pairs * turns[start : start + x.shape[-2]]).flatten(-2)


def model(idx, cache=None, start=0):
    x = F.embedding(idx, embedding)
    b, n, _ = x.shape
    for i, block in enumerate(blocks):
        q, k, v = F.linear(rms(x), block["qkv"]).view(b, n, 3, H, -1).permute(2, 0, 3, 1, 4).unbind(0)
        q, k = rotated(q, start), rotated(k, start)
        if cache is not None:
            cache[i, 0, :, :, start : start + n], cache[i, 1, :, :, start : start + n] = k, v
            k, v = cache[i, :, :, :, : start + n]
        mask = torch.ones(n, start + n, dtype=torch.bool).tril(diagonal=start)
        scores = (q @ k.transpose(-2, -1) / math.sqrt(E // H)).masked_fill(~mask, float("-inf"))
        x = x + F.linear((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, n, E), block["out"])
        x = x + F.linear(F.silu(F.linear(rms(x), block["gate"])) * F.linear(rms(x), block["up"]), block["down"])
    return F.linear(rms(x), embedding)


losses, seconds = [], [torch.zeros_like(p) for p in params]
for step in range(1, 16):
    starts = torch.randint(len(data) - 17, (4,))
    batch = torch.stack([data[i : i + 17] for i in starts])
    loss = F.cross_entropy(model(batch[:, :-1]).flatten(0, 1), batch[:, 1:].flatten(), label_smoothing=0.05)
    loss.backward()
    with torch.no_grad():
        clip = torch.clamp(1 / torch.stack([p.grad.norm() for p in params]).norm(), max=1.0)
        for p, s in zip(params, seconds, strict=True):
            s.mul_(0.95).addcmul_(p.grad, p.grad, value=0.05)
            p.mul_(1 - 1e-3).addcdiv_(p.grad * clip, (s / (1 - 0.95**step)).sqrt() + 1e-4, value=-0.01)
            p.grad = None
    losses.append(loss.item())


@torch.inference_mode()
def generate(idx, n, keep):
    generator = torch.Generator().manual_seed(0)
    cache, start = torch.zeros(2, 2, 1, H, LONGEST, E // H) if keep else None, 0
    for _ in range(n):
        logits = model(idx[:, start:], cache, start)[:, -1] / 0.8
        start = idx.shape[1] if keep else 0
        logits[logits < logits.topk(8).values[:, [-1]]] = -float("inf")
        likely, order = logits.softmax(-1).sort(descending=True)
        likely[likely.cumsum(-1) - likely > 0.9] = 0.0
        idx = torch.cat((idx, order.gather(-1, torch.multinomial(likely, 1, generator=generator))), 1)
    return idx[0].tolist()


RESULT = {
    "losses": torch.tensor(losses),
    "text": generate(data[None, :4], 24, keep=True),
    "kept or not": generate(data[None, :4], 24, keep=True) == generate(data[None, :4], 24, keep=False),
}
