"""TorchANI as its documentation uses it: energies of molecules, forces, Hessians, batches, a step of training."""

from __future__ import annotations

from typing import Any

import torch
import torchani
from torchani.grad import energies_and_forces, forces_and_hessians, vibrational_analysis

DOUBLE: Any = {"dtype": torch.float64}
METHANE = torch.tensor([[6, 1, 1, 1, 1]])
PLACES = torch.tensor(
    [[[0.03, 0.006, 0.01], [-0.83, 0.39, -0.26], [-0.66, -0.84, 0.2], [0.45, 0.45, 0.87], [0.64, -0.36, -0.53]]],
    **DOUBLE,
)


def model() -> Any:
    torch.manual_seed(0)
    return torchani.arch.simple_ani(
        ("H", "C", "N", "O"), lot="wb97x-631gd", ensemble_size=2, repulsion=True, dispersion=True
    ).double()


def test_the_forces_are_those_of_differences() -> None:
    net = model()
    energies, forces = energies_and_forces(net, METHANE, PLACES.clone())
    step = 1e-5
    for atom, axis in ((0, 0), (1, 2), (4, 1)):
        shift = torch.zeros_like(PLACES)
        shift[0, atom, axis] = step
        ends = [net((METHANE, PLACES + sign * shift)).energies for sign in (1, -1)]
        assert torch.isclose(forces[0, atom, axis], -(ends[0] - ends[1])[0] / (2 * step), atol=1e-6)
    assert torch.allclose(forces.sum(1), torch.zeros(1, 3, **DOUBLE), atol=1e-10) and energies.shape == (1,)


def test_energies_do_not_change_when_a_molecule_turns() -> None:
    net = model()
    turn = torch.linalg.qr(torch.randn(3, 3, **DOUBLE))[0]
    moved = PLACES @ turn + torch.tensor([1.0, 2.0, 3.0], **DOUBLE)
    order = torch.tensor([0, 3, 1, 4, 2])
    known = net((METHANE, PLACES)).energies
    assert torch.allclose(net((METHANE, moved)).energies, known)
    assert torch.allclose(net((METHANE, PLACES[:, order])).energies, known)


def test_hessians_are_symmetric_and_those_of_func() -> None:
    net = model()
    places = PLACES.clone().requires_grad_()
    energies = net((METHANE, places)).energies
    _, hessians = forces_and_hessians(energies, places)
    assert hessians.shape == (1, 15, 15) and torch.allclose(hessians, hessians.mT, atol=1e-8)
    known = torch.func.hessian(lambda x: net((METHANE, x)).energies.sum())(PLACES).reshape(15, 15)
    assert torch.allclose(hessians[0], known, atol=1e-8)
    masses = torchani.utils.get_atomic_masses(METHANE, dtype=torch.float64)
    assert vibrational_analysis(masses, hessians.detach()).freqs.shape == (15,)


def test_padded_batches_have_the_energies_of_their_molecules() -> None:
    net = model()
    water = torch.tensor([[8, 1, 1, -1, -1]])
    places = torch.tensor(
        [[[0.0, 0.0, 0.12], [0.0, 0.76, -0.48], [0.0, -0.76, -0.48], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]], **DOUBLE
    )
    both = net((torch.cat([METHANE, water]), torch.cat([PLACES, places]))).energies
    assert torch.allclose(both[:1], net((METHANE, PLACES)).energies)
    assert torch.allclose(both[1:], net((water[:, :3], places[:, :3])).energies)


def test_training_on_forces_needs_second_derivatives() -> None:
    net = model()
    for parameter in net.parameters():
        parameter.requires_grad_(True)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    losses = []
    for _ in range(5):
        places = PLACES.clone().requires_grad_()
        forces = torchani.grad.forces_for_training(net((METHANE, places)).energies, places)
        loss = (forces**2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0]
