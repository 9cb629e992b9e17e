"""Captum as its documentation uses it: attributions of inputs, layers and neurons, and what they add up to."""

from __future__ import annotations

import pytest
import torch
from captum.attr import (
    LRP,
    DeepLift,
    DeepLiftShap,
    FeatureAblation,
    FeaturePermutation,
    GradientShap,
    GuidedBackprop,
    GuidedGradCam,
    InputXGradient,
    IntegratedGradients,
    InternalInfluence,
    KernelShap,
    LayerActivation,
    LayerConductance,
    LayerDeepLift,
    LayerGradCam,
    LayerIntegratedGradients,
    Lime,
    NeuronConductance,
    NeuronGradient,
    NoiseTunnel,
    Occlusion,
    Saliency,
    ShapleyValueSampling,
)
from captum.influence import TracInCP
from captum.metrics import infidelity, sensitivity_max
from torch import nn


class Toy(nn.Module):
    """The model of the introduction."""

    def __init__(self) -> None:
        super().__init__()
        self.lin1, self.relu, self.lin2 = nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2)
        self.lin1.weight = nn.Parameter(torch.arange(-4.0, 5.0).view(3, 3))
        self.lin1.bias = nn.Parameter(torch.zeros(1, 3))
        self.lin2.weight = nn.Parameter(torch.arange(-3.0, 3.0).view(2, 3))
        self.lin2.bias = nn.Parameter(torch.ones(1, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.lin2(self.relu(self.lin1(x)))


@pytest.fixture(autouse=True)
def seeded() -> None:
    torch.manual_seed(123)


@pytest.fixture
def toy() -> Toy:
    return Toy().eval()


@pytest.fixture
def data() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.rand(2, 3), torch.zeros(2, 3)


def difference(model: nn.Module, x: torch.Tensor, base: torch.Tensor, target: int = 0) -> torch.Tensor:
    return (model(x) - model(base))[:, target].detach()


@pytest.mark.parametrize("method", [IntegratedGradients, DeepLift])
def test_attributions_add_up(method: type, toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    found, delta = method(toy).attribute(*data, target=0, return_convergence_delta=True)
    assert torch.allclose(found.sum(1), difference(toy, *data), atol=1e-2) and delta.abs().max() < 1e-2


@pytest.mark.parametrize("method", [FeatureAblation, ShapleyValueSampling, KernelShap, Lime])
def test_perturbations(method: type, toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    linear = nn.Linear(3, 2)
    if method is FeatureAblation or method is ShapleyValueSampling:
        found = method(linear).attribute(*data, target=1)
        assert torch.allclose(found, data[0] * linear.weight[1].detach(), atol=1e-5)
    else:
        found = method(linear).attribute(data[0][:1], data[1][:1], target=1, n_samples=60)
        assert found.shape == (1, 3) and found.isfinite().all()
    assert method(toy).attribute(data[0][:1], target=0).shape == (1, 3)


def test_gradients_of_inputs(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    x = data[0].clone().requires_grad_()
    expected = torch.autograd.grad(toy(x)[:, 1].sum(), x)[0]
    assert torch.allclose(Saliency(toy).attribute(x, target=1), expected.abs())
    assert torch.allclose(InputXGradient(toy).attribute(x, target=1), expected * x)
    assert FeaturePermutation(toy).attribute(x, target=1).shape == (2, 3)
    assert GuidedBackprop(toy).attribute(x, target=1).shape == (2, 3)


def test_baselines_from_a_distribution(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    base = torch.rand(10, 3) * 0.001
    for method in (GradientShap(toy), DeepLiftShap(toy)):
        found, delta = method.attribute(data[0], base, target=0, return_convergence_delta=True)
        assert found.shape == (2, 3) and delta.isfinite().all()
        assert torch.allclose(found.sum(1), difference(toy, data[0], base[:1]), atol=0.3)


def test_noise(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    tunnel = NoiseTunnel(IntegratedGradients(toy))
    for kind in ("smoothgrad", "smoothgrad_sq", "vargrad"):
        assert tunnel.attribute(data[0], nt_type=kind, nt_samples=4, stdevs=0.02, target=0).shape == (2, 3)


def test_layers(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    hidden = toy.lin1(data[0]).detach()
    assert torch.allclose(LayerActivation(toy, toy.lin1).attribute(data[0]), hidden)
    for method in (LayerConductance, LayerIntegratedGradients, LayerDeepLift):
        found = method(toy, toy.lin1).attribute(*data, target=0)
        assert torch.allclose(found.sum(1), difference(toy, *data), atol=2e-2), method
    assert InternalInfluence(toy, toy.lin1).attribute(*data, target=0).shape == (2, 3)


def test_neurons(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    found = NeuronGradient(toy, toy.lin1).attribute(data[0], neuron_selector=2)
    assert torch.allclose(found, toy.lin1.weight[2].detach().expand(2, 3))
    assert NeuronConductance(toy, toy.lin1).attribute(data[0], neuron_selector=1, target=0).shape == (2, 3)


def test_relevance_goes_back_through_the_layers(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    found = LRP(toy).attribute(data[0], target=0)
    assert found.shape == (2, 3) and found.isfinite().all()


def test_pictures() -> None:
    class Small(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv, self.relu, self.pool = nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1)
            self.fc = nn.Linear(4, 2)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.fc(self.pool(self.relu(self.conv(x))).flatten(1))

    model, x = Small().eval(), torch.rand(2, 1, 8, 8)
    assert LayerGradCam(model, model.conv).attribute(x, target=1).shape == (2, 1, 8, 8)
    assert GuidedGradCam(model, model.conv).attribute(x, target=1).shape == (2, 1, 8, 8)
    assert Occlusion(model).attribute(x, sliding_window_shapes=(1, 4, 4), strides=(1, 4, 4), target=0).shape == x.shape


def test_how_good_attributions_are(toy: Toy, data: tuple[torch.Tensor, torch.Tensor]) -> None:
    def noise(inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        moved = torch.randn_like(inputs) * 0.003
        return moved, inputs - moved

    method = IntegratedGradients(toy)
    assert infidelity(toy, noise, data[0], method.attribute(data[0], target=0), target=0).shape == (2,)
    assert sensitivity_max(method.attribute, data[0], target=0).shape == (2,)


def test_examples_that_had_influence(tmp_path: object) -> None:
    model, loss = nn.Linear(3, 1), nn.MSELoss(reduction="none")
    data = torch.utils.data.TensorDataset(torch.rand(8, 3), torch.rand(8, 1))
    torch.save(model.state_dict(), f"{tmp_path}/first.pt")

    def load(model: nn.Module, path: str) -> float:
        model.load_state_dict(torch.load(path))
        return 1.0

    traced = TracInCP(model, data, [f"{tmp_path}/first.pt"], checkpoints_load_func=load, loss_fn=loss, batch_size=4)
    found = traced.influence((torch.rand(2, 3), torch.rand(2, 1)))
    assert found.shape == (2, 8)
