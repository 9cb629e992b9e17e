"""MONAI as its documentation uses it: networks, losses, metrics, transforms, inference by windows."""

import numpy as np
import pytest
import torch
from monai.data import DataLoader, Dataset, decollate_batch
from monai.inferers import sliding_window_inference
from monai.losses import DiceCELoss, DiceLoss, FocalLoss, TverskyLoss
from monai.metrics import DiceMetric, compute_hausdorff_distance
from monai.networks.nets import AttentionUnet, BasicUNet, DenseNet121, SegResNet, UNet, ViT
from monai.transforms import AsDiscrete, Compose, EnsureChannelFirstd, RandFlipd, ScaleIntensityd, ToTensord


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def volumes(count=4, size=16):
    generator = np.random.default_rng(0)
    images = generator.normal(size=(count, size, size)).astype(np.float32)
    return [{"image": image, "label": (image > 0).astype(np.float32)} for image in images]


NETWORKS = {
    "UNet": lambda: UNet(2, 1, 2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1),
    "BasicUNet": lambda: BasicUNet(2, 1, 2, features=(4, 4, 8, 8, 16, 4)),
    "SegResNet": lambda: SegResNet(2, 8, 1, 2, blocks_down=(1, 1), blocks_up=(1,)),
    "AttentionUnet": lambda: AttentionUnet(2, 1, 2, channels=(4, 8), strides=(2,)),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_segments_and_has_gradients(name):
    net = NETWORKS[name]()
    out = net(torch.randn(2, 1, 32, 32))
    assert out.shape == (2, 2, 32, 32)
    DiceCELoss(to_onehot_y=True, softmax=True)(out, torch.randint(0, 2, (2, 1, 32, 32))).backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in net.parameters() if p.requires_grad)


def test_a_network_classifies():
    net = DenseNet121(2, 1, 3, init_features=4, growth_rate=2, block_config=(1, 1))
    assert net(torch.randn(2, 1, 32, 32)).shape == (2, 3)
    out, hidden = ViT(1, (16, 16), (8, 8), hidden_size=12, mlp_dim=16, num_layers=2, num_heads=2, spatial_dims=2)(
        torch.randn(2, 1, 16, 16)
    )
    assert out.shape == (2, 4, 12) and len(hidden) == 2


@pytest.mark.parametrize("loss", [DiceLoss(sigmoid=True), FocalLoss(), TverskyLoss(sigmoid=True)])
def test_a_loss_is_low_where_the_prediction_is_right(loss):
    target = (torch.randn(2, 1, 8, 8) > 0).float()
    right, wrong = 8 * target - 4, 4 - 8 * target
    assert loss(right, target) < loss(wrong, target)
    assert torch.autograd.gradcheck(lambda x: loss(x, target.double()), right.double().requires_grad_())


def test_the_dice_of_halves():
    first, second = torch.zeros(1, 1, 4, 4), torch.zeros(1, 1, 4, 4)
    first[..., :2], second[..., 1:3] = 1, 1
    metric = DiceMetric(reduction="mean")
    metric(first, second)
    assert metric.aggregate().item() == pytest.approx(0.5)
    assert compute_hausdorff_distance(first, second, include_background=True).item() == 1


def test_items_are_transformed_collated_and_taken_apart():
    keys = ["image", "label"]
    steps = [EnsureChannelFirstd(keys, channel_dim="no_channel"), ScaleIntensityd("image"), RandFlipd(keys, prob=1.0)]
    loader = DataLoader(Dataset(volumes(), Compose([*steps, ToTensord(keys)])), batch_size=2)
    batches = list(loader)
    assert [batch["image"].shape for batch in batches] == [(2, 1, 16, 16)] * 2
    assert batches[0]["image"].min() == 0 and batches[0]["image"].max() == 1
    onehot = AsDiscrete(to_onehot=2)
    assert [onehot(label).shape for label in decollate_batch(batches[0]["label"])] == [(2, 16, 16)] * 2


def test_windows_that_overlap_give_the_whole():
    image = torch.randn(1, 1, 20, 20)
    assert torch.allclose(
        sliding_window_inference(image, (8, 8), 2, lambda x: 2 * x, overlap=0.5), 2 * image, atol=1e-5
    )


def test_a_network_learns_from_a_loader():
    net = NETWORKS["UNet"]()
    optimizer = torch.optim.Adam(net.parameters(), 1e-2)
    first = EnsureChannelFirstd(["image", "label"], channel_dim="no_channel")
    loader = DataLoader(Dataset(volumes(), first), batch_size=4)
    losses = []
    for _ in range(10):
        for batch in loader:
            optimizer.zero_grad()
            loss = DiceLoss(to_onehot_y=True, softmax=True)(net(batch["image"]), batch["label"])
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    assert losses[-1] < 0.9 * losses[0]
