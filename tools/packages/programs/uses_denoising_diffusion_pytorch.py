"""denoising_diffusion_pytorch as its documentation does: networks trained on noise draw pictures and signals."""

from __future__ import annotations

import pytest
import torch
from denoising_diffusion_pytorch import GaussianDiffusion, GaussianDiffusion1D, Unet, Unet1D

OBJECTIVES = ("pred_noise", "pred_x0", "pred_v")


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def trained(model: torch.nn.Module, data: torch.Tensor, times: int) -> list[float]:
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=3e-3), []
    for _ in range(times):
        optimizer.zero_grad()
        loss = model(data)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_signals(objective: str) -> None:
    net = Unet1D(dim=8, dim_mults=(1, 2), channels=1, dropout=0.1)
    model = GaussianDiffusion1D(net, seq_length=16, timesteps=20, objective=objective)
    data = torch.linspace(0, 1, 16).expand(16, 1, 16)
    losses = trained(model, data, 40)
    assert sum(losses[-5:]) < sum(losses[:5])
    drawn = model.sample(batch_size=2)
    assert drawn.shape == (2, 1, 16) and drawn.min() >= 0 and drawn.max() <= 1


def test_pictures() -> None:
    net = Unet(dim=8, dim_mults=(1, 2), flash_attn=False, full_attn=(False, True))
    model = GaussianDiffusion(net, image_size=8, timesteps=10, sampling_timesteps=4)
    losses = trained(model, torch.linspace(0, 1, 64).reshape(8, 8).expand(8, 3, 8, 8), 15)
    assert sum(losses[-4:]) < sum(losses[:4])
    drawn = model.sample(batch_size=2)
    assert drawn.shape == (2, 3, 8, 8) and drawn.isfinite().all()
    between = model.interpolate(drawn[:1], drawn[1:], lam=0.5, t=5)
    assert between.shape == (1, 3, 8, 8)
