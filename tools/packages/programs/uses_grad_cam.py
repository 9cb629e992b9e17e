"""pytorch-grad-cam as its documentation uses it: what a network looks at in a picture, by hooks of its layers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
import pytorch_grad_cam as cam
import torch
from pytorch_grad_cam.guided_backprop import GuidedBackpropReLUModel
from pytorch_grad_cam.utils.image import show_cam_on_image
from pytorch_grad_cam.utils.model_targets import ClassifierOutputTarget
from torch import nn

TARGETS = [ClassifierOutputTarget(2), ClassifierOutputTarget(0)]


def _model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 6, 3, padding=1),
        nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(24, 4),
    ).eval()  # fmt: skip


def _pictures() -> torch.Tensor:
    return torch.randn(2, 3, 16, 16, generator=torch.Generator().manual_seed(1))


def _by_hand(model: nn.Sequential, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The activations of the last convolution, and the gradients of the two targets in them."""
    acts = model[:5](x)
    out = model[5:](acts)
    (grads,) = torch.autograd.grad(out[0, 2] + out[1, 0], acts)
    return acts.detach(), grads


def _scaled(picture: np.ndarray) -> np.ndarray:
    picture = picture - picture.min()
    return picture / (1e-7 + picture.max())


def _weights(kind: str, acts: torch.Tensor, grads: torch.Tensor) -> torch.Tensor:
    if kind == "GradCAM":
        return grads.mean((2, 3), keepdim=True)
    if kind == "XGradCAM":
        return (grads * acts / (acts.sum((2, 3), keepdim=True) + 1e-7)).sum((2, 3), keepdim=True)
    if kind == "LayerCAM":
        return grads.relu()
    if kind == "HiResCAM":
        return grads
    total = acts.sum((2, 3), keepdim=True)
    share = grads**2 / (2 * grads**2 + total * grads**3 + 1e-6)
    return (grads.relu() * torch.where(grads != 0, share, 0)).sum((2, 3), keepdim=True)


@pytest.mark.parametrize("kind", ["GradCAM", "XGradCAM", "LayerCAM", "HiResCAM", "GradCAMPlusPlus"])
def test_maps_are_those_of_gradients_by_hand(kind: str) -> None:
    model, x = _model(), _pictures()
    acts, grads = _by_hand(model, x)
    maps = (_weights(kind, acts, grads) * acts).sum(1).relu().numpy()
    with getattr(cam, kind)(model=model, target_layers=[model[4]]) as method:
        found = method(input_tensor=x, targets=TARGETS)
        assert found.shape == (2, 16, 16) and found.min() >= 0 and found.max() <= 1
    expected = np.stack([_scaled(cv2.resize(_scaled(each), (16, 16))) for each in maps])
    assert np.abs(found - expected).max() < 1e-4


@pytest.mark.parametrize(
    "kind", ["EigenCAM", "EigenGradCAM", "ScoreCAM", "AblationCAM", "GradCAMElementWise", "KPCA_CAM"]
)
def test_other_methods_give_a_map_of_each_picture(kind: str) -> None:
    model, x = _model(), _pictures()
    with getattr(cam, kind)(model=model, target_layers=[model[4]]) as method:
        method.batch_size = 4
        found = method(input_tensor=x, targets=TARGETS)
    assert found.shape == (2, 16, 16) and np.isfinite(found).all() and found.max() <= 1
    assert not any(m._forward_hooks or m._backward_hooks for m in model.modules())


def test_smoothed_maps_and_their_picture() -> None:
    model, x = _model(), _pictures()
    with cam.GradCAM(model=model, target_layers=[model[1], model[4]]) as method:
        smooth: Any = method(input_tensor=x, targets=TARGETS, aug_smooth=True, eigen_smooth=True)
    assert show_cam_on_image(np.zeros((16, 16, 3), np.float32), smooth[0]).shape == (16, 16, 3)


def test_guided_gradients_pass_where_both_sides_are_positive() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Flatten(), nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 4)).eval()
    x = torch.randn(1, 3, 2, 2)
    found = GuidedBackpropReLUModel(model=model, device="cpu")(x, target_category=1)
    hidden = model[1](x.flatten(1))
    passed = model[3].weight[1].relu() * (hidden[0] > 0)
    expected = (passed @ model[1].weight).view(3, 2, 2).permute(1, 2, 0)
    assert np.abs(found - expected.detach().numpy()).max() < 1e-6
    assert isinstance(model[2], nn.ReLU)
