"""A small convolutional network: batch norm with running statistics, pooling, dropout, momentum, a cosine schedule."""

import math

import torch
from torch.nn import functional as F

torch.manual_seed(13)
images = torch.rand(24, 1, 8, 8)
labels = (images[:, 0, :4].mean((1, 2)) > images[:, 0, 4:].mean((1, 2))).long()


def kaiming(*shape):
    fan_in = math.prod(shape[1:])
    return torch.randn(shape).mul_(math.sqrt(2 / fan_in)).requires_grad_(True)


params = {
    "conv1": kaiming(6, 1, 3, 3),
    "conv2": kaiming(8, 6, 3, 3),
    "gamma": torch.ones(6, requires_grad=True),
    "beta": torch.zeros(6, requires_grad=True),
    "fc": kaiming(2, 8 * 2 * 2),
    "bias": torch.zeros(2, requires_grad=True),
}
running = {"mean": torch.zeros(6), "var": torch.ones(6)}


def net(x, training):
    x = F.conv2d(x, params["conv1"], padding=1)
    x = F.batch_norm(
        x, running["mean"], running["var"], params["gamma"], params["beta"], training=training, momentum=0.1
    )
    x = F.max_pool2d(F.relu(x, inplace=True), 2)
    x = F.avg_pool2d(F.elu(F.conv2d(x, params["conv2"], stride=1, padding="same")), kernel_size=2, stride=2)
    x = F.dropout2d(x, 0.2, training)
    return F.linear(torch.flatten(x, 1), params["fc"], params["bias"])


buffers, losses, packed = {}, [], []
for epoch in range(6):
    lr = 0.5 * 0.1 * (1 + math.cos(math.pi * epoch / 6))
    with torch.autograd.graph.saved_tensors_hooks(lambda t: packed.append(t.numel()) or t, lambda t: t):
        loss = F.nll_loss(F.log_softmax(net(images, True), dim=1), labels, weight=torch.tensor([1.0, 2.0]))
    loss.backward()
    with torch.no_grad():
        for name, p in params.items():
            buf = buffers.setdefault(name, torch.zeros_like(p))
            buf.mul_(0.9).add_(p.grad + 1e-3 * p)
            p -= lr * buf
            p.grad.zero_()
    losses.append(loss.item())

with torch.no_grad():
    logits = net(images, training=False)
unfolded = F.unfold(images[:2], 3)
RESULT = {
    "losses": torch.tensor(losses),
    "running mean": running["mean"],
    "running var": running["var"],
    "logits": logits[:3],
    "unfold": unfolded.mean((1, 2)),
    "something was packed": len(packed) > 0,
}
