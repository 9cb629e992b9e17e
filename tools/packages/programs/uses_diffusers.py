"""diffusers as its documentation does: networks learn what noise was added, schedulers take it away step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import diffusers
import pytest
import torch
from diffusers import AutoencoderKL, DDIMPipeline, DDPMPipeline, DDPMScheduler, UNet2DConditionModel, UNet2DModel
from torch import nn

SCHEDULERS = (
    "DDIMScheduler", "DDPMScheduler", "DEISMultistepScheduler", "DPMSolverMultistepScheduler",
    "DPMSolverSinglestepScheduler", "EDMEulerScheduler", "EulerAncestralDiscreteScheduler", "EulerDiscreteScheduler",
    "HeunDiscreteScheduler", "KDPM2DiscreteScheduler", "LMSDiscreteScheduler", "PNDMScheduler",
    "UniPCMultistepScheduler",
)  # fmt: skip


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


def unet() -> Any:
    return UNet2DModel(
        sample_size=8, in_channels=1, out_channels=1, layers_per_block=1, block_out_channels=(8, 16), norm_num_groups=4,
        down_block_types=("DownBlock2D", "AttnDownBlock2D"), up_block_types=("AttnUpBlock2D", "UpBlock2D"),
        attention_head_dim=4,
    )  # fmt: skip


def test_noise_is_learned_and_pictures_are_drawn() -> None:
    model, scheduler = unet(), DDPMScheduler(num_train_timesteps=50)
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3)
    pictures, losses = torch.linspace(-1, 1, 64).reshape(1, 1, 8, 8).repeat(8, 1, 1, 1), []
    for _ in range(40):
        noise, times = torch.randn_like(pictures), torch.randint(0, 50, (8,))
        predicted = model(scheduler.add_noise(pictures, noise, times), times).sample
        loss = nn.functional.mse_loss(predicted, noise)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    assert sum(losses[-5:]) < sum(losses[:5]) / 2
    for pipeline in (DDPMPipeline, DDIMPipeline):
        pipe = pipeline(model, DDPMScheduler(num_train_timesteps=50))
        pipe.set_progress_bar_config(disable=True)
        drawn = pipe(batch_size=2, num_inference_steps=10, output_type="np").images
        assert drawn.shape == (2, 8, 8, 1) and drawn.min() >= 0 and drawn.max() <= 1


@pytest.mark.parametrize("name", SCHEDULERS)
def test_schedulers_take_away_noise_that_is_known(name: str) -> None:
    scheduler = getattr(diffusers, name)()
    scheduler.set_timesteps(10)
    sample = torch.randn(1, 1, 4, 4) * scheduler.init_noise_sigma
    for time in scheduler.timesteps:
        given = scheduler.scale_model_input(sample, time)
        sample = scheduler.step(torch.zeros_like(given), time, sample).prev_sample
    assert sample.shape == (1, 1, 4, 4) and sample.isfinite().all()


def test_a_text_guides_and_checkpointing_changes_nothing() -> None:
    model = UNet2DConditionModel(
        sample_size=8, in_channels=2, out_channels=2, layers_per_block=1, block_out_channels=(8, 16), norm_num_groups=4,
        down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
        cross_attention_dim=6, attention_head_dim=4,
    )  # fmt: skip
    x, text = torch.randn(2, 2, 8, 8), torch.randn(2, 5, 6, requires_grad=True)

    def gradients() -> list[torch.Tensor]:
        out = model(x, torch.tensor([1, 7]), encoder_hidden_states=text).sample
        return [*torch.autograd.grad(out.square().mean(), [text, *model.parameters()])]

    plain = gradients()
    model.enable_gradient_checkpointing()
    for one, other in zip(plain, gradients(), strict=True):
        torch.testing.assert_close(one, other)
    step = 1e-2 * torch.randn_like(text)
    with torch.no_grad():
        values = [
            model(x, torch.tensor([1, 7]), encoder_hidden_states=text + sign * step).sample.square().mean()
            for sign in (1, -1)
        ]
    torch.testing.assert_close((values[0] - values[1]) / 2, (plain[0] * step).sum(), rtol=2e-2, atol=1e-6)


def test_an_autoencoder_is_trained_saved_and_loaded(tmp_path: Path) -> None:
    model = AutoencoderKL(
        in_channels=1, out_channels=1, block_out_channels=(8,), latent_channels=2, norm_num_groups=4,
        down_block_types=("DownEncoderBlock2D",), up_block_types=("UpDecoderBlock2D",),
    )  # fmt: skip
    x = torch.linspace(-1, 1, 64).reshape(1, 1, 8, 8).repeat(4, 1, 1, 1)
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=3e-3), []
    for _ in range(20):
        optimizer.zero_grad()
        latent = model.encode(x).latent_dist
        loss = nn.functional.mse_loss(model.decode(latent.sample()).sample, x) + 1e-3 * latent.kl().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2
    model.save_pretrained(tmp_path)
    loaded = AutoencoderKL.from_pretrained(tmp_path, low_cpu_mem_usage=False)
    with torch.no_grad():
        torch.testing.assert_close(loaded.eval()(x).sample, model.eval()(x).sample)
