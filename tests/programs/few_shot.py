"""Meta-learning by functions of functions: tasks under vmap, steps of one's own by grad, learned step sizes."""

import math

import torch
import torch.nn.functional as F
from torch.func import grad, grad_and_value, hessian, vjp, vmap

torch.manual_seed(9)
WIDTH, D = 12, dict(dtype=torch.float64)
params = {
    "w0": torch.randn(1, WIDTH, **D) * 0.8,
    "b0": torch.zeros(WIDTH, **D),
    "w1": torch.randn(WIDTH, WIDTH, **D) / math.sqrt(WIDTH),
    "w2": torch.randn(WIDTH, 1, **D) / math.sqrt(WIDTH),
    "b2": torch.zeros(1, **D),
}
rates = {k: torch.full_like(v, math.log(0.05)) for k, v in params.items()}


def model(params, x):
    h = torch.tanh(x @ params["w0"] + params["b0"])
    h = F.layer_norm(F.elu(h @ params["w1"]), (WIDTH,))
    return h @ params["w2"] + params["b2"]


def error(params, x, y):
    return F.mse_loss(model(params, x), y)


def task(params, rates, x, y, x_query, y_query):
    adapted = params
    for _ in range(2):
        slopes = grad(error)(adapted, x, y)
        adapted = {k: p - rates[k].exp() * slopes[k] for k, p in adapted.items()}
    return error(adapted, x_query, y_query), error(params, x_query, y_query).detach()


def objective(both, batch):
    after, before = vmap(task, in_dims=(None, None, 0, 0, 0, 0))(*both, *batch)
    return after.mean(), before.mean()


def tasks(n, k=6):
    amplitude, phase = torch.rand(n, 1, 1, **D) * 2 + 0.5, torch.rand(n, 1, 1, **D) * math.pi
    x = torch.rand(n, 2 * k, 1, **D) * 6 - 3
    y = amplitude * torch.sin(x + phase)
    return x[:, :k], y[:, :k], x[:, k:], y[:, k:]


history, step = [], grad_and_value(objective, has_aux=True)
for _ in range(10):
    slopes, (after, before) = step((params, rates), tasks(4))
    params, rates = (
        {k: v - lr * slope[k].clamp(-1, 1) for k, v in values.items()}
        for values, slope, lr in zip((params, rates), slopes, (0.05, 0.5), strict=True)
    )
    history.append([after.item(), before.item()])

x, y, *_ = (t[0] for t in tasks(1))
curvature = hessian(lambda b: error({**params, "b0": b}, x, y))(params["b0"])
_, slope = vjp(grad(lambda w: error({**params, "w1": w}, x, y)), params["w1"])
per_example = vmap(grad(error), in_dims=(None, 0, 0))(params, x, y)
RESULT = {
    "history": torch.tensor(history, **D),
    "curvature": curvature.diagonal(),
    "product": slope(torch.ones_like(params["w1"]))[0].sum(0),
    "fisher": sum(g.flatten(1).square().sum(1) for g in per_example.values()),
    "rates": torch.stack([r.mean() for r in rates.values()]),
}
