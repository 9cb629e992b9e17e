"""entmax as its documentation uses it: sparse softmaxes, their losses, and gradients of both, also of alpha."""

from __future__ import annotations

import entmax
import pytest
import torch
from torch.autograd import gradcheck

X = torch.linspace(-2, 3, 12, dtype=torch.float64).reshape(3, 4).sin()


@pytest.mark.parametrize("name", ["sparsemax", "entmax15"])
@pytest.mark.parametrize("dim", [0, -1])
def test_mappings_are_distributions_and_differentiable(name: str, dim: int) -> None:
    f = getattr(entmax, name)
    p = f(X, dim=dim)
    assert torch.allclose(p.sum(dim), torch.ones(1, dtype=torch.float64)) and (p >= 0).all()
    assert torch.allclose(f(X, dim=dim, k=3), p)
    assert gradcheck(lambda x: f(x, dim=dim), X.clone().requires_grad_())


def test_bisection_finds_the_same_with_a_gradient_of_alpha() -> None:
    assert torch.allclose(entmax.entmax_bisect(X, alpha=1.5), entmax.entmax15(X, dim=-1))
    assert torch.allclose(entmax.sparsemax_bisect(X), entmax.sparsemax(X, dim=-1))
    alpha = torch.tensor(1.3, dtype=torch.float64, requires_grad=True)
    assert gradcheck(entmax.entmax_bisect, (X.clone().requires_grad_(), alpha))
    assert torch.allclose(entmax.budget_bisect(X, 2).sum(-1), torch.tensor(2.0, dtype=torch.float64))


@pytest.mark.parametrize("name", ["SparsemaxLoss", "Entmax15Loss", "EntmaxBisectLoss", "SparsemaxBisectLoss"])
def test_the_gradient_of_a_loss_is_the_mapping_less_the_target(name: str) -> None:
    x, y = X.clone().requires_grad_(), torch.tensor([0, 2, 1])
    loss = getattr(entmax, name)(reduction="sum")(x, y)
    loss.backward()
    mapping = entmax.entmax15 if "15" in name or name == "EntmaxBisectLoss" else entmax.sparsemax
    expected = mapping(X, dim=-1) - torch.nn.functional.one_hot(y, 4)
    assert loss > 0 and torch.allclose(x.grad, expected, atol=1e-6)
