"""schedulefree as its documentation uses it: optimisers whose weights are an average in evaluation."""

from __future__ import annotations

import pytest
import schedulefree
import torch
from torch import nn

KINDS = ["SGDScheduleFree", "AdamWScheduleFree", "RAdamScheduleFree"]


def trained(kind: str, foreach: bool) -> tuple[list[float], list[torch.Tensor]]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    x = torch.arange(15.0).reshape(5, 3).cos()
    y = x.sum(1, keepdim=True)
    optimizer = getattr(schedulefree, kind)(model.parameters(), lr=0.05, foreach=foreach)
    optimizer.train()
    losses = []
    for _ in range(30):
        optimizer.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    optimizer.eval()
    return losses, [p.detach().clone() for p in model.parameters()]


@pytest.mark.parametrize("kind", KINDS)
def test_losses_fall_and_lists_compute_the_same(kind: str) -> None:
    losses, parameters = trained(kind, False)
    assert losses[-1] < losses[0]
    for p, other in zip(parameters, trained(kind, True)[1], strict=True):
        assert torch.allclose(p, other, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS[:2])  # the third does nothing in its first steps
def test_evaluation_takes_the_average_and_training_gives_it_back(kind: str) -> None:
    p = nn.Parameter(torch.ones(3))
    optimizer = getattr(schedulefree, kind)([p], lr=0.1)
    optimizer.train()
    for _ in range(3):
        p.grad = p.detach().clone()
        optimizer.step()
    there = p.detach().clone()
    optimizer.eval()
    average = p.detach().clone()
    optimizer.train()
    assert torch.allclose(p, there, atol=1e-6) and not torch.equal(average, there)
