"""kymatio as its documentation does: scattering transforms, beside those that it computes with NumPy."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from kymatio.numpy import HarmonicScattering3D as HarmonicOfNumpy
from kymatio.numpy import Scattering1D as LinesOfNumpy
from kymatio.numpy import Scattering2D as ImagesOfNumpy
from kymatio.torch import HarmonicScattering3D, Scattering1D, Scattering2D
from torch.autograd import gradcheck


def signal(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("options", [{}, {"max_order": 1}, {"average": False, "out_type": "list"}])
def test_lines(options: dict) -> None:
    x = signal(2, 256)
    ours = Scattering1D(J=4, shape=256, Q=4, **options)(torch.from_numpy(x))
    theirs = LinesOfNumpy(J=4, shape=256, Q=4, **options)(x)
    if isinstance(theirs, list):
        ours, theirs = (np.concatenate([np.asarray(one["coef"]) for one in all_], -1) for all_ in (ours, theirs))
    assert np.allclose(np.asarray(ours), theirs, atol=1e-5)


def test_images_by_a_layer_in_a_network() -> None:
    x = signal(3, 1, 32, 32)
    scattering = Scattering2D(J=2, shape=(32, 32), L=4)
    assert np.allclose(scattering(torch.from_numpy(x)).numpy(), ImagesOfNumpy(J=2, shape=(32, 32), L=4)(x), atol=1e-5)
    net = torch.nn.Sequential(scattering, torch.nn.Flatten(), torch.nn.LazyLinear(2))
    labels = torch.tensor([0, 1, 0])
    net(torch.from_numpy(x))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    losses = []
    for _ in range(10):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(torch.from_numpy(x)), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


def test_solids() -> None:
    x = np.abs(signal(1, 8, 8, 8))
    options = {"J": 1, "shape": (8, 8, 8), "L": 2, "sigma_0": 1}
    assert np.allclose(HarmonicScattering3D(**options)(torch.from_numpy(x)).numpy(), HarmonicOfNumpy(**options)(x),
                       rtol=1e-3, atol=1e-4)  # fmt: skip


def test_gradients() -> None:
    lines = Scattering1D(J=2, shape=16, Q=1).double()
    assert gradcheck(lines, torch.from_numpy(signal(16).astype(np.float64)).requires_grad_())
    images = Scattering2D(J=1, shape=(8, 8), L=2).double()
    assert gradcheck(images, torch.from_numpy(signal(8, 8).astype(np.float64)).requires_grad_())
