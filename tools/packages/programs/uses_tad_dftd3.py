"""tad-dftd3 as its documentation uses it: dispersion energies of molecules, forces, Hessians and batches."""

from __future__ import annotations

from typing import Any

import pytest
import tad_dftd3 as d3
import tad_mctc as mctc
import torch
from tad_mctc.autograd import dgradcheck, dgradgradcheck
from tad_mctc.ncoord import cn_d3, cn_d4, cn_eeq

DOUBLE: Any = {"dtype": torch.float64}
NUMBERS = mctc.convert.symbol_to_number(["O", "H", "H", "C", "H", "H", "H", "H"])
POSITIONS = torch.tensor([
    [0.0, 0.1, 5.6], [0.4, 1.6, 6.5], [-0.3, -1.2, 6.9], [0.1, 0.0, 0.0], [1.3, 1.1, -1.2], [-1.2, -1.1, -1.1],
    [1.2, -1.3, 1.2], [-1.3, 1.2, 1.1],
], **DOUBLE)  # fmt: skip
PARAM = {name: torch.tensor(value, **DOUBLE) for name, value in
         {"a1": 0.49484001, "s8": 0.78981345, "a2": 5.73083694}.items()}  # fmt: skip


def energy(positions: torch.Tensor) -> torch.Tensor:
    return d3.dftd3(NUMBERS, positions, PARAM).sum()


def test_the_forces_are_those_of_differences() -> None:
    assert dgradcheck(energy, POSITIONS.clone().requires_grad_(), fast_mode=True)
    assert torch.autograd.gradcheck(energy, POSITIONS.clone().requires_grad_(), fast_mode=True)
    x = POSITIONS.clone().requires_grad_()
    (force,) = torch.autograd.grad(energy(x), x)
    assert energy(POSITIONS) < 0 and torch.allclose(force.sum(0), torch.zeros(3, **DOUBLE), atol=1e-12)
    assert torch.allclose(torch.func.jacrev(energy)(POSITIONS), force)


def test_the_hessian_is_the_same_in_all_modes() -> None:
    assert dgradgradcheck(energy, POSITIONS.clone().requires_grad_(), fast_mode=True)
    size = POSITIONS.numel()
    whole = torch.func.jacrev(torch.func.jacrev(energy))(POSITIONS).reshape(size, size)
    assert torch.allclose(torch.func.hessian(energy)(POSITIONS).reshape(size, size), whole, atol=1e-12)
    assert torch.allclose(whole, whole.mT, atol=1e-12)


def test_a_batch_has_the_energies_of_its_molecules() -> None:
    numbers, positions = mctc.batch.pack([NUMBERS, NUMBERS[:3]]), mctc.batch.pack([POSITIONS, POSITIONS[:3]])
    found = d3.dftd3(numbers, positions, PARAM).sum(-1)
    assert torch.allclose(found, torch.stack([energy(POSITIONS), d3.dftd3(NUMBERS[:3], POSITIONS[:3], PARAM).sum()]))
    moved = torch.stack([POSITIONS * scale for scale in (0.9, 1.0, 1.1)])
    assert torch.allclose(torch.func.vmap(energy)(moved), torch.stack([energy(x) for x in moved]))


@pytest.mark.parametrize("count", [cn_d3, cn_d4, cn_eeq])
def test_coordination_numbers(count: Any) -> None:
    assert torch.allclose(count(NUMBERS, POSITIONS)[3], torch.tensor(4.0, **DOUBLE), atol=0.4)
    assert dgradcheck(lambda x: count(NUMBERS, x), POSITIONS.clone().requires_grad_(), fast_mode=True)
    forward, reverse = (jac(lambda x: count(NUMBERS, x))(POSITIONS) for jac in (torch.func.jacfwd, torch.func.jacrev))
    assert torch.allclose(forward, reverse, atol=1e-12)
