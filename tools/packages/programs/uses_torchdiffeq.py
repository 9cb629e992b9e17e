"""torchdiffeq as its documentation uses it: solutions that are known, and their gradients, by every solver."""

from __future__ import annotations

import pytest
import torch
from torchdiffeq import odeint, odeint_adjoint, odeint_event

ADAPTIVE = ("dopri8", "dopri5", "bosh3", "fehlberg2", "adaptive_heun")
CLOSE = {"dopri8": 1e-5, "dopri5": 1e-5, "bosh3": 1e-4, "fehlberg2": 2e-3, "adaptive_heun": 1e-3}
FIXED = ("euler", "midpoint", "heun2", "heun3", "rk4", "explicit_adams", "implicit_adams")


class Decay(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rate = torch.nn.Parameter(torch.tensor(0.5, dtype=torch.float64))

    def forward(self, t: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return -self.rate * y


def solved(solve, method: str, **options) -> None:
    f = Decay()
    y0 = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    t = torch.linspace(0.0, 2.0, 9 if method in ADAPTIVE else 400, dtype=torch.float64)
    if method in ADAPTIVE:
        tolerance = 1e-5 if method == "fehlberg2" else CLOSE[method] / 100
        options |= {"rtol": tolerance, "atol": tolerance, "options": {"step_t": t}}  # elsewhere they interpolate
        options |= {"adjoint_options": {"step_t": t.flip(0)}} if solve is odeint_adjoint else {}
    y = solve(f, y0, t, method=method, **options)
    expected = y0 * torch.exp(-0.5 * t)[:, None]
    close = CLOSE.get(method, 5e-3)
    assert y.shape == (len(t), 2) and torch.allclose(y, expected, atol=close)
    y[-1].sum().backward()
    end = torch.exp(torch.tensor(-1.0, dtype=torch.float64))
    assert torch.allclose(y0.grad, end.expand(2), atol=close)
    assert torch.allclose(f.rate.grad, -2 * 3 * end, atol=5 * close)


@pytest.mark.parametrize("method", [*ADAPTIVE, *FIXED])
def test_gradients_through_the_solver(method: str) -> None:
    solved(odeint, method)


@pytest.mark.parametrize("method", [*ADAPTIVE, *FIXED])
def test_gradients_by_the_adjoint_equation(method: str) -> None:
    solved(odeint_adjoint, method)


def test_scipy_solver() -> None:
    f = Decay()
    y = odeint(f, torch.ones(2, dtype=torch.float64), torch.tensor([0.0, 1.0]), method="scipy_solver",
               options={"solver": "LSODA"})  # fmt: skip
    assert torch.allclose(y[-1], torch.full((2,), 0.5, dtype=torch.float64).neg().exp(), atol=1e-5)


def test_structures_of_states() -> None:
    def f(t, state):
        x, v = state
        return v, -x

    t = torch.linspace(0, 3, 7)
    x, v = odeint(f, (torch.ones(1), torch.zeros(1)), t, rtol=1e-7, atol=1e-8)
    assert torch.allclose(x[:, 0], t.cos(), atol=1e-4) and torch.allclose(v[:, 0], -t.sin(), atol=1e-4)


def test_events_and_their_gradient() -> None:
    """A ball falls from a height h for sqrt(2 h / g)."""
    height = torch.tensor([10.0], dtype=torch.float64, requires_grad=True)

    def f(t, state):
        return state[1], -9.81 * torch.ones_like(state[1])

    start = (height, torch.zeros(1, dtype=torch.float64))
    time, _ = odeint_event(f, start, torch.tensor(0.0, dtype=torch.float64), event_fn=lambda t, s: s[0],
                           method="dopri5", odeint_interface=odeint, atol=1e-9, rtol=1e-9)  # fmt: skip
    expected = (2 * height / 9.81).sqrt()
    assert torch.allclose(time, expected, atol=1e-6)
    (grad,) = torch.autograd.grad(time, height)
    assert torch.allclose(grad, 1 / (9.81 * expected), atol=1e-5)


def test_training() -> None:
    torch.manual_seed(0)
    t = torch.linspace(0, 2, 10)
    truth = torch.stack([(-0.5 * t).exp() * t.cos(), (-0.5 * t).exp() * t.sin()], 1)
    matrix = torch.nn.Linear(2, 2, bias=False)
    optimizer = torch.optim.Adam(matrix.parameters(), lr=0.05)
    losses = []
    for _ in range(30):
        loss = (odeint_adjoint(lambda_(matrix), truth[0], t) - truth).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


class lambda_(torch.nn.Module):  # noqa: N801
    def __init__(self, linear: torch.nn.Module) -> None:
        super().__init__()
        self.linear = linear

    def forward(self, t: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return self.linear(y)
