"""torchjd as its documentation uses it: Jacobians of several losses, brought together by aggregators."""

from __future__ import annotations

import pytest
import torch
import torchjd.aggregation as aggregation
from torch import nn
from torchjd.autogram import Engine
from torchjd.autojac import backward, jac_to_grad, mtl_backward

J = torch.tensor([[-4.0, 1.0, 1.0], [6.0, 1.0, 1.0]])


def losses(model: nn.Module) -> torch.Tensor:
    x = torch.arange(8.0).reshape(2, 4).sin()
    return (model(x) - 1).square().mean(1)


def model() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))


@pytest.mark.parametrize("name", ["MGDA", "PCGrad", "AlignedMTL", "IMTLG", "ConFIG"])
def test_no_loss_grows_along_the_aggregated_gradient(name: str) -> None:
    found = getattr(aggregation, name)()(J)
    assert (J @ found > -1e-5).all()


def test_means_and_sums_are_those_of_the_rows() -> None:
    assert torch.allclose(aggregation.Mean()(J), J.mean(0)) and torch.allclose(aggregation.Sum()(J), J.sum(0))


def test_jacobians_are_the_gradients_of_each_loss() -> None:
    net = model()
    parameters = list(net.parameters())
    rows = [torch.autograd.grad(loss, parameters, retain_graph=True) for loss in losses(net)]
    backward(losses(net))
    for i, p in enumerate(parameters):
        assert torch.allclose(p.jac, torch.stack([row[i] for row in rows]))
    jac_to_grad(parameters, aggregation.Mean())
    for p, expected in zip(parameters, torch.autograd.grad(losses(net).mean(), parameters), strict=True):
        assert torch.allclose(p.grad, expected)


def test_gramians_of_jacobians() -> None:
    net = model()
    grads = [torch.autograd.grad(loss, list(net.parameters()), retain_graph=True) for loss in losses(net)]
    rows = [torch.cat([g.flatten() for g in row]) for row in grads]
    engine = Engine(net, batch_dim=0)
    found = losses(net)
    gramian = engine.compute_gramian(found)
    assert torch.allclose(gramian, torch.stack(rows) @ torch.stack(rows).T, atol=1e-6)
    found.backward(aggregation.MGDAWeighting()(gramian))
    assert all(p.grad is not None for p in net.parameters())


def test_tasks_that_share_features() -> None:
    torch.manual_seed(0)
    shared, heads = nn.Linear(4, 3), [nn.Linear(3, 1), nn.Linear(3, 1)]
    features = shared(torch.arange(8.0).reshape(2, 4).sin())
    tasks = [(head(features) - i).square().mean() for i, head in enumerate(heads)]
    mtl_backward(tasks, features=features)
    assert shared.weight.jac.shape == (2, 3, 4) and all(head.weight.grad is not None for head in heads)
