"""snntorch as its documentation does: spiking neurons, and networks of them trained by surrogate gradients."""

from __future__ import annotations

import pytest
import snntorch as snn
import snntorch.functional as SF  # noqa: N812
import torch
from snntorch import spikegen, surrogate, utils

NEURONS = {
    "leaky": lambda **o: snn.Leaky(beta=0.9, init_hidden=True, **o),
    "synaptic": lambda **o: snn.Synaptic(alpha=0.8, beta=0.9, init_hidden=True, **o),
    "alpha": lambda **o: snn.Alpha(alpha=0.9, beta=0.8, init_hidden=True, **o),
    "lapicque": lambda **o: snn.Lapicque(beta=0.9, init_hidden=True, **o),
    "recurrent": lambda **o: snn.RLeaky(beta=0.9, linear_features=2, init_hidden=True, **o),
}
SURROGATES = ("atan", "fast_sigmoid", "sigmoid", "triangular", "straight_through_estimator", "spike_rate_escape")


def test_a_leaky_neuron_is_the_published_one() -> None:
    neuron, membrane, spikes = snn.Leaky(beta=0.5, threshold=1.0), torch.zeros(1), []
    expected, was = 0.0, 0.0
    for _ in range(8):
        spike, membrane = neuron(torch.tensor([0.7]), membrane)
        was = 1.0 if expected > 1 else 0.0
        expected = 0.5 * expected + 0.7 - was
        assert abs(membrane.item() - expected) < 1e-6 and spike.item() == float(expected > 1)
        spikes.append(spike.item())
    assert 0 < sum(spikes) < 8


@pytest.mark.parametrize("gradient", SURROGATES)
def test_surrogates_have_gradients(gradient: str) -> None:
    x = torch.linspace(-1, 1, 9, requires_grad=True)
    spikes = getattr(surrogate, gradient)()(x)
    spikes.sum().backward()
    assert set(spikes.tolist()) == {0.0, 1.0} and x.grad.abs().sum() > 0


@pytest.mark.parametrize("kind", NEURONS)
def test_a_network_learns(kind: str) -> None:
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Linear(4, 16), NEURONS["leaky"](), torch.nn.Linear(16, 2), NEURONS[kind](output=True)
    )
    x, labels = torch.rand(32, 4), torch.arange(32) % 2
    x[labels == 1, :2] += 1
    optimizer, loss_of, losses = torch.optim.Adam(net.parameters(), lr=0.02), SF.ce_rate_loss(), []
    for _ in range(25):
        utils.reset(net)
        spikes = torch.stack([net(x)[0] for _ in range(8)])
        optimizer.zero_grad()
        loss = loss_of(spikes, labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and SF.accuracy_rate(spikes, labels) > 0.7


def test_values_become_spikes() -> None:
    torch.manual_seed(0)
    rates = spikegen.rate(torch.tensor([0.0, 0.5, 1.0]), num_steps=200).mean(0)
    assert rates[0] == 0 and rates[2] == 1 and abs(rates[1] - 0.5) < 0.15
    assert spikegen.latency(torch.tensor([1.0, 0.3]), num_steps=10, normalize=True, linear=True).argmax(0).diff() > 0
