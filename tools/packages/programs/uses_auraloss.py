"""auraloss as its documentation does: losses of sounds, in time and in frequency."""

from __future__ import annotations

import auraloss
import pytest
import torch
from torch.autograd import gradcheck

TIME = auraloss.time
FREQUENCY = auraloss.freq
LOSSES = {
    "esr": TIME.ESRLoss(), "dc": TIME.DCLoss(), "logcosh": TIME.LogCoshLoss(), "snr": TIME.SNRLoss(),
    "si-sdr": TIME.SISDRLoss(), "sd-sdr": TIME.SDSDRLoss(), "stft": FREQUENCY.STFTLoss(256, 64, 256),
    "mel": FREQUENCY.STFTLoss(256, 64, 256, scale="mel", n_bins=16, sample_rate=8000),
    "several": FREQUENCY.MultiResolutionSTFTLoss([256, 128], [64, 32], [256, 128]),
}  # fmt: skip


def sounds(length: int = 1024, dtype: torch.dtype = torch.float32) -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    goal = torch.sin(torch.arange(length, dtype=dtype) * 0.2).reshape(1, 1, -1).repeat(2, 1, 1)
    return goal + 0.3 * torch.randn_like(goal), goal


@pytest.mark.parametrize("name", LOSSES)
def test_a_sound_becomes_more_like_another(name: str) -> None:
    x, goal = sounds()
    x = x.requires_grad_()
    optimizer, values = torch.optim.Adam([x], lr=0.01), []
    for _ in range(20):
        optimizer.zero_grad()
        value = LOSSES[name](x, goal)
        value.backward()
        optimizer.step()
        values.append(value.item())
    assert values[-1] < values[0]


def test_the_ratio_is_the_published_one() -> None:
    x, goal = sounds(dtype=torch.float64)
    a, b = (s - s.mean(-1, keepdim=True) for s in (x, goal))
    part = (a * b).sum(-1, keepdim=True) / (b * b).sum(-1, keepdim=True) * b
    expected = -10 * torch.log10((part**2).sum(-1) / ((a - part) ** 2).sum(-1)).mean()
    assert torch.allclose(auraloss.time.SISDRLoss()(x, goal), expected, atol=1e-6)


@pytest.mark.parametrize("name", ["esr", "snr", "si-sdr"])
def test_gradients(name: str) -> None:
    x, goal = sounds(16, torch.float64)
    assert gradcheck(lambda x: LOSSES[name](x, goal), x.requires_grad_())
