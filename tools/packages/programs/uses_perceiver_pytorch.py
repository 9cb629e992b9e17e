"""perceiver_pytorch as its documentation does: attention of few latents to many inputs of any kind."""

from __future__ import annotations

import pytest
import torch
from perceiver_pytorch import Perceiver, PerceiverIO, PerceiverLM


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(0)


@pytest.mark.parametrize("shared", [False, True])
def test_images_are_told_apart(shared: bool) -> None:
    model = Perceiver(
        num_freq_bands=4, depth=2, max_freq=8.0, input_channels=1, input_axis=2, num_latents=8, latent_dim=16,
        latent_heads=2, cross_dim_head=8, latent_dim_head=8, num_classes=2, weight_tie_layers=shared,
    )  # fmt: skip
    x, labels = torch.randn(16, 6, 6, 1), torch.arange(16) % 2
    x[labels == 1, :, 3:] += 2
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=0.003), []
    for _ in range(20):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0] and model(x, return_embeddings=True).shape == (16, 8, 16)


def test_any_output_is_asked_for_by_queries() -> None:
    model = PerceiverIO(dim=12, queries_dim=6, logits_dim=3, depth=1, num_latents=4, latent_dim=8, seq_dropout_prob=0.2)
    x = torch.randn(2, 20, 12, requires_grad=True)
    out = model(x, mask=torch.arange(20).expand(2, 20) < 15, queries=torch.randn(5, 6))
    out.sum().backward()
    assert out.shape == (2, 5, 3) and x.grad[:, 15:].abs().sum() == 0 and x.grad.abs().sum() > 0


def test_language() -> None:
    model = PerceiverLM(num_tokens=11, dim=8, max_seq_len=16, depth=1, num_latents=4, latent_dim=8)
    logits = model(torch.arange(12).reshape(1, 12) % 11)
    assert logits.shape == (1, 12, 11) and logits.isfinite().all()
