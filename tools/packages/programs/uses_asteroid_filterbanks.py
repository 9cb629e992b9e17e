"""asteroid_filterbanks as its documentation does: analysis and synthesis of signals by fixed and learnt filters."""

from __future__ import annotations

import asteroid_filterbanks as filterbanks
import pytest
import torch
from asteroid_filterbanks.transforms import angle, apply_mag_mask, mag

KINDS = ("free", "analytic_free", "stft", "param_sinc", "melgram_fb", "torch_stft")


@pytest.mark.parametrize("kind", KINDS)
def test_filters_are_differentiable(kind: str) -> None:
    torch.manual_seed(0)
    options = {"kernel_size": 16, "stride": 8, "n_filters": 16 if kind == "torch_stft" else 18, "sample_rate": 8000}
    encoder = filterbanks.make_enc_dec(kind, **options)[0] if kind != "melgram_fb" else None
    if encoder is None:
        encoder = filterbanks.Encoder(filterbanks.MelGramFB(32, 16, 8, n_mels=8, sample_rate=8000))
    x = torch.randn(2, 1, 256, requires_grad=True)
    encoder(x).square().sum().backward()
    assert x.grad.abs().sum() > 0
    assert all(p.grad is not None for p in encoder.parameters() if p.requires_grad)


def test_a_signal_comes_back() -> None:
    torch.manual_seed(0)
    window = torch.hann_window(64)
    filters = filterbanks.STFTFB(64, 64, 16, window=window.numpy() ** 0.5)
    encoder = filterbanks.Encoder(filters)
    decoder = filterbanks.Decoder(filterbanks.STFTFB(64, 64, 16, window=(window**0.5).numpy()))
    x = torch.randn(1, 1, 640)
    spectrum = encoder(x)
    back = decoder(spectrum)
    inner, found = x[..., 64:-64], back[..., 64:-64]
    assert torch.allclose(found / (found * inner).sum() * inner.square().sum(), inner, atol=1e-3)
    assert torch.allclose(mag(spectrum) * angle(spectrum).cos(), spectrum[:, : spectrum.shape[1] // 2], atol=1e-3)
    half = apply_mag_mask(spectrum, torch.full_like(mag(spectrum), 0.5))
    assert torch.allclose(half, spectrum / 2)


def test_learnt_filters_find_a_signal_again() -> None:
    torch.manual_seed(0)
    encoder, decoder = filterbanks.make_enc_dec("free", n_filters=16, kernel_size=8, stride=4)
    x = torch.sin(torch.arange(128.0) * 0.3).reshape(1, 1, -1)
    optimizer, losses = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.01), []
    for _ in range(60):
        optimizer.zero_grad()
        loss = (decoder(encoder(x)) - x).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0]
