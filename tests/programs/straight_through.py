"""Straight-through estimators: a rounding Function, the detach trick, a binary network, Gumbel noise."""

import torch
import torch.nn.functional as F

torch.manual_seed(10)


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.bounds = low, high
        return x.round().clamp_(low, high)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        low, high = ctx.bounds
        grad_input = grad_output.clone()
        grad_input[x < low] = 0
        grad_input[x > high] = 0
        return grad_input, None, None


class BinaryActivation(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return torch.sign(x)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g):
        return g * (ctx.saved_tensors[0].abs() <= 1).type_as(g)


def fake_quantize(w, bits=4):
    scale = w.detach().abs().max() / (2 ** (bits - 1) - 1)
    return RoundSTE.apply(w / scale, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1) * scale


def gumbel_softmax(logits, tau=0.7):
    u = torch.rand_like(logits)
    noise = -torch.log(-torch.log(u + 1e-10) + 1e-10)
    soft = F.softmax((logits + noise) / tau, dim=-1)
    hard = torch.zeros_like(soft).scatter_(-1, soft.argmax(dim=-1, keepdim=True), 1.0)
    return hard - soft.detach() + soft


w1, w2 = torch.randn(3, 12, requires_grad=True), torch.randn(12, 1, requires_grad=True)
codes = torch.zeros(4, requires_grad=True)
x = torch.randn(40, 3)
y = (x[:, :1] * x[:, 1:2] > 0).float() * 2 - 1
losses = []
for _ in range(15):
    choice = gumbel_softmax(codes.expand(40, 4))
    out = BinaryActivation.apply(x @ fake_quantize(w1)) @ fake_quantize(w2) + choice[:, :1]
    loss = F.soft_margin_loss(out, y) + 0.01 * choice.sum(0).pow(2).mean()
    loss.backward()
    for p in (w1, w2, codes):
        p.data -= 0.1 * p.grad.data
        p.grad = None
    losses.append(loss.item())

a = torch.tensor([-9.0, -0.4, 0.6, 9.0], requires_grad=True)
RoundSTE.apply(a, -8, 7).sum().backward()
batched = torch.func.vmap(torch.func.grad(lambda v: BinaryActivation.apply(v).sum()))(a.detach())
RESULT = {"losses": torch.tensor(losses)[::3], "through": a.grad, "batched": batched, "codes": codes.detach()}
