"""TorchOpt as its documentation uses it: optimisers that are differentiated, implicit gradients, zeroth order."""

from __future__ import annotations

from typing import Any

import functorch
import pytest
import torch
import torchopt
from torchopt.diff.implicit import custom_root
from torchopt.nn import ImplicitMetaGradientModule

DOUBLE: Any = {"dtype": torch.float64}


class Line(torch.nn.Module):
    def __init__(self, scale: torch.Tensor) -> None:
        super().__init__()
        self.scale = scale
        self.x = torch.nn.Parameter(torch.tensor(1.0, **DOUBLE))

    def forward(self) -> torch.Tensor:
        return self.scale * self.x**2


@pytest.mark.parametrize(
    "name",
    ["MetaSGD", "MetaAdam", "MetaAdamW", "MetaRMSProp", "MetaAdaMax", "MetaRAdam", "MetaAdaGrad", "MetaAdaDelta"],
)
def test_the_gradient_goes_through_the_steps_of_an_optimiser(name: str) -> None:
    def after_steps(scale: torch.Tensor) -> torch.Tensor:
        line = Line(scale)
        optimiser = getattr(torchopt, name)(line, lr=0.1)
        for _ in range(3):
            optimiser.step(line())
        return line()

    assert torch.autograd.gradcheck(after_steps, torch.tensor(0.7, requires_grad=True, **DOUBLE))


def test_gradient_descent_by_hand() -> None:
    scale = torch.tensor(0.7, requires_grad=True, **DOUBLE)
    line = Line(scale)
    torchopt.MetaSGD(line, lr=0.1).step(line())
    assert torch.isclose(line.x, 1 - 0.2 * scale)
    (grad,) = torch.autograd.grad(line.x, scale)
    assert torch.isclose(grad, torch.tensor(-0.2, **DOUBLE))


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "Adamax", "RAdam", "Adadelta"])
def test_steps_are_those_of_the_optimisers_of_pytorch(name: str) -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)).double()
    start = {key: value.clone() for key, value in model.state_dict().items()}
    x, y = torch.randn(32, 4, **DOUBLE), torch.randn(32, 1, **DOUBLE)
    found = []
    for kind in (
        getattr(torchopt, "AdaMax" if name == "Adamax" else "AdaDelta" if name == "Adadelta" else name),
        getattr(torch.optim, name),
    ):
        model.load_state_dict(start)
        optimiser = kind(model.parameters(), lr=0.01, weight_decay=0.0)
        for _ in range(10):
            optimiser.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimiser.step()
        found.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
    assert torch.allclose(*found, atol=1e-6 if name != "Adamax" else 1e-3)


def test_functional_optimisers_and_schedules() -> None:
    model = torch.nn.Linear(3, 1)
    function, params = functorch.make_functional(model)
    optimiser = torchopt.chain(
        torchopt.clip.clip_grad_norm(max_norm=1.0),
        torchopt.sgd(lr=torchopt.schedule.linear_schedule(0.1, 0.01, 50, 10), moment_requires_grad=False),
    )
    state = optimiser.init(params)
    x = torch.randn(64, 3)
    y = x @ torch.tensor([[1.0], [-2.0], [0.5]])
    first = last = torch.nn.functional.mse_loss(function(params, x), y)
    for _ in range(50):
        last = torch.nn.functional.mse_loss(function(params, x), y)
        updates, state = optimiser.update(torch.autograd.grad(last, params), state, inplace=False)
        params = torchopt.apply_updates(params, updates, inplace=False)
    assert last < 0.5 * first


def test_the_implicit_gradient_of_ridge_regression() -> None:
    torch.manual_seed(0)
    x, y = torch.randn(20, 3, **DOUBLE), torch.randn(20, **DOUBLE)

    def loss(params: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return 0.5 * ((x @ params - y) ** 2).mean() + 0.5 * weight * (params**2).sum()

    @custom_root(torch.func.grad(loss, argnums=0), argnums=1)
    def solve(start: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return torch.linalg.solve(x.mT @ x / 20 + weight * torch.eye(3, **DOUBLE), x.mT @ y / 20)

    weight = torch.tensor(0.3, requires_grad=True, **DOUBLE)
    cotangent = torch.tensor([1.0, -2.0, 3.0], **DOUBLE)
    (found,) = torch.autograd.grad(solve(torch.zeros(3, **DOUBLE), weight), weight, cotangent)

    def exact(weight: torch.Tensor) -> torch.Tensor:
        return torch.linalg.solve(x.mT @ x / 20 + weight * torch.eye(3, **DOUBLE), x.mT @ y / 20)

    (known,) = torch.autograd.grad(exact(weight), weight, cotangent)
    assert torch.allclose(found, known, atol=1e-4)


def test_a_module_with_implicit_gradients() -> None:
    class Inner(ImplicitMetaGradientModule, linear_solve=torchopt.linear_solve.solve_normal_cg(maxiter=20, atol=1e-10)):
        def __init__(self, meta: torch.nn.Module) -> None:
            super().__init__()
            self.meta = meta
            self.x = torch.nn.Parameter(torch.zeros(3, **DOUBLE))

        def objective(self, target: torch.Tensor) -> torch.Tensor:
            return 0.5 * ((self.x - self.meta(target)) ** 2).sum()

        def solve(self, target: torch.Tensor) -> Inner:
            optimiser = torch.optim.SGD([self.x], lr=0.5)
            with torch.enable_grad():
                for _ in range(60):
                    optimiser.zero_grad()
                    self.objective(target).backward(inputs=[self.x])
                    optimiser.step()
            return self

    meta = torch.nn.Linear(2, 3).double()
    target = torch.tensor([1.0, -2.0], **DOUBLE)
    best = Inner(meta).solve(target)
    (best.x * torch.tensor([1.0, 2.0, 3.0], **DOUBLE)).sum().backward()
    weight = torch.outer(torch.tensor([1.0, 2.0, 3.0], **DOUBLE), target)
    assert torch.allclose(meta.weight.grad, weight, atol=1e-5)


@pytest.mark.parametrize("method", ["naive", "forward", "antithetic"])
def test_gradients_of_zeroth_order(method: str) -> None:
    normal = torch.distributions.Normal(0.0, 1.0)

    @torchopt.diff.zero_order.zero_order(normal, method=method, argnums=0, num_samples=2000, sigma=0.1)
    def square(x: torch.Tensor) -> torch.Tensor:
        return (x**2).sum()

    torch.manual_seed(0)
    x = torch.tensor([1.0], requires_grad=True)
    square(x).backward()
    # TorchOpt's forward differences multiply by the step where they should divide: the gradient has a factor of 0.1**2
    assert 0.5 < x.grad.item() / (0.02 if method == "forward" else 2.0) < 1.5


def test_the_graph_is_drawn_and_states_are_kept() -> None:
    scale = torch.tensor(0.7, requires_grad=True, **DOUBLE)
    line = Line(scale)
    start = line.x  # held: the picture asks the graph for its leaves, which a graph of wengert does not keep alive
    # the moments that step() starts from are not held: they are not to be leaves of the graph
    optimiser = torchopt.MetaAdam(line, lr=0.1, moment_requires_grad=False)
    kept = torchopt.extract_state_dict(line, by="reference", enable_visual=True)
    loss = line()
    optimiser.step(loss)
    dot = torchopt.visual.make_dot(line(), params=[kept, {"loss": loss}])
    assert "MulBackward0" in dot.source
    torchopt.recover_state_dict(line, kept)
    assert line.x.item() == start.item() == 1.0
    torchopt.stop_gradient(line)
