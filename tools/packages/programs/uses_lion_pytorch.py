"""lion_pytorch as its documentation does: an optimiser that steps by signs."""

from __future__ import annotations

import pytest
import torch
from lion_pytorch import Lion


def test_a_step_is_the_published_one() -> None:
    w = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    optimizer, mean = Lion([w], lr=0.01, betas=(0.9, 0.99), weight_decay=0.1), torch.zeros(3)
    expected = w.detach().clone()
    for _ in range(5):
        optimizer.zero_grad()
        (w**2).sum().backward()
        update = (0.9 * mean + 0.1 * w.grad).sign()
        expected = expected * (1 - 0.01 * 0.1) - 0.01 * update
        mean = 0.99 * mean + 0.01 * w.grad
        optimizer.step()
        assert torch.allclose(w, expected)


@pytest.mark.parametrize("options", [{}, {"weight_decay": 0.1}])
def test_a_network_learns(options: dict) -> None:
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
    x = torch.randn(64, 4)
    goal = x[:, :1] * x[:, 1:2]
    optimizer, losses = Lion(net.parameters(), **{"lr": 1e-2, **options}), []
    for _ in range(150):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(net(x), goal)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.4 * losses[0]
    again = Lion(net.parameters())
    again.load_state_dict(optimizer.state_dict())
    assert torch.equal(*[next(iter(one.state.values()))["exp_avg"] for one in (again, optimizer)])
