"""pytorch_msssim as its documentation does: how alike two images are, as a measure and as a loss."""

from __future__ import annotations

import numpy as np
import torch
from pytorch_msssim import MS_SSIM, SSIM, ms_ssim, ssim
from scipy.ndimage import correlate1d
from torch.autograd import gradcheck


def images(*shape: int) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    x = torch.rand(shape, generator=generator, dtype=torch.float64)
    return x, (x + 0.1 * torch.randn(shape, generator=generator, dtype=torch.float64)).clamp(0, 1)


def by_numpy(x: np.ndarray, y: np.ndarray) -> float:
    window = np.exp(-((np.arange(11) - 5) ** 2) / (2 * 1.5**2))
    window /= window.sum()

    def smooth(a: np.ndarray) -> np.ndarray:
        return correlate1d(correlate1d(a, window, 0), window, 1)[5:-5, 5:-5]

    mx, my = smooth(x), smooth(y)
    vx, vy, both = smooth(x * x) - mx**2, smooth(y * y) - my**2, smooth(x * y) - mx * my
    c1, c2 = 0.01**2, 0.03**2
    return float(((2 * mx * my + c1) * (2 * both + c2) / ((mx**2 + my**2 + c1) * (vx + vy + c2))).mean())


def test_the_measure_is_the_published_one() -> None:
    x, y = images(2, 1, 24, 24)
    found = ssim(x, y, data_range=1, size_average=False)
    assert np.allclose(found, [by_numpy(a[0].numpy(), b[0].numpy()) for a, b in zip(x, y)], atol=1e-7)
    assert torch.allclose(ssim(x, x, data_range=1), torch.tensor(1.0, dtype=torch.float64))


def test_several_scales() -> None:
    x, y = images(1, 3, 176, 176)
    value = ms_ssim(x, y, data_range=1)
    assert 0 < value < 1 and torch.allclose(MS_SSIM(data_range=1, channel=3)(x, y), value)
    assert torch.allclose(ms_ssim(x, x, data_range=1), torch.tensor(1.0, dtype=torch.float64))


def test_an_image_is_found_by_the_loss() -> None:
    x, y = images(1, 1, 16, 16)
    loss, z = SSIM(data_range=1, channel=1), y.clone().requires_grad_()
    optimizer, values = torch.optim.Adam([z], lr=0.01), []
    for _ in range(40):
        optimizer.zero_grad()
        value = 1 - loss(x, z)
        value.backward()
        optimizer.step()
        values.append(value.item())
    assert values[-1] < 0.2 * values[0]


def test_gradients() -> None:
    x, y = images(1, 1, 12, 12)
    assert gradcheck(lambda x: ssim(x, y, data_range=1), x.requires_grad_())
