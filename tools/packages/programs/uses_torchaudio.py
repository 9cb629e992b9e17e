"""torchaudio without its compiled library, as its documentation uses it: spectra, filters and models of sound."""

from __future__ import annotations

import pytest
import torch
import torchaudio.functional as F
import torchaudio.transforms as T
from torchaudio.compliance import kaldi
from torchaudio.models import Conformer, ConvTasNet

RATE = 8000
TIME = torch.arange(RATE) / RATE
TONE = (2 * torch.pi * 440 * TIME).sin()


def test_the_spectrum_of_a_tone_and_back() -> None:
    power = T.Spectrogram(400)(TONE)
    assert power.shape == (201, 41) and (power[:, 5:-5].argmax(0) * RATE / 400 == 440).all()
    whole = T.Spectrogram(400, power=None)(TONE)
    assert torch.allclose(T.InverseSpectrogram(400)(whole, RATE), TONE, atol=1e-5)
    pitch = F.detect_pitch_frequency(TONE[None], RATE)
    assert torch.allclose(pitch, torch.tensor(440.0), rtol=0.02)


@pytest.mark.parametrize("transform", [
    T.MelSpectrogram(RATE, n_fft=256, n_mels=16), T.MFCC(RATE, 8, melkwargs={"n_fft": 256, "n_mels": 16}),
    T.LFCC(RATE, n_filter=16, n_lfcc=8, speckwargs={"n_fft": 256}), T.Resample(RATE, 6000), T.SpectralCentroid(RATE),
    T.Fade(100, 100), T.Preemphasis(),
], ids=lambda transform: type(transform).__name__)  # fmt: skip
def test_gradients_of_transforms(transform: torch.nn.Module) -> None:
    x = (TONE[:600] + 0.1 * torch.randn(600)).double().requires_grad_()
    assert torch.autograd.gradcheck(transform.double(), x, fast_mode=True)


def test_a_filter_keeps_low_tones() -> None:
    high = (2 * torch.pi * 3000 * TIME).sin()
    found = F.lowpass_biquad(TONE + high, RATE, 1000.0)[1000:]
    assert F.lowpass_biquad(high, RATE, 1000.0)[1000:].abs().max() < 0.1 < 0.8 < found.abs().max() < 1.2
    assert torch.allclose(F.gain(TONE, 6.0206), 2 * TONE, rtol=1e-4) and F.contrast(TONE).abs().max() <= 1.01


def test_codes_and_features() -> None:
    codes = F.mu_law_encoding(TONE, 256)
    assert (F.mu_law_decoding(codes, 256) - TONE).abs().max() < 0.05 and F.edit_distance("abc", "axcd") == 2
    assert kaldi.fbank(TONE[None], sample_frequency=RATE, dither=0.0).shape == (98, 23)
    back = F.DB_to_amplitude(T.AmplitudeToDB("magnitude")(TONE.abs() + 1), 1.0, 0.5)
    assert torch.allclose(back, TONE.abs() + 1)


@pytest.mark.parametrize("kind", ["conformer", "masks"])
def test_models_learn(kind: str) -> None:
    torch.manual_seed(0)
    if kind == "conformer":
        net, args = Conformer(16, 4, 32, 2, 5), (torch.randn(2, 20, 16), torch.tensor([20, 15]))
    else:
        net, args = ConvTasNet(2, 8, 32, 3, 16, 32, 2, 2), (torch.randn(1, 1, 400),)
    net.eval()  # without dropout
    optimizer, losses = torch.optim.Adam(net.parameters(), 1e-2), []
    for _ in range(10):
        out = net(*args)
        loss = ((out[0] if isinstance(out, tuple) else out) - 0.1).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.8 * losses[0]
