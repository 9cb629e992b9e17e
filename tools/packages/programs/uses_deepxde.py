"""deepxde as its documentation does: networks that solve differential equations, and operators learnt from data."""

from __future__ import annotations

import os

os.environ["DDE_BACKEND"] = "pytorch"

import deepxde as dde
import numpy as np
import pytest
import torch


@pytest.fixture(autouse=True)
def seeded() -> None:
    dde.config.set_random_seed(0)


def network(*sizes: int) -> dde.nn.FNN:
    return dde.nn.FNN(list(sizes), "tanh", "Glorot uniform")


def test_poisson_by_adam_and_lbfgs() -> None:
    line = dde.geometry.Interval(-1, 1)

    def equation(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return dde.grad.hessian(y, x) + np.pi**2 * torch.sin(np.pi * x)

    edge = dde.icbc.DirichletBC(line, lambda x: 0, lambda x, on: on)
    data = dde.data.PDE(line, equation, edge, 16, 2, solution=lambda x: np.sin(np.pi * x), num_test=50)
    model = dde.Model(data, network(1, 20, 20, 1))
    model.compile("adam", lr=0.005, metrics=["l2 relative error"])
    first, _ = model.train(iterations=300, verbose=0)
    model.compile("L-BFGS", metrics=["l2 relative error"])
    dde.optimizers.config.set_LBFGS_options(maxiter=300)
    last, _ = model.train(verbose=0)
    assert sum(last.loss_train[-1]) < sum(first.loss_train[0]) / 1000 and last.metrics_test[-1][0] < 0.02


def test_heat_with_an_unknown_that_is_learnt() -> None:
    place = dde.geometry.GeometryXTime(dde.geometry.Interval(0, 1), dde.geometry.TimeDomain(0, 1))
    speed = dde.Variable(2.0)

    def equation(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return dde.grad.jacobian(y, x, i=0, j=1) - speed * dde.grad.hessian(y, x, i=0, j=0)

    def exact(x: np.ndarray) -> np.ndarray:
        return np.exp(-x[:, 1:]) * np.sin(x[:, :1])

    points = place.random_points(60)
    seen = dde.icbc.PointSetBC(points, exact(points))
    model = dde.Model(dde.data.TimePDE(place, equation, [seen], 40, anchors=points), network(2, 20, 20, 1))
    model.compile("adam", lr=0.02, loss_weights=[1, 10], external_trainable_variables=speed)
    model.train(iterations=3000, verbose=0)
    assert abs(speed.item() - 1) < 0.3


def test_an_operator_is_learnt() -> None:
    grid = np.linspace(0, 1, 20, dtype=np.float32)[:, None]
    slopes = np.random.default_rng(0).normal(size=(30, 1)).astype(np.float32)
    inputs, outputs = slopes * grid.T, slopes * grid.T**2 / 2
    data = dde.data.TripleCartesianProd((inputs[:25], grid), outputs[:25], (inputs[25:], grid), outputs[25:])
    model = dde.Model(data, dde.nn.DeepONetCartesianProd([20, 20, 20], [1, 20, 20], "relu", "Glorot normal"))
    model.compile("adam", lr=0.003, metrics=["mean l2 relative error"])
    history, _ = model.train(iterations=500, verbose=0)
    assert history.metrics_test[-1][0] < 0.2
