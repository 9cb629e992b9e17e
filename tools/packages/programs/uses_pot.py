"""POT as its documentation uses it with tensors: plans, costs and their gradients. The numbers are PyTorch's."""

from __future__ import annotations

import ot
import pytest
import torch


@pytest.fixture
def clouds() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    x = torch.randn(20, 2, dtype=torch.float64, requires_grad=True)
    return x, torch.randn(20, 2, dtype=torch.float64) + 1, torch.ones(20, dtype=torch.float64) / 20


COSTS = {  # value and norm of the gradient
    "exact": (lambda x, y, a: ot.emd2(a, a, ot.dist(x, y)), 2.724265435296717, 0.7381416443063915),
    "entropic": (
        lambda x, y, a: (ot.sinkhorn(a, a, ot.dist(x, y), 1.0) * ot.dist(x, y)).sum(),
        3.324482256982643, 0.724674198450514),
    "divergence": (
        lambda x, y, a: ot.bregman.empirical_sinkhorn_divergence(x, y, 1.0), 2.674979356745298, 0.7353248233118662),
    "sliced": (
        lambda x, y, a: ot.sliced_wasserstein_distance(x, y, n_projections=10, seed=0),
        1.1525679708939755, 0.1665213665388262),
}  # fmt: skip


@pytest.mark.parametrize("name", COSTS)
def test_costs_and_gradients(clouds: tuple[torch.Tensor, torch.Tensor, torch.Tensor], name: str) -> None:
    cost, value, slope = COSTS[name]
    found = cost(*clouds)
    found.backward()
    assert found.item() == pytest.approx(value, rel=1e-10)
    assert clouds[0].grad.norm().item() == pytest.approx(slope, rel=1e-8)


def test_plans(clouds: tuple[torch.Tensor, torch.Tensor, torch.Tensor]) -> None:
    x, y, a = clouds[0].detach(), *clouds[1:]
    plan = ot.emd(a, a, ot.dist(x, y))
    assert torch.allclose(plan.sum(0), a) and torch.allclose(plan.sum(1), a)
    partial = ot.partial.entropic_partial_wasserstein(a, a, ot.dist(x, y), 1.0, m=0.5)
    assert partial.norm().item() == pytest.approx(0.04868021091989055, rel=1e-9)
    moved = ot.da.SinkhornTransport(reg_e=1.0).fit(Xs=x, Xt=y).transform(x)
    assert moved.norm().item() == pytest.approx(7.57785670710718, rel=1e-9)
