"""opacus as its documentation does: gradients of each sample, and training that keeps single samples private."""

from __future__ import annotations

import pytest
import torch
from opacus import GradSampleModule, PrivacyEngine
from opacus.layers import DPLSTM, DPMultiheadAttention
from opacus.validators import ModuleValidator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

NETS = {
    "linear": (lambda: nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2)), (6, 4)),
    "conv": (lambda: nn.Sequential(nn.Conv2d(2, 4, 3, padding=1, groups=2), nn.GroupNorm(2, 4)), (6, 2, 5, 5)),
    "strides": (lambda: nn.Conv1d(2, 3, 3, stride=2, dilation=2), (6, 2, 12)),
    "norm": (lambda: nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 3, bias=False)), (6, 3, 4)),
    "instances": (lambda: nn.InstanceNorm1d(3, affine=True), (6, 3, 8)),
}


@pytest.mark.parametrize("name", NETS)
def test_gradients_of_each_sample_are_those_of_a_loop(name: str) -> None:
    torch.manual_seed(0)
    make, shape = NETS[name]
    net, x = GradSampleModule(make(), loss_reduction="sum"), torch.randn(shape)
    net(x).square().sum().backward()
    found = [p.grad_sample for p in net.parameters()]
    for i in range(len(x)):
        expected = torch.autograd.grad(net._module(x[i : i + 1]).square().sum(), list(net.parameters()))
        for one, other in zip(found, expected, strict=True):
            assert torch.allclose(one[i], other, rtol=1e-4, atol=1e-5)


def test_recurrent_layers_and_attention() -> None:
    torch.manual_seed(0)
    x = torch.randn(4, 5, 6)
    lstm = GradSampleModule(DPLSTM(6, 3, batch_first=True))
    plain = nn.LSTM(6, 3, batch_first=True)
    plain.load_state_dict(lstm._module.state_dict())
    out = lstm(x)[0]
    out.sum().backward()
    assert torch.allclose(out, plain(x)[0], atol=1e-6)
    assert all(p.grad_sample.shape == (4, *p.shape) for p in lstm.parameters() if p.requires_grad)
    attention = DPMultiheadAttention(6, 2, dropout=0.0)
    assert attention(x, x, x)[0].shape == (4, 5, 6)


def test_layers_that_mix_samples_are_found_and_replaced() -> None:
    net = nn.Sequential(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4))
    [error] = ModuleValidator.validate(net)
    assert "BatchNorm" in str(error)
    fixed = ModuleValidator.fix(net)
    assert isinstance(fixed[1], nn.GroupNorm) and not ModuleValidator.validate(fixed)


@pytest.mark.parametrize("clipping", ["flat", "per_layer"])
def test_private_training(clipping: str) -> None:
    torch.manual_seed(0)
    x = torch.randn(256, 4)
    data = DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), batch_size=64)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    engine, bound = PrivacyEngine(), 1.0 if clipping == "flat" else [0.5] * len(list(net.parameters()))
    net, optimizer, data = engine.make_private(
        module=net, optimizer=torch.optim.SGD(net.parameters(), lr=0.5), data_loader=data, noise_multiplier=0.8,
        max_grad_norm=bound, clipping=clipping,
    )  # fmt: skip
    for _ in range(8):
        for inputs, labels in data:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(inputs), labels).backward()
            optimizer.step()
    right = (net(x).argmax(1) == (x[:, 0] > 0)).float().mean()
    assert right > 0.8 and 0 < engine.get_epsilon(delta=1e-3) < 50
