"""A block of a transformer that learns to copy: attention, layer_norm, gelu, dropout, embedding, cross_entropy."""

import math

import torch
import torch.nn.functional as F

torch.manual_seed(9)
vocab, width, heads, length = 11, 16, 2, 8


def param(*shape, scale=None):
    return (torch.randn(*shape) * (scale or shape[-1] ** -0.5)).requires_grad_()


P = {
    "tok": param(vocab, width, scale=0.3), "pos": param(length, width, scale=0.3),
    "qkv": param(3 * width, width), "proj": param(width, width),
    "up": param(4 * width, width), "down": param(width, 4 * width), "head": param(vocab, width),
    "g1": torch.ones(width, requires_grad=True), "b1": torch.zeros(width, requires_grad=True),
    "g2": torch.ones(width, requires_grad=True), "b2": torch.zeros(width, requires_grad=True),
}  # fmt: skip
mask = torch.tril(torch.ones(length, length)).view(1, 1, length, length)


def attention(x, training):
    B, T, C = x.size()
    q, k, v = F.linear(x, P["qkv"]).split(C, dim=2)
    q, k, v = (t.view(B, T, heads, C // heads).transpose(1, 2) for t in (q, k, v))
    att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
    att = att.masked_fill(mask[:, :, :T, :T] == 0, float("-inf"))
    att = F.dropout(F.softmax(att, dim=-1), 0.1, training=training)
    return F.linear((att @ v).transpose(1, 2).contiguous().view(B, T, C), P["proj"])


def forward(idx, training=True):
    x = F.embedding(idx, P["tok"]) + P["pos"][torch.arange(idx.size(1))]
    x = x + attention(F.layer_norm(x, (width,), P["g1"], P["b1"]), training)
    h = F.gelu(F.linear(F.layer_norm(x, (width,), P["g2"], P["b2"]), P["up"]))
    return F.linear(x + F.dropout(F.linear(h, P["down"]), p=0.1, training=training), P["head"])


losses = []
for _ in range(12):
    half = torch.randint(0, vocab, (16, length // 2))
    idx = torch.cat([half, half], dim=1)
    logits = forward(idx[:, :-1])
    loss = F.cross_entropy(logits.reshape(-1, vocab), idx[:, 1:].reshape(-1), label_smoothing=0.05)
    grads = torch.autograd.grad(loss, list(P.values()))
    total = sum((g**2).sum() for g in grads) ** 0.5
    with torch.no_grad():
        for p, g in zip(P.values(), grads, strict=True):
            p.add_(g / torch.clamp_min(total, 1.0), alpha=-0.5)
    losses.append(loss.detach())

with torch.no_grad():
    logits = forward(idx, training=False)
    top = torch.topk(F.log_softmax(logits[0, -1], dim=-1), 3)
q = torch.randn(1, heads, 5, 8)
fused = F.scaled_dot_product_attention(q, q, q, is_causal=True)
RESULT = {"losses": torch.stack(losses), "top": top.values, "fused": fused.mean((0, 1, 3)), "which": top.indices}
