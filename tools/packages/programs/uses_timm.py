"""timm as its documentation uses it: models by name, features, optimisers, schedules and losses.

Of each result the sum of absolute values is PyTorch's, and so is that of the gradient of its sum.
"""

from __future__ import annotations

from typing import Any

import pytest
import timm
import timm.loss
import timm.optim
import timm.scheduler
import timm.utils
import torch

IMAGES = torch.linspace(0, 7, 2 * 3 * 64 * 64, dtype=torch.float64).reshape(2, 3, 64, 64).cos()
MODELS = {
    "resnet18d": (0.2551802795, 0.9991228535),
    "resnetv2_50": (16.4447285, 316.0253982),
    "vit_tiny_patch16_224": (1.499390288, 39.12296743),
    "deit3_small_patch16_224": (0.003592188526, 0.02495211111),
    "convnextv2_atto": (1.339817575, 82.45023508),
    "beit_base_patch16_224": (0.004913785181, 0.0690501229),
    "mixer_s16_224": (0, 0),
    "edgenext_xx_small": (1.059293553, 52.66065042),
    "poolformer_s12": (4.174975041, 143.0932142),
    "nfnet_l0": (2.114297136, 40.92497246),
    "regnetx_002": (0.04924595771, 0.1459743859),
    "hrnet_w18_small": (10.52729971, 288.4018786),
    "dla34": (1545.803899, 34513.48646),
    "res2net50_26w_4s": (0.1230674348, 1.090924619),
    "resnest14d": (0.08255014946, 0.4545007434),
    "repvgg_a0": (0.2832976814, 5.247372371e-15),
    "fastvit_t8": (0.002767999315, 0.1927719938),
}


def sums(function: Any, x: Any) -> tuple[float, float]:
    x = x.clone().requires_grad_()
    y = function(x)
    return y.detach().abs().sum().item(), torch.autograd.grad(y.sum(), x)[0].abs().sum().item()


def model(name: str) -> Any:
    torch.manual_seed(0)
    size = {"img_size": 64} if "patch" in name or "mixer" in name else {}
    return timm.create_model(name, pretrained=False, num_classes=4, **size).double().eval()


@pytest.mark.parametrize("name", MODELS)
def test_models(name: str) -> None:
    assert sums(model(name), IMAGES) == pytest.approx(MODELS[name], rel=1e-5)


def test_features() -> None:
    net = timm.create_model("resnet18", features_only=True, out_indices=(1, 3))
    assert [tuple(f.shape) for f in net(IMAGES.float())] == [(2, 64, 16, 16), (2, 256, 4, 4)]
    assert net.feature_info.channels() == [64, 256] and "resnet18" in timm.list_models("resnet1*")
    assert timm.create_model("resnet18", num_classes=0)(IMAGES.float()).shape == (2, 512)


@pytest.mark.parametrize("name", ["adamw", "lamb", "lion", "nadamw", "adan", "adopt", "madgrad", "lookahead_radam"])
def test_training(name: str) -> None:
    net, labels = model("test_vit").train().float(), torch.tensor([1, 3])
    images = torch.nn.functional.interpolate(IMAGES.float(), size=net.patch_embed.img_size)
    optimizer = timm.optim.create_optimizer_v2(net, opt=name, lr=1e-3, weight_decay=0.01)
    schedule = timm.scheduler.CosineLRScheduler(optimizer, t_initial=10, warmup_t=2, warmup_lr_init=1e-4)
    average, loss_of = timm.utils.ModelEmaV3(net, decay=0.9), timm.loss.LabelSmoothingCrossEntropy(0.1)
    losses = []
    for epoch in range(10):
        loss = loss_of(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        timm.utils.dispatch_clip_grad(net.parameters(), 1.0)
        optimizer.step()
        average.update(net)
        schedule.step(epoch + 1)
        losses.append(loss.item())
    assert losses[-1] < losses[0]
    assert all(torch.isfinite(p).all() for p in average.module.parameters())
