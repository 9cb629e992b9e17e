"""geoopt as its documentation uses it: points on manifolds, distances, and optimisers that stay there."""

from __future__ import annotations

import geoopt
import pytest
import torch
from torch.autograd import gradcheck

MANIFOLDS = {
    "sphere": (geoopt.Sphere(), (5,)),
    "ball": (geoopt.PoincareBall(), (5,)),
    "lorentz": (geoopt.Lorentz(), (5,)),
    "stereographic": (geoopt.Stereographic(k=-0.5), (5,)),
    "stiefel": (geoopt.EuclideanStiefel(), (5, 2)),
    "canonical": (geoopt.CanonicalStiefel(), (5, 2)),
    "positive": (geoopt.SymmetricPositiveDefinite(), (3, 3)),
}
OPTIMIZERS = {
    "adam": lambda ps: geoopt.optim.RiemannianAdam(ps, lr=0.02, amsgrad=True),
    "sgd": lambda ps: geoopt.optim.RiemannianSGD(ps, lr=0.02, momentum=0.5),
}


def point(manifold: geoopt.Manifold, shape: tuple[int, ...], seed: int) -> torch.Tensor:
    torch.manual_seed(seed)
    x = 0.3 * torch.randn(shape, dtype=torch.float64)
    return manifold.projx(x @ x.T + torch.eye(3) if shape == (3, 3) else x)


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("name", MANIFOLDS)
def test_parameters_stay_on_the_manifold(name: str, optimizer: str) -> None:
    manifold, shape = MANIFOLDS[name]
    goal = point(manifold, shape, 1)
    p = geoopt.ManifoldParameter(point(manifold, shape, 0), manifold=manifold)
    steps, losses = OPTIMIZERS[optimizer]([p]), []
    for _ in range(20):
        steps.zero_grad()
        loss = (p - goal).square().sum()
        loss.backward()
        steps.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and torch.allclose(manifold.projx(p.detach()), p, atol=1e-4)


@pytest.mark.parametrize("name", ["sphere", "ball", "lorentz", "stereographic", "positive"])
def test_the_way_to_a_point_is_as_long_as_the_distance(name: str) -> None:
    manifold, shape = MANIFOLDS[name]
    x, y = point(manifold, shape, 0), point(manifold, shape, 1)
    way = manifold.logmap(x, y)
    assert torch.allclose(manifold.expmap(x, way), y, atol=1e-5)
    assert torch.allclose(manifold.inner(x, way).sqrt().squeeze(), manifold.dist(x, y), atol=1e-5)


def test_layers_of_the_ball_are_differentiable() -> None:
    ball = geoopt.PoincareBall()
    x = (torch.arange(6.0, dtype=torch.float64).reshape(2, 3).sin() * 0.1).requires_grad_()
    w = torch.arange(9.0, dtype=torch.float64).reshape(3, 3).cos().requires_grad_()
    assert gradcheck(lambda x, w: ball.logmap0(ball.mobius_add(ball.mobius_matvec(w, ball.expmap0(x)), x)), (x, w))
