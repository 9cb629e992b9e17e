"""geotorch as its documentation uses it: weights on manifolds, by every constraint, and training on them."""

from __future__ import annotations

import geotorch
import pytest
import torch
from torch import nn

I = torch.eye(5)  # noqa: E741

CONSTRAINTS = {
    "orthogonal": (geotorch.orthogonal, {}, lambda w: torch.allclose(w @ w.T, I, atol=1e-4)),
    "symmetric": (geotorch.symmetric, {}, lambda w: torch.equal(w, w.T)),
    "skew": (geotorch.skew, {}, lambda w: torch.equal(w, -w.T)),
    "grassmannian": (geotorch.grassmannian, {}, lambda w: torch.allclose(w.T @ w, I, atol=1e-4)),
    "low_rank": (geotorch.low_rank, {"rank": 2}, lambda w: (torch.linalg.svdvals(w) > 1e-4).sum() <= 2),
    "fixed_rank": (geotorch.fixed_rank, {"rank": 2}, lambda w: (torch.linalg.svdvals(w) > 1e-4).sum() == 2),
    "invertible": (geotorch.invertible, {}, lambda w: torch.linalg.det(w) > 0),
    "sl": (geotorch.sln, {}, lambda w: abs(torch.linalg.det(w) - 1) < 1e-3),
    "positive_definite": (geotorch.positive_definite, {}, lambda w: (torch.linalg.eigvalsh(w) > 0).all()),
    "positive_semidefinite": (
        geotorch.positive_semidefinite, {}, lambda w: (torch.linalg.eigvalsh(w) > -1e-4).all()),
    "almost_orthogonal": (
        geotorch.almost_orthogonal, {"lam": 0.3}, lambda w: ((torch.linalg.svdvals(w) - 1).abs() <= 0.3 + 1e-4).all()),
    "sphere": (geotorch.sphere, {}, lambda w: torch.allclose(w.norm(dim=-1), torch.ones(5), atol=1e-4)),
}  # fmt: skip


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_weights_stay_on_the_manifold(name: str) -> None:
    torch.manual_seed(0)
    constrain, options, holds = CONSTRAINTS[name]
    layer = nn.Linear(5, 5)
    constrain(layer, "weight", **options)
    x, y = torch.randn(16, 5), torch.randn(16, 5)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.05)
    losses = []
    for _ in range(20):
        assert holds(layer.weight)
        loss = (layer(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]


@pytest.mark.parametrize("triv", ["expm", "cayley"])
def test_trivializations(triv: str) -> None:
    torch.manual_seed(0)
    layer = nn.Linear(5, 5)
    geotorch.orthogonal(layer, "weight", triv=triv)
    layer.weight = torch.linalg.qr(torch.randn(5, 5))[0]
    assert torch.allclose(layer.weight @ layer.weight.T, I, atol=1e-4)


def test_convolutions_and_batches() -> None:
    layer = nn.Conv2d(8, 4, 3)
    geotorch.orthogonal(layer, "weight")
    assert layer(torch.randn(2, 8, 6, 6)).shape == (2, 4, 4, 4)
    layer(torch.randn(2, 8, 6, 6)).square().sum().backward()
    assert all(p.grad is not None for p in layer.parameters())
