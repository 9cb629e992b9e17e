"""BackPACK as its documentation uses it: what a backward pass finds besides gradients, by hooks of modules."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from backpack import backpack, extend, extensions
from backpack.hessianfree.ggnvp import ggn_vector_product
from backpack.hessianfree.hvp import hessian_vector_product
from torch import nn

SIZE = 6


def _problem(loss: str = "cross_entropy", convolution: bool = False) -> tuple[Any, Any, Any, Any]:
    """A small model, its loss, and data, all in float64."""
    torch.manual_seed(1)
    if convolution:
        layers = [nn.Conv2d(1, 2, 3), nn.Sigmoid(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3)]
        x = torch.randn(SIZE, 1, 6, 6, dtype=torch.float64)
    else:
        layers = [nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3)]
        x = torch.randn(SIZE, 4, dtype=torch.float64)
    model = extend(nn.Sequential(*layers).double())
    if loss == "mse":
        return model, extend(nn.MSELoss()), x, torch.randn(SIZE, 3, dtype=torch.float64)
    return model, extend(nn.CrossEntropyLoss()), x, torch.randint(0, 3, (SIZE,))


def _backward(problem: tuple[Any, Any, Any, Any], *asked: Any) -> list[Any]:
    model, lossfunc, x, y = problem
    with backpack(*asked):
        lossfunc(model(x), y).backward()
    return list(model.parameters())


def _hessian(problem: tuple[Any, Any, Any, Any]) -> torch.Tensor:
    """The Hessian of the loss in all parameters, by ``torch.func``."""
    model, _, x, y = problem
    names, values = zip(*model.named_parameters(), strict=True)
    plain = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3)).double()
    flat = torch.cat([v.detach().flatten() for v in values])

    def value(flat: torch.Tensor) -> torch.Tensor:
        parts = [p.view_as(v) for p, v in zip(flat.split([v.numel() for v in values]), values, strict=True)]
        out = torch.func.functional_call(plain, dict(zip(names, parts, strict=True)), (x,))
        kind = torch.nn.functional.mse_loss if y.is_floating_point() else torch.nn.functional.cross_entropy
        return kind(out, y)

    return torch.func.hessian(value)(flat)


def _flat(values: Any) -> torch.Tensor:
    return torch.cat([v.flatten() for v in values])


@pytest.mark.parametrize("convolution", [False, True])
def test_gradients_of_single_examples(convolution: bool) -> None:
    problem = _problem(convolution=convolution)
    model, lossfunc, x, y = problem
    asked = (extensions.BatchGrad(), extensions.BatchL2Grad(), extensions.SumGradSquared(), extensions.Variance())
    params = _backward(problem, *asked)
    for i in range(SIZE):
        grads = torch.autograd.grad(lossfunc(model(x[i : i + 1]), y[i : i + 1]) / SIZE, params)
        for p, grad in zip(params, grads, strict=True):
            assert torch.allclose(p.grad_batch[i], grad)
    for p in params:
        assert torch.allclose(p.grad_batch.sum(0), p.grad)
        assert torch.allclose(p.batch_l2, (p.grad_batch**2).flatten(1).sum(1))
        assert torch.allclose(p.sum_grad_squared, (p.grad_batch**2).sum(0))
        assert torch.allclose(p.variance, p.grad_batch.var(0, unbiased=False))


@pytest.mark.parametrize("loss", ["cross_entropy", "mse"])
def test_the_diagonal_of_the_hessian(loss: str) -> None:
    problem = _problem(loss)
    params = _backward(problem, extensions.DiagHessian(), extensions.BatchDiagHessian())
    assert torch.allclose(_flat(p.diag_h for p in params), _hessian(problem).diag())
    assert torch.allclose(_flat(p.diag_h_batch.sum(0) for p in params), _hessian(problem).diag())


@pytest.mark.parametrize("convolution", [False, True])
def test_the_diagonal_of_the_gauss_newton_matrix(convolution: bool) -> None:
    problem = _problem(convolution=convolution)
    model, lossfunc, x, y = problem
    params = _backward(problem, extensions.DiagGGNExact(), extensions.BatchDiagGGNExact())
    exact = _flat(p.diag_ggn_exact for p in params)
    assert torch.allclose(_flat(p.diag_ggn_exact_batch.sum(0) for p in params), exact)
    out = model(x)
    loss = lossfunc(out, y)
    found = []
    for i in range(len(exact)):
        unit = torch.eye(len(exact), dtype=torch.float64)[i].split([p.numel() for p in params])
        product = ggn_vector_product(loss, out, model, [u.view_as(p) for u, p in zip(unit, params, strict=True)])
        found.append(_flat(product)[i])
    assert torch.allclose(torch.stack(found), exact)


def test_kronecker_factors_and_their_estimates() -> None:
    problem = _problem()
    exact = _backward(problem, extensions.KFLR(), extensions.DiagGGNExact())
    for p in exact:
        if p.dim() == 1:  # one factor of a bias is the block of the matrix itself
            assert torch.allclose(p.kflr[0].diag(), p.diag_ggn_exact)
    estimated = _backward(problem, extensions.KFAC(mc_samples=4000), extensions.DiagGGNMC(mc_samples=4000))
    for p in estimated:
        assert all(torch.allclose(a, b, atol=0.02) for a, b in zip(p.kfac, p.kflr, strict=True))
        assert torch.allclose(p.diag_ggn_mc, p.diag_ggn_exact, atol=0.02)


def test_products_with_blocks_of_the_hessian() -> None:
    problem = _problem()
    model, lossfunc, x, y = problem
    params = _backward(problem, extensions.HMP(), extensions.GGNMP())
    hessian = _hessian(problem)
    at = 0
    for p in params:
        block = hessian[at : at + p.numel(), at : at + p.numel()]
        vectors = torch.randn(2, *p.shape, dtype=torch.float64)
        assert torch.allclose(p.hmp(vectors).flatten(1), vectors.flatten(1) @ block)
        at += p.numel()
    loss = lossfunc(model(x), y)
    vector = [torch.randn_like(p) for p in params]
    assert torch.allclose(_flat(hessian_vector_product(loss, params, vector)), hessian @ _flat(vector))


def test_a_hook_per_module_sees_what_was_found() -> None:
    problem = _problem()
    model, lossfunc, x, y = problem
    seen = []

    def hook(module: nn.Module) -> None:
        for p in module.parameters(recurse=False):
            seen.append(p.grad_batch.shape)

    with backpack(extensions.BatchGrad(), extension_hook=hook):
        lossfunc(model(x), y).backward()
    assert sorted(seen) == sorted(torch.Size([SIZE, *p.shape]) for p in model.parameters())
