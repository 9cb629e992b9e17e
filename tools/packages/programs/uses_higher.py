"""higher as its documentation uses it: gradients through the steps of optimisers, which it unrolls."""

from __future__ import annotations

import higher
import pytest
import torch
from torch import nn

OPTIMIZERS = {
    "SGD": {"momentum": 0.9}, "Adam": {}, "Adagrad": {}, "Adadelta": {}, "RMSprop": {"momentum": 0.5}, "Adamax": {},
}  # fmt: skip


def outer(model: nn.Module, x: torch.Tensor, name: str, lr: torch.Tensor) -> torch.Tensor:
    optimizer = getattr(torch.optim, name)(model.parameters(), lr=0.1, **OPTIMIZERS[name])
    with higher.innerloop_ctx(model, optimizer, copy_initial_weights=False, override={"lr": [lr]}) as (fast, steps):
        for _ in range(3):
            steps.step(fast(x).square().mean())
        return (fast(x) - 1).square().mean()


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_gradient_of_a_learning_rate(name: str) -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)).double()
    x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3).cos()
    lr = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    loss = outer(model, x, name, lr)
    found, *others = torch.autograd.grad(loss, [lr, *model.parameters()])
    step = 1e-6
    with torch.enable_grad():
        up, down = (outer(model, x, name, (lr + d).detach().requires_grad_()) for d in (step, -step))
    assert torch.allclose(found, (up - down) / (2 * step), rtol=1e-5) and all(g.abs().sum() > 0 for g in others)


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers_are_unrolled(kind: str) -> None:
    torch.manual_seed(0)
    model = getattr(nn, kind)(3, 4)
    x = torch.arange(12.0).reshape(2, 2, 3).sin()
    before = model(x)[0].detach()
    with higher.innerloop_ctx(model, torch.optim.SGD(model.parameters(), lr=0.1), copy_initial_weights=False) as (f, s):
        s.step(f(x)[0].square().mean())
        after = f(x)[0]
    grads = torch.autograd.grad(after.sum(), list(model.parameters()))
    assert not torch.equal(after, before) and all(g.abs().sum() > 0 for g in grads)


def test_a_patched_module_takes_parameters() -> None:
    model = nn.BatchNorm1d(3)
    patched = higher.monkeypatch(model)
    x = torch.arange(6.0).reshape(2, 3).cos()
    doubled = patched(x, params=[2 * p for p in model.parameters()])
    assert torch.allclose(doubled, 2 * nn.BatchNorm1d(3)(x))
    doubled.square().sum().backward()
    assert torch.allclose(model.weight.grad, torch.full((3,), 16.0), atol=1e-2)
