"""laplace as its documentation uses it: posteriors over the weights of a trained model, by every backend."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from laplace import Laplace, marglik_training
from laplace.curvature import AsdlGGN, BackPackGGN, CurvlinopsEF, CurvlinopsGGN
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

X = torch.arange(60.0).reshape(20, 3).sin()
KINDS = {"classification": (X.sum(1) > 0).long(), "regression": X.sum(1, keepdim=True).cos()}


def trained(kind: str) -> tuple[nn.Module, DataLoader]:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2 if kind == "classification" else 1))
    loss = nn.CrossEntropyLoss() if kind == "classification" else nn.MSELoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(20):
        optimizer.zero_grad()
        loss(model(X), KINDS[kind]).backward()
        optimizer.step()
    return model, DataLoader(TensorDataset(X, KINDS[kind]), batch_size=7)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("weights", "structure"), product(["all", "last_layer"], ["full", "kron", "diag"]))
def test_posteriors_of_three_backends(kind: str, weights: str, structure: str) -> None:
    evidence = []
    for backend in (CurvlinopsGGN, BackPackGGN, AsdlGGN):
        if backend is AsdlGGN and (weights, structure) == ("all", "full"):
            continue  # it calls a function of an older asdl
        model, data = trained(kind)
        posterior = Laplace(model, kind, weights, structure, backend=backend)
        posterior.fit(data)
        evidence.append(posterior.log_marginal_likelihood())
        posterior.optimize_prior_precision(method="marglik", n_steps=5)
        assert posterior.log_marginal_likelihood() > evidence[-1] and torch.isfinite(posterior.sample(2)).all()
    assert torch.allclose(torch.stack(evidence), evidence[0], rtol=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_predictions_know_what_they_do_not_know(kind: str) -> None:
    model, data = trained(kind)
    posterior = Laplace(model, kind, "all", "kron", backend=CurvlinopsEF)
    posterior.fit(data)
    near, far = X[:4], 20 * X[:4]
    if kind == "classification":
        p = posterior(far, link_approx="probit")
        assert torch.allclose(p.sum(-1), torch.ones(4)) and p.max() <= model(far).softmax(-1).max()
    else:
        mean, variance = posterior(near)
        assert torch.allclose(mean, model(near), atol=1e-5) and (variance > 0).all() and (posterior(far)[1] > 0).all()


def test_the_evidence_is_differentiable() -> None:
    model, data = trained("regression")
    posterior = Laplace(model, "regression", "all", "kron")
    posterior.fit(data)
    prior, noise = (torch.zeros(1, requires_grad=True) for _ in range(2))
    posterior.log_marginal_likelihood(prior.exp(), noise.exp()).backward()
    assert prior.grad.abs() > 0 and noise.grad.abs() > 0


def test_training_by_the_evidence() -> None:
    model, data = trained("regression")
    _, _, margliks, _ = marglik_training(model, data, likelihood="regression", n_epochs=4, progress_bar=False)
    assert margliks[-1] < margliks[0]
