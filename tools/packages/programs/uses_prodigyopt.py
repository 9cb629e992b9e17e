"""prodigyopt as its documentation does: an optimiser that finds its step by itself."""

from __future__ import annotations

import pytest
import torch
from prodigyopt import Prodigy

OPTIONS = (
    {}, {"weight_decay": 0.01}, {"use_bias_correction": True, "safeguard_warmup": True}, {"slice_p": 11},
    {"decouple": False, "weight_decay": 0.01},
)  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
def test_a_network_learns_without_a_step_size(options: dict) -> None:
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    x = torch.randn(64, 4)
    goal = x[:, :1].sin() - x[:, 1:2]
    optimizer = Prodigy(net.parameters(), **options)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=300)
    losses, start = [], optimizer.param_groups[0]["d"]
    for _ in range(300):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(net(x), goal)
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0] and optimizer.param_groups[0]["d"] > 100 * start


def test_a_saved_state_goes_on() -> None:
    finals = []
    for pause in (False, True):
        w = torch.tensor([3.0, -1.0], requires_grad=True)
        optimizer = Prodigy([w])
        for i in range(20):
            if pause and i == 10:
                state = optimizer.state_dict()
                optimizer = Prodigy([w])
                optimizer.load_state_dict(state)
            optimizer.zero_grad()
            (w**2).sum().backward()
            optimizer.step()
        finals.append(w.tolist())
    assert finals[0] == finals[1]
