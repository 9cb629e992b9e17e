"""BoTorch as its documentation uses it: fit a Gaussian process, and choose where to look next."""

from __future__ import annotations

import pytest
import torch
from botorch import fit_gpytorch_mll
from botorch.acquisition import (
    ExpectedImprovement,
    LogExpectedImprovement,
    UpperConfidenceBound,
    qExpectedImprovement,
    qKnowledgeGradient,
    qLogExpectedImprovement,
    qLogNoisyExpectedImprovement,
    qUpperConfidenceBound,
)
from botorch.acquisition.multi_objective.logei import qLogExpectedHypervolumeImprovement
from botorch.models import MultiTaskGP, SingleTaskGP
from botorch.models.model_list_gp_regression import ModelListGP
from botorch.models.transforms import Normalize, Standardize
from botorch.optim import optimize_acqf
from botorch.sampling import SobolQMCNormalSampler
from botorch.test_functions import Branin
from botorch.utils.multi_objective.box_decompositions.non_dominated import FastNondominatedPartitioning
from botorch.utils.multi_objective.hypervolume import Hypervolume
from botorch.utils.multi_objective.pareto import is_non_dominated
from botorch.utils.sampling import draw_sobol_samples
from gpytorch.mlls import ExactMarginalLogLikelihood, SumMarginalLogLikelihood

BOUNDS = torch.stack([torch.zeros(2), torch.ones(2)]).double()


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


@pytest.fixture(scope="module")
def model() -> SingleTaskGP:
    """The model of the introduction: the largest value is at (0.5, 0.5)."""
    torch.manual_seed(0)
    x = torch.rand(12, 2, dtype=torch.double)
    y = 1 - (x - 0.5).norm(dim=-1, keepdim=True)
    found = SingleTaskGP(x, y, input_transform=Normalize(2), outcome_transform=Standardize(1))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(found.likelihood, found))
    return found


def test_the_model_predicts(model: SingleTaskGP) -> None:
    x = torch.rand(20, 2, dtype=torch.double)
    posterior = model.posterior(x)
    assert torch.allclose(posterior.mean, 1 - (x - 0.5).norm(dim=-1, keepdim=True), atol=0.2)
    assert (posterior.variance > 0).all() and posterior.rsample(torch.Size([3])).shape == (3, 20, 1)


def acquisitions(model: SingleTaskGP) -> dict[str, object]:
    best, sampler = model.train_targets.max(), SobolQMCNormalSampler(torch.Size([32]), seed=1)
    base = model.train_inputs[0]
    return {
        "EI": ExpectedImprovement(model, best),
        "LogEI": LogExpectedImprovement(model, best),
        "UCB": UpperConfidenceBound(model, beta=0.1),
        "qEI": qExpectedImprovement(model, best, sampler),
        "qLogEI": qLogExpectedImprovement(model, best, sampler),
        "qLogNEI": qLogNoisyExpectedImprovement(model, base, sampler),
        "qUCB": qUpperConfidenceBound(model, beta=0.1, sampler=sampler),
    }


@pytest.mark.parametrize("name", ["EI", "LogEI", "UCB", "qEI", "qLogEI", "qLogNEI", "qUCB"])
def test_where_to_look_next(name: str, model: SingleTaskGP) -> None:
    where, value = optimize_acqf(
        acquisitions(model)[name], bounds=BOUNDS, q=2 if name.startswith("q") else 1, num_restarts=2, raw_samples=16
    )
    assert value.isfinite() and ((where >= 0) & (where <= 1)).all()
    if name == "UCB":
        assert (where - 0.5).abs().max() < 0.2


def test_the_value_of_knowledge(model: SingleTaskGP) -> None:
    gradient = qKnowledgeGradient(model, num_fantasies=3)
    x = torch.rand(2, 4, 2, dtype=torch.double, requires_grad=True)
    gradient(x).sum().backward()
    assert x.grad.isfinite().all() and x.grad.abs().sum() > 0


def test_a_loop_finds_the_minimum() -> None:
    branin = Branin(negate=True).to(dtype=torch.double)
    x = draw_sobol_samples(branin.bounds, n=8, q=1, seed=0).squeeze(1)
    y = branin(x).unsqueeze(-1)
    for _ in range(4):
        model = SingleTaskGP(x, y, input_transform=Normalize(2), outcome_transform=Standardize(1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        new, _ = optimize_acqf(LogExpectedImprovement(model, y.max()), branin.bounds, 1, num_restarts=3, raw_samples=32)
        x, y = torch.cat([x, new]), torch.cat([y, branin(new).unsqueeze(-1)])
    assert y.max() > y[:8].max()


def test_two_objectives() -> None:
    x = torch.rand(8, 2, dtype=torch.double)
    y = torch.stack([-(x - 0.2).square().sum(-1), -(x - 0.8).square().sum(-1)], -1)
    models = ModelListGP(*[SingleTaskGP(x, y[:, i : i + 1]) for i in range(2)])
    fit_gpytorch_mll(SumMarginalLogLikelihood(models.likelihood, models))
    reference = torch.full((2,), -1.5, dtype=torch.double)
    parts = FastNondominatedPartitioning(reference, y)
    improvement = qLogExpectedHypervolumeImprovement(models, reference, parts, SobolQMCNormalSampler(torch.Size([16])))
    where, value = optimize_acqf(improvement, BOUNDS, 1, num_restarts=2, raw_samples=8)
    assert value.isfinite() and where.shape == (1, 2)
    front = y[is_non_dominated(y)]
    assert 0 < Hypervolume(reference).compute(front) <= 2.25


def test_tasks_share_what_they_know() -> None:
    x = torch.rand(12, 1, dtype=torch.double)
    task = (torch.arange(12) % 2).double().unsqueeze(-1)
    y = torch.sin(6 * x) + 0.1 * task
    model = MultiTaskGP(torch.cat([x, task], -1), y, task_feature=-1)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    found = model.posterior(torch.tensor([[0.5]], dtype=torch.double)).mean
    assert found.shape == (1, 2) and torch.allclose(found, torch.sin(torch.tensor(3.0).double()), atol=0.3)
