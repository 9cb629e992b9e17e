"""PyPose as its documentation uses it: Lie groups as tensors, second-order optimisers, filters and control."""

from __future__ import annotations

import pypose as pp
import pytest
import torch
from torch import nn
from torch.autograd import gradcheck

ALGEBRAS = {"so3": 3, "se3": 6, "sim3": 7, "rxso3": 4}


def algebra(name: str) -> torch.Tensor:
    n = ALGEBRAS[name]
    return torch.arange(2.0 * n, dtype=torch.float64).reshape(2, n).sin() * 0.5


@pytest.mark.parametrize("name", ALGEBRAS)
def test_groups(name: str) -> None:
    a = getattr(pp, name)(algebra(name))
    x = a.Exp()
    assert torch.allclose(x.Log().tensor(), a.tensor(), atol=1e-6)
    assert torch.allclose((x @ x.Inv()).matrix(), torch.eye(x.matrix().shape[-1]).double(), atol=1e-6)
    assert torch.allclose((x @ x).matrix(), x.matrix() @ x.matrix(), atol=1e-6)
    points = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)
    homogeneous = torch.cat([points, torch.ones(2, 1).double()], 1)[..., : x.matrix().shape[-1], None]
    assert torch.allclose(x.Act(points), (x.matrix() @ homogeneous)[:, :3, 0], atol=1e-6)
    moved = a.Exp() * points
    assert type(a + a) is pp.LieTensor and torch.allclose(moved, x.Act(points))
    kind = type(a.ltype)
    assert gradcheck(lambda v: pp.LieTensor(v, ltype=kind()).Exp().Act(points), algebra(name).requires_grad_())


class Inverse(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.pose = pp.Parameter(pp.se3(algebra("se3")).Exp())

    def forward(self, x: pp.LieTensor) -> torch.Tensor:
        return (self.pose @ x).Log().tensor()


@pytest.mark.parametrize("optimizer", ["LM", "GN"])
def test_second_order_optimizers_find_an_inverse(optimizer: str) -> None:
    x = pp.se3(algebra("se3").cos() * 0.3).Exp()
    model = Inverse()
    steps = getattr(pp.optim, optimizer)(model)
    losses = [float(steps.step(x)) for _ in range(6)]
    assert losses[-1] < 1e-10 and torch.allclose(model.pose.matrix(), x.Inv().matrix(), atol=1e-4)


def test_measurements_of_motion_are_integrated() -> None:
    integrator = pp.module.IMUPreintegrator(torch.zeros(3), pp.identity_SO3(), torch.zeros(3), gravity=0.0)
    turn, push = torch.zeros(1, 4, 3), torch.zeros(1, 4, 3)
    push[..., 0] = 2.0
    state = integrator(torch.full((1, 4, 1), 0.5), turn, push)
    assert torch.allclose(state["vel"][0, -1], torch.tensor([4.0, 0, 0]))
    assert torch.allclose(state["pos"][0, -1], torch.tensor([4.0, 0, 0]))


def test_control_steers_to_zero() -> None:
    system = pp.module.LTI(torch.eye(3)[None] + 0.1, torch.ones(1, 3, 1), torch.eye(3)[None], torch.zeros(1, 3, 1))
    control = pp.module.LQR(system, torch.eye(4).repeat(1, 5, 1, 1), torch.zeros(1, 5, 4), 5)
    states, inputs, _ = control(torch.ones(1, 3))
    assert states.shape == (1, 6, 3) and inputs.shape == (1, 5, 1) and states[0, -1].norm() < 0.2
