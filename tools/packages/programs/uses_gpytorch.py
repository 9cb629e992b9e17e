"""GPyTorch as its documentation uses it: exact, variational and multitask processes, kernels, and large data."""

from __future__ import annotations

import math
from typing import Any

import gpytorch
import pytest
import torch
from gpytorch import kernels

X = torch.linspace(0, 1, 40)
Y = torch.sin(X * (2 * math.pi))


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


class Exact(gpytorch.models.ExactGP):
    def __init__(self, x: torch.Tensor, y: torch.Tensor, likelihood: Any, kernel: Any) -> None:
        super().__init__(x, y, likelihood)
        self.mean_module, self.covar_module = gpytorch.means.ConstantMean(), kernel

    def forward(self, x: torch.Tensor) -> Any:
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


def fitted(model: Any, likelihood: Any, loss: Any, x: torch.Tensor, y: torch.Tensor, steps: int = 60) -> None:
    model.train()
    likelihood.train()
    if isinstance(likelihood, gpytorch.likelihoods.GaussianLikelihood):
        likelihood.noise = 0.01
    optimizer = torch.optim.Adam(list(dict.fromkeys([*model.parameters(), *likelihood.parameters()])), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        (-loss(model(x), y)).backward()
        optimizer.step()
    model.eval()
    likelihood.eval()


@pytest.mark.parametrize("name", ["RBF", "Matern", "Periodic", "RQ", "SpectralMixture", "Additive"])
def test_exact_processes(name: str) -> None:
    rbf = kernels.ScaleKernel(kernels.RBFKernel())
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    kernel = {
        "RBF": lambda: rbf,
        "Matern": lambda: kernels.ScaleKernel(kernels.MaternKernel(nu=1.5)),
        "Periodic": lambda: kernels.ScaleKernel(kernels.PeriodicKernel()),
        "RQ": lambda: kernels.ScaleKernel(kernels.RQKernel()),
        "SpectralMixture": lambda: kernels.SpectralMixtureKernel(num_mixtures=2),
        "Additive": lambda: rbf + kernels.ScaleKernel(kernels.LinearKernel()),
    }[name]()
    if name == "SpectralMixture":
        kernel.initialize(
            mixture_means=torch.tensor([1.0, 2.0]).view(2, 1, 1), mixture_scales=torch.ones(2, 1, 1) * 0.3
        )
    model = Exact(X, Y, likelihood, kernel)
    x = model.train_inputs[0]
    fitted(model, likelihood, gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model), x, Y)
    with torch.no_grad(), gpytorch.settings.fast_pred_var():
        found = likelihood(model(x))
    low, high = found.confidence_region()
    assert (found.mean - Y).abs().mean() < 0.15 and (low < high).all()


def test_a_process_is_differentiated_by_its_inputs() -> None:
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Exact(X, Y, likelihood, kernels.ScaleKernel(kernels.RBFKernel()))
    fitted(model, likelihood, gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model), X, Y)
    x = torch.tensor([0.1, 0.5], requires_grad=True)
    slope = torch.autograd.grad(model(x).mean.sum(), x)[0]
    assert torch.allclose(slope, 2 * math.pi * torch.cos(2 * math.pi * x.detach()), atol=1.0)


class Variational(gpytorch.models.ApproximateGP):
    def __init__(self, points: torch.Tensor) -> None:
        spread = gpytorch.variational.CholeskyVariationalDistribution(len(points))
        super().__init__(gpytorch.variational.VariationalStrategy(self, points, spread))
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = kernels.ScaleKernel(kernels.RBFKernel())
        self.covar_module.base_kernel.lengthscale = 0.2

    forward = Exact.forward


@pytest.mark.parametrize("kind", ["regression", "classification"])
def test_variational_processes(kind: str) -> None:
    model = Variational(X[::4, None])
    if kind == "regression":
        likelihood, y = gpytorch.likelihoods.GaussianLikelihood(), Y
    else:
        likelihood, y = gpytorch.likelihoods.BernoulliLikelihood(), (Y > 0).float()
    fitted(model, likelihood, gpytorch.mlls.VariationalELBO(likelihood, model, len(y)), X[:, None], y, 200)
    mean = likelihood(model(X[:, None])).mean.detach()
    wrong = (mean - y).abs().mean() if kind == "regression" else ((mean > 0.5) != (y > 0.5)).float().mean()
    assert wrong < 0.15


def test_several_tasks() -> None:
    class Multitask(gpytorch.models.ExactGP):
        def __init__(self, x: torch.Tensor, y: torch.Tensor, likelihood: Any) -> None:
            super().__init__(x, y, likelihood)
            self.mean_module = gpytorch.means.MultitaskMean(gpytorch.means.ConstantMean(), num_tasks=2)
            self.covar_module = kernels.MultitaskKernel(kernels.RBFKernel(), num_tasks=2, rank=1)

        def forward(self, x: torch.Tensor) -> Any:
            return gpytorch.distributions.MultitaskMultivariateNormal(self.mean_module(x), self.covar_module(x))

    y = torch.stack([Y, torch.cos(X * (2 * math.pi))], -1)
    likelihood = gpytorch.likelihoods.MultitaskGaussianLikelihood(num_tasks=2)
    model = Multitask(X, y, likelihood)
    fitted(model, likelihood, gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model), X, y, 150)
    assert (likelihood(model(X)).mean - y).abs().mean() < 0.2


def test_conjugate_gradients_instead_of_factors() -> None:
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    model = Exact(X, Y, likelihood, kernels.ScaleKernel(kernels.RBFKernel()))
    loss = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
    exact = loss(model(X), Y)
    with gpytorch.settings.max_cholesky_size(1), gpytorch.settings.num_trace_samples(200):
        near = loss(model(X), Y)
        near.backward()
    assert torch.allclose(exact, near, atol=0.1)
    assert all(p.grad.isfinite().all() for p in model.parameters())


def test_priors_and_constraints() -> None:
    kernel = kernels.RBFKernel(
        lengthscale_prior=gpytorch.priors.GammaPrior(3.0, 6.0),
        lengthscale_constraint=gpytorch.constraints.Interval(0.1, 2),
    )
    likelihood = gpytorch.likelihoods.GaussianLikelihood(noise_constraint=gpytorch.constraints.GreaterThan(1e-3))
    model = Exact(X, Y, likelihood, kernels.ScaleKernel(kernel))
    fitted(model, likelihood, gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model), X, Y)
    assert 0.1 <= kernel.lengthscale.item() <= 2 and likelihood.noise.item() > 1e-3
    state = model.state_dict()
    other = Exact(X, Y, gpytorch.likelihoods.GaussianLikelihood(), kernels.ScaleKernel(kernels.RBFKernel()))
    assert set(other.state_dict()) <= set(state)
