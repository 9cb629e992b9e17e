"""torchvision as its documentation uses it: models, losses of boxes and transforms of images, with gradients.

Of each result the sum of absolute values is PyTorch's, and so is that of the gradient of its sum.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import torch
import torchvision
from torchvision import models, ops
from torchvision.transforms import v2
from torchvision.transforms.v2 import functional as F  # noqa: N812

IMAGES = torch.linspace(0, 7, 2 * 3 * 64 * 64, dtype=torch.float64).reshape(2, 3, 64, 64).cos() / 2 + 0.5
BOXES = torch.tensor([[0.0, 0, 10, 10], [5, 5, 12, 14]], dtype=torch.float64)
OTHERS = torch.tensor([[1.0, 2, 9, 11], [4, 4, 20, 20], [30, 30, 40, 41]], dtype=torch.float64)
MODELS = {
    "resnet18": (0.999003593, 37.20872482),
    "vgg11_bn": (0.09717324935, 7.761017694),
    "densenet121": (1.202304978, 6.199602989),
    "mobilenet_v2": (2.41351741e-09, 6.486118475e-08),
    "mobilenet_v3_small": (1.362173083e-09, 6.277377499e-08),
    "shufflenet_v2_x0_5": (0.1135115808, 0.001082563186),
    "regnet_y_400mf": (0.05095131087, 0.7067545033),
    "convnext_tiny": (1.275114284, 140.6080183),
    "swin_t": (2.283557891, 165.5984265),
    "mnasnet0_5": (5.217477828e-07, 5.18459164e-05),
}
FUNCTIONS = {
    "resize": (lambda x: F.resize(x, [20, 24], antialias=True), 1575.220229, 2880),
    "bicubic": (lambda x: F.resize(x, [80, 90], interpolation=v2.InterpolationMode.BICUBIC), 23627.95392, 43200),
    "rotate": (lambda x: F.rotate(x, 30.0, interpolation=v2.InterpolationMode.BILINEAR), 11372.51061, 20773.2885),
    "affine": (lambda x: F.affine(x, 10.0, [2, 3], 1.2, [5.0, 6.0]), 13373.57613, 24384),
    "blur": (lambda x: F.gaussian_blur(x, [5, 5]), 13441.82773, 24576),
    "contrast": (lambda x: F.adjust_contrast(x, 1.5), 13218.00932, 14165.12441),
    "saturation": (lambda x: F.adjust_saturation(x, 1.5), 13229.74769, 14340.27195),
    "grayscale": (F.rgb_to_grayscale, 4620.669018, 8191.1808),
    "normalize": (lambda x: F.normalize(x, [0.5, 0.4, 0.3], [0.1, 0.2, 0.3]), 50052.12279, 150186.6667),
}  # fmt: skip


def sums(function: Any, x: Any) -> tuple[float, float]:
    x = x.clone().requires_grad_()
    y = function(x)
    return y.detach().abs().sum().item(), torch.autograd.grad(y.sum(), x)[0].abs().sum().item()


def model(name: str) -> Any:
    torch.manual_seed(0)
    return getattr(models, name)(weights=None, num_classes=4).double().eval()


@pytest.mark.parametrize("name", MODELS)
def test_models(name: str) -> None:
    assert sums(model(name), IMAGES) == pytest.approx(MODELS[name], rel=1e-5)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_transforms(name: str) -> None:
    function, *expected = FUNCTIONS[name]
    assert sums(function, IMAGES) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("name", ["box_iou", "generalized_box_iou", "distance_box_iou"])
def test_gradients_of_boxes(name: str) -> None:
    boxes = BOXES.clone().requires_grad_()
    assert torch.autograd.gradcheck(lambda b: getattr(ops, name)(b, OTHERS), boxes)


def test_segmentation() -> None:
    torch.manual_seed(0)
    net = models.segmentation.lraspp_mobilenet_v3_large(weights=None, weights_backbone=None, num_classes=3).eval()
    assert net(IMAGES.float())["out"].shape == (2, 3, 64, 64)


def test_training_and_weights(tmp_path: Path) -> None:
    net, labels = model("squeezenet1_1").train(), torch.tensor([1, 3])
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    losses = []
    for _ in range(8):
        loss = torch.nn.functional.cross_entropy(net(IMAGES), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    torch.save(net.state_dict(), tmp_path / "net.pt")
    other = model("squeezenet1_1")
    other.load_state_dict(torch.load(tmp_path / "net.pt"))
    assert other(IMAGES).equal(net.eval()(IMAGES))


def test_weights_that_lie_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    weights = models.ResNet18_Weights.DEFAULT
    torch.manual_seed(0)
    net = models.resnet18()
    with pytest.raises(RuntimeError, match="nothing is downloaded here"):
        models.resnet18(weights=weights, progress=False)
    folder = Path(torch.hub.get_dir()) / "checkpoints"
    folder.mkdir(parents=True)
    torch.save(net.state_dict(), folder / os.path.basename(weights.url))
    assert models.resnet18(weights=weights).fc.weight.equal(net.fc.weight)


def test_augmentation_and_grid() -> None:
    torch.manual_seed(0)
    change = v2.Compose([v2.RandomResizedCrop(32), v2.RandomHorizontalFlip(), v2.ToDtype(torch.float32, scale=True)])
    assert change((IMAGES * 255).to(torch.uint8)).shape == (2, 3, 32, 32)
    assert torchvision.utils.make_grid(IMAGES, nrow=2).shape == (3, 68, 134)


def test_compiled_operations_say_so() -> None:
    with pytest.raises(RuntimeError, match="load custom C\\+\\+ ops"):
        ops.nms(BOXES, torch.ones(2), 0.5)
