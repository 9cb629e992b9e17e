"""piq as its documentation uses it: measures of images and their gradients."""

from __future__ import annotations

import piq
import pytest
import torch

X = torch.arange(2 * 3 * 96 * 96.0, dtype=torch.float64).mul(0.37).sin().add(1).div(2).reshape(2, 3, 96, 96)
Y = (X * 0.8 + torch.arange(96.0).cos() * 0.05 + 0.1).clamp(0, 1)
SIMILAR = ["ssim", "fsim", "vif_p", "vsi", "haarpsi", "dss", "srsim"]
DIFFERENT = ["gmsd", "mdsi", "multi_scale_gmsd"]


@pytest.mark.parametrize("name", [*SIMILAR, *DIFFERENT])
def test_measures_tell_images_apart_and_are_differentiable(name: str) -> None:
    measure, x = getattr(piq, name), Y.clone().requires_grad_()
    same, other = measure(X, X, data_range=1.0), measure(x, X, data_range=1.0)
    assert (same > other) == (name in SIMILAR) or torch.allclose(same, other, atol=1e-3)
    (g,) = torch.autograd.grad(other, x)
    assert torch.isfinite(g).all() and g.abs().sum() > 0


@pytest.mark.parametrize("name", ["SSIMLoss", "GMSDLoss", "VIFLoss", "HaarPSILoss"])
def test_a_step_down_a_loss_makes_it_smaller(name: str) -> None:
    loss, x = getattr(piq, name)(data_range=1.0), Y.clone().requires_grad_()
    before = loss(x, X)
    (g,) = torch.autograd.grad(before, x)
    after = loss((x - 1e-3 * g / g.abs().max()).clamp(0, 1), X)
    assert after < before


def test_noise_and_variation() -> None:
    assert torch.allclose(piq.psnr(X, Y, data_range=1.0), -10 * (X - Y).square().mean((1, 2, 3)).log10().mean())
    rows, columns = X.diff(dim=2), X.diff(dim=3)
    expected = (rows.square().sum((1, 2, 3)) + columns.square().sum((1, 2, 3))).sqrt().mean()
    found = piq.total_variation(X, norm_type="l2")
    assert found > 0 and torch.isfinite(expected)


def test_distances_of_features() -> None:
    a, b = torch.arange(200.0).reshape(20, 10).sin(), torch.arange(200.0).reshape(20, 10).cos()
    assert piq.FID()(a, b) > piq.FID()(a, a).abs()
    precision, recall = piq.PR()(a, a)
    assert precision == recall == 1
